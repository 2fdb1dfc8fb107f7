/* Files that an option's value is part of the name of: include(machines/${MACHINE}.cmake),
 * add_subdirectory(backends/${BACKEND}). Those that are there say what the option may be, and each
 * is read where it is that. Sources (kernels_${SIMD}.c), files that are asked for and variables
 * (${FLAGS_${SIMD}}) say as much, but only what they are called is looked at. */
#include "core/path.h"
#include "core/text_order.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/option.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

/* More files, or variables, than that are no choice. */
#define NAMED_FILES_MAX 40u
/* Different names with a value in them that are looked for among files and variables. */
#define NAMED_PATTERNS_MAX 256u

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

/* What stands between `before` and `after` in the name; NULL when it is another one. */
static char *value_in_name(const char *name, const char *before, const char *after)
{
    gsize length = strlen(name);
    gsize around = strlen(before) + strlen(after);
    return length > around && g_str_has_prefix(name, before) && g_str_has_suffix(name, after)
               ? g_strndup(name + strlen(before), length - around)
               : NULL;
}

/* The values that name a file, in the order of the files; the caller unrefs. */
static GPtrArray *named_values(Evaluator *self, const Pattern *pattern)
{
    GPtrArray *values = g_ptr_array_new_with_free_func(g_free);
    const GPtrArray *files = tree_files(self->tree);
    for (guint i = 0; i < files->len && values->len <= NAMED_FILES_MAX; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        g_autofree char *value = value_in_name(path, pattern->before, pattern->after);
        if (value != NULL && strchr(value, '/') == NULL) {
            g_ptr_array_add(values, g_steal_pointer(&value));
        }
    }
    return values;
}

/* The option that the symbol is the text of; NULL when it is none of the project's, or is only true
 * or false. */
static OptionRecord *told_option(Evaluator *self, const Symbol *symbol)
{
    const Symbol *meant = symbol != NULL ? evaluator_meant(self, symbol) : NULL;
    return meant != NULL && symbol->optional_text == NULL && !meant->boolean &&
                   meant->kind == CONDITION_SUBJECT_OPTION &&
                   !g_str_has_prefix(meant->name, "CMAKE_")
               ? recorder_option(self->recorder, meant->name, FALSE)
               : NULL;
}

/* FALSE when the name was looked for before, or too many others were: looking takes as long as
 * there are files or variables, and a loop may ask each time. */
static gboolean first_look(Evaluator *self, const OptionRecord *option, const char *kind,
                           const char *name)
{
    g_autofree char *key = g_strconcat(kind, " ", name, NULL);
    if (g_hash_table_contains(self->looked_for, key)) {
        return FALSE;
    }
    if (g_hash_table_size(self->looked_for) >= NAMED_PATTERNS_MAX) {
        evaluator_ledger(self, "limit: names that hold values", option->name, NULL);
        return FALSE;
    }
    return g_hash_table_add(self->looked_for, g_steal_pointer(&key));
}

static void add_words(Evaluator *self, OptionRecord *option, const GPtrArray *values)
{
    for (guint i = 0; values->len <= NAMED_FILES_MAX && i < values->len; i++) {
        recorder_word(self->recorder, option, values->pdata[i], evaluator_project_place(self));
    }
}

