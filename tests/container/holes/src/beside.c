/* A folder of the sources is there in all configurations, whatever their build trees have. */
#include "value.h"
int beside = VALUE_IS;
