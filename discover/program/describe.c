#include "discover/program/describe.h"
#include "discover/specify.h"
#include <string.h>

static const char *free_form_text(const Decision *decision)
{
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

char *describe_effect(const Effect *effect)
{
    const char *detail = effect->detail != NULL ? effect->detail : "";
    const char *between = effect->detail != NULL ? " " : "";
    switch (effect->kind) {
    case EFFECT_PACKAGE:
        return g_strconcat(effect->name, effect->detail != NULL ? " >= " : "", detail,
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
    if (option->definitions->len == 0) {
        return SPAN_NONE;
    }
    const Definition *first = g_ptr_array_index(option->definitions, 0);
    return first->at;
}
