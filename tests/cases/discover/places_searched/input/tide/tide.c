#ifdef HAVE_QUDA
#include <quda.h>
#endif
int main(void) { return 0; }
