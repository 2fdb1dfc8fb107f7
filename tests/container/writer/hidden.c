#include <which.h>

int hidden(void)
{
    return WHICH;
}
