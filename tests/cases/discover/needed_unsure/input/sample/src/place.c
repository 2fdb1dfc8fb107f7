#include <numa.h>
int place;
