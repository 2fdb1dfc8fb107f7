#include "discover/classify/classify.h"

#include "core/span.h"
#include "discover/classify/beside.h"
#include "discover/classify/conventions.h"
#include "discover/classify/evidence.h"
#include "discover/classify/families.h"
#include "discover/classify/follows.h"
#include "discover/classify/naming.h"
#include "discover/classify/needed.h"
#include "discover/classify/polarity.h"
#include "discover/classify/signs.h"
#include "discover/classify/twins.h"
#include "discover/classify/values.h"
#include "discover/classify/widths.h"
#include "discover/option_name.h"

#include <string.h>

/* What must speak for a category before an option counts as a point: one fair word in the name, or
 * a sentence and an effect together. */
#define SCORE_MIN 1.5
#define REASONS_MAX 8u

static int compare_reasons(const void *a, const void *b)
{
    const Reason *left = a;
    const Reason *right = b;
    if (left->weight != right->weight) {
        return left->weight > right->weight ? -1 : 1;
    }
    return strcmp(left->text, right->text);
}

static void explain(Decision *decision, const Evidence *evidence)
{
    g_array_sort(evidence->reasons, compare_reasons);
    for (guint i = 0; i < evidence->reasons->len && decision->reasons->len < REASONS_MAX; i++) {
        const Reason *reason = &g_array_index(evidence->reasons, Reason, i);
        gboolean supports = decision->is_point
                                ? !reason->against && reason->category == decision->category
                                : reason->against;
        if (supports) {
            g_ptr_array_add(decision->reasons, (void *)reason->text);
        }
    }
}

static double rival_score(const Evidence *evidence, Category best)
{
    double rival = 0;
    for (guint c = 0; c < CATEGORY_COUNT; c++) {
        rival = c != best ? MAX(rival, evidence->score[c]) : rival;
    }
    return rival;
}

/* Categories that a program decides as a whole: a bundled part's switch for them is a real choice
 * as long as the program has none of its own. */
static gboolean concerns_whole_program(Category category)
{
    switch (category) {
    case CATEGORY_SIMD:
    case CATEGORY_GPU_BACKEND:
    case CATEGORY_GPU_ARCH:
    case CATEGORY_MPI:
    case CATEGORY_THREADING:
    case CATEGORY_PRECISION:
        return TRUE;
    case CATEGORY_LINEAR_ALGEBRA:
    case CATEGORY_FFT:
    case CATEGORY_TUNING:
    case CATEGORY_MEMORY:
    case CATEGORY_IO:
    case CATEGORY_LIBRARY:
    case CATEGORY_VENDORED:
    case CATEGORY_COMPILER:
    case CATEGORY_OTHER:
    case CATEGORY_COUNT:
        return FALSE;
    }
    return FALSE;
}

static const char *vendored_reason(const Project *project, const Option *option,
                                   const Decision *decision, const Term *term, Arena *arena)
{
    if (!project_is_vendored(project, option)) {
        return NULL;
    }
    if (!concerns_whole_program(decision->category) || !project_speaks_of(project, option)) {
        return "it belongs to the bundled copy of another project";
    }
    const Option *own =
        term != NULL ? g_hash_table_lookup(project->claimed, GUINT_TO_POINTER(term->index + 1))
                     : NULL;
    return own != NULL ? arena_printf(arena,
                                      "it belongs to the bundled copy of another project; %s "
                                      "is the project's own option for %s",
                                      own->name, term->name)
                       : NULL;
}

static gboolean is_given(const Condition *when, const Option *option)
{
    return when->kind == CONDITION_ATOM && when->subject_kind == CONDITION_SUBJECT_OPTION &&
           when->relation == NULL && strcmp(when->subject, option->name) == 0;
}

/* Given, or given as anything, "if(DEFINED X)", alone or beside others of which each is enough. */
static gboolean is_given_at_all(const Condition *when, const Option *option)
{
    for (guint i = 0; when->kind == CONDITION_ANY && i < when->operand_count; i++) {
        if (is_given(when->operands[i], option)) {
            return TRUE;
        }
    }
    return is_given(when, option);
}

/* Whether the part holds wherever the condition does: it is all of that, one of what all of it
 * asks for, or in each of several ways. */
static gboolean asks_for(const Condition *exists, const Condition *part)
{
    gboolean every = exists->kind == CONDITION_ANY;
    for (guint i = 0; every && i < exists->operand_count; i++) {
        every = asks_for(exists->operands[i], part);
    }
    for (guint i = 0; exists->kind == CONDITION_ALL && i < exists->operand_count; i++) {
        if (condition_equal(exists->operands[i], part)) {
            return TRUE;
        }
    }
    return every || condition_equal(exists, part);
}

