#include "discover/cmake/cmake_reader.h"
#include "discover/cmake/assign.h"
#include "discover/cmake/call.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/first_folders.h"
#include "discover/cmake/known_text.h"
#include "discover/cmake/lost_folders.h"
#include "discover/cmake/option.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/submodules.h"
#include "discover/cmake/undeclared.h"
#include "discover/cmake/unread.h"
#include <string.h>

static Evaluator *evaluator_new(const Tree *tree, const CmakeReadOptions *options, Arena *arena,
                                Diagnostics *diagnostics, const char *folder)
{
    Evaluator *self = g_new0(Evaluator, 1);
    self->tree = tree;
    self->options = options;
    self->domain = options->concrete ? &domain_concrete : &domain_symbolic;
    self->diagnostics = diagnostics;
    self->arena = arena;
    self->guards = guards_new();
    guards_allow(self->guards, COMMAND_NODES_MAX);
    self->symbols = symbols_new(arena, self->guards);
    if (options->concrete) {
        symbols_close(self->symbols);
    }
    self->variables = variables_new(arena);
    self->recorder = recorder_new(arena, self->guards);
    self->folder = folder;
    self->source_root = FACTS_SOURCE_ROOT;
    self->binary_root = "/build";
    self->path = GUARD_TRUE;
    self->files = g_hash_table_new(g_str_hash, g_str_equal);
    self->spare_arguments = g_array_new(FALSE, FALSE, sizeof(Arguments));
    self->known = known_texts_new();
    self->peeked = g_ptr_array_new_with_free_func((GDestroyNotify)value_unref);
    self->functions = g_hash_table_new(NULL, NULL);
    self->given = g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_unref);
    self->remembered = remembered_calls_new();
    self->noted = noted_texts_new();
    self->argument_names = g_ptr_array_new();
    self->targets = g_hash_table_new(g_str_hash, g_str_equal);
    self->initialized = g_ptr_array_new();
    self->tests = g_hash_table_new(g_str_hash, g_str_equal);
    self->included = g_hash_table_new(g_str_hash, g_str_equal);
    self->project_folders = g_hash_table_new(g_str_hash, g_str_equal);
    self->stand_ins = g_hash_table_new(g_str_hash, g_str_equal);
    self->brought_commands = g_hash_table_new(g_str_hash, g_str_equal);
    self->policy_stack = g_array_new(FALSE, FALSE, sizeof(Policies));
    self->deferred = g_ptr_array_new();
    self->regexes =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)cmake_regex_free);
    self->endless = g_hash_table_new(NULL, NULL);
    self->text_loops = g_hash_table_new(NULL, NULL);
    self->platform = g_hash_table_new(g_str_hash, g_str_equal);
    self->answered = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->submodules = submodules_read(tree);
    self->submodules_by_path = submodules_by_path(self->submodules);
    self->submodules_by_outer = submodules_by_outer(self->submodules);
    self->looked_for = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->written = g_hash_table_new(g_str_hash, g_str_equal);
    self->written_paths = g_ptr_array_new();
    self->volatile_prefixes = g_ptr_array_new();
    self->unread = g_ptr_array_new();
    self->subdirectories = g_ptr_array_new();
    return self;
}

