int reef(void) { return 1; }
