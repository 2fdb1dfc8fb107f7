/* The commands of a CMake file as words, read without a syntax tree: for looking through files that
 * may never be run. Comments are left out, references are not replaced, and a file that CMake would
 * refuse is read as far as it makes sense. */
#pragma once

#include <glib.h>

typedef enum {
    TEXT_WORD_PLAIN,
    TEXT_WORD_QUOTED,  /* its text is without the quotes, escapes as written */
    TEXT_WORD_BRACKET, /* its text is with the brackets */
    TEXT_WORD_OPEN,    /* a parenthesis among the arguments; no text */
    TEXT_WORD_CLOSE,
} TextWordKind;

typedef struct {
    TextWordKind kind;
    char *text;
} TextWord;

/* Calls `visit` for each command in order: its name in lower case, its words (TextWord). Both are
 * gone afterwards. */
typedef void (*TextCommandVisit)(const char *name, const GArray *words, gpointer data);
void text_commands(const char *text, TextCommandVisit visit, gpointer data);

/* The length of the variable's name that begins at `text`; 0 when none does. */
gsize text_name_length(const char *text);
gboolean text_is_name(const char *text);

/* What a file is told by where the rest of its path is put together: its name without folders and
 * ".cmake". The caller frees it. */
char *text_file_stem(const char *path);

/* Whether a command's name has the word "option" or "options": my_option(), ADD_OPTIONS(). */
gboolean text_speaks_of_options(const char *name);
/* Whether an argument tells people something: it begins with a letter, as flags do not, but for an
 * aside in brackets, and has several words. */
gboolean text_is_sentence(const char *text);

/* Whether the word at `index` is there, plain, and one of the texts; whether any word is `text`. */
gboolean text_words_is(const GArray *words, guint index, const char *const *texts);
gboolean text_words_have(const GArray *words, const char *text);
/* The variable that an operand of a condition names, NAME or "${NAME}": where it begins, and its
 * length, 0 for none. */
gsize text_word_variable(const TextWord *word, const char **name);
