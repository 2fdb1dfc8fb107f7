#ifdef NO_WIDE
#endif
#ifdef USE_SERVER
#endif
end
