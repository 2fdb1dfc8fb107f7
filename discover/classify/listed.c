#include "discover/classify/listed.h"

#include "discover/classify/value_effects.h"
#include "discover/option_name.h"

#include <string.h>

/* Fewer files are compilers, whatever else they say. */
#define FILES_MIN 6u

static gboolean is_listed(const Option *option)
{
    return strstr(option->name, OPTION_LISTED) != NULL;
}

/* The definitions that points among the options of one folder add: name -> const Option *. The
 * caller unrefs it. */
static GHashTable *listed_points(const GPtrArray *decisions, const char *folder)
{
    GHashTable *macros = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        const Option *option = decision->option;
        if (decision->is_point && is_listed(option) && strcmp(option->folder, folder) == 0) {
            g_hash_table_insert(macros, (gpointer)option_name_bare(option->name), (gpointer)option);
        }
    }
    return macros;
}

static void reject(Decision *decision, const char *reason)
{
    decision->is_point = FALSE;
    g_ptr_array_set_size(decision->reasons, 0);
    g_ptr_array_add(decision->reasons, (gpointer)reason);
}

/* ---- variables that hold what others add ----------------------------------------------------- */

/* The option that adds what the value "-DNAME" defines, in more lines than give the variable
 * anything; NULL when there is none. */
static const Option *adds_more(GHashTable *macros, const Option *option, const char *value)
{
    if (!g_str_has_prefix(value, "-D")) {
        return NULL;
    }
    g_autofree char *name = g_strndup(value + 2, strcspn(value + 2, "= "));
    const Option *other = g_hash_table_lookup(macros, name);
    return other != NULL && value[2 + strcspn(value + 2, " ")] == '\0' &&
                   other->definitions->len > option->definitions->len
               ? other
               : NULL;
}

/* "FFLAGS = -DMPI" in one file, beside "FLAGS += -DMPI" in many. */
static const Option *held_for(GHashTable *macros, const Decision *decision)
{
    const Option *found = NULL;
    for (guint i = 0; i < decision->values->len; i++) {
        const ValueDecision *value = decision->values->pdata[i];
        if (value->rejected) {
            continue;
        }
        const Option *other = adds_more(macros, decision->option, value->value->value);
        if (other == NULL) {
            return NULL;
        }
        found = other;
    }
    return found;
}

/* ---- files that stand for several decisions -------------------------------------------------- */

/* What a value that is the name of a file brings; both are sets of const char *. */
typedef struct {
    GHashTable *programs;
    GHashTable *macros; /* of these: listed ones */
} File;

static void file_clear(gpointer data)
{
    File *self = data;
    g_hash_table_unref(self->programs);
    g_hash_table_unref(self->macros);
}

static gboolean is_other(gpointer name, gpointer value, gpointer macros)
{
    (void)value;
    return !g_hash_table_contains(macros, name);
}

/* The values that are files. The caller unrefs it. */
static GArray *files_of(const Option *option, GHashTable *macros)
{
    GArray *files = g_array_new(FALSE, FALSE, sizeof(File));
    g_array_set_clear_func(files, file_clear);
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = option->values->pdata[i];
        if (value->at.path != NULL && value->at.line == 0) {
            File file = {.programs = value_effects(option, value->value, EFFECT_PROGRAM),
                         .macros = value_effects(option, value->value, EFFECT_DEFINITION)};
            g_hash_table_foreach_remove(file.macros, is_other, macros);
            g_array_append_val(files, file);
        }
    }
    return files;
}

static gboolean are_equal(GHashTable *a, GHashTable *b)
{
    return g_hash_table_size(a) == g_hash_table_size(b) && names_are_among(a, b);
}

/* Whether another file builds with the same programs, and not with the same definitions. */
static gboolean decides_more(const GArray *files, guint index)
{
    const File *file = &g_array_index(files, File, index);
    for (guint i = 0; i < files->len && g_hash_table_size(file->programs) > 0; i++) {
        const File *other = &g_array_index(files, File, i);
        if (are_equal(file->programs, other->programs) && !are_equal(file->macros, other->macros)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean stands_for_several(GHashTable *macros, const Decision *decision)
{
    if (decision->category != CATEGORY_COMPILER || g_hash_table_size(macros) == 0) {
        return FALSE;
    }
    g_autoptr(GArray) files = files_of(decision->option, macros);
    guint several = 0;
    for (guint i = 0; i < files->len; i++) {
        several += decides_more(files, i) ? 1 : 0;
    }
    return files->len >= FILES_MIN && 2 * several > files->len;
}

void listed_reject(GPtrArray *decisions, Arena *arena)
{
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        const Option *option = decision->option;
        if (!decision->is_point || option->builder != BUILDER_MAKE || is_listed(option) ||
            option->values->len == 0) {
            continue;
        }
        g_autoptr(GHashTable) macros = listed_points(decisions, option->folder);
        const Option *other = held_for(macros, decision);
        if (other != NULL) {
            reject(decision, arena_printf(arena, "it holds what %s adds", other->name));
        } else if (stands_for_several(macros, decision)) {
            reject(decision, "its files stand for several decisions at once; the definitions by "
                             "which they differ are options of their own");
        }
    }
}
