#include "discover/autotools/autotools_reader.h"
#include "core/path.h"
#include "discover/autotools/generated_configure.h"
#include "discover/autotools/hand_written.h"
#include "discover/autotools/project_files.h"
#include "discover/autotools/tools_options.h"
#include "discover/autotools/top_levels.h"
#include "discover/cmake/facts_build.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/submodules.h"
#include <string.h>

/* Projects side by side, and projects that AC_CONFIG_SUBDIRS leads to. */
#define PROJECTS_MAX 64u
#define LIMIT_PROJECTS "limit: files of the build"
/* Descriptions that nothing leads to and that are told of. */
#define UNREAD_TOLD_MAX 32u
/* Submodules that are not there, and may hold the macros that are not. */
#define SUBMODULES_TOLD_MAX 8u

typedef struct {
    const Tree *tree;
    const AutotoolsReadOptions *options;
    Facts *facts;
    GPtrArray *folders;      /* const char *: read, or to be read */
    GPtrArray *surroundings; /* GHashTable *: what each of them finds in its environment, or NULL */
    GPtrArray *top_levels;   /* TopLevel *: the first of them, not reached through another */
    guint tops;              /* their number */
} Reading;

typedef struct {
    Configure *configure;
    ProjectFiles *files;
    gboolean vendored;
} Project;

static Text *load_file(gpointer data, Origin at, const char *path)
{
    return project_files_include(((Project *)data)->files, at, path);
}

static gboolean find_macro(gpointer data, const char *name)
{
    return project_files_find_macro(((Project *)data)->files, name);
}

static gboolean defines_macro(gpointer data, const char *name)
{
    return project_files_defines(((Project *)data)->files, name);
}

static void note_problem(gpointer data, Origin at, const char *reason, const char *subject)
{
    configure_ledger(((Project *)data)->configure, at, reason, subject);
}

static gboolean is_vendored(gpointer data, const char *path)
{
    (void)path;
    return ((Project *)data)->vendored;
}

static const char *line_of(gpointer data, const char *path, guint line)
{
    return project_files_line(((Project *)data)->files, path, line);
}

/* What Autoconf's own macros and those of the macro archives do, in M4. */
static gboolean read_stubs(Configure *configure, const char *stub_folder, GError **error)
{
    static const struct {
        const char *file;
        M4Definitions kind;
    } stubs[] = {{"core.m4", M4_DEFINITIONS_FINAL}, {"archive.m4", M4_DEFINITIONS_OURS}};
    for (guint i = 0; i < G_N_ELEMENTS(stubs); i++) {
        gsize length = 0;
        g_autofree char *bytes = tools_file_read(stub_folder, stubs[i].file, &length, error);
        if (bytes == NULL) {
            return FALSE;
        }
        g_autoptr(Text) text = text_of_file(bytes, length, 0);
        m4_read(configure->m4, text, stubs[i].kind);
    }
    return TRUE;
}

static const char *trimmed_line(Project *project, const Span *at)
{
    const char *line = project_files_line(project->files, at->path, at->line);
    if (at->path == NULL || line == NULL) {
        return NULL;
    }
    line += strspn(line, " \t");
    g_autofree char *text = g_strndup(line, strcspn(line, "\r\n"));
    return arena_strdup(project->configure->arena, g_strchomp(text));
}

static void add_lines(Project *project)
{
    const GPtrArray *options = recorder_options(project->configure->recorder);
    for (guint i = 0; i < options->len; i++) {
        const OptionRecord *option = options->pdata[i];
        for (guint k = 0; k < option->definitions->len; k++) {
            DefinitionRecord *definition = option->definitions->pdata[k];
            definition->text = trimmed_line(project, &definition->at);
        }
    }
}

/* What configure puts into the files that it makes, where that depends on something. */
static void add_substituted(Configure *configure)
{
    for (guint i = 0; i < configure->substituted->len; i++) {
        const char *name = configure->substituted->pdata[i];
        const Origin *at = g_hash_table_lookup(configure->substituted_at, name);
        const Value *value = configure_variable(configure, name)->value;
        for (guint k = 0; value != NULL && value->count > 1 && k < value->count; k++) {
            const Alternative *alternative = &value->alternatives[k];
            if (alternative->text != NULL && *alternative->text != '\0') {
                configure->path = alternative->when;
                configure_effect(configure, EFFECT_VARIABLE, name,
                                 configure_readable(configure, alternative->text), *at);
            }
        }
    }
    configure->path = GUARD_TRUE;
}

