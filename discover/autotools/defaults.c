/* The default of an option: the value with which the script does the same as without the option. */
#include "discover/autotools/defaults.h"
#include "discover/autotools/option_form.h"
#include "discover/autotools/option_same.h"
#include "discover/cmake/pure.h"
#include <string.h>

#define CANDIDATES_MAX 24u
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

/* Whether a variable is the same with both values of the option; "" is that nobody gave it. */
static gboolean same_variable(Configure *self, const Value *variable, const OptionState *state,
                              const char *first, const char *second)
{
    const char *const both[] = {first, second};
    for (guint b = 0; b < G_N_ELEMENTS(both); b++) {
        for (guint i = 0; i < variable->count; i++) {
            const char *raw = variable->alternatives[i].text;
            g_autofree char *text = text_with(self, raw != NULL ? raw : "", state, both[b]);
            if (!guard_same(has_text(self, variable, state, first, text),
                            has_text(self, variable, state, second, text))) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

guint configure_local_differences(Configure *self, const OptionState *state, const char *value)
{
    guint differences = 0;
    for (guint i = 0; i < state->touched->len; i++) {
        const Touched *touched = state->touched->pdata[i];
        differences += !same_variable(self, touched->value, state, "", value);
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

gboolean configure_lists_value(const OptionState *state, const char *value)
{
    for (guint i = 0; i < state->record->values->len; i++) {
        if (strcmp(((AllowedValue *)state->record->values->pdata[i])->value, value) == 0) {
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

gboolean configure_hands_on(Configure *self, const OptionState *state, const Value *variable)
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
        gboolean handed_on = configure_hands_on(self, state, variable);
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

gboolean configure_is_assigned(Configure *self, const OptionState *state, const char *value)
{
    for (guint i = 0; i < state->touched->len; i++) {
        const Value *variable = ((Touched *)state->touched->pdata[i])->value;
        for (guint k = 0; configure_hands_on(self, state, variable) && k < variable->count; k++) {
            if (g_strcmp0(variable->alternatives[k].text, value) == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

static void add_values(const OptionState *state, GPtrArray *candidates)
{
    for (guint i = 0; i < state->record->values->len; i++) {
        add_candidate(candidates, ((AllowedValue *)state->record->values->pdata[i])->value);
    }
}

/* The values that may do what the script does without the option, the likeliest first. The caller
 * unrefs it. */
static GPtrArray *default_candidates(Configure *self, const OptionState *state, const char *claimed)
{
    GPtrArray *candidates = g_ptr_array_new();
    add_candidate(candidates, claimed);
    add_assigned(self, state, candidates);
    if (option_form_takes_text(state)) {
        add_values(state, candidates);
    }
    add_candidate(candidates, state->negative ? "yes" : "no");
    add_candidate(candidates, state->negative ? "no" : "yes");
    add_values(state, candidates);
    return candidates;
}

/* The one with which the script differs least from what it does without the option. */
static Score nearest_value(Configure *self, const OptionState *state, const GPtrArray *compared,
                           const GPtrArray *candidates)
{
    Score best = {NULL, G_MAXUINT, G_MAXUINT};
    for (guint i = 0; i < candidates->len; i++) {
        Score score = {candidates->pdata[i], 0, 0};
        score.local = configure_local_differences(self, state, score.value);
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
    return best;
}

/* `exact`: the script does the very same with that value. */
static const char *find_default(Configure *self, const OptionState *state,
                                const GPtrArray *compared, gboolean *exact)
{
    *exact = state->precious;
    if (state->precious) {
        return "";
    }
    const char *claimed = configure_claimed_default(self, state);
    g_autoptr(GPtrArray) candidates = default_candidates(self, state, claimed);
    Score best = nearest_value(self, state, compared, candidates);
    if (best.value == NULL) {
        return NULL;
    }
    gboolean decided = compared->len > 0 || state->touched->len > 0;
    /* A script that takes a text and never speaks of "no" does with it as with nothing. */
    gboolean meant = !option_form_takes_text(state) || configure_lists_value(state, best.value) ||
                     g_strcmp0(claimed, best.value) == 0 || !option_form_is_answer(best.value) ||
                     configure_is_assigned(self, state, best.value);
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
        return claimed != NULL && configure_lists_value(state, claimed) ? claimed : "";
    }
    /* "--disable-x" in the help says that there is something to take away. */
    return claimed != NULL ? claimed : state->negative ? "yes" : best.value;
}

/* "if test "$USE_X" != no": a variable that is told to be set to use something, and without which
 * the script does the same as with its word. */
static gboolean is_on_unset(Configure *self, const OptionState *state, const GPtrArray *compared,
                            const char *word)
{
    return global_differences(self, state, compared, word, 1) == 0 &&
           global_differences(self, state, compared, "no", 1) > 0;
}

static void set_default(Configure *self, OptionState *state, const GPtrArray *compared)
{
    gboolean exact = FALSE;
    configure_drop_unset(self, state);
    const char *given = g_hash_table_lookup(self->given, state->variable);
    if (given != NULL) {
        state->default_value = given;
        state->given = TRUE;
        return;
    }
    state->default_value = find_default(self, state, compared, &exact);
    /* ": ${USE_X=1}" */
    const char *word = state->precious ? option_form_word_to_set(self->arena, state) : NULL;
    gboolean told = word != NULL;
    const Value *variable = told ? configure_variable(self, state->variable)->value : NULL;
    g_autoptr(GArray) texts = told    ? configure_texts_without(self, state, variable)
                              : exact ? NULL
                                      : configure_hanging_defaults(self, state);
    if (texts == NULL || texts->len == 0) {
        state->default_value =
            told && is_on_unset(self, state, compared, word) ? word : state->default_value;
        return;
    }
    state->default_value = g_array_index(texts, GuardedText, 0).text;
    for (guint i = 0; i < texts->len; i++) {
        const GuardedText *text = &g_array_index(texts, GuardedText, i);
        if (configure_holds_plainly(self, text->when)) {
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

/* Whether the arms of an option leave its variables alike for "yes" and "no". */
static gboolean arms_do_the_same(Configure *self, const OptionState *state)
{
    for (guint i = 0; i < state->touched->len; i++) {
        const Touched *touched = state->touched->pdata[i];
        if (!same_variable(self, touched->value, state, "yes", "no")) {
            return FALSE;
        }
    }
    return TRUE;
}

/* "AC_ARG_ENABLE([x], [...], [AC_DEFINE([X])])": what is done hangs on nothing but that the option
 * is given. A script that looks into what is given in a way that is not understood, or hands it on,
 * may make a difference. */
static gboolean is_only_given(Configure *self, const OptionState *state, const GPtrArray *compared)
{
    if (!state->boolean || compared->len >= COMPARED_MAX ||
        g_hash_table_contains(self->looked_into, state->symbol) ||
        g_ptr_array_find_with_equal_func(self->substituted, state->variable, g_str_equal, NULL) ||
        configure_is_used_as_text(self, state) || !arms_do_the_same(self, state)) {
        return FALSE;
    }
    gboolean asked = FALSE;
    for (guint i = 0; i < compared->len; i++) {
        Guard guard = ((const Compared *)compared->pdata[i])->guard;
        Guard on = configure_assume(self, guard, state, "yes");
        if (!guard_same(on, configure_assume(self, guard, state, "no"))) {
            return FALSE;
        }
        asked = asked || !guard_same(on, configure_assume(self, guard, state, ""));
    }
    return asked;
}

/* Whether the script does the same with both values, as far as conditions tell. */
static gboolean does_the_same(Configure *self, const OptionState *state, const GPtrArray *compared,
                              const char *first, const char *second)
{
    for (guint i = 0; i < compared->len; i++) {
        Guard guard = ((const Compared *)compared->pdata[i])->guard;
        if (!guard_same(configure_assume(self, guard, state, first),
                        configure_assume(self, guard, state, second))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* "posix|pthreads)" for the same as without the option, and all else refused: of several names the
 * one thing is chosen that is done anyway. Where leaving it out does something else, giving it is a
 * switch. What takes the text over may do more with it. */
static gboolean has_one_way(Configure *self, const OptionState *state, const GPtrArray *compared)
{
    static const char unheard_of[] = "neither of them";
    const char *first = NULL;
    guint values = 0;
    if (state->precious || compared->len == 0 || compared->len >= COMPARED_MAX ||
        g_hash_table_contains(self->looked_into, state->symbol) ||
        g_ptr_array_find_with_equal_func(self->substituted, state->variable, g_str_equal, NULL) ||
        configure_is_used_as_text(self, state)) {
        return FALSE;
    }
    for (guint i = 0; i < state->record->values->len; i++) {
        const AllowedValue *value = state->record->values->pdata[i];
        if (option_form_is_answer(value->value)) {
            return FALSE;
        }
        if (value->origin != VALUE_DECLARED || *value->value == '\0') {
            continue;
        }
        first = first != NULL ? first : value->value;
        values++;
        if (!does_the_same(self, state, compared, first, value->value)) {
            return FALSE;
        }
    }
    return values > 1 && does_the_same(self, state, compared, first, "") &&
           !does_the_same(self, state, compared, first, unheard_of);
}

/* The option whose variable the arms of this one write, and nothing else: what is given for one
 * name is handed on to the other. NULL for none. */
static const OptionState *stands_for(Configure *self, const OptionState *state)
{
    const Touched *only = state->touched->len == 1 ? state->touched->pdata[0] : NULL;
    if (only == NULL || strcmp(only->name, state->variable) == 0 ||
        !configure_hands_on(self, state, only->value)) {
        return NULL;
    }
    for (guint i = 0; i < self->option_list->len; i++) {
        const OptionState *other = self->option_list->pdata[i];
        if (other != state && !other->precious && strcmp(other->variable, only->name) == 0) {
            return other;
        }
    }
    return NULL;
}

/* Leaves out values that are other spellings. */
static void drop_same(Configure *self, OptionState *state, const GPtrArray *compared)
{
    g_autoptr(GArray) guards = g_array_new(FALSE, FALSE, sizeof(Guard));
    for (guint i = 0; i < compared->len; i++) {
        g_array_append_val(guards, ((const Compared *)compared->pdata[i])->guard);
    }
    gboolean whole = compared->len > 0 && compared->len < COMPARED_MAX;
    option_same_drop(self, state, whole ? guards : NULL);
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
        const GPtrArray *own = g_hash_table_lookup(hanging, state);
        set_default(self, state, own);
        /* Asked before the type is: what is no choice is dropped there. */
        gboolean compared_with_words = state->record->values->len > 0;
        state->record->one_way = has_one_way(self, state, own);
        const OptionState *other = stands_for(self, state);
        state->record->stands_for = other != NULL ? other->record->name : NULL;
        state->answers_matter = global_differences(self, state, own, "no", 1) > 0 ||
                                global_differences(self, state, own, "yes", 1) > 0;
        state->boolean = configure_is_boolean(self, state);
        if (!compared_with_words && !state->given && is_only_given(self, state, own)) {
            state->record->only_given = TRUE;
            const char *claimed = configure_claimed_default(self, state);
            state->default_value = claimed != NULL ? claimed : state->negative ? "yes" : "no";
        }
        if (!state->boolean) {
            drop_same(self, state, own);
        }
        configure_set_types(self, state);
        configure_set_looked_for(self, state);
    }
}