static void evaluator_free(Evaluator *self)
{
    recorder_free(self->recorder);
    variables_free(self->variables);
    symbols_free(self->symbols);
    guards_free(self->guards);
    g_hash_table_unref(self->files);
    arguments_free_spare(self->spare_arguments);
    g_array_unref(self->known);
    g_ptr_array_unref(self->peeked);
    g_hash_table_unref(self->functions);
    g_ptr_array_unref(self->given);
    g_hash_table_unref(self->remembered);
    noted_texts_free(self->noted);
    g_ptr_array_unref(self->argument_names);
    g_hash_table_unref(self->targets);
    g_ptr_array_unref(self->initialized);
    g_hash_table_unref(self->tests);
    g_hash_table_unref(self->included);
    g_hash_table_unref(self->project_folders);
    g_hash_table_unref(self->stand_ins);
    g_clear_pointer(&self->module_commands, g_hash_table_unref);
    g_hash_table_unref(self->brought_commands);
    g_array_unref(self->policy_stack);
    g_ptr_array_unref(self->deferred);
    g_hash_table_unref(self->regexes);
    g_hash_table_unref(self->endless);
    g_hash_table_unref(self->text_loops);
    g_hash_table_unref(self->platform);
    g_hash_table_unref(self->answered);
    g_hash_table_unref(self->submodules_by_path);
    g_hash_table_unref(self->submodules_by_outer);
    g_ptr_array_unref(self->submodules);
    g_hash_table_unref(self->looked_for);
    g_hash_table_unref(self->written);
    g_ptr_array_unref(self->written_paths);
    g_ptr_array_unref(self->volatile_prefixes);
    g_ptr_array_unref(self->unread);
    g_ptr_array_unref(self->subdirectories);
    g_free(self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Evaluator, evaluator_free)

static void set_start_variables(Evaluator *self)
{
    g_autofree char *source = *self->folder == '\0'
                                  ? g_strdup(self->source_root)
                                  : g_strdup_printf("%s/%s", self->source_root, self->folder);
    const char *const names[][2] = {{"CMAKE_SOURCE_DIR", source},
                                    {"CMAKE_HOME_DIRECTORY", source},
                                    {"CMAKE_CURRENT_SOURCE_DIR", source},
                                    {"CMAKE_BINARY_DIR", self->binary_root},
                                    {"CMAKE_CURRENT_BINARY_DIR", self->binary_root}};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        evaluator_set(self, names[i][0], names[i][1]);
    }
}

/* One configuration: what was given, and the environment as far as it is told. */
static void set_given(Evaluator *self)
{
    GHashTableIter iter;
    gpointer name;
    gpointer text;
    evaluator_set(self, "XAAS_CONCRETE", "ON");
    if (self->options->environment != NULL) {
        g_hash_table_iter_init(&iter, self->options->environment);
        while (g_hash_table_iter_next(&iter, &name, &text)) {
            if (g_str_has_prefix(name, "ENV{")) {
                g_autofree char *inner =
                    g_strndup((char *)name + 4, strcspn((char *)name + 4, "}"));
                evaluator_set_environment(self, inner, text);
            }
        }
    }
    if (self->options->definitions != NULL) {
        g_hash_table_iter_init(&iter, self->options->definitions);
        while (g_hash_table_iter_next(&iter, &name, &text)) {
            g_autoptr(Value) value = value_of_text(text);
            g_auto(GStrv) parts = g_strsplit(name, ":", 2); /* NAME or NAME:TYPE */
            Variable *variable = variables_get(self->variables, parts[0]);
            variable->untyped = parts[1] == NULL;
            evaluator_set_cache(self, variable, value);
        }
    }
}

/* A variable that the project asks for and that nothing sets, the stubs neither, is an option that
 * a person may give. */
static void give_undeclared(Evaluator *self, const GArray *undeclared)
{
    for (guint i = 0; i < undeclared->len; i++) {
        const Undeclared *one = &g_array_index(undeclared, Undeclared, i);
        if (variables_find(self->variables, one->name) == NULL) {
            evaluator_give_option(self, one->name, one->boolean);
            OptionRecord *option = recorder_option(self->recorder, one->name, FALSE);
            if (option != NULL) {
                option->off_unset = one->off;
                option->inner = one->inner;
            }
        }
    }
}

/* What all top-level folders share. */
typedef struct {
    const Tree *tree;
    const CmakeReadOptions *options;
    Facts *facts;
    Diagnostics *diagnostics;
    GArray *undeclared;
    GHashTable *declared; /* names of options that some line declares; none for one configuration */
    ParseAhead *ahead;
    GHashTable *reached; /* paths of the project's files that were read */
    gboolean *installs;  /* whether one of them has an install() */
} Reading;

