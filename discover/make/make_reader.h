/* Reads what a project's makefiles say, without running make or anything of the project.
 *
 * A person configures such a project by giving variables: on make's command line, in the
 * environment, or by editing a file that is there for it. Which variables these are, what hangs on
 * them, and under which conditions is worked out from all makefiles of a folder together
 * (reading.h). What make would ask a shell for stays unknown, and a ledger entry says so. */
#pragma once

#include "discover/facts.h"
#include "discover/machine_variables.h"
#include "discover/tree.h"

typedef struct {
    /* Names, in small letters, of folders with what is no part of the product: tests and the like;
     * a set of const char *. NULL: none. */
    GHashTable *side_folders;
    const MachineVariables *machine_variables; /* that no person gives; NULL: none */
    const char *stub_folder; /* make/ in it holds stubs of makefiles (stub.h); NULL: none */
} MakeReadOptions;

/* Adds to `facts` what the makefiles of each top-level folder say: the root, when it has a
 * Makefile; else the folders nearest to it that have one beside sources or with paths to them
 * (VPATH), as long as nothing that is built in another way lies nearer. Where no build begins by
 * any name that a tool looks for, "Makefile.NAME", which people copy or name, is one; of several in
 * a folder the longest stands for all; else it is the file that a script copies to "makefile"
 * ("tide.make"). A configure script or CMakeLists.txt of which its own reader
 * made nothing is not in the way. Where nothing begins in the root, most makefiles may be those of
 * cases that share one file (cases.h): then these are the build. A tree without makefiles adds
 * nothing. What the project does wrong becomes diagnostics and ledger entries. `facts_finish` is
 * left to the caller. */
void make_read(const Tree *tree, const MakeReadOptions *options, Facts *facts,
               Diagnostics *diagnostics);
