#include "discover/classify/values_internal.h"
#include "discover/classify/words.h"
#include <string.h>

/* What the knowledge files call what is for people who work on the project. */
static const struct {
    const char *term;
    const char *reason;
    guint categories; /* in which it chooses nothing: bits of Category; 0: in all */
} for_developers[] = {
    {"debug", "it is for debugging", 0},
    {"coverage", "it is for test coverage", 0},
    {"profiling", "it is for a profiler", 1u << CATEGORY_COMPILER},
};

/* What has releases: libraries, but not processors or numbers, which are counted alike. */
static const guint release_categories = 1u << CATEGORY_MPI | 1u << CATEGORY_LINEAR_ALGEBRA |
                                        1u << CATEGORY_FFT | 1u << CATEGORY_IO |
                                        1u << CATEGORY_LIBRARY;

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

void value_reject(ValueDecision *decision, const char *reason)
{
    decision->rejected = TRUE;
    decision->reason = reason;
}

void value_keep(ValueDecision *decision)
{
    decision->rejected = FALSE;
    decision->reason = NULL;
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

/* "yes|no|intel", a menu of ON, OFF and LEGACY, a default: who offers "on" beside other values
 * means something by it that they are not, but where they say whose copy is taken. What a build
 * only compares with may be there to catch what is given without a value. */
static gboolean is_offered(const AllowedValue *value, Category category)
{
    return value->origin != VALUE_COMPARED && category != CATEGORY_VENDORED;
}

/* Whether compilers are given something for the value, and for no other: of an argument that may be
 * given without a word, "yes" is then all accelerators, beside words for one each. */
static gboolean brings_its_own(const Option *option, const char *value, Category category)
{
    gboolean argument = option->builder == BUILDER_AUTOTOOLS && category == CATEGORY_GPU_BACKEND;
    for (guint i = 0; argument && i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        gboolean given = link->effect->kind == EFFECT_FLAG ||
                         link->effect->kind == EFFECT_DEFINITION ||
                         link->effect->kind == EFFECT_MACRO || link->effect->kind == EFFECT_LINK;
        if (given && g_strcmp0(option_link_only_value(link), value) == 0) {
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

/* "0" among words is none of them, and "1" says on. Among numbers they are two of these. */
static gboolean is_digit_among_words(const Option *option, const char *value, const char *digit)
{
    if (strcmp(value, digit) != 0 || option->values->len < 2) {
        return FALSE;
    }
    for (guint i = 0; i < option->values->len; i++) {
        const char *other = ((const AllowedValue *)g_ptr_array_index(option->values, i))->value;
        if (strcmp(other, digit) != 0 && !g_ascii_isalpha(*other)) {
            return FALSE;
        }
    }
    return TRUE;
}

static ValueDecision *decide(const Project *project, const Option *option,
                             const AllowedValue *value, const Mentions *mentions, Category category,
                             Arena *arena)
{
    ValueDecision *decision = arena_new0(arena, ValueDecision);
    decision->value = value;
    decision->name = value->value;
    g_autofree char *told = value_said(project, option, value->value, category);
    const char *said = told != NULL ? told : value->value;
    said = is_digit_among_words(option, value->value, "0") ? "off" : said;
    const ValueWord *word = knowledge_value_word(project->knowledge, said);
    if (word != NULL) {
        gboolean own_way = word->meaning == MEANS_ON &&
                           (is_offered(value, category) || !names_something(project, option) ||
                            brings_its_own(option, value->value, category));
        if ((word->kept_in & (1u << category)) == 0 && !own_way) {
            value_reject(decision, word->reason);
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

/* What a text says of people who work on the project; NULL when it says nothing of the kind. */
static const char *developers_reason(const Mentions *mentions, Category category)
{
    for (guint i = 0; mentions != NULL && i < mentions->mentions->len; i++) {
        const char *id = g_array_index(mentions->mentions, Mention, i).term->id;
        for (guint k = 0; k < G_N_ELEMENTS(for_developers); k++) {
            guint categories = for_developers[k].categories;
            if (strcmp(id, for_developers[k].term) == 0 &&
                (categories == 0 || (categories & (1u << category)) != 0)) {
                return for_developers[k].reason;
            }
        }
    }
    return NULL;
}

/* "custom-deprecated": for who still gives it, whatever it is otherwise called. */
static gboolean is_called_outdated(const Mentions *mentions)
{
    for (guint i = 0; mentions != NULL && i < mentions->mentions->len; i++) {
        if (strcmp(g_array_index(mentions->mentions, Mention, i).term->id, "outdated_word") == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What a value has behind the longest other value that it begins with, with a mark between the two
 * or not; NULL where there is none. */
static const char *behind_another(const GPtrArray *values, const char *text, gboolean mark)
{
    const char *rest = NULL;
    for (guint i = 0; i < values->len; i++) {
        const char *other = ((const AllowedValue *)values->pdata[i])->value;
        gsize length = strlen(other);
        if (length > 0 && g_str_has_prefix(text, other) && text[length] != '\0' &&
            (strchr("-_.", text[length]) != NULL) == mark &&
            (rest == NULL || text + length > rest)) {
            rest = text + length;
        }
    }
    return rest;
}

/* "debug", "icpc-debug" or "icpcdebug" beside "icpc": what chooses something is the value that it
 * begins with. Gives why it is no choice of its own; NULL where it is one. */
static const char *for_developers_only(const Project *project, const Subject *subject, guint index,
                                       Category category, Arena *arena)
{
    const GPtrArray *values = subject->option->values;
    const char *text = ((const AllowedValue *)values->pdata[index])->value;
    const Mentions *mentions = index < subject->values->len ? subject->values->pdata[index] : NULL;
    const char *reason = developers_reason(mentions, category);
    if (reason != NULL &&
        (mentions->words->len == 1 || behind_another(values, text, TRUE) != NULL)) {
        return reason;
    }
    const char *rest = behind_another(values, text, FALSE);
    if (reason != NULL || rest == NULL) {
        return NULL;
    }
    g_autoptr(Mentions) glued = mentions_of_value(project->knowledge, arena, rest);
    return glued->words->len == 1 ? developers_reason(glued, category) : NULL;
}

/* "if(X STREQUAL old) set(X new CACHE STRING "" FORCE)": another value takes its place. */
static gboolean is_replaced(const Option *option, const char *value)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        const Condition *when = definition->exists;
        const DefaultValue *other =
            definition->defaults->len == 1 ? definition->defaults->pdata[0] : NULL;
        if (definition->force && other != NULL && other->value != NULL && when != NULL &&
            when->kind == CONDITION_ATOM && when->subject_kind == CONDITION_SUBJECT_OPTION &&
            strcmp(when->subject, option->name) == 0 && g_strcmp0(when->relation, "=") == 0 &&
            strcmp(when->value, value) == 0 && strcmp(other->value, value) != 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "default|auto", "ON;TRUE", "yes" and the "1" that a script makes of it: two words of one row of
 * the knowledge files are one value, written as the default is. Words for off that are kept may be
 * two ways to do without something. */
static void keep_one_spelling(const Project *project, const Subject *subject,
                              const GPtrArray *decisions)
{
    const char *fallback = subject_default(subject->option);
    g_autoptr(GHashTable) kept = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < decisions->len; i++) {
        ValueDecision *decision = decisions->pdata[i];
        const char *value = decision->value->value;
        const char *said = is_digit_among_words(subject->option, value, "1") ? "on" : value;
        const ValueWord *word = knowledge_value_word(project->knowledge, said);
        if (decision->rejected || word == NULL || word->meaning == MEANS_OFF) {
            continue;
        }
        ValueDecision *before = g_hash_table_lookup(kept, word);
        gboolean better = before != NULL && g_strcmp0(value, fallback) == 0;
        if (before != NULL) {
            value_reject(better ? before : decision, "it is another spelling of a value beside it");
        }
        if (before == NULL || better) {
            g_hash_table_insert(kept, (gpointer)word, decision);
        }
    }
}

/* A space stands for nothing in a menu, in which an empty line cannot be chosen. */
static gboolean is_blank(const char *value)
{
    return value[strspn(value, " \t")] == '\0';
}

GPtrArray *values_decide(const Project *project, const Subject *subject, Category category,
                         Arena *arena)
{
    GPtrArray *decisions = arena_array(arena);
    if (!trait_set_has(&subject->traits, TRAIT_CHOICE)) {
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
        const char *reason = for_developers_only(project, subject, i, category, arena);
        if (is_blank(value->value)) {
            value_reject(decision, "it is empty");
        } else if (reason != NULL) {
            value_reject(decision, reason);
        } else if (is_called_outdated(mentions)) {
            value_reject(decision, "its name says that it is deprecated");
        } else if (is_replaced(subject->option, value->value)) {
            value_reject(decision, "the build takes another value for it");
        } else if (!g_hash_table_add(seen, g_ascii_strdown(value->value, -1))) {
            value_reject(decision, "it is another spelling of a value before it");
        }
        g_ptr_array_add(decisions, decision);
    }
    keep_one_spelling(project, subject, decisions);
    values_reject_numbers(subject, decisions);
    values_reject_spellings(subject, decisions);
    if ((release_categories & (1u << category)) != 0) {
        values_reject_versions(project, decisions);
    }
    if (category == CATEGORY_COMPILER) {
        values_reject_machines(project, subject, decisions);
    } else if (category == CATEGORY_SIMD) {
        values_reject_site_files(subject, decisions);
    } else if (category == CATEGORY_GPU_BACKEND) {
        values_reject_architectures(decisions);
    }
    return decisions;
}
