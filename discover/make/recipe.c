#include "discover/make/recipe.h"
#include "discover/make/make_text.h"
#include "discover/make/text_function.h"
#include <string.h>

/* Further rules are not looked at. */
#define RULES_MAX 4096u
/* Further words of what one rule names are not looked at. */
#define WORDS_MAX 1000u
/* How often all rules are gone through; a longer chain of targets is cut. */
#define ROUNDS_MAX 32u
/* Functions that one command calls, and variables that name variables. */
#define CALLS_MAX 64u
#define NAMES_DEPTH_MAX 4u

typedef struct {
    const char *word;
    Guard when;
} NamedWord;

/* A rule with the goals that it names. */
typedef struct {
    GArray *targets; /* NamedWord */
    GArray *needs;   /* NamedWord */
} Rule;

static void rule_clear(gpointer data)
{
    Rule *self = data;
    g_array_unref(self->targets);
    g_array_unref(self->needs);
}

/* Whether the text stops make, itself or in a function that it calls; `left` is how many of these
 * may still be looked at. */
static gboolean may_stop(MakeReading *self, const char *text, guint *left)
{
    static const char call[] = "(call ";
    if (strstr(text, "(error ") != NULL || strstr(text, "{error ") != NULL) {
        return TRUE;
    }
    for (const char *at = strstr(text, call); at != NULL && *left > 0; at = strstr(at, call)) {
        (*left)--;
        at += strlen(call);
        g_autofree char *name = g_strndup(at, strcspn(at, ",) \t"));
        const MakeVariable *variable = g_hash_table_lookup(self->variables, name);
        for (guint i = 0; variable != NULL && i < variable->pieces->len; i++) {
            if (may_stop(self, g_array_index(variable->pieces, Piece, i).text, left)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Targets that are no files: what is there already is not made. */
static gboolean is_goal(const char *targets)
{
    return *targets != '.' && strpbrk(targets, "%$./") == NULL;
}

void make_add_refusal(MakeReading *self, const MakeRefusal *refusal)
{
    for (guint i = 0; i < self->refusals->len; i++) {
        const MakeRefusal *known = &g_array_index(self->refusals, MakeRefusal, i);
        if (guard_same(known->when, refusal->when) && span_compare(&known->at, &refusal->at) == 0 &&
            strcmp(known->message, refusal->message) == 0) {
            return;
        }
    }
    g_array_append_val(self->refusals, *refusal);
}

void make_note_rule(MakeReading *self, const MakeStatement *rule)
{
    if (self->rules->len < RULES_MAX) {
        const MakeRule noted = {rule, self->path, self->at};
        g_array_append_val(self->rules, noted);
    }
}

void make_note_recipe(MakeReading *self, const MakeStatement *rule, const MakeStatement *recipe)
{
    if (is_goal(rule->targets) && strstr(recipe->value, "$") != NULL) {
        const MakeRecipe noted = {rule, recipe, self->path, self->at};
        g_array_append_val(self->recipes, noted);
    }
}

typedef struct {
    MakeReading *reading;
    GArray *goals; /* NamedWord */
    guint left;    /* words that may still be looked at */
} GoalSearch;

/* Adds the goals among the words, themselves or as the text of a variable, under the conditions of
 * its parts. Files are none, so that nothing else has to be worked out. */
static void add_goals(GoalSearch *search, const char *text, Guard when, guint depth)
{
    MakeReading *self = search->reading;
    g_auto(GStrv) words = make_words(text);
    for (guint i = 0; words[i] != NULL && search->left > 0; i++) {
        search->left--;
        if (is_goal(words[i])) {
            const NamedWord goal = {arena_intern(self->scratch, words[i]), when};
            g_array_append_val(search->goals, goal);
        } else if (depth > 0 && make_is_reference(words[i])) {
            g_autofree char *name = g_strndup(words[i] + 2, strlen(words[i]) - 3);
            const MakeVariable *variable = g_hash_table_lookup(self->variables, name);
            for (guint k = 0; variable != NULL && k < variable->pieces->len; k++) {
                const Piece *piece = &g_array_index(variable->pieces, Piece, k);
                add_goals(search, piece->text, guard_and(self->guards, when, piece->when),
                          depth - 1);
            }
        }
    }
}

static GArray *goals_of(MakeReading *self, const char *text, Guard when)
{
    GoalSearch search = {self, g_array_new(FALSE, FALSE, sizeof(NamedWord)), WORDS_MAX};
    add_goals(&search, text, when, NAMES_DEPTH_MAX);
    return search.goals;
}

static Guard reached_when(GHashTable *reached, const char *word)
{
    gpointer node = NULL;
    return g_hash_table_lookup_extended(reached, word, NULL, &node)
               ? (Guard){GPOINTER_TO_UINT(node)}
               : GUARD_FALSE;
}

/* FALSE when the target was known to be made so already. */
static gboolean reach(MakeReading *self, GHashTable *reached, const char *word, Guard when)
{
    Guard before = reached_when(reached, word);
    Guard after = guard_or(self->guards, before, when);
    if (guard_same(before, after)) {
        return FALSE;
    }
    g_hash_table_insert(reached, (gpointer)word, GUINT_TO_POINTER(after.node));
    return TRUE;
}

/* One pass over the rules: what a target that is made needs is made, too. */
static gboolean spread(MakeReading *self, GHashTable *reached, const GArray *rules)
{
    gboolean more = FALSE;
    for (guint i = 0; i < rules->len; i++) {
        const Rule *rule = &g_array_index(rules, Rule, i);
        Guard made = GUARD_FALSE;
        for (guint k = 0; k < rule->targets->len; k++) {
            const NamedWord *target = &g_array_index(rule->targets, NamedWord, k);
            Guard here = guard_and(self->guards, reached_when(reached, target->word), target->when);
            made = guard_or(self->guards, made, here);
        }
        for (guint k = 0; k < rule->needs->len && !guard_is_false(made); k++) {
            const NamedWord *need = &g_array_index(rule->needs, NamedWord, k);
            Guard when = guard_and(self->guards, made, need->when);
            more = reach(self, reached, need->word, when) || more;
        }
    }
    return more;
}

/* The targets that are made when a person gives none, each with when. The caller unrefs it. */
static GHashTable *made_by_default(MakeReading *self)
{
    GHashTable *reached = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GArray) rules = g_array_new(FALSE, FALSE, sizeof(Rule));
    g_array_set_clear_func(rules, rule_clear);
    for (guint i = 0; i < self->rules->len; i++) {
        const MakeRule *noted = &g_array_index(self->rules, MakeRule, i);
        const Rule rule = {goals_of(self, noted->rule->targets, noted->when),
                           goals_of(self, noted->rule->value, noted->when)};
        g_array_append_val(rules, rule);
        if (g_hash_table_size(reached) == 0 && rule.targets->len > 0) {
            reach(self, reached, g_array_index(rule.targets, NamedWord, 0).word, GUARD_TRUE);
        }
    }
    for (guint round = 0; round < ROUNDS_MAX && spread(self, reached, rules); round++) {
    }
    return reached;
}

void make_follow_recipes(MakeReading *self)
{
    g_autoptr(GHashTable) reached = NULL;
    for (guint i = 0; i < self->recipes->len; i++) {
        const MakeRecipe *noted = &g_array_index(self->recipes, MakeRecipe, i);
        guint left = CALLS_MAX;
        if (!may_stop(self, noted->recipe->value, &left)) {
            continue;
        }
        if (reached == NULL) {
            reached = made_by_default(self);
        }
        Guard made = GUARD_FALSE;
        g_auto(GStrv) targets = make_words(noted->rule->targets);
        for (guint k = 0; targets[k] != NULL; k++) {
            made = guard_or(self->guards, made, reached_when(reached, targets[k]));
        }
        Guard when = guard_and(self->guards, made, noted->when);
        if (!guard_is_false(when)) {
            self->at = noted->at;
            g_string_truncate(self->said, 0);
            g_array_unref(make_expand(self, noted->recipe->value, when));
        }
    }
    g_string_truncate(self->said, 0);
}
