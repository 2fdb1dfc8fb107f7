/* The program that a call of xaas-record stands for: found as if xaas-record was not there, and run
 * as if it had been called itself. */
#pragma once

#include <glib.h>

/* PATH without the folder of links, whatever it is called there, for what the program itself calls;
 * "" when it has no other. NULL where PATH is not set. The caller frees it. */
char *tool_search_path(const char *links);
/* The absolute path of the program that a call's first word means: the one that it names by its
 * full path, or else the first of that name in the folders of a PATH (NULL: the usual ones), but
 * not this one behind another link. NULL: there is none. The caller frees it. */
char *tool_find(const char *word, const char *path);

/* Becomes the program. Returns only where that fails, and has said why then. `words` ends with
 * NULL, its first word is what the program is to take for its name. */
void tool_become(const char *program, char **words);
/* Runs the program, which takes on all that this one was given (files, signals, environment), and
 * is asked to end when this one is ended. FALSE: it cannot be started, which has been said;
 * otherwise `status` is as from waitpid(). */
gboolean tool_run(const char *program, char **words, int *status);
/* Ends this program as that one has ended: with its exit status, or by the same signal. */
G_NORETURN void tool_end(int status);
