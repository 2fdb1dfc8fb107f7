/* The texts that makefiles are made of: names, and references to variables. */
#pragma once

#include <glib.h>

/* The end of a reference that begins at `text` ("$(..." or "${..."): behind its closing bracket, or
 * at the end of the text when there is none. */
const char *make_reference_end(const char *text);

/* Writes references in braces, "${strip ${X}}", with round brackets, as make takes both for the
 * same; one in which brackets have no partner stays as it is. In place. */
void make_round_references(char *text);

/* What a command of the shell writes in lower or upper case and prints, "echo $(X) | tr A-Z a-z".
 * The caller frees it; NULL for any other command. */
char *make_case_changed(const char *command, gboolean *upper);

/* Whether the text is a reference to a variable by its plain name, and nothing else. */
gboolean make_is_reference(const char *text);
/* "@NAME@", and nothing else but blanks: a script puts the value in its place. */
gboolean make_is_filled_in(const char *text);
/* The same where that is a part of the text. */
gboolean make_is_filled_somewhere(const char *text);

/* The part of a name behind the last '/' that stands outside of references. */
const char *make_last_part(const char *word);

/* Whether the text could be a variable's name: letters, digits, '_', '-' and '.', no digit first.
 */
gboolean make_is_name(const char *text);

/* Whether nothing but white space stands in a line. */
gboolean make_is_blank(const char *line);
/* Whether a word of a command line is the name of make itself. */
gboolean make_is_own_name(const char *word);
/* What stands behind a directive of reStructuredText, ".. note:: Slow", that a line begins with;
 * NULL where it begins with none. */
const char *make_behind_directive(const char *line);

/* Whether a command of a recipe starts another make. */
gboolean make_calls_make(const char *command);

/* The first of `characters` that stands outside of references; NULL when there is none. */
const char *make_find_outside(const char *text, const char *characters);
