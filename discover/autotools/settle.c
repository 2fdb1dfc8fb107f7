/* What an option is when nobody gives it, and what that means for all conditions.
 *
 * While the script is read, an option that was not given has the value "". Which value that is for
 * a person is found by comparing: the default is the value with which the script does the same as
 * without the option. So it does not matter how the script says it: in the arm of AC_ARG_ENABLE for
 * an option that was not given, in an assignment before it, by ${enable_x=no}, or by a test further
 * down that only asks for "yes". */
#include "discover/autotools/configure.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* Conditions that are looked at to find a default. */
#define COMPARED_GUARDS_MAX 4000u
#define CANDIDATES_MAX 24u

typedef struct {
    Configure *configure;
    GArray *guards;          /* Guard, expanded, each once: what hangs on options */
    GHashTable *settled;     /* guard node -> settled node */
    GHashTable *by_variable; /* decision variable -> OptionState * */
} Settle;

/* The guard without names, or what it says of options when that is too long. */
static Guard expand(Configure *self, Guard guard)
{
    Guard expanded;
    symbols_expand(self->symbols, guard, &expanded);
    return expanded;
}

static Guard assume(Configure *self, Guard guard, const OptionState *state, const char *value)
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
            Guard when = expand(self, alternative->when);
            result = guard_or(self->guards, result, assume(self, when, state, value));
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

static gboolean mentions(const Settle *settle, Guard guard, const OptionState *state)
{
    g_autoptr(GArray) support = guard_support(settle->configure->guards, guard);
    for (guint i = 0; i < support->len; i++) {
        gpointer key = GUINT_TO_POINTER(g_array_index(support, guint, i));
        if (g_hash_table_lookup(settle->by_variable, key) == state) {
            return TRUE;
        }
    }
    return FALSE;
}

static guint global_differences(const Settle *settle, const OptionState *state,
                                const GArray *guards, const char *value)
{
    guint differences = 0;
    for (guint i = 0; i < guards->len; i++) {
        Guard guard = g_array_index(guards, Guard, i);
        differences += !guard_same(assume(settle->configure, guard, state, ""),
                                   assume(settle->configure, guard, state, value));
    }
    return differences;
}

