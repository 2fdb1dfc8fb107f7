int reef(void) { return 0; }
