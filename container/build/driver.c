/* container/knowledge/cmake.yaml and what is put over it, read once. */
#include "container/build/driver_parts.h"
#include "core/json.h"
#include "core/yaml.h"
#include <string.h>

static gboolean malformed(const YamlDocument *document, const char *key, GError **error)
{
    g_autofree char *fault = yaml_member_fault(document, yaml_root(document), key);
    g_set_error_literal(error, CONFIGURE_ERROR, CONFIGURE_ERROR_KNOWLEDGE, fault);
    return FALSE;
}

/* `member` NULL: items are texts, else members of objects. */
static char **texts_of(const json_t *list, const char *member)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        const char *text = json_string_value(member == NULL ? item : json_object_get(item, member));
        if (text == NULL) {
            return NULL;
        }
        g_strv_builder_add(builder, text);
    }
    return json_is_array(list) ? g_strv_builder_end(builder) : NULL;
}

static GRegex *whole_pattern(const char *pattern)
{
    g_autofree char *whole = g_strdup_printf("^(?:%s)$", pattern == NULL ? "(" : pattern);
    return g_regex_new(whole, G_REGEX_OPTIMIZE, 0, NULL);
}

/* ---- members of the file that are fields of the driver ------------------------------------------
 */

typedef enum {
    MEMBER_TEXT,    /* char * */
    MEMBER_LIST,    /* char ** */
    MEMBER_PATTERN, /* GRegex *: of all of a text */
    MEMBER_PART,    /* GRegex *: one that is searched for */
} MemberKind;

typedef struct {
    const char *object; /* that it is a member of; NULL: the file itself */
    const char *key;
    const char *of; /* of a list's objects the member that counts; NULL: it is of texts */
    MemberKind kind;
    gsize offset;
} Member;

#define MEMBER(KIND, key) {NULL, #key, NULL, MEMBER_##KIND, offsetof(CMakeDriver, key)}
#define DEFAULT(field, of) {NULL, "defaults", of, MEMBER_LIST, offsetof(CMakeDriver, field)}
#define OF_LIBRARIES(KIND, key)                                                                    \
    {"libraries", #key, NULL, MEMBER_##KIND, offsetof(CMakeDriver, libraries_##key)}

static const Member members[] = {
    MEMBER(LIST, configure),
    MEMBER(LIST, regenerate),
    MEMBER(LIST, generate),
    MEMBER(LIST, keep_going),
    MEMBER(LIST, only_tell),
    MEMBER(LIST, list_targets),
    MEMBER(LIST, list_steps),
    MEMBER(LIST, list_commands),
    MEMBER(LIST, list_command_of),
    MEMBER(LIST, list_order),
    MEMBER(LIST, list_inputs),
    MEMBER(LIST, install),
    MEMBER(LIST, check),
    MEMBER(LIST, check_again),
    MEMBER(LIST, check_environment),
    MEMBER(LIST, native),
    DEFAULT(default_options, "option"),
    DEFAULT(default_values, "value"),
    OF_LIBRARIES(LIST, first),
    OF_LIBRARIES(LIST, last),
    OF_LIBRARIES(LIST, leave),
    OF_LIBRARIES(LIST, complete),
    OF_LIBRARIES(TEXT, output),
    {NULL, "library_brings", NULL, MEMBER_PATTERN, offsetof(CMakeDriver, libraries_bring)},
    {NULL, "library_calls", NULL, MEMBER_PATTERN, offsetof(CMakeDriver, libraries_call)},
    MEMBER(PATTERN, generated_targets),
    MEMBER(PATTERN, downloads),
    MEMBER(PATTERN, keep),
    MEMBER(PATTERN, leave),
    MEMBER(PATTERN, leave_source),
    MEMBER(PATTERN, build_file),
    MEMBER(PATTERN, succeeds),
    MEMBER(PATTERN, ends_well),
    MEMBER(PATTERN, starts),
    MEMBER(PATTERN, shell),
    MEMBER(PATTERN, setting),
    MEMBER(PATTERN, needs_shell),
    MEMBER(PATTERN, install_scripts),
    MEMBER(PATTERN, cached),
    MEMBER(PATTERN, quoted),
    MEMBER(PATTERN, truncated),
    MEMBER(PATTERN, internal),
    MEMBER(PATTERN, found),
    MEMBER(PATTERN, not_found),
    MEMBER(PATTERN, install_optional),
    MEMBER(PATTERN, check_scripts),
    MEMBER(PART, cpu),
    MEMBER(PART, install_apart),
    MEMBER(PART, install_rule),
    MEMBER(PART, install_from),
    MEMBER(TEXT, graph),
    MEMBER(TEXT, says_unused),
    MEMBER(TEXT, collides),
    MEMBER(TEXT, no_rule),
    MEMBER(TEXT, check_none),
    MEMBER(TEXT, build_file_name),
    MEMBER(TEXT, prefix),
    MEMBER(TEXT, cache),
};

/* FALSE when it is missing or malformed. */
static gboolean member_take(const Member *self, CMakeDriver *driver, const json_t *value)
{
    const char *text = json_string_value(value);
    GRegex *pattern = NULL;
    char **list = NULL;
    switch (self->kind) {
    case MEMBER_TEXT:
        G_STRUCT_MEMBER(char *, driver, self->offset) = g_strdup(text);
        return text != NULL;
    case MEMBER_LIST:
        list = texts_of(value, self->of);
        G_STRUCT_MEMBER(char **, driver, self->offset) = list;
        return list != NULL;
    case MEMBER_PATTERN:
        pattern = whole_pattern(text);
        break;
    case MEMBER_PART:
        pattern = text == NULL ? NULL : g_regex_new(text, G_REGEX_OPTIMIZE, 0, NULL);
        break;
    }
    G_STRUCT_MEMBER(GRegex *, driver, self->offset) = pattern;
    return pattern != NULL;
}

static void member_clear(const Member *self, CMakeDriver *driver)
{
    switch (self->kind) {
    case MEMBER_TEXT:
        g_free(G_STRUCT_MEMBER(char *, driver, self->offset));
        break;
    case MEMBER_LIST:
        g_strfreev(G_STRUCT_MEMBER(char **, driver, self->offset));
        break;
    case MEMBER_PATTERN:
    case MEMBER_PART:
        g_clear_pointer(&G_STRUCT_MEMBER(GRegex *, driver, self->offset), g_regex_unref);
        break;
    }
}

static gboolean read_members(CMakeDriver *self, const YamlDocument *document, const json_t *root,
                             GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(members); i++) {
        const Member *member = &members[i];
        const json_t *object =
            member->object != NULL ? json_object_get(root, member->object) : root;
        if (!member_take(member, self, json_object_get(object, member->key))) {
            return malformed(document, member->object != NULL ? member->object : member->key,
                             error);
        }
    }
    self->libraries = (LibraryWords){.first = (const char *const *)self->libraries_first,
                                     .last = (const char *const *)self->libraries_last,
                                     .leave = (const char *const *)self->libraries_leave,
                                     .complete = (const char *const *)self->libraries_complete,
                                     .output = self->libraries_output,
                                     .brings = self->libraries_bring,
                                     .calls = self->libraries_call};
    return g_strv_length(self->native) == 2 || malformed(document, "native", error);
}

