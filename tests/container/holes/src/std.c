long standard(void) { return __STDC_VERSION__; }
