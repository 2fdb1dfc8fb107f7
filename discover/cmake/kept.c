#include "discover/cmake/kept.h"

/* That many new nodes are worth a collection when they are half as many as what the last one kept;
 * fewer when there is not much room left. */
#define COLLECT_AFTER_NODES (200u * 1000u)
/* No fewer, where what is kept nearly fills the table: each collection walks over all of it, and
 * would come after each command. There is that much room behind the limit. */
#define COLLECT_LEAST (50u * 1000u)

void kept_add(Kept **innermost, Kept *kept)
{
    kept->outer = *innermost;
    *innermost = kept;
}

void kept_drop(Kept **innermost, const Kept *kept)
{
    *innermost = kept->outer;
}

void kept_mark(const Kept *innermost, Guards *guards)
{
    for (const Kept *kept = innermost; kept != NULL; kept = kept->outer) {
        for (guint i = 0; i < KEPT_GUARDS_MAX && kept->guards[i] != NULL; i++) {
            guard_mark(guards, *kept->guards[i]);
        }
        if (kept->mark != NULL) {
            kept->mark(guards, kept->data);
        }
    }
}

gboolean kept_is_time(const Guards *guards, gsize after)
{
    gsize made = guards_made(guards);
    gsize all = guards_nodes(guards);
    gsize enough = all > GUARD_NODES_MAX / 4 * 3 ? all / 8 : all / 3;
    enough = after > 0 ? after : MAX(enough, COLLECT_AFTER_NODES);
    /* Where much is kept, so many new ones never come before the table is full. */
    gsize room = GUARD_NODES_MAX - MIN(all - MIN(made, all), GUARD_NODES_MAX);
    return made >= enough || made >= MAX(room / 2, COLLECT_LEAST);
}
