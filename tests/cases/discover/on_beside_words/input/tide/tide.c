#include "config.h"
#ifdef HAVE_SCALAPACK
void pdgemr2d_(void);
#endif
int main(void) { return 0; }
