int reef() { return 0; }
