#include "discover/autotools/hand_written.h"
#include "core/path.h"
#include "discover/autotools/build_script.h"
#include "discover/autotools/declared_option.h"
#include "discover/autotools/front.h"
#include "discover/autotools/generated_configure.h"
#include "discover/autotools/makefile_script.h"
#include "discover/autotools/perl_options.h"
#include "discover/autotools/python_options.h"
#include "discover/autotools/shell_options.h"
#include "discover/autotools/shell_script.h"
#include "discover/autotools/shell_sourced.h"
#include "discover/autotools/tools_options.h"
#include <string.h>

#define LIMIT_SCRIPTS "limit: scripts that may configure the build"
#define GENERATED_SKIPPED "generated configure skipped, and configure.ac is missing"

/* The folder of a script, "" for the root. */
static const char *folder_of(Arena *arena, const char *path)
{
    return arena_intern_length(arena, path, path_folder_length(path));
}

/* The folder that a Python script adds to where modules are looked for; NULL when there is none. */
static char *module_folder(const Tree *tree, const char *folder, const char *text)
{
    g_autoptr(GRegex) regex =
        g_regex_new("sys\\.path\\.(?:insert|append)\\([^'\"\\n]*['\"]([\\w./-]+)['\"]", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        char *path = tree_normalize_in(folder, name);
        if (path != NULL && *path != '\0' && tree_is_folder(tree, path)) {
            return path;
        }
        g_free(path);
    }
    return NULL;
}

/* The folder of the script that a script does nothing but execute: "exec(f.read())" of what it
 * opened by its name, open(os.path.join(..., 'config', 'configure.py')). NULL when there is none,
 * or when it lies beside the script. */
static char *executed_folder(const Tree *tree, const char *folder, const char *text)
{
    const char *open = strstr(text, "exec(") != NULL ? strstr(text, "open(") : NULL;
    g_autofree char *call = open != NULL ? g_strndup(open, strcspn(open, "\n")) : NULL;
    g_auto(GStrv) parts = g_strsplit_set(call != NULL ? call : "", "'\"", -1);
    g_autoptr(GString) path = g_string_new(folder);
    /* Between two quotes, so every other piece. */
    for (guint i = 1; parts[0] != NULL && parts[i - 1] != NULL && parts[i] != NULL; i += 2) {
        g_string_append_printf(path, "%s%s", path->len > 0 ? "/" : "", parts[i]);
        char *normal = tree_normalize(path->str);
        char *slash = normal != NULL ? strrchr(normal, '/') : NULL;
        if (slash != NULL && g_str_has_suffix(normal, ".py") && tree_find(tree, normal) != NULL) {
            *slash = '\0';
            return normal;
        }
        g_free(normal);
    }
    return NULL;
}

/* Whether a configure.ac of the folder was read; `below`: or one below it, which a generated script
 * may come from. */