/* The one part of a condition that is not there wherever the option is; NULL when there are more.
 */
static const Condition *beyond_existence(const Condition *when, const Option *option)
{
    const Condition *rest = NULL;
    for (guint i = 0; i < when->operand_count; i++) {
        gboolean known = FALSE;
        for (guint d = 0; d < option->definitions->len; d++) {
            const Definition *definition = g_ptr_array_index(option->definitions, d);
            known = known || asks_for(definition->exists, when->operands[i]);
        }
        if (!known && rest != NULL) {
            return NULL;
        }
        rest = known ? rest : when->operands[i];
    }
    return rest;
}

/* "not --with-x", or "--with-x=no", wherever the option is there at all. */
static gboolean is_left_out(const Project *project, const Condition *when, const Option *option)
{
    if (when->kind == CONDITION_ALL) {
        const Condition *rest = beyond_existence(when, option);
        return rest != NULL && rest->kind != CONDITION_ALL && is_left_out(project, rest, option);
    }
    for (guint i = 0; when->kind == CONDITION_ANY && i < when->operand_count; i++) {
        if (is_left_out(project, when->operands[i], option)) {
            return TRUE; /* each of them is enough */
        }
    }
    if (when->kind == CONDITION_NOT) {
        return is_given(when->operands[0], option);
    }
    gboolean equal =
        when->kind == CONDITION_ATOM && when->subject_kind == CONDITION_SUBJECT_OPTION &&
        g_strcmp0(when->relation, "=") == 0 && strcmp(when->subject, option->name) == 0;
    const ValueWord *word = equal ? knowledge_value_word(project->knowledge, when->value) : NULL;
    return word != NULL && strcmp(word->meaning, "off") == 0;
}

/* Whether "yes" is refused as well: then it is a place that is asked for, whichever. */
static gboolean is_refused_as_switch(const Project *project, const Condition *when,
                                     const Option *option)
{
    for (guint i = 0; when->kind == CONDITION_ANY && i < when->operand_count; i++) {
        if (is_refused_as_switch(project, when->operands[i], option)) {
            return TRUE;
        }
    }
    if (when->kind != CONDITION_ATOM || when->subject_kind != CONDITION_SUBJECT_OPTION ||
        g_strcmp0(when->relation, "=") != 0 || strcmp(when->subject, option->name) != 0) {
        return FALSE;
    }
    const ValueWord *word = knowledge_value_word(project->knowledge, when->value);
    return word != NULL && strcmp(word->meaning, "on") == 0;
}

/* Whether the option is off when nobody gives it: what is refused then is refused for a reason that
 * was not understood. */
