#include "discover/classify/spelling.h"

#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <string.h>

/* Words in capitals of so many letters may be abbreviations. */
#define ABBREVIATION_LETTERS_MAX 4u

/* ---- in the help text ----------------------------------------------------------------------- */

/* Letters and digits of the words `first` to `last`, in small letters. */
static char *letters_of(const GArray *words, guint first, guint last)
{
    GString *text = g_string_new(NULL);
    for (guint i = first; i <= last; i++) {
        g_string_append(text, words_at(words, i)->text);
    }
    return g_string_free(text, FALSE);
}

/* Whether what stands there is a word of a sentence, no piece of a path or of another name: not the
 * XC in "USE_XC=1" or "lib/xc". */
static gboolean stands_free(const char *help, const Word *begin, const Word *end)
{
    guint stop = end->start + end->length;
    gboolean open = begin->start == 0 || strchr("_-/.$=<@", help[begin->start - 1]) == NULL;
    gboolean closed = help[stop] == '\0' || strchr("_-/=", help[stop]) == NULL;
    gboolean called = help[stop] == '(' || (help[stop] == '.' && g_ascii_isalnum(help[stop + 1]));
    return open && closed && !called && (begin->start == 0 || !begin->same_piece);
}

/* How many words of the help text from `at` on have just these letters; 0 when they have not. */
static guint run_of(const GArray *words, guint at, const char *letters)
{
    const char *rest = letters;
    for (guint i = at; i < words->len && (i == at || !words_at(words, i)->apart); i++) {
        const char *text = words_at(words, i)->text;
        if (!g_str_has_prefix(rest, text)) {
            return 0;
        }
        rest += strlen(text);
        if (*rest == '\0') {
            gboolean goes_on = i + 1 < words->len && words_at(words, i + 1)->same_piece;
            return goes_on ? 0 : i + 1 - at;
        }
    }
    return 0;
}

const char *spelling_in_help(const Subject *subject, guint first, guint last, Arena *arena)
{
    if (subject->sentence == NULL) {
        return NULL;
    }
    g_autofree char *letters = letters_of(subject->name->words, first, last);
    const GArray *words = subject->sentence->words;
    for (guint i = 0; i < words->len; i++) {
        guint count = run_of(words, i, letters);
        if (count == 0) {
            continue;
        }
        const Word *begin = words_at(words, i);
        const Word *end = words_at(words, i + count - 1);
        if (stands_free(subject->help, begin, end)) {
            return words_on_one_line(arena, subject->help, begin, end);
        }
    }
    return NULL;
}

/* ---- word by word --------------------------------------------------------------------------- */

/* What the words are a mention of, where it is all of them; NULL when nothing. */
static const Mention *mention_of(const Subject *subject, guint first, guint last)
{
    for (guint i = 0; i < subject->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(subject->name->mentions, Mention, i);
        if (mention->first == first && mention->count == last + 1 - first) {
            return mention;
        }
    }
    return NULL;
}

/* A product's usual name, where it has the same letters. */
static const char *usual_name(const Subject *subject, guint first, guint last)
{
    const Mention *mention = mention_of(subject, first, last);
    if (mention == NULL || !mention->term->technology) {
        return NULL;
    }
    g_autofree char *letters = letters_of(subject->name->words, first, last);
    return words_are_alike(letters, mention->term->name) ? mention->term->name : NULL;
}

/* Whether what nobody knows may be the name of a product in options of that category. */
static gboolean has_products(Category category)
{
    guint32 products = (1u << CATEGORY_MPI) | (1u << CATEGORY_LINEAR_ALGEBRA) |
                       (1u << CATEGORY_FFT) | (1u << CATEGORY_IO) | (1u << CATEGORY_LIBRARY) |
                       (1u << CATEGORY_VENDORED) | (1u << CATEGORY_GPU_BACKEND);
    return (products & (1u << category)) != 0;
}

