int twice(void) { return WHICH; }
