/* Lists of words as people write them in help texts and comments: "single, double or extended",
 * "cuda|hip", "MKL>OPENBLAS>ATLAS", "scalar sse avx", "0 = none, 1 = OpenMP". Reads only what
 * stands at a place; whether that is an offer of values is for the caller to say. */
#pragma once

#include <glib.h>

/* A longer list is none. */
#define HELP_VALUES_MAX 64u

/* One list as it is read from a place in a text. */
typedef struct {
    GPtrArray *items; /* char * */
    gboolean bars;    /* separated by '|' */
    gboolean ranked;  /* each before the next: separated by '>' */
    gboolean joined;  /* by more than commas: "or", "and", '/', '|', ';', '>' */
    const char *end;  /* behind the last item */
} ValueList;

/* Empty. This and all lists that follow are the caller's to free. */
ValueList *value_list_new(void);
void value_list_free(ValueList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ValueList, value_list_free)

/* Whether words may hold the byte: letters, digits, '_', '.', '+', '-'. */
gboolean value_list_is_item_byte(char byte);
/* Behind blanks, tabs and line ends. */
const char *value_list_skip_blanks(const char *at);

/* One word, in quotes or not, with a remark behind it as in "pack[built-in]" or "mkl (default)";
 * NULL when there is none, otherwise what follows. The caller frees `item`. */
const char *value_list_item(const char *at, char **item);

/* The words from here on, with commas, bars and the like between them. NULL when they are too many;
 * may hold none. */
ValueList *value_list_read(const char *at);

/* Words with nothing but blanks between them, up to one of the bytes of `ends` or the text's end.
 * NULL when something else than words is there, or words that belong to a sentence. */
ValueList *value_list_read_spaced(const char *at, const char *ends);

/* Words that are each explained: "0 = none, 1 = OpenMP", "0 - none, 1 - OpenMP". NULL when there
 * are fewer than two. */
ValueList *value_list_read_explained(const char *at);

/* Values that are each explained in a line of their own: below a line that ends with a colon, after
 * a dash or star, or in a column. NULL when there are none; `announced` says whether a colon told
 * so.
 */
ValueList *value_list_read_lines(const char *text, gboolean *announced);

/* Whether a word (char *) is there in letters of any case. */
gboolean value_list_has(const GPtrArray *items, const char *text);