static const TopLevel *top_level_of(const Reading *reading, const char *folder)
{
    for (guint i = 0; i < reading->top_levels->len; i++) {
        const TopLevel *top = reading->top_levels->pdata[i];
        if (strcmp(top->folder, folder) == 0) {
            return top;
        }
    }
    return NULL;
}

/* The folder that people start the script in. Autoconf may be told to write it above its source:
 * "cd config; autoconf -o ../configure". */
static const char *script_folder(const Reading *reading, const char *folder)
{
    const Tree *tree = reading->tree;
    Arena *arena = reading->facts->arena;
    const TopLevel *top = top_level_of(reading, folder);
    if (top != NULL && top->script != NULL) {
        return arena_intern_length(arena, top->script, path_folder_length(top->script));
    }
    g_autofree char *own = g_strdup_printf("%s/configure", folder);
    if (*folder == '\0' || tree_find(tree, own) != NULL) {
        return folder;
    }
    g_autofree char *above = path_folder(folder);
    g_autofree char *script =
        *above != '\0' ? g_strdup_printf("%s/configure", above) : g_strdup("configure");
    g_autofree char *description = configure_description_in(tree, above);
    g_autofree char *text = description == NULL ? tree_read_text(tree, script, NULL, NULL) : NULL;
    return text != NULL && generated_configure_is(text) ? arena_intern(arena, above) : folder;
}

static void add_build_system(Reading *reading, const Project *project, const char *file)
{
    const Configure *configure = project->configure;
    BuildSystem *system = arena_new0(reading->facts->arena, BuildSystem);
    *system = (BuildSystem){.builder = BUILDER_AUTOTOOLS,
                            .folder = script_folder(reading, configure->folder),
                            .file = file,
                            .minimum_version = configure->minimum_version,
                            .vendored = project->vendored,
                            .read = TRUE};
    g_ptr_array_add(reading->facts->build_systems, system);
    facts_name_project(reading->facts, configure->project_name, configure->project_version,
                       configure->project_at);
}

