#include "whole.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    int values[4] = {0};
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (file == NULL || fscanf(file, "%d %d %d %d", values, values + 1, values + 2, values + 3) != 4) {
        return 1;
    }
    fclose(file);
    return parts_sum(values, 4) == 10 && clones_sum(values, 4) == 10 ? 0 : 1;
}
