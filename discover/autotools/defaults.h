/* What defaults.c, which compares a script with and without an option, and option_type.c, which
 * tells what kind of option it is, ask each other for. */
#pragma once

#include "discover/autotools/configure.h"

/* defaults.c */

/* Whether a variable takes over what is given for the option. */
gboolean configure_hands_on(Configure *self, const OptionState *state, const Value *variable);
/* Whether the script itself writes that value where the option's text would be. */
gboolean configure_is_assigned(Configure *self, const OptionState *state, const char *value);
/* How many variables that the option touches differ between `value` and the option left out. */
guint configure_local_differences(Configure *self, const OptionState *state, const char *value);
gboolean configure_lists_value(const OptionState *state, const char *value);

/* claimed_default.c */

/* "default: yes", "[default=high]", "(default is off)": what a help text claims, when it is a word
 * for yes or no or a value that the script knows. In the arena; NULL where it claims nothing. */
const char *configure_claimed_default(Configure *self, const OptionState *state);

/* hanging_defaults.c */

/* What a variable that takes the option over holds without it: GuardedText; NULL when that is not
 * definite. `variable` may be NULL. The caller unrefs it. */
GArray *configure_texts_without(Configure *self, const OptionState *state, const Value *variable);
/* The same behind the option's arms, or else at the end of the script. */
GArray *configure_hanging_defaults(Configure *self, const OptionState *state);
/* Whether it holds when all options that came before are left out and nothing special is found. */
gboolean configure_holds_plainly(Configure *self, Guard guard);

/* looked_for.c */

/* Makes "auto" of the default "yes" of a switch, where the script goes on if nobody gave it and
 * nothing is found, and refuses "yes" there: what was asked for has to be there. To be called once
 * the types are set. */
void configure_set_looked_for(Configure *self, OptionState *state);

/* option_type.c */

/* "x=not_set" where nobody gave the option, and then a test for that word: none that people give.
 */
void configure_drop_unset(Configure *self, OptionState *state);
/* A script that asks whether the answer is "yes" has a switch, even when a folder may stand there
 * instead to say where the thing is. */
gboolean configure_is_boolean(Configure *self, OptionState *state);
/* Whether what is given becomes part of another variable, or of a macro: "-O$enable_level". */
gboolean configure_is_used_as_text(Configure *self, const OptionState *state);
/* Sets the type of each definition, and the values that go with it. To be called once the default
 * is known. */
void configure_set_types(Configure *self, OptionState *state);
