/* Properties: of cache entries (the values of a choice), of targets and folders (definitions,
 * flags), and the global ones that some projects keep lists in. */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/option.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

/* What becomes of a property's old value. */
typedef enum {
    PROPERTY_REPLACE,
    PROPERTY_APPEND,        /* a list gets elements */
    PROPERTY_APPEND_STRING, /* a text goes on */
} PropertyWrite;

static void property_write(Evaluator *self, const char *scope, const char *name,
                           const char *property, const char *value, PropertyWrite write)
{
    g_autofree char *key = property_key(self, scope, name, property);
    Variable *variable = variables_get(self->variables, key);
    if (write != PROPERTY_REPLACE && (value == NULL || *value == '\0')) {
        return; /* nothing is set by that */
    }
    if (write != PROPERTY_REPLACE) {
        gboolean text = write == PROPERTY_APPEND_STRING;
        g_autofree char *tail = g_strconcat(text ? "" : ";", value, NULL);
        g_autoptr(Value) none = value_of_text(NULL);
        const Value *old = variable->cache.value != NULL ? variable->cache.value : none;
        variables_set_cache(
            self->variables, variable,
            evaluator_appended(self, old, name, tail, text ? APPEND_TEXT : APPEND_ELEMENTS),
            WRITE_GROWS);
        return;
    }
    g_autoptr(Value) added = value_of_text(value);
    evaluator_set_cache(self, variable, added);
}

static void property_read(Evaluator *self, const char *scope, const char *name,
                          const char *property, const char *variable, const char *absent)
{
    g_autoptr(Value) known = property_inherited(self, scope, name, property);
    g_autoptr(Value) none = value_of_text(absent);
    Guard set = value_defined(self->guards, known);
    g_autoptr(Value) result =
        value_update(self->symbols, self->guards, known, guard_not(self->guards, set), none);
    evaluator_set_value(self, variables_get(self->variables, variable), result);
}

/* Cache entries
 * ------------------------------------------------------------------------------------- */

/* "set_property(CACHE X PROPERTY TYPE INTERNAL)" where something else is chosen: there nobody is
 * offered it. What is hidden wherever it is declared is only out of sight, and can be given. */
static void hide_option(Evaluator *self, const char *entry)
{
    OptionRecord *option = recorder_option(self->recorder, entry, FALSE);
    if (option != NULL && !self->options->concrete) {
        recorder_hide(self->recorder, option, self->path);
    }
}

static void set_cache_property(Evaluator *self, const char *entry, const char *property,
                               const char *value)
{
    if (strcmp(property, "STRINGS") == 0) {
        evaluator_option_values(self, entry, value);
    } else if (strcmp(property, "ADVANCED") == 0) {
        OptionRecord *option = recorder_option(self->recorder, entry, FALSE);
        if (option != NULL) {
            option->advanced = cmake_is_true(value);
        }
    } else if (strcmp(property, "TYPE") == 0 && strcmp(value, "INTERNAL") == 0) {
        hide_option(self, entry);
    } else if (strcmp(property, "VALUE") == 0) {
        g_autoptr(Value) text = value_of_text(value);
        evaluator_set_cache(self, variables_get(self->variables, entry), text);
    }
}

