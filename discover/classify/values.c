#include "discover/classify/values.h"

#include "discover/classify/words.h"

#include <string.h>

/* What the knowledge files call debugging. */
#define TERM_DEBUG "debug"

/* The technology that the whole value spells, or the strongest one that a part of it does. `whole`
 * tells which: of "AVX2_256" AVX2 is a part, so the value's own spelling stays its name. */
static const Term *technology_of(const Mentions *mentions, Category category, gboolean *whole)
{
    const Term *best = NULL;
    double best_weight = 0;
    *whole = FALSE;
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions->mentions, Mention, i);
        const Term *term = mention->term;
        if (!term->technology) {
            continue;
        }
        gboolean fits = term->category == category || (term->also & (1u << category)) != 0;
        double weight = mention->factor * (fits ? 2.0 : 1.0);
        if (weight > best_weight) {
            best_weight = weight;
            best = term;
            *whole = mention->count == mentions->words->len && mention->factor == 1.0;
        }
    }
    return best;
}

static void reject(ValueDecision *decision, const char *reason)
{
    decision->rejected = TRUE;
    decision->reason = reason;
}

/* Whether some value is more than a way to say on, off or automatic. */
static gboolean names_something(const Project *project, const Option *option)
{
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        if (knowledge_value_word(project->knowledge, value->value) == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A help text may say more about a value, directly behind it: "pack[built-in]". */
static const char *remarked(const Option *option, const char *value, Arena *arena)
{
    gsize length = strlen(value);
    for (guint i = 0; i < option->definitions->len; i++) {
        const char *help = ((const Definition *)g_ptr_array_index(option->definitions, i))->help;
        const char *at = help != NULL && length > 0 ? strstr(help, value) : NULL;
        for (; at != NULL; at = strstr(at + 1, value)) {
            gboolean begins = at == help || !g_ascii_isalnum(at[-1]);
            const char *close = at[length] == '[' ? strchr(at + length, ']') : NULL;
            if (begins && close != NULL) {
                return arena_strndup(arena, at, (gsize)(close + 1 - at));
            }
        }
    }
    return NULL;
}

static ValueDecision *decide(const Project *project, const Option *option,
                             const AllowedValue *value, const Mentions *mentions, Category category,
                             Arena *arena)
{
    ValueDecision *decision = arena_new0(arena, ValueDecision);
    decision->value = value;
    decision->name = value->value;
    const ValueWord *word = knowledge_value_word(project->knowledge, value->value);
    if (word != NULL) {
        gboolean only_way = strcmp(word->meaning, "on") == 0 && !names_something(project, option);
        if ((word->kept_in & (1u << category)) == 0 && !only_way) {
            reject(decision, word->reason);
        }
        return decision;
    }
    gboolean whole = FALSE;
    const Term *term = mentions != NULL ? technology_of(mentions, category, &whole) : NULL;
    if (term != NULL) {
        decision->technology = term->id;
        /* Only a different way to write the same letters is put right; a level keeps the project's
         * spelling, since that is what people know it by. */
        char spelt[PHRASE_BYTES_MAX];
        char known[PHRASE_BYTES_MAX];
        words_squash(value->value, spelt, sizeof spelt);
        words_squash(term->name, known, sizeof known);
        if (whole && category != CATEGORY_SIMD && strcmp(spelt, known) == 0) {
            decision->name = term->name;
        }
    }
    const char *longer = remarked(option, value->value, arena);
    if (longer != NULL) {
        decision->name = longer;
    }
    return decision;
}

static gboolean mentions_debugging(const Mentions *mentions)
{
    for (guint i = 0; mentions != NULL && i < mentions->mentions->len; i++) {
        if (strcmp(g_array_index(mentions->mentions, Mention, i).term->id, TERM_DEBUG) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "icpc-debug" beside "icpc": what chooses something is the value that it begins with. */
static gboolean is_for_debugging(const Subject *subject, guint index)
{
    const GPtrArray *values = subject->option->values;
    const char *text = ((const AllowedValue *)values->pdata[index])->value;
    if (index >= subject->values->len || !mentions_debugging(subject->values->pdata[index])) {
        return FALSE;
    }
    for (guint i = 0; i < values->len; i++) {
        const char *other = ((const AllowedValue *)values->pdata[i])->value;
        gsize length = strlen(other);
        if (length > 0 && g_str_has_prefix(text, other) && strchr("-_.", text[length]) != NULL &&
            text[length] != '\0') {
            return TRUE;
        }
    }
    return FALSE;
}

GPtrArray *values_decide(const Project *project, const Subject *subject, Category category,
                         Arena *arena)
{
    GPtrArray *decisions = arena_array(arena);
    if ((subject->traits & TRAIT_BIT(TRAIT_CHOICE)) == 0) {
        return decisions;
    }
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const GPtrArray *values = subject->option->values;
    for (guint i = 0; i < values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(values, i);
        const Mentions *mentions =
            i < subject->values->len ? g_ptr_array_index(subject->values, i) : NULL;
        ValueDecision *decision =
            decide(project, subject->option, value, mentions, category, arena);
        if (value->value[0] == '\0') {
            reject(decision, "it is empty");
        } else if (is_for_debugging(subject, i)) {
            reject(decision, "it is for debugging");
        } else if (!g_hash_table_add(seen, g_ascii_strdown(value->value, -1))) {
            reject(decision, "it is another spelling of a value before it");
        }
        g_ptr_array_add(decisions, decision);
    }
    return decisions;
}
