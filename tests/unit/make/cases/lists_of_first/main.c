#ifdef OPENMP
int threads;
#endif
#ifdef SSE
int vectors;
#endif
#ifdef PROFILING
int clock;
#endif
