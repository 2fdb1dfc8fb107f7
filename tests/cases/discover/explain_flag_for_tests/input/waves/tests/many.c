int main(void)
{
#pragma omp parallel
    return 0;
}
