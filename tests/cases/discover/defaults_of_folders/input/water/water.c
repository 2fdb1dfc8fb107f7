int main(void)
{
#ifdef USE_MPI
    return 1;
#endif
    return 0;
}
