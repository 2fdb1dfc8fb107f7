#include <mpi.h>
int main(void)
{
    return 0;
}
