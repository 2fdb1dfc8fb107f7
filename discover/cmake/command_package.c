/* Packages, files and programs that are looked for, and checks that run something. */
#include "discover/cmake/assign.h"
#include "discover/cmake/call.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/option.h"
#include "discover/cmake/policy.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/text_kinds.h"
#include <string.h>

/* Each look at an undefined variable goes through all of them; real projects have some hundred. */
#define VOLATILE_PREFIXES_MAX 2000u

void command_set_flag(Evaluator *self, const char *variable, ConditionSubject kind,
                      const char *subject)
{
    Guard found = self->domain->flag(self, kind, subject, variable);
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    value_builder_add(builder, "TRUE", found);
    value_builder_add(builder, "FALSE", guard_not(self->guards, found));
    g_autoptr(Value) value = value_builder_end(builder);
    evaluator_set_value(self, variables_get(self->variables, variable), value);
}

typedef struct {
    const char *name;
    const char *version;
    gboolean required, quiet, config, exact;
    GString *components;
} PackageCall;

static PackageCall parse_package(const Call *call)
{
    PackageCall package = {.name = call->argv[0], .components = g_string_new(NULL)};
    gboolean in_components = FALSE;
    for (guint i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        static const char *const ends[] = {"NAMES",     "CONFIGS", "HINTS",         "PATHS",
                                           "NO_MODULE", "CONFIG",  "PATH_SUFFIXES", NULL};
        if (i == 1 && (g_ascii_isdigit(*word) || *word == HOLE_BEGIN)) {
            package.version = word;
        } else if (strcmp(word, "REQUIRED") == 0) {
            package.required = TRUE;
            in_components = TRUE;
        } else if (strcmp(word, "QUIET") == 0) {
            package.quiet = TRUE;
        } else if (strcmp(word, "COMPONENTS") == 0 || strcmp(word, "OPTIONAL_COMPONENTS") == 0) {
            in_components = TRUE;
        } else if (strcmp(word, "EXACT") == 0) {
            package.exact = TRUE;
        } else if (strcmp(word, "MODULE") == 0) {
            continue;
        } else if (g_strv_contains(ends, word) || g_str_has_prefix(word, "NO_DEFAULT_") ||
                   g_str_has_prefix(word, "NO_CMAKE_")) {
            /* What the short form does not have asks for the package's own configuration file. */
            in_components = FALSE;
            package.config = TRUE;
        } else if (in_components) {
            if (package.components->len > 0) {
                g_string_append_c(package.components, ';');
            }
            g_string_append(package.components, word);
        }
    }
    return package;
}

/* "4.4...<6": the least version is what X_FIND_VERSION says, and the last one has names of its own.
 */
static void set_range_variables(Evaluator *self, const PackageCall *package, const char *range)
{
    const char *end = range + strlen("...");
    gboolean open = *end == '<';
    g_autofree char *least = g_strndup(package->version, (gsize)(range - package->version));
    const struct {
        const char *suffix;
        const char *text;
    } variables[] = {{"FIND_VERSION", least},
                     {"FIND_VERSION_RANGE", package->version},
                     {"FIND_VERSION_MIN", least},
                     {"FIND_VERSION_MAX", open ? end + 1 : end},
                     {"FIND_VERSION_RANGE_MIN", "INCLUDE"},
                     {"FIND_VERSION_RANGE_MAX", open ? "EXCLUDE" : "INCLUDE"}};
    for (guint i = 0; i < G_N_ELEMENTS(variables); i++) {
        g_autofree char *name = g_strdup_printf("%s_%s", package->name, variables[i].suffix);
        evaluator_set(self, name, variables[i].text);
    }
}

