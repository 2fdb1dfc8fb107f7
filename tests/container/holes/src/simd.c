#ifdef __AVX512F__
int lanes(void) { return 16; }
#else
int lanes(void) { return 4; }
#endif
