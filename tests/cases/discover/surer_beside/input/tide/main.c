#ifdef TIDE_PARALLEL
int ranks;
#endif
#ifdef OLDER
int older;
#endif
int main(void) { return 0; }
