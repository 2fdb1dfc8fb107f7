#include "discover/autotools/hand_written.h"

void hand_written_read(const Tree *tree, Facts *facts, Diagnostics *diagnostics)
{
    (void)tree;
    (void)facts;
    (void)diagnostics;
}
