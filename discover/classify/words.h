/* Names and sentences as words.
 *
 * "KokkosKernels_ENABLE_cuFFT" becomes kokkos, kernels, enable, cu, fft; words that belong together
 * are found by joining neighbours ("cu" + "fft"), so that FFTW3, fftw-3 and FFTW_3 are one
 * spelling. */
#pragma once

#include "core/arena.h"

typedef struct {
    const char *text;    /* lower case, ASCII letters, digits and '+' only */
    guint start;         /* byte offset in the text that it came from */
    guint length;        /* bytes there */
    gboolean apart;      /* punctuation or a line's end stands before it: no joining across it */
    gboolean spaced;     /* a blank stands before it */
    gboolean same_piece; /* a change of letter case alone separates it from the word before */
} Word;

/* Words of an option's, macro's or package's name. Elements are Word. The caller frees the array.
 */
GArray *words_of_name(Arena *arena, const char *name);
/* Words of a help text or comment. */
GArray *words_of_sentence(Arena *arena, const char *text);

static inline const Word *words_at(const GArray *words, guint at)
{
    return &g_array_index(words, Word, at);
}

/* What stands in the text from one word to another, on one line: blanks of any kind become one. */
char *words_on_one_line(Arena *arena, const char *text, const Word *begin, const Word *end);

/* Bytes of a phrase in the form below, the final NUL included. */
#define PHRASE_BYTES_MAX 64u
/* Lower case without anything that is not a letter, digit, '+' or '#': the form in which phrases
 * are compared. Returns the length; `out` receives at most `size` bytes with the final NUL. */
gsize words_squash(const char *text, char *out, gsize size);
/* Whether two texts are the same in that form. */
gboolean words_are_alike(const char *one, const char *other);
