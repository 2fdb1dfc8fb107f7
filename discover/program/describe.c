#include "discover/program/describe.h"
#include "discover/specify.h"
#include <string.h>

static const char *free_form_text(const Decision *decision)
{
    if (option_is_feature(decision->option)) {
        return "enabled, disabled, auto";
    }
    switch (specify_kind(decision->option, decision)) {
    case POINT_SWITCH:
        return "ON, OFF";
    case POINT_PATH:
        return decision->option->type == OPTION_FILEPATH ? "(file)" : "(folder)";
    case POINT_NUMBER:
        return "(number)";
    case POINT_CHOICE:
    case POINT_STRING:
        return "(text)";
    }
    g_assert_not_reached();
}

char *describe_values(const Decision *decision)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < decision->values->len; i++) {
        const ValueDecision *value = g_ptr_array_index(decision->values, i);
        if (!value->rejected) {
            g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", value->value->value);
        }
    }
    if (text->len == 0) {
        g_string_append(text, free_form_text(decision));
    }
    return g_string_free(text, FALSE);
}

char *describe_default(const char *value, gboolean depends)
{
    const char *shown = value == NULL ? "?" : *value == '\0' ? "\"\"" : value;
    return g_strconcat(shown, depends ? "*" : "", NULL);
}

char *describe_reach(const Reach *reach)
{
    if (reach->files == 0) {
        return g_strdup("");
    }
    return g_strdup_printf("%u/%u", reach->lines, reach->files);
}

/* The end of what stands behind "${", braces within it included. */
static const char *hole_end(const char *at)
{
    for (guint depth = 1; *at != '\0'; at++) {
        if (at[0] == '$' && at[1] == '{') {
            depth++;
        } else if (*at == '}' && --depth == 0) {
            break;
        }
    }
    return at;
}

/* Whether a text is a name and nothing else. */
static gboolean is_name(const char *text, gsize length)
{
    return length > 0 && *text != '.' &&
           strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.-/+") >= length;
}

/* The variables that a text which could not be worked out comes from: "from A, B", or "..." when
 * it does not say. */
static char *hole_words(const char *begin, const char *end)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *at = begin; at < end; at++) {
        const char *name = at + 2;
        const char *close = at[0] == '$' && at[1] == '{' ? hole_end(name) : NULL;
        if (close != NULL && close < end && is_name(name, (gsize)(close - name))) {
            char *text = g_strndup(name, (gsize)(close - name));
            if (g_ptr_array_find_with_equal_func(names, text, g_str_equal, NULL)) {
                g_free(text);
            } else {
                g_ptr_array_add(names, text);
            }
        }
    }
    if (names->len == 0 || names->len > DESCRIBE_NAMES_MAX) {
        return g_strdup("...");
    }
    g_ptr_array_add(names, NULL);
    g_autofree char *list = g_strjoinv(", ", (char **)names->pdata);
    return g_strconcat("from ", list, NULL);
}

char *describe_text(const char *text)
{
    GString *out = g_string_new(NULL);
    while (*text != '\0') {
        const char *hole = strstr(text, "${");
        if (hole == NULL) {
            g_string_append(out, text);
            break;
        }
        const char *begin = hole + 2;
        const char *end = hole_end(begin);
        gsize length = (gsize)(end - begin);
        g_autofree char *words =
            is_name(begin, length) ? g_strndup(begin, length) : hole_words(begin, end);
        g_string_append_len(out, text, hole - text);
        g_string_append_printf(out, "${%s}", words);
        text = *end == '\0' ? end : end + 1;
    }
    return g_string_free(out, FALSE);
}

char *describe_effect(const Effect *effect)
{
    g_autofree char *readable = describe_text(effect->detail != NULL ? effect->detail : "");
    const char *detail = readable;
    const char *between = effect->detail != NULL ? " " : "";
    const char *least = *detail == '>' ? " " : " >= "; /* "> 1.2" is said with the version */
    switch (effect->kind) {
    case EFFECT_PACKAGE:
        return g_strconcat(effect->name, effect->detail != NULL ? least : "", detail,
                           effect->required ? ", required" : "", NULL);
    case EFFECT_DEFINITION:
    case EFFECT_VARIABLE:
        return g_strconcat(effect->name, effect->detail != NULL ? "=" : "", detail, NULL);
    case EFFECT_MACRO:
        return g_strconcat(effect->name, between, detail, effect->file != NULL ? " in " : "",
                           effect->file != NULL ? effect->file : "", NULL);
    case EFFECT_SOURCE:
    case EFFECT_FOLDER:
    case EFFECT_LANGUAGE:
    case EFFECT_FLAG:
    case EFFECT_LINK:
    case EFFECT_PROGRAM:
    case EFFECT_DOWNLOAD:
    case EFFECT_OPTION:
        return g_strconcat(effect->name, between, detail, NULL);
    }
    g_assert_not_reached();
}

Span describe_place(const Option *option)
{
    if (option->definitions->len > 0) {
        const Definition *first = g_ptr_array_index(option->definitions, 0);
        return first->at;
    }
    const Span *read = option->uses->len > 0 ? g_ptr_array_index(option->uses, 0) : NULL;
    return read != NULL ? *read : SPAN_NONE;
}
