#include <lmdb.h>
int keep;
