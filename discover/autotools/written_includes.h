/* Files of includes that a project writes before Autoconf runs: a loop of autogen.sh over folders
 * that says echo "m4_include([$t/configure.m4])" >> config/list.m4. They are not in the tree, and
 * the script is not run: what it would write is worked out from the tree. */
#pragma once

#include "discover/tree.h"

/* More files are not included, further commands of a script not looked at, and a longer script is
 * none that only prepares. */
#define WRITTEN_INCLUDES_MAX 500u
#define WRITTEN_COMMANDS_MAX 64u
#define WRITTEN_SCRIPT_BYTES_MAX (256u * 1024u)

/* `cut` becomes TRUE when one of these was passed. The text of the file at `path`, as the project
 * writes it, "m4_include([...])" a line; NULL when no script in `folder` writes it so. The caller
 * frees it. */
char *written_includes(const Tree *tree, const char *folder, const char *path, gboolean *cut);
