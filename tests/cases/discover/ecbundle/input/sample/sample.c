#ifdef SAMPLE_MPI
#include <mpi.h>
#endif
