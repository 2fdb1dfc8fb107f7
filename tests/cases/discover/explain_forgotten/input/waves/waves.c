int waves(void) { return 0; }
