/* Which sources Automake compiles in every case. */
#include "discover/autotools/automake.h"
#include <string.h>

/* A program or library that is built under a condition; a name that is put together is not known.
 */
static void add_target(AutomakeReader *self, const char *word, Guard when, Span at)
{
    (void)at;
    g_autofree char *name = g_strdup(word);
    g_strcanon(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_@", '_');
    Guard *known = g_hash_table_lookup(self->targets, name);
    if (known == NULL) {
        known = arena_new0(self->configure->arena, Guard);
        *known = when;
        g_hash_table_insert(self->targets, (gpointer)arena_intern(self->configure->arena, name),
                            known);
    } else {
        *known = guard_or(self->configure->guards, *known, when);
    }
}

/* "bin_PROGRAMS", "pkglib_LTLIBRARIES": lists of what "make" builds by itself. */
static void collect_targets(AutomakeReader *self)
{
    static const char *const ends[] = {"_PROGRAMS", "_LIBRARIES", "_LTLIBRARIES"};
    for (guint i = 0; i < self->in_order->len; i++) {
        const AutomakeVariable *variable = self->in_order->pdata[i];
        gboolean listed = FALSE;
        for (guint k = 0; k < G_N_ELEMENTS(ends); k++) {
            listed = listed || g_str_has_suffix(variable->name, ends[k]);
        }
        if (!listed || strstr(variable->name, "EXTRA_") != NULL ||
            strstr(variable->name, "check_") != NULL) {
            continue;
        }
        for (guint k = 0; k < variable->lines->len; k++) {
            const AutomakeLine *line = &g_array_index(variable->lines, AutomakeLine, k);
            automake_each_word(self, line->text, line->when, line->at, add_target, 0);
        }
    }
}

/* A source of a target that is always built. */
static void add_built(AutomakeReader *self, const char *word, Guard when, Span at)
{
    (void)at;
    const char *dot = strrchr(word, '.');
    gboolean header = dot != NULL && g_ascii_tolower(dot[1]) == 'h' && strcmp(dot, ".hip") != 0;
    g_autofree char *path = guard_is_true(when) && automake_is_source(word) && !header
                                ? automake_source_path(self, word)
                                : NULL;
    if (path != NULL && tree_find(self->configure->tree, path) != NULL) {
        g_ptr_array_add(self->configure->built,
                        (gpointer)arena_intern(self->configure->arena, path));
    }
}

/* What "NAME_SOURCES" lists is compiled whatever is given when the list and all around it are. */
static void apply_built(AutomakeReader *self, const AutomakeVariable *variable)
{
    const char *name = g_str_has_prefix(variable->name, "nodist_") ? variable->name + 7
                       : g_str_has_prefix(variable->name, "dist_") ? variable->name + 5
                                                                   : variable->name;
    if (!g_str_has_suffix(name, "_SOURCES") || !g_hash_table_contains(self->always, self->folder)) {
        return;
    }
    g_autofree char *target = g_strndup(name, strlen(name) - strlen("_SOURCES"));
    const Guard *when = g_hash_table_lookup(self->targets, target);
    for (guint k = 0; when != NULL && k < variable->lines->len; k++) {
        const AutomakeLine *line = &g_array_index(variable->lines, AutomakeLine, k);
        automake_each_word(self, line->text, guard_and(self->configure->guards, *when, line->when),
                           line->at, add_built, 0);
    }
}

/* A folder that is entered whatever is given. */
static void add_always(AutomakeReader *self, const char *word, Guard when, Span at)
{
    (void)at;
    g_autofree char *path = guard_is_true(when) ? tree_normalize_in(self->folder, word) : NULL;
    if (path != NULL && g_hash_table_contains(self->always, self->folder)) {
        g_hash_table_add(self->always, (gpointer)arena_intern(self->configure->arena, path));
    }
}

void automake_learn_built(AutomakeReader *self)
{
    collect_targets(self);
    for (guint i = 0; i < self->in_order->len; i++) {
        const AutomakeVariable *variable = self->in_order->pdata[i];
        apply_built(self, variable);
        for (guint k = 0; strcmp(variable->name, "SUBDIRS") == 0 && k < variable->lines->len; k++) {
            const AutomakeLine *line = &g_array_index(variable->lines, AutomakeLine, k);
            automake_each_word(self, line->text, line->when, line->at, add_always, 0);
        }
    }
}
