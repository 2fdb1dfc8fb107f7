int viewer(void) { return 0; }
