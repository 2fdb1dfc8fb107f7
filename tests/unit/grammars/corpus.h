/* The text format of `tree-sitter test`, so that the corpus of a grammar is replayed by ctest
 * without that command. A file holds cases of this form; the header may repeat attribute lines
 * after the name:
 *
 *   ==================
 *   Name of the case
 *   :error
 *   ==================
 *   input
 *   ---
 *   (source_file)
 *
 * The input keeps its bytes, less the last newline before the dashes. With ":error" only the
 * presence of an error is compared and nothing may follow the dashes; other attributes are refused.
 */
#pragma once

#include "grammars/grammars.h"

typedef struct {
    char *name;
    char *input;
    gsize input_length;
    char *expected; /* S-expression with each run of white space as one space */
    gboolean error; /* `:error`: the tree must have an error, its form is free */
} CorpusCase;

typedef enum {
    CORPUS_ERROR_FORMAT,
} CorpusError;
#define CORPUS_ERROR (corpus_error_quark())
GQuark corpus_error_quark(void);

/* The cases of one file's text, in its order; NULL and an error naming the line when it is not in
 * the format. The caller owns the array of CorpusCase; it frees its cases. */
GPtrArray *corpus_parse(const char *text, gsize length, GError **error);

/* TRUE when `language` reads the case's input as it says. If not, `*found` (may be NULL) is the
 * S-expression that came out; the caller frees it. As in tree-sitter's own command, field names are
 * compared only when the expected tree has some. */
gboolean corpus_case_holds(const CorpusCase *self, const TSLanguage *language, char **found);
