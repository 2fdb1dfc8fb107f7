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

/* Any variable. */
#define ANY_NAME ""

typedef struct {
    const char *word;
    Guard when;
} NamedWord;

/* A rule with the goals that it names. Make works out both where the rule stands. */
typedef struct {
    GArray *targets; /* NamedWord */
    GArray *needs;   /* NamedWord */
    Span at;
} Rule;

/* A command of a rule and where it stands. */
typedef struct {
    const MakeStatement *rule;
    const MakeStatement *recipe;
    Guard when;
    Span at;
} Recipe;

struct MakeRecipes {
    GArray *rules;         /* Rule */
    GArray *recipes;       /* Recipe */
    GArray *defaults;      /* NamedWord: what is made when a person gives no target */
    Guard undecided;       /* where the next rule says what that is */
    GHashTable *own_value; /* set of char *: variables with another value in some recipes */
    gboolean asked;        /* one of them was asked for */
};

static void rule_clear(gpointer data)
{
    Rule *self = data;
    g_array_unref(self->targets);
    g_array_unref(self->needs);
}

MakeRecipes *make_recipes_new(void)
{
    MakeRecipes *self = g_new0(MakeRecipes, 1);
    self->rules = g_array_new(FALSE, FALSE, sizeof(Rule));
    g_array_set_clear_func(self->rules, rule_clear);
    self->recipes = g_array_new(FALSE, FALSE, sizeof(Recipe));
    self->defaults = g_array_new(FALSE, FALSE, sizeof(NamedWord));
    self->undecided = GUARD_TRUE;
    self->own_value = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return self;
}

