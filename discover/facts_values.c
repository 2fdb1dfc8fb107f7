#include "discover/facts_values.h"
#include "core/switch_word.h"
#include "core/word_list.h"
#include "discover/facts_automatic.h"
#include "discover/facts_closed.h"
#include "discover/value_list.h"

#include <string.h>

static gboolean may_be_listed(const Option *option)
{
    switch (option->type) {
    case OPTION_STRING:
    case OPTION_UNTYPED:
        break;
    case OPTION_BOOL:
    case OPTION_PATH:
    case OPTION_FILEPATH:
    case OPTION_INTERNAL:
        return FALSE;
    }
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        if (((const AllowedValue *)option->values->pdata[i])->origin == VALUE_DECLARED) {
            return FALSE;
        }
    }
    return option->definitions != NULL;
}

/* Defaults that are texts; what a variable or function gives is none. */
static GPtrArray *known_defaults(const Option *option)
{
    GPtrArray *defaults = g_ptr_array_new();
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        for (guint k = 0; definition->defaults != NULL && k < definition->defaults->len; k++) {
            const char *value = ((const DefaultValue *)definition->defaults->pdata[k])->value;
            if (value != NULL && *value != '\0' && strstr(value, "${") == NULL) {
                g_ptr_array_add(defaults, (gpointer)value);
            }
        }
    }
    return defaults;
}

/* "yes", "none", "1": the value of a switch. */
static gboolean says_on_or_off(const char *value)
{
    static const char *const words[] = {"t", "none", NULL};
    return switch_word_is_on(value) || switch_word_is_off(value) ||
           word_list_has_caseless(words, value) || value[strspn(value, "0123456789")] == '\0';
}

/* The words that the project asks for of an option that is off, or nothing, by default: that is no
 * word of a list which says what else it may be. Empty for any other. */
static GPtrArray *compared_words(const Option *option, const GPtrArray *defaults)
{
    GPtrArray *words = g_ptr_array_new();
    for (guint i = 0; i < defaults->len; i++) {
        if (!switch_word_is_none(defaults->pdata[i])) {
            return words;
        }
    }
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        const AllowedValue *value = option->values->pdata[i];
        if (value->origin == VALUE_COMPARED && !says_on_or_off(value->value) &&
            !switch_word_is_automatic(value->value)) {
            g_ptr_array_add(words, (gpointer)value->value);
        }
    }
    return words;
}

/* The listed values, then what else is known of it. */
static void put_values(Facts *facts, Option *option, const GPtrArray *listed, Span at)
{
    GPtrArray *values = arena_array(facts->arena);
    for (guint k = 0; k < listed->len; k++) {
        AllowedValue *value = arena_new0(facts->arena, AllowedValue);
        *value = (AllowedValue){.value = listed->pdata[k], .origin = VALUE_HELP, .at = at};
        g_ptr_array_add(values, value);
    }
    for (guint k = 0; option->values != NULL && k < option->values->len; k++) {
        AllowedValue *value = option->values->pdata[k];
        if (!value_list_has(listed, value->value)) {
            g_ptr_array_add(values, value);
        }
    }
    option->values = values;
    option->free_form = TRUE;
}