static gboolean is_read(const Facts *facts, const char *folder, gboolean below)
{
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = facts->build_systems->pdata[i];
        gboolean around =
            below ? g_str_has_prefix(system->folder, folder) : strcmp(system->folder, folder) == 0;
        if (system->builder == BUILDER_AUTOTOOLS && system->read && around) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the configure.ac of the folder, or what it includes, calls macros that are not there. */
static gboolean lacks_macros(const Facts *facts, const char *folder)
{
    for (guint i = 0; i < facts->ledger->len; i++) {
        const LedgerEntry *entry = facts->ledger->pdata[i];
        gsize length = strlen(folder);
        if (strcmp(entry->reason, HAND_WRITTEN_UNKNOWN_MACRO) == 0 && entry->at.path != NULL &&
            g_str_has_prefix(entry->at.path, folder) &&
            (length == 0 || entry->at.path[length] == '/')) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The options that are known without the script: the tools', and those of configure.ac. */
static GHashTable *known_options(const GHashTable *of_the_tools, const Facts *facts)
{
    GHashTable *known = g_hash_table_new(g_str_hash, g_str_equal);
    GHashTableIter iterator;
    gpointer name;
    g_hash_table_iter_init(&iterator, (GHashTable *)of_the_tools);
    while (g_hash_table_iter_next(&iterator, &name, NULL)) {
        g_hash_table_add(known, name);
    }
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *option = facts->options->pdata[i];
        if (option->builder == BUILDER_AUTOTOOLS) {
            g_hash_table_add(known, (gpointer)option->name);
        }
    }
    return known;
}

/* What only the help of the script tells, where its configure.ac could not be read whole. */
static void read_beside(const Tree *tree, const GHashTable *of_the_tools, Facts *facts,
                        const char *file, const char *text)
{
    const char *folder = folder_of(facts->arena, file);
    if (!lacks_macros(facts, folder) || !generated_configure_is(text)) {
        return;
    }
    g_autoptr(GHashTable) known = known_options(of_the_tools, facts);
    DeclaredOptions options = {.facts = facts,
                               .folder = folder,
                               .names = g_hash_table_new(g_str_hash, g_str_equal),
                               .arguments_only = TRUE,
                               .tree = tree};
    generated_configure_read(file, text, known, &options);
    g_hash_table_unref(options.names);
}

/* Adds the files that the script reads in, as far as they go through what it was given. Where there
 * are too many, shell_environment.c says so. */
static void add_sourced(const Tree *tree, const char *folder, const char *text, Arena *arena,
                        ShellScript *script)
{
    gboolean cut = FALSE;
    g_autoptr(GPtrArray) sourced = shell_sourced_files(tree, folder, text, &cut);
    for (guint i = 0; i < sourced->len; i++) {
        const char *path = ((const ShellSourced *)sourced->pdata[i])->path;
        g_autofree char *part = tree_read_text(tree, path, NULL, NULL);
        gboolean again = g_ptr_array_find_with_equal_func(script->paths, path, g_str_equal, NULL);
        if (part != NULL && !again && makefile_script_reads_arguments(part)) {
            shell_script_add(script, arena_intern(arena, path), part);
        }
    }
}

/* What runs the script: its own first line, or what the script before it starts it with. The caller
 * frees it. */
static char *runner_of(const char *text, const Front *front)
{
    return front != NULL && front->runner != NULL ? g_strdup(front->runner)
                                                  : g_strndup(text, strcspn(text, "\n"));
}

/* A script that people start. */
typedef struct {
    const char *path;
    const Front *front; /* what it only leads to; NULL: nothing */
} Script;

static void read_script(const Tree *tree, const GHashTable *of_the_tools,
                        const HandWrittenOptions *how, Facts *facts, Script script)
{
    const char *folder = folder_of(facts->arena, script.path);
    const Front *front = script.front;
    const char *path = front != NULL ? front->script : script.path;
    const char *file = arena_intern(facts->arena, path);
    g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
    if (text == NULL) {
        return;
    }
    gboolean generated = generated_configure_is(text);
    if (is_read(facts, folder, generated)) {
        read_beside(tree, of_the_tools, facts, file, text);
        return;
    }
    DeclaredOptions options = {facts, folder, g_hash_table_new(g_str_hash, g_str_equal),
                               FALSE, tree,   how->machine_variables};
    g_autofree char *runner = runner_of(text, front);
    guint found = 0;
    if (generated) {
        declared_options_ledger(&options, (Span){.path = file}, GENERATED_SKIPPED, "configure");
        found = generated_configure_read(file, text, of_the_tools, &options);
    } else if (strstr(runner, "python") != NULL || g_str_has_suffix(path, ".py")) {
        g_autofree char *added = module_folder(tree, folder, text);
        g_autofree char *modules =
            added != NULL ? g_steal_pointer(&added) : executed_folder(tree, folder, text);
        found = python_options_read(tree, file, modules, &options);
    } else if (strstr(runner, "perl") != NULL) {
        found = perl_options_read(file, text, &options);
    } else {
        g_autoptr(ShellScript) whole = shell_script_new();
        shell_script_add(whole, file, text);
        add_sourced(tree, folder, text, facts->arena, whole);
        found = shell_options_read(whole, &options);
    }
    if (found > 0 || generated) {
        BuildSystem *system = arena_new0(facts->arena, BuildSystem);
        *system = (BuildSystem){.builder = BUILDER_AUTOTOOLS,
                                .folder = folder,
                                .file = file,
                                .read = found > 0,
                                .not_read = found > 0 ? NULL : GENERATED_SKIPPED};
        g_ptr_array_add(facts->build_systems, system);
    } else if (!is_read(facts, folder, TRUE)) {
        declared_options_ledger(&options, (Span){.path = file}, "no options found",
                                "hand-written configure");
    }
    g_hash_table_unref(options.names);
}

/* A configure.py at the root, or one folder below that is run by itself. Beside or below a script
 * of the usual name it is a module of it. */
static gboolean is_python_program(const Tree *tree, const TreeFile *file)
{
    const char *slash = strchr(file->path, '/');
    if (file->kind != TREE_CONFIGURE || !g_str_has_suffix(file->path, ".py")) {
        return FALSE;
    }
    if (slash == NULL) {
        return TRUE;
    }
    g_autofree char *beside =
        g_strdup_printf("%.*s/configure", (int)(slash - file->path), file->path);
    if (strchr(slash + 1, '/') != NULL || tree_find(tree, "configure") != NULL ||
        tree_find(tree, "configure.py") != NULL || tree_find(tree, beside) != NULL) {
        return FALSE;
    }
    g_autofree char *text = tree_read_text(tree, file->path, NULL, NULL);
    return text != NULL && g_str_has_prefix(text, "#!");
}

/* A script of the shell at the root, or one folder below. "configure.sh" counts in the root alone,
 * where nothing else configures the build: elsewhere it calls what does, for one machine. */
static gboolean is_shell_program(const Tree *tree, const TreeFile *file)
{
    static const char *const others[] = {"CMakeLists.txt", "configure",    "configure.ac",
                                         "configure.in",   "configure.py", "meson.build"};
    const char *slash = strchr(file->path, '/');
    gboolean near = slash == NULL || strchr(slash + 1, '/') == NULL;
    if (file->kind != TREE_CONFIGURE || !near || g_str_has_suffix(file->path, ".py")) {
        return FALSE;
    }
    gboolean alone = slash == NULL;
    for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
        alone = alone && tree_find(tree, others[i]) == NULL;
    }
    return alone || !g_str_has_suffix(file->path, ".sh");
}

/* The script that writes the makefile, or builds itself: the build of the whole tree, wherever the
 * script lies. */
static void read_only_script(const Tree *tree, const HandWrittenOptions *how, Facts *facts,
                             const char *path)
{
    const char *file = arena_intern(facts->arena, path);
    g_autofree char *text = tree_read_text(tree, path, NULL, NULL);
    DeclaredOptions options = {facts, "",   g_hash_table_new(g_str_hash, g_str_equal),
                               FALSE, tree, how->machine_variables};
    g_autoptr(ShellScript) script = shell_script_new();
    shell_script_add(script, file, text != NULL ? text : "");
    if (shell_options_read(script, &options) > 0) {
        BuildSystem *system = arena_new0(facts->arena, BuildSystem);
        *system =
            (BuildSystem){.builder = BUILDER_AUTOTOOLS, .folder = "", .file = file, .read = TRUE};
        g_ptr_array_add(facts->build_systems, system);
    }
    g_hash_table_unref(options.names);
}

/* The scripts of the shell, and what those of them that are fronts lead to: each is asked once. */
typedef struct {
    GPtrArray *scripts; /* const TreeFile * */
    GPtrArray *fronts;  /* Front * for each; NULL: none */
    GHashTable *called; /* const char *: what the fronts lead to, which is read for those */
} ShellPrograms;

static void free_front(gpointer front)
{
    front_free(front);
}

static ShellPrograms shell_programs(const Tree *tree)
{
    ShellPrograms programs = {g_ptr_array_new(), g_ptr_array_new_with_free_func(free_front),
                              g_hash_table_new(g_str_hash, g_str_equal)};
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (!is_shell_program(tree, file)) {
            continue;
        }
        Front *front = front_of(tree, file->path);
        g_ptr_array_add(programs.scripts, files->pdata[i]);
        g_ptr_array_add(programs.fronts, front);
        if (front != NULL) {
            g_hash_table_add(programs.called, front->script);
        }
    }
    return programs;
}

