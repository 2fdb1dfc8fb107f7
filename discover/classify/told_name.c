#include "discover/classify/told_name.h"

#include "discover/classify/words.h"

#include <string.h>

/* An expression of more words is a sentence. */
#define TOLD_WORDS_MAX 7u
/* The same, of what a switch turns on. */
#define TOLD_SWITCH_WORDS_MAX 5u
#define TOLD_BYTES_MAX 60u
/* Words that begin alike for so many letters are forms of one: "thread", "threaded". */
#define STEM_LETTERS 4u
/* Names of so many letters may be the first letters of what they stand for. */
#define INITIALS_MAX 6u

/* ---- where the expression begins and ends --------------------------------------------------- */

/* " - " parts what a thing is called from what is said of it. */
static gboolean is_behind_dash(const Subject *subject, guint at)
{
    const Word *word = words_at(subject->sentence->words, at);
    return word->start >= 3 && strncmp(subject->help + word->start - 3, " - ", 3) == 0;
}

/* Whether the text is about something else from this word on. */
static gboolean leads_away(const Knowledge *knowledge, const Word *word)
{
    return g_hash_table_contains(knowledge->weakening, word->text) ||
           g_hash_table_contains(knowledge->besides, word->text);
}

/* Whether the expression ends before this word. */
static gboolean ends_before(const Knowledge *knowledge, const Subject *subject, guint at)
{
    const Word *word = words_at(subject->sentence->words, at);
    return word->apart || is_behind_dash(subject, at) || leads_away(knowledge, word);
}

/* "Tide's": such a word is not whole, and nor is what would end there. */
static gboolean is_cut(const Subject *subject, guint at)
{
    const GArray *words = subject->sentence->words;
    return at < words->len && words_at(words, at)->apart && words_at(words, at)->start > 0 &&
           subject->help[words_at(words, at)->start - 1] == '\'' && !words_at(words, at)->spaced;
}

/* Where "or disable" ends behind a word that introduces; `at` where there is none such. */
static guint skip_opposite(const Knowledge *knowledge, const GArray *words, guint at)
{
    guint denial = at < words->len && strcmp(words_at(words, at)->text, "or") == 0 ? at + 1 : at;
    gboolean slash = denial == at && denial < words->len && !words_at(words, denial)->spaced;
    gboolean follows = denial < words->len && !words_at(words, denial)->apart;
    return follows && (denial > at || slash) &&
                   g_hash_table_contains(knowledge->denying, words_at(words, denial)->text)
               ? denial + 1
               : at;
}

/* How many words stand before the expression; those of the whole text where none follows: "for
 * large grids" says when to use it, and behind "whether to" comes what is done. */
static guint skip_introduction(const Knowledge *knowledge, const Subject *subject)
{
    const GArray *words = subject->sentence->words;
    guint at = 0;
    while (at < words->len && (at == 0 || !words_at(words, at)->apart) &&
           g_hash_table_contains(knowledge->introducing, words_at(words, at)->text)) {
        at = skip_opposite(knowledge, words, at + 1);
    }
    gboolean purpose =
        at > 0 && (g_hash_table_contains(knowledge->purposes, words_at(words, 0)->text) ||
                   strcmp(words_at(words, at - 1)->text, "to") == 0);
    return purpose ? words->len : at;
}

/* Where the expression ends without words that say nothing, or that cannot end one: of "compiler to
 * build Tide with" the compiler is left. */
static guint trim_end(const Knowledge *knowledge, const GArray *words, guint first, guint end)
{
    gboolean stranded = FALSE;
    while (end > first &&
           g_hash_table_contains(knowledge->stranded, words_at(words, end - 1)->text)) {
        stranded = TRUE;
        end--;
    }
    for (guint i = first; i < end && stranded; i++) {
        end = strcmp(words_at(words, i)->text, "to") == 0 ? i : end;
    }
    while (end > first &&
           g_hash_table_contains(knowledge->closing, words_at(words, end - 1)->text)) {
        end--;
    }
    return end;
}