/* Commands that somebody has put behind a '#' tell nothing. */
static char *without_commands(const char *comment)
{
    g_auto(GStrv) lines = g_strsplit(comment, "\n", -1);
    g_autoptr(GString) text = g_string_new(NULL);
    for (char **line = lines; *line != NULL; line++) {
        gsize name = 0;
        while (g_ascii_isalnum((*line)[name]) || (*line)[name] == '_') {
            name++;
        }
        if (name == 0 || (*line)[name] != '(') {
            g_string_append_printf(text, "%s%s", text->len > 0 ? "\n" : "", *line);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static gboolean take_listed(Facts *facts, Option *option, const char *text,
                            const KnownValues *known, Span at)
{
    g_autoptr(GPtrArray) listed = facts_help_values(facts->arena, text, known);
    if (listed->len > 0) {
        put_values(facts, option, listed, at);
    }
    return listed->len > 0;
}

static void add_help_values(Facts *facts, Option *option)
{
    g_autoptr(GPtrArray) defaults = known_defaults(option);
    g_autoptr(GPtrArray) compared = compared_words(option, defaults);
    const KnownValues known = {defaults, compared};
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        if (definition->help != NULL &&
            take_listed(facts, option, definition->help, &known, definition->at)) {
            return;
        }
    }
    if (option->builder == BUILDER_CMAKE && option->comment != NULL) {
        g_autofree char *comment = without_commands(option->comment);
        const Definition *first =
            option->definitions->len > 0 ? option->definitions->pdata[0] : NULL;
        const Span *use = first == NULL && option->uses != NULL && option->uses->len > 0
                              ? option->uses->pdata[0]
                              : NULL;
        take_listed(facts, option, comment, &known,
                    first != NULL ? first->at
                    : use != NULL ? *use
                                  : SPAN_NONE);
    }
}

/* "if(A STREQUAL B)" compares with what B holds, and when B is an option that is no value of A. */
static void drop_names(const Facts *facts, Option *option)
{
    GPtrArray *kept = arena_array(facts->arena);
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        AllowedValue *value = option->values->pdata[i];
        if (value->origin != VALUE_COMPARED || facts_option(facts, value->value) == NULL) {
            g_ptr_array_add(kept, value);
        }
    }
    if (option->values != NULL && kept->len < option->values->len) {
        option->values = kept;
    }
}

/* The value that is there in letters of any case; NULL when none is. */
static AllowedValue *value_spelled(const Option *option, const char *text)
{
    for (guint i = 0; i < option->values->len; i++) {
        AllowedValue *value = option->values->pdata[i];
        if (g_ascii_strcasecmp(value->value, text) == 0) {
            return value;
        }
    }
    return NULL;
}

/* Whether it only joins values that are there with ';'. */
static gboolean joins_values(const Option *option, char *const *parts)
{
    for (char *const *part = parts; *part != NULL; part++) {
        if (value_spelled(option, *part) == NULL) {
            return FALSE;
        }
    }
    return parts[0] != NULL && parts[1] != NULL;
}

/* What the project asks for in one case of letters, of a text that it has changed to that, people
 * give as the default has it: "Copy;System". */
static void spell_as_default(const Facts *facts, const Option *option, char *const *parts)
{
    for (char *const *part = parts; *part != NULL; part++) {
        AllowedValue *value = value_spelled(option, *part);
        if (value->origin == VALUE_COMPARED) {
            value->value = arena_intern(facts->arena, *part);
        }
    }
}

/* A default of several values is no value of its own. */
static void drop_joined(const Facts *facts, Option *option)
{
    GPtrArray *kept = arena_array(facts->arena);
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        AllowedValue *value = option->values->pdata[i];
        g_auto(GStrv) parts = g_strsplit(value->value, ";", -1);
        if (value->origin != VALUE_DEFAULT || !joins_values(option, parts)) {
            g_ptr_array_add(kept, value);
        } else {
            spell_as_default(facts, option, parts);
        }
    }
    if (option->values != NULL && kept->len < option->values->len) {
        option->values = kept;
    }
}

/* set_property(CACHE X PROPERTY STRINGS "4096"): one number that is offered shows what is usual. */
static void drop_lone_number(const Facts *facts, Option *option)
{
    const AllowedValue *value =
        option->values != NULL && option->values->len == 1 ? option->values->pdata[0] : NULL;
    if (value != NULL && option->type == OPTION_STRING && value->origin == VALUE_DECLARED &&
        *value->value != '\0' && value->value[strspn(value->value, G_CSET_DIGITS)] == '\0') {
        option->values = arena_array(facts->arena);
        option->free_form = TRUE;
    }
}

/* The only word that it is compared with, beside what the project makes of it: on and off; NULL for
 * none or several. */
static const AllowedValue *lone_word(const Option *option)
{
    const AllowedValue *lone = NULL;
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        const AllowedValue *value = option->values->pdata[i];
        if (value->origin == VALUE_DEFAULT && says_on_or_off(value->value)) {
            continue;
        }
        if (lone != NULL || value->origin != VALUE_COMPARED || says_on_or_off(value->value)) {
            return NULL;
        }
        lone = value;
    }
    return lone;
}

/* It is on, off, or left to the build, as it is when nobody says. */
static void give_three_states(const Facts *facts, Option *option, const AllowedValue *automatic)
{
    const AllowedValue states[] = {
        {.value = automatic->value, .origin = VALUE_DEFAULT, .at = automatic->at},
        {.value = "ON", .origin = VALUE_COMPARED, .at = automatic->at},
        {.value = "OFF", .origin = VALUE_COMPARED, .at = automatic->at}};
    GPtrArray *values = arena_array(facts->arena);
    for (guint i = 0; i < G_N_ELEMENTS(states); i++) {
        AllowedValue *value = arena_new0(facts->arena, AllowedValue);
        *value = states[i];
        g_ptr_array_add(values, value);
    }
    option->values = values;
    option->free_form = FALSE;
}

