#include "discover/classify/signs.h"

#include "core/span.h"
#include "discover/classify/owners.h"
#include "discover/classify/signs_copies.h"
#include "discover/classify/signs_folders.h"
#include "discover/classify/signs_namesake.h"
#include "discover/classify/traits.h"
#include "discover/classify/words.h"

#include <string.h>

/* An effect that needs other options too says less about this one, and so does one that so many
 * options bring each: what several models are computed with is what none of them is. */
#define OPTIONS_SHARING_MIN 3u
#define FACTOR_SHARED 0.4
/* A flag that so many bring, as what adds a layer of a network does for each, is for their sources.
 */
#define OPTIONS_SHARING_FLAG 12u
#define FACTOR_SHARED_FLAG 0.1
/* A flag that an option's own text is part of. */
#define FACTOR_IN_FLAG 1.6
/* Of so many values a part that needs something is an exception. */
#define FEW_VALUES_OF_MIN 3u
#define FACTOR_FEW_VALUES 0.25
/* A package that the option is named after is what the option is about. */
#define FACTOR_NAMESAKE 2.0
/* So is a library that is looked for, although its file may be one of many others. */
#define FACTOR_NAMESAKE_LINK 3.0
#define FACTOR_FURTHER 0.4
/* However many files are named after a technology, where they lie says no more than this. */
#define PATHS_WEIGHT_MAX 0.8
/* Terms that a macro's, link library's or folder's name mentions, against ones listed outright. */
#define FACTOR_MENTIONED 0.7

/* How much each kind of effect says. */
static const double weights[] = {
    [EFFECT_PACKAGE] = 1.2, [EFFECT_DEFINITION] = 0.7, [EFFECT_MACRO] = 0.7,  [EFFECT_SOURCE] = 0.2,
    [EFFECT_FOLDER] = 0.4,  [EFFECT_LANGUAGE] = 1.4,   [EFFECT_FLAG] = 1.1,   [EFFECT_LINK] = 0.8,
    [EFFECT_PROGRAM] = 1.1, [EFFECT_DOWNLOAD] = 0.8,   [EFFECT_VARIABLE] = 0, [EFFECT_OPTION] = 0,
};

static const char *const sayings[] = {
    [EFFECT_PACKAGE] = "it looks for package",
    [EFFECT_DEFINITION] = "it defines",
    [EFFECT_MACRO] = "it sets the macro",
    [EFFECT_SOURCE] = "it adds the source",
    [EFFECT_FOLDER] = "it adds the folder",
    [EFFECT_LANGUAGE] = "it enables the language",
    [EFFECT_FLAG] = "it adds the flag",
    [EFFECT_LINK] = "it links",
    [EFFECT_PROGRAM] = "it builds with",
    [EFFECT_DOWNLOAD] = "it downloads",
    [EFFECT_VARIABLE] = "it sets",
    [EFFECT_OPTION] = "it brings the option",
};

/* Whether the switch brings it by being off: sources of its own that an installed library replaces.
 */
static gboolean comes_when_off(const Project *project, const Subject *subject, const Effect *effect)
{
    const GPtrArray *links = subject->option->links;
    if (!trait_set_has(&subject->traits, TRAIT_SWITCH)) {
        return FALSE;
    }
    for (guint i = 0; i < links->len && i < EFFECTS_READ_MAX; i++) {
        const OptionLink *link = links->pdata[i];
        if (link->effect == effect) {
            return link->values != NULL && link->values->len == 1 &&
                   knowledge_value_means(project->knowledge, link->values->pdata[0], MEANS_OFF);
        }
    }
    return FALSE;
}

static gboolean is_path(const Effect *effect)
{
    return effect->kind == EFFECT_SOURCE || effect->kind == EFFECT_FOLDER;
}

/* What a test or an example is called says what that is about: amd.cpp tests an ordering. */
static gboolean is_path_beside(const Project *project, const Effect *effect)
{
    if (!is_path(effect)) {
        return FALSE;
    }
    g_autofree char *file =
        g_strconcat(effect->name, effect->kind == EFFECT_FOLDER ? "/." : "", NULL);
    return project_is_side_path(project, file);
}

