/* Whether an option of a configure script is a switch, a place or a text, and which of the words
 * that it is compared with people may give. */
#include "core/identifier.h"
#include "core/text_list.h"
#include "discover/autotools/defaults.h"
#include "discover/autotools/option_form.h"
#include "discover/value_list.h"
#include <string.h>

/* Stands for all folders that may be given. */
#define SOME_FOLDER "/usr"

static void remove_value(GPtrArray *values, const char *text)
{
    for (guint i = 0; i < values->len; i++) {
        if (strcmp(((AllowedValue *)values->pdata[i])->value, text) == 0) {
            g_ptr_array_remove_index(values, i);
            return;
        }
    }
}

void configure_drop_unset(Configure *self, OptionState *state)
{
    GPtrArray *values = state->record->values;
    for (guint i = values->len; i > 0; i--) {
        const char *value = ((AllowedValue *)values->pdata[i - 1])->value;
        if (option_form_is_unset(value) && configure_is_assigned(self, state, value)) {
            state->has_unset = TRUE;
            g_ptr_array_remove_index(values, i - 1);
        }
    }
}

/* Whether the script, wherever it has the option, stops when that has the value, and does not
 * without it: "--with-x must be given a number". What asks whether anybody gave it may stop without
 * it, too. */
static gboolean refuses(Configure *self, const OptionState *state, const char *value)
{
    const DefinitionRecord *first = state->record->definitions->pdata[0];
    Guard exists = configure_assume(self, configure_expand(self, first->exists), state, value);
    const GPtrArray *constraints = recorder_constraints(self->recorder);
    for (guint i = 0; i < constraints->len; i++) {
        const ConstraintRecord *constraint = constraints->pdata[i];
        Guard whole;
        /* Too long: what checks find may be what it hangs on. */
        if (!symbols_expand(self->symbols, constraint->when, &whole)) {
            continue;
        }
        Guard with = configure_assume(self, whole, state, value);
        if (!guard_is_false(with) && guard_is_false(guard_minus(self->guards, exists, with)) &&
            (state->has_unset || guard_is_false(configure_assume(self, whole, state, "")))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "-DLIMIT=$enable_limit" in the value of some variable: the text up to what a person gives. */
static gboolean defines_with(const char *text, const char *hole)
{
    const char *found = text != NULL ? strstr(text, hole) : NULL;
    if (found == NULL || found == text || found[-1] != '=') {
        return FALSE;
    }
    const char *name = identifier_begin(text, found - 1);
    return name > text && name[-1] == '-' && *name == 'D' && name + 1 < found - 1;
}

static gboolean is_in_definition(const Configure *self, const OptionState *state)
{
    const char *hole = symbol_hole(self->symbols, state->symbol);
    GHashTableIter iterator;
    gpointer found = NULL;
    g_hash_table_iter_init(&iterator, self->variables);
    while (g_hash_table_iter_next(&iterator, NULL, &found)) {
        const ShellVariable *variable = found;
        for (guint i = 0; variable->value != NULL && i < variable->value->count; i++) {
            if (defines_with(variable->value->alternatives[i].text, hole)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Whether the sources get what is given as it is, and the script at most asks whether that is the
 * word for leaving it alone. */
static gboolean is_for_sources(const Configure *self, const OptionState *state)
{
    for (guint i = 0; i < state->record->values->len; i++) {
        if (!option_form_is_automatic(((AllowedValue *)state->record->values->pdata[i])->value)) {
            return FALSE;
        }
    }
    return state->argument == NULL && (state->defined || is_in_definition(self, state));
}

/* "if test "$x" != yes && test "$x" != no; then FLAGS=$x; fi": neither word does anything, there or
 * further down. */
static gboolean takes_only_text(Configure *self, const OptionState *state)
{
    gboolean handed_on = FALSE;
    if (state->answers_matter) {
        return FALSE;
    }
    for (guint i = 0; i < state->touched->len; i++) {
        handed_on =
            handed_on ||
            configure_hands_on(self, state, ((const Touched *)state->touched->pdata[i])->value);
    }
    return handed_on && configure_local_differences(self, state, "yes") == 0 &&
           configure_local_differences(self, state, "no") == 0;
}

/* "yes|auto)": words that are no names. */
static gboolean says_only_whether(const GPtrArray *words)
{
    for (guint i = 0; i < words->len; i++) {
        if (option_form_is_answer(words->pdata[i]) || option_form_is_automatic(words->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the script asks for the word without one that is told: then it is a value of its own. */
static gboolean is_asked_alone(Configure *self, const OptionState *state, const char *word,
                               const char *told)
{
    if (state->alone != NULL &&
        g_hash_table_contains(state->alone, arena_intern(self->arena, word))) {
        return TRUE;
    }
    for (guint i = 0; i < state->spellings->len; i++) {
        const GPtrArray *words = state->spellings->pdata[i];
        if (text_list_has(words, word) && !option_form_names_any(told, words)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "mkl|intel)": of the words of one arm those that the help does not know, and that are asked for
 * nowhere else, are other spellings. */
static void drop_spellings(Configure *self, OptionState *state)
{
    const DefinitionRecord *definition = state->record->definitions->pdata[0];
    for (guint i = 0; state->spellings != NULL && i < state->spellings->len; i++) {
        const GPtrArray *words = state->spellings->pdata[i];
        if (says_only_whether(words)) {
            continue;
        }
        const char *told = state->argument != NULL && option_form_names_any(state->argument, words)
                               ? state->argument
                               : definition->help;
        for (guint k = 0; told != NULL && option_form_names_any(told, words) && k < words->len;
             k++) {
            const char *word = words->pdata[k];
            if (!option_form_names(told, word) && !is_asked_alone(self, state, word, told)) {
                remove_value(state->record->values, word);
            }
        }
    }
}

/* Stands for another word where nobody gave the option. */
static const char placeholder[] = "default";

/* The listed word beside the placeholder, "posix" in "default|posix)"; NULL: there is none. */
static const char *word_beside_placeholder(const OptionState *state)
{
    for (guint i = 0; state->spellings != NULL && i < state->spellings->len; i++) {
        const GPtrArray *words = state->spellings->pdata[i];
        for (guint k = 0; text_list_has(words, placeholder) && k < words->len; k++) {
            const char *word = words->pdata[k];
            if (strcmp(word, placeholder) != 0 && configure_lists_value(state, word)) {
                return word;
            }
        }
    }
    return NULL;
}

/* Whether what the script gives itself hangs on something, and may be the placeholder: then that
 * says more than the word beside it. */
static gboolean hangs_on_more(const OptionState *state)
{
    for (guint i = 0; i < state->record->definitions->len; i++) {
        const DefinitionRecord *definition = state->record->definitions->pdata[i];
        for (guint k = 0; k < definition->defaults->len; k++) {
            if (g_strcmp0(g_array_index(definition->defaults, GuardedText, k).text, placeholder) ==
                0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* "default|posix)": what the script gives itself where nobody gave the option is the word beside
 * it, unless the form shows it as a word of its own. */
static void drop_placeholder(OptionState *state)
{
    const char *word = word_beside_placeholder(state);
    if (word == NULL || hangs_on_more(state) ||
        (state->argument != NULL && option_form_names(state->argument, placeholder))) {
        return;
    }
    remove_value(state->record->values, placeholder);
    if (g_strcmp0(state->default_value, placeholder) == 0) {
        state->default_value = word;
    }
}

/* Leaves out what the script refuses; words for yes and no alone are no list. */
static void drop_refused(Configure *self, OptionState *state)
{
    GPtrArray *values = state->record->values;
    gboolean named = FALSE;
    for (guint i = 0; i < values->len;) {
        const char *value = ((AllowedValue *)values->pdata[i])->value;
        if (refuses(self, state, value)) {
            g_ptr_array_remove_index(values, i);
            continue;
        }
        named = named || (!option_form_is_answer(value) && !option_form_is_automatic(value));
        i++;
    }
    if (!named) {
        g_ptr_array_set_size(values, 0);
    }
}

/* "embedded x is requested but we do not have it": a name that is refused whatever else holds is
 * none that anybody can give. Where any text is refused, something else is the reason. */
static void drop_refused_names(Configure *self, OptionState *state)
{
    GPtrArray *values = state->record->values;
    if (values->len == 0 || refuses(self, state, SOME_FOLDER)) {
        return;
    }
    for (guint i = values->len; i > 0; i--) {
        const char *value = ((AllowedValue *)values->pdata[i - 1])->value;
        if (!option_form_is_answer(value) && !option_form_is_automatic(value) &&
            refuses(self, state, value)) {
            g_ptr_array_remove_index(values, i - 1);
        }
    }
}

static gboolean is_off(const char *value)
{
    return value != NULL && (strcmp(value, "no") == 0 || strcmp(value, "none") == 0);
}

/* Whether the script asks whether, beside where. */
static gboolean says_whether(Configure *self, OptionState *state, gboolean asks_for_yes)
{
    return asks_for_yes || state->both_ways ||
           (configure_lists_value(state, "no") && !refuses(self, state, "no"));
}

/* Whether the form says that the place may be left out. What is called a place, "--with-x-dir", is
 * nothing without one. */
static gboolean is_shown_bare(const OptionState *state)
{
    return state->optional && !option_form_names_place(state->record->name);
}

/* Whether "--with-x=DIR" may be given without a place: the form says so, or the script asks. */
static gboolean may_be_bare(Configure *self, OptionState *state, gboolean asks_for_yes)
{
    return option_form_takes_path(state) && (!is_off(state->default_value) || state->optional) &&
           (is_shown_bare(state) || says_whether(self, state, asks_for_yes));
}

/* "--with-x=DIR" that the script looks for anyway, and leaves out for "no": what a person decides
 * is whether, and on the way where. A place that is the default is where it looks for it, too. */
static gboolean is_place_or_switch(Configure *self, OptionState *state, gboolean asks_for_yes)
{
    const char *value = state->default_value;
    gboolean nothing = value == NULL || *value == '\0';
    /* A script that only asks whether anything was given makes no difference of yes and no. */
    if (!may_be_bare(self, state, asks_for_yes) ||
        (nothing && !is_shown_bare(state) && !says_whether(self, state, asks_for_yes))) {
        return FALSE;
    }
    if (nothing || *value == '/') {
        /* What the script refuses to leave out is on. */
        gboolean on = says_whether(self, state, FALSE) || refuses(self, state, "no") || !nothing;
        state->default_value = on ? "yes" : "no";
        return TRUE;
    }
    return option_form_is_answer(value) || option_form_is_automatic(value);
}

gboolean configure_is_used_as_text(Configure *self, const OptionState *state)
{
    gboolean used = state->defined;
    GHashTableIter iterator;
    gpointer found = NULL;
    g_hash_table_iter_init(&iterator, self->variables);
    while (!used && g_hash_table_iter_next(&iterator, NULL, &found)) {
        const ShellVariable *variable = found;
        gboolean other = variable->value != NULL && strcmp(variable->name, state->variable) != 0 &&
                         strcmp(variable->name, "enableval") != 0 &&
                         strcmp(variable->name, "withval") != 0;
        for (guint i = 0; other && !used && i < variable->value->count; i++) {
            const char *text = variable->value->alternatives[i].text;
            used = text != NULL && configure_is_made_of(self, text, state->symbol);
        }
    }
    return used;
}

static gboolean is_answered_by_default(const OptionState *state)
{
    const char *value = state->default_value;
    return value == NULL || option_form_is_answer(value) || option_form_is_automatic(value);
}

static gboolean is_two_valued(Configure *self, OptionState *state, gboolean asks_for_yes)
{
    return is_place_or_switch(self, state, asks_for_yes) ||
           (is_answered_by_default(state) &&
            (asks_for_yes || (!option_form_takes_text(state) && !option_form_takes_path(state))));
}

/* Whether people decide on a place as on a switch: beside words that are compared (`named`), or
 * where the script only asks whether anything was given. */
static gboolean is_place_that_asks_whether(Configure *self, OptionState *state,
                                           gboolean asks_for_yes, gboolean named)
{
    const char *value = state->default_value;
    gboolean nothing = value == NULL || *value == '\0';
    if (named && option_form_takes_path(state) && asks_for_yes && is_answered_by_default(state)) {
        return TRUE;
    }
    return (named || nothing) && may_be_bare(self, state, asks_for_yes);
}

/* Whether a variable that is told to be set to 1 is compared with nothing but words for on and off.
 */
static gboolean is_told_switch(Configure *self, const OptionState *state)
{
    for (guint i = 0; i < state->record->values->len; i++) {
        const char *value = ((AllowedValue *)state->record->values->pdata[i])->value;
        if (!option_form_is_answer(value) && !option_form_is_automatic(value) &&
            strcmp(value, "1") != 0 && strcmp(value, "0") != 0) {
            return FALSE;
        }
    }
    return option_form_word_to_set(self->arena, state) != NULL;
}

/* What is told beside yes and no is a value, and then these are values, too. */
static void add_three_ways(Configure *self, const OptionState *state)
{
    static const char *const words[] = {"yes", "no", "auto"};
    const DefinitionRecord *first = state->record->definitions->pdata[0];
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        recorder_value(self->recorder, state->record, words[i], VALUE_DECLARED, first->at);
    }
}

/* Whether a word has to be given. Where the form puts it into brackets, it is one more answer than
 * yes and no only if the script keeps it: "*) level=$enableval". */
static gboolean asks_word(Configure *self, const OptionState *state)
{
    return option_form_asks_word(state) &&
           (!state->optional || configure_is_used_as_text(self, state));
}

/* Whether the plain form is one more way beside names that are compared: "DIR|embedded|no", or a
 * form that shows nothing to be given, with which the script does something. */
static gboolean is_told_plain(Configure *self, OptionState *state)
{
    return option_form_may_be_place(state)
               ? says_whether(self, state, FALSE)
               : option_form_is_plain(state) && is_off(state->default_value) &&
                     state->answers_matter;
}

gboolean configure_is_boolean(Configure *self, OptionState *state)
{
    /* A variable stays a text: unset, empty and "0" may each mean something else to the script. */
    if (state->precious) {
        state->record->asks_whether = is_told_switch(self, state);
        return FALSE;
    }
    /* What refuses a folder as well cannot do with the option at all, as far as was read. */
    state->record->number =
        option_form_asks_number(state) ||
        (option_form_shows_range(state) && configure_is_used_as_text(self, state));
    state->needs_text = (refuses(self, state, "yes") && !refuses(self, state, SOME_FOLDER)) ||
                        state->record->number || asks_word(self, state) ||
                        option_form_is_part_of_place(state) || is_for_sources(self, state) ||
                        takes_only_text(self, state);
    if (state->needs_text) {
        drop_refused(self, state);
        return FALSE;
    }
    drop_refused_names(self, state);
    drop_spellings(self, state);
    drop_placeholder(state);
    gboolean asks_for_yes = FALSE;
    gboolean named = FALSE;
    for (guint i = 0; i < state->record->values->len; i++) {
        const char *value = ((AllowedValue *)state->record->values->pdata[i])->value;
        named = named || (!option_form_is_answer(value) && !option_form_is_automatic(value));
        asks_for_yes = asks_for_yes || g_ascii_strcasecmp(value, "yes") == 0;
    }
    /* "x=0" where nothing is given, and then a test for "yes". */
    if (asks_for_yes && g_strcmp0(state->default_value, "0") == 0) {
        state->default_value = "no";
    } else if (asks_for_yes && g_strcmp0(state->default_value, "1") == 0) {
        state->default_value = "yes";
    }
    if (!named && !option_form_takes_path(state) && option_form_lists_automatic(state)) {
        add_three_ways(self, state);
        return FALSE;
    }
    if (!named && is_two_valued(self, state, asks_for_yes)) {
        return TRUE;
    }
    state->record->asks_whether = is_place_that_asks_whether(self, state, asks_for_yes, named);
    if (named && !asks_for_yes && is_told_plain(self, state)) {
        const DefinitionRecord *first = state->record->definitions->pdata[0];
        recorder_value(self->recorder, state->record, "yes", VALUE_HELP, first->at);
    }
    return FALSE;
}

/* "no" is no text that an option of a text of its own could have, and no switch is on a place. */
static void correct_defaults(const DefinitionRecord *definition, gboolean boolean)
{
    for (guint i = 0; i < definition->defaults->len; i++) {
        GuardedText *text = &g_array_index(definition->defaults, GuardedText, i);
        if (boolean && text->text != NULL && *text->text == '/') {
            text->text = "yes";
        } else if (!boolean && text->text != NULL && option_form_is_answer(text->text)) {
            text->text = "";
        }
    }
}

/* "active - spin on blocking", each value in a line of its own. */
static void add_line_values(Configure *self, const OptionState *state)
{
    gboolean announced = FALSE;
    g_autoptr(ValueList) list = value_list_read_lines(state->lines, &announced);
    if (list == NULL || state->default_value == NULL ||
        !g_ptr_array_find_with_equal_func(list->items, state->default_value, g_str_equal, NULL)) {
        return;
    }
    const DefinitionRecord *first = state->record->definitions->pdata[0];
    for (guint i = 0; i < list->items->len; i++) {
        recorder_value(self->recorder, state->record, list->items->pdata[i], VALUE_HELP, first->at);
    }
}

void configure_set_types(Configure *self, OptionState *state)
{
    OptionType type = state->boolean                  ? OPTION_BOOL
                      : option_form_takes_path(state) ? OPTION_PATH
                                                      : OPTION_STRING;
    for (guint i = 0; i < state->record->definitions->len; i++) {
        DefinitionRecord *definition = state->record->definitions->pdata[i];
        definition->type = type;
        if (definition->defaults->len == 0) {
            recorder_default(self->recorder, definition, state->default_value, definition->exists);
        }
        if (state->boolean || (state->needs_text && state->record->values->len == 0)) {
            correct_defaults(definition, state->boolean);
        }
    }
    if (state->boolean) {
        g_ptr_array_set_size(state->record->values, 0);
    } else if (state->precious && state->record->asks_whether) {
        const DefinitionRecord *first = state->record->definitions->pdata[0];
        recorder_value(self->recorder, state->record, option_form_word_to_set(self->arena, state),
                       VALUE_HELP, first->at);
    } else if (state->lines != NULL && type == OPTION_STRING && !state->needs_text) {
        add_line_values(self, state);
    }
}
