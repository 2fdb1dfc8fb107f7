#include "discover/classify/evidence.h"

#include "core/switch_word.h"

#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <math.h>

/* In a name the last technology is what the option chooses ("GPU_FFT"); those before it qualify it,
 * and what stands before the verb is the part of the project that it concerns. */
#define FACTOR_NOT_LAST 0.6
#define FACTOR_CONTEXT 0.25
/* Weights of a clear mention in a help text, relative to one in the name. */
#define FACTOR_HELP_BEGIN 0.55 /* "Enable CUDA support" */
#define FACTOR_HELP 0.3
#define FACTOR_HELP_BEGIN_ALONE 0.6 /* where the name means nothing */
#define FACTOR_HELP_ALONE 0.5
#define FACTOR_HELP_ASIDE 0.08
/* Further mentions for the same category add little to the strongest one. */
#define FACTOR_REPEATED 0.25
/* So many lines that tell of one value each are a list of them. */
#define TOLD_VALUES_MIN 2u
/* Choices: what their values are is the best evidence there is. */
#define WEIGHT_VALUES 4.0
#define WEIGHT_DEFAULT 2.0
/* A technology that can also serve in a category speaks for it where something else does. */
#define FACTOR_ALSO 0.5
#define FACTOR_HOME 3.0
/* Effects and sources together count no more than this for a category. */
#define WEIGHT_SIGNS_MAX 2.4
/* Options that turn on many kinds of things are about none of them. */
#define SIGNS_CATEGORIES_MAX 3u
#define FACTOR_MANY_SIGNS 0.5
/* Margin at which confidence has come two thirds of the way from 0.5 to 1. */
#define CONFIDENCE_SCALE 1.6

static void add_reason(Evidence *self, Category category, double weight, const char *text)
{
    Reason reason = {.weight = weight, .text = text, .category = category};
    g_array_append_val(self->reasons, reason);
}

static void note_term(Evidence *self, Category category, const Term *term, double weight)
{
    if (term->technology && weight > self->term_weight[category]) {
        self->term_weight[category] = weight;
        self->term[category] = term;
    }
}

/* The strongest mention of a category counts in full, others a little. */
typedef struct {
    double strongest[CATEGORY_COUNT];
    double sum[CATEGORY_COUNT];
} Tally;

static void tally_add(Tally *self, Category category, double weight)
{
    self->sum[category] += weight;
    self->strongest[category] = MAX(self->strongest[category], weight);
}

static void tally_flush(const Tally *self, Evidence *evidence)
{
    for (guint c = 0; c < CATEGORY_COUNT; c++) {
        evidence->score[c] +=
            self->strongest[c] + FACTOR_REPEATED * (self->sum[c] - self->strongest[c]);
    }
}

static const char *surface(const Mentions *mentions, const Mention *mention, const char *text,
                           Arena *arena)
{
    const Word *first = &g_array_index(mentions->words, Word, mention->first);
    const Word *last = &g_array_index(mentions->words, Word, mention->first + mention->count - 1);
    return arena_strndup(arena, text + first->start, last->start + last->length - first->start);
}

static const char *mention_reason(const Mentions *mentions, const Mention *mention,
                                  const char *where, const char *text, Arena *arena)
{
    const char *said = surface(mentions, mention, text, arena);
    return words_are_alike(said, mention->term->name) /* what it means goes without saying */
               ? arena_printf(arena, "%s says \"%s\"", where, said)
               : arena_printf(arena, "%s says \"%s\" (%s)", where, said, mention->term->name);
}

static void weigh_name(Evidence *self, const Project *project, const Subject *subject, Arena *arena)
{
    const GArray *mentions = subject->name->mentions;
    guint last = 0;
    for (guint i = 0; i < mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions, Mention, i);
        if (mention->term->has_category && !project_is_own(project, subject->name, mention)) {
            last = mention->first;
        }
    }
    Tally tally = {0};
    for (guint i = 0; i < mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions, Mention, i);
        const Term *term = mention->term;
        if (!term->has_category || mention->first < subject->prefix || term == subject->detail ||
            project_is_own(project, subject->name, mention)) {
            continue;
        }
        double weight = term->weight * mention->factor;
        if (mention->first < subject->context) {
            weight *= FACTOR_CONTEXT;
        } else if (mention->first != last) {
            weight *= FACTOR_NOT_LAST;
        }
        tally_add(&tally, term->category, weight);
        note_term(self, term->category, term, weight);
        add_reason(self, term->category, weight,
                   mention_reason(subject->name, mention, "the name",
                                  option_name_bare(subject->option->name), arena));
    }
    tally_flush(&tally, self);
}

