#include "config.h"
#ifdef SAMPLE_USE_MPI
#include <mpi.h>
#endif

int main(int argc, char **argv)
{
#ifdef SAMPLE_USE_MPI
    MPI_Init(&argc, &argv);
#endif
    kernel();
#ifdef SAMPLE_USE_MPI
    MPI_Finalize();
#endif
    return 0;
}
