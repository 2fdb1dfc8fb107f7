/* What is mentioned makes no difference; but a variant may be declared without a pragma. */
#ifdef __AVX2__
#endif
int quick() { return 2; }
[[omp::directive(declare
                 variant(quick) match(device = {isa("avx2")}))]] int attributed() { return 1; }
int choose_attributed() { return attributed(); }
