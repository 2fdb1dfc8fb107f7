#if TARGET == 1
int target;
#endif
#ifdef FOAM
int foam;
#endif
#ifdef SPRAY
int spray;
#endif
int main(void) { return 0; }
