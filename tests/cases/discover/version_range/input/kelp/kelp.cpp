int kelp(void) { return 1; }
