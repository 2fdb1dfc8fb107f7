/* What the building of facts asks the evaluator of CMake's language. */
#include "discover/builders.h"
#include "discover/cmake/evaluator.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/facts_build.h"
#include "discover/cmake/record.h"
#include "discover/cmake/undeclared.h"
#include <string.h>

/* A file belongs to a bundled copy of another project when a folder above it calls project(),
 * has a licence of its own, and is not all that the root leads to. So does the configuration file
 * of a package that is looked for outside of the tree as well. */
static gboolean is_vendored(gpointer data, const char *path)
{
    Evaluator *self = data;
    if (g_hash_table_contains(self->stand_ins, path)) {
        return TRUE;
    }
    g_autofree char *folder = g_path_get_dirname(path);
    while (strcmp(folder, ".") != 0 && strcmp(folder, "/") != 0) {
        if (g_hash_table_contains(self->project_folders, folder) &&
            tree_has_own_licence(self->tree, folder) &&
            !builders_root_leads_to(self->tree, folder)) {
            return TRUE;
        }
        char *above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
    }
    return FALSE;
}

static const char *line_of(gpointer data, const char *path, guint line)
{
    const Evaluator *self = data;
    const SourceFile *file = g_hash_table_lookup(self->files, path);
    return file != NULL ? source_file_line(file, line) : NULL;
}

/* Whether `name` begins with that of a folder or of what is fetched, as its options would. */
static gboolean bears_name(const char *name, const char *part)
{
    gsize length = strcspn(part, "-_.");
    return length > 0 && g_ascii_strncasecmp(name, part, length) == 0;
}

/* Whether the reason says that commands were not followed: any variable may be set by them. */
static gboolean may_set_any(const char *reason)
{
    static const char *const reasons[] = {"unknown file", "unknown folder", "unknown code",
                                          "deferred call"};
    /* These cost texts, no commands. */
    static const char *const limits[] = {LEDGER_CUT, "limit: defaults"};
    for (guint i = 0; i < G_N_ELEMENTS(reasons); i++) {
        if (strcmp(reason, reasons[i]) == 0) {
            return TRUE;
        }
    }
    return g_str_has_prefix(reason, "limit:") && strcmp(reason, limits[0]) != 0 &&
           strcmp(reason, limits[1]) != 0;
}

/* Whether what was not read, as the ledger says, may set the variable: a file that is included may
 * set any, a folder that is added or fetched may put its own in the cache. */
