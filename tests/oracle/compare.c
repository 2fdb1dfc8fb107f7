/* Truth against facts, option by option. */
#include "tests/oracle/compare.h"
#include "tests/oracle/assignment.h"
#include "tests/oracle/holds.h"
#include "tests/oracle/truth.h"
#include <string.h>

typedef struct {
    const CompareOptions *options;
    Comparison *result;
    GPtrArray *report;
    GHashTable *facts; /* name -> option of the facts */
    GHashTable *known; /* names that the truth has in any of its lists */
} Comparing;

static const char *text(json_t *object, const char *member)
{
    const char *value = json_string_value(json_object_get(object, member));
    return value == NULL ? "" : value;
}

static void say(Comparing *self, const char *kind, const char *name, const char *place,
                const char *what)
{
    g_ptr_array_add(self->report, g_strdup_printf("%-8s %s %s: %s", kind, name, place, what));
}

static json_t *first_definition(json_t *option)
{
    return json_array_get(json_object_get(option, "definitions"), 0);
}

/* CMake stores ON or OFF for an option(), whatever word was written. */
static gboolean same_value(json_t *definition, const char *ours)
{
    const char *value = text(definition, "default");
    if (strcmp(text(definition, "by"), "option") == 0) {
        return strcmp(assignment_switch(value), assignment_switch(ours)) == 0;
    }
    return strcmp(value, ours) == 0;
}

/* In the symbolic domain a default that could not be worked out, or that holds a reference to what
 * only a configuration decides, stands for any. */
static gboolean is_open(const Comparing *self, const char *word)
{
    return self->options->symbolic && (word == NULL || strstr(word, "${") != NULL);
}

/* Whether ours, declared at the same place, has the truth's default. */
static gboolean has_default(const Comparing *self, json_t *definition, json_t *option,
                            GString *others)
{
    gsize index;
    json_t *ours;
    json_array_foreach(json_object_get(option, "definitions"), index, ours)
    {
        const char *place = text(ours, "declared_at");
        gboolean same_place = strcmp(place, text(definition, "at")) == 0;
        gsize number;
        json_t *value;
        json_array_foreach(json_object_get(ours, "defaults"), number, value)
        {
            const char *word = json_string_value(json_object_get(value, "value"));
            gboolean same = is_open(self, word) || (word != NULL && same_value(definition, word));
            if (same_place && same) {
                return TRUE;
            }
            g_string_append_printf(others, " '%s' at %s", word == NULL ? "(unknown)" : word, place);
        }
    }
    return FALSE;
}

