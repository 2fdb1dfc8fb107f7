int example(void) { return 0; }
