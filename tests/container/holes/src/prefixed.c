/* No raw text: the name only ends in R. What follows is read. */
#define CR "\r"
const char *banner = CR "(" CR"(" ")";
#ifdef SWITCH
int prefixed = 1;
#else
int prefixed = 2;
#endif
