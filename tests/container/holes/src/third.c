#if LEVEL == 3
int third(void) { return 3; }
#else
int third(void) { return 1; }
#endif
