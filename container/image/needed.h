/* The libraries that a recorded link brings in from outside of the project, by soname.
 *
 * Words of a command do not tell: a wrapper such as an MPI's compiler adds libraries that stand in
 * none. So the link's own program is asked: it links the recorded words, without what the project
 * makes, into an empty library, and what that needs is what the link brings. How is data:
 * "libraries" in container/knowledge/cmake.yaml. */
#pragma once

#include "container/build/configure.h"

typedef struct NeededLibraries NeededLibraries;

/* `build` is the build tree on the host. */
NeededLibraries *needed_libraries_new(const ConfigureRequest *request, const char *build);
void needed_libraries_free(NeededLibraries *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NeededLibraries, needed_libraries_free)

/* The sonames, in the order in which the link has them; a new reference. NULL when the program says
 * nothing, for a static link for instance. `command` is an array of words, `output` what it
 * makes, `made` a set of the project's outputs. Commands that differ in nothing else are asked
 * once. */
json_t *needed_libraries_of(NeededLibraries *self, const json_t *command, const char *output,
                            GHashTable *made);

/* Whether a step's command is the one that links its output. */
gboolean needed_libraries_is_link(const NeededLibraries *self, const json_t *command,
                                  const char *output);
/* Whether an option of a unit has its compiler call what the unit does not name. */
gboolean needed_libraries_calls(const NeededLibraries *self, const char *option);
/* Whether the program links that object with all that the links among a recipe's steps bring in,
 * and leaves nothing undefined. */
gboolean needed_libraries_suffice(const NeededLibraries *self, const char *program,
                                  const json_t *steps, GBytes *object, GHashTable *made);
