/* The options of `deploy` (deploy_command_line has them in words), and which configuration of an
 * image it asks for. */
#pragma once

#include "container/image/container.h"
#include "container/program/subcommands.h"

typedef struct {
    CommonOptions common;
    char *target;
    char *configuration;
    char **set;
    char **arguments;
    char **make_arguments;
    char *prefix;
    char *output;
    char *audit;
    char *lto;
    char *cache;
    char *keep;
    char *root;
    char *isolation;
    char *linker;
    char *system;
    char *prefer;
    gboolean keep_unit_targets;
    gboolean everything;
    gboolean check;
    int jobs;
} DeployOptions;

/* The words of --audit and --lto, in the order of DEPLOY_AUDITS and WHOLE_PROGRAMS;
 * NULL-terminated.
 */
extern const char *const deploy_audit_choices[];
extern const char *const deploy_lto_choices[];

/* The configuration that the options name, or that fits the machine best where they name none; the
 * container's own text. NULL and an error when there is none, or when several have these settings.
 */
const char *deploy_choice(const Container *container, const DeployOptions *options,
                          const Console *console, GError **error);