void make_recipes_free(MakeRecipes *self)
{
    g_array_unref(self->rules);
    g_array_unref(self->recipes);
    g_array_unref(self->defaults);
    g_hash_table_unref(self->own_value);
    g_free(self);
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

/* Targets that are no files: what is there already is not made. "|" stands before those whose age
 * does not matter. */
static gboolean is_goal(const char *targets)
{
    return *targets != '.' && strpbrk(targets, "%$./") == NULL && strcmp(targets, "|") != 0;
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

/* Whether the word is what some rule or the makefile says is made by default: that may be a file.
 */
static gboolean is_default(const MakeReading *self, const char *word)
{
    const GArray *defaults = self->recipes->defaults;
    for (guint i = 0; i < defaults->len; i++) {
        if (strcmp(g_array_index(defaults, NamedWord, i).word, word) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

typedef struct {
    MakeReading *reading;
    GArray *goals; /* NamedWord */
    guint left;    /* words that may still be looked at */
    gboolean cut;  /* there were more */
} GoalSearch;

/* Adds the goals among the words, themselves or as the text of a variable, under the conditions of
 * its parts. Files are none, so that nothing else has to be worked out. */
static void add_goals(GoalSearch *search, const char *text, Guard when, guint depth)
{
    MakeReading *self = search->reading;
    g_auto(GStrv) words = make_words(text);
    for (guint i = 0; words[i] != NULL; i++) {
        if (search->left == 0) {
            search->cut = TRUE;
            return;
        }
        search->left--;
        if (is_goal(words[i]) || is_default(self, words[i])) {
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
    GoalSearch search = {self, g_array_new(FALSE, FALSE, sizeof(NamedWord)), WORDS_MAX, FALSE};
    add_goals(&search, text, when, NAMES_DEPTH_MAX);
    if (search.cut) {
        make_ledger(self, "limit: words of a rule", "", NULL);
    }
    return search.goals;
}

/* ---- what is made by default ----------------------------------------------------------------- */

static void decide(MakeReading *self, Guard when)
{
    self->recipes->undecided = guard_minus(self->guards, self->recipes->undecided, when);
}

static void find_default(MakeReading *self, const char *text, Guard when, guint depth);

/* The same for a word that is a variable, as it is here. */
static void find_default_of(MakeReading *self, const char *word, Guard when, guint depth)
{
    g_autofree char *name = g_strndup(word + 2, strlen(word) - 3);
    const MakeVariable *variable = g_hash_table_lookup(self->variables, name);
    if (variable == NULL || depth == 0 || make_is_builtin(name)) {
        decide(self, when);
        return;
    }
    if (variable->role != ROLE_PLAIN) {
        decide(self, guard_and(self->guards, when, variable->unset));
    }
    for (guint i = 0; i < variable->pieces->len; i++) {
        const Piece *piece = &g_array_index(variable->pieces, Piece, i);
        find_default(self, piece->text, guard_and(self->guards, when, piece->when), depth - 1);
    }
}

/* Patterns, and names that begin with '.' and have no '/', those of two endings (".c.$(SUFFIX)")
 * among them. */
static gboolean is_never_default(const char *word)
{
    if (strchr(word, '%') != NULL) {
        return TRUE;
    }
    if (*word != '.' || strchr(word, '/') != NULL) {
        return FALSE;
    }
    const char *end = word + strcspn(word, "$");
    return *end == '\0' ||
           (end - word > 2 && end[-1] == '.' && g_ascii_isalnum(end[-2]) && make_is_reference(end));
}

/* The first of the targets that may be made by default is, where no rule above says so: GNU make
 * manual, "How make Processes a Makefile". Where a word is not known that may be any, nothing is.
 */
static void find_default(MakeReading *self, const char *text, Guard when, guint depth)
{
    MakeRecipes *recipes = self->recipes;
    g_auto(GStrv) words = make_words(text);
    for (guint i = 0; words[i] != NULL; i++) {
        Guard here = guard_and(self->guards, when, recipes->undecided);
        if (guard_is_false(here)) {
            return;
        }
        if (make_is_reference(words[i])) {
            find_default_of(self, words[i], here, depth);
            continue;
        }
        if (is_never_default(words[i])) {
            continue;
        }
        if (strpbrk(words[i], "$*?[~\\") == NULL && !unknown_text_has_hole(words[i])) {
            const NamedWord goal = {arena_intern(self->scratch, words[i]), here};
            g_array_append_val(recipes->defaults, goal);
        }
        decide(self, here);
    }
}

void make_note_targets(MakeReading *self, const char *targets)
{
    if (self->undo == NULL) {
        find_default(self, targets, self->path, NAMES_DEPTH_MAX);
    }
}

void make_note_unseen_rules(MakeReading *self, Guard when)
{
    if (self->undo == NULL) {
        decide(self, when);
    }
}

void make_note_default_goal(MakeReading *self, const MakeStatement *statement)
{
    MakeRecipes *recipes = self->recipes;
    if (self->undo != NULL || strcmp(statement->name, EFFECT_GOAL) != 0) {
        return;
    }
    for (guint i = 0; i < recipes->defaults->len; i++) {
        NamedWord *goal = &g_array_index(recipes->defaults, NamedWord, i);
        goal->when = guard_minus(self->guards, goal->when, self->path);
    }
    decide(self, self->path);
    gboolean sets = !statement->defined && (statement->operation == ASSIGN_RECURSIVE ||
                                            statement->operation == ASSIGN_SIMPLE);
    if (sets && *statement->value == '\0') {
        /* The next rule says it again. */
        recipes->undecided = guard_or(self->guards, recipes->undecided, self->path);
    } else if (sets && strpbrk(statement->value, " \t$") == NULL &&
               !unknown_text_has_hole(statement->value)) {
        const NamedWord goal = {arena_intern(self->scratch, statement->value), self->path};
        g_array_append_val(recipes->defaults, goal);
    }
}

/* ---- rules and recipes ----------------------------------------------------------------------- */

void make_note_rule(MakeReading *self, const MakeStatement *rule)
{
    make_note_targets(self, rule->targets);
    if (self->recipes->rules->len < RULES_MAX) {
        const Rule noted = {goals_of(self, rule->targets, self->path),
                            goals_of(self, rule->value, self->path), self->at};
        g_array_append_val(self->recipes->rules, noted);
    } else {
        make_ledger(self, "limit: rules", "", NULL);
    }
}

void make_note_recipe(MakeReading *self, const MakeStatement *rule, const MakeStatement *recipe)
{
    if (is_goal(rule->targets) && strstr(recipe->value, "$") != NULL) {
        const Recipe noted = {rule, recipe, self->path, self->at};
        g_array_append_val(self->recipes->recipes, noted);
    }
}

void make_note_own_value(MakeReading *self, const char *name)
{
    gboolean known = strchr(name, '$') == NULL && !unknown_text_has_hole(name);
    g_hash_table_add(self->recipes->own_value, g_strdup(known ? name : ANY_NAME));
}

void make_note_asked(MakeReading *self, const char *name)
{
    MakeRecipes *recipes = self->recipes;
    if (g_hash_table_size(recipes->own_value) > 0 &&
        (g_hash_table_contains(recipes->own_value, name) ||
         g_hash_table_contains(recipes->own_value, ANY_NAME))) {
        recipes->asked = TRUE;
    }
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

/* Where one of the rule's targets is made. */
static Guard rule_made(MakeReading *self, GHashTable *reached, const Rule *rule)
{
    Guard made = GUARD_FALSE;
    for (guint k = 0; k < rule->targets->len; k++) {
        const NamedWord *target = &g_array_index(rule->targets, NamedWord, k);
        Guard here = guard_and(self->guards, reached_when(reached, target->word), target->when);
        made = guard_or(self->guards, made, here);
    }
    return made;
}

/* One pass over the rules: what a target that is made needs is made, too. */
static gboolean spread(MakeReading *self, GHashTable *reached, const GArray *rules)
{
    gboolean more = FALSE;
    for (guint i = 0; i < rules->len; i++) {
        const Rule *rule = &g_array_index(rules, Rule, i);
        Guard made = rule_made(self, reached, rule);
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
    const MakeRecipes *recipes = self->recipes;
    GHashTable *reached = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < recipes->defaults->len; i++) {
        const NamedWord *goal = &g_array_index(recipes->defaults, NamedWord, i);
        reach(self, reached, goal->word, goal->when);
    }
    guint round = 0;
    while (round < ROUNDS_MAX && spread(self, reached, recipes->rules)) {
        round++;
    }
    if (round == ROUNDS_MAX) {
        self->at = g_array_index(recipes->rules, Rule, 0).at;
        make_ledger(self, "limit: chain of targets", "", NULL);
    }
    return reached;
}

/* Adds what the command refuses within `when`; nothing when its variables may have other values
 * there. */
static void follow_recipe(MakeReading *self, const Recipe *noted, Guard when)
{
    guint known = self->refusals->len;
    self->at = noted->at;
    self->recipes->asked = FALSE;
    g_string_truncate(self->said, 0);
    g_array_unref(make_expand(self, noted->recipe->value, when));
    if (self->recipes->asked) {
        g_array_set_size(self->refusals, known);
    }
}

/* What more is made where something is given hangs on that: "TARGETS += waves_cuda" and "all:
 * $(TARGETS)". */
static void add_goals_made(MakeReading *self, GHashTable *reached)
{
    const GArray *rules = self->recipes->rules;
    for (guint i = 0; i < rules->len; i++) {
        const Rule *rule = &g_array_index(rules, Rule, i);
        Guard made = rule_made(self, reached, rule);
        self->at = rule->at;
        for (guint k = 0; k < rule->needs->len; k++) {
            const NamedWord *need = &g_array_index(rule->needs, NamedWord, k);
            Guard when = guard_and(self->guards, made, need->when);
            /* What is not known may be files. */
            if (is_goal(need->word) && !unknown_text_has_hole(need->word)) {
                make_add_effect(self, EFFECT_VARIABLE, EFFECT_GOAL, need->word, when, NULL);
            }
        }
    }
}

void make_follow_recipes(MakeReading *self)
{
    const GArray *recipes = self->recipes->recipes;
    g_autoptr(GHashTable) reached = made_by_default(self);
    add_goals_made(self, reached);
    for (guint i = 0; i < recipes->len; i++) {
        const Recipe *noted = &g_array_index(recipes, Recipe, i);
        guint left = CALLS_MAX;
        if (!may_stop(self, noted->recipe->value, &left)) {
            continue;
        }
        Guard made = GUARD_FALSE;
        g_auto(GStrv) targets = make_words(noted->rule->targets);
        for (guint k = 0; targets[k] != NULL; k++) {
            made = guard_or(self->guards, made, reached_when(reached, targets[k]));
        }
        Guard when = guard_and(self->guards, made, noted->when);
        if (!guard_is_false(when)) {
            follow_recipe(self, noted, when);
        }
    }
    g_string_truncate(self->said, 0);
}
