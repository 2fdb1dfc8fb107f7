/* Small random programs in CMake's language, and what can be chosen for them: three switches A, B
 * and C, and K, which is "x", "y" or "OFF". What a program does is seen in its find_package(M...)
 * and in the defaults of its options O0, O1, ...: the names and values say what its variables held.
 * None asks for anything of the machine, and real CMake accepts each.
 *
 * A seed always gives the same program. */
#pragma once

#include <glib.h>

#define RANDOM_CONFIGURATIONS 24u

/* At most that many statements, but for what must end what they began. To be freed. */
char *random_program(guint32 seed, guint statements);

/* One choice: names -> values, both static. The caller unrefs it. */
GHashTable *random_configuration(guint number);
