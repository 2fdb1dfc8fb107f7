int meadow() { return 0; }
