/* Properties: of cache entries (the values of a choice), of targets and folders (definitions,
 * flags), and the global ones that some projects keep lists in. */
#include "discover/cmake/commands.h"
#include "discover/cmake/pure.h"
#include <string.h>

static char *property_key(const char *scope, const char *name, const char *property)
{
    return g_strdup_printf("%s\1%s\1%s", scope, name, property);
}

/* Properties are kept as cache entries of names that no project can write. */
static Value *property_value(Evaluator *self, const char *key)
{
    const Variable *variable = variables_find(self->variables, key);
    return variable != NULL ? variable->cache.value : NULL;
}

static void property_write(Evaluator *self, const char *scope, const char *name,
                           const char *property, const char *value, gboolean append,
                           gboolean append_string)
{
    g_autofree char *key = property_key(scope, name, property);
    Variable *variable = variables_get(self->variables, key);
    if ((append || append_string) && (value == NULL || *value == '\0')) {
        return; /* nothing is set by that */
    }
    if (append || append_string) {
        g_autofree char *tail = g_strconcat(append_string ? "" : ";", value, NULL);
        g_autoptr(Value) none = value_of_text(NULL);
        const Value *old = variable->cache.value != NULL ? variable->cache.value : none;
        variables_set_cache(self->variables, variable,
                            evaluator_appended(self, old, name, tail,
                                               append_string ? APPEND_TEXT : APPEND_ELEMENTS),
                            WRITE_GROWS);
        return;
    }
    g_autoptr(Value) added = value_of_text(value);
    evaluator_set_cache(self, variable, added);
}

static void property_read(Evaluator *self, const char *scope, const char *name,
                          const char *property, const char *variable, const char *absent)
{
    g_autofree char *key = property_key(scope, name, property);
    Value *known = property_value(self, key);
    g_autoptr(Value) none = value_of_text(absent);
    Guard set = known != NULL ? value_defined(self->guards, known) : GUARD_FALSE;
    g_autoptr(Value) result =
        value_update(self->symbols, self->guards, known, guard_not(self->guards, set), none);
    evaluator_set_value(self, variables_get(self->variables, variable), result);
}

/* Cache entries
 * ------------------------------------------------------------------------------------- */

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
    gboolean append = FALSE;
    gboolean append_string = FALSE;
    g_autofree char *joined = command_join(self, call, property + 2, call->argc);
    /* Without a value the property is removed. */
    const char *value = property + 2 < call->argc ? joined : NULL;
    const char *name = call->argv[property + 1];
    command_note_property(self, name, joined);
    guint entities = 0;
    for (guint i = 1; i < property; i++) {
        if (strcmp(call->argv[i], "APPEND") == 0) {
            append = TRUE;
        } else if (strcmp(call->argv[i], "APPEND_STRING") == 0) {
            append_string = TRUE;
        } else if (strcmp(scope, "CACHE") == 0) {
            set_cache_property(self, call->argv[i], name, joined);
            property_write(self, scope, call->argv[i], name, value, append, append_string);
        } else {
            property_write(self, scope, call->argv[i], name, value, append, append_string);
            entities++;
        }
    }
    if (entities == 0 && strcmp(scope, "CACHE") != 0) {
        property_write(self, scope, "", name, value, append, append_string);
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
    g_autofree char *key = property_key(scope, entity, name);
    const Value *known =
        of_entry ? variables_get(self->variables, entity)->cache.value : property_value(self, key);
    return known != NULL ? value_defined(self->guards, known) : GUARD_FALSE;
}

/* get_property(... SET|DEFINED|BRIEF_DOCS|FULL_DOCS): not what it holds, but what it is. FALSE when
 * that is not asked. What define_property() says of properties is not kept. */
static gboolean answer_about_property(Evaluator *self, const char *kind, Guard set,
                                      Variable *variable)
{
    if (strcmp(kind, "BRIEF_DOCS") == 0 || strcmp(kind, "FULL_DOCS") == 0) {
        g_autoptr(Value) none = value_of_text("NOTFOUND");
        evaluator_set_value(self, variable, none);
        return TRUE;
    }
    if (strcmp(kind, "SET") != 0 && strcmp(kind, "DEFINED") != 0) {
        return FALSE;
    }
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    value_builder_add(builder, "1", set);
    value_builder_add(builder, "0", guard_not(self->guards, set));
    g_autoptr(Value) value = value_builder_end(builder);
    evaluator_set_value(self, variable, value);
    return TRUE;
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
    /* No variable is a defined property. */
    gboolean never = strcmp(scope, "VARIABLE") == 0 && strcmp(kind, "DEFINED") == 0;
    Guard set = *kind != '\0' && !never ? property_set(self, scope, entity, name) : GUARD_FALSE;
    if (answer_about_property(self, kind, set, variable)) {
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
    g_autofree char *key = property_key(scope, entity, name);
    if (property_value(self, key) != NULL) {
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
    /* A target's or folder's property that nobody set here may have a default of CMake's. */
    gboolean known_empty = strcmp(scope, "GLOBAL") == 0 || strcmp(scope, "CACHE") == 0;
    const char *text = NULL;
    if (!known_empty) {
        g_autofree char *subject = g_strdup_printf("%s of %s", name, entity);
        text = evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, subject);
    }
    evaluator_set(self, call->argv[0], text);
}

static void set_properties(Evaluator *self, const Call *call, const char *scope, guint entities_end,
                           guint first)
{
    for (guint i = first; i + 1 < call->argc; i += 2) {
        command_note_property(self, call->argv[i], call->argv[i + 1]);
        for (guint e = 0; e < entities_end; e++) {
            property_write(self, scope, call->argv[e], call->argv[i], call->argv[i + 1], FALSE,
                           FALSE);
        }
        if (entities_end == 0) {
            property_write(self, scope, "", call->argv[i], call->argv[i + 1], FALSE, FALSE);
        }
    }
}

void command_note_target_type(Evaluator *self, const Call *call)
{
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
        property_write(self, "TARGET", call->argv[0], "TYPE", type, FALSE, FALSE);
    }
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

void command_set_directory_properties(Evaluator *self, const Call *call)
{
    set_properties(self, call, "DIRECTORY", 0, 1);
}

void command_get_target_property(Evaluator *self, const Call *call)
{
    if (call->argc < 3) {
        return;
    }
    g_autofree char *key = property_key("TARGET", call->argv[1], call->argv[2]);
    if (property_value(self, key) != NULL) {
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
    if (call->argc >= 3 && strcmp(call->argv[call->argc - 2], "DEFINITION") == 0) {
        g_autoptr(Value) value = evaluator_value_of_name(self, property);
        evaluator_set_value(self, variables_get(self->variables, call->argv[0]), value);
        return;
    }
    if (strcmp(property, "VARIABLES") == 0) {
        list_variables(self, call->argv[0], FALSE);
        return;
    }
    property_read(self, "DIRECTORY", "", property, call->argv[0], "");
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
