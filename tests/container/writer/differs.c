#include "written.h"

int differs(void)
{
    return VALUE;
}