static gboolean is_off_by_default(const Project *project, const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
            const ValueWord *word = value->value != NULL
                                        ? knowledge_value_word(project->knowledge, value->value)
                                        : NULL;
            if (word != NULL && strcmp(word->meaning, "off") == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* What has to be given may still be a choice of what. */
static gboolean is_yes_or_place(const Project *project, const Option *option)
{
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        if (knowledge_value_word(project->knowledge, value->value) == NULL) {
            return FALSE;
        }
    }
    return option->builder != BUILDER_MAKE &&
           (option->type == OPTION_BOOL || option->type == OPTION_PATH);
}

static gboolean needs_option(const Condition *when, const char *name)
{
    g_autoptr(GPtrArray) literals = condition_shared_literals(when);
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        if (literal->kind == CONDITION_ATOM && literal->subject_kind == CONDITION_SUBJECT_OPTION &&
            literal->relation == NULL && strcmp(literal->subject, name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What is found out, or not found, by looking. */
static gboolean is_check(const Condition *part)
{
    const Condition *atom = part->kind == CONDITION_NOT ? part->operands[0] : part;
    return atom->kind == CONDITION_ATOM && atom->subject_kind != CONDITION_SUBJECT_OPTION;
}

/* "Threads cannot do without it", and without threads it brings nothing: then it says how or where
 * that other option finds what it needs. The other one's name, or NULL. */
static const char *needed_by(const Project *project, const Condition *when, const Option *option)
{
    const Condition *leader = NULL;
    gboolean without = FALSE;
    for (guint i = 0; when->kind == CONDITION_ALL && i < when->operand_count; i++) {
        const Condition *part = when->operands[i];
        if (is_left_out(project, part, option)) {
            without = TRUE;
        } else if (part->kind == CONDITION_ATOM && part->subject_kind == CONDITION_SUBJECT_OPTION &&
                   part->relation == NULL && leader == NULL) {
            leader = part;
        } else if (!is_check(part)) {
            return NULL;
        }
    }
    /* Which bring nothing of themselves. */
    gboolean place = option->type == OPTION_PATH || g_str_has_prefix(option->name, "--with-");
    if (!without || leader == NULL || (option->links->len == 0 && !place)) {
        return NULL;
    }
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        if (!needs_option(link->effect->when, leader->subject)) {
            return NULL;
        }
    }
    return leader->subject;
}

/* Some projects keep old names only to say that they are gone: configuring with one fails. Others
 * let people say where something is that they cannot do without. */
static const char *refused_reason(const Project *project, const Option *option, Category category,
                                  Arena *arena)
{
    /* Where a copy comes from is a choice although it has to come from somewhere. */
    gboolean place = is_yes_or_place(project, option) && category != CATEGORY_VENDORED &&
                     !is_off_by_default(project, option);
    const GPtrArray *constraints = project->facts->constraints;
    for (guint i = 0; i < constraints->len; i++) {
        const Constraint *constraint = g_ptr_array_index(constraints, i);
        const Condition *when = constraint->when;
        gboolean without = place && is_left_out(project, when, option) &&
                           !is_refused_as_switch(project, when, option);
        const char *leader = place ? needed_by(project, when, option) : NULL;
        if (leader != NULL) {
            g_autofree char *at = span_text(&constraint->at);
            return arena_printf(arena, "%s cannot do without it (%s), and it serves nothing else",
                                leader, at);
        }
        /* One that turns something on is only refused without what it needs. */
        gboolean with = option->links->len == 0 && is_given_at_all(when, option);
        if (with || without) {
            g_autofree char *at = span_text(&constraint->at);
            return arena_printf(arena,
                                with ? "the project refuses it (%s)"
                                     : "the project refuses to do without it (%s)",
                                at);
        }
    }
    return NULL;
}

/* A list of one, with everything else refused, leaves nothing to choose. */
static const char *only_value_reason(const Option *option, Arena *arena)
{
    if (option->free_form || option->type != OPTION_STRING || option->values->len != 1 ||
        option->builder == BUILDER_MAKE) {
        return NULL;
    }
    const AllowedValue *value = g_ptr_array_index(option->values, 0);
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *fallback = g_ptr_array_index(definition->defaults, d);
            if (g_strcmp0(fallback->value, value->value) != 0) {
                return NULL;
            }
        }
    }
    return arena_printf(arena, "it can only be %s", value->value);
}

/* "if(DEFINED USE_PAPI) set(TUNER_WITH_PAPI ${USE_PAPI} CACHE BOOL "")": what nothing declares, and
 * what only another option takes its default from, is another name of that one; so is what a script
 * hands on to another one. */
static const char *alias_reason(const Project *project, const Option *option, Arena *arena)
{
    if (option->stands_for != NULL) {
        return arena_printf(arena, "it is another name of %s", option->stands_for);
    }
    if (option->type != OPTION_UNTYPED || option->links->len > 0) {
        return NULL;
    }
    g_autofree char *reference = g_strdup_printf("${%s}", option->name);
    for (guint i = 0; i < project->facts->options->len; i++) {
        const Option *other = g_ptr_array_index(project->facts->options, i);
        for (guint d = 0; d < other->definitions->len; d++) {
            const Definition *definition = g_ptr_array_index(other->definitions, d);
            for (guint k = 0; k < definition->defaults->len; k++) {
                const DefaultValue *value = g_ptr_array_index(definition->defaults, k);
                if (g_strcmp0(value->value, reference) == 0) {
                    return arena_printf(arena, "it is another name of %s", other->name);
                }
            }
        }
    }
    return NULL;
}

static void decide(const Project *project, const Subject *subject, const Evidence *evidence,
                   Decision *decision, Arena *arena)
{
    Category best = evidence_best(evidence);
    double score = evidence->score[best];
    const Term *term = evidence->term[best];
    decision->category = best;
    decision->is_point = score >= SCORE_MIN && score > evidence->against;
    const char *excluded =
        decision->is_point ? refused_reason(project, subject->option, best, arena) : NULL;
    if (decision->is_point && excluded == NULL) {
        excluded = only_value_reason(subject->option, arena);
    }
    if (decision->is_point && excluded == NULL) {
        excluded = vendored_reason(project, subject->option, decision, term, arena);
    }
    if (decision->is_point && excluded == NULL) {
        excluded = alias_reason(project, subject->option, arena);
    }
    if (decision->is_point && excluded == NULL && subject->option->one_way) {
        excluded = "all that it takes does the same";
    }
    if (excluded != NULL) {
        decision->is_point = FALSE;
        g_ptr_array_add(decision->reasons, (void *)excluded);
    }
    if (decision->is_point) {
        double rival = MAX(rival_score(evidence, best), MAX(evidence->against, SCORE_MIN / 2));
        decision->confidence = evidence_confidence(score, rival);
        decision->technology = term != NULL ? term->id : NULL;
        decision->polarity = polarity_of(project, subject, best, term, arena);
        decision->is_part = follows_is_part(project, subject);
        decision->is_built = follows_is_built(project, subject);
        decision->is_plain = term != NULL && naming_is_plain(project, subject, term);
    } else {
        decision->confidence = evidence_confidence(MAX(evidence->against, SCORE_MIN), score);
    }
    decision->name = decision->is_point ? naming_of(project, subject, best, term, arena)
                                        : naming_plain(project, subject, arena);
    explain(decision, evidence);
    decision->is_undecided = !decision->is_point && excluded == NULL && evidence->against <= 0;
    decision->is_beside = !decision->is_point && evidence->beside > score;
    if (!decision->is_point && decision->reasons->len == 0) {
        decision->category = CATEGORY_OTHER;
        g_ptr_array_add(decision->reasons,
                        (void *)"nothing says that it chooses hardware, a parallel model or a "
                                "performance library");
    }
}

/* A switch has two values; of a choice all that are listed count. */
static guint value_count(const Option *option)
{
    guint words = 0;
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        words += value->value[0] != '\0' ? 1 : 0;
    }
    return MAX(words, 2);
}

