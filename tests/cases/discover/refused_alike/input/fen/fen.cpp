int fen() { return 0; }
