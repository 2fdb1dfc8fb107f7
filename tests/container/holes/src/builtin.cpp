#if __has_builtin(__builtin_ia32_vfmaddps256)
int fused() { return 1; }
#else
int fused() { return 0; }
#endif
