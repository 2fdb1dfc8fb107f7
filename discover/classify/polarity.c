#include "discover/classify/polarity.h"

#include "discover/classify/signs.h"
#include "discover/classify/words.h"

#include <string.h>

/* So many effects of one option are looked at. */
#define EFFECTS_ASKED_MAX 512u
/* What comes with one state of the option and not with the other. */
typedef enum { STATE_NEITHER, STATE_ON, STATE_OFF } State;

typedef struct {
    const Project *project;
    const Knowledge *knowledge;
    Category category;
    const Term *term;
    Arena *arena;
    guint brought[STATE_OFF + 1]; /* effects that speak of the thing, by state */
    guint sure[STATE_OFF + 1];    /* of these, what nothing but the thing needs */
    guint paths;                  /* sources and folders that come with on, whatever they are */
} Asking;

static gboolean says_off(const Knowledge *knowledge, const char *text)
{
    return *text == '\0' || strcmp(text, "0") == 0 ||
           knowledge_value_means(knowledge, text, MEANS_OFF);
}

/* Whether it takes more than what people choose, which may be another choice that was not followed:
 * of models that are loaded by name, one. */
static gboolean is_open(const Condition *when)
{
    return condition_is_about(when, CONDITION_ABOUT(UNKNOWN) | CONDITION_ABOUT(PROBE));
}

static State state_of(const Knowledge *knowledge, const OptionLink *link)
{
    State state = STATE_NEITHER;
    for (guint i = 0; link->alone && link->values != NULL && i < link->values->len; i++) {
        State own = says_off(knowledge, link->values->pdata[i]) ? STATE_OFF : STATE_ON;
        if (state != STATE_NEITHER && state != own) {
            return STATE_NEITHER;
        }
        state = own;
    }
    /* That something misses while the option is on is known only where all else is. */
    return state == STATE_OFF && is_open(link->effect->when) ? STATE_NEITHER : state;
}

static gboolean is_meant(const Asking *self, const Term *term)
{
    return self->term != NULL ? term == self->term
                              : term->has_category && term->category == self->category;
}

static const char *word_at(const Mentions *mentions, guint at)
{
    return g_array_index(mentions->words, Word, at).text;
}

static gboolean is_denial(const Asking *self, const char *word)
{
    return g_hash_table_contains(self->knowledge->denying, word);
}

/* The project's own name in front of a name says nothing, even where the project is called "off".
 */
static gboolean is_own_name(const Asking *self, const Mentions *mentions, guint at)
{
    return at == 0 && mentions->words->len > 1 &&
           project_is_own_name(self->project, word_at(mentions, at));
}

static gboolean denies(const Asking *self, const Mentions *mentions, guint at)
{
    return is_denial(self, word_at(mentions, at)) && !is_own_name(self, mentions, at);
}

