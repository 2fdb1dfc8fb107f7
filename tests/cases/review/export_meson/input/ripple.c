#ifdef RIPPLE_MPI
#include <mpi.h>
#endif
int main(void)
{
    return 0;
}
