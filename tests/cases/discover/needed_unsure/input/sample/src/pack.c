#include <zlib.h>
int pack;