/* A help text that lists the values names what few of them are, too: of a dozen models one that a
 * library computes. */
static gboolean is_some_value(const Subject *subject, const Term *term)
{
    guint16 places = subject->present[term->index];
    return trait_set_has(&subject->traits, TRAIT_CHOICE) && (places & (1u << PLACE_VALUE)) != 0 &&
           (subject->categories[PLACE_VALUES] & (1u << term->category)) == 0 &&
           (places & (1u << PLACE_NAME)) == 0;
}

/* "yes  use MPI", "no  don't use it", one below the other: what tells of the option's own values is
 * about this option and no other. */
static gboolean tells_values(const Option *option)
{
    g_auto(GStrv) lines = g_strsplit(option->comment != NULL ? option->comment : "", "\n", -1);
    guint told = 0;
    for (guint i = 0; lines[i] != NULL; i++) {
        gsize length = strcspn(lines[i], " \t");
        gsize gap = strspn(lines[i] + length, " \t");
        gboolean column = gap > 1 || lines[i][length] == '\t';
        lines[i][length] = '\0';
        gboolean known = switch_word_is_on(lines[i]) || switch_word_is_off(lines[i]);
        for (guint k = 0; k < option->values->len && !known; k++) {
            known = strcmp(((const AllowedValue *)option->values->pdata[k])->value, lines[i]) == 0;
        }
        told += column && known ? 1 : 0;
    }
    return told >= TOLD_VALUES_MIN;
}

/* Whether the help text has to say all that is known: nothing in the name or in what it brings
 * does, and the option is one that decides something. */
static gboolean help_speaks_alone(const Subject *subject)
{
    const TraitSet *traits = &subject->traits;
    gboolean decides = trait_set_has(traits, TRAIT_SWITCH) || trait_set_has(traits, TRAIT_CHOICE) ||
                       trait_set_has(traits, TRAIT_HAS_PLACES);
    gboolean named =
        trait_set_has(traits, TRAIT_FINDS_NAMESAKE) || trait_set_has(traits, TRAIT_BUNDLED);
    return subject->categories[PLACE_NAME] == 0 && decides && !named &&
           (subject->option->builder != BUILDER_MAKE || tells_values(subject->option));
}

static void weigh_help(Evidence *self, const Project *project, const Subject *subject, Arena *arena)
{
    Tally tally = {0};
    gboolean alone = help_speaks_alone(subject);
    for (guint i = 0; subject->sentence != NULL && i < subject->sentence->mentions->len; i++) {
        const Mention *mention = &g_array_index(subject->sentence->mentions, Mention, i);
        const Term *term = mention->term;
        if (!term->has_category || is_some_value(subject, term) || term == subject->detail ||
            project_is_own(project, subject->sentence, mention)) {
            continue;
        }
        gboolean begins = (subject->present[term->index] & (1u << PLACE_BEGINS)) != 0;
        double factor = mention->aside ? FACTOR_HELP_ASIDE
                        : begins       ? (alone ? FACTOR_HELP_BEGIN_ALONE : FACTOR_HELP_BEGIN)
                        : alone        ? FACTOR_HELP_ALONE
                                       : FACTOR_HELP;
        double weight = term->weight * mention->factor * factor;
        tally_add(&tally, term->category, weight);
        note_term(self, term->category, term, weight);
        add_reason(
            self, term->category, weight,
            mention_reason(subject->sentence, mention, "the help text", subject->help, arena));
    }
    tally_flush(&tally, self);
}

static void weigh_values(Evidence *self, const Project *project, const Subject *subject,
                         Arena *arena)
{
    for (guint c = 0; c < CATEGORY_COUNT; c++) {
        if ((subject->categories[PLACE_VALUES] & (1u << c)) != 0 &&
            trait_set_has(&subject->traits, TRAIT_CHOICE)) {
            self->score[c] += WEIGHT_VALUES;
            add_reason(
                self, c, WEIGHT_VALUES,
                arena_printf(arena, "its values name technologies of \"%s\"", category_title(c)));
        }
    }
    for (guint i = 0; subject->fallback != NULL && i < subject->fallback->mentions->len; i++) {
        const Term *term = g_array_index(subject->fallback->mentions, Mention, i).term;
        if (term->has_category && term->technology && !project_is_own_term(project, term)) {
            self->score[term->category] += WEIGHT_DEFAULT;
            note_term(self, term->category, term, WEIGHT_DEFAULT);
            add_reason(self, term->category, WEIGHT_DEFAULT,
                       arena_printf(arena, "its default names %s", term->name));
            return;
        }
    }
}