/* The index behind the expression's last word; `first` itself when it is none. */
static guint find_end(const Knowledge *knowledge, const Subject *subject, guint first, guint most)
{
    const GArray *words = subject->sentence->words;
    guint end = first;
    if (first == words->len || leads_away(knowledge, words_at(words, first))) {
        return first;
    }
    while (end < words->len && (end == first || !ends_before(knowledge, subject, end))) {
        if (end - first == most ||
            g_hash_table_contains(knowledge->telling, words_at(words, end)->text)) {
            return first;
        }
        end++;
    }
    if (is_cut(subject, end)) {
        return first;
    }
    return trim_end(knowledge, words, first, end);
}

/* ---- whether it is about the option --------------------------------------------------------- */

static gboolean is_form_of(const char *one, const char *other)
{
    gsize shared = 0;
    while (one[shared] != '\0' && one[shared] == other[shared]) {
        shared++;
    }
    gboolean begins = one[shared] == '\0' && shared + 1 >= STEM_LETTERS; /* "opt", "max" */
    return (one[shared] == '\0' && other[shared] == '\0') || begins || shared >= STEM_LETTERS;
}

/* Whether a word of the name is the first letters of words that follow each other: DC, "dynamic
 * connection". */
static gboolean is_initials(const Subject *subject, const char *name, guint begin, guint end)
{
    const GArray *words = subject->sentence->words;
    gsize length = strlen(name);
    if (length < 2 || length > INITIALS_MAX) {
        return FALSE;
    }
    for (guint i = begin; i + length <= end; i++) {
        gsize same = 0;
        while (same < length && words_at(words, i + (guint)same)->text[0] == name[same]) {
            same++;
        }
        if (same == length) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a word of the name may tell what it is about: fillers only where there are no others. */
static gboolean counts(const Project *project, const Subject *subject, guint first, guint last,
                       guint at)
{
    const GArray *words = subject->name->words;
    if (!knowledge_is_filler(project->knowledge, words_at(words, at)->text)) {
        return TRUE;
    }
    for (guint i = first; i <= last; i++) {
        if (!knowledge_is_filler(project->knowledge, words_at(words, i)->text)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean goes_with_name(const Project *project, const Subject *subject, guint first,
                               guint last, guint begin, guint end)
{
    for (guint n = first; n <= last; n++) {
        const char *word = words_at(subject->name->words, n)->text;
        gboolean telling = counts(project, subject, first, last, n);
        for (guint i = begin; i < end && telling; i++) {
            if (is_form_of(word, words_at(subject->sentence->words, i)->text)) {
                return TRUE;
            }
        }
        if (telling && is_initials(subject, word, begin, end)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean denies(const Project *project, const Subject *subject)
{
    for (guint i = 0; i < subject->name->words->len; i++) {
        if (g_hash_table_contains(project->knowledge->denying,
                                  words_at(subject->name->words, i)->text)) {
            return TRUE;
        }
    }
    return FALSE;
}

const char *told_name(const Project *project, const Subject *subject, guint first, guint last,
                      Arena *arena)
{
    if (subject->sentence == NULL) {
        return NULL;
    }
    gboolean is_switch = trait_set_has(&subject->traits, TRAIT_SWITCH);
    guint begin = skip_introduction(project->knowledge, subject);
    if (is_switch && (begin == 0 || denies(project, subject))) {
        return NULL; /* what is said of a switch may be anything, but "enable this" */
    }
    guint end = find_end(project->knowledge, subject, begin,
                         is_switch ? TOLD_SWITCH_WORDS_MAX : TOLD_WORDS_MAX);
    if (end == begin || !goes_with_name(project, subject, first, last, begin, end)) {
        return NULL;
    }
    const Word *from = words_at(subject->sentence->words, begin);
    const Word *to = words_at(subject->sentence->words, end - 1);
    const char *text = words_on_one_line(arena, subject->help, from, to);
    gboolean is_code = strstr(text, " -") != NULL || strpbrk(text, "=$<>@|{}\\") != NULL;
    return strlen(text) > TOLD_BYTES_MAX || is_code ? NULL : text;
}