/* With which of the option's values a source file is compiled. */
typedef struct {
    GHashTable *values; /* set of const char * */
    gboolean alone;     /* in some way without other options */
    gboolean otherwise; /* in some way that is no matter of values */
} Compiled;

static void compiled_free(void *data)
{
    Compiled *self = data;
    g_hash_table_unref(self->values);
    g_free(self);
}

static void note_source(GHashTable *sources, const OptionLink *link)
{
    Compiled *compiled = g_hash_table_lookup(sources, link->effect->name);
    if (compiled == NULL) {
        compiled = g_new0(Compiled, 1);
        compiled->values = g_hash_table_new(g_str_hash, g_str_equal);
        g_hash_table_insert(sources, (void *)link->effect->name, compiled);
    }
    compiled->alone = compiled->alone || (link->alone && link->values != NULL);
    compiled->otherwise = compiled->otherwise || link->values == NULL;
    for (guint v = 0; link->values != NULL && v < link->values->len; v++) {
        g_hash_table_add(compiled->values, g_ptr_array_index(link->values, v));
    }
}

/* Source files that are compiled with few of the option's values, for its reach. One that each
 * value compiles in its own way, say with another compiler, does not hang on the option, and one
 * that all but one of several values compile is the usual case. */
static GPtrArray *conditional_sources(const Option *option, Arena *arena)
{
    g_autoptr(GHashTable) sources =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, compiled_free);
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        if (link->effect->kind == EFFECT_SOURCE) {
            note_source(sources, link);
        }
    }
    GPtrArray *paths = arena_array(arena);
    GHashTableIter iterator;
    void *path;
    void *data;
    g_hash_table_iter_init(&iterator, sources);
    while (g_hash_table_iter_next(&iterator, &path, &data)) {
        const Compiled *compiled = data;
        if (compiled->alone && !compiled->otherwise &&
            g_hash_table_size(compiled->values) * 2 <= value_count(option)) {
            g_ptr_array_add(paths, path);
        }
    }
    return paths;
}

/* A line that defines a macro for which no source asks. One with a value may be used as text. */
static gboolean is_unread_definition(const Option *option, const SourceIndex *sources)
{
    return option->type == OPTION_BOOL && strstr(option->name, OPTION_LISTED) != NULL &&
           source_index_regions(sources, option_name_bare(option->name)) == NULL;
}

