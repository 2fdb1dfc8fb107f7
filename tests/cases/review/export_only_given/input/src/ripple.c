#include "config.h"
#ifdef HAVE_MPI
#include <mpi.h>
#endif
#ifdef USE_SSE2
#include <emmintrin.h>
#endif
int main(void)
{
#ifdef HAVE_MPI
    MPI_Init(0, 0);
    MPI_Finalize();
#endif
    return 0;
}
