/* The subcommands of xaas-discover: what is done with a specification once it is there. A folder
 * that is called like one of them is analysed when it is given as "./report". */
#pragma once

#include "core/subcommand.h"
#include "discover/program/analysis.h"

extern const Subcommand cmd_report;
extern const Subcommand cmd_review;
extern const Subcommand cmd_diff;
extern const Subcommand cmd_export;

/* All of them; NULL-terminated. */
extern const Subcommand *const discover_subcommands[];

/* The exit statuses of all subcommands; what counts as a finding differs. */
#define SUBCOMMAND_STATUSES(findings)                                                              \
    {[EXIT_STATUS_DONE] = "done",                                                                  \
     [EXIT_STATUS_FINDINGS] = (findings),                                                          \
     [EXIT_STATUS_USAGE] = "the command line makes no sense",                                      \
     [EXIT_STATUS_INPUT] = "a specification or the project cannot be read",                        \
     [EXIT_STATUS_ENVIRONMENT] = "the environment does not allow it: output not writable, "        \
                                 "data missing"}

/* A project's folder as a review on the terminal shows it. */
typedef struct {
    Diagnostics *diagnostics;
    Tree *tree; /* NULL: no folder was given */
} ProjectTree;

/* `folder` may be NULL; then all is empty. NULL and a PROGRAM_ERROR when it cannot be read. */
ProjectTree *project_tree_open(const char *folder, GError **error);
void project_tree_free(ProjectTree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ProjectTree, project_tree_free)

/* FALSE and a PROGRAM_ERROR when what is made of a specification would be written over it. */
gboolean subcommand_spares(const char *specification, const char *output, GError **error);
/* Analyses a project as a plain run would, scanning sources with so many threads; 0: one a
 * processor. NULL and a PROGRAM_ERROR when that is impossible. */
Analysis *subcommand_analyse(const char *folder, int jobs, const Console *console, GError **error);
/* Warns when the tree is not what the specification was made of. NULL: there is none. */
void subcommand_doubt_source(const Specification *specification, const Tree *tree,
                             const Console *console);