void command_set_property(Evaluator *self, const Call *call)
{
    guint property = 0;
    while (property < call->argc && strcmp(call->argv[property], "PROPERTY") != 0) {
        property++;
    }
    if (property + 1 >= call->argc) {
        return;
    }
    const char *scope = call->argv[0];
    /* These words stand behind the entities that they are for. */
    const Call before = {.command = call->command, .argc = property, .argv = call->argv};
    PropertyWrite write = call_has(&before, 1, "APPEND_STRING") ? PROPERTY_APPEND_STRING
                          : call_has(&before, 1, "APPEND")      ? PROPERTY_APPEND
                                                                : PROPERTY_REPLACE;
    g_autofree char *joined = command_join(self, call, property + 2, call->argc);
    /* Without a value the property is removed. */
    const char *value = property + 2 < call->argc ? joined : NULL;
    const char *name = call->argv[property + 1];
    command_note_property(self, name, joined);
    guint entities = 0;
    for (guint i = 1; i < property; i++) {
        if (strcmp(call->argv[i], "APPEND") == 0 || strcmp(call->argv[i], "APPEND_STRING") == 0) {
            continue;
        }
        if (strcmp(scope, "CACHE") == 0) {
            set_cache_property(self, call->argv[i], name, joined);
        }
        property_write(self, scope, call->argv[i], name, value, write);
        entities++;
    }
    /* Only these have an entity without a name. */
    if (entities == 0 && (strcmp(scope, "GLOBAL") == 0 || strcmp(scope, "DIRECTORY") == 0)) {
        property_write(self, scope, "", name, value, write);
    }
}

/* Where the property is set; that of a variable is the variable, and an entry has its value and
 * type from the start. */
static Guard property_set(Evaluator *self, const char *scope, const char *entity, const char *name)
{
    if (strcmp(scope, "VARIABLE") == 0) {
        g_autoptr(Value) value = evaluator_value_of_name(self, name);
        return value_defined(self->guards, value);
    }
    gboolean of_entry =
        strcmp(scope, "CACHE") == 0 && (strcmp(name, "VALUE") == 0 || strcmp(name, "TYPE") == 0);
    if (of_entry) {
        const Value *entry = variables_get(self->variables, entity)->cache.value;
        return entry != NULL ? value_defined(self->guards, entry) : GUARD_FALSE;
    }
    g_autoptr(Value) known = property_inherited(self, scope, entity, name);
    return value_defined(self->guards, known);
}

/* get_property(... SET|DEFINED|BRIEF_DOCS|FULL_DOCS): not what it holds, but what it is. FALSE when
 * that is not asked. */
static gboolean answer_about_property(Evaluator *self, const Call *call, const char *entity,
                                      const char *name, const char *kind)
{
    const char *scope = call->argv[1];
    Variable *variable = variables_get(self->variables, call->argv[0]);
    if (strcmp(kind, "BRIEF_DOCS") == 0 || strcmp(kind, "FULL_DOCS") == 0) {
        g_autoptr(Value) docs = property_documented(self, kind, scope, name);
        evaluator_set_value(self, variable, docs);
        return TRUE;
    }
    gboolean defined = strcmp(kind, "DEFINED") == 0;
    if (!defined && strcmp(kind, "SET") != 0) {
        return FALSE;
    }
    Guard set =
        defined ? property_defined(self, scope, name) : property_set(self, scope, entity, name);
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    value_builder_add(builder, "1", set);
    value_builder_add(builder, "0", guard_not(self->guards, set));
    g_autoptr(Value) value = value_builder_end(builder);
    evaluator_set_value(self, variable, value);
    return TRUE;
}

/* Properties of folders and of the whole that CMake has a value for though no project sets it. */
static gboolean is_kept_by_cmake(const char *property)
{
    static const char *const names[] = {"BINARY_DIR",
                                        "BUILDSYSTEM_TARGETS",
                                        "COMMANDS",
                                        "COMPILE_DEFINITIONS",
                                        "COMPILE_OPTIONS",
                                        "COMPONENTS",
                                        "IMPORTED_TARGETS",
                                        "INCLUDE_DIRECTORIES",
                                        "LINK_DIRECTORIES",
                                        "LINK_OPTIONS",
                                        "LISTFILE_STACK",
                                        "MACROS",
                                        "SOURCE_DIR",
                                        "SUBDIRECTORIES",
                                        "TESTS",
                                        NULL};
    return g_strv_contains(names, property);
}

static gboolean is_defined_by_project(Evaluator *self, const char *property)
{
    static const char *const scopes[] = {"TARGET", "DIRECTORY", "GLOBAL", "SOURCE", "TEST"};
    gboolean defined = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(scopes) && !defined; i++) {
        defined = !guard_is_false(property_defined(self, scopes[i], property));
    }
    return defined;
}