static void step_row_free(gpointer data)
{
    StepRow *row = data;
    g_clear_pointer(&row->pattern, g_regex_unref);
    g_free(row->kind);
    g_free(row);
}

static gboolean read_steps(CMakeDriver *self, const YamlDocument *document, const json_t *root,
                           GError **error)
{
    gsize index;
    const json_t *item;
    json_array_foreach(json_object_get(root, "steps"), index, item)
    {
        StepRow *row = g_new0(StepRow, 1);
        g_ptr_array_add(self->steps, row);
        row->pattern = whole_pattern(json_text(item, "pattern"));
        row->kind = g_strdup(json_text(item, "kind"));
        if (row->pattern == NULL || row->kind == NULL) {
            return malformed(document, "steps", error);
        }
    }
    return TRUE;
}

static void recorded_row_free(gpointer data)
{
    RecordedRow *row = data;
    g_free(row->name);
    g_strfreev(row->run);
    g_strfreev(row->again);
    g_free(row->unless);
    g_free(row->lacks);
    g_free(row->takes_prefix);
    g_free(row);
}

/* Of a build tool that tells by itself what it would call there is nothing. */
static gboolean read_recorded(CMakeDriver *self, const YamlDocument *document, const json_t *root,
                              GError **error)
{
    RecordedWords *words = &self->recorded;
    const json_t *rows = json_object_get(root, "recorded");
    gsize index;
    const json_t *item;
    if (rows == NULL) {
        return TRUE;
    }
    words->rows = g_ptr_array_new_with_free_func(recorded_row_free);
    json_array_foreach(rows, index, item)
    {
        RecordedRow *row = g_new0(RecordedRow, 1);
        g_ptr_array_add(words->rows, row);
        row->name = g_strdup(json_text(item, "name"));
        row->run = texts_of(json_object_get(item, "run"), NULL);
        row->again = texts_of(json_object_get(item, "again"), NULL);
        row->unless = g_strdup(json_text(item, "unless"));
        row->lacks = g_strdup(json_text(item, "lacks"));
        row->takes_prefix = g_strdup(json_text(item, "takes_prefix"));
        row->records = json_is_true(json_object_get(item, "records"));
        if (row->name == NULL || row->run == NULL) {
            return malformed(document, "recorded", error);
        }
    }
    words->environment = texts_of(json_object_get(root, "environment"), NULL);
    words->stand_in = whole_pattern(json_text(root, "stand_in"));
    words->do_nothing = whole_pattern(json_text(root, "do_nothing"));
    words->nothing = g_strdup(json_text(root, "nothing"));
    return (words->environment != NULL && words->stand_in != NULL && words->do_nothing != NULL &&
            words->nothing != NULL) ||
           malformed(document, "recorded", error);
}

