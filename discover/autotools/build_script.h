/* A script in the root by which a project is built where no build tool is there: it is called like
 * one that builds ("install.sh"), goes through its arguments, and prints what they are. */
#pragma once

#include "discover/tree.h"

/* Fewer options that its own help tells of are no interface to a build. */
#define BUILD_SCRIPT_OPTIONS_MIN 2u

/* The first file right in the root that is called as one of `names` (in small letters, a set of
 * const char *; NULL: none), with the ending of a shell script or none, and that some interpreter
 * runs; whatever it says. NULL when there is none. Belongs to the tree. */
const char *build_script_named(const Tree *tree, GHashTable *names);

/* The first of those whose options can be read, where nothing in the tree is the description of
 * another build; NULL when there is none. `side_folders` as `names`: makefiles there are for tests
 * and the like. */
const char *build_script_find(const Tree *tree, GHashTable *names, GHashTable *side_folders);
