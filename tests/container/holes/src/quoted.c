const char *version(void) { return VERSION; }
