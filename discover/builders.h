/* Build systems that are recognised in a tree besides the ones that have a reader. */
#pragma once

#include "discover/facts.h"
#include "discover/tree.h"

/* Adds a build system that is not read, and a ledger entry saying so, for each description of
 * Autotools, Make or Meson in the shallowest folders that hold any build description, unless a
 * reader has taken it already (`facts->build_systems`). What lies deeper belongs to a part of the
 * project or to a bundled copy of another one, and folders called as one of `side_folders` (a set;
 * NULL: none), with documents and the like, make no product. To be called before facts_finish. */
void builders_detect(const Tree *tree, GHashTable *side_folders, Facts *facts);

/* Takes out the builds that decide nothing where the same folder has another one that was read: a
 * makefile that only starts configure or CMake is none of the ways to build. To be called after
 * builders_detect. */
void builders_drop_idle(Facts *facts);

/* Whether a folder is a bundled copy of another project: it has a licence, which does not say the
 * same as the root's, and a build description of its own, which is none that takes its settings
 * from the folder above. Never the root, nor what the root only leads to. */
gboolean builders_is_copy(const Tree *tree, const char *folder);
/* Whether the folder's build is the project's, whatever licence it bears. The root's CMakeLists.txt
 * does nothing but add this one folder: it offers nothing, looks for nothing and builds nothing
 * itself. Or the root has no language, "project(... NONE)", and gathers several folders, itself or
 * through others of its kind: then each is a part, and so is what shares the root's licence in one
 * of them. Or the folder's project is called after the root's, "TideViewer" of Tide. */
gboolean builders_root_leads_to(const Tree *tree, const char *folder);
/* Whether a folder above the file is one. */
gboolean builders_lies_in_copy(const Tree *tree, const char *path);

/* Whether the CMakeLists.txt or meson.build calls project(), or cannot be read: without it the file
 * is a part of the build around it. */
gboolean builders_begins_project(const Tree *tree, const char *path);

/* Whether a file right in the folder is what some build tool begins with. */
gboolean builders_has_description(const Tree *tree, const char *folder);

/* The tool that a file right in the folder belongs to, where nobody reads what it says and no build
 * system is listed for it: "SCons", "Bazel"; NULL when there is none. `file` gets the file's name.
 */
const char *builders_other_tool(const Tree *tree, const char *folder, const char **file);
/* Whether there is one: who finds a build further down asks whether it is the project's. */
gboolean builders_has_other_description(const Tree *tree, const char *folder);

/* Adds a vendored build system for each outermost bundled copy, at most BUILDERS_COPIES_MAX. It
 * counts as read when options of it are among those of `facts`, as when the project's build
 * descends into it. To be called after the readers and before facts_finish. */
#define BUILDERS_COPIES_MAX 64u
void builders_detect_copies(const Tree *tree, Facts *facts);