static void set_find_variables(Evaluator *self, const PackageCall *package)
{
    const struct {
        const char *suffix;
        const char *text;
    } variables[] = {
        {"FIND_REQUIRED", package->required ? "1" : NULL},
        {"FIND_QUIETLY", package->quiet ? "1" : NULL},
        {"FIND_VERSION", package->version},
        {"FIND_VERSION_EXACT", package->exact ? "1" : NULL},
        {"FIND_COMPONENTS", package->components->len > 0 ? package->components->str : NULL}};
    for (guint i = 0; i < G_N_ELEMENTS(variables); i++) {
        g_autofree char *name = g_strdup_printf("%s_%s", package->name, variables[i].suffix);
        evaluator_set(self, name, variables[i].text);
    }
    const char *range = package->version != NULL ? strstr(package->version, "...") : NULL;
    if (range != NULL) {
        set_range_variables(self, package, range);
    }
    evaluator_set(self, "CMAKE_FIND_PACKAGE_NAME", package->name);
    g_auto(GStrv) components = g_strsplit(package->components->str, ";", -1);
    for (char **component = components; *component != NULL; component++) {
        if (**component != '\0' && package->required) {
            g_autofree char *name =
                g_strdup_printf("%s_FIND_REQUIRED_%s", package->name, *component);
            evaluator_set(self, name, "1");
        }
    }
}

void command_add_volatile_prefix(Evaluator *self, const char *prefix)
{
    for (guint i = 0; i < self->volatile_prefixes->len; i++) {
        if (strcmp(self->volatile_prefixes->pdata[i], prefix) == 0) {
            return;
        }
    }
    if (self->volatile_prefixes->len == VOLATILE_PREFIXES_MAX) {
        evaluator_ledger(self, "limit: packages", prefix, NULL);
        return;
    }
    evaluator_forget_calls(self);
    g_ptr_array_add(self->volatile_prefixes, (gpointer)arena_intern(self->arena, prefix));
}

/* Many a package's own files say that it was found, and all else, also in capitals. */
static void found_in_capitals(Evaluator *self, const char *package)
{
    g_autofree char *capitals = g_ascii_strup(package, -1);
    g_autofree char *found = g_strdup_printf("%s_FOUND", capitals);
    const Variable *known = variables_find(self->variables, found);
    if (strcmp(capitals, package) == 0 ||
        (known != NULL && (variable_value(known) != NULL || known->cache.value != NULL))) {
        return;
    }
    command_set_flag(self, found, CONDITION_SUBJECT_PACKAGE, package);
}

/* Where one configuration is followed: the targets that the package's own files made at this call.
 * TRUE when there are any: so it was found. */
static gboolean add_made_targets(Evaluator *self, const char *package)
{
    g_autofree char *what = g_strdup_printf("targets of %s", package);
    g_autofree char *made = evaluator_in_stub(self)
                                ? NULL
                                : evaluator_answer_at(self, evaluator_project_place(self), what);
    g_auto(GStrv) targets = g_strsplit(made != NULL ? made : "", ";", -1);
    for (char **target = targets; *target != NULL; target++) {
        evaluator_add_name(self, self->targets, *target);
    }
    return *targets != NULL;
}

/* Where it is found: which targets it makes is not known. */
static void note_unread(Evaluator *self, const PackageCall *package, const char *found)
{
    Guard entry = self->path;
    if (!package->required) {
        Guard there = self->domain->flag(self, CONDITION_SUBJECT_PACKAGE, package->name, found);
        self->path = guard_and(self->guards, entry, there);
    }
    evaluator_note_unread(self, UNREAD_PACKAGE, package->name, NULL);
    self->path = entry;
}

/* When a person has it look for nothing of that name. */
static Guard is_disabled(Evaluator *self, const char *package)
{
    g_autofree char *name = g_strconcat(TEXT_DISABLE_PACKAGE, package, NULL);
    Variable *variable = variables_find(self->variables, name);
    if (variable == NULL) {
        return GUARD_FALSE;
    }
    Span at = evaluator_project_place(self);
    if (variable->option != NULL && at.path != NULL) {
        recorder_use(self->recorder, variable->option, at);
    }
    g_autoptr(Value) value = evaluator_value(self, variable);
    return guard_and(self->guards, self->path, value_truth(self->symbols, self->guards, value));
}