/* What comes with something that another option turns on says nothing of what adjusts it. */
static gboolean is_of_detail(const Subject *subject, const Term *term)
{
    return subject->detail != NULL && term->category == subject->detail->category;
}

static void weigh_signs(Evidence *self, const Subject *subject)
{
    Tally tally = {0};
    guint32 categories = subject->others;
    for (guint i = 0; i < subject->signs->len; i++) {
        const Term *term = g_array_index(subject->signs, Sign, i).term;
        categories |= term->has_category ? 1u << term->category : 0;
    }
    guint count = 0;
    for (guint c = 0; c < CATEGORY_COUNT; c++) {
        count += (categories >> c) & 1u;
    }
    double factor = count > SIGNS_CATEGORIES_MAX ? FACTOR_MANY_SIGNS : 1.0;
    for (guint i = 0; i < subject->signs->len; i++) {
        const Sign *sign = &g_array_index(subject->signs, Sign, i);
        if (!sign->term->has_category || is_of_detail(subject, sign->term)) {
            continue;
        }
        double weight = sign->weight * factor * MIN(1.0, sign->term->weight / 3.0);
        tally_add(&tally, sign->term->category, weight);
        note_term(self, sign->term->category, sign->term, weight * 0.5);
        add_reason(self, sign->term->category, weight, sign->reason);
    }
    for (guint c = 0; c < CATEGORY_COUNT; c++) {
        double sum = tally.strongest[c] + 0.5 * (tally.sum[c] - tally.strongest[c]);
        self->score[c] += MIN(sum, WEIGHT_SIGNS_MAX);
    }
}

/* MKL is linear algebra, but beside "FFT" it is meant as an FFT library, and in an FFT library's
 * own build it is nothing else. */
static void weigh_also(Evidence *self, const Project *project, const Subject *subject, Arena *arena)
{
    double before[CATEGORY_COUNT];
    for (guint c = 0; c < CATEGORY_COUNT; c++) {
        before[c] = self->score[c];
    }
    for (guint i = 0; i < subject->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(subject->name->mentions, Mention, i);
        if (mention->first < subject->prefix) {
            continue;
        }
        for (guint c = 0; c < CATEGORY_COUNT; c++) {
            gboolean home = (project->home & (1u << c)) != 0;
            if ((mention->term->also & (1u << c)) != 0 && (before[c] > 0 || home)) {
                double weight =
                    (home ? FACTOR_HOME : FACTOR_ALSO) * mention->term->weight * mention->factor;
                self->score[c] += weight;
                note_term(self, c, mention->term, weight);
                add_reason(self, c, weight,
                           arena_printf(arena, "%s serves this as well", mention->term->name));
            }
        }
    }
}

static void weigh_rules(Evidence *self, const Project *project, const Subject *subject)
{
    const GPtrArray *rules = project->knowledge->rules;
    for (guint i = 0; i < rules->len; i++) {
        const Rule *rule = g_ptr_array_index(rules, i);
        if (!subject_holds(subject, rule->when) || subject_holds(subject, rule->unless)) {
            continue;
        }
        Reason reason = {.weight = rule->weight,
                         .text = rule->reason,
                         .against = rule->rejects,
                         .category = rule->category};
        g_array_append_val(self->reasons, reason);
        if (rule->rejects) {
            self->against += rule->weight;
            self->beside += rule->beside ? rule->weight : 0;
            self->absence += rule->absence ? rule->weight : 0;
        } else {
            self->score[rule->category] += rule->weight;
        }
    }
}

void evidence_weigh(Evidence *self, const Project *project, const Subject *subject, Arena *arena)
{
    self->reasons = g_array_new(FALSE, FALSE, sizeof(Reason));
    weigh_name(self, project, subject, arena);
    weigh_help(self, project, subject, arena);
    weigh_values(self, project, subject, arena);
    weigh_signs(self, subject);
    weigh_also(self, project, subject, arena);
    weigh_rules(self, project, subject);
}

Category evidence_best(const Evidence *self)
{
    Category best = CATEGORY_OTHER;
    for (guint c = 0; c < CATEGORY_COUNT; c++) {
        if (self->score[c] > self->score[best]) {
            best = c;
        }
    }
    return best;
}

double evidence_confidence(double score, double rival)
{
    double margin = MAX(0.0, score - rival);
    return 1.0 - 0.5 * exp(-margin / CONFIDENCE_SCALE);
}
