#include "container/image/recipe_check.h"
#include "container/build/step.h"
#include "container/image/layout.h"
#include "container/image/pack.h"

/* What a member is. PATHS are objects with a path and what belongs to it. */
typedef enum { IS_TEXT, IS_SWITCH, IS_TEXTS, IS_SETTINGS, IS_COMMANDS, IS_STEPS, IS_PATHS } Kind;

typedef struct {
    const char *name;
    Kind kind;
    gboolean optional;
} RecipeMember;

static const RecipeMember step_members[] = {
    {"kind", IS_TEXT, FALSE},      {"output", IS_TEXT, FALSE},       {"default", IS_SWITCH, FALSE},
    {"directory", IS_TEXT, FALSE}, {"commands", IS_COMMANDS, FALSE}, {"needed", IS_TEXTS, TRUE},
    {NULL, IS_TEXT, FALSE}};
static const RecipeMember path_members[] = {{"path", IS_TEXT, FALSE},
                                            {"to", IS_TEXT, TRUE},
                                            {"cpu", IS_TEXT, TRUE},
                                            {NULL, IS_TEXT, FALSE}};
static const RecipeMember recipe_members[] = {
    {"steps", IS_STEPS, TRUE},           {"install", IS_TEXTS, TRUE},
    {"prefix", IS_TEXT, TRUE},           {"relocatable", IS_SWITCH, TRUE},
    {"check", IS_TEXTS, TRUE},           {"check_again", IS_TEXTS, TRUE},
    {"check_none", IS_TEXT, TRUE},       {"check_environment", IS_TEXTS, TRUE},
    {"objects", IS_TEXTS, TRUE},         {"links", IS_PATHS, TRUE},
    {"left_out", IS_TEXTS, TRUE},        {"machine_code", IS_PATHS, TRUE},
    {"installed_links", IS_PATHS, TRUE}, {"configured", IS_SETTINGS, TRUE},
    {"found", IS_TEXTS, TRUE},           {NULL, IS_TEXT, FALSE}};
static const char *const step_kinds[] = {"archive", "link", "name", "command", NULL};

typedef struct {
    const char *configuration;
    GString *field; /* as in "steps[2].commands[0]" */
    GError **error;
} Checking;

static gboolean fail(const Checking *self, const char *what)
{
    g_set_error(self->error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                PACK_FOLDER "/configurations/%s/recipe.json: %s %s; " IMAGE_REMEDY,
                self->configuration, self->field->str, what);
    return FALSE;
}

static gboolean check_members(const Checking *self, const json_t *object,
                              const RecipeMember *members);

static gboolean check_texts(const Checking *self, const json_t *list)
{
    gsize index;
    const json_t *item;
    if (!json_is_array(list)) {
        return fail(self, "is no list");
    }
    json_array_foreach(list, index, item)
    {
        if (!json_is_string(item)) {
            g_string_append_printf(self->field, "[%" G_GSIZE_FORMAT "]", index);
            return fail(self, "is no text");
        }
    }
    return TRUE;
}

/* A stream without a file, or no program behind it, is nothing that could be run. */
static gboolean check_command(const Checking *self, const json_t *command)
{
    if (!check_texts(self, command)) {
        return FALSE;
    }
    const StepCommand told = step_command(command);
    return told.first < json_array_size(command) || fail(self, "names no program");
}

static gboolean check_objects(const Checking *self, const json_t *list, Kind kind)
{
    gsize index, length = self->field->len;
    const json_t *item;
    if (!json_is_array(list)) {
        return fail(self, "is no list");
    }
    json_array_foreach(list, index, item)
    {
        g_string_append_printf(self->field, "[%" G_GSIZE_FORMAT "]", index);
        gboolean good = kind == IS_COMMANDS ? check_command(self, item)
                        : kind == IS_STEPS  ? check_members(self, item, step_members)
                                            : check_members(self, item, path_members);
        if (!good) {
            return FALSE;
        }
        const char *named = json_string_value(json_object_get(item, "kind"));
        if (kind == IS_STEPS && !g_strv_contains(step_kinds, named)) {
            g_string_append(self->field, ".kind");
            return fail(self, "is no kind of step");
        }
        g_string_truncate(self->field, length);
    }
    return TRUE;
}

static gboolean check_settings(const Checking *self, const json_t *object)
{
    const char *key;
    json_t *item;
    if (!json_is_object(object)) {
        return fail(self, "is no object");
    }
    json_object_foreach((json_t *)object, key, item)
    {
        if (!json_is_string(item)) {
            g_string_append_printf(self->field, ".%s", key);
            return fail(self, "is no text");
        }
    }
    return TRUE;
}

static gboolean check_value(const Checking *self, const json_t *value, Kind kind)
{
    switch (kind) {
    case IS_TEXT:
        return json_is_string(value) || fail(self, "is no text");
    case IS_SWITCH:
        return json_is_boolean(value) || fail(self, "is neither true nor false");
    case IS_TEXTS:
        return check_texts(self, value);
    case IS_SETTINGS:
        return check_settings(self, value);
    case IS_COMMANDS:
    case IS_STEPS:
    case IS_PATHS:
        break;
    }
    return check_objects(self, value, kind);
}

static gboolean check_members(const Checking *self, const json_t *object,
                              const RecipeMember *members)
{
    gsize length = self->field->len;
    if (!json_is_object(object)) {
        return fail(self, "is no object");
    }
    for (const RecipeMember *member = members; member->name != NULL; member++) {
        const json_t *value = json_object_get(object, member->name);
        g_string_append_printf(self->field, "%s%s", length > 0 ? "." : "", member->name);
        if (value == NULL ? !member->optional && !fail(self, "is missing")
                          : !check_value(self, value, member->kind)) {
            return FALSE;
        }
        g_string_truncate(self->field, length);
    }
    return TRUE;
}

gboolean recipe_check(const json_t *recipe, const char *configuration, GError **error)
{
    g_autoptr(GString) field = g_string_new(NULL);
    const Checking self = {configuration, field, error};
    return recipe == NULL || check_members(&self, recipe, recipe_members);
}
