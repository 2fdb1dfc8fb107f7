/* Which options a project declares and never reads: those that it forgot.
 *
 * The evaluator notes where an option is read, but not in what it does not run, and an option may
 * be read by a file that is not there. So an option counts as unread only where the evaluator saw
 * nothing read it, no CMake file, no template and no other text of the tree but documents names it
 * except to declare it, no name that is put together could be its, and nothing of the project's own
 * was missing, cut off or not understood. Submodules that were not fetched, and downloads, count as
 * the project's own where they bear its name or lie beside it. What others' repositories read is
 * left to the caller: an option that bears the project's own prefix is none of theirs, and where
 * none takes part in the build only packages that are installed are left.
 */
#pragma once

#include "discover/facts.h"
#include "discover/tree.h"

/* Whether what lies elsewhere may be a part of the project: one of the parts of where it lies, or
 * of where it comes from, bears the project's name, or it comes from a place beside the project.
 * `url` may be NULL; without a project's name anything may. */
gboolean unread_may_be_own(const char *place, const char *url, const char *project);

/* Sets `unread` and `unread_by_all` of options that CMake files declare. To be called when all of
 * them are read. */
void unread_mark(const Tree *tree, Facts *facts);