/* All that the rules look at. The caller frees it. */
static Subject *see(const Project *project, const Option *option, const SourceIndex *sources,
                    const GPtrArray *macros, Arena *arena)
{
    Subject *subject = subject_new(project, arena, option);
    if (macros->len > 0) {
        subject->traits &= ~TRAIT_BIT(TRAIT_NO_EFFECTS);
    }
    signs_read_effects(project, subject, arena);
    follows_read_defaults(project, subject, arena);
    if (sources != NULL) {
        signs_read_sources(project, subject, sources, macros, arena);
        if (is_unread_definition(option, sources)) {
            subject->traits |= TRAIT_BIT(TRAIT_UNREAD);
        }
        if (beside_is_all(project, subject, sources, macros)) {
            subject->traits |= TRAIT_BIT(TRAIT_USED_BESIDE);
        }
        if (widths_are_chosen(project, subject, sources, macros)) {
            subject->traits |= TRAIT_BIT(TRAIT_NUMBER_TYPES);
        }
        if (needed_anyway(project, subject, sources)) {
            subject->traits |= TRAIT_BIT(TRAIT_NEEDED_ANYWAY);
        }
    }
    return subject;
}

static Decision *classify_option(const Project *project, const Option *option,
                                 const SourceIndex *sources, Arena *arena)
{
    Decision *decision = arena_new0(arena, Decision);
    decision->option = option;
    decision->reasons = arena_array(arena);
    decision->macros = signs_macros(project, option, sources, arena);
    g_autoptr(Subject) subject = see(project, option, sources, decision->macros, arena);
    decision->sources = conditional_sources(option, arena);
    if (sources != NULL) {
        decision->reach = source_index_reach(sources, decision->macros, decision->sources);
    }
    Evidence evidence = {0};
    evidence_weigh(&evidence, project, subject, arena);
    decide(project, subject, &evidence, decision, arena);
    decision->values = decision->is_point
                           ? values_decide(project, subject, decision->category, arena)
                           : arena_array(arena);
    g_array_unref(evidence.reasons);
    return decision;
}

static void assign(const Project *project, Decision *decision, const SourceIndex *sources,
                   Arena *arena)
{
    g_autoptr(Subject) subject = see(project, decision->option, sources, decision->macros, arena);
    Evidence evidence = {0};
    evidence_weigh(&evidence, project, subject, arena);
    const Term *term = decision->is_point ? evidence.term[decision->category] : NULL;
    decision->technology = term != NULL ? term->id : NULL;
    decision->polarity = decision->is_point
                             ? polarity_of(project, subject, decision->category, term, arena)
                             : POLARITY_POSITIVE;
    decision->name = decision->is_point
                         ? naming_of(project, subject, decision->category, term, arena)
                         : naming_plain(project, subject, arena);
    decision->values = decision->is_point
                           ? values_decide(project, subject, decision->category, arena)
                           : arena_array(arena);
    g_array_unref(evidence.reasons);
}

GPtrArray *classify(const Knowledge *knowledge, const Facts *facts, const SourceIndex *sources,
                    Arena *arena)
{
    g_autoptr(Project) project = project_new(knowledge, facts, arena);
    if (sources != NULL) {
        project_see_sources(project, sources);
    }
    GPtrArray *decisions = arena_array(arena);
    for (guint i = 0; i < facts->options->len; i++) {
        g_ptr_array_add(decisions, classify_option(project, g_ptr_array_index(facts->options, i),
                                                   sources, arena));
    }
    follows_reject_names(facts, decisions, arena);
    conventions_reject(project, decisions, arena);
    follows_reject(decisions, arena);
    follows_reject_listed(decisions, arena);
    g_autoptr(GPtrArray) twins = twins_follow(facts, decisions, arena);
    for (guint i = 0; i < twins->len; i++) {
        Decision *twin = twins->pdata[i];
        const char *technology = twin->technology;
        assign(project, twin, sources, arena);
        twin->technology = technology;
    }
    g_autoptr(GPtrArray) relatives = families_follow(project, decisions, arena);
    for (guint i = 0; i < relatives->len; i++) {
        assign(project, relatives->pdata[i], sources, arena);
    }
    return decisions;
}

void classify_assign(const Knowledge *knowledge, const Facts *facts, const SourceIndex *sources,
                     const GPtrArray *decisions, Arena *arena)
{
    if (decisions->len == 0) {
        return;
    }
    g_autoptr(Project) project = project_new(knowledge, facts, arena);
    if (sources != NULL) {
        project_see_sources(project, sources);
    }
    for (guint i = 0; i < decisions->len; i++) {
        assign(project, g_ptr_array_index(decisions, i), sources, arena);
    }
}
