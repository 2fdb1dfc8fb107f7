/* The default of an option: the value with which the script does the same as without the option. */
#include "discover/autotools/option_form.h"
#include "discover/cmake/pure.h"
#include "discover/value_list.h"
#include <string.h>

#define CANDIDATES_MAX 24u
/* Stands for all folders that may be given. */
#define SOME_FOLDER "/usr"
/* Conditions of one option that are compared: what it is when left out shows in any few of them. */
#define COMPARED_MAX 40u

/* A condition that hangs on options, with the decision variables that it depends on. */
typedef struct {
    Guard guard;
    GArray *support; /* guint, ascending */
} Compared;

Guard configure_expand(Configure *self, Guard guard)
{
    Guard expanded;
    symbols_expand(self->symbols, guard, &expanded);
    return expanded;
}

Guard configure_assume(Configure *self, Guard guard, const OptionState *state, const char *value)
{
    return symbol_assume(self->symbols, guard, state->symbol, value);
}

/* The text once the option has the value. The caller frees it. */
static char *text_with(Configure *self, const char *text, const OptionState *state,
                       const char *value)
{
    GString *result = g_string_new(text);
    g_string_replace(result, symbol_hole(self->symbols, state->symbol), value, 0);
    return g_string_free(result, FALSE);
}

/* Under which condition a variable has that text once the option has the value. */
static Guard has_text(Configure *self, const Value *variable, const OptionState *state,
                      const char *value, const char *text)
{
    Guard result = GUARD_FALSE;
    for (guint i = 0; i < variable->count; i++) {
        const Alternative *alternative = &variable->alternatives[i];
        g_autofree char *here =
            text_with(self, alternative->text != NULL ? alternative->text : "", state, value);
        if (strcmp(here, text) == 0) {
            Guard when = configure_expand(self, alternative->when);
            result = guard_or(self->guards, result, configure_assume(self, when, state, value));
        }
    }
    return result;
}

