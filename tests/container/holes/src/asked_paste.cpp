#define HAS_256(name) __has_builtin(__builtin_ia32_##name##256)
#if HAS_256(vfmaddps)
int asked_paste() { return 1; }
#else
int asked_paste() { return 0; }
#endif
