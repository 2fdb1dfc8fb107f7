// The headers of the C library paste names and ask about many things, and no SIMD level changes what they say.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
double headers(const char *text) { return fabs(atof(text)) + (double)strlen(text) + (double)printf("%s", text); }