#define BASES_MAX 8u

/* The members of a file, and of those that it is put over, as far as it lacks them; a new
 * reference. NULL and an error when one of them cannot be read. */
static json_t *members_over_base(const char *folder, const YamlDocument *document, GError **error)
{
    json_t *root = json_copy((json_t *)yaml_root(document));
    g_autofree char *name = g_strdup(json_text(root, "base"));
    for (guint i = 0; name != NULL; i++) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autoptr(YamlDocument) base = i < BASES_MAX ? yaml_load(path, error) : NULL;
        if (base == NULL) {
            if (i == BASES_MAX) {
                malformed(document, "base", error);
            }
            json_decref(root);
            return NULL;
        }
        json_object_update_missing(root, (json_t *)yaml_root(base));
        g_free(name);
        name = g_strdup(json_text(yaml_root(base), "base"));
    }
    return root;
}

CMakeDriver *cmake_driver_load(const char *folder, const char *build_system, GError **error)
{
    g_autofree char *file = g_strconcat(build_system, ".yaml", NULL);
    g_autofree char *path = g_build_filename(folder, file, NULL);
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    json_t *root = document == NULL ? NULL : members_over_base(folder, document, error);
    if (root == NULL) {
        return NULL;
    }
    g_autoptr(CMakeDriver) self = g_new0(CMakeDriver, 1);
    self->steps = g_ptr_array_new_with_free_func(step_row_free);
    self->answers = answers_new();
    self->failures = failures_load(folder, error);
    gboolean read = self->failures != NULL && read_members(self, document, root, error) &&
                    read_steps(self, document, root, error) &&
                    read_recorded(self, document, root, error);
    json_decref(root);
    return read ? g_steal_pointer(&self) : NULL;
}

void cmake_driver_free(CMakeDriver *self)
{
    if (self == NULL) {
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(members); i++) {
        member_clear(&members[i], self);
    }
    g_clear_pointer(&self->failures, failures_free);
    g_ptr_array_unref(self->steps);
    g_clear_pointer(&self->recorded.rows, g_ptr_array_unref);
    g_strfreev(self->recorded.environment);
    g_clear_pointer(&self->recorded.stand_in, g_regex_unref);
    g_clear_pointer(&self->recorded.do_nothing, g_regex_unref);
    g_free(self->recorded.nothing);
    answers_free(self->answers);
    g_free(self);
}

const Failures *configure_failures(const CMakeDriver *driver)
{
    return driver->failures;
}

const char *configure_placeholder(const CMakeDriver *driver)
{
    return driver->prefix;
}

void configure_native(const CMakeDriver *driver, const char **c, const char **cxx)
{
    *c = driver->native[0];
    *cxx = driver->native[1];
}

gboolean configure_only_succeeds(const CMakeDriver *driver, const char *command)
{
    return g_regex_match(driver->succeeds, command, 0, NULL);
}

gboolean configure_ends_well(const CMakeDriver *driver, const char *command)
{
    return g_regex_match(driver->ends_well, command, 0, NULL);
}

gboolean configure_builds(const CMakeDriver *driver)
{
    return driver->recorded.rows != NULL;
}

gboolean configure_is_build_file(const CMakeDriver *driver, const char *name)
{
    return g_regex_match(driver->build_file, name, 0, NULL);
}

const char *configure_build_file_name(const CMakeDriver *driver)
{
    return driver->build_file_name;
}

gboolean configure_leaves_source(const CMakeDriver *driver, const char *name)
{
    return g_regex_match(driver->leave_source, name, 0, NULL);
}

gboolean configure_is_install_script(const CMakeDriver *driver, const char *path)
{
    return g_regex_match(driver->install_scripts, path, 0, NULL);
}

gboolean configure_is_script(const CMakeDriver *driver, const char *path)
{
    return configure_is_install_script(driver, path) ||
           g_regex_match(driver->check_scripts, path, 0, NULL);
}

const char *const *configure_install(const CMakeDriver *driver)
{
    return (const char *const *)driver->install;
}

const LibraryWords *configure_library_words(const CMakeDriver *driver)
{
    return &driver->libraries;
}

const char *const *configure_check(const CMakeDriver *driver)
{
    return (const char *const *)driver->check;
}

const char *configure_check_none(const CMakeDriver *driver)
{
    return driver->check_none;
}

const char *const *configure_check_again(const CMakeDriver *driver)
{
    return (const char *const *)driver->check_again;
}

const char *const *configure_check_environment(const CMakeDriver *driver)
{
    return (const char *const *)driver->check_environment;
}
