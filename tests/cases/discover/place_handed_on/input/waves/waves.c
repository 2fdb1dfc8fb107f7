#include "paths.h"
const char *place = CHARM_PATH;