static void read_shell_programs(const Tree *tree, const GHashTable *of_the_tools,
                                const HandWrittenOptions *options, Facts *facts)
{
    ShellPrograms programs = shell_programs(tree);
    for (guint i = 0; i < programs.scripts->len; i++) {
        const char *path = ((const TreeFile *)programs.scripts->pdata[i])->path;
        if (!g_hash_table_contains(programs.called, path)) {
            const Script script = {path, programs.fronts->pdata[i]};
            read_script(tree, of_the_tools, options, facts, script);
        }
    }
    g_hash_table_unref(programs.called);
    g_ptr_array_unref(programs.scripts);
    g_ptr_array_unref(programs.fronts);
}

gboolean hand_written_read(const Tree *tree, const HandWrittenOptions *options, Facts *facts,
                           GError **error)
{
    g_autoptr(GHashTable) of_the_tools = tools_options_load(options->stub_folder, error);
    if (of_the_tools == NULL) {
        return FALSE;
    }
    read_shell_programs(tree, of_the_tools, options, facts);
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (is_python_program(tree, file)) {
            read_script(tree, of_the_tools, options, facts, (Script){file->path, NULL});
        }
    }
    const char *cut = NULL;
    const char *script = makefile_script_find(tree, options->side_folders, &cut);
    if (cut != NULL) {
        facts_add_ledger(facts, (Span){.path = arena_intern(facts->arena, cut)}, LIMIT_SCRIPTS,
                         "configure");
    }
    if (script == NULL && facts->build_systems->len == 0) {
        script = build_script_find(tree, options->build_scripts, options->side_folders);
    }
    if (script != NULL) {
        read_only_script(tree, options, facts, script);
    }
    return TRUE;
}
