/* The repositories that a project takes in as submodules of git, by what .gitmodules says: a clone
 * or an archive often comes without them, and who builds the project has them. */
#pragma once

#include "discover/facts.h"
#include "discover/tree.h"

typedef struct {
    char *path; /* the folder, relative to the root; NULL where the file does not say */
    char *url;  /* as it is written, which may be relative to the project's own; NULL likewise */
} Submodule;

/* Submodule *, in the file's order; empty where there is no such file. The caller unrefs it. */
GPtrArray *submodules_read(const Tree *tree);
/* Whether nothing of it is in the tree. */
gboolean submodule_is_absent(const Submodule *self, const Tree *tree);
/* Those of which nothing is in the tree. The caller unrefs it. */
GPtrArray *submodules_absent(const Tree *tree);
/* Whether the variable's name begins with the submodule's, as those do that its build asks for:
 * FLOW_USE_MPI with extern/flow. */
gboolean submodule_is_named_in(const Submodule *self, const char *variable);
/* The same with any name, or a path that ends in it; NULL is in none. */
gboolean submodules_name_begins(const char *name, const char *variable);
/* Sets Option.of_absent. To be called when all options are there. */
void submodules_mark_options(const Tree *tree, Facts *facts);
/* Folder -> Submodule *, which the array keeps. The caller unrefs it. */
GHashTable *submodules_by_path(const GPtrArray *submodules);
/* The same for the folders that submodules lie in: the one below it, or NULL
 * for several. The caller unrefs it. */
GHashTable *submodules_by_outer(const GPtrArray *submodules);
/* The one in whose folder the path lies, or whose folder it is; NULL when there is none. */
const Submodule *submodules_find(GHashTable *by_path, const char *path);
