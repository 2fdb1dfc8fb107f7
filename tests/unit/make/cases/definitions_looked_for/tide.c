#ifdef WITH_OMP
#endif
