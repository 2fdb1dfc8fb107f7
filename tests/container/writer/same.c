#ifdef MADE
#define same made
#endif

int same(void)
{
    return 3;
}
