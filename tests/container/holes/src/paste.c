/* The macro's name stands nowhere. */
#define GLUE(a, b) a##b
#define HANDED(macro, a, b) macro(a, b)
#define defined_as_one(x) HANDED(GLUE, x, X2__)
int paste(void)
{
    return sizeof(
#if defined_as_one(__AV) == 1
        char[2]
#else
        char[1]
#endif
    );
}
