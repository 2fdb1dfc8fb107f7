int precompiled(void) { return PRECOMPILED; }
