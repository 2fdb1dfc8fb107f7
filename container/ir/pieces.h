/* A module's text taken apart: its functions' bodies, which other modules may share, and a
 * skeleton.
 *
 * A body is what a function does, whatever it is called and wherever it stands. The names that it
 * refers to are marks: functions, global variables and types, attribute groups (#12), metadata
 * (!34). Local values and labels, which LLVM numbers in their order, are told by their distance
 * from the last one defined, so that equal instructions are equal bytes and compress well. The
 * skeleton has a table of names, and keeps, where the function stood, the body's number and what
 * belongs to its marks. Putting them together is exact, byte for byte. */
#pragma once

#include <glib.h>

/* In bodies: PIECE_MARK, the mark's number in decimal, PIECE_MARK_END; PIECE_LOCAL and a distance
 * for "%12"; PIECE_LABEL and a distance for "12" in "12:".
 *
 * A skeleton's first line is the table, PIECE_MARK_END before each name, in the order in which
 * functions use them first. A line that begins with PIECE_MARK is a function: the body's number,
 * and for each mark, behind a PIECE_MARK_END: nothing for the next name of the table that was not
 * used yet, a number for one that was, or "#12" and "!34" themselves. */
#define PIECE_MARK '\x01'
#define PIECE_MARK_END '\x02'
#define PIECE_LOCAL '\x03'
#define PIECE_LABEL '\x04'

/* Hands out the number of a body; `body` is NUL-terminated and stays the caller's. */
typedef struct {
    guint (*add)(const char *body, gsize length, gpointer data);
    gpointer data;
} PieceSink;

/* The body of a number; NULL when there is none. */
typedef struct {
    const char *(*find)(guint number, gpointer data);
    gpointer data;
} PieceSource;

/* The skeleton; the caller frees it. NULL and an error when the text holds a mark itself. */
char *pieces_split(const char *text, const PieceSink *sink, guint *functions, GError **error);
/* The text; the caller frees it. NULL and an error when the skeleton is damaged. */
char *pieces_join(const char *skeleton, const PieceSource *source, GError **error);
/* The skeleton, which pieces_split made, with other numbers for the bodies: `numbers` by old
 * number. The caller frees it. */
char *pieces_renumber(const char *skeleton, const guint *numbers);

#define PIECES_ERROR pieces_error_quark()
GQuark pieces_error_quark(void);
typedef enum { PIECES_ERROR_MARK, PIECES_ERROR_DAMAGED } PiecesError;
