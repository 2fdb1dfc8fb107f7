#ifdef TIDE_MEMALIGN
#include <stdlib.h>
#endif
#ifdef BUFFERSIZE
static char buffer[1 << BUFFERSIZE];
#endif
#ifdef OTHERSIZE
static char other[1 << OTHERSIZE];
#endif
int main(void) { return 0; }
