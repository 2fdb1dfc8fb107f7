#ifdef HAVE_SILO
#include <silo.h>
#endif
int size;
