#ifdef MONITOR
#endif
int main(void) { return 0; }
