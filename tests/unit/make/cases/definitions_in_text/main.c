#ifdef REEF_TIDE
int tide;
#endif
#ifdef REEF_UNBOUND
int unbound;
#endif
#ifdef REEF_OTHER
int other;
#endif
int main(void) { return 0; }
