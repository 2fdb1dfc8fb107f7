int wrack() { return 0; }
