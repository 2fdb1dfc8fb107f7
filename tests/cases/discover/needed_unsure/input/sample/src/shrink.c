#include <zstd.h>
int shrink;