/* One sign a term: the strongest effect, and a little for each further one. */
static void add_sign(const Project *project, Subject *subject, Arena *arena, const Term *term,
                     double weight, const Effect *effect)
{
    if (project_is_own_term(project, term)) {
        return;
    }
    if (owners_is_other(project, subject, effect->when, term) || is_path_beside(project, effect)) {
        subject->others |= 1u << term->category;
        return;
    }
    subject_mark(subject, project->knowledge, PLACE_EFFECTS, term);
    Sign *sign = subject_sign(subject, term);
    if (sign != NULL && sign->weight >= weight) {
        double most = MAX(sign->weight, is_path(effect) ? PATHS_WEIGHT_MAX : SIGN_WEIGHT_MAX);
        sign->weight = MIN(sign->weight + FACTOR_FURTHER * weight, most);
        return;
    }
    sign = sign != NULL ? sign : subject_add_sign(subject, term);
    g_autofree char *at = span_text(&effect->at);
    sign->weight = weight;
    sign->reason = arena_printf(arena, "%s%s %s%s%s%s",
                                comes_when_off(project, subject, effect) ? "where it is off, " : "",
                                sayings[effect->kind], effect->name, at[0] != '\0' ? " (" : "", at,
                                at[0] != '\0' ? ")" : "");
}

/* The last two parts of a path; those before are the project's layout. */
static const char *path_tail(const char *path)
{
    const char *last = strrchr(path, '/');
    for (const char *c = last; c != NULL && c > path; c--) {
        if (c[-1] == '/') {
            return c;
        }
    }
    return path;
}

/* "-framework Accelerate": a flag for the linker that the knowledge lists among the libraries. */
static gboolean links_by_flag(const Knowledge *knowledge, const Effect *effect)
{
    return effect->kind == EFFECT_FLAG && knowledge_flag(knowledge, effect->name) == NULL &&
           knowledge_library(knowledge, effect->name) != NULL;
}

const Term *signs_listed_term(const Knowledge *knowledge, const Effect *effect)
{
    switch (effect->kind) {
    case EFFECT_PACKAGE:
    case EFFECT_DOWNLOAD:
        return knowledge_package(knowledge, effect->name);
    case EFFECT_DEFINITION:
    case EFFECT_MACRO:
        return knowledge_macro(knowledge, effect->name);
    case EFFECT_FLAG:
        return links_by_flag(knowledge, effect) ? knowledge_library(knowledge, effect->name)
                                                : knowledge_flag(knowledge, effect->name);
    case EFFECT_LINK:
        return knowledge_library(knowledge, effect->name);
    case EFFECT_LANGUAGE:
        return knowledge_language(knowledge, effect->name);
    case EFFECT_PROGRAM:
        return knowledge_program(knowledge, effect->name);
    case EFFECT_SOURCE:
    case EFFECT_FOLDER:
    case EFFECT_VARIABLE:
    case EFFECT_OPTION:
        return NULL;
    }
    return NULL;
}

/* "NO_TBB": the word before takes the technology away. */
static gboolean is_denied(const Knowledge *knowledge, const Mentions *mentions,
                          const Mention *mention)
{
    if (mention->first == 0) {
        return FALSE;
    }
    const char *before = g_array_index(mentions->words, Word, mention->first - 1).text;
    return knowledge_value_means(knowledge, before, MEANS_OFF);
}

static gboolean is_named_after(const Subject *subject, const Term *term)
{
    return (subject->present[term->index] & (1u << PLACE_NAME)) != 0;
}

/* Whether a library of the package's is linked: a program that files are made with is not, nor one
 * that fetches, counts or packs. */
