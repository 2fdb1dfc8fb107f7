/* A file is read once, by whatever name; two files with the same contents both are. */
#include "first_name.h"
#include "second_name.h"
int once = __COUNTER__;
