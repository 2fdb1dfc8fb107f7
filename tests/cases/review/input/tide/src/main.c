#ifdef TIDE_USE_MPI
#include <mpi.h>
#endif
#ifdef TIDE_USE_GPU
void launch(void);
#endif

int main(int argc, char **argv)
{
#ifdef TIDE_USE_MPI
    MPI_Init(&argc, &argv);
#endif
#ifdef TIDE_USE_GPU
    launch();
#endif
    return argc > 5 || argv == 0;
}
