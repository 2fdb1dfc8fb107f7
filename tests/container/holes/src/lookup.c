#if __has_include("only_other.h")
int lookup(void) { return 2; }
#else
int lookup(void) { return 1; }
#endif
