/* Scripts by any name that people call instead of configure: they go through their arguments and
 * write the makefile. */
#pragma once

#include "discover/tree.h"

/* Fewer options are no script that configures a build. */
#define MAKEFILE_SCRIPT_OPTIONS_MIN 3u
/* How deep below the root such a script may lie, and how many are looked at. */
#define MAKEFILE_SCRIPT_DEPTH_MAX 1u
#define MAKEFILE_SCRIPTS_MAX 256u
/* Larger ones carry data along, and are not read. */
#define MAKEFILE_SCRIPT_BYTES_MAX (512u * 1024u)

/* Whether a script of the shell, or a part of one, goes through what it was given: patterns of
 * other cases are no options. */
gboolean makefile_script_reads_arguments(const char *text);

/* "#!/bin/sh", "#!/usr/bin/env bash"; not csh, whose cases are other ones. */
gboolean makefile_script_is_shell(const char *text);

/* The script in the root or one folder below that takes most options, where the root has nothing
 * that a tool begins with; NULL when there is none. Where the tree has makefiles of its own, what
 * the script writes has to name sources of the tree: it may also make a folder to run in, whose
 * makefile builds nothing. `side_folders` are names in small letters, a set
 * of const char *, or NULL. Belongs to the tree. `cut` becomes the first script that is one too
 * many to be looked at. */
const char *makefile_script_find(const Tree *tree, GHashTable *side_folders, const char **cut);