/* Nothing is found; CMake stops where it is required. */
static void skip_package(Evaluator *self, const PackageCall *package, Guard disabled)
{
    if (guard_is_false(disabled)) {
        return;
    }
    Guard entry = self->path;
    self->path = disabled;
    g_autofree char *found = g_strdup_printf("%s_FOUND", package->name);
    evaluator_set(self, found, "FALSE");
    Span at = evaluator_project_place(self);
    if (package->required && at.path != NULL) {
        recorder_constraint(self->recorder, disabled,
                            "A REQUIRED package cannot be disabled with "
                            "CMAKE_DISABLE_FIND_PACKAGE",
                            at);
    }
    if (package->required) {
        evaluator_fail(self);
    }
    self->path = entry;
}

static void look_for_package(Evaluator *self, const Call *call, PackageCall package)
{
    evaluator_effect_full(self, EFFECT_PACKAGE, package.name, package.version, NULL,
                          package.required);
    g_autofree char *found = g_strdup_printf("%s_FOUND", package.name);
    const char *outer = self->looked_for_package;
    self->looked_for_package = arena_intern(self->arena, package.name);
    set_find_variables(self, &package);
    g_autofree char *module = g_strdup_printf("Find%s.cmake", package.name);
    Guard entry = self->path;
    Kept kept = {.guards = {&entry}};
    evaluator_keep(self, &kept);
    PolicyScope policies = evaluator_policy_enter(self);
    gboolean ran = !package.config && command_run_module(self, module, FALSE);
    self->path = entry;
    /* Every find module of CMake's own brings this command along. */
    if (ran &&
        guard_is_false(evaluator_command_exists(self, "find_package_handle_standard_args"))) {
        command_run_module(self, "FindPackageHandleStandardArgs.cmake", FALSE);
        self->path = entry;
    }
    if (!call_has(call, 1, "NO_POLICY_SCOPE")) {
        evaluator_policy_leave(self, policies);
    }
    gboolean own = !ran && command_run_package_in_tree(self, call, package.name);
    self->path = entry;
    if (!ran && !own) {
        command_set_flag(self, found, CONDITION_SUBJECT_PACKAGE, package.name);
        found_in_capitals(self, package.name);
        /* Its own configuration file may set any variable of its name. A project that looks for
         * itself tests its installation, and knows those variables. */
        if (!self->options->concrete && g_strcmp0(package.name, self->project_name) != 0) {
            g_autofree char *prefix = g_strdup_printf("%s_", package.name);
            command_add_volatile_prefix(self, prefix);
            note_unread(self, &package, found);
        }
        /* Some packages are there for the commands that their configuration file defines. */
        g_autofree char *configuration = g_strdup_printf("%s-config.cmake", package.name);
        command_run_module(self, configuration, FALSE);
        self->path = entry;
    }
    self->looked_for_package = outer;
    evaluator_set(self, "CMAKE_FIND_PACKAGE_NAME", outer);
    gboolean made = add_made_targets(self, package.name);
    if (package.required || made) {
        /* Without the package CMake would have stopped. */
        evaluator_set(self, found, "TRUE");
    }
    evaluator_drop(self, &kept);
}

void command_find_package(Evaluator *self, const Call *call)
{
    /* A name with optional parts is one name in each run; components may stay as they are. */
    const char *name = call->argc > 0 ? evaluator_settle(self, call->argv[0]) : NULL;
    if (name == NULL || text_has_hole(name)) {
        evaluator_ledger(self, "unknown name", "find_package", NULL);
        return;
    }
    PackageCall package = parse_package(call);
    package.name = name;
    Guard entry = self->path;
    Guard disabled = is_disabled(self, name);
    Kept kept = {.guards = {&entry, &disabled}};
    evaluator_keep(self, &kept);
    self->path = guard_minus(self->guards, entry, disabled);
    if (!guard_is_false(self->path)) {
        look_for_package(self, call, package);
    }
    self->path = entry;
    skip_package(self, &package, disabled);
    evaluator_drop(self, &kept);
    g_string_free(package.components, TRUE);
}

void command_set_result(Evaluator *self, const char *variable, Value *value)
{
    Guard entry = self->path;
    self->path = symbols_options_of(self->symbols, entry);
    evaluator_set_cache(self, variables_get(self->variables, variable), value);
    self->path = entry;
}

