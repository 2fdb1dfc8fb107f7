#ifdef __AVX2__
int width(void) { return 2; }
#else
int width(void) { return 1; }
#endif
