int coral(void) { return 1; }
