#ifdef TIDE_FFTW3
#include <fftw3.h>
#endif
int main(void) { return 0; }
