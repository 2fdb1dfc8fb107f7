#ifdef PARALLEL
#endif
int main(void) { return 0; }
