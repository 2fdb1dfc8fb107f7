#include "discover/classify/mentions.h"

#include "discover/classify/words.h"

#include <string.h>

/* How far a spelling can be trusted that was not found as it stands. */
#define FACTOR_NUMBERED 0.95 /* "fftw4" for "fftw" */
#define FACTOR_GLUED 0.6     /* "lapackdense" for "lapack" */
/* Shorter words begin and end other words by chance; one no longer than this does so as well,
 * "numadv", unless what is left is a word, "blaslib", or a digit sets it apart, "hdf5x". */
#define GLUED_BYTES_MIN 4u
/* So many letters at least say where a library comes from, without a mark behind them. */
#define ORIGIN_BYTES_MIN 6u
/* Words of a sentence that are no longer together are two words, not one that was divided: "is a"
 * is no ISA. */
#define DIVIDED_BYTES_MIN 4u
#define LIBRARY "lib"
#define GLUED_BEHIND_VERB_BYTES_MIN 3u

typedef struct {
    const Knowledge *knowledge;
    Mentions *mentions;
    SpellingScope scope; /* the widest scope that counts here */
    gboolean guess;
    gboolean technologies_only;
    gboolean goes_on; /* Mention.goes_on of what is taken */
} Finder;

void mentions_free(Mentions *self)
{
    if (self == NULL) {
        return;
    }
    g_array_unref(self->words);
    g_array_unref(self->mentions);
    g_free(self->covered);
    g_free(self);
}

/* Takes what a spelling means, if it counts in this kind of text. */
static gboolean take(Finder *self, const char *squashed, guint first, guint count, double factor)
{
    const GArray *spellings = knowledge_spellings(self->knowledge, squashed);
    if (spellings == NULL) {
        return FALSE;
    }
    gboolean found = FALSE;
    for (guint i = 0; i < spellings->len; i++) {
        const Spelling *spelling = &g_array_index(spellings, Spelling, i);
        if (spelling->scope > self->scope ||
            (self->technologies_only && (!spelling->term->technology || spelling->factor < 1))) {
            continue;
        }
        Mention mention = {.term = spelling->term,
                           .first = first,
                           .count = count,
                           .factor = factor * spelling->factor,
                           .glued = self->technologies_only,
                           .goes_on = self->goes_on};
        g_array_append_val(self->mentions->mentions, mention);
        found = TRUE;
    }
    for (guint i = 0; found && i < count; i++) {
        self->mentions->covered[first + i] = TRUE;
    }
    return found;
}

/* "gfx90a" is looked up as "gfx#": a family of names that differ in a number. */
static gboolean take_family(Finder *self, const char *squashed, guint first, guint count)
{
    const char *digit = strpbrk(squashed, "0123456789");
    if (digit == NULL || digit == squashed) {
        return FALSE;
    }
    for (const char *c = digit; *c != '\0'; c++) {
        if (!g_ascii_isxdigit(*c)) {
            return FALSE;
        }
    }
    char family[PHRASE_BYTES_MAX];
    g_snprintf(family, sizeof family, "%.*s#", (int)(digit - squashed), squashed);
    return take(self, family, first, count, 1.0);
}

static gboolean take_without_number(Finder *self, const char *word, guint first)
{
    gsize length = strlen(word);
    gsize kept = length;
    while (kept > 0 && g_ascii_isdigit(word[kept - 1])) {
        kept--;
    }
    if (kept == length || kept < GLUED_BEHIND_VERB_BYTES_MIN) {
        return FALSE;
    }
    g_autofree char *stem = g_strndup(word, kept);
    return take(self, stem, first, 1, FACTOR_NUMBERED);
}

static gboolean take_singular(Finder *self, const char *word, guint first)
{
    gsize length = strlen(word);
    if (length < GLUED_BYTES_MIN || word[length - 1] != 's') {
        return FALSE;
    }
    g_autofree char *singular = g_strndup(word, length - 1);
    return take(self, singular, first, 1, 1.0);
}

