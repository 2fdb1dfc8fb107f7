#ifdef __cplusplus
extern "C" int lang(void) { return 2; }
#else
int lang(void) { return 1; }
#endif
