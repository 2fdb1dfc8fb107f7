#ifdef HAVE_SILO
#include <silo.h>
#endif
#ifdef WAVES_INT64
typedef long long index_type;
#else
typedef int index_type;
#endif
index_type size;
