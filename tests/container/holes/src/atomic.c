/* The same tokens; inline assembly is checked against the CPU. */
int barrier(int x)
{
    __asm__ volatile("" : "+r"(x));
    return x;
}
