#include "discover/autotools/configure.h"
void configure_automake(Configure *self)
{
    (void)self;
}
