int mesh(void) { return 0; }
