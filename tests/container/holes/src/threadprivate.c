int counter;
#pragma omp threadprivate(counter)
int next(void) { return ++counter; }
