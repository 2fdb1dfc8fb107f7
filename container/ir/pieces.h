/* A module's text taken apart into function bodies that other modules may share, and a skeleton.
 *
 * In LLVM's text a function refers to what stands outside of it by names, and most names mean the
 * same in every module: functions, global variables, types. Some are mere numbers of this module:
 * attribute groups (#12), metadata (!34), and private globals and types that got a number to tell
 * them apart (@.str.5, %struct.point.7). A body has marks in their place; the skeleton keeps, where
 * the function stood, the body's number and the names that belong there. Putting them back is
 * exact, byte for byte. */
#pragma once

#include <glib.h>

/* In bodies: PIECE_MARK, the number of the name in decimal, PIECE_MARK_END. In skeletons: a line
 * that begins with PIECE_MARK, then the body's number and the names, separated by PIECE_MARK_END.
 */
#define PIECE_MARK '\x01'
#define PIECE_MARK_END '\x02'

/* Hands out the number of a body; `body` is NUL-terminated and stays the caller's. */
typedef guint (*PieceAdd)(const char *body, gsize length, gpointer data);
/* The body of a number; NULL when there is none. */
typedef const char *(*PieceFind)(guint number, gpointer data);

/* The skeleton; the caller frees it. NULL and an error when the text holds a mark itself. */
char *pieces_split(const char *text, PieceAdd add, gpointer data, guint *functions, GError **error);
/* The text; the caller frees it. NULL and an error when the skeleton is damaged. */
char *pieces_join(const char *skeleton, PieceFind find, gpointer data, GError **error);

#define PIECES_ERROR pieces_error_quark()
GQuark pieces_error_quark(void);
typedef enum { PIECES_ERROR_MARK, PIECES_ERROR_DAMAGED } PiecesError;