/* Whether a variable is the same with the value as without the option. */
static gboolean same_variable(Configure *self, const Value *variable, const OptionState *state,
                              const char *value)
{
    const char *const both[] = {"", value};
    for (guint b = 0; b < G_N_ELEMENTS(both); b++) {
        for (guint i = 0; i < variable->count; i++) {
            const char *raw = variable->alternatives[i].text;
            g_autofree char *text = text_with(self, raw != NULL ? raw : "", state, both[b]);
            Guard without = has_text(self, variable, state, "", text);
            Guard with = has_text(self, variable, state, value, text);
            if (!guard_same(without, with)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

static guint local_differences(Configure *self, const OptionState *state, const char *value)
{
    guint differences = 0;
    for (guint i = 0; i < state->touched->len; i++) {
        const Touched *touched = state->touched->pdata[i];
        differences += !same_variable(self, touched->value, state, value);
    }
    return differences;
}

static gboolean depends_on(const Compared *compared, guint variable)
{
    for (guint i = 0; i < compared->support->len; i++) {
        guint own = g_array_index(compared->support, guint, i);
        if (own >= variable) {
            return own == variable;
        }
    }
    return FALSE;
}

/* The condition once the option has the value; only what it depends on is looked at. */
static Guard compared_with(Configure *self, const Compared *compared, const GArray *literals)
{
    Guard guard = compared->guard;
    for (guint i = 0; i < literals->len; i++) {
        const GuardLiteral *literal = &g_array_index(literals, GuardLiteral, i);
        if (depends_on(compared, literal->variable)) {
            guard = guard_restrict(self->guards, guard, literal->variable, literal->positive);
        }
    }
    return guard;
}

/* How many conditions differ between the value and no option at all, up to `most`. */
static guint global_differences(Configure *self, const OptionState *state,
                                const GPtrArray *compared, const char *value, guint most)
{
    g_autoptr(GArray) without = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    g_autoptr(GArray) with = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    symbol_literals(state->symbol, "", without);
    symbol_literals(state->symbol, value, with);
    guint differences = 0;
    for (guint i = 0; i < compared->len && differences < most; i++) {
        differences += !guard_same(compared_with(self, compared->pdata[i], without),
                                   compared_with(self, compared->pdata[i], with));
    }
    return differences;
}

static void add_candidate(GPtrArray *candidates, const char *value)
{
    if (value == NULL || *value == '\0' || text_has_hole(value) || option_form_is_unset(value) ||
        candidates->len >= CANDIDATES_MAX ||
        g_ptr_array_find_with_equal_func(candidates, value, g_str_equal, NULL)) {
        return;
    }
    g_ptr_array_add(candidates, (gpointer)value);
}

static gboolean lists_value(const OptionState *state, const char *value)
{
    for (guint i = 0; i < state->record->values->len; i++) {
        if (strcmp(((AllowedValue *)state->record->values->pdata[i])->value, value) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void remove_value(GPtrArray *values, const char *text)
{
    for (guint i = 0; i < values->len; i++) {
        if (strcmp(((AllowedValue *)values->pdata[i])->value, text) == 0) {
            g_ptr_array_remove_index(values, i);
            return;
        }
    }
}

/* The value that a word of a help text means; NULL when it means none. */
static const char *value_of_claim(const OptionState *state, const char *claim)
{
    static const char *const rows[][2] = {{"yes", "yes"},    {"no", "no"},       {"on", "yes"},
                                          {"off", "no"},     {"enabled", "yes"}, {"disabled", "no"},
                                          {"enable", "yes"}, {"disable", "no"}};
    gboolean number = option_form_takes_text(state) && claim[strspn(claim, "0123456789")] == '\0';
    if (lists_value(state, claim) || number) {
        return claim;
    }
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (g_ascii_strcasecmp(claim, rows[i][0]) == 0) {
            return rows[i][1];
        }
    }
    return NULL;
}

/* "default: yes", "[default=high]", "(default is off)": what a help text claims, when it is a word
 * for yes or no or a value that the script knows. In the arena. */
static const char *help_default(Configure *self, const OptionState *state)
{
    const DefinitionRecord *definition = state->record->definitions->pdata[0];
    if (definition->help == NULL) {
        return NULL;
    }
    g_autoptr(GRegex) regex = g_regex_new("default(?:s?(?: is| to|:|=)?|ed to)[ \"'`]*([\\w.+-]+)|"
                                          "\\b(enabled|disabled|on|off) by default",
                                          G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, definition->help, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *first = g_match_info_fetch(match, 1);
        g_autofree char *second = g_match_info_fetch(match, 2);
        const char *claimed = first != NULL && *first != '\0' ? first : second;
        const char *value = value_of_claim(state, claimed);
        if (value != NULL) {
            return arena_strdup(self->arena, value);
        }
    }
    return NULL;
}

typedef struct {
    const char *value;
    guint local;
    guint global;
} Score;

/* Whether a variable takes over what is given for the option. */
static gboolean hands_on(Configure *self, const OptionState *state, const Value *variable)
{
    const char *hole = symbol_hole(self->symbols, state->symbol);
    for (guint i = 0; i < variable->count; i++) {
        if (g_strcmp0(variable->alternatives[i].text, hole) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Adds what the script's variables hold without the option: whatever it is where the option's text
 * would be handed on, else yes or no, which often mean the same there. */
static void add_assigned(Configure *self, const OptionState *state, GPtrArray *candidates)
{
    for (guint i = 0; i < state->touched->len; i++) {
        const Value *variable = ((Touched *)state->touched->pdata[i])->value;
        gboolean handed_on = hands_on(self, state, variable);
        for (guint k = 0; k < variable->count; k++) {
            const Alternative *alternative = &variable->alternatives[k];
            const char *text = alternative->text;
            Guard when = configure_expand(self, alternative->when);
            if (text != NULL && (handed_on || option_form_is_answer(text)) && strlen(text) < 32 &&
                strpbrk(text, " \t\n$") == NULL &&
                !guard_is_false(configure_assume(self, when, state, ""))) {
                add_candidate(candidates, text);
            }
        }
    }
}

/* Whether the script itself writes that value where the option's text would be. */
static gboolean is_assigned(Configure *self, const OptionState *state, const char *value)
{
    for (guint i = 0; i < state->touched->len; i++) {
        const Value *variable = ((Touched *)state->touched->pdata[i])->value;
        for (guint k = 0; hands_on(self, state, variable) && k < variable->count; k++) {
            if (g_strcmp0(variable->alternatives[k].text, value) == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* `exact`: the script does the very same with that value. */
static const char *find_default(Configure *self, const OptionState *state,
                                const GPtrArray *compared, gboolean *exact)
{
    *exact = state->precious;
    if (state->precious) {
        return "";
    }
    g_autoptr(GPtrArray) candidates = g_ptr_array_new();
    const char *claimed = help_default(self, state);
    add_candidate(candidates, claimed);
    add_assigned(self, state, candidates);
    for (guint i = 0; option_form_takes_text(state) && i < state->record->values->len; i++) {
        add_candidate(candidates, ((AllowedValue *)state->record->values->pdata[i])->value);
    }
    add_candidate(candidates, state->negative ? "yes" : "no");
    add_candidate(candidates, state->negative ? "no" : "yes");
    for (guint i = 0; i < state->record->values->len; i++) {
        add_candidate(candidates, ((AllowedValue *)state->record->values->pdata[i])->value);
    }
    Score best = {NULL, G_MAXUINT, G_MAXUINT};
    for (guint i = 0; i < candidates->len; i++) {
        Score score = {candidates->pdata[i], 0, 0};
        score.local = local_differences(self, state, score.value);
        if (score.local > best.local) {
            continue;
        }
        guint most = score.local < best.local ? G_MAXUINT : best.global;
        score.global = global_differences(self, state, compared, score.value, most);
        if (score.local < best.local || score.global < best.global) {
            best = score;
        }
        if (best.local == 0 && best.global == 0) {
            break;
        }
    }
    if (best.value == NULL) {
        return NULL;
    }
    gboolean decided = compared->len > 0 || state->touched->len > 0;
    /* A script that takes a text and never speaks of "no" does with it as with nothing. */
    gboolean meant = !option_form_takes_text(state) || lists_value(state, best.value) ||
                     g_strcmp0(claimed, best.value) == 0 || !option_form_is_answer(best.value) ||
                     is_assigned(self, state, best.value);
    if (!meant) {
        return "";
    }
    gboolean same = best.global == 0 && (best.local == 0 || compared->len > 0);
    *exact = same;
    if (same) {
        return decided || claimed != NULL || !option_form_takes_text(state) ? best.value : "";
    }
    /* Without the option something happens that no value asks for. */
    if (option_form_takes_text(state)) {
        return claimed != NULL && lists_value(state, claimed) ? claimed : "";
    }
    return claimed != NULL ? claimed : best.value;
}

/* "x=not_set" where nobody gave the option, and then a test for that word: none that people give.
 */
static void drop_unset(Configure *self, OptionState *state)
{
    GPtrArray *values = state->record->values;
    for (guint i = values->len; i > 0; i--) {
        const char *value = ((AllowedValue *)values->pdata[i - 1])->value;
        if (option_form_is_unset(value) && is_assigned(self, state, value)) {
            state->has_unset = TRUE;
            g_ptr_array_remove_index(values, i - 1);
        }
    }
}

/* Types ------------------------------------------------------------------------------------- */

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
        Guard whole = configure_expand(self, constraint->when);
        Guard with = configure_assume(self, whole, state, value);
        if (!guard_is_false(with) && guard_is_false(guard_minus(self->guards, exists, with)) &&
            (state->has_unset || guard_is_false(configure_assume(self, whole, state, "")))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the sources get what is given as it is, and the script at most asks whether that is the
 * word for leaving it alone. */
static gboolean is_for_sources(const OptionState *state)
{
    for (guint i = 0; i < state->record->values->len; i++) {
        if (!option_form_is_automatic(((AllowedValue *)state->record->values->pdata[i])->value)) {
            return FALSE;
        }
    }
    return state->defined && state->argument == NULL;
}

/* "if test "$x" != yes && test "$x" != no; then FLAGS=$x; fi": neither word does anything. */
static gboolean takes_only_text(Configure *self, const OptionState *state)
{
    gboolean handed_on = FALSE;
    for (guint i = 0; i < state->touched->len; i++) {
        handed_on =
            handed_on || hands_on(self, state, ((const Touched *)state->touched->pdata[i])->value);
    }
    return handed_on && local_differences(self, state, "yes") == 0 &&
           local_differences(self, state, "no") == 0;
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

static gboolean has_word(const GPtrArray *words, const char *word)
{
    for (guint i = 0; i < words->len; i++) {
        if (strcmp(words->pdata[i], word) == 0) {
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
        if (has_word(words, word) && !option_form_names_any(told, words)) {
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

/* "--with-x=DIR" that the script looks for anyway, and leaves out for "no": what a person decides
 * is whether, and on the way where. A place that is the default is where it looks for it, too. */
static gboolean is_place_or_switch(Configure *self, OptionState *state, gboolean asks_for_yes)
{
    const char *value = state->default_value;
    gboolean nothing = value == NULL || *value == '\0';
    gboolean asks_for_no = lists_value(state, "no") && !refuses(self, state, "no");
    gboolean off = value != NULL && (strcmp(value, "no") == 0 || strcmp(value, "none") == 0);
    if (!option_form_takes_path(state) || (off && !state->optional) ||
        !(asks_for_no || state->both_ways || asks_for_yes)) {
        return FALSE;
    }
    if (nothing || *value == '/') {
        gboolean on = asks_for_no || state->both_ways || !nothing;
        state->default_value = on ? "yes" : "no";
        return TRUE;
    }
    return option_form_is_answer(value) || option_form_is_automatic(value);
}

/* Whether what is given becomes part of another variable, or of a macro: "-O$enable_level". */
static gboolean is_used_as_text(Configure *self, const OptionState *state)
{
    const char *hole = symbol_hole(self->symbols, state->symbol);
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
            used = text != NULL && strstr(text, hole) != NULL;
        }
    }
    return used;
}

/* A script that asks whether the answer is "yes" has a switch, even when a folder may stand there
 * instead to say where the thing is. */
static gboolean is_boolean(Configure *self, OptionState *state)
{
    if (state->precious) {
        return FALSE;
    }
    /* What refuses a folder as well cannot do with the option at all, as far as was read. */
    state->record->number = option_form_asks_number(state) ||
                            (option_form_shows_range(state) && is_used_as_text(self, state));
    state->needs_text = (refuses(self, state, "yes") && !refuses(self, state, SOME_FOLDER)) ||
                        state->record->number || option_form_asks_word(state) ||
                        is_for_sources(state) || takes_only_text(self, state);
    if (state->needs_text) {
        drop_refused(self, state);
        return FALSE;
    }
    drop_spellings(self, state);
    gboolean asks_for_yes = FALSE;
    for (guint i = 0; i < state->record->values->len; i++) {
        const char *value = ((AllowedValue *)state->record->values->pdata[i])->value;
        if (!option_form_is_answer(value) && !option_form_is_automatic(value)) {
            return FALSE;
        }
        asks_for_yes = asks_for_yes || g_ascii_strcasecmp(value, "yes") == 0;
    }
    /* "x=0" where nothing is given, and then a test for "yes". */
    if (asks_for_yes && g_strcmp0(state->default_value, "0") == 0) {
        state->default_value = "no";
    } else if (asks_for_yes && g_strcmp0(state->default_value, "1") == 0) {
        state->default_value = "yes";
    }
    if (is_place_or_switch(self, state, asks_for_yes)) {
        return TRUE;
    }
    const char *value = state->default_value;
    gboolean answers =
        value == NULL || option_form_is_answer(value) || option_form_is_automatic(value);
    return answers &&
           (asks_for_yes || (!option_form_takes_text(state) && !option_form_takes_path(state)));
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

static void set_types(Configure *self, OptionState *state)
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
    } else if (state->lines != NULL && type == OPTION_STRING && !state->needs_text) {
        add_line_values(self, state);
    }
}

/* Defaults that hang on something
 * -------------------------------------------------------------------- */

/* What a variable that takes the option over holds without it: GuardedText; NULL when that is not
 * definite. */
static GArray *texts_without(Configure *self, const OptionState *state, const Value *variable)
{
    if (variable == NULL || !hands_on(self, state, variable)) {
        return NULL;
    }
    const DefinitionRecord *first = state->record->definitions->pdata[0];
    GArray *texts = g_array_new(FALSE, FALSE, sizeof(GuardedText));
    for (guint i = 0; i < variable->count; i++) {
        const Alternative *alternative = &variable->alternatives[i];
        Guard when = guard_and(self->guards, configure_expand(self, alternative->when),
                               configure_expand(self, first->exists));
        when = configure_assume(self, when, state, "");
        if (guard_is_false(when)) {
            continue;
        }
        const char *text = alternative->text;
        if (text == NULL || *text == '\0' || text_has_hole(text) || option_form_is_unset(text)) {
            g_array_unref(texts);
            return NULL;
        }
        if (strpbrk(text, " \t\n()") != NULL) {
            continue; /* words about a value */
        }
        GuardedText added = {arena_intern(self->arena, text), when};
        g_array_append_val(texts, added);
    }
    return texts;
}

/* The same behind the option's arms, or else at the end of the script. */
static GArray *hanging_defaults(Configure *self, const OptionState *state)
{
    for (guint i = 0; i < state->touched->len; i++) {
        const Touched *touched = state->touched->pdata[i];
        GArray *texts = texts_without(self, state, touched->value);
        if (texts == NULL) {
            texts = texts_without(self, state, configure_variable(self, touched->name)->value);
        }
        if (texts != NULL) {
            return texts;
        }
    }
    return NULL;
}

/* Whether it holds when all options that came before are left out and nothing special is found. */
static gboolean holds_plainly(Configure *self, Guard guard)
{
    g_autoptr(GArray) known = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    for (guint i = 0; i < self->option_list->len; i++) {
        const OptionState *state = self->option_list->pdata[i];
        if (state->default_value != NULL) {
            symbol_literals(state->symbol, state->default_value, known);
        }
    }
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    for (guint i = 0; i < support->len; i++) {
        GuardLiteral literal = {g_array_index(support, guint, i), FALSE};
        g_array_append_val(known, literal);
    }
    return guard_can_hold(self->guards, guard, (const GuardLiteral *)(const void *)known->data,
                          known->len);
}

static void set_default(Configure *self, OptionState *state, const GPtrArray *compared)
{
    gboolean exact = FALSE;
    drop_unset(self, state);
    state->default_value = find_default(self, state, compared, &exact);
    g_autoptr(GArray) texts = exact ? NULL : hanging_defaults(self, state);
    if (texts == NULL || texts->len == 0) {
        return;
    }
    state->default_value = g_array_index(texts, GuardedText, 0).text;
    for (guint i = 0; i < texts->len; i++) {
        const GuardedText *text = &g_array_index(texts, GuardedText, i);
        if (holds_plainly(self, text->when)) {
            state->default_value = text->text;
            break;
        }
    }
    /* The general one goes first: it is what a reader looks for. */
    for (guint turn = 0; turn < 2; turn++) {
        for (guint i = 0; i < texts->len; i++) {
            const GuardedText *text = &g_array_index(texts, GuardedText, i);
            gboolean general = strcmp(text->text, state->default_value) == 0;
            for (guint k = 0; general == (turn == 0) && k < state->record->definitions->len; k++) {
                recorder_default(self->recorder, state->record->definitions->pdata[k], text->text,
                                 text->when);
            }
        }
    }
}

/* What hangs on each option: OptionState * -> GPtrArray of Compared *. */
static GHashTable *by_option(Configure *self, const GPtrArray *compared)
{
    GHashTable *variables = g_hash_table_new(NULL, NULL);
    GHashTable *result = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
    for (guint i = 0; i < self->option_list->len; i++) {
        OptionState *state = self->option_list->pdata[i];
        g_hash_table_insert(result, state, g_ptr_array_new());
        g_hash_table_insert(variables, GUINT_TO_POINTER(state->symbol->truth), state);
        for (guint k = 0; k < state->symbol->values->len; k++) {
            guint variable = g_array_index(state->symbol->values, SymbolValue, k).variable;
            g_hash_table_insert(variables, GUINT_TO_POINTER(variable), state);
        }
    }
    for (guint i = 0; i < compared->len; i++) {
        const Compared *one = compared->pdata[i];
        for (guint k = 0; k < one->support->len; k++) {
            gpointer key = GUINT_TO_POINTER(g_array_index(one->support, guint, k));
            OptionState *state = g_hash_table_lookup(variables, key);
            GPtrArray *list = state != NULL ? g_hash_table_lookup(result, state) : NULL;
            if (list != NULL && list->len < COMPARED_MAX &&
                (list->len == 0 || list->pdata[list->len - 1] != one)) {
                g_ptr_array_add(list, (gpointer)one);
            }
        }
    }
    g_hash_table_unref(variables);
    return result;
}

static void compared_free(gpointer data)
{
    Compared *self = data;
    g_array_unref(self->support);
    g_free(self);
}

void configure_find_defaults(Configure *self, const GArray *guards)
{
    g_autoptr(GPtrArray) compared = g_ptr_array_new_with_free_func(compared_free);
    for (guint i = 0; i < guards->len; i++) {
        Compared *one = g_new0(Compared, 1);
        one->guard = g_array_index(guards, Guard, i);
        one->support = guard_support(self->guards, one->guard);
        g_ptr_array_add(compared, one);
    }
    g_autoptr(GHashTable) hanging = by_option(self, compared);
    for (guint i = 0; i < self->option_list->len; i++) {
        OptionState *state = self->option_list->pdata[i];
        set_default(self, state, g_hash_table_lookup(hanging, state));
        state->boolean = is_boolean(self, state);
        set_types(self, state);
    }
}
