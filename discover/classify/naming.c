#include "discover/classify/naming.h"

#include "discover/classify/spelling.h"
#include "discover/classify/told_name.h"
#include "discover/classify/words.h"
#include "discover/option_name.h"

gboolean naming_is_family(const Knowledge *knowledge, const Term *term)
{
    char squashed[PHRASE_BYTES_MAX];
    words_squash(term->name, squashed, sizeof squashed);
    const GArray *spellings = knowledge_spellings(knowledge, squashed);
    for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
        if (g_array_index(spellings, Spelling, i).term == term) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Words `first` to `last` of the option's name, with blanks between them. */
static const char *words_between(const Subject *subject, guint first, guint last, Arena *arena)
{
    const GArray *words = subject->name->words;
    const Word *begin = &g_array_index(words, Word, first);
    const Word *end = &g_array_index(words, Word, last);
    g_autofree char *text = g_strndup(option_name_bare(subject->option->name) + begin->start,
                                      end->start + end->length - begin->start);
    return arena_strdup(arena, g_strdelimit(text, "_", ' '));
}

/* Whether a word only says where a library comes from: "own", "external". */
static gboolean is_copy_word(const Subject *subject, guint word)
{
    for (guint i = 0; i < subject->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(subject->name->mentions, Mention, i);
        if (word >= mention->first && word < mention->first + mention->count) {
            return !mention->term->technology && mention->term->has_category &&
                   mention->term->category == CATEGORY_VENDORED;
        }
    }
    return FALSE;
}

/* Whether a word belongs to a phrase that means something together: the "link" of "link time
 * optimization", which elsewhere is a verb. */
static gboolean is_in_phrase(const Subject *subject, guint word)
{
    for (guint i = 0; i < subject->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(subject->name->mentions, Mention, i);
        if (mention->count > 1 && mention->term->has_category && word >= mention->first &&
            word < mention->first + mention->count) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean says_nothing(const Project *project, const Subject *subject, guint word)
{
    gboolean filler = knowledge_is_filler(project->knowledge,
                                          g_array_index(subject->name->words, Word, word).text);
    return (filler && !is_in_phrase(subject, word)) || is_copy_word(subject, word);
}

/* The first word of the name that says something; of a name of nothing but such words the first one
 * that is no verb: then all of them together say it. */
static guint first_telling(const Project *project, const Subject *subject)
{
    const GArray *words = subject->name->words;
    guint first = subject->prefix;
    while (first < words->len && says_nothing(project, subject, first)) {
        first++;
    }
    if (first < words->len) {
        return first;
    }
    for (guint i = subject->prefix; i < words->len; i++) {
        if (!g_hash_table_contains(project->knowledge->verbs, g_array_index(words, Word, i).text)) {
            return i;
        }
    }
    return subject->prefix;
}

const char *naming_plain(const Project *project, const Subject *subject, Arena *arena)
{
    const GArray *words = subject->name->words;
    if (words->len == 0) {
        return option_name_bare(subject->option->name);
    }
    return words_between(subject, first_telling(project, subject), words->len - 1, arena);
}

/* The last word of the name but for those that say no more, or only where something is:
 * "ELPA_OPENMP_SUPPORT", "RAJA_DIR". */
static guint last_telling(const Project *project, const Subject *subject, guint first)
{
    const GArray *words = subject->name->words;
    guint last = words->len - 1;
    while (last > first) {
        const char *text = g_array_index(words, Word, last).text;
        if (!g_hash_table_contains(project->knowledge->closing, text) &&
            !g_hash_table_contains(project->knowledge->glued_places, text)) {
            break;
        }
        last--;
    }
    return last;
}

/* The product that words `first` to `last` are the name of; NULL when they are none's. */
static const Term *product_of(const Project *project, const Subject *subject, guint first,
                              guint last)
{
    for (guint i = 0; i < subject->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(subject->name->mentions, Mention, i);
        if (mention->first == first && mention->count == last + 1 - first &&
            mention->factor == 1.0 && mention->term->technology &&
            !naming_is_family(project->knowledge, mention->term)) {
            return mention->term;
        }
    }
    return NULL;
}

/* Whether a choice of the category may be about the product: FFT_PACK among ways to pack is not
 * about FFTPACK. */
static gboolean may_be_meant(const Term *product, Category category)
{
    return !product->has_category || product->category == category ||
           category == CATEGORY_VENDORED || (product->also & (1u << category)) != 0;
}

/* Whether a single word says so little that more words are better: "double", "plugins". */
static gboolean is_notion(const Project *project, const Subject *subject, guint word)
{
    if (knowledge_is_filler(project->knowledge,
                            g_array_index(subject->name->words, Word, word).text)) {
        return TRUE;
    }
    for (guint i = 0; i < subject->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(subject->name->mentions, Mention, i);
        if (mention->first == word && mention->count == 1) {
            return !mention->term->technology;
        }
    }
    return FALSE;
}

/* What people call it where no technology is all of it: as the help text has the name's words, else
 * what that says, else these words. */
static const char *naming_in_words(const Project *project, const Subject *subject,
                                   Category category, Arena *arena)
{
    if (subject->name->words->len == 0) {
        return option_name_bare(subject->option->name);
    }
    guint first = first_telling(project, subject);
    guint last = last_telling(project, subject, first);
    const Term *product = product_of(project, subject, first, last);
    if (product != NULL && may_be_meant(product, category)) {
        return product->name;
    }
    const char *spelt = spelling_in_help(subject, first, last, arena);
    if (spelt != NULL && (first < last || !is_notion(project, subject, first))) {
        return spelt;
    }
    const char *told =
        category == CATEGORY_VENDORED ? NULL : told_name(project, subject, first, last, arena);
    if (told == NULL && spelt == NULL && product != NULL) {
        return words_between(subject, first, last, arena);
    }
    if (told == NULL && spelt == NULL) {
        return spelling_of_words(project, subject, category, first, last, arena);
    }
    return told != NULL ? told : spelt;
}

static const Mention *find_mention(const Subject *subject, const Term *term)
{
    for (guint i = 0; i < subject->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(subject->name->mentions, Mention, i);
        if (mention->term == term && mention->first >= subject->prefix) {
            return mention;
        }
    }
    return NULL;
}

/* A copy is a copy of something, and that gives it its name. */
static const Term *copied_thing(const Subject *subject)
{
    const Term *thing = NULL;
    for (guint i = 0; i < subject->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(subject->name->mentions, Mention, i);
        if (mention->term->technology && mention->first >= subject->prefix) {
            thing = mention->term;
        }
    }
    return thing;
}

/* "CUDA_CUBLAS": what stands before only says what the technology is for anyway. */
static gboolean is_qualifier(const Subject *subject, const Mention *mention, guint word)
{
    for (guint i = 0; i < subject->name->mentions->len; i++) {
        const Mention *other = &g_array_index(subject->name->mentions, Mention, i);
        if (other == mention || word < other->first || word >= other->first + other->count ||
            other->first > mention->first) {
            continue;
        }
        for (guint a = 0; a < mention->term->implied->len; a++) {
            guint implied = g_array_index(mention->term->implied, guint, a);
            if (other->term->index == implied) {
                return TRUE;
            }
            for (guint b = 0; b < other->term->implied->len; b++) {
                if (g_array_index(other->term->implied, guint, b) == implied) {
                    return TRUE;
                }
            }
        }
    }
    return FALSE;
}

/* Whether a mention and words that carry nothing are all that the name has: what stands before the
 * verb is the part of the project that it concerns. In "OPENMP_MAX_THREADS" OpenMP is not all. */
static gboolean says_all(const Project *project, const Subject *subject, const Mention *mention)
{
    for (guint i = MAX(subject->prefix, subject->context); i < subject->name->words->len; i++) {
        gboolean inside = i >= mention->first && i < mention->first + mention->count;
        if (!inside && !says_nothing(project, subject, i) && !is_qualifier(subject, mention, i)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean naming_is_plain(const Project *project, const Subject *subject, const Term *term)
{
    const Mention *mention = find_mention(subject, term);
    return mention != NULL && mention->factor == 1.0 && says_all(project, subject, mention);
}

const char *naming_of(const Project *project, const Subject *subject, Category category,
                      const Term *term, Arena *arena)
{
    if (category == CATEGORY_VENDORED) {
        term = copied_thing(subject);
    }
    if (term == NULL) {
        return naming_in_words(project, subject, category, arena);
    }
    const Mention *mention = find_mention(subject, term);
    gboolean family = naming_is_family(project->knowledge, term);
    /* Of a word that only begins like the technology's name it may be something else. */
    gboolean part = mention != NULL && mention->goes_on;
    if (mention != NULL && category != CATEGORY_VENDORED &&
        (part || !says_all(project, subject, mention))) {
        return naming_in_words(project, subject, category, arena);
    }
    if (mention != NULL) {
        return family ? spelling_of_words(project, subject, category, mention->first,
                                          mention->first + mention->count - 1, arena)
                      : term->name;
    }
    /* One of several values, or what happens to be turned on, too, is not what the option is. */
    gboolean choice = trait_set_has(&subject->traits, TRAIT_CHOICE);
    guint16 telling = (1u << PLACE_BEGINS) | (1u << PLACE_VALUE);
    gboolean told = (subject->present[term->index] & telling) != 0;
    return told && !choice && !family ? term->name
                                      : naming_in_words(project, subject, category, arena);
}
