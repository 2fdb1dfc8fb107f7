#ifdef BREAK
#error this unit does not compile
#endif
int plain(int x) { return x + 1; }
