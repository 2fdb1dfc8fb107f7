/* Files that an option's value is part of the name of: include(machines/${MACHINE}.cmake),
 * add_subdirectory(backends/${BACKEND}). Those that are there say what the option may be, and each
 * is read where it is that. */
#include "discover/cmake/commands.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* More files than that are no choice. */
#define NAMED_FILES_MAX 40u

/* What the tree's paths begin and end with, around the value. */
typedef struct {
    char *before;
    char *after;
    char *hole;
    Symbol *symbol;
} Pattern;

static void pattern_clear(Pattern *self)
{
    g_free(self->before);
    g_free(self->after);
    g_free(self->hole);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Pattern, pattern_clear)

/* FALSE unless the path leads into the tree, has one hole, an option's, and something before it:
 * where the whole name is the option's, it may be anything. */
static gboolean pattern_of(Evaluator *self, const char *absolute, const char *below,
                           Pattern *pattern)
{
    gsize root = strlen(self->source_root);
    if (strncmp(absolute, self->source_root, root) != 0 || absolute[root] != '/') {
        return FALSE;
    }
    const char *path = absolute + root + 1;
    const char *hole = strchr(path, HOLE_BEGIN);
    if (hole == NULL || hole == path) {
        return FALSE;
    }
    const char *after = hole;
    pattern->symbol = symbols_read_hole(self->symbols, &after);
    if (pattern->symbol == NULL || pattern->symbol->optional_text != NULL ||
        evaluator_meant(self, pattern->symbol)->kind != CONDITION_SUBJECT_OPTION ||
        text_has_hole(after)) {
        return FALSE;
    }
    pattern->hole = g_strndup(hole, (gsize)(after - hole));
    pattern->before = g_strndup(path, (gsize)(hole - path));
    pattern->after = g_strconcat(after, below, NULL);
    return strstr(pattern->before, "..") == NULL && strstr(pattern->after, "..") == NULL;
}

/* The values that name a file, in the order of the files; the caller unrefs. */
static GPtrArray *named_values(Evaluator *self, const Pattern *pattern)
{
    GPtrArray *values = g_ptr_array_new_with_free_func(g_free);
    gsize around = strlen(pattern->before) + strlen(pattern->after);
    const GPtrArray *files = tree_files(self->tree);
    for (guint i = 0; i < files->len && values->len <= NAMED_FILES_MAX; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        gsize length = strlen(path);
        if (length <= around || !g_str_has_prefix(path, pattern->before) ||
            !g_str_has_suffix(path, pattern->after)) {
            continue;
        }
        g_autofree char *value = g_strndup(path + strlen(pattern->before), length - around);
        if (strchr(value, '/') == NULL) {
            g_ptr_array_add(values, g_steal_pointer(&value));
        }
    }
    return values;
}

gboolean command_each_named_file(Evaluator *self, const Call *call, const char *below,
                                 CommandHandler run)
{
    g_autofree char *absolute = evaluator_absolute(self, call->argv[0], "CMAKE_CURRENT_SOURCE_DIR");
    g_auto(Pattern) pattern = {0};
    if (self->options->concrete || !pattern_of(self, absolute, below, &pattern)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) values = named_values(self, &pattern);
    if (values->len == 0 || values->len > NAMED_FILES_MAX) {
        return FALSE;
    }
    Guard entry = self->path;
    Kept kept = {.guards = {&entry}};
    evaluator_keep(self, &kept);
    g_autofree const char **argv = g_memdup2(call->argv, call->argc * sizeof *argv);
    for (guint i = 0; i < values->len; i++) {
        const char *value = values->pdata[i];
        evaluator_compared(self, pattern.hole, value);
        Guard chosen = symbol_equals(self->symbols, pattern.symbol, value);
        self->path = guard_and(self->guards, entry, chosen);
        if (!guard_is_false(self->path)) {
            g_autofree char *name =
                g_strdup_printf("%s/%s%s%.*s", self->source_root, pattern.before, value,
                                (int)(strlen(pattern.after) - strlen(below)), pattern.after);
            argv[0] = arena_intern(self->arena, name);
            const Call one = {call->command, call->argc, argv, call->quoted};
            run(self, &one);
        }
    }
    evaluator_drop(self, &kept);
    self->path = entry;
    return TRUE;
}