/* Whether a property that nobody sets here may be something all the same: CMake's own have
 * defaults, and a target that a package brings has what its files say. */
static gboolean may_be_set(Evaluator *self, const char *scope, const char *entity,
                           const char *property)
{
    if (strcmp(scope, "TEST") == 0) {
        return strcmp(property, "COMMAND") == 0 || strcmp(property, "WORKING_DIRECTORY") == 0;
    }
    if (strcmp(scope, "DIRECTORY") == 0) {
        return is_kept_by_cmake(property);
    }
    if (strcmp(scope, "TARGET") == 0) {
        return property_value(self, scope, entity, "SOURCE_DIR") == NULL ||
               !is_defined_by_project(self, property);
    }
    return strcmp(scope, "GLOBAL") != 0 && strcmp(scope, "CACHE") != 0;
}

void command_get_property(Evaluator *self, const Call *call)
{
    guint property = 2;
    while (property < call->argc && strcmp(call->argv[property], "PROPERTY") != 0) {
        property++;
    }
    if (call->argc < 4 || property + 1 >= call->argc) {
        return;
    }
    const char *scope = call->argv[1];
    const char *entity = property > 2 ? call->argv[2] : "";
    const char *name = call->argv[property + 1];
    const char *kind = property + 2 < call->argc ? call->argv[property + 2] : "";
    Variable *variable = variables_get(self->variables, call->argv[0]);
    if (answer_about_property(self, call, entity, name, kind)) {
        return;
    }
    if (strcmp(scope, "CACHE") == 0 && strcmp(name, "VALUE") == 0) {
        command_read_entry(self, entity, name, variable);
        return;
    }
    if (strcmp(scope, "VARIABLE") == 0) {
        g_autoptr(Value) value = evaluator_value_of_name(self, name);
        evaluator_set_value(self, variable, value);
        return;
    }
    if (property_value(self, scope, entity, name) != NULL) {
        property_read(self, scope, entity, name, call->argv[0], NULL);
        return;
    }
    if (strcmp(scope, "CACHE") == 0 &&
        (strcmp(name, "TYPE") == 0 || strcmp(name, "HELPSTRING") == 0)) {
        command_read_entry(self, entity, name, variable);
        return;
    }
    if (strcmp(scope, "GLOBAL") == 0 && strcmp(name, "ENABLED_LANGUAGES") == 0) {
        property_read(self, "GLOBAL", "", "ENABLED_LANGUAGES", call->argv[0], "");
        return;
    }
    if (!may_be_set(self, scope, entity, name)) {
        property_read(self, scope, entity, name, call->argv[0], NULL);
        return;
    }
    g_autofree char *subject = g_strdup_printf("%s of %s", name, entity);
    evaluator_set(self, call->argv[0], evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, subject));
}

static void set_properties(Evaluator *self, const Call *call, const char *scope, guint entities_end,
                           guint first)
{
    for (guint i = first; i + 1 < call->argc; i += 2) {
        command_note_property(self, call->argv[i], call->argv[i + 1]);
        for (guint e = 0; e < entities_end; e++) {
            property_write(self, scope, call->argv[e], call->argv[i], call->argv[i + 1],
                           PROPERTY_REPLACE);
        }
        if (entities_end == 0) {
            property_write(self, scope, "", call->argv[i], call->argv[i + 1], PROPERTY_REPLACE);
        }
    }
}

