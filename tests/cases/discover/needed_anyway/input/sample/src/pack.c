#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
int pack;
