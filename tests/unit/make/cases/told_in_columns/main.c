#ifdef FENCED
#endif
#ifdef MESSAGES
#endif
#ifdef CLOCK
#endif
#ifdef SWAPPED
#endif
#ifdef UNTOLD
#endif
int main(void) { return 0; }
