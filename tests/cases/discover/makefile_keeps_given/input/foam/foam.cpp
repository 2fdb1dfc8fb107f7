#ifdef USE_MPI
#include <mpi.h>
#endif
int main() { return 0; }
