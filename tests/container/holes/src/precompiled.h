#ifdef __AVX2__
#define PRECOMPILED 2
#else
#define PRECOMPILED 1
#endif