static void set_cached_flag(Evaluator *self, const char *variable)
{
    Guard found = self->domain->flag(self, CONDITION_SUBJECT_PROBE, variable, variable);
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    value_builder_add(builder, "TRUE", found);
    value_builder_add(builder, "FALSE", guard_not(self->guards, found));
    g_autoptr(Value) value = value_builder_end(builder);
    command_set_result(self, variable, value);
}

static void set_output(Evaluator *self, const char *variable, const char *subject)
{
    if (text_has_hole(variable)) {
        return;
    }
    g_autofree char *answer = evaluator_answer_at(self, evaluator_here(self), variable);
    g_autoptr(Value) text = answer != NULL ? value_of_text(answer)
                                           : self->domain->unknown(self, CONDITION_SUBJECT_PROBE,
                                                                   subject, variable, NULL);
    evaluator_set_value(self, variables_get(self->variables, variable), text);
}

/* Sets the variables that the keywords name to unknown texts. */
static void set_outputs(Evaluator *self, const Call *call, guint first, const char *const *keywords,
                        const char *what)
{
    for (guint i = first; i + 1 < call->argc; i++) {
        if (g_strv_contains(keywords, call->argv[i])) {
            g_autofree char *subject = g_strdup_printf("%s of %s", call->argv[i], what);
            set_output(self, call->argv[i + 1], subject);
        }
    }
}

void command_try_compile(Evaluator *self, const Call *call)
{
    static const char *const outputs[] = {"OUTPUT_VARIABLE", NULL};
    if (call->argc > 0 && !text_has_hole(call->argv[0])) {
        set_cached_flag(self, call->argv[0]);
        set_outputs(self, call, 1, outputs, call->argv[0]);
    }
}

void command_try_run(Evaluator *self, const Call *call)
{
    static const char *const outputs[] = {"OUTPUT_VARIABLE", "RUN_OUTPUT_VARIABLE",
                                          "COMPILE_OUTPUT_VARIABLE", NULL};
    if (call->argc < 2 || text_has_hole(call->argv[0]) || text_has_hole(call->argv[1])) {
        return;
    }
    g_autoptr(Value) result =
        self->domain->unknown(self, CONDITION_SUBJECT_PROBE, call->argv[0], call->argv[0], NULL);
    command_set_result(self, call->argv[0], result);
    set_cached_flag(self, call->argv[1]);
    set_outputs(self, call, 2, outputs, call->argv[0]);
}

void command_execute_process(Evaluator *self, const Call *call)
{
    static const char *const outputs[] = {"OUTPUT_VARIABLE", "ERROR_VARIABLE", "RESULT_VARIABLE",
                                          "RESULTS_VARIABLE", NULL};
    const char *what = call->argc > 1 ? call->argv[1] : "a command";
    g_autofree char *readable = symbols_readable(self->symbols, what);
    set_outputs(self, call, 0, outputs, readable);
}

void command_exec_program(Evaluator *self, const Call *call)
{
    static const char *const outputs[] = {"OUTPUT_VARIABLE", "RETURN_VALUE", NULL};
    g_autofree char *readable =
        symbols_readable(self->symbols, call->argc > 0 ? call->argv[0] : "a command");
    set_outputs(self, call, 0, outputs, readable);
}

void command_host_system_information(Evaluator *self, const Call *call)
{
    static const char *const outputs[] = {"RESULT", NULL};
    set_outputs(self, call, 0, outputs, "the host system");
}

void command_site_name(Evaluator *self, const Call *call)
{
    if (call->argc > 0) {
        set_output(self, call->argv[0], "the host's name");
    }
}

/* ExternalProject, FetchContent ---------------------------------------------------------------- */

static const char *value_after(const Call *call, const char *const *keywords)
{
    for (guint i = 1; i + 1 < call->argc; i++) {
        if (g_strv_contains(keywords, call->argv[i])) {
            return call->argv[i + 1];
        }
    }
    return NULL;
}

static const char *const url_keywords[] = {"URL",           "GIT_REPOSITORY", "SVN_REPOSITORY",
                                           "HG_REPOSITORY", "SOURCE_DIR",     NULL};

