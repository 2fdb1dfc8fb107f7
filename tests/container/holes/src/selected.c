/* What the compiler chooses by is named by the command. */
int quick(void) { return 2; }
#pragma omp declare variant(quick) match(device = {SELECTOR("avx2")})
int plain(void) { return 1; }
int select_one(void) { return plain(); }