/* FALSE when the prelude is missing. */
static gboolean run_top_level(Evaluator *self, const GArray *undeclared, const char *list,
                              GError **error)
{
    const CmakeReadOptions *options = self->options;
    SourceFile *prelude = evaluator_load(self, "stubs/prelude.cmake");
    if (prelude == NULL) {
        g_set_error(error, TREE_ERROR, TREE_ERROR_UNREADABLE,
                    "%s/prelude.cmake cannot be read; install xaas again, or name the folder "
                    "with --stubs",
                    options->stub_folder);
        return FALSE;
    }
    set_start_variables(self);
    if (options->concrete) {
        set_given(self);
    }
    /* The stubs' own helpers know no old ways. */
    self->policies.version = G_MAXINT;
    evaluator_run_file(self, prelude, "/xaas-stubs");
    self->policies = (Policies){0};
    give_undeclared(self, undeclared);
    SourceFile *file = evaluator_load(self, list);
    if (file != NULL) {
        g_ptr_array_add(self->subdirectories, g_strdup(self->folder));
        char *top = self->subdirectories->pdata[0];
        g_autofree char *list_dir = *self->folder == '\0'
                                        ? g_strdup(self->source_root)
                                        : g_strdup_printf("%s/%s", self->source_root, self->folder);
        evaluator_run_file(self, file, arena_intern(self->arena, list_dir));
        command_end_folder(self);
        g_free(top);
    }
    return TRUE;
}

/* Why the file that a project begins with was not read. */
static const char *why_not(const Evaluator *self, const char *list)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = tree_read_text(self->tree, list, NULL, &error);
    return text == NULL ? arena_strdup(self->arena, error->message) : "it is too large";
}

/* "4.6.99": a number alone may count anything. */
static gboolean is_version(const char *text)
{
    gsize length = strspn(text, G_CSET_DIGITS ".");
    return g_ascii_isdigit(*text) && memchr(text, '.', length) != NULL &&
           (text[length] == '\0' || strchr("-+abr", text[length]) != NULL);
}

/* Some give project() no version, and set it in lines of their own: NAME_VERSION or
 * PROJECT_VERSION, put together of its parts. NULL when there is none, or several. */
static const char *version_set(Evaluator *self)
{
    static const char *const endings[] = {"VERSION", "VERSION_STRING", "FULL_VERSION",
                                          "VERSION_FULL"};
    g_autofree char *upper = g_ascii_strup(self->project_name, -1);
    g_strcanon(upper, G_CSET_A_2_Z G_CSET_DIGITS, '_');
    const char *const names[] = {self->project_name, upper, "PROJECT"};
    for (guint i = 0; i < G_N_ELEMENTS(names) * G_N_ELEMENTS(endings); i++) {
        g_autofree char *name = g_strdup_printf("%s_%s", names[i % G_N_ELEMENTS(names)],
                                                endings[i / G_N_ELEMENTS(names)]);
        Variable *variable = variables_find(self->variables, name);
        g_autoptr(Value) value = variable != NULL ? evaluator_value(self, variable) : NULL;
        const char *text = value != NULL ? value_text(value) : NULL;
        if (text != NULL && !text_has_hole(text) && is_version(text)) {
            return arena_intern(self->arena, text);
        }
    }
    return NULL;
}

static void add_facts(Evaluator *self, const char *list, Facts *facts)
{
    gboolean read = evaluator_load(self, list) != NULL;
    BuildSystem *system = arena_new0(facts->arena, BuildSystem);
    *system = (BuildSystem){.builder = BUILDER_CMAKE,
                            .folder = self->folder,
                            .file = arena_intern(facts->arena, list),
                            .minimum_version = self->minimum_version,
                            .read = read,
                            .not_read = read ? NULL : why_not(self, list)};
    g_ptr_array_add(facts->build_systems, system);
    gboolean unversioned = self->project_name != NULL && self->project_version == NULL;
    const char *version = unversioned ? version_set(self) : self->project_version;
    facts_name_project(facts, self->project_name, version, self->project_at);
    guards_allow(self->guards, COMMAND_NODES_MAX);
    evaluator_build_facts(self, facts);
}

static char *list_in(const char *folder)
{
    return *folder == '\0' ? g_strdup("CMakeLists.txt")
                           : g_strdup_printf("%s/CMakeLists.txt", folder);
}

/* Follows one configuration, with everything at its default but those, and takes from it the
 * options of folders to which the reading of all of them did not come. */
