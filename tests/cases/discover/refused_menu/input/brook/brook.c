int brook(void) { return 0; }