static gboolean links_something_of(const Subject *subject, const char *thing)
{
    const GPtrArray *links = subject->option->links;
    for (guint i = 0; i < links->len && i < EFFECTS_READ_MAX; i++) {
        const Effect *effect = ((const OptionLink *)links->pdata[i])->effect;
        char linked[PHRASE_BYTES_MAX];
        if (effect->kind == EFFECT_LINK && effect->name != NULL &&
            words_squash(effect->name, linked, sizeof linked) > 0 &&
            strstr(linked, thing) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "volume rendering using OpenRay", of the package openray. */
static gboolean is_told(const Knowledge *knowledge, const Subject *subject, const char *package)
{
    char thing[PHRASE_BYTES_MAX];
    const GArray *words = subject->sentence != NULL ? subject->sentence->words : NULL;
    if (words == NULL || words_squash(package, thing, sizeof thing) < NAMESAKE_BYTES_MIN) {
        return FALSE;
    }
    for (guint i = 1; i < words->len; i++) {
        const char *before = g_array_index(words, Word, i - 1).text;
        if (!g_hash_table_contains(knowledge->means, before)) {
            continue;
        }
        g_autoptr(GString) joined = g_string_new(NULL);
        for (guint k = i; k < words->len && joined->len < strlen(thing); k++) {
            g_string_append(joined, g_array_index(words, Word, k).text);
        }
        if (strcmp(joined->str, thing) == 0) {
            return links_something_of(subject, thing);
        }
    }
    return FALSE;
}

/* A package that no file knows may still be a library that the option is named after, if it is not
 * brought beside the program: a suite of tests called so is none. */
static void read_unknown_package(const Project *project, Subject *subject, const OptionLink *link)
{
    const Effect *effect = link->effect;
    gboolean aside = effect->at.path != NULL && project_is_side_path(project, effect->at.path);
    if (aside || project_is_own_target(project, effect->name) ||
        signs_is_stand_in(project, link, subject->option)) {
        return;
    }
    if (signs_is_namesake(project->knowledge, subject, effect->name)) {
        trait_set_add(&subject->traits, TRAIT_FINDS_NAMESAKE);
    } else if (link->alone && is_told(project->knowledge, subject, effect->name)) {
        trait_set_add(&subject->traits, TRAIT_FINDS_TOLD);
    }
}

/* What few of many values need, a model that wants a library for its own ends, is not what the
 * choice is about; where the values themselves name it, they speak for it. Compilers and flags are
 * others for each value. */
static gboolean is_of_few_values(const Subject *subject, const OptionLink *link)
{
    gboolean choice = trait_set_has(&subject->traits, TRAIT_CHOICE);
    gboolean own = link->effect->kind == EFFECT_PROGRAM || link->effect->kind == EFFECT_FLAG;
    return choice && !own && link->values != NULL &&
           subject->option->values->len >= FEW_VALUES_OF_MIN &&
           link->values->len * 2 < subject->option->values->len;
}

/* A package that examples and tests look for once they are built: the option only lets them. */
static gboolean is_beside(const Project *project, const OptionLink *link)
{
    const Effect *effect = link->effect;
    return effect->kind == EFFECT_PACKAGE && !link->alone && effect->at.path != NULL &&
           project_is_side_path(project, effect->at.path);
}

/* Every large makefile sets its compilers under conditions that nobody can write down, and the
 * sources of one backend of many hang on what all of them together allow. */
static gboolean is_of_others(const Subject *subject, const OptionLink *link)
{
    const Effect *effect = link->effect;
    gboolean loose = is_path(effect) && !link->alone && link->values == NULL;
    return (effect->kind == EFFECT_PROGRAM || loose) && effect->when->kind != CONDITION_TRUE &&
           !condition_mentions(effect->when, subject->option->name);
}

static double factor_shared(const Project *project, const OptionLink *link)
{
    guint options = project_options_bringing(project, link->effect);
    if (options >= OPTIONS_SHARING_FLAG && link->effect->kind == EFFECT_FLAG) {
        return FACTOR_SHARED_FLAG;
    }
    return !link->alone || options >= OPTIONS_SHARING_MIN ? FACTOR_SHARED : 1.0;
}

/* "-march=${CPU}": what is given for the option is the flag. */
static gboolean is_in_flag(const Subject *subject, const Effect *effect)
{
    g_autofree char *own = g_strdup_printf("${%s}", subject->option->name);
    return effect->kind == EFFECT_FLAG && strstr(effect->name, own) != NULL;
}

/* How much the effect says, whatever it is of. */
static double weight_of(const Project *project, const Subject *subject, const OptionLink *link)
{
    return weights[link->effect->kind] * factor_shared(project, link) *
           (is_in_flag(subject, link->effect) ? FACTOR_IN_FLAG : 1.0) *
           (is_of_few_values(subject, link) ? FACTOR_FEW_VALUES : 1.0);
}

static gboolean is_found(const Effect *effect)
{
    return effect->kind == EFFECT_PACKAGE || effect->kind == EFFECT_DOWNLOAD;
}

/* Found, or looked for with find_library(). */
static gboolean is_looked_for(const Effect *effect)
{
    return is_found(effect) || (effect->kind == EFFECT_LINK && effect->detail != NULL);
}

/* An effect whose name the knowledge lists for the term. */
static void read_listed(const Project *project, Subject *subject, Arena *arena, const Term *term,
                        const Effect *effect, double weight)
{
    gboolean after = is_named_after(subject, term);
    gboolean namesake =
        is_looked_for(effect) && signs_is_namesake(project->knowledge, subject, effect->name);
    if (is_looked_for(effect) && (namesake || after)) {
        trait_set_add(&subject->traits, TRAIT_FINDS_IT);
    }
    /* "-lX" of a makefile may be what the project builds. */
    gboolean links = effect->kind == EFFECT_LINK || links_by_flag(project->knowledge, effect);
    if (links && subject->option->builder == BUILDER_CMAKE && after) {
        trait_set_add(&subject->traits, TRAIT_LINKS_IT);
    }
    double factor = effect->kind == EFFECT_LINK ? FACTOR_NAMESAKE_LINK : FACTOR_NAMESAKE;
    add_sign(project, subject, arena, term, weight * (namesake && !after ? factor : 1.0), effect);
}

/* "hash::hash": a package's target, whether it is installed or brought along. */
static gboolean is_imported(const Option *option, const Effect *effect)
{
    return effect->kind == EFFECT_LINK && option->builder == BUILDER_CMAKE &&
           strstr(effect->name, "::") != NULL;
}

/* What the words of an effect's name say. */
typedef enum {
    WORDS_SAY_NOTHING,
    WORDS_SAY_OTHER, /* and the option is not named after it */
    WORDS_SAY_OWN,
} WordsSay;

/* A source that is called after what another option is for is that one's. */
static gboolean is_claimed_source(const Project *project, const Subject *subject,
                                  const Effect *effect, const Term *term)
{
    const Option *option =
        is_path(effect) ? g_hash_table_lookup(project->claimed, GUINT_TO_POINTER(term->index + 1))
                        : NULL;
    return option != NULL && option != subject->option && !is_named_after(subject, term);
}

static WordsSay read_words(const Project *project, Subject *subject, Arena *arena,
                           const Effect *effect, double weight)
{
    const Knowledge *knowledge = project->knowledge;
    gboolean path = is_path(effect);
    const char *text = path ? path_tail(effect->name) : effect->name;
    g_autoptr(Mentions) mentions = mentions_of_name(knowledge, arena, text);
    guint prefix = path ? 0 : project_prefix_length(project, mentions->words);
    WordsSay said = WORDS_SAY_NOTHING;
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions->mentions, Mention, i);
        if (mention->first < prefix || !mention->term->technology ||
            is_denied(knowledge, mentions, mention) ||
            is_claimed_source(project, subject, effect, mention->term)) {
            continue;
        }
        add_sign(project, subject, arena, mention->term,
                 weight * mention->factor * FACTOR_MENTIONED, effect);
        gboolean own = is_named_after(subject, mention->term);
        if (is_looked_for(effect) && own) {
            trait_set_add(&subject->traits, TRAIT_FINDS_IT);
        }
        if (is_imported(subject->option, effect) && own) {
            trait_set_add(&subject->traits, TRAIT_LINKS_IT);
        }
        said = MAX(said, own ? WORDS_SAY_OWN : WORDS_SAY_OTHER);
    }
    return said;
}

/* Whether each value of a choice has a program of the technology's, and none another one: then
 * none of them chooses it. */
static gboolean all_values_bring(const Project *project, const Subject *subject, const Term *term)
{
    const GPtrArray *values = subject->option->values;
    const GPtrArray *links = subject->option->links;
    g_autoptr(GHashTable) bringing = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < links->len && i < EFFECTS_READ_MAX; i++) {
        const OptionLink *link = links->pdata[i];
        if (link->effect->kind != EFFECT_PROGRAM || link->values == NULL) {
            continue;
        }
        if (knowledge_program(project->knowledge, link->effect->name) != term) {
            return FALSE;
        }
        for (guint k = 0; k < link->values->len; k++) {
            g_hash_table_add(bringing, link->values->pdata[k]);
        }
    }
    return trait_set_has(&subject->traits, TRAIT_CHOICE) && values->len > 1 &&
           g_hash_table_size(bringing) >= values->len;
}

