int more(void) { return 2; }
