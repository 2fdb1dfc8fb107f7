/* What of names is the project's own, and so no library of others. */
#include "discover/classify/project.h"

#include "discover/classify/words.h"

#include <string.h>

gboolean project_is_own_name(const Project *self, const char *name)
{
    char squashed[PHRASE_BYTES_MAX];
    words_squash(name, squashed, sizeof squashed);
    return squashed[0] != '\0' &&
           (strcmp(squashed, self->own_name) == 0 || strcmp(squashed, self->bare_name) == 0);
}

gboolean project_is_own_target(const Project *self, const char *name)
{
    char squashed[PHRASE_BYTES_MAX];
    words_squash(name, squashed, sizeof squashed);
    return (strlen(self->own_name) >= OWN_NAME_BYTES_MIN &&
            g_str_has_prefix(squashed, self->own_name)) ||
           (*self->bare_name != '\0' && g_str_has_prefix(squashed, self->bare_name));
}

gboolean project_is_own_term(const Project *self, const Term *term)
{
    const Term *own = self->own_term;
    for (guint i = 0; own != NULL && i < own->provided->len; i++) {
        if (g_array_index(own->provided, guint, i) == term->index) {
            return TRUE;
        }
    }
    return term == own;
}

/* Whether it is a part of one written word that is the project's name: Kokkos in KokkosFFT. */
static gboolean is_in_own_name(const char *own_name, const GArray *words, const Mention *mention)
{
    guint first = mention->first;
    while (first > 0 && g_array_index(words, Word, first).same_piece) {
        first--;
    }
    const char *rest = own_name;
    guint end = first;
    while (end < words->len && rest[0] != '\0') {
        const Word *word = &g_array_index(words, Word, end);
        if ((end > first && !word->same_piece) || !g_str_has_prefix(rest, word->text)) {
            return FALSE;
        }
        rest += strlen(word->text);
        end++;
    }
    return rest[0] == '\0' && mention->first + mention->count <= end;
}

/* "starpufft" in StarPU: a part of the project, which is taken for a technology because of what
 * its name begins with. */
static gboolean is_glued_to(const char *own_name, const char *word, const Mention *mention)
{
    gsize length = strlen(own_name);
    return mention->glued && length >= OWN_NAME_BYTES_MIN && g_str_has_prefix(word, own_name) &&
           g_ascii_isalpha(word[length]);
}

/* "MMG3D" in Mmg: the project's own, for so many dimensions. Other letters make other names, as
 * "SIMD" is none of Sim's, nor "HDF5" of HDF's. */
static gboolean is_own_in_dimensions(const char *own_name, const char *word, const Mention *mention)
{
    gsize length = strlen(own_name);
    return mention->count == 1 && length > 0 && g_str_has_prefix(word, own_name) &&
           word[length] >= '1' && word[length] <= '9' && strcmp(word + length + 1, "d") == 0;
}

/* Whether the mention is that name of the project's. */
static gboolean is_called(const Project *self, const char *own_name, const Mentions *mentions,
                          const Mention *mention)
{
    if (is_in_own_name(own_name, mentions->words, mention)) {
        return TRUE;
    }
    const char *rest = own_name;
    for (guint i = 0; i < mention->count; i++) {
        const char *word = g_array_index(mentions->words, Word, mention->first + i).text;
        if (i > 0 && *rest == '\0' && g_hash_table_contains(self->knowledge->product_words, word)) {
            return TRUE; /* "the Foo library" */
        }
        if (is_glued_to(own_name, word, mention) || is_own_in_dimensions(own_name, word, mention)) {
            return TRUE;
        }
        if (!g_str_has_prefix(rest, word)) {
            return FALSE;
        }
        rest += strlen(word);
    }
    /* Libfoo2, or Libfoo++, is what others call Libfoo; what is short is another's, too. */
    gboolean plus = rest - own_name >= OWN_NAME_BYTES_MIN;
    return rest[strspn(rest, plus ? "0123456789+" : "0123456789")] == '\0';
}

/* Whether an entry of the knowledge files, shared by several products, has the project among them.
 */
static gboolean is_shared_with(const Project *self, const Term *term)
{
    const GArray *spellings = knowledge_spellings(self->knowledge, self->own_name);
    for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
        if (g_array_index(spellings, Spelling, i).term == term) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "p8est" and "p4est". */
static gboolean differ_in_digits(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        if (*a != *b && !(g_ascii_isdigit(*a) && g_ascii_isdigit(*b))) {
            return FALSE;
        }
    }
    return *a == *b;
}

/* "p8est" in p4est, or "ParHIP" in KaHIP, whose build makes it: another product of the same people.
 * A wrapper of another library may have sources that are called after it. */
static gboolean is_sibling(const Project *self, const Mentions *mentions, const Mention *mention)
{
    if (!is_shared_with(self, mention->term)) {
        return FALSE;
    }
    g_autoptr(GString) name = g_string_new(NULL);
    for (guint i = 0; i < mention->count; i++) {
        g_string_append(name, g_array_index(mentions->words, Word, mention->first + i).text);
    }
    return project_makes(self, name->str) || differ_in_digits(self->own_name, name->str);
}

gboolean project_is_own(const Project *self, const Mentions *mentions, const Mention *mention)
{
    return project_is_own_term(self, mention->term) ||
           is_called(self, self->own_name, mentions, mention) ||
           (*self->bare_name != '\0' && is_called(self, self->bare_name, mentions, mention)) ||
           is_sibling(self, mentions, mention);
}
