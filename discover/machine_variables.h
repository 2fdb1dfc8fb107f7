/* Variables that shells, batch systems and the like set by themselves ("HOME", "SLURM_JOB_ID"): no
 * person gives them to a build. Their names are knowledge. */
#pragma once

#include <glib.h>

/* Sets of const char *, in small letters and without anything between words; NULL: none. */
typedef struct {
    GHashTable *names;      /* "ldlibrarypath" */
    GHashTable *beginnings; /* "slurmjob": all that begin with these words and go on */
} MachineVariables;

/* Whether the name, as a whole or by its first words, is one of them. Only names in capitals are;
 * `self` may be NULL. */
gboolean machine_variables_have(const MachineVariables *self, const char *name);
