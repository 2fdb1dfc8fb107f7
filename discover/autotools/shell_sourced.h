/* Files that a script of the shell reads in: ". ./settings", 'source "$top/options.sh"'. */
#pragma once

#include "discover/tree.h"

/* Commands of one script that read a file in. */
#define SHELL_SOURCED_MAX 64u

typedef struct {
    char *path; /* of a file of the tree */
    guint line; /* of the command, from 0 */
} ShellSourced;

/* Those of a script that lies in the folder ("" for the root), as ShellSourced *, in their order;
 * one that is read in twice is there twice. What is not in the tree is left out. `cut` becomes TRUE
 * where there are more commands than are looked at. The caller unrefs the array. */
GPtrArray *shell_sourced_files(const Tree *tree, const char *folder, const char *text,
                               gboolean *cut);
