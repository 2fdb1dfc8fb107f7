int shoal() { return 0; }
