/* meson.options: mesonbuild.com/Build-options.html. */
#include "core/path.h"
#include "discover/meson/reading.h"
#include <string.h>

/* A literal as text: options files have no other values. NULL for anything else. */
static const char *literal(Arena *arena, const MesonNode *node)
{
    if (node == NULL) {
        return NULL;
    }
    switch (node->kind) {
    case MESON_TEXT:
    case MESON_NUMBER:
        return node->text;
    case MESON_BOOL:
        return node->truth ? "true" : "false";
    case MESON_MINUS: {
        const char *number = literal(arena, node->left);
        return number != NULL ? arena_printf(arena, "-%s", number) : NULL;
    }
    case MESON_ARRAY: {
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint i = 0; i < node->items->len; i++) {
            const char *item = literal(arena, node->items->pdata[i]);
            g_string_append_printf(text, "%s%s", i > 0 ? "," : "", item != NULL ? item : "");
        }
        return arena_strdup(arena, text->str);
    }
    case MESON_BINARY: {
        const char *left = strcmp(node->text, "+") == 0 ? literal(arena, node->left) : NULL;
        const char *right = left != NULL ? literal(arena, node->right) : NULL;
        return right != NULL ? arena_printf(arena, "%s%s", left, right) : NULL;
    }
    case MESON_NAME:
    case MESON_DICT:
    case MESON_CALL:
    case MESON_METHOD:
    case MESON_INDEX:
    case MESON_NOT:
    case MESON_CHOICE:
        break;
    }
    return NULL;
}

static const struct {
    const char *name;
    const char *fallback; /* without "value:"; NULL: the first choice, or all of them */
} types[] = {
    [MESON_OPTION_BOOLEAN] = {"boolean", "true"}, [MESON_OPTION_COMBO] = {"combo", NULL},
    [MESON_OPTION_STRING] = {"string", ""},       [MESON_OPTION_INTEGER] = {"integer", ""},
    [MESON_OPTION_ARRAY] = {"array", NULL},       [MESON_OPTION_FEATURE] = {"feature", "auto"},
};

static gboolean type_of(const char *name, MesonOptionType *type)
{
    for (guint i = 0; name != NULL && i < G_N_ELEMENTS(types); i++) {
        if (strcmp(types[i].name, name) == 0) {
            *type = (MesonOptionType)i;
            return TRUE;
        }
    }
    return FALSE;
}

static const char *fallback_of(MesonReading *self, const MesonOption *option, const MesonNode *call)
{
    const MesonNode *node = meson_named(call, "value");
    if (node != NULL && node->kind == MESON_NUMBER) {
        return meson_plain_text(meson_evaluate(self, node)); /* 0x10 is 16 */
    }
    const char *value = literal(self->arena, node);
    if (value != NULL) {
        return value;
    }
    if (types[option->type].fallback != NULL) {
        return types[option->type].fallback;
    }
    if (option->choices->len == 0) {
        return "";
    }
    if (option->type == MESON_OPTION_COMBO) {
        return option->choices->pdata[0];
    }
    return literal(self->arena, meson_named(call, "choices"));
}

static GPtrArray *choices_of(MesonReading *self, const MesonNode *call)
{
    GPtrArray *choices = arena_array(self->arena);
    const MesonNode *node = meson_named(call, "choices");
    for (guint i = 0; node != NULL && node->kind == MESON_ARRAY && i < node->items->len; i++) {
        const char *choice = literal(self->arena, node->items->pdata[i]);
        if (choice != NULL && i < MESON_ITEMS_MAX) {
            g_ptr_array_add(choices, (gpointer)choice);
        }
    }
    return choices;
}

/* What is shown of a call that goes over lines. */
#define CALL_LINES_MAX 8u
#define CALL_BYTES_MAX 160u

/* The call that begins in the line, as one line without blanks around it. */
static const char *line_of(MesonReading *self, const char *text, guint line)
{
    const char *begin = text;
    for (guint i = 1; i < line && begin != NULL; i++) {
        begin = strchr(begin, '\n');
        begin += begin != NULL ? 1 : 0;
    }
    g_autoptr(GString) found = g_string_new(NULL);
    for (guint i = 0; begin != NULL && *begin != '\0' && i < CALL_LINES_MAX; i++) {
        gsize length = strcspn(begin, "\n");
        g_autofree char *part = g_strstrip(g_strndup(begin, MIN(length, CALL_BYTES_MAX)));
        g_string_append_printf(found, "%s%s", i > 0 && found->str[found->len - 1] != '(' ? " " : "",
                               part);
        begin += length + (begin[length] == '\n' ? 1 : 0);
        if (g_str_has_suffix(part, ")") || found->len >= CALL_BYTES_MAX) {
            break;
        }
    }
    g_autofree char *valid = g_utf8_make_valid(found->str, (gssize)MIN(found->len, CALL_BYTES_MAX));
    return arena_strdup(self->arena, valid);
}