static void add_of_one(const Reading *reading, LostFolders *lost, GHashTable *definitions)
{
    const char *folder = lost->all->folder;
    g_autofree char *list = list_in(folder);
    CmakeReadOptions options = *reading->options;
    options.concrete = TRUE;
    options.definitions = definitions;
    options.environment = NULL;
    options.most_steps =
        options.most_steps > 0 ? MIN(options.most_steps, LOST_STEPS_MAX) : LOST_STEPS_MAX;
    /* What goes wrong in it has been told, or goes wrong only here. */
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(GHashTable) outside = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) followed = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) declared = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) undeclared = g_array_new(FALSE, FALSE, sizeof(Undeclared));
    g_autoptr(Evaluator) one =
        evaluator_new(reading->tree, &options, reading->facts->arena, diagnostics, folder);
    one->outside = outside;
    one->followed = followed;
    one->declared = declared;
    one->ahead = reading->ahead;
    if (run_top_level(one, undeclared, list, NULL)) {
        Facts *found = facts_new(reading->facts->arena);
        guards_allow(one->guards, COMMAND_NODES_MAX);
        evaluator_build_facts(one, found);
        lost->one = one;
        lost->switches = definitions != NULL;
        lost_folders_add(lost, found, reading->facts);
        lost_folders_note(one, lost->read);
    }
}

static void add_lost(const Reading *reading, const Evaluator *all)
{
    GHashTable *side_folders = reading->options->side_folders;
    g_autoptr(GHashTable) read = g_hash_table_new(g_str_hash, g_str_equal);
    LostFolders lost = {.all = all, .loop = lost_folders_loop(all), .read = read};
    if (reading->options->concrete || lost.loop == NULL ||
        lost_folders_count(all, read, side_folders) == 0) {
        return;
    }
    add_of_one(reading, &lost, NULL);
    guint before = lost_folders_count(all, read, side_folders);
    guint after = before;
    for (guint i = 0; i < 2 && before > 0 && after == before; i++) {
        g_autoptr(GHashTable) switches = lost_folders_switches(reading->facts, all->folder, i == 0);
        add_of_one(reading, &lost, switches);
        after = lost_folders_count(all, read, side_folders);
    }
}

static void note_reached(const Evaluator *self, const Reading *reading)
{
    GHashTableIter iter;
    gpointer path;
    gpointer value;
    g_hash_table_iter_init(&iter, self->files);
    while (g_hash_table_iter_next(&iter, &path, &value)) {
        const SourceFile *file = value;
        if (file == NULL || file->stub) {
            continue;
        }
        g_hash_table_add(reading->reached, path);
        for (guint i = 0; i < file->command_count; i++) {
            *reading->installs =
                *reading->installs || strcmp(file->commands[i].name, "install") == 0;
        }
    }
}

/* Reads one top-level folder. FALSE when the prelude is missing. */
static gboolean read_top_level(const Reading *reading, const char *folder, GError **error)
{
    Facts *facts = reading->facts;
    g_autofree char *list = list_in(folder);
    g_autoptr(GHashTable) outside = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) followed = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) undeclared = g_array_copy(reading->undeclared);
    gboolean asked = FALSE;
    for (;;) {
        g_autoptr(Evaluator) self =
            evaluator_new(reading->tree, reading->options, facts->arena, reading->diagnostics,
                          arena_intern(facts->arena, folder));
        self->outside = outside;
        self->followed = followed;
        self->declared = reading->declared;
        self->ahead = reading->ahead;
        if (!run_top_level(self, undeclared, list, error)) {
            return FALSE;
        }
        if (!self->again && !asked && evaluator_add_asked(self, undeclared)) {
            asked = TRUE; /* once: what they lead to may ask for more, which is rare */
        } else if (!self->again) {
            add_facts(self, list, facts);
            add_lost(reading, self);
            note_reached(self, reading);
            return TRUE;
        }
    }
}

/* Where the root's build installs nothing, it only makes or leads to what people build: projects in
 * folders that it does not add, and that install something, are read as well. Those of tests and
 * the like and bundled copies are not. Elements are to be freed. */
