#include "whole.h"
#include <pthread.h>
#include <stddef.h>

extern int private_value;
#pragma omp threadprivate(private_value)

static void *add(void *data)
{
    *(int *)data = private_add(*(int *)data);
    return NULL;
}

int private_sum(void)
{
    int values[2] = {10, 20};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, add, &values[i]);
        pthread_join(threads[i], NULL);
    }
    return values[0] + values[1] + private_value;
}
