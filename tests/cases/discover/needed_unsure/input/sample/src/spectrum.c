#include <fftw3.h>
int spectrum;