static gboolean may_be_set_unread(const Evaluator *self, const char *name)
{
    static const char list[] = "/CMakeLists.txt";
    const GPtrArray *ledger = recorder_ledger_entries(self->recorder);
    for (guint i = 0; i < ledger->len; i++) {
        const LedgerEntry *entry = ledger->pdata[i];
        gboolean missing = strcmp(entry->reason, "file not found") == 0;
        if (missing && g_str_has_suffix(entry->subject, list)) {
            g_autofree char *folder = g_path_get_dirname(entry->subject);
            g_autofree char *last = g_path_get_basename(folder);
            if (bears_name(name, last)) {
                return TRUE;
            }
        } else if (missing || may_set_any(entry->reason) ||
                   (strcmp(entry->reason, "downloaded content is not read") == 0 &&
                    bears_name(name, entry->subject))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether no command that was followed gives the variable a value or a text, in whatever file and
 * scope it stands. The search through the files' text does not see those of other names. */
static gboolean is_left_alone(const Evaluator *self, const Variable *variable)
{
    for (guint i = 0; i < self->volatile_prefixes->len; i++) {
        if (g_str_has_prefix(variable->name, self->volatile_prefixes->pdata[i])) {
            return FALSE;
        }
    }
    return !variables_may_have_written(self->variables, variable->name) && !variable->written &&
           !variable->spelled && !variable->volatile_ && !evaluator_brought(self, variable->name);
}

/* Whether the project names files that CMake reads by itself, which nothing here follows: they may
 * set any variable. */
static gboolean names_files_for_cmake(const Evaluator *self)
{
    g_autoptr(GPtrArray) all = variables_all(self->variables);
    for (guint i = 0; i < all->len; i++) {
        const Variable *variable = all->pdata[i];
        const char *name = variable->name;
        if (variable->written &&
            ((g_str_has_prefix(name, "CMAKE_PROJECT_") &&
              (g_str_has_suffix(name, "_INCLUDE") || g_str_has_suffix(name, "_INCLUDES") ||
               g_str_has_suffix(name, "_INCLUDE_BEFORE"))) ||
             strcmp(name, "CMAKE_TOOLCHAIN_FILE") == 0 ||
             g_str_has_prefix(name, "CMAKE_USER_MAKE_RULES_OVERRIDE"))) {
            return TRUE;
        }
    }
    return FALSE;
}

static int compare_variables(gconstpointer a, gconstpointer b)
{
    return strcmp((*(const Variable *const *)a)->name, (*(const Variable *const *)b)->name);
}

gboolean evaluator_add_asked(const Evaluator *self, GArray *undeclared)
{
    guint before = undeclared->len;
    g_autoptr(GPtrArray) all = variables_all(self->variables);
    g_ptr_array_sort(all, compare_variables); /* they come in no order, and are given in this one */
    for (guint i = 0; i < all->len && undeclared->len < UNDECLARED_MAX; i++) {
        const Variable *variable = all->pdata[i];
        DeclaredKind kind = GPOINTER_TO_UINT(g_hash_table_lookup(self->declared, variable->name));
        if (variable->asked && variable->cache.value == NULL && variable->option == NULL &&
            (kind == DECLARED_AT_ALL || kind == DECLARED_CHOICE) && is_left_alone(self, variable)) {
            const Undeclared one = {.name = variable->name, .boolean = kind == DECLARED_AT_ALL};
            g_array_append_val(undeclared, one);
        }
    }
    return undeclared->len > before;
}

static void settle_off(const Evaluator *self)
{
    gboolean any = names_files_for_cmake(self);
    const GPtrArray *options = recorder_options(self->recorder);
    for (guint i = 0; i < options->len; i++) {
        OptionRecord *option = options->pdata[i];
        const Variable *variable = variables_find(self->variables, option->name);
        option->off_unset = option->off_unset && !any && variable != NULL &&
                            is_left_alone(self, variable) && !may_be_set_unread(self, option->name);
    }
}

/* Told once, at the file where reading begins: they are no one line's doing. */
static void tell_lost_lists(const Evaluator *self, const char *file)
{
    guint lost = symbols_lost_lists(self->symbols);
    if (lost > 0) {
        g_autofree char *count = g_strdup_printf("%u lists", lost);
        const Span whole = {file, 0, 0};
        recorder_ledger(self->recorder, whole, "limit: alternatives of a variable", count, NULL);
    }
}

void evaluator_build_facts(Evaluator *self, Facts *facts)
{
    evaluator_note_gathered(self);
    settle_off(self);
    GHashTableIter iter;
    gpointer name;
    gpointer value;
    g_hash_table_iter_init(&iter, self->platform);
    while (g_hash_table_iter_next(&iter, &name, &value)) {
        facts_add_platform(facts, name, value);
    }
    const char *file =
        arena_intern(self->arena, *self->folder == '\0' ? "CMakeLists.txt" : self->folder);
    tell_lost_lists(self, file);
    const FactsSource source = {.arena = self->arena,
                                .guards = self->guards,
                                .symbols = self->symbols,
                                .recorder = self->recorder,
                                .builder = BUILDER_CMAKE,
                                .folder = self->folder,
                                .file = file,
                                .is_vendored = is_vendored,
                                .line = line_of,
                                .data = self};
    facts_build(&source, facts);
}