/* Whether the word says where a library comes from: "bundled", "external". */
static gboolean is_origin(const Finder *self, const char *word)
{
    const GArray *spellings = knowledge_spellings(self->knowledge, word);
    for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
        const Spelling *spelling = &g_array_index(spellings, Spelling, i);
        if (spelling->scope <= self->scope && spelling->term->category == CATEGORY_VENDORED) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "bundledzlib": both are known, and all that there is. */
static gboolean take_origin(Finder *self, const char *word, gsize cut, guint first)
{
    g_autofree char *head = g_strndup(word, cut);
    if (cut < ORIGIN_BYTES_MIN || !is_origin(self, head)) {
        return FALSE;
    }
    self->technologies_only = TRUE;
    gboolean library = take(self, word + cut, first, 1, FACTOR_NUMBERED);
    self->technologies_only = FALSE;
    return library && take(self, head, first, 1, FACTOR_NUMBERED);
}

/* "adblaslapack": libraries of some kinds are called after the kind, with something before it. */
static gboolean take_kind(Finder *self, const char *word, guint first)
{
    for (gsize cut = 1; cut < strlen(word); cut++) {
        if (g_hash_table_contains(self->knowledge->kind_endings, word + cut)) {
            return take(self, word + cut, first, 1, FACTOR_GLUED);
        }
    }
    return FALSE;
}

/* Whether the text is nothing but further instruction sets, "vnnigfni", each of which is known as
 * such. */
static gboolean is_instruction_parts(const Finder *self, const char *text)
{
    gsize length = strlen(text);
    gboolean reached[PHRASE_BYTES_MAX + 1] = {TRUE};
    for (gsize begin = 0; length <= PHRASE_BYTES_MAX && begin < length; begin++) {
        for (gsize end = begin + 1; reached[begin] && end <= length; end++) {
            g_autofree char *part = g_strndup(text + begin, end - begin);
            reached[end] =
                reached[end] || g_hash_table_contains(self->knowledge->instruction_parts, part);
        }
    }
    return length > 0 && length <= PHRASE_BYTES_MAX && reached[length];
}

static gboolean is_instruction_set(const Finder *self, const char *word)
{
    const GArray *spellings = knowledge_spellings(self->knowledge, word);
    for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
        const Spelling *spelling = &g_array_index(spellings, Spelling, i);
        if (spelling->scope <= self->scope && spelling->term->technology &&
            spelling->term->category == CATEGORY_SIMD) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "neonfp8dot4": an instruction set and what else a processor has to have. */
static gboolean take_instructions(Finder *self, const char *word, guint first)
{
    for (gsize cut = strlen(word) - 1; cut >= GLUED_BEHIND_VERB_BYTES_MIN; cut--) {
        g_autofree char *head = g_strndup(word, cut);
        if (is_instruction_set(self, head) && is_instruction_parts(self, word + cut)) {
            return take(self, head, first, 1, FACTOR_NUMBERED);
        }
    }
    return FALSE;
}

/* Whether what is left behind a short head is a word by itself, or a number. */
static gboolean is_word(const Finder *self, const char *tail)
{
    if (strspn(tail, "0123456789") == strlen(tail) || knowledge_is_filler(self->knowledge, tail)) {
        return TRUE;
    }
    const GArray *spellings = knowledge_spellings(self->knowledge, tail);
    for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
        if (g_array_index(spellings, Spelling, i).scope <= self->scope) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "usempi", "lapackdense", "petscsnes": a known word with something glued to it. Behind a verb any
 * term is meant; otherwise plain notions are left out, or "latest" would be about tests. */
static gboolean take_glued(Finder *self, const char *word, guint first)
{
    gsize length = strlen(word);
    if (take_instructions(self, word, first)) {
        return TRUE;
    }
    for (gsize cut = length - 1; cut >= 2; cut--) {
        g_autofree char *head = g_strndup(word, cut);
        if (length - cut >= GLUED_BEHIND_VERB_BYTES_MIN &&
            knowledge_is_filler(self->knowledge, head) &&
            take(self, word + cut, first, 1, FACTOR_NUMBERED)) {
            return TRUE;
        }
        if (length - cut >= GLUED_BEHIND_VERB_BYTES_MIN && take_origin(self, word, cut, first)) {
            return TRUE;
        }
    }
    self->technologies_only = TRUE;
    gboolean found = FALSE;
    /* "libzbc" is no "libz": what begins like all libraries has to go on for as long as others. */
    gsize least = GLUED_BYTES_MIN + (g_str_has_prefix(word, LIBRARY) ? strlen(LIBRARY) : 0);
    for (gsize cut = length - 1; !found && cut >= MAX(least, (length + 1) / 2); cut--) {
        g_autofree char *head = g_strndup(word, cut);
        gboolean whole = is_word(self, word + cut);
        gboolean clear = cut > GLUED_BYTES_MIN || g_ascii_isdigit(word[cut - 1]) || whole;
        self->goes_on = !whole && !g_hash_table_contains(self->knowledge->glued_places, word + cut);
        found = clear && take(self, head, first, 1, FACTOR_GLUED);
    }
    self->technologies_only = FALSE;
    self->goes_on = FALSE;
    return found || take_kind(self, word, first);
}

/* Whether a blank stands between the words. */
static gboolean is_spaced(const GArray *words, guint first, guint count)
{
    for (guint i = 1; i < count; i++) {
        if (g_array_index(words, Word, first + i).spaced) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "as an": so few letters of words that say nothing are no ASAN, either. */
static gboolean are_fillers(const Finder *self, guint first, guint count)
{
    for (guint i = 0; i < count; i++) {
        const char *word = g_array_index(self->mentions->words, Word, first + i).text;
        if (!knowledge_is_filler(self->knowledge, word)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Joins as many words as possible; returns how many were taken. */
static guint take_longest(Finder *self, guint first)
{
    const GArray *words = self->mentions->words;
    char joined[PHRASE_WORDS_MAX][PHRASE_BYTES_MAX];
    gsize length = 0;
    guint count = 0;
    char buffer[PHRASE_BYTES_MAX] = "";
    while (count < PHRASE_WORDS_MAX && first + count < words->len) {
        const Word *word = &g_array_index(words, Word, first + count);
        gsize added = strlen(word->text);
        if ((count > 0 && word->apart) || length + added + 1 > PHRASE_BYTES_MAX) {
            break;
        }
        memcpy(buffer + length, word->text, added + 1);
        length += added;
        memcpy(joined[count++], buffer, length + 1);
    }
    for (guint n = count; n > 0; n--) {
        gsize letters = strlen(joined[n - 1]);
        if (is_spaced(words, first, n) &&
            (letters < DIVIDED_BYTES_MIN ||
             (letters == DIVIDED_BYTES_MIN && are_fillers(self, first, n)))) {
            continue;
        }
        if (take(self, joined[n - 1], first, n, 1.0) ||
            take_family(self, joined[n - 1], first, n)) {
            return n;
        }
    }
    return 0;
}

static gboolean take_guess(Finder *self, guint at)
{
    const char *word = g_array_index(self->mentions->words, Word, at).text;
    if (take_singular(self, word, at)) {
        return TRUE;
    }
    if (!self->guess || knowledge_is_filler(self->knowledge, word)) {
        return FALSE;
    }
    return take_without_number(self, word, at) ||
           (strlen(word) > GLUED_BYTES_MIN && take_glued(self, word, at));
}

static Mentions *find(const Knowledge *knowledge, GArray *words, SpellingScope scope,
                      gboolean guess)
{
    Mentions *self = g_new0(Mentions, 1);
    self->words = words;
    self->mentions = g_array_new(FALSE, FALSE, sizeof(Mention));
    self->covered = g_new0(gboolean, words->len + 1);
    Finder finder = {.knowledge = knowledge, .mentions = self, .scope = scope, .guess = guess};
    for (guint at = 0; at < words->len;) {
        guint taken = take_longest(&finder, at);
        if (taken == 0) {
            take_guess(&finder, at);
            taken = 1;
        }
        at += taken;
    }
    return self;
}

/* From "requires", "instead of" and the like to the clause's end, a sentence does not name what the
 * option is about. One that begins "If you need ..." does all the same, and a phrase that the word
 * itself begins is meant, "if not found". */
static void set_aside(const Knowledge *knowledge, Mentions *self)
{
    guint next = 0;
    gboolean aside = FALSE;
    gboolean opening = TRUE;
    for (guint i = 0; i < self->words->len; i++) {
        const Word *word = &g_array_index(self->words, Word, i);
        opening = opening && g_hash_table_contains(knowledge->opening, word->text);
        gboolean still = aside && !word->apart;
        aside = still || (!opening && g_hash_table_contains(knowledge->weakening, word->text));
        for (; next < self->mentions->len; next++) {
            Mention *mention = &g_array_index(self->mentions, Mention, next);
            if (mention->first != i) {
                break;
            }
            mention->aside = aside && (still || mention->count == 1);
        }
    }
}

static gboolean is_technology(const Knowledge *knowledge, const char *word)
{
    const GArray *spellings = knowledge_spellings(knowledge, word);
    for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
        const Spelling *spelling = &g_array_index(spellings, Spelling, i);
        if (spelling->scope <= SPELLING_NAME && spelling->term->technology) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the capitals before a small letter are a technology's name, all of them: "PNGwriter". */
static gboolean is_cut_too_early(const Knowledge *knowledge, const char *name, const Word *before,
                                 const Word *after)
{
    if (!after->same_piece || after->length < 2 || !g_ascii_islower(name[after->start + 1]) ||
        !g_ascii_isupper(name[before->start + before->length - 1])) {
        return FALSE;
    }
    g_autofree char *both = g_strconcat(before->text, after->text, NULL);
    g_autofree char *capitals = g_strndup(both, before->length + 1);
    return is_technology(knowledge, capitals) && !is_technology(knowledge, before->text) &&
           !is_technology(knowledge, both);
}

/* The last capital of a run begins a word, as in "MPIComm", but not in "MPIlib". */
static GArray *known_words_of_name(const Knowledge *knowledge, Arena *arena, const char *name)
{
    GArray *words = words_of_name(arena, name);
    for (guint i = 0; i + 1 < words->len; i++) {
        Word *before = &g_array_index(words, Word, i);
        Word *after = &g_array_index(words, Word, i + 1);
        if (is_cut_too_early(knowledge, name, before, after)) {
            before->text = arena_printf(arena, "%s%c", before->text, after->text[0]);
            before->length++;
            after->text++;
            after->start++;
            after->length--;
        }
    }
    return words;
}

Mentions *mentions_of_name(const Knowledge *knowledge, Arena *arena, const char *name)
{
    return find(knowledge, known_words_of_name(knowledge, arena, name), SPELLING_NAME, TRUE);
}

/* "d" is a precision; the letter in "TWO_D_MODEL" is none. */
Mentions *mentions_of_value(const Knowledge *knowledge, Arena *arena, const char *value)
{
    Mentions *self = find(knowledge, words_of_name(arena, value), SPELLING_VALUE, TRUE);
    for (guint i = self->mentions->len; self->words->len > 1 && i > 0; i--) {
        const Mention *mention = &g_array_index(self->mentions, Mention, i - 1);
        const Word *word = &g_array_index(self->words, Word, mention->first);
        if (mention->count == 1 && strlen(word->text) == 1) {
            self->covered[mention->first] = FALSE;
            g_array_remove_index(self->mentions, i - 1);
        }
    }
    return self;
}

Mentions *mentions_of_sentence(const Knowledge *knowledge, Arena *arena, const char *text)
{
    Mentions *self = find(knowledge, words_of_sentence(arena, text), SPELLING_ANYWHERE, FALSE);
    set_aside(knowledge, self);
    return self;
}

gboolean mentions_is_filler(const Knowledge *knowledge, const Mentions *self, guint at)
{
    return knowledge_is_filler(knowledge, g_array_index(self->words, Word, at).text);
}

gboolean mentions_ends(const Knowledge *knowledge, const Mentions *self, const Mention *mention)
{
    for (guint i = mention->first + mention->count; i < self->words->len; i++) {
        if (!mentions_is_filler(knowledge, self, i)) {
            return FALSE;
        }
    }
    return TRUE;
}
