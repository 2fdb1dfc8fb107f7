#include <bzlib.h>
int squeeze;
