#if SHOAL_OPENBLAS
#include <cblas.h>
#endif
#ifdef SHOAL_LIBXSMM
#include <libxsmm.h>
#endif
