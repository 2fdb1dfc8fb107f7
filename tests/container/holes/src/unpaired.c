/* An unpaired quote in what is not compiled, and then what looks like a comment but is none. */
#if 0
Don't read what is in src/*.c here.
#endif
#ifdef SWITCH
int unpaired = 1;
#else
int unpaired = 2;
#endif
/* The comment that would have begun ends here. */
