/* Reads what a project's Autotools files say, without running Autoconf, configure or anything of
 * the project. */
#pragma once

#include "discover/facts.h"
#include "discover/machine_variables.h"
#include "discover/tree.h"

typedef struct {
    const char *stub_folder;  /* where autotools/core.m4 and its like are */
    guint64 most_bytes;       /* that M4 scans before it gives up; 0 for M4_BYTES_MAX */
    gsize collect_after;      /* for tests: free conditions after every so many new ones; 0: when it
                                 pays */
    GHashTable *side_folders; /* lower-case names of folders for tests and the like: what
                                 AC_CONFIG_SUBDIRS leads to there is not read; NULL: none */
    GHashTable *build_scripts; /* what scripts that build are called, as build_script.h has it;
                                  NULL: none */
    const MachineVariables *machine_variables; /* that no person gives; NULL: none */
} AutotoolsReadOptions;

/* Adds to `facts` what every top-level configure.ac or configure.in of the tree says (the nearest
 * ones to the root, at most AUTOTOOLS_DEPTH_MAX folders below it, and what top_levels.h says of
 * scripts that only call another one), with what AC_CONFIG_SUBDIRS
 * leads to and the Makefile.am files; and the options of a configure script written by hand
 * (hand_written.h). FALSE and an error only when the stubs can't be read; what the project does
 * wrong becomes diagnostics and ledger entries. A tree without such files adds nothing.
 * `facts_finish` is left to the caller. */
#define AUTOTOOLS_DEPTH_MAX 2u
gboolean autotools_read(const Tree *tree, const AutotoolsReadOptions *options, Facts *facts,
                        GError **error);
