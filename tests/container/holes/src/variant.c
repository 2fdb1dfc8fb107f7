/* The same tokens; the compiler chooses by the CPU's features. */
int fast(void) { return 2; }
#pragma omp declare variant(fast) match(device = {isa("avx2")})
int slow(void) { return 1; }
int choose(void) { return slow(); }
