int beck() { return 0; }