static gboolean has_letter(const char *text, gsize length)
{
    for (gsize i = 0; i < length; i++) {
        if (g_ascii_isalnum(text[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the name of a file tells it from those beside it: kernels_${SIMD}.c, but not src/${X}.c,
 * which every source is. A folder is told by the file in it, but for the one that each has. */
static gboolean tells_apart(const Pattern *pattern)
{
    const char *begin = path_base(pattern->before);
    const char *within = strchr(pattern->after, '/');
    return has_letter(begin, strlen(begin)) ||
           has_letter(pattern->after, strcspn(pattern->after, "/.")) ||
           (within != NULL && has_letter(within, strlen(within)) &&
            !g_str_has_suffix(within, "/CMakeLists.txt"));
}

void evaluator_note_named_files(Evaluator *self, const char *path)
{
    if (self->options->concrete || !text_has_hole(path) || evaluator_in_stub(self)) {
        return;
    }
    g_autofree char *absolute = evaluator_absolute(self, path, "CMAKE_CURRENT_SOURCE_DIR");
    g_auto(Pattern) pattern = {0};
    if (!pattern_of(self, absolute, "", &pattern) || !tells_apart(&pattern)) {
        return;
    }
    OptionRecord *option = told_option(self, pattern.symbol);
    if (option == NULL || !first_look(self, option, "file", absolute)) {
        return;
    }
    g_autoptr(GPtrArray) values = named_values(self, &pattern);
    add_words(self, option, values);
}

/* Whether letters and digits of the text are the beginning of the project's name, in any case. */
static gboolean begins_project(const Evaluator *self, const char *text)
{
    const char *name = self->project_name;
    for (; name != NULL && *text != '\0'; text++) {
        name += g_ascii_isalnum(*text) ? strspn(name, "-_+. ") : 0;
        if (g_ascii_isalnum(*text) && g_ascii_tolower(*text) != g_ascii_tolower(*name++)) {
            return FALSE;
        }
    }
    return name != NULL;
}

/* Whether variables that have no more in common than this are of one kind: SIM_${SIM_BLAS} may be
 * anything that the project calls its own, the option too. */
static gboolean is_one_kind(const Evaluator *self, const char *option, const char *before,
                            const char *after)
{
    g_autofree char *own = value_in_name(option, before, after);
    g_autofree char *around = g_strconcat(before, after, NULL);
    return own == NULL && !begins_project(self, around);
}

static GPtrArray *values_in_variables(const Evaluator *self, const char *before, const char *after)
{
    g_autoptr(GPtrArray) all = variables_all(self->variables);
    GPtrArray *values = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < all->len && values->len <= NAMED_FILES_MAX; i++) {
        const Variable *variable = all->pdata[i];
        gboolean set = variable_value(variable) != NULL || variable->cache.value != NULL;
        char *value = set ? value_in_name(variable->name, before, after) : NULL;
        if (value != NULL) {
            g_ptr_array_add(values, value);
        }
    }
    g_ptr_array_sort(values, text_order);
    return values;
}

void evaluator_note_named_variables(Evaluator *self, const char *name)
{
    const char *after = strchr(name, HOLE_BEGIN);
    if (self->options->concrete || after == name || g_str_has_prefix(name, "CMAKE_") ||
        evaluator_in_stub(self)) {
        return;
    }
    g_autofree char *before = g_strndup(name, (gsize)(after - name));
    OptionRecord *option = told_option(self, symbols_read_hole(self->symbols, &after));
    if (option == NULL || text_has_hole(after) || !is_one_kind(self, option->name, before, after) ||
        !first_look(self, option, "variable", name)) {
        return;
    }
    g_autoptr(GPtrArray) values = values_in_variables(self, before, after);
    add_words(self, option, values);
}

void command_run_with(Evaluator *self, const Call *call, const char *first, CommandHandler run)
{
    g_autofree const char **argv = g_memdup2(call->argv, call->argc * sizeof *argv);
    argv[0] = arena_intern(self->arena, first);
    const Call one = {call->command, call->argc, argv, call->quoted};
    run(self, &one);
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
    for (guint i = 0; i < values->len; i++) {
        const char *value = values->pdata[i];
        evaluator_compared(self, pattern.hole, value);
        Guard chosen = symbol_equals(self->symbols, pattern.symbol, value);
        self->path = guard_and(self->guards, entry, chosen);
        if (!guard_is_false(self->path)) {
            g_autofree char *name =
                g_strdup_printf("%s/%s%s%.*s", self->source_root, pattern.before, value,
                                (int)(strlen(pattern.after) - strlen(below)), pattern.after);
            command_run_with(self, call, name, run);
        }
    }
    evaluator_drop(self, &kept);
    self->path = entry;
    return TRUE;
}

/* The first hole that is one of several texts; `after`: where it ends. NULL when there is none. */
static Symbol *several_texts(Evaluator *self, const char *name, const char **hole,
                             const char **after)
{
    for (*hole = strchr(name, HOLE_BEGIN); *hole != NULL; *hole = strchr(*after, HOLE_BEGIN)) {
        *after = *hole;
        Symbol *symbol = symbols_read_hole(self->symbols, after);
        if (symbol == NULL) {
            return NULL;
        }
        if (symbol->texts != NULL) {
            return symbol;
        }
    }
    return NULL;
}

/* `left`: how many more may be run. */
static void each_text(Evaluator *self, const Call *call, const char *name, CommandHandler run,
                      guint *left)
{
    const char *hole = NULL;
    const char *after = NULL;
    Symbol *symbol = several_texts(self, name, &hole, &after);
    if (*left == 0) {
        evaluator_ledger(self, "limit: files that the build chooses", call->argv[0], NULL);
        return;
    }
    if (symbol == NULL) {
        (*left)--;
        command_run_with(self, call, name, run);
        return;
    }
    Guard entry = self->path;
    Guard rest = entry;
    Kept kept = {.guards = {&entry, &rest}};
    evaluator_keep(self, &kept);
    g_auto(GStrv) texts = g_strsplit(symbol->texts, "\1", -1);
    for (char **text = texts; *text != NULL && text[1] != NULL; text++) {
        Guard chosen = text_has_hole(*text) ? symbol_relation(self->symbols, symbol, "is", *text)
                                            : symbol_equals(self->symbols, symbol, *text);
        self->path = text[2] != NULL ? guard_and(self->guards, rest, chosen) : rest;
        rest = guard_minus(self->guards, rest, chosen);
        if (!guard_is_false(self->path)) {
            g_autofree char *whole =
                g_strdup_printf("%.*s%s%s", (int)(hole - name), name, *text, after);
            each_text(self, call, whole, run, left);
        }
    }
    evaluator_drop(self, &kept);
    self->path = entry;
}

gboolean command_each_text(Evaluator *self, const Call *call, CommandHandler run)
{
    const char *hole = NULL;
    const char *after = NULL;
    if (self->options->concrete || several_texts(self, call->argv[0], &hole, &after) == NULL) {
        return FALSE;
    }
    guint left = NAMED_FILES_MAX;
    each_text(self, call, call->argv[0], run, &left);
    return TRUE;
}
