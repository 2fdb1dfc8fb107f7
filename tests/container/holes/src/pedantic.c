/* What extensions there are depends on how strict the compiler is. */
#if __has_extension(c_generic_selections)
int pedantic = 1;
#else
int pedantic = 2;
#endif
