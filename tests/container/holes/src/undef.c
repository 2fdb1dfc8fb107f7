#ifdef SWITCH
int undefined(void) { return 0; }
#else
int undefined(void) { return 1; }
#endif
