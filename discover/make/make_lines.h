/* The logical lines of a makefile: physical ones that a backslash joins. */
#pragma once

#include <glib.h>

/* Lines of a commented block that its end is looked for in. */
#define MAKE_BLOCK_LINES_MAX 400u
/* A logical line longer than this is left out, and counted in `too_long`. */
#define MAKE_LINE_BYTES_MAX (1024u * 1024u)
/* A logical line or a define in which more references stand within each other is left out, too, and
 * counted in `too_deep`: each of them is followed to its end, which would take the square of
 * the line's length. */
#define MAKE_NESTING_MAX 256u

typedef struct {
    const char *cursor; /* what comes next; the caller's text, which has to stay */
    guint line;         /* of the cursor; lines count from one */
    guint too_long;     /* lines that were left out, and came back empty */
    guint too_deep;
    guint dead_until; /* the last line of a commented block; 0: there was none */
} MakeLines;

/* Reads one logical line, and the number of its first physical one: a backslash at a line's end
 * joins it with the next one by a blank. FALSE at the end of the text. */
gboolean make_lines_next(MakeLines *self, GString *line, guint *number);

/* Empties a text of several lines in which too many references stand within each other, and counts
 * it. */
void make_lines_drop_too_deep(MakeLines *self, GString *text);

/* Whether the line that was read last belongs to a block that is commented out whole: "# ifeq
 * (...)" and what follows, all of it comments, up to its "# endif". What stands in it hangs on a
 * test that nobody makes. */
gboolean make_lines_are_dead(MakeLines *self, const char *line, guint number);