static void read_option(MesonReading *self, const MesonNode *call, const char *text)
{
    const char *name = literal(self->arena, meson_argument(call, 0));
    MesonOptionType type;
    if (name == NULL || !type_of(literal(self->arena, meson_named(call, "type")), &type)) {
        meson_ledger(self, "option's type not known", name != NULL ? name : "option()", call->line);
        return;
    }
    if (g_hash_table_contains(self->options, name)) {
        return;
    }
    MesonOption *option = arena_new0(self->arena, MesonOption);
    option->name = name;
    option->type = type;
    option->help = literal(self->arena, meson_named(call, "description"));
    option->choices = choices_of(self, call);
    option->fallback = fallback_of(self, option, call);
    /* A list or a dictionary is about values of it. */
    const MesonNode *deprecated = meson_named(call, "deprecated");
    option->deprecated =
        deprecated != NULL &&
        ((deprecated->kind == MESON_BOOL && deprecated->truth) || deprecated->kind == MESON_TEXT);
    option->at = meson_place(self, call->line);
    option->line = line_of(self, text, call->line);
    option->uses = arena_array(self->arena);
    option->unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, name);
    option->unknown->is_switch = type == MESON_OPTION_BOOLEAN;
    g_hash_table_insert(self->options, (gpointer)name, option);
    g_ptr_array_add(self->option_list, option);
}

static void read_calls(MesonReading *self, const MesonFile *file, const char *text)
{
    for (guint i = 0; i < file->statements->len; i++) {
        const MesonStatement *statement = file->statements->pdata[i];
        const MesonNode *value = statement->value;
        gboolean option = statement->kind == MESON_EXPRESSION && value->kind == MESON_CALL &&
                          strcmp(value->text, "option") == 0;
        if (!option) {
            meson_ledger(self, "unknown command", "a statement that is no option()",
                         statement->line);
        } else {
            read_option(self, value, text);
        }
    }
    if (file->error != NULL) {
        diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING, meson_place(self, file->error_line),
                        "what follows in this file is not read", "%s", file->error);
        meson_ledger(self, "syntax error", file->error, file->error_line);
    }
}

void meson_read_options(MesonReading *self)
{
    static const char *const names[] = {"meson.options", "meson_options.txt"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = path_join(self->top, names[i]);
        gsize length = 0;
        g_autofree char *text = tree_find(self->tree, path) != NULL
                                    ? tree_read_text(self->tree, path, &length, NULL)
                                    : NULL;
        if (text != NULL && length <= MESON_FILE_BYTES_MAX) {
            self->file = arena_intern(self->arena, path);
            read_calls(self, meson_file_parse(self->arena, text), text);
            return;
        }
    }
}

const MesonValue *meson_option_value(MesonReading *self, const char *name, guint line)
{
    MesonOption *option = g_hash_table_lookup(self->options, name);
    if (option == NULL) {
        /* One of Meson's own: buildtype, prefix. */
        g_autofree char *what = g_strdup_printf("get_option('%s')", name);
        Unknown *own = unknowns_get(self->unknowns, CONDITION_SUBJECT_PLATFORM,
                                    arena_intern(self->arena, what));
        return meson_text(self, unknowns_hole(self->unknowns, own), SPAN_NONE);
    }
    if (option->uses->len < OPTION_USES_MAX) {
        Span *use = arena_new0(self->arena, Span);
        *use = meson_place(self, line);
        g_ptr_array_add(option->uses, use);
    }
    switch (option->type) {
    case MESON_OPTION_BOOLEAN:
        return meson_bool(self, unknown_given(self->unknowns, option->unknown));
    case MESON_OPTION_FEATURE:
        return meson_feature(self, unknown_equals(self->unknowns, option->unknown, "enabled"),
                             unknown_equals(self->unknowns, option->unknown, "disabled"));
    case MESON_OPTION_ARRAY:
        return meson_given_list(self, option->unknown);
    case MESON_OPTION_COMBO:
    case MESON_OPTION_STRING:
    case MESON_OPTION_INTEGER:
        break;
    }
    MesonValue *value = arena_new0(self->arena, MesonValue);
    *value = *meson_text(self, unknowns_hole(self->unknowns, option->unknown), SPAN_NONE);
    value->number = option->type == MESON_OPTION_INTEGER;
    return value;
}
