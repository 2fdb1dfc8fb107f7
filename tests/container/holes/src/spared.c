int spared(int value) { return value + 1; }
