#ifdef CACHE
int cached;
#endif
int main(void) { return 0; }
