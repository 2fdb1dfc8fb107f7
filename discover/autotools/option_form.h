/* What the form that a help text shows says about an option: "--with-x[=DIR]" may say where,
 * "--with-size=NUM" takes a number, "--enable-x" asks whether. */
#pragma once

#include "discover/autotools/configure.h"

/* Words for yes and no. */
gboolean option_form_is_answer(const char *text);
/* Words that leave the answer to configure: beside yes and no they make no choice of it. */
gboolean option_form_is_automatic(const char *text);
/* Words that a script writes where nobody gave the option, so that it can ask for that. */
gboolean option_form_is_unset(const char *text);

/* Whether the help shows a form that turns it on, with nothing to be given: "--with-x". */
gboolean option_form_is_plain(const OptionState *state);
/* Whether the form asks for something other than yes and no. */
gboolean option_form_takes_text(const OptionState *state);
/* "(auto, yes, no)": whether leaving the answer to configure is told as a third way. */
gboolean option_form_lists_automatic(const OptionState *state);
/* Whether a folder or file may be given. */
gboolean option_form_takes_path(const OptionState *state);
/* "DIR", "MPI_ROOT", "prefix": whether the word of a form stands for a place, and is no value. */
gboolean option_form_is_place_word(const char *word);
/* "DIR|embedded|no": whether that is one of several ways. */
gboolean option_form_may_be_place(const OptionState *state);
/* "--with-elpa-lib" without a word for its value: a place all the same. */
gboolean option_form_names_place(const char *name);
/* Whether that is a part of where a thing is: "--with-x-libdir=DIR" beside "--with-x". Whether the
 * thing is used is not asked there, also where a script refuses "yes" and "no" by their names. */
gboolean option_form_is_part_of_place(const OptionState *state);
/* Whether a number is to be given. */
gboolean option_form_asks_number(const OptionState *state);
/* Whether its help shows the range of a number, where the form itself says nothing. */
gboolean option_form_shows_range(const OptionState *state);
/* "Set to 1 to use the bundled copy", of a variable: the word that turns it on, in the arena; NULL
 * where the help says nothing like it, or knows other numbers. */
const char *option_form_word_to_set(Arena *arena, const OptionState *state);
/* Whether a word of its own has to be given: "--with-arch=<arch>". */
gboolean option_form_asks_word(const OptionState *state);

/* Whether a text has the word, or one of the words (const char *). */
gboolean option_form_names(const char *text, const char *word);
gboolean option_form_names_any(const char *text, const GPtrArray *words);