gboolean polarity_name_denies(const Project *project, const Subject *subject)
{
    const Asking asking = {.project = project, .knowledge = project->knowledge};
    for (guint i = 0; i < subject->name->words->len; i++) {
        if (denies(&asking, subject->name, i)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "nompi", where the rest is a spelling of the thing. */
static gboolean is_glued_denial(const Asking *self, const char *word)
{
    for (gsize cut = 1; word[0] != '\0' && word[cut] != '\0'; cut++) {
        g_autofree char *head = g_strndup(word, cut);
        const GArray *spellings =
            is_denial(self, head) ? knowledge_spellings(self->knowledge, word + cut) : NULL;
        for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
            if (is_meant(self, g_array_index(spellings, Spelling, i).term)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

static gboolean is_of_project(const Asking *self, const char *word)
{
    return !is_denial(self, word) && (project_is_own_name(self->project, word) ||
                                      g_hash_table_contains(self->project->prefixes, word));
}

/* The word before the mention denies it: "NO_MPI" and, with the project's prefix between them,
 * "NO_NOVA_MPI". */
static gboolean is_denied_before(const Asking *self, const Mentions *mentions, guint first)
{
    while (first > 0 && is_of_project(self, word_at(mentions, first - 1))) {
        first--;
    }
    return first > 0 && denies(self, mentions, first - 1);
}

/* "NO_MPI", "NOMPI", "MPI_DISABLED", "MPI_OFF". */
static gboolean is_denied(const Asking *self, const Mentions *mentions, const Mention *mention)
{
    return is_denied_before(self, mentions, mention->first) ||
           is_glued_denial(self, word_at(mentions, mention->first)) ||
           denies(self, mentions, mentions->words->len - 1);
}

/* What the option's name says by itself: NEGATIVE for "DISABLE_MPI" and, where the name knows no
 * such thing, for what begins or ends like that; UNKNOWN when it says nothing of the thing. */
static Polarity told_by_name(const Asking *self, const Subject *subject)
{
    const Mentions *name = subject->name;
    for (guint i = 0; i < name->mentions->len; i++) {
        const Mention *mention = &g_array_index(name->mentions, Mention, i);
        if (is_meant(self, mention->term)) {
            return is_denied(self, name, mention) ? POLARITY_NEGATIVE : POLARITY_POSITIVE;
        }
    }
    for (guint i = 0; i < name->words->len; i++) {
        gboolean at_end = i <= subject->prefix || i + 1 == name->words->len;
        if ((at_end && denies(self, name, i)) || is_glued_denial(self, word_at(name, i))) {
            return POLARITY_NEGATIVE;
        }
    }
    return POLARITY_UNKNOWN;
}

/* Whether an effect speaks of the thing; *denied: as of one that is not there, "-DNO_MPI" or
 * "-DWITH_MPI=0". */
static gboolean speaks_of_it(const Asking *self, const Effect *effect, gboolean *denied)
{
    gboolean macro = effect->kind == EFFECT_DEFINITION || effect->kind == EFFECT_MACRO;
    *denied = macro && effect->detail != NULL && *effect->detail != '\0' &&
              says_off(self->knowledge, effect->detail);
    const Term *listed = signs_listed_term(self->knowledge, effect);
    if (listed != NULL) {
        return is_meant(self, listed);
    }
    if (!effect_kind_names_thing(effect->kind)) {
        return FALSE;
    }
    g_autoptr(Mentions) mentions = mentions_of_name(self->knowledge, self->arena, effect->name);
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions->mentions, Mention, i);
        if (is_meant(self, mention->term)) {
            *denied = *denied != is_denied(self, mentions, mention);
            return TRUE;
        }
    }
    return FALSE;
}

static void ask_effect(Asking *self, const OptionLink *link)
{
    State state = state_of(self->knowledge, link);
    const Effect *effect = link->effect;
    gboolean denied = FALSE;
    if (state == STATE_NEITHER || effect->name == NULL) {
        return;
    }
    if (effect->kind == EFFECT_SOURCE || effect->kind == EFFECT_FOLDER) {
        self->paths += state == STATE_ON ? 1 : 0;
    } else if (speaks_of_it(self, effect, &denied)) {
        gboolean macro = effect->kind == EFFECT_DEFINITION || effect->kind == EFFECT_MACRO;
        State brings = (state == STATE_ON) != denied ? STATE_ON : STATE_OFF;
        self->brought[brings]++;
        self->sure[brings] += !macro && signs_listed_term(self->knowledge, effect) != NULL ? 1 : 0;
    }
}

/* "Do not build with ..." at the beginning of a help text. Of a configure script's argument it may
 * be the text of the form that turns it off. */
static gboolean help_denies(const Subject *subject)
{
    const Mentions *help = subject->sentence;
    if (help == NULL || help->words->len < 2 || subject->option->builder == BUILDER_AUTOTOOLS) {
        return FALSE;
    }
    return (strcmp(word_at(help, 0), "do") == 0 && strcmp(word_at(help, 1), "not") == 0) ||
           (strcmp(word_at(help, 0), "don") == 0 && strcmp(word_at(help, 1), "t") == 0);
}

/* Of how something is done, two ways are no more and less of it. */
static gboolean is_brought(Category category)
{
    return category_is_thing(category) || category == CATEGORY_SIMD;
}

/* There the name alone tells: a switch that begins with a denial, as "NO_WARMUP" does, takes away
 * what it is called after, as long as people read "warmup". */
static Polarity told_by_beginning(const Asking *self, const Subject *subject)
{
    const Mentions *name = subject->name;
    guint at = subject->prefix;
    gboolean says = at + 1 < name->words->len && denies(self, name, at) &&
                    knowledge_is_filler(self->knowledge, word_at(name, at));
    return says ? POLARITY_NEGATIVE : POLARITY_POSITIVE;
}

Polarity polarity_of(const Project *project, const Subject *subject, Category category,
                     const Term *term, Arena *arena)
{
    Asking self = {.project = project,
                   .knowledge = project->knowledge,
                   .category = category,
                   .term = term,
                   .arena = arena};
    const GPtrArray *links = subject->option->links;
    if (!is_brought(category)) {
        return told_by_beginning(&self, subject);
    }
    for (guint i = 0; i < links->len && i < EFFECTS_ASKED_MAX; i++) {
        ask_effect(&self, links->pdata[i]);
    }
    gboolean on = self.brought[STATE_ON] > 0;
    gboolean off = self.brought[STATE_OFF] > 0;
    Polarity told = told_by_name(&self, subject);
    if (told == POLARITY_NEGATIVE) {
        /* What stands in for it may come with on, and be called after it. */
        return self.sure[STATE_ON] > 0 && !off ? POLARITY_UNKNOWN : POLARITY_NEGATIVE;
    }
    if (on || !off) {
        return !on && help_denies(subject) ? POLARITY_UNKNOWN : POLARITY_POSITIVE;
    }
    /* "PORTABLE", off, brings -mavx2. Of USE_X one that brings X when it is off may be misread. */
    gboolean sure = told == POLARITY_UNKNOWN && self.sure[STATE_OFF] > 0 && self.paths == 0;
    return sure ? POLARITY_NEGATIVE : POLARITY_UNKNOWN;
}
