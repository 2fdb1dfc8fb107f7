#ifdef PD
int parallel;
#endif
#ifdef LONG
long n;
#endif