/* Whether the word alone is a spelling of a product: the "SUPERLU" of "SUPERLU_DIST". */
static gboolean is_product(const Project *project, const char *text)
{
    const GArray *spellings = knowledge_spellings(project->knowledge, text);
    for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
        if (g_array_index(spellings, Spelling, i).term->technology) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a word in capitals is an ordinary one, which is written small in a sentence. */
static gboolean is_ordinary(const Project *project, const Subject *subject, Category category,
                            guint at)
{
    const char *text = words_at(subject->name->words, at)->text;
    if (knowledge_is_filler(project->knowledge, text) ||
        g_hash_table_contains(project->knowledge->short_words, text)) {
        return TRUE;
    }
    if (strlen(text) <= ABBREVIATION_LETTERS_MAX || strpbrk(text, "0123456789") != NULL) {
        return FALSE;
    }
    for (guint i = 0; i < subject->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(subject->name->mentions, Mention, i);
        if (at >= mention->first && at < mention->first + mention->count) {
            return !mention->term->technology || (mention->count > 1 && !is_product(project, text));
        }
    }
    return !has_products(category);
}

/* The last of the words from `first` on that nothing but letter case parts: "LinkTimeOptimization"
 * is one word to people. */
static guint word_end(const Subject *subject, guint first, guint last)
{
    guint end = first;
    while (end < last && words_at(subject->name->words, end + 1)->same_piece) {
        end++;
    }
    return end;
}

/* Words of a name that are being spelled. */
typedef struct {
    const Project *project;
    const Subject *subject;
    Category category;
    guint last;      /* the last of them */
    gboolean shouts; /* all of them are in capitals */
    gboolean known;  /* somebody writes one of them in a way of its own */
} Wording;

/* The words as they are written in the name. */
static char *plain_word(const Wording *self, guint first, guint end)
{
    const Subject *subject = self->subject;
    const Word *begin = words_at(subject->name->words, first);
    const Word *stop = words_at(subject->name->words, end);
    return self->shouts && first == end &&
                   is_ordinary(self->project, subject, self->category, first)
               ? g_strdup(begin->text)
               : g_strndup(option_name_bare(subject->option->name) + begin->start,
                           stop->start + stop->length - begin->start);
}

/* The words from `first` to `*end` that are written as one, as many as possible. */
static char *piece_of(Wording *self, guint first, guint *end)
{
    const Subject *subject = self->subject;
    g_autoptr(Arena) arena = arena_new();
    guint least = word_end(subject, first, self->last);
    for (guint stop = self->last; stop >= least; stop--) {
        if (word_end(subject, stop, self->last) != stop) {
            continue;
        }
        const char *usual = usual_name(subject, first, stop);
        const char *text = usual != NULL ? usual : spelling_in_help(subject, first, stop, arena);
        if (text != NULL) {
            *end = stop;
            self->known = TRUE;
            return g_strdup(text);
        }
        if (stop == 0) {
            break;
        }
    }
    *end = least;
    return plain_word(self, first, least);
}

static gboolean is_in_capitals(const Subject *subject, guint first, guint last)
{
    const char *name = option_name_bare(subject->option->name);
    const Word *end = words_at(subject->name->words, last);
    for (guint i = words_at(subject->name->words, first)->start; i < end->start + end->length;
         i++) {
        if (g_ascii_islower(name[i])) {
            return FALSE;
        }
    }
    return TRUE;
}

const char *spelling_of_words(const Project *project, const Subject *subject, Category category,
                              guint first, guint last, Arena *arena)
{
    /* Of a single word nobody can tell whether it is an ordinary one. */
    gboolean shouts = is_in_capitals(subject, first, last) &&
                      (first < last || mention_of(subject, first, last) != NULL);
    Wording wording = {project, subject, category, last, shouts, FALSE};
    const char *name = option_name_bare(subject->option->name);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = first; i <= last;) {
        if (i > first) {
            g_string_append_c(text, ' ');
        }
        guint end = i;
        g_autofree char *piece = piece_of(&wording, i, &end);
        g_string_append(text, piece);
        i = end + 1;
    }
    if (wording.known || shouts) {
        return arena_strdup(arena, text->str);
    }
    /* Nobody writes a word of it in another way: it stays as it is, hyphens and all. */
    const Word *begin = words_at(subject->name->words, first);
    const Word *end = words_at(subject->name->words, last);
    char *kept = arena_strndup(arena, name + begin->start, end->start + end->length - begin->start);
    return g_strdelimit(kept, "_", ' ');
}