static void add_candidate(GPtrArray *candidates, const char *value)
{
    if (value == NULL || *value == '\0' || text_has_hole(value) ||
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

/* The value that a word of a help text means; NULL when it means none. */
static const char *value_of_claim(const OptionState *state, const char *claim)
{
    static const char *const rows[][2] = {{"yes", "yes"},    {"no", "no"},       {"on", "yes"},
                                          {"off", "no"},     {"enabled", "yes"}, {"disabled", "no"},
                                          {"enable", "yes"}, {"disable", "no"}};
    if (lists_value(state, claim)) {
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

/* Words for a folder or file to be given. */
static gboolean takes_path(const OptionState *state)
{
    if (state->argument == NULL) {
        return FALSE;
    }
    g_autofree char *upper = g_ascii_strup(state->argument, -1);
    static const char *const words[] = {"DIR", "PATH", "PREFIX", "FILE", "ROOT"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strstr(upper, words[i]) != NULL && strchr(upper, '|') == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_yes_or_no(const char *text)
{
    static const char *const words[] = {"yes", "no",   "y",     "n",   "on",
                                        "off", "true", "false", "none"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_ascii_strcasecmp(text, words[i]) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Values that leave the answer to configure: beside yes and no they make no choice of it. */
static gboolean is_automatic(const char *text)
{
    static const char *const words[] = {"auto", "check", "default", "detect", "maybe", "try"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_ascii_strcasecmp(text, words[i]) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether its form asks for something other than yes and no. */
static gboolean takes_text(const OptionState *state)
{
    if (state->argument == NULL) {
        return FALSE;
    }
    g_auto(GStrv) words = g_strsplit_set(state->argument, "|/()[]{}<> ,", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        /* "N" stands for a number, not for no. */
        gboolean answer = strlen(words[i]) > 1 && is_yes_or_no(words[i]);
        if (*words[i] != '\0' && !answer && !is_automatic(words[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

typedef struct {
    const char *value;
    guint local;
    guint global;
} Score;

static const char *find_default(const Settle *settle, const OptionState *state)
{
    Configure *self = settle->configure;
    if (state->precious) {
        return "";
    }
    g_autoptr(GPtrArray) candidates = g_ptr_array_new();
    const char *claimed = help_default(self, state);
    add_candidate(candidates, claimed);
    /* What the script sets when it is not given. */
    for (guint i = 0; i < state->touched->len; i++) {
        const Touched *touched = state->touched->pdata[i];
        for (guint k = 0; k < touched->value->count; k++) {
            const Alternative *alternative = &touched->value->alternatives[k];
            Guard when = expand(self, alternative->when);
            if (alternative->text != NULL && strlen(alternative->text) < 32 &&
                !guard_is_false(assume(self, when, state, "")) &&
                strpbrk(alternative->text, " \t\n$") == NULL) {
                add_candidate(candidates, alternative->text);
            }
        }
    }
    for (guint i = 0; takes_text(state) && i < state->record->values->len; i++) {
        add_candidate(candidates, ((AllowedValue *)state->record->values->pdata[i])->value);
    }
    add_candidate(candidates, state->negative ? "yes" : "no");
    add_candidate(candidates, state->negative ? "no" : "yes");
    for (guint i = 0; i < state->record->values->len; i++) {
        add_candidate(candidates, ((AllowedValue *)state->record->values->pdata[i])->value);
    }
    g_autoptr(GArray) guards = g_array_new(FALSE, FALSE, sizeof(Guard));
    for (guint i = 0; i < settle->guards->len; i++) {
        Guard guard = g_array_index(settle->guards, Guard, i);
        if (mentions(settle, guard, state)) {
            g_array_append_val(guards, guard);
        }
    }
    Score best = {NULL, G_MAXUINT, G_MAXUINT};
    for (guint i = 0; i < candidates->len; i++) {
        const char *value = candidates->pdata[i];
        Score score = {value, local_differences(self, state, value),
                       global_differences(settle, state, guards, value)};
        if (score.local < best.local || (score.local == best.local && score.global < best.global)) {
            best = score;
        }
    }
    if (best.value == NULL) {
        return NULL;
    }
    gboolean decided = guards->len > 0 || state->touched->len > 0;
    /* A script that takes a text and never asks for "no" does with it as with nothing. */
    gboolean meant = !takes_text(state) || lists_value(state, best.value) ||
                     g_strcmp0(claimed, best.value) == 0 || best.local < state->touched->len ||
                     !is_yes_or_no(best.value);
    if (!meant) {
        return "";
    }
    gboolean same = best.global == 0 && (best.local == 0 || guards->len > 0);
    if (same) {
        return decided || claimed != NULL || !takes_text(state) ? best.value : "";
    }
    /* Without the option something happens that no value asks for. */
    if (takes_text(state)) {
        return claimed != NULL && lists_value(state, claimed) ? claimed : "";
    }
    return claimed != NULL ? claimed : best.value;
}

/* Types ------------------------------------------------------------------------------------- */

/* A script that asks whether the answer is "yes" has a switch, even when a folder may stand there
 * instead to say where the thing is. */
static gboolean is_boolean(const OptionState *state)
{
    if (state->precious) {
        return FALSE;
    }
    gboolean asks_for_yes = FALSE;
    for (guint i = 0; i < state->record->values->len; i++) {
        const char *value = ((AllowedValue *)state->record->values->pdata[i])->value;
        if (!is_yes_or_no(value) && !is_automatic(value)) {
            return FALSE;
        }
        asks_for_yes = asks_for_yes || g_ascii_strcasecmp(value, "yes") == 0;
    }
    const char *value = state->default_value;
    gboolean answers = value == NULL || is_yes_or_no(value) || is_automatic(value);
    return answers && (asks_for_yes || !takes_text(state));
}

static void set_types(Configure *self, OptionState *state)
{
    OptionType type = state->boolean      ? OPTION_BOOL
                      : takes_path(state) ? OPTION_PATH
                                          : OPTION_STRING;
    for (guint i = 0; i < state->record->definitions->len; i++) {
        DefinitionRecord *definition = state->record->definitions->pdata[i];
        definition->type = type;
        recorder_default(self->recorder, definition, state->default_value, definition->exists);
    }
    if (state->boolean) {
        g_ptr_array_set_size(state->record->values, 0);
    }
}

/* Conditions -------------------------------------------------------------------------------- */

static const SymbolValue *symbol_value(const Symbol *symbol, const char *value)
{
    for (guint i = 0; i < symbol->values->len; i++) {
        const SymbolValue *known = &g_array_index(symbol->values, SymbolValue, i);
        if (strcmp(known->value, value) == 0) {
            return known;
        }
    }
    return NULL;
}

/* "Not given" becomes the default, and of a boolean only on and off are left. */
static Guard settle_option(Configure *self, Guard guard, const OptionState *state)
{
    const char *value = state->default_value;
    if (value != NULL && *value != '\0') {
        Guard without = assume(self, guard, state, "");
        const SymbolValue *missing = symbol_value(state->symbol, "");
        Guard given =
            missing != NULL ? guard_restrict(self->guards, guard, missing->variable, FALSE) : guard;
        Guard is_default = symbol_equals(self->symbols, state->symbol, value);
        guard = guard_or(self->guards, given, guard_and(self->guards, is_default, without));
    }
    if (!state->boolean) {
        return guard;
    }
    Guard on = assume(self, guard, state, "yes");
    Guard off = assume(self, guard, state, "no");
    Guard truth = symbol_truth(self->symbols, state->symbol);
    return guard_or(self->guards, guard_and(self->guards, truth, on),
                    guard_minus(self->guards, off, truth));
}

static Guard settle_guard(Settle *settle, Guard guard)
{
    Configure *self = settle->configure;
    gpointer known = NULL;
    if (g_hash_table_lookup_extended(settle->settled, GUINT_TO_POINTER(guard.node), NULL, &known)) {
        return (Guard){GPOINTER_TO_UINT(known)};
    }
    Guard result = expand(self, guard);
    g_autoptr(GArray) support = guard_support(self->guards, result);
    g_autoptr(GPtrArray) done = g_ptr_array_new();
    for (guint i = 0; i < support->len; i++) {
        OptionState *state = g_hash_table_lookup(
            settle->by_variable, GUINT_TO_POINTER(g_array_index(support, guint, i)));
        if (state != NULL && !g_ptr_array_find(done, state, NULL)) {
            g_ptr_array_add(done, state);
            result = settle_option(self, result, state);
        }
    }
    g_hash_table_insert(settle->settled, GUINT_TO_POINTER(guard.node),
                        GUINT_TO_POINTER(result.node));
    return result;
}

static void each_guard(Configure *self, void (*visit)(Guard *guard, gpointer data), gpointer data)
{
    const GPtrArray *effects = recorder_effects(self->recorder);
    for (guint i = 0; i < effects->len; i++) {
        visit(&((EffectRecord *)effects->pdata[i])->when, data);
    }
    const GPtrArray *constraints = recorder_constraints(self->recorder);
    for (guint i = 0; i < constraints->len; i++) {
        visit(&((ConstraintRecord *)constraints->pdata[i])->when, data);
    }
    for (guint i = 0; i < self->option_list->len; i++) {
        const OptionState *state = self->option_list->pdata[i];
        for (guint k = 0; k < state->record->definitions->len; k++) {
            DefinitionRecord *definition = state->record->definitions->pdata[k];
            visit(&definition->exists, data);
            for (guint d = 0; d < definition->defaults->len; d++) {
                visit(&g_array_index(definition->defaults, GuardedText, d).when, data);
            }
        }
    }
}

static void collect_guard(Guard *guard, gpointer data)
{
    Settle *settle = data;
    Guard whole = expand(settle->configure, *guard);
    if (settle->guards->len < COMPARED_GUARDS_MAX && whole.node > GUARD_TRUE.node &&
        g_hash_table_add(settle->settled, GUINT_TO_POINTER(whole.node))) {
        g_array_append_val(settle->guards, whole);
    }
}

static void replace_guard(Guard *guard, gpointer data)
{
    *guard = settle_guard(data, *guard);
}

static void index_variables(Settle *settle)
{
    Configure *self = settle->configure;
    g_hash_table_remove_all(settle->by_variable);
    for (guint i = 0; i < self->option_list->len; i++) {
        OptionState *state = self->option_list->pdata[i];
        const Symbol *symbol = state->symbol;
        if (symbol->truth != G_MAXUINT) {
            g_hash_table_insert(settle->by_variable, GUINT_TO_POINTER(symbol->truth), state);
        }
        for (guint k = 0; k < symbol->values->len; k++) {
            guint variable = g_array_index(symbol->values, SymbolValue, k).variable;
            g_hash_table_insert(settle->by_variable, GUINT_TO_POINTER(variable), state);
        }
    }
}

/* Booleans are spoken of as ON and OFF from here on. */
static void close_booleans(Configure *self)
{
    for (guint i = 0; i < self->option_list->len; i++) {
        OptionState *state = self->option_list->pdata[i];
        if (state->boolean) {
            state->symbol->boolean = TRUE;
            g_array_set_size(state->symbol->values, 0);
        }
    }
}

void configure_settle(Configure *self)
{
    Settle settle = {self, g_array_new(FALSE, FALSE, sizeof(Guard)), g_hash_table_new(NULL, NULL),
                     g_hash_table_new(NULL, NULL)};
    index_variables(&settle);
    each_guard(self, collect_guard, &settle);
    g_hash_table_remove_all(settle.settled);
    for (guint i = 0; i < self->option_list->len; i++) {
        OptionState *state = self->option_list->pdata[i];
        state->default_value = find_default(&settle, state);
        state->boolean = is_boolean(state);
        set_types(self, state);
    }
    index_variables(&settle);
    each_guard(self, replace_guard, &settle);
    close_booleans(self);
    g_array_unref(settle.guards);
    g_hash_table_unref(settle.settled);
    g_hash_table_unref(settle.by_variable);
}
