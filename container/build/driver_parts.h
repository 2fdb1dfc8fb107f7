/* How the knowledge of a build system is kept, for build/configure.c and build/driver.c only. */
#pragma once

#include "container/build/configure.h"

#define PREFIX_WORD "{prefix}"

typedef struct {
    GRegex *pattern;
    char *kind;
} StepRow;

struct CMakeDriver {
    char **configure;
    char **generate;
    char **list_targets;
    char **list_steps;
    char **list_commands;
    char **list_command_of;
    char **list_order;
    char **install;
    char **check, **check_again, **check_environment;
    char **native; /* the C and the C++ compiler */
    char *build_system;
    char *prefix;           /* where to install when nothing else is said */
    char **default_options; /* as long as default_values */
    char **default_values;
    char **libraries_first;
    char **libraries_last;
    char **libraries_leave;
    char *libraries_output;
    LibraryWords libraries; /* borrows the four */
    GRegex *generated_targets;
    GRegex *downloads; /* what it says when it cannot get something */
    GRegex *keep;
    GRegex *leave;
    GRegex *leave_source;
    GRegex *install_scripts;
    GRegex *check_scripts;
    GPtrArray *steps; /* StepRow * */
};
