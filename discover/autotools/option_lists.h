/* Options that take several words at once, "--with-modules=LIST": how scripts take such a list
 * apart, and how they ask whether a word is in it. A word that is asked for is a value of the
 * option, as in a loop over the list. */
#pragma once

#include "discover/autotools/configure.h"

/* What `echo $list | tr ',' ' '`, `... | sed 's/,/ /g'` and `... | tr A-Z a-z` print, for a command
 * whose words are that text: the words of the list. A new reference; NULL when the command is
 * another one, or tells of no option. */
Value *option_lists_output(Configure *self, const Value *command);

/* Whether the pattern asks a text that is made of one option for a word of its own: "*,word,*" of
 * ",$list,", and "*word*" of "$list" where the help calls it a list. `list` becomes the text
 * of the option alone, `word` the word; the caller frees both. */
gboolean option_lists_asks(Configure *self, const char *text, const char *pattern, char **list,
                           char **word);

/* The condition under which `echo "$list" | grep word` succeeds; FALSE when the pipe is another one
 * or is over no list of an option. */
gboolean option_lists_searches(Configure *self, const Node *pipe, Guard *found);

/* eval "part_$word=yes" in a loop over the list: gives each variable that the script reads under
 * such a name that value where its word is in the list. FALSE when the text is something else. */
gboolean option_lists_assigns(Configure *self, const char *text);
