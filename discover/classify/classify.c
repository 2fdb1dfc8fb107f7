#include "discover/classify/classify.h"
#include "core/text_list.h"

#include "core/parallel.h"
#include "discover/classify/beside.h"
#include "discover/classify/conventions.h"
#include "discover/classify/evidence.h"
#include "discover/classify/excluded.h"
#include "discover/classify/existence.h"
#include "discover/classify/families.h"
#include "discover/classify/follows.h"
#include "discover/classify/lib_families.h"
#include "discover/classify/listed.h"
#include "discover/classify/naming.h"
#include "discover/classify/needed.h"
#include "discover/classify/owners.h"
#include "discover/classify/parts.h"
#include "discover/classify/polarity.h"
#include "discover/classify/signs.h"
#include "discover/classify/signs_sources.h"
#include "discover/classify/traits.h"
#include "discover/classify/twins.h"
#include "discover/classify/values.h"
#include "discover/classify/widths.h"
#include "discover/option_name.h"

#include <string.h>

/* What must speak for a category before an option counts as a point: one fair word in the name, or
 * a sentence and an effect together. */
#define SCORE_MIN 1.5
/* What is left of it where only one configuration was followed to the option. */
#define DEFAULT_CONFIDENCE 0.8
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

/* Rules for several cases give the same reason. */
static gboolean is_told(const Decision *decision, const char *text)
{
    return text_list_has(decision->reasons, text);
}

static void explain(Decision *decision, const Evidence *evidence)
{
    g_array_sort(evidence->reasons, compare_reasons);
    for (guint i = 0; i < evidence->reasons->len && decision->reasons->len < REASONS_MAX; i++) {
        const Reason *reason = &g_array_index(evidence->reasons, Reason, i);
        gboolean supports = decision->is_point
                                ? !reason->against && reason->category == decision->category
                                : reason->against;
        if (supports && !is_told(decision, reason->text)) {
            g_ptr_array_add(decision->reasons, (void *)reason->text);
        }
    }
}

/* Says of an option against which nothing speaks that too little speaks for it, and what does most.
 * Once the reasons are sorted. */
