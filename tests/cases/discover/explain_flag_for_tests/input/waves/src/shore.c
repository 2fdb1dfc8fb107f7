int shore(void) { return 0; }