void command_note_target(Evaluator *self, const Call *call)
{
    if (call->argc > 2 && strcmp(call->argv[1], "ALIAS") == 0) {
        property_write(self, "TARGET", call->argv[0], "ALIASED_TARGET", call->argv[2],
                       PROPERTY_REPLACE);
        return;
    }
    static const struct {
        const char *word;
        const char *type;
    } types[] = {{"STATIC", "STATIC_LIBRARY"},
                 {"SHARED", "SHARED_LIBRARY"},
                 {"MODULE", "MODULE_LIBRARY"},
                 {"OBJECT", "OBJECT_LIBRARY"},
                 {"INTERFACE", "INTERFACE_LIBRARY"}};
    const char *type = strcmp(call->command->name, "add_executable") == 0 ? "EXECUTABLE" : NULL;
    for (guint i = 0; i < G_N_ELEMENTS(types) && call->argc > 1 && type == NULL; i++) {
        type = strcmp(call->argv[1], types[i].word) == 0 ? types[i].type : NULL;
    }
    if (type != NULL) {
        property_write(self, "TARGET", call->argv[0], "TYPE", type, PROPERTY_REPLACE);
    }
    const char *folder = evaluator_folder(self);
    g_autofree char *path = *folder != '\0' ? g_strdup_printf("%s/%s", self->source_root, folder)
                                            : g_strdup(self->source_root);
    property_write(self, "TARGET", call->argv[0], "SOURCE_DIR", path, PROPERTY_REPLACE);
    property_initialize(self, call->argv[0]);
}

static guint find_word(const Call *call, const char *word)
{
    guint at = 0;
    while (at < call->argc && strcmp(call->argv[at], word) != 0) {
        at++;
    }
    return at;
}

void command_set_target_properties(Evaluator *self, const Call *call)
{
    guint at = find_word(call, "PROPERTIES");
    set_properties(self, call, "TARGET", at, at + 1);
}

void command_set_source_files_properties(Evaluator *self, const Call *call)
{
    guint at = find_word(call, "PROPERTIES");
    for (guint i = at + 1; i + 1 < call->argc; i += 2) {
        command_note_property(self, call->argv[i], call->argv[i + 1]);
    }
}

void command_set_tests_properties(Evaluator *self, const Call *call)
{
    guint at = find_word(call, "PROPERTIES");
    set_properties(self, call, "TEST", at, at + 1);
}

void command_get_test_property(Evaluator *self, const Call *call)
{
    if (call->argc < 3) {
        return;
    }
    if (may_be_set(self, "TEST", call->argv[0], call->argv[1])) {
        g_autofree char *subject = g_strdup_printf("%s of %s", call->argv[1], call->argv[0]);
        evaluator_set(self, call->argv[2],
                      evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, subject));
        return;
    }
    property_read(self, "TEST", call->argv[0], call->argv[1], call->argv[2], "NOTFOUND");
}

void command_add_test(Evaluator *self, const Call *call)
{
    guint at = call->argc > 1 && strcmp(call->argv[0], "NAME") == 0 ? 1 : 0;
    if (at < call->argc && !text_has_hole(call->argv[at])) {
        g_autofree char *name = evaluator_test_name(self, call->argv[at]);
        evaluator_add_name(self, self->tests, name);
    }
}

void command_set_directory_properties(Evaluator *self, const Call *call)
{
    set_properties(self, call, "DIRECTORY", 0, 1);
}

void command_get_target_property(Evaluator *self, const Call *call)
{
    if (call->argc < 3) {
        return;
    }
    if (property_value(self, "TARGET", call->argv[1], call->argv[2]) != NULL ||
        !may_be_set(self, "TARGET", call->argv[1], call->argv[2])) {
        g_autofree char *absent = g_strdup_printf("%s-NOTFOUND", call->argv[0]);
        property_read(self, "TARGET", call->argv[1], call->argv[2], call->argv[0], absent);
        return;
    }
    g_autofree char *subject = g_strdup_printf("%s of %s", call->argv[2], call->argv[1]);
    evaluator_set(self, call->argv[0], evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, subject));
}

void command_get_source_file_property(Evaluator *self, const Call *call)
{
    if (call->argc >= 3) {
        g_autofree char *subject =
            g_strdup_printf("%s of %s", call->argv[call->argc - 1], call->argv[1]);
        evaluator_set(self, call->argv[0],
                      evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, subject));
    }
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp((*(Variable *const *)a)->name, (*(Variable *const *)b)->name);
}

