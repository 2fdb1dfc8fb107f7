#include <stdint.h>
#ifdef BIGSAMPLE
typedef int64_t Identifier;
#else
typedef int32_t Identifier;
#endif
#ifdef TALLY
typedef unsigned long Tally;
#endif
#ifdef BROWSER
typedef int Address;
#else
typedef long Address;
#endif
int main(void)
{
    return (int)(Identifier)0;
}
