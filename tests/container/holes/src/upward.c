/* Which file this is depends on a folder that is left again. */
#include "sub/../upward.h"
int upward = UPWARD;