/* Whether a person may give it, and nothing has declared it or asked for it so far. Who goes
 * through all that is in the cache, as to hand it on to a build of its own, does not ask for it
 * either. */
static gboolean is_nobodys(const Variable *variable)
{
    const OptionRecord *option = variable->option;
    return option != NULL && option->definitions->len == 0 && option->uses->len == 0 &&
           !variable->written;
}

/* The names of the variables that are set, sorted as CMake sorts them. */
static void list_variables(Evaluator *self, const char *result, gboolean cache)
{
    g_autoptr(GPtrArray) all = variables_all(self->variables);
    g_ptr_array_sort(all, compare_names);
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < all->len; i++) {
        const Variable *variable = all->pdata[i];
        const Value *value = cache ? variable->cache.value : variable_value(variable);
        if (value == NULL || strchr(variable->name, '\1') != NULL ||
            (cache && is_nobodys(variable)) ||
            !guard_meets(self->guards, value_defined(self->guards, value), self->path)) {
            continue;
        }
        if (list->len > 0) {
            g_string_append_c(list, ';');
        }
        g_string_append(list, variable->name);
    }
    evaluator_set(self, result, list->str);
}

void command_get_directory_property(Evaluator *self, const Call *call)
{
    if (call->argc < 2) {
        return;
    }
    const char *property = call->argv[call->argc - 1];
    if (strcmp(property, "PARENT_DIRECTORY") == 0) {
        /* The folder that added this one; empty for the top. */
        guint depth = self->subdirectories->len;
        const char *outer = depth >= 2 ? self->subdirectories->pdata[depth - 2] : NULL;
        g_autofree char *path = outer != NULL ? g_strdup_printf("%s%s%s", self->source_root,
                                                                *outer != '\0' ? "/" : "", outer)
                                              : g_strdup("");
        evaluator_set(self, call->argv[0], path);
        return;
    }
    gboolean other = call->argc >= 4 && strcmp(call->argv[1], "DIRECTORY") == 0;
    const char *folder = other ? call->argv[2] : "";
    gboolean definition = call->argc >= 3 && strcmp(call->argv[call->argc - 2], "DEFINITION") == 0;
    if (other && (definition || strcmp(property, "VARIABLES") == 0)) {
        /* A folder's variables are gone when it has been read. */
        g_autofree char *subject = g_strdup_printf("%s of %s", property, folder);
        evaluator_set(self, call->argv[0],
                      evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, subject));
        return;
    }
    if (definition) {
        g_autoptr(Value) value = evaluator_value_of_name(self, property);
        evaluator_set_value(self, variables_get(self->variables, call->argv[0]), value);
        return;
    }
    if (strcmp(property, "VARIABLES") == 0) {
        list_variables(self, call->argv[0], FALSE);
        return;
    }
    property_read(self, "DIRECTORY", folder, property, call->argv[0], "");
    if (is_kept_by_cmake(property)) {
        g_autofree char *subject = g_strdup_printf("%s of the folder", property);
        evaluator_set(self, call->argv[0],
                      evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, subject));
    }
}

void command_get_cmake_property(Evaluator *self, const Call *call)
{
    if (call->argc < 2) {
        return;
    }
    if (strcmp(call->argv[1], "VARIABLES") == 0) {
        list_variables(self, call->argv[0], FALSE);
    } else if (strcmp(call->argv[1], "CACHE_VARIABLES") == 0) {
        list_variables(self, call->argv[0], TRUE);
    } else if (is_kept_by_cmake(call->argv[1])) {
        evaluator_set(self, call->argv[0],
                      evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, call->argv[1]));
    } else {
        gboolean role = strcmp(call->argv[1], "CMAKE_ROLE") == 0;
        property_read(self, "GLOBAL", "", call->argv[1], call->argv[0],
                      role ? "PROJECT" : "NOTFOUND");
    }
}
