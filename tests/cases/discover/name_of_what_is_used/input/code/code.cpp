int code() { return 0; }