/* Whether ours, declared at the same place, gives no default, as the option is declared before. */
static gboolean is_declared_before(const Comparing *self, json_t *definition, json_t *option)
{
    if (!self->options->symbolic || json_is_true(json_object_get(definition, "force"))) {
        return FALSE;
    }
    gsize index;
    json_t *ours;
    json_array_foreach(json_object_get(option, "definitions"), index, ours)
    {
        if (strcmp(text(ours, "declared_at"), text(definition, "at")) == 0 &&
            json_array_size(json_object_get(ours, "defaults")) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean compare_defaults(Comparing *self, json_t *option, json_t *ours)
{
    gboolean equal = TRUE;
    gsize index;
    json_t *definition;
    json_array_foreach(json_object_get(option, "definitions"), index, definition)
    {
        g_autoptr(GString) others = g_string_new(NULL);
        /* The first declaration is the one that CMake heeds. */
        gboolean behind = index > 0 && is_declared_before(self, definition, ours);
        if (!behind && !has_default(self, definition, ours, others)) {
            g_autofree char *what =
                g_strdup_printf("CMake has '%s', the facts have%s", text(definition, "default"),
                                others->len == 0 ? " none" : others->str);
            say(self, "default", text(option, "name"), text(definition, "at"), what);
            equal = FALSE;
        }
    }
    return equal;
}

/* The truth's types are spelt as the facts' are; the rare ones that the facts do not have read as
 * strings. */
static gboolean compare_types(Comparing *self, json_t *option, json_t *ours)
{
    gboolean equal = FALSE;
    gsize index;
    json_t *definition;
    json_array_foreach(json_object_get(option, "definitions"), index, definition)
    {
        const char *type = text(definition, "type");
        gboolean rare = strcmp(type, "static") == 0 || strcmp(type, "uninitialized") == 0;
        equal = equal || strcmp(rare ? "string" : type, text(ours, "type")) == 0;
    }
    if (!equal) {
        g_autofree char *what =
            g_strdup_printf("CMake has %s, the facts have %s",
                            text(first_definition(option), "type"), text(ours, "type"));
        say(self, "type", text(option, "name"), text(first_definition(option), "at"), what);
    }
    return equal;
}

static gboolean has_value(json_t *values, const char *wanted)
{
    gsize index;
    json_t *value;
    json_array_foreach(values, index, value)
    {
        if (strcmp(text(value, "value"), wanted) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean compare_choices(Comparing *self, json_t *option, json_t *ours)
{
    gsize index;
    json_t *choice;
    json_array_foreach(json_object_get(option, "choices"), index, choice)
    {
        if (!has_value(json_object_get(ours, "values"), json_string_value(choice))) {
            g_autofree char *what = g_strdup_printf("no value '%s'", json_string_value(choice));
            say(self, "choice", text(option, "name"), text(first_definition(option), "at"), what);
            return FALSE;
        }
    }
    return TRUE;
}

static void compare_option(Comparing *self, json_t *option)
{
    const char *name = text(option, "name");
    json_t *ours = g_hash_table_lookup(self->facts, name);
    gboolean choice = json_is_array(json_object_get(option, "choices"));
    self->result->options++;
    self->result->choices += choice;
    if (ours == NULL) {
        json_t *definition = first_definition(option);
        g_autofree char *what = g_strdup_printf(
            "%s, %s, default '%s', called from %s", text(definition, "by"),
            text(definition, "type"), text(definition, "default"), text(definition, "called"));
        say(self, "missing", name, text(definition, "at"), what);
        return;
    }
    self->result->found++;
    self->result->defaults += compare_defaults(self, option, ours);
    self->result->types += compare_types(self, option, ours);
    self->result->same_choices += choice && compare_choices(self, option, ours);
}

/* In the symbolic domain an option that this configuration does not define is right when each of
 * its definitions says under which condition it exists, and none of them holds here. */
static gboolean is_explained(const Comparing *self, json_t *option)
{
    gsize index;
    json_t *definition;
    json_array_foreach(json_object_get(option, "definitions"), index, definition)
    {
        json_t *exists = json_object_get(definition, "exists");
        Holds here = self->options->cache != NULL ? condition_holds(exists, self->options->cache)
                     : json_is_true(exists)       ? HOLDS_YES
                                                  : HOLDS_OPEN;
        if (here == HOLDS_YES) {
            return FALSE;
        }
    }
    return TRUE;
}

static void compare_extra(Comparing *self, json_t *option)
{
    const char *name = text(option, "name");
    json_t *definition = first_definition(option);
    if (g_hash_table_contains(self->known, name) || definition == NULL ||
        strcmp(text(option, "type"), "internal") == 0 ||
        strcmp(text(option, "type"), "untyped") == 0) {
        return;
    }
    const char *place = text(definition, "declared_at");
    gboolean cached =
        self->options->cache != NULL && g_hash_table_contains(self->options->cache, name);
    g_autofree char *when =
        json_dumps(json_object_get(definition, "exists"), JSON_ENCODE_ANY | JSON_COMPACT);
    /* "Set it unless it is set" does not run in a configuration that gives it. */
    if (self->options->symbolic && (cached || is_explained(self, option))) {
        self->result->explained++;
        say(self, "extra", name, place, when);
        return;
    }
    g_autofree char *what = g_strdup_printf("nothing defined it%s; the facts say %s",
                                            cached ? ", but it is in the cache" : "", when);
    self->result->invented++;
    say(self, "invented", name, place, what);
}

static void index_truth(Comparing *self, json_t *list)
{
    gsize index;
    json_t *option;
    json_array_foreach(list, index, option)
    {
        g_hash_table_add(self->known, (gpointer)text(option, "name"));
    }
}

static void index_facts(Comparing *self, json_t *facts)
{
    gsize index;
    json_t *option;
    json_array_foreach(json_object_get(facts, "options"), index, option)
    {
        if (strcmp(text(option, "builder"), "cmake") == 0 &&
            strcmp(text(option, "folder"), self->options->folder) == 0 &&
            first_definition(option) != NULL) {
            g_hash_table_insert(self->facts, (gpointer)text(option, "name"), option);
        }
    }
}

void compare_facts(json_t *truth, json_t *facts, const CompareOptions *options,
                   Comparison *comparison, GPtrArray *report)
{
    g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    Comparing self = {.options = options,
                      .result = comparison,
                      .report = report,
                      .facts = by_name,
                      .known = known};
    *comparison = (Comparison){0};
    index_facts(&self, facts);
    index_truth(&self, json_object_get(truth, "options"));
    index_truth(&self, json_object_get(truth, "internal"));
    index_truth(&self, json_object_get(truth, "modules"));
    gsize index;
    json_t *option;
    json_array_foreach(json_object_get(truth, "options"), index, option)
    {
        compare_option(&self, option);
    }
    json_array_foreach(json_object_get(truth, "modules"), index, option)
    {
        comparison->modules++;
        comparison->found_modules += g_hash_table_contains(by_name, text(option, "name"));
    }
    json_array_foreach(json_object_get(facts, "options"), index, option)
    {
        if (g_hash_table_lookup(by_name, text(option, "name")) == option) {
            compare_extra(&self, option);
        }
    }
}

gboolean comparison_exact(const Comparison *comparison, gboolean defaults)
{
    return comparison->options > 0 && comparison->found == comparison->options &&
           (!defaults || comparison->defaults == comparison->options) &&
           comparison->types == comparison->options &&
           comparison->same_choices == comparison->choices && comparison->invented == 0;
}