/* What a program says. "mpiifort" beside "mpif90" is no choice of MPI: what it starts is chosen.
 * NULL for nothing. */
static const Term *term_of_program(const Project *project, const Subject *subject, const Term *term,
                                   const char *program)
{
    return term->category == CATEGORY_MPI && all_values_bring(project, subject, term)
               ? knowledge_wrapper(project->knowledge, program)
               : term;
}

static void read_effect(const Project *project, Subject *subject, Arena *arena,
                        const OptionLink *link)
{
    const Effect *effect = link->effect;
    if (is_beside(project, link) || is_of_others(subject, link)) {
        return;
    }
    double weight = weight_of(project, subject, link);
    if (effect->kind == EFFECT_DOWNLOAD) {
        trait_set_add(&subject->traits, TRAIT_DOWNLOADS);
    }
    if (effect->name != NULL) {
        signs_read_replaced_copy(project, subject, arena, effect);
        if (effect->kind == EFFECT_PACKAGE && project_is_own_name(project, effect->name)) {
            trait_set_add(&subject->traits, TRAIT_FINDS_SELF);
        }
    }
    if (weight <= 0 || effect->name == NULL || project_is_own_name(project, effect->name) ||
        (effect->kind == EFFECT_LINK && project_is_own_target(project, effect->name))) {
        return;
    }
    if (is_path(effect)) {
        signs_read_path(project, subject, link);
    }
    const Term *term = signs_listed_term(project->knowledge, effect);
    if (term != NULL && effect->kind == EFFECT_PROGRAM) {
        term = term_of_program(project, subject, term, effect->name);
    }
    if (term != NULL) {
        read_listed(project, subject, arena, term, effect, weight);
        return;
    }
    if (effect->kind == EFFECT_FLAG || effect->kind == EFFECT_LANGUAGE ||
        effect->kind == EFFECT_PROGRAM) {
        return;
    }
    WordsSay said = read_words(project, subject, arena, effect, weight);
    if (is_found(effect) && said != WORDS_SAY_OWN) {
        read_unknown_package(project, subject, link);
    } else if (said == WORDS_SAY_NOTHING && signs_links_namesake(project, subject, link)) {
        trait_set_add(&subject->traits, TRAIT_FINDS_NAMESAKE);
    }
}

