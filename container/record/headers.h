/* What a compiler includes, which it is asked by its environment: clang lists it in the file that
 * CC_PRINT_HEADERS_FILE names, gcc writes a rule for make into that of DEPENDENCIES_OUTPUT, unless
 * its words have it write one anyway. Nothing else of what they do changes: where the project has
 * set these variables itself, its files get what they would have got.
 *
 * https://clang.llvm.org/docs/UsersManual.html,
 * https://gcc.gnu.org/onlinedocs/gcc/Environment-Variables.html, .../Preprocessor-Options.html */
#pragma once

#include <glib.h>

typedef struct {
    char *list, *rule;         /* files of ours, of this call only */
    char *own_list, *own_rule; /* the project's; NULL: it has not asked */
} Headers;

/* Sets the variables. `log`: files of this process are beside it. */
void headers_ask(Headers *self, const char *log);
/* Once the compiler has ended: adds to `names` (char *, with a free function) what it included, as
 * it called that, from `words`, the program's, too, of the current folder. Files that were there
 * for that are removed, and `self` is cleared. */
void headers_tell(Headers *self, const GPtrArray *words, GPtrArray *names);
