#include "version.h"
#undef SEVEN
#include "other.h"
#include "whole.h"
#include <stdio.h>

int chosen_entry(void);

int main(void)
{
    int values[64];
    for (int i = 0; i < 64; i++) {
        values[i] = i;
    }
    printf("sum %d weak %d left %d threads %d private %d chosen %d entry %d clones %d assembler %d "
           "%s\n",
           parts_sum(values, 64), weak_value(), weak_left(), threads_count(), private_sum(),
           chosen_value(), chosen_entry(), clones_sum(values, 64), entry_value(), chosen_caught());
    return 0;
}
