/* Files that an option's value is part of the name of: include(machines/${MACHINE}.cmake),
 * add_subdirectory(backends/${BACKEND}). Those that are there say what the option may be, and each
 * is read where it is that. Sources (kernels_${SIMD}.c), files that are asked for and variables
 * (${FLAGS_${SIMD}}) say as much, but only what they are called is looked at. */
#include "discover/cmake/commands.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* More files, or variables, than that are no choice. */
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

void evaluator_note_named_files(Evaluator *self, const char *path)
{
    g_autofree char *absolute = evaluator_absolute(self, path, "CMAKE_CURRENT_SOURCE_DIR");
    g_auto(Pattern) pattern = {0};
    if (self->options->concrete || !text_has_hole(path) ||
        !pattern_of(self, absolute, "", &pattern)) {
        return;
    }
    g_autoptr(GPtrArray) values = named_values(self, &pattern);
    for (guint i = 0; values->len <= NAMED_FILES_MAX && i < values->len; i++) {
        evaluator_compared(self, pattern.hole, values->pdata[i]);
    }
}

static int compare_texts(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The value that makes a known variable's name of it: what stands between `before` and `after`;
 * NULL when the variable is another one. */
static char *value_in_name(const Variable *variable, const char *before, const char *after)
{
    gsize length = strlen(variable->name);
    gsize around = strlen(before) + strlen(after);
    gboolean set = variable_value(variable) != NULL || variable->cache.value != NULL;
    return set && length > around && g_str_has_prefix(variable->name, before) &&
                   g_str_has_suffix(variable->name, after)
               ? g_strndup(variable->name + strlen(before), length - around)
               : NULL;
}

void evaluator_note_named_variables(Evaluator *self, const char *name)
{
    const char *after = strchr(name, HOLE_BEGIN);
    if (self->options->concrete || after == name || g_str_has_prefix(name, "CMAKE_")) {
        return;
    }
    g_autofree char *before = g_strndup(name, (gsize)(after - name));
    const Symbol *symbol = symbols_read_hole(self->symbols, &after);
    if (symbol == NULL || symbol->optional_text != NULL || text_has_hole(after) ||
        evaluator_meant(self, symbol)->kind != CONDITION_SUBJECT_OPTION ||
        g_str_has_prefix(evaluator_meant(self, symbol)->name, "CMAKE_")) {
        return;
    }
    g_autoptr(GPtrArray) all = variables_all(self->variables);
    g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < all->len && values->len <= NAMED_FILES_MAX; i++) {
        char *value = value_in_name(all->pdata[i], before, after);
        if (value != NULL) {
            g_ptr_array_add(values, value);
        }
    }
    g_ptr_array_sort(values, compare_texts);
    OptionRecord *option =
        recorder_option(self->recorder, evaluator_meant(self, symbol)->name, FALSE);
    for (guint i = 0; option != NULL && values->len <= NAMED_FILES_MAX && i < values->len; i++) {
        recorder_word(self->recorder, option, values->pdata[i], evaluator_project_place(self));
    }
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
