#include "discover/llm/candidate.h"
#include "discover/llm/plain.h"
#include <string.h>

static void append_cut(GString *text, const char *piece, gsize bytes)
{
    g_autofree char *line = plain_line(piece, bytes);
    g_string_append(text, line);
}

static const char *first_help(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        if (definition->help != NULL && *definition->help != '\0') {
            return definition->help;
        }
    }
    return NULL;
}

/* The defaults that could be worked out, each once; a choice of them depends on the machine. */
static void append_defaults(GString *text, const Option *option)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        for (guint k = 0; definition->defaults != NULL && k < definition->defaults->len; k++) {
            const DefaultValue *value = definition->defaults->pdata[k];
            if (value->value != NULL && *value->value != '\0' && g_hash_table_size(seen) < 2 &&
                g_hash_table_add(seen, (gpointer)value->value)) {
                g_string_append(text, g_hash_table_size(seen) == 1 ? ", " : "|");
                append_cut(text, value->value, CANDIDATE_VALUE_BYTES);
            }
        }
    }
}

static void append_values(GString *text, const Option *option)
{
    guint shown = MIN(option->values->len, CANDIDATE_VALUES_MAX);
    for (guint i = 0; i < shown; i++) {
        const AllowedValue *value = option->values->pdata[i];
        g_string_append(text, i == 0 ? "; values: " : ", ");
        append_cut(text, value->value, CANDIDATE_VALUE_BYTES);
    }
    if (shown < option->values->len) {
        g_string_append_printf(text, " and %u more", option->values->len - shown);
    }
}

static void append_existence(GString *text, const Option *option)
{
    const Definition *first = option->definitions->len > 0 ? option->definitions->pdata[0] : NULL;
    if (first == NULL || first->exists == NULL || first->exists->kind == CONDITION_TRUE) {
        return;
    }
    g_autofree char *condition = condition_text(first->exists);
    g_string_append(text, "; if: ");
    append_cut(text, condition, CANDIDATE_CONDITION_BYTES);
}

/* In words for the model; NULL: says nothing about technologies. */
static const char *verb_of(EffectKind kind)
{
    switch (kind) {
    case EFFECT_PACKAGE:
        return "finds";
    case EFFECT_DEFINITION:
    case EFFECT_MACRO:
        return "defines";
    case EFFECT_LANGUAGE:
        return "enables";
    case EFFECT_FLAG:
        return "adds";
    case EFFECT_LINK:
        return "links";
    case EFFECT_PROGRAM:
        return "runs";
    case EFFECT_DOWNLOAD:
        return "fetches";
    case EFFECT_SOURCE:
    case EFFECT_FOLDER:
        return "builds";
    case EFFECT_VARIABLE:
    case EFFECT_OPTION:
        return NULL;
    }
    return NULL;
}

#define RANK_PLACE 7u
#define RANKS 8u

/* "-Ifolder", "-Lfolder": where something is. */
static gboolean is_place(const Effect *effect)
{
    return effect->kind == EFFECT_FLAG &&
           (g_str_has_prefix(effect->name, "-I") || g_str_has_prefix(effect->name, "-L"));
}

/* What tells most comes first: packages, languages, what is fetched, linked, added, defined;
 * folders last. */
static guint rank_of(const Effect *effect)
{
    if (is_place(effect)) {
        return RANK_PLACE;
    }
    switch (effect->kind) {
    case EFFECT_PACKAGE:
        return 0;
    case EFFECT_LANGUAGE:
        return 1;
    case EFFECT_DOWNLOAD:
        return 2;
    case EFFECT_LINK:
        return 3;
    case EFFECT_PROGRAM:
    case EFFECT_FLAG:
        return 4;
    case EFFECT_DEFINITION:
    case EFFECT_MACRO:
        return 5;
    case EFFECT_SOURCE:
    case EFFECT_FOLDER:
        return 6;
    case EFFECT_VARIABLE:
    case EFFECT_OPTION:
        return RANKS;
    }
    return RANKS;
}

/* A macro that is named like the option says nothing new. */
static gboolean is_telling(const Option *option, const OptionLink *link)
{
    return link->values != NULL && verb_of(link->effect->kind) != NULL &&
           strcmp(link->effect->name, option->name) != 0;
}

static void append_effect(GString *text, const Effect *effect)
{
    gboolean version =
        effect->kind == EFFECT_PACKAGE && effect->detail != NULL && *effect->detail != '\0';
    const char *least = version && *effect->detail == '>' ? " " : " >=";
    g_autofree char *words = g_strdup_printf("%s %s%s%s", verb_of(effect->kind), effect->name,
                                             version ? least : "", version ? effect->detail : "");
    g_string_append(text, "; ");
    append_cut(text, words, CANDIDATE_EFFECT_BYTES);
}

static void append_effects(GString *text, const Option *option)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint rank = 0; rank < RANKS; rank++) {
        for (guint i = 0; i < option->links->len; i++) {
            const OptionLink *link = option->links->pdata[i];
            if (rank_of(link->effect) == rank && is_telling(option, link) &&
                g_hash_table_size(seen) < CANDIDATE_EFFECTS_MAX &&
                g_hash_table_add(seen, (gpointer)link->effect->name)) {
                append_effect(text, link->effect);
            }
        }
    }
}

/* An option that nobody explains shows at least the line that makes or uses it. */
static void append_line(GString *text, const Option *option)
{
    const Definition *first = option->definitions->len > 0 ? option->definitions->pdata[0] : NULL;
    if (first != NULL && first->text != NULL) {
        g_string_append(text, "; ");
        append_cut(text, first->text, CANDIDATE_LINE_BYTES);
    }
}

static void append_place(GString *text, const Option *option)
{
    Span at = SPAN_NONE;
    if (option->definitions->len > 0) {
        at = ((const Definition *)option->definitions->pdata[0])->at;
    } else if (option->uses->len > 0) {
        at = *(const Span *)option->uses->pdata[0];
    }
    if (at.path != NULL) {
        g_autofree char *place = span_text(&(Span){.path = at.path, .line = at.line});
        g_string_append(text, "; ");
        append_cut(text, place, CANDIDATE_CONDITION_BYTES);
    }
}

char *candidate_text(const Option *option)
{
    GString *text = g_string_new(NULL);
    append_cut(text, option->name, CANDIDATE_LINE_BYTES);
    g_string_append_printf(text, " (%s", option_type_text(option->type));
    append_defaults(text, option);
    g_string_append_c(text, ')');
    const char *help = first_help(option);
    if (help != NULL) {
        g_string_append(text, " \"");
        append_cut(text, help, CANDIDATE_HELP_BYTES);
        g_string_append_c(text, '"');
    } else {
        append_line(text, option);
    }
    append_values(text, option);
    append_existence(text, option);
    append_effects(text, option);
    append_place(text, option);
    return g_string_free(text, FALSE);
}
