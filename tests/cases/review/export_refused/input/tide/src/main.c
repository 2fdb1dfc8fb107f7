#ifdef TIDE_USE_MPI
#include <mpi.h>
#endif
#ifdef TIDE_USE_GPU
void launch(void);
#endif
void wave(float *now, const float *before, int count, float speed);

int main(int argc, char **argv)
{
#ifdef TIDE_USE_MPI
    MPI_Init(&argc, &argv);
#endif
#ifdef TIDE_USE_GPU
    launch();
#endif
    float now[64] = {0};
    float before[64] = {1};
    wave(now, before, 64, 0.5f);
    return argc > 5 || argv == 0 || now[1] < 0;
}