void command_external_project_add(Evaluator *self, const Call *call)
{
    if (call->argc > 0) {
        evaluator_effect(self, EFFECT_DOWNLOAD, call->argv[0], value_after(call, url_keywords));
        evaluator_add_name(self, self->targets, call->argv[0]);
    }
}

void command_external_project_get_property(Evaluator *self, const Call *call)
{
    for (guint i = 1; i < call->argc; i++) {
        g_autofree char *subject = g_strdup_printf("%s of %s", call->argv[i], call->argv[0]);
        evaluator_set(self, call->argv[i],
                      evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, subject));
    }
}

void command_fetch_content_declare(Evaluator *self, const Call *call)
{
    if (call->argc > 0) {
        /* A SOURCE_DIR that is there already is not downloaded but used. */
        static const char *const source[] = {"SOURCE_DIR", NULL};
        g_autofree char *lower = g_ascii_strdown(call->argv[0], -1);
        g_autofree char *name = g_strdup_printf("xaas_fetched_%s", lower);
        g_autofree char *from = g_strdup_printf("xaas_fetched_from_%s", lower);
        evaluator_set(self, name, value_after(call, source));
        evaluator_set(self, from, value_after(call, url_keywords));
    }
}

/* Content that lies in the tree: its folders are known, and making it available adds its folder. */
static void fetched_in_tree(Evaluator *self, const Call *call, const char *lower,
                            const char *source)
{
    g_autofree char *source_variable = g_strdup_printf("%s_SOURCE_DIR", lower);
    g_autofree char *binary_variable = g_strdup_printf("%s_BINARY_DIR", lower);
    g_autofree char *binary = g_strdup_printf("%s/_deps/%s-build", self->binary_root, lower);
    const char *folder = arena_intern(self->arena, source);
    evaluator_set(self, source_variable, folder);
    evaluator_set(self, binary_variable, binary);
    if (strcmp(call->command->name, "fetchcontent_makeavailable") == 0) {
        const guint8 quoted = 1;
        const Call add = {.command = call->command, .argc = 1, .argv = &folder, .quoted = &quoted};
        command_add_subdirectory(self, &add);
    }
}

void command_fetch_content_make_available(Evaluator *self, const Call *call)
{
    /* What follows the one name of FetchContent_Populate() says where it goes. */
    gboolean several = strcmp(call->command->name, "fetchcontent_makeavailable") == 0;
    for (guint i = 0; i < (several ? call->argc : MIN(call->argc, 1)); i++) {
        g_autofree char *lower = g_ascii_strdown(call->argv[i], -1);
        g_autofree char *populated = g_strdup_printf("%s_POPULATED", lower);
        evaluator_set(self, populated, "TRUE");
        g_autofree char *from = g_strdup_printf("xaas_fetched_from_%s", lower);
        g_autofree char *declared = g_strdup_printf("xaas_fetched_%s", lower);
        evaluator_effect(self, EFFECT_DOWNLOAD, call->argv[i], evaluator_read_name(self, from));
        const char *source = evaluator_read_name(self, declared);
        g_autofree char *tree_path = source != NULL ? evaluator_tree_path(self, source) : NULL;
        if (tree_path != NULL && tree_is_folder(self->tree, tree_path)) {
            fetched_in_tree(self, call, lower, source);
            continue;
        }
        g_autofree char *prefix = g_strdup_printf("%s_", lower);
        command_add_volatile_prefix(self, prefix);
        evaluator_note_unread(self, UNREAD_DOWNLOAD, call->argv[i],
                              evaluator_read_name(self, from));
        evaluator_note_fetched(self);
        evaluator_ledger(self, "downloaded content is not read", call->argv[i], NULL);
    }
}

void command_fetch_content_get_properties(Evaluator *self, const Call *call)
{
    if (call->argc > 0) {
        g_autofree char *lower = g_ascii_strdown(call->argv[0], -1);
        g_autofree char *populated = g_strdup_printf("%s_POPULATED", lower);
        evaluator_set(self, populated, "FALSE");
    }
}
