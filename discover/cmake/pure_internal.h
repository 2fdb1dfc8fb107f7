/* What the files of the pure commands share: dispatch by table, lists, and the ways to end a call.
 * Nothing outside pure_*.c and regex.c includes this. */
#pragma once

#include "discover/cmake/pure.h"

/* One sub-command. Rows of a table are sorted by name, bytewise. */
typedef struct PureRow PureRow;
typedef gboolean (*PureRun)(PureCall *call, const PureRow *row, GError **error);
struct PureRow {
    const char *name;
    const char *operation; /* "list(GET)": for messages and for `derive` */
    PureRun run;
    guint minimum;  /* arguments, the sub-command's own name counted */
    guint maximum;  /* 0: any number */
    guint variable; /* position of the argument that names the variable worked on; 0: none */
    int output; /* position of the one that names the result, negative from the end; 0: see `run` */
};

/* Runs the row that argv[0] names. A call with too few or too many arguments, or of a name that has
 * no row, is a usage error; in the latter case whatever looks like a variable's name is derived. */
gboolean pure_dispatch(PureCall *call, const char *command, const PureRow *rows, gsize count,
                       GError **error);

/* The name of the result, NULL when the arguments are too few to have one. */
const char *pure_output(const PureCall *call, const PureRow *row);
/* The value of the variable worked on, NULL when it is not defined. */
const char *pure_variable(PureCall *call, const PureRow *row);

/* Sets the row's output; a text over the limit becomes a hole and an error. */
gboolean pure_set(PureCall *call, const PureRow *row, const char *value, GError **error);
gboolean pure_set_length(PureCall *call, const PureRow *row, const char *value, gsize length,
                         GError **error);
gboolean pure_set_number(PureCall *call, const PureRow *row, gint64 value);
/* "ON" and "OFF" where CMake stores a bool so, and "1" and "0" where it does that. */
gboolean pure_set_on_off(PureCall *call, const PureRow *row, gboolean value);

/* All that the result depends on, as one text: equal inputs to a sub-command give equal texts. */
const char *pure_input(PureCall *call, const PureRow *row);
/* A hole for the result of the whole call, distinguished from its other results by `part` (may be
 * NULL). */
const char *pure_derive(PureCall *call, const PureRow *row, const char *part);
/* Sets the row's output to a hole and returns TRUE: the call went well, its result is not known. */
gboolean pure_unknown(PureCall *call, const PureRow *row);
/* Does the same, sets the error, and returns FALSE. */
gboolean pure_fail(PureCall *call, const PureRow *row, GError **error, PureError code,
                   const char *format, ...) G_GNUC_PRINTF(5, 6);

/* Whether any argument from `first` on has a hole. */
gboolean pure_has_hole_from(const PureCall *call, guint first);

/* A builder that refuses to grow past PURE_RESULT_MAX_BYTES: then it stays as it is and `full` is
 * set. */