/* A text that is only compared with its own default may be anything else: "native", and otherwise
 * whatever processor it names. "auto" of what is a truth otherwise is one of three states. */
static void judge_lone_default(const Facts *facts, Option *option,
                               const AutomaticSwitches *automatic)
{
    const AllowedValue *value = option->type != OPTION_BOOL ? lone_word(option) : NULL;
    g_autoptr(GPtrArray) defaults = value != NULL ? known_defaults(option) : NULL;
    if (value == NULL || defaults->len == 0 || !g_str_equal(defaults->pdata[0], value->value)) {
        return;
    }
    if (automatic_switches_has(automatic, option, value->value)) {
        give_three_states(facts, option, value);
    } else if (defaults->len == 1 && option->values->len == 1) {
        option->values = arena_array(facts->arena);
    }
}

/* Whether values are declared, and all of them say on or off. */
static gboolean lists_on_and_off(const Option *option)
{
    guint declared = 0;
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        const AllowedValue *value = option->values->pdata[i];
        if (value->origin == VALUE_DECLARED && !says_on_or_off(value->value)) {
            return FALSE;
        }
        declared += value->origin == VALUE_DECLARED && g_ascii_isalpha(*value->value) ? 1 : 0;
    }
    return declared >= 2;
}

/* Whether what the option says for itself has the word: "on, off or external". */
static gboolean says_word(const Option *option, const char *word)
{
    g_autofree char *escaped = g_regex_escape_string(word, -1);
    g_autofree char *pattern = g_strdup_printf("(?<![\\w-])%s(?![\\w-])", escaped);
    gboolean said = option->comment != NULL &&
                    g_regex_match_simple(pattern, option->comment, G_REGEX_CASELESS, 0);
    for (guint i = 0; !said && i < option->definitions->len; i++) {
        const char *help = ((const Definition *)option->definitions->pdata[i])->help;
        said = help != NULL && g_regex_match_simple(pattern, help, G_REGEX_CASELESS, 0);
    }
    return said;
}

/* What is compared beyond the on and off that are listed, and told nowhere, is a word of the
 * build's own: what it makes of an empty text, what its developers give. */
static void drop_own_words(const Facts *facts, Option *option)
{
    if (option->builder != BUILDER_CMAKE || !lists_on_and_off(option)) {
        return;
    }
    GPtrArray *kept = arena_array(facts->arena);
    for (guint i = 0; i < option->values->len; i++) {
        AllowedValue *value = option->values->pdata[i];
        if (value->origin != VALUE_COMPARED || says_on_or_off(value->value) ||
            says_word(option, value->value)) {
            g_ptr_array_add(kept, value);
        }
    }
    option->values = kept;
}

static gboolean has_declared(const Option *option)
{
    for (guint i = 0; option->values != NULL && i < option->values->len; i++) {
        if (((const AllowedValue *)option->values->pdata[i])->origin == VALUE_DECLARED) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A variable that gets one option's value on some ways and another's on others is compared with the
 * words of both. Those that the project refuses beside a declared menu are none of this option. */
static void drop_refused(const Facts *facts, const ClosedValues *closed, Option *option)
{
    if (!has_declared(option)) {
        return;
    }
    GPtrArray *kept = arena_array(facts->arena);
    for (guint i = 0; i < option->values->len; i++) {
        AllowedValue *value = option->values->pdata[i];
        if (value->origin != VALUE_COMPARED || says_on_or_off(value->value) ||
            !closed_values_refuse(closed, option, value->value)) {
            g_ptr_array_add(kept, value);
        }
    }
    option->values = kept;
}

void facts_complete_values(Facts *facts)
{
    g_autoptr(ClosedValues) closed = closed_values_new(facts);
    g_autoptr(AutomaticSwitches) automatic = automatic_switches_new(facts);
    for (guint i = 0; i < facts->options->len; i++) {
        Option *option = facts->options->pdata[i];
        drop_names(facts, option);
        drop_own_words(facts, option);
        drop_refused(facts, closed, option);
        if (may_be_listed(option)) {
            add_help_values(facts, option);
        }
        drop_joined(facts, option);
        drop_lone_number(facts, option);
        judge_lone_default(facts, option, automatic);
        if (option->free_form && may_be_listed(option) && closed_values_are_all(closed, option)) {
            option->free_form = FALSE;
        }
    }
}
