#ifdef KELP_CUDA
int cuda(void) { return 1; }
#endif
#ifdef KELP_OPENCL
int opencl(void) { return 1; }
#endif
#ifdef KELP_TRACE_CUDA
int trace(void) { return 1; }
#endif
