int moor() { return 0; }
