int wave(void) { return 0; }
