#include <stdio.h>

int answer(void);

int main(void)
{
#ifdef THREADS
    const char *threads = "threads";
#else
    const char *threads = "one thread";
#endif
    printf("%s, %s, %s, %d\n", SIMD, threads, NAME, answer());
    return 0;
}
