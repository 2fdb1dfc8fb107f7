/* A module's text taken apart into pieces that other modules may share, and a skeleton that says
 * how they go together. Putting them together is exact, byte for byte.
 *
 * A body is what a function does, whatever it is called and wherever it stands. The names that it
 * refers to are marks: functions, global variables and types, attribute groups (#12), metadata
 * (!34). Local values and labels, which LLVM numbers in their order, are told by their distance
 * from the last one defined, so that equal instructions are equal bytes and compress well.
 *
 * A function is a body with the names that belong to its marks. Names that LLVM numbers within one
 * module (#12, !34, @.str.5) are left to the skeleton, so that the same inline function is the same
 * piece in every module that has it.
 *
 * The other lines are pieces, too; lines of metadata refer to others by distance. */
#pragma once

#include <glib.h>

/* In bodies: PIECE_MARK, the mark's number in decimal, PIECE_MARK_END; PIECE_LOCAL and a distance
 * for "%12"; PIECE_LABEL and a distance for "12" in "12:". A line of metadata begins behind its own
 * number, and has PIECE_LOCAL and a distance for "12" in "!12".
 *
 * A function: its body's number in decimal and for each mark, behind a PIECE_MARK_END, its name's
 * number, told by the distance from the one that follows the name before it (from 0 for the first;
 * nothing for a distance of 0), or PIECE_OPEN for a name that the skeleton has.
 *
 * A skeleton has an item for each function and each other line of the module, in their order, and
 * behind the last one, each behind a PIECE_MARK_END, the open names of all functions. An item is a
 * letter, and for PIECE_ITEM_FUNCTION, _LINE and _METADATA the piece's number, told by the distance
 * from the one that follows the piece of this kind before it, as above. */
#define PIECE_MARK '\x01'
#define PIECE_MARK_END '\x02'
#define PIECE_LOCAL '\x03'
#define PIECE_LABEL '\x04'
#define PIECE_OPEN '?'

#define PIECE_ITEM_FUNCTION 'f'
#define PIECE_ITEM_LINE 'l'
#define PIECE_ITEM_METADATA 'm' /* its own number follows the one of the metadata before it */
#define PIECE_ITEM_EMPTY 'e'    /* an empty line */
#define PIECE_ITEM_COMDATS 'c'  /* all lines that comdats_implied gives (ir/comdats.h) */

typedef enum {
    PIECE_BODY,
    PIECE_FUNCTION,
    PIECE_NAME,
    PIECE_LINE,
    PIECE_METADATA,
} PieceKind;
#define PIECE_KINDS 5

/* Hands out the number of a piece, the same for the same text of one kind; `text` has no NUL in it
 * and stays the caller's. */
typedef struct {
    guint (*add)(PieceKind kind, const char *text, gsize length, gpointer data);
    gpointer data;
} PieceSink;

/* The piece of a number, which stays the source's; NULL when there is none. */
typedef struct {
    const char *(*find)(PieceKind kind, guint number, gpointer data);
    gpointer data;
} PieceSource;

/* The skeleton; the caller frees it. NULL and an error when the text holds a mark itself. */
char *pieces_split(const char *text, const PieceSink *sink, GError **error);
/* The text; the caller frees it. NULL and an error when something is damaged. */
char *pieces_join(const char *skeleton, const PieceSource *source, GError **error);

/* The numbers of the skeleton's bodies, function by function, as guint; those of damaged functions
 * are left out. The caller unrefs. */
GArray *pieces_bodies(const char *skeleton, const PieceSource *source);
/* The function with another number for its body: `numbers` by old number. The caller frees it. */
char *piece_renumber(const char *function, const guint *numbers);

#define PIECES_ERROR pieces_error_quark()
GQuark pieces_error_quark(void);
typedef enum { PIECES_ERROR_MARK, PIECES_ERROR_DAMAGED } PiecesError;