/* Whether it is there for tests and the like, whose own script says nothing of the product. */
static gboolean lies_aside(const Reading *reading, const char *folder)
{
    g_autofree char *lower = g_ascii_strdown(folder, -1);
    g_auto(GStrv) parts = g_strsplit(lower, "/", -1);
    for (char **part = parts; reading->options->side_folders != NULL && *part != NULL; part++) {
        if (g_hash_table_contains(reading->options->side_folders, *part)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What scripts that this one starts find in their environment, as far as that is the same in every
 * case. */
static GHashTable *surroundings_of(const Configure *configure)
{
    GHashTable *all = g_hash_table_new(g_str_hash, g_str_equal);
    GHashTableIter iterator;
    gpointer name = NULL;
    g_hash_table_iter_init(&iterator, configure->exported);
    while (g_hash_table_iter_next(&iterator, &name, NULL)) {
        const ShellVariable *variable = g_hash_table_lookup(configure->variables, name);
        const char *text =
            variable != NULL && variable->value != NULL ? value_text(variable->value) : NULL;
        if (text != NULL && !text_has_hole(text) &&
            !g_hash_table_contains(configure->options, name)) {
            g_hash_table_insert(all, name, (gpointer)arena_intern(configure->arena, text));
        }
    }
    return all;
}

static void enter_surroundings(Configure *configure, GHashTable *surroundings)
{
    configure->surroundings = surroundings;
    GHashTableIter iterator;
    gpointer name = NULL;
    gpointer text = NULL;
    g_hash_table_iter_init(&iterator, surroundings);
    while (g_hash_table_iter_next(&iterator, &name, &text)) {
        configure_assign(configure, name, value_of_text(text));
    }
}

static void unref_surroundings(gpointer data)
{
    if (data != NULL) {
        g_hash_table_unref(data);
    }
}

static void add_subfolders(Reading *reading, const Configure *configure)
{
    for (guint i = 0; i < configure->subfolders->len; i++) {
        const char *folder = configure->subfolders->pdata[i];
        if (lies_aside(reading, folder) ||
            g_ptr_array_find_with_equal_func(reading->folders, folder, g_str_equal, NULL)) {
            continue;
        }
        if (reading->folders->len == PROJECTS_MAX) {
            const char *at = configure->files->len > 0 ? configure->files->pdata[0] : folder;
            facts_add_ledger(reading->facts, (Span){.path = at}, LIMIT_PROJECTS, folder);
            return;
        }
        g_ptr_array_add(reading->folders, (gpointer)folder);
        g_ptr_array_add(reading->surroundings, surroundings_of(configure));
    }
}

static void add_built(Reading *reading, const Configure *configure)
{
    const char *folder = script_folder(reading, configure->folder);
    for (guint i = 0; i < configure->built->len; i++) {
        BuiltSource *built = arena_new0(reading->facts->arena, BuiltSource);
        *built = (BuiltSource){configure->built->pdata[i], folder};
        g_ptr_array_add(reading->facts->built, built);
    }
}

/* Expands a description, follows the script that it becomes, and then what depends on all of it. */
static void follow_script(Project *project, Text *description)
{
    Configure *configure = project->configure;
    g_autoptr(Text) expanded = m4_expand(configure->m4, description);
    g_autoptr(Text) script = text_without_quadrigraphs(expanded);
    configure->script = text_string(script);
    const Node *root = shell_parse(configure->arena, script, note_problem, project);
    configure_look_ahead(configure, root);
    configure_run(configure, root);
    configure->path = GUARD_TRUE;
    configure_collect(configure);
    configure_automake(configure);
    add_substituted(configure);
    configure_fill_headers(configure);
    configure_settle(configure);
    add_lines(project);
    configure->script = NULL;
}

static gboolean read_project(Reading *reading, guint index, gboolean vendored, GError **error)
{
    const char *folder = reading->folders->pdata[index];
    g_autofree char *file = configure_description_in(reading->tree, folder);
    if (file == NULL) {
        return TRUE;
    }
    g_autoptr(Configure) configure = configure_new(reading->tree, reading->facts->arena, folder);
    g_autoptr(ProjectFiles) files = project_files_new(configure);
    configure->collect_after = reading->options->collect_after;
    Project project = {configure, files, vendored};
    const M4Client client = {.load = load_file,
                             .find = find_macro,
                             .written = defines_macro,
                             .problem = note_problem,
                             .data = &project,
                             .most_bytes = reading->options->most_bytes};
    configure->m4 = m4_new(&client);
    configure_add_marks(configure);
    if (!read_stubs(configure, reading->options->stub_folder, error)) {
        return FALSE;
    }
    g_autoptr(Text) text = project_files_text(files, file);
    if (text == NULL) {
        return TRUE;
    }
    const TopLevel *top = top_level_of(reading, folder);
    if (top != NULL && top->front != NULL) {
        configure_give(configure, top->script, top->front->given);
    }
    if (reading->surroundings->pdata[index] != NULL) {
        enter_surroundings(configure, reading->surroundings->pdata[index]);
    }
    project_files_read_macros(files, text_string(text));
    follow_script(&project, text);
    const char *interned = arena_intern(configure->arena, file);
    add_build_system(reading, &project, interned);
    add_subfolders(reading, configure);
    add_built(reading, configure);
    const FactsSource source = {.arena = configure->arena,
                                .guards = configure->guards,
                                .symbols = configure->symbols,
                                .recorder = configure->recorder,
                                .builder = BUILDER_AUTOTOOLS,
                                .folder = script_folder(reading, configure->folder),
                                .file = interned,
                                .is_vendored = is_vendored,
                                .line = line_of,
                                .data = &project};
    facts_build(&source, reading->facts);
    return TRUE;
}

static void find_top_levels(Reading *reading)
{
    for (guint i = 0; i < reading->top_levels->len; i++) {
        const TopLevel *top = reading->top_levels->pdata[i];
        g_ptr_array_add(reading->folders, (gpointer)top->folder);
    }
    reading->tops = reading->folders->len;
    g_ptr_array_set_size(reading->surroundings, (gint)reading->tops);
}

/* Whether another build begins in the root: what lies deeper is then no build of all. */
static gboolean built_from_root(const Facts *facts)
{
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = facts->build_systems->pdata[i];
        if (system->read && *system->folder == '\0') {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether macros may lie in the submodule, by what it is called. */
static gboolean may_hold_macros(const Submodule *submodule)
{
    g_autofree char *text = g_strconcat(submodule->path, " ", submodule->url, NULL);
    return g_regex_match_simple("m4|macro|aclocal|autoconf|autotools|config", text,
                                G_REGEX_CASELESS, 0);
}

/* A macro that nothing defines may be a submodule's that is not there: who checks it out gets to
 * know more. */
static void tell_absent_submodules(const Tree *tree, Facts *facts)
{
    const LedgerEntry *unknown = NULL;
    for (guint i = 0; i < facts->ledger->len && unknown == NULL; i++) {
        const LedgerEntry *entry = facts->ledger->pdata[i];
        unknown = strcmp(entry->reason, HAND_WRITTEN_UNKNOWN_MACRO) == 0 ? entry : NULL;
    }
    g_autoptr(GPtrArray) submodules = unknown != NULL ? submodules_read(tree) : g_ptr_array_new();
    for (guint i = 0, told = 0; i < submodules->len && told < SUBMODULES_TOLD_MAX; i++) {
        const Submodule *submodule = submodules->pdata[i];
        if (submodule->path == NULL || !submodule_is_absent(submodule, tree) ||
            !may_hold_macros(submodule)) {
            continue;
        }
        facts_add_ledger(facts, unknown->at, "submodule is not in the tree", submodule->path);
        told++;
    }
}

/* Whether the file is the description of a part of the product, and no copy of another project. */
static gboolean describes_part(const Reading *reading, const TreeFile *file, const char *folder)
{
    if (file->kind != TREE_AUTOCONF || lies_aside(reading, folder)) {
        return FALSE;
    }
    g_autofree char *description = configure_description_in(reading->tree, folder);
    if (g_strcmp0(description, file->path) != 0) {
        return FALSE;
    }
    g_autofree char *above = g_strdup(folder);
    for (char *slash = above; slash != NULL; slash = strrchr(above, '/')) {
        if (slash != above) {
            *slash = '\0';
        }
        if (*above != '\0' && tree_has_own_licence(reading->tree, above)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Below what was read may be descriptions that nothing leads to, as far as could be followed: who
 * knows more of them gets to know. */
static void tell_unread(const Reading *reading)
{
    const GPtrArray *files = tree_files(reading->tree);
    for (guint i = 0, told = 0; i < files->len && told < UNREAD_TOLD_MAX; i++) {
        const TreeFile *file = files->pdata[i];
        g_autofree char *folder = path_folder(file->path);
        if (!describes_part(reading, file, folder) ||
            g_ptr_array_find_with_equal_func(reading->folders, folder, g_str_equal, NULL)) {
            continue;
        }
        facts_add_ledger(reading->facts, (Span){.path = file->path},
                         "description that nothing leads to", folder);
        told++;
    }
}

gboolean autotools_read(const Tree *tree, const AutotoolsReadOptions *options, Facts *facts,
                        GError **error)
{
    g_autoptr(GPtrArray) folders = g_ptr_array_new();
    g_autoptr(GPtrArray) surroundings = g_ptr_array_new_with_free_func(unref_surroundings);
    const char *cut = NULL;
    g_autoptr(GPtrArray) top_levels =
        top_levels_find(tree, facts->arena, options->side_folders, PROJECTS_MAX, &cut);
    if (cut != NULL) {
        facts_add_ledger(facts, (Span){.path = cut}, LIMIT_PROJECTS, cut);
    }
    Reading reading = {tree, options, facts, folders, surroundings, top_levels, 0};
    find_top_levels(&reading);
    gboolean deeper = built_from_root(facts);
    for (guint i = 0; i < folders->len; i++) {
        const char *folder = folders->pdata[i];
        gboolean top = i < reading.tops;
        gboolean vendored = top ? deeper && *folder != '\0' && tree_has_other_licence(tree, folder)
                                : tree_has_own_licence(tree, folder);
        if (!read_project(&reading, i, vendored, error)) {
            return FALSE;
        }
    }
    tell_unread(&reading);
    tell_absent_submodules(tree, facts);
    const HandWrittenOptions hand_written = {options->stub_folder, options->side_folders,
                                             options->build_scripts, options->machine_variables};
    return hand_written_read(tree, &hand_written, facts, error);
}