typedef struct {
    GString *text;
    gboolean full;
} PureText;
#define PURE_TEXT_INIT {.text = g_string_new(NULL), .full = FALSE}
void pure_text_append(PureText *self, const char *text, gsize length);
void pure_text_clear(PureText *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(PureText, pure_text_clear)
/* Sets the output to what was built, or to a hole with an error when it was too long. */
gboolean pure_set_text(PureCall *call, const PureRow *row, const PureText *text, GError **error);

/* A list split into its elements, in one copy. An element that is nothing but holes is *open*: it
 * may stand for several, or for none. */
typedef struct {
    char **items; /* all in `storage`, or replaced by pointers that outlive the list */
    guint count;
    guint holes;      /* elements with holes */
    guint first_hole; /* the first such element, `count` when there is none */
    guint open;       /* open elements */
    guint first_open; /* the first such element, `count` when there is none */
    guint last_open;  /* the last; meaningless when there is none */
    char *storage;
} PureList;
void pure_list_clear(PureList *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(PureList, pure_list_clear)
/* The elements of the variable worked on; FALSE when it is not defined. An empty text is an empty
 * list here, though splitting it would give one empty element. */
gboolean pure_list_variable(PureCall *call, const PureRow *row, PureList *list);
/* Where an index, counted from the end when negative, lies among `items`. */
typedef enum {
    PURE_INDEX_KNOWN,
    PURE_INDEX_UNKNOWN, /* an open element lies between it and the end that it is counted from, or
                           it is one */
    PURE_INDEX_WRONG,   /* not a number, or outside */
} PureIndex;
/* Whether an element is open. */
gboolean pure_list_is_open(const char *item);
PureIndex pure_list_index(const PureList *list, const char *index, guint *position);
gboolean pure_list_wrong_index(PureCall *call, const PureRow *row, const PureList *list,
                               const char *index, GError **error);
/* The elements [begin, end) with `glue` between them, in the arena; NULL when it would be too long.
 */
const char *pure_join(PureCall *call, const char *const *items, guint begin, guint end,
                      const char *glue);

/* Sets the row's output to the elements [begin, end) as a list. */
gboolean pure_set_list(PureCall *call, const PureRow *row, const char *const *items, guint begin,
                       guint end, GError **error);
/* Text pieces: `text` points at a hole or not; the piece's end. Holes come one at a time. */
const char *pure_piece_end(const char *text);
/* Each byte of known text through `map`, each hole through `derive`. */
const char *pure_map_bytes(PureCall *call, const char *operation, const char *text,
                           char (*map)(char byte));

static inline gboolean pure_is_space(char byte)
{
    return g_ascii_isspace(byte) || byte == '\v';
}

/* CMake's numbers: FALSE when the text is not wholly one (leading spaces and a sign are allowed).
 */
gboolean pure_to_long(const char *text, long *value);
gboolean pure_to_ulong(const char *text, unsigned long *value);

/* Pieces that list(TRANSFORM) and string() share. Results are in the arena; `pure_strip` returns
 * NULL when the result is not known. `pure_genex_strip` is for texts without holes. */
const char *pure_strip(PureCall *call, const char *text);
const char *pure_genex_strip(PureCall *call, const char *text);
char pure_upper(char byte);
char pure_lower(char byte);

/* string(REGEX REPLACE): made once and applied to many texts. */
typedef struct PureReplace PureReplace;
PureReplace *pure_replace_new(const char *pattern, const char *replacement, GError **error);
void pure_replace_free(PureReplace *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PureReplace, pure_replace_free)
/* Appends `text`, which has to stay until pure_replace_store(), with all matches replaced. */
gboolean pure_replace_apply(PureReplace *self, const char *text, PureText *result, GError **error);
/* Sets the CMAKE_MATCH variables to the last match of all texts. */
void pure_replace_store(const PureReplace *self, PureCall *call);

/* string() sub-commands that have files of their own. */
gboolean pure_string_regex(PureCall *call, const PureRow *row, GError **error);
gboolean pure_string_configure(PureCall *call, const PureRow *row, GError **error);
gboolean pure_string_hash(PureCall *call, const PureRow *row, GError **error);
gboolean pure_string_timestamp(PureCall *call, const PureRow *row, GError **error);
gboolean pure_string_uuid(PureCall *call, const PureRow *row, GError **error);
gboolean pure_string_json(PureCall *call, const PureRow *row, GError **error);

/* list() sub-commands that have files of their own. */
gboolean pure_list_transform(PureCall *call, const PureRow *row, GError **error);
gboolean pure_list_sort(PureCall *call, const PureRow *row, GError **error);
gboolean pure_list_insert(PureCall *call, const PureRow *row, GError **error);
gboolean pure_list_append(PureCall *call, const PureRow *row, GError **error);
gboolean pure_list_prepend(PureCall *call, const PureRow *row, GError **error);
gboolean pure_list_pop(PureCall *call, const PureRow *row, GError **error);
gboolean pure_list_remove_at(PureCall *call, const PureRow *row, GError **error);
gboolean pure_list_remove_item(PureCall *call, const PureRow *row, GError **error);
gboolean pure_list_remove_duplicates(PureCall *call, const PureRow *row, GError **error);
gboolean pure_list_filter(PureCall *call, const PureRow *row, GError **error);
