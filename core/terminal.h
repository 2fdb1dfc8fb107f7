/* Text on its way to a person: widths, colours, and no surprises.
 *
 * Everything that comes out of a project is hostile input, to a terminal as well: whatever is
 * printed goes through terminal_text first. */
#pragma once

#include <glib.h>
#include <stdio.h>

typedef enum {
    STYLE_PLAIN,
    STYLE_HEADING,
    STYLE_NAME,
    STYLE_FAINT,
    STYLE_GOOD,
    STYLE_BAD,
} TerminalStyle;

typedef struct {
    FILE *stream;
    gboolean interactive; /* it is a terminal */
    gboolean colours;     /* interactive, and NO_COLOR is not set */
    guint width;          /* columns; TERMINAL_WIDTH_PIPED when it is no terminal */
} Terminal;

#define TERMINAL_WIDTH_PIPED 140u
#define TERMINAL_WIDTH_MIN 40u

/* Takes the locale of the environment for a program: its characters and messages. Numbers stay as
 * they are everywhere, for what is printed and written is read by programs, too. */
void terminal_take_locale(void);

/* Looks at the stream once. COLUMNS in the environment wins over the terminal's own answer. */
Terminal terminal_of(FILE *stream);

/* Whether a character would move the cursor, start an escape sequence, end a line or change the
 * writing direction, so that what is shown is not what stands there. */
gboolean character_is_unsafe(gunichar character);
/* One line that is safe to show: control characters (escape sequences, line ends) and marks that
 * change the writing direction become '?', what is not UTF-8 becomes U+FFFD. The same in every
 * locale, for texts in files. The caller frees it. */
char *terminal_line(const char *text);
/* The same with a blank in place of each, for pages and documents. The caller frees it. */
char *terminal_blanked(const char *text);
/* The same, to print: in a locale without UTF-8 all is ASCII, with what comes near in place of
 * other characters. The caller frees it. */
char *terminal_text(const char *text);
/* The mark that something was cut, for the locale. */
const char *terminal_ellipsis(void);
/* The same line by line, each after the first behind `indent`: what came from somewhere else cannot
 * pass for a line of ours. The caller frees it. */
char *terminal_lines(const char *text, const char *indent);
/* Columns that a safe line takes: wide characters count two, combining ones none. */
guint terminal_columns(const char *text);
/* The longest beginning (or end) of a safe line that fits, with an ellipsis where something was
 * cut. The caller frees it. */
char *terminal_fit(const char *text, guint columns);
char *terminal_fit_end(const char *text, guint columns);
/* A safe line in as many as it takes, broken at blanks where it can be, else behind '_', '-' or
 * '/'. Lines in `columns` columns; the caller frees them with g_strfreev. */
char **terminal_wrap(const char *text, guint columns);

/* Prints in a style; plain where there are no colours. `text` must be safe. */
void terminal_print(const Terminal *self, TerminalStyle style, const char *text);

/* Prints one line, made safe as a whole, and ends it. */
void terminal_say(FILE *stream, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Writes what waits in the stream's buffer. FALSE when that, or anything printed before, was lost:
 * a full disk shows when a buffer is written, which may be long after it was filled. */
gboolean terminal_flush(FILE *stream);

/* The word that goes with a count: "1 entry", "2 entries". */
const char *count_noun(guint64 count, const char *one, const char *many);
/* "1 unit", "2 units". The caller frees it. */
char *counted(guint64 count, const char *one, const char *many);
