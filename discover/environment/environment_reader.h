/* Reads what a project lets people set in the environment of its build.
 *
 * Where no build description that a tool looks for lies in the root, people may be meant to source
 * a file of settings and to start a script: "export PRECISION=double  # or single", or to edit a
 * script that starts make. Such a file holds assignments of constants to exported variables, with
 * what they are for above or behind them, and other files of the build read these. It is looked at
 * as text; nothing of the project is run. */
#pragma once

#include "discover/facts.h"
#include "discover/machine_variables.h"
#include "discover/tree.h"

typedef struct {
    /* Names, in small letters, of folders with what is no part of the product; a set of const char
     * *. NULL: none. */
    GHashTable *side_folders;
    const MachineVariables *machine_variables; /* that no person gives; NULL: none */
} EnvironmentReadOptions;

/* Adds to `facts` the file of settings, as a build system, and its settings, unless the root has
 * what any build tool begins with or another reader has found options. Adds nothing where there is
 * no such file, where nothing of the build itself reads it, or where it starts programs. Of several
 * files the one with most settings is read: others are one site's. To options of makefiles, which
 * only ask for them, the file that sets most of these gives defaults and values. To be called after
 * the other readers; `facts_finish` is left to the caller. */
void environment_read(const Tree *tree, const EnvironmentReadOptions *options, Facts *facts);
