/* configure scripts that no configure.ac tells of: what their own tables and help texts say of
 * options. */
#pragma once

#include "discover/facts.h"
#include "discover/machine_variables.h"
#include "discover/tree.h"

/* The ledger's words for a macro that no file defines. */
#define HAND_WRITTEN_UNKNOWN_MACRO "unknown macro"

typedef struct {
    const char *stub_folder;
    GHashTable *side_folders;  /* as makefile_script.h has it */
    GHashTable *build_scripts; /* the names of build_script.h */
    const MachineVariables *machine_variables;
} HandWrittenOptions;

/* Adds the options of each script named "configure" at the root of the tree or one folder below,
 * and of a configure.py there where no other has any (below the root, one that is run by itself),
 * that is no output of Autoconf: of a
 * shell script those of its usage text, of a Python one those that its modules declare, of a Perl
 * one those of its tables. A script that only calls another one stands for that (front.h). A
 * generated
 * script without its configure.ac is said to be skipped; its help is read. So it is beside a
 * configure.ac that calls macros which are not there, a submodule's mostly: what only the script
 * tells of is added. Where the root has nothing that a tool begins with, the same for a script by
 * another name that writes the makefile (makefile_script.h), or, where nothing at all describes a
 * build, one that builds (build_script.h). FALSE and an error when the stub folder lacks the list
 * of what the tools bring. */
gboolean hand_written_read(const Tree *tree, const HandWrittenOptions *options, Facts *facts,
                           GError **error);