static void explain_undecided(Decision *decision, const Evidence *evidence, Arena *arena)
{
    const char *said = NULL;
    for (guint i = 0; i < evidence->reasons->len && said == NULL; i++) {
        const Reason *reason = &g_array_index(evidence->reasons, Reason, i);
        said = !reason->against && reason->weight > 0 ? reason->text : NULL;
    }
    g_ptr_array_add(decision->reasons,
                    arena_printf(arena,
                                 "%s says that it chooses hardware, a parallel model or a "
                                 "performance library",
                                 said != NULL ? "too little" : "nothing"));
    if (said != NULL) {
        g_ptr_array_add(decision->reasons, arena_printf(arena, "the most that does: %s", said));
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

static void decide(const Project *project, const Subject *subject, const Evidence *evidence,
                   Decision *decision, Arena *arena)
{
    Category best = evidence_best(evidence);
    double score = evidence->score[best];
    const Term *term = evidence->term[best];
    decision->category = best;
    decision->is_point = score >= SCORE_MIN && score > evidence->against;
    const char *excluded =
        decision->is_point ? excluded_reason(project, subject->option, best, term, arena) : NULL;
    if (excluded == NULL && decision->is_point && owners_is_umbrella(project, subject)) {
        excluded = "it is there for what other options choose";
    }
    if (excluded != NULL) {
        decision->is_point = FALSE;
        g_ptr_array_add(decision->reasons, (void *)excluded);
    }
    gboolean unfounded = !decision->is_point && excluded == NULL;
    decision->is_undecided = unfounded && evidence->against <= 0;
    decision->is_unknown = unfounded && evidence->against <= evidence->absence;
    decision->is_far = !decision->is_point && score < SCORE_MIN;
    decision->is_beside = !decision->is_point && evidence->beside > score;
    if (decision->is_point) {
        double rival = MAX(rival_score(evidence, best), MAX(evidence->against, SCORE_MIN / 2));
        decision->confidence = evidence_confidence(score, rival) *
                               (subject->option->only_default ? DEFAULT_CONFIDENCE : 1.0);
        decision->technology = term != NULL ? term->id : NULL;
        decision->polarity = polarity_of(project, subject, best, term, arena);
        decision->is_part = follows_is_part(project, subject);
        decision->is_built = follows_is_built(project, subject);
        decision->is_told = (subject->categories[PLACE_TEXT] & (1u << best)) != 0;
        decision->is_plain = term != NULL && naming_is_plain(project, subject, term);
        decision->is_family = term != NULL && naming_is_family(project->knowledge, term);
    } else {
        /* Reasons that speak against it count at least what a point needs; to know nothing of it is
         * no such reason, so that "nothing says" is a toss-up. */
        decision->confidence = evidence_confidence(
            decision->is_unknown ? evidence->against : MAX(evidence->against, SCORE_MIN), score);
    }
    decision->name = decision->is_point ? naming_of(project, subject, best, term, arena)
                                        : naming_plain(project, subject, arena);
    explain(decision, evidence);
    if (!decision->is_point && decision->reasons->len == 0) {
        decision->category = CATEGORY_OTHER;
        explain_undecided(decision, evidence, arena);
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
        trait_set_remove(&subject->traits, TRAIT_NO_EFFECTS);
    }
    signs_read_effects(project, subject, arena);
    follows_read_defaults(project, subject, arena);
    existence_read(project, subject);
    if (sources != NULL) {
        signs_read_sources(project, subject, sources, macros, arena);
        if (source_index_regions(sources, option->name) != NULL) {
            /* Some way of passing it was missed. */
            trait_set_remove(&subject->traits, TRAIT_FORGOTTEN);
        }
        if (is_unread_definition(option, sources)) {
            trait_set_add(&subject->traits, TRAIT_UNREAD);
        }
        if (beside_is_all(project, subject, sources, macros)) {
            trait_set_add(&subject->traits, TRAIT_USED_BESIDE);
        }
        if (widths_are_chosen(project, subject, sources, macros)) {
            trait_set_add(&subject->traits, TRAIT_NUMBER_TYPES);
        }
        if (needed_anyway(project, subject, sources)) {
            trait_set_add(&subject->traits, TRAIT_NEEDED_ANYWAY);
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
    decision->denies = polarity_name_denies(project, subject);
    decision->lists_machines = traits_lists_accelerators(subject);
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

typedef struct {
    const Project *project;
    const ClassifyInput *input;
    GPtrArray *decisions;
} Classifying;

static void classify_one(guint index, Arena *arena, gpointer data)
{
    const Classifying *self = data;
    self->decisions->pdata[index] = classify_option(
        self->project, self->input->facts->options->pdata[index], self->input->sources, arena);
}

GPtrArray *classify(const ClassifyInput *input, Arena *arena)
{
    const Facts *facts = input->facts;
    const SourceIndex *sources = input->sources;
    g_autoptr(Project) project = project_new(input->knowledge, facts, arena);
    if (sources != NULL) {
        project_see_sources(project, sources);
    }
    GPtrArray *decisions = arena_array(arena);
    g_ptr_array_set_size(decisions, (gint)facts->options->len);
    Classifying classifying = {project, input, decisions};
    parallel_in_arenas(arena, decisions->len, input->jobs, classify_one, &classifying);
    parts_reject(decisions);
    follows_reject_names(facts, decisions, arena);
    conventions_reject(project, decisions, arena);
    follows_reject(decisions, arena);
    follows_reject_listed(decisions, arena);
    listed_reject(decisions, arena);
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
    g_autoptr(GPtrArray) libraries = lib_families_follow(project, decisions, arena);
    for (guint i = 0; i < libraries->len; i++) {
        assign(project, libraries->pdata[i], sources, arena);
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
