/* Compares what the Meson reader finds with what `meson introspect --buildoptions` says.
 *
 *     oracle_meson FOLDER INTROSPECTION
 *
 * INTROSPECTION is the file with the output of that command for FOLDER/meson.build. Each difference
 * in an option's name, type, choices, default or description is printed; the status is 0 when there
 * is none, else 1. Options that Meson brings itself do not count. */
#include "discover/meson/meson_reader.h"
#include <jansson.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name;
    guint differences;
} Comparison;

static void differs(Comparison *self, const char *what, const char *meson, const char *read)
{
    printf("%s: %s: Meson says \"%s\", read was \"%s\"\n", self->name, what, meson,
           read != NULL ? read : "nothing");
    self->differences++;
}

static gboolean is_of_type(const Option *option, const char *type)
{
    gboolean text = option->type == OPTION_STRING;
    if (strcmp(type, "boolean") == 0) {
        return option->type == OPTION_BOOL;
    }
    if (strcmp(type, "integer") == 0) {
        return text && option->number;
    }
    return strcmp(type, "combo") == 0 ? text && !option->free_form
                                      : text && option->free_form && !option->number;
}

/* A feature is introspected as a choice; the reader leaves "auto" out, which decides nothing. */
static void compare_choices(Comparison *self, json_t *choices, const Option *option)
{
    guint left = option->values->len;
    size_t i = 0;
    json_t *choice = NULL;
    json_array_foreach(choices, i, choice)
    {
        const char *text = json_string_value(choice);
        gboolean there = option->asks_whether && strcmp(text, "auto") == 0;
        for (guint k = 0; k < option->values->len && !there; k++) {
            there = strcmp(((const AllowedValue *)option->values->pdata[k])->value, text) == 0;
            left -= there;
        }
        if (!there) {
            differs(self, "choice", text, NULL);
        }
    }
    if (left != 0) {
        differs(self, "choices", "fewer", "more");
    }
}

/* As the reader writes it; the caller frees it. */
static char *default_text(json_t *value)
{
    if (json_is_boolean(value)) {
        return g_strdup(json_is_true(value) ? "ON" : "OFF");
    }
    if (json_is_integer(value)) {
        return g_strdup_printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
    }
    if (!json_is_array(value)) {
        return g_strdup(json_string_value(value));
    }
    GString *list = g_string_new(NULL);
    size_t i = 0;
    json_t *item = NULL;
    json_array_foreach(value, i, item)
    {
        g_string_append_printf(list, "%s%s", i > 0 ? "," : "", json_string_value(item));
    }
    return g_string_free(list, FALSE);
}

static void compare_option(Comparison *self, json_t *told, const Option *option)
{
    const char *type = json_string_value(json_object_get(told, "type"));
    if (!is_of_type(option, type)) {
        differs(self, "type", type, option_type_text(option->type));
    }
    if (strcmp(type, "combo") == 0) {
        compare_choices(self, json_object_get(told, "choices"), option);
    }
    const Definition *definition = option->definitions->pdata[0];
    g_autofree char *wanted = default_text(json_object_get(told, "value"));
    const char *fallback = ((const DefaultValue *)definition->defaults->pdata[0])->value;
    if (g_strcmp0(wanted, fallback) != 0) {
        differs(self, "default", wanted, fallback);
    }
    /* Without a description Meson takes the name. */
    const char *description = json_string_value(json_object_get(told, "description"));
    const char *help = definition->help != NULL ? definition->help : self->name;
    if (g_strcmp0(description, help) != 0) {
        differs(self, "description", description, help);
    }
}

static guint compare(json_t *introspection, const Facts *facts)
{
    Comparison comparison = {NULL, 0};
    guint own = 0;
    size_t i = 0;
    json_t *told = NULL;
    json_array_foreach(introspection, i, told)
    {
        const char *section = json_string_value(json_object_get(told, "section"));
        if (g_strcmp0(section, "user") != 0) {
            continue;
        }
        comparison.name = json_string_value(json_object_get(told, "name"));
        own++;
        const Option *option = facts_option(facts, comparison.name);
        if (option == NULL) {
            differs(&comparison, "option", comparison.name, NULL);
        } else {
            compare_option(&comparison, told, option);
        }
    }
    if (own < facts->options->len) {
        printf("%u options were read of which Meson says nothing\n", facts->options->len - own);
        comparison.differences++;
    }
    printf("%u options, %u differences\n", own, comparison.differences);
    return comparison.differences;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s FOLDER INTROSPECTION\n", argv[0]);
        return 2;
    }
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(Tree) tree = tree_open(argv[1], diagnostics, &error);
    json_t *introspection = json_load_file(argv[2], 0, NULL);
    int status = 3;
    if (tree == NULL || introspection == NULL) {
        fprintf(stderr, "%s\n",
                error != NULL ? error->message : "no introspection to compare with");
    } else {
        Facts *facts = facts_new(arena);
        meson_read(tree, facts, diagnostics);
        facts_finish(facts);
        status = compare(introspection, facts) == 0 ? 0 : 1;
    }
    json_decref(introspection);
    return status;
}