/* "FFTW_LIBRARY" is looked for, too, with what finds a file. */
static const Term *term_of_search(const Project *project, const char *name, Arena *arena)
{
    const Term *term = knowledge_package(project->knowledge, name);
    if (term != NULL) {
        return term;
    }
    g_autoptr(Mentions) mentions = mentions_of_name(project->knowledge, arena, name);
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions->mentions, Mention, i);
        if (mention->term->technology && mention->factor == 1.0) {
            return mention->term;
        }
    }
    return NULL;
}

void signs_add_search(const Project *project, Subject *subject, Arena *arena, const char *name,
                      double weight)
{
    const Term *term = term_of_search(project, name, arena);
    if (term == NULL || project_is_own_term(project, term)) {
        return;
    }
    subject_mark(subject, project->knowledge, PLACE_EFFECTS, term);
    trait_set_add(&subject->traits, TRAIT_FOLLOWS_SEARCH);
    Sign *sign = subject_sign(subject, term);
    sign = sign != NULL ? sign : subject_add_sign(subject, term);
    if (sign->weight < weight) {
        sign->weight = weight;
        sign->reason = arena_printf(arena, "its default follows whether %s is found", name);
    }
}

/* "requires LIB -lclass", of the switch HAVE_CLASS: the comment tells what else to write. */
static void read_told_links(const Project *project, Subject *subject)
{
    static const char name_bytes[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_+-";
    gboolean asks = subject->option->type == OPTION_BOOL && subject->help != NULL;
    const char *help = asks ? subject->help : "";
    for (const char *flag = strstr(help, "-l"); flag != NULL; flag = strstr(flag + 2, "-l")) {
        gsize length = strspn(flag + 2, name_bytes);
        g_autofree char *name = g_strndup(flag + 2, length);
        gboolean begins = flag == help || strchr(" \t`'\"(", flag[-1]) != NULL;
        if (begins && signs_is_namesake(project->knowledge, subject, name) &&
            !project_is_own_name(project, name)) {
            trait_set_add(&subject->traits, TRAIT_FINDS_NAMESAKE);
        }
    }
}

void signs_read_effects(const Project *project, Subject *subject, Arena *arena)
{
    read_told_links(project, subject);
    const GPtrArray *links = subject->option->links;
    for (guint i = 0; i < links->len && i < EFFECTS_READ_MAX; i++) {
        read_effect(project, subject, arena, g_ptr_array_index(links, i));
    }
    signs_read_copies(project, subject);
}