static GPtrArray *projects_apart(const Reading *reading)
{
    GPtrArray *folders = g_ptr_array_new_with_free_func(g_free);
    if (*reading->installs || reading->options->concrete ||
        !g_hash_table_contains(reading->reached, "CMakeLists.txt")) {
        return folders;
    }
    g_autoptr(GPtrArray) nearest =
        first_folders_nearest(reading->tree, FALSE, reading->options->side_folders);
    for (guint i = 0; i < nearest->len; i++) {
        const char *folder = nearest->pdata[i];
        g_autofree char *list = g_strdup_printf("%s/CMakeLists.txt", folder);
        if (!g_hash_table_contains(reading->reached, list) &&
            first_folders_command(reading->tree, list, "install")) {
            g_ptr_array_add(folders, g_strdup(folder));
        }
    }
    return folders;
}

/* Where the root's build is what people install, a project apart is none of what they choose there;
 * who builds it gets to know where it is. One that is a part of the project is built beside it, and
 * read. FALSE when the prelude is missing. */
static gboolean read_or_tell_apart(const Reading *reading, GError **error)
{
    if (reading->options->concrete) {
        return TRUE;
    }
    Facts *facts = reading->facts;
    g_autoptr(GPtrArray) folders =
        first_folders_apart(reading->tree, reading->reached, reading->options->side_folders);
    for (guint i = 0; i < folders->len; i++) {
        const char *folder = folders->pdata[i];
        if (first_folders_is_part(reading->tree, folder)) {
            if (!read_top_level(reading, folder, error)) {
                return FALSE;
            }
            continue;
        }
        const char *list = arena_printf(facts->arena, "%s/CMakeLists.txt", folder);
        facts_add_ledger(facts, (Span){.path = list, .line = 1}, "project that nothing adds",
                         folder);
    }
    return TRUE;
}

/* None where one configuration is followed: what was given is known then. */
static GArray *find_undeclared(const Tree *tree, const CmakeReadOptions *options, Facts *facts,
                               GHashTable *declared)
{
    if (options->concrete) {
        return g_array_new(FALSE, FALSE, sizeof(Undeclared));
    }
    UndeclaredGaps gaps;
    GArray *undeclared = undeclared_find(tree, facts->arena, &gaps, declared);
    if (gaps.dropped > 0) {
        facts_add_ledger(facts, (Span){.path = "CMakeLists.txt"}, "limit: undeclared variables",
                         arena_printf(facts->arena, "%u more names", gaps.dropped));
    }
    if (gaps.file != NULL) {
        facts_add_ledger(facts, (Span){.path = gaps.file}, "limit: size of a file to search",
                         gaps.file);
    }
    if (gaps.document != NULL) {
        facts_add_ledger_once(facts, (Span){.path = gaps.document}, "limit: documents", NULL);
    }
    if (gaps.commands) {
        facts_add_ledger(facts, (Span){.path = "CMakeLists.txt"}, "limit: commands of documents",
                         NULL);
    }
    return undeclared;
}

static gboolean read_folders(const Reading *reading, const GPtrArray *folders, GError **error)
{
    for (guint i = 0; i < folders->len; i++) {
        if (!read_top_level(reading, folders->pdata[i], error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean cmake_read(const Tree *tree, const CmakeReadOptions *options, Facts *facts,
                    Diagnostics *diagnostics, GError **error)
{
    g_autoptr(GPtrArray) folders = first_folders_to_read(tree, options->side_folders);
    if (folders->len == 0) {
        return TRUE;
    }
    g_autoptr(ParseAhead) ahead = parse_ahead_new(tree, facts->arena);
    g_autoptr(GHashTable) declared = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) undeclared = find_undeclared(tree, options, facts, declared);
    g_autoptr(GHashTable) reached = g_hash_table_new(g_str_hash, g_str_equal);
    gboolean installs = FALSE;
    const Reading reading = {tree,     options, facts,   diagnostics, undeclared,
                             declared, ahead,   reached, &installs};
    if (!read_folders(&reading, folders, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) apart = projects_apart(&reading);
    if (!read_folders(&reading, apart, error) || !read_or_tell_apart(&reading, error)) {
        return FALSE;
    }
    submodules_mark_options(tree, facts);
    unread_mark(tree, facts);
    return TRUE;
}
