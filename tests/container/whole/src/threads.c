#include "whole.h"
#include <pthread.h>
#include <stddef.h>

_Thread_local int threads_own = 5;

static void *count(void *data)
{
    for (int i = 0; i < 100; i++) {
        threads_own++;
    }
    *(int *)data = threads_own;
    return NULL;
}

int threads_count(void)
{
    pthread_t threads[4];
    int counts[4] = {0};
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        pthread_create(&threads[i], NULL, count, &counts[i]);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        sum += counts[i];
    }
    return sum + threads_own;
}
