/* The subcommands of xaas-container, and what they share. */
#pragma once

#include "core/subcommand.h"

extern const Subcommand cmd_plan;
extern const Subcommand cmd_system;
extern const Subcommand cmd_select;
extern const Subcommand cmd_build;
extern const Subcommand cmd_verify;
extern const Subcommand cmd_inspect;
extern const Subcommand cmd_deploy;
extern const Subcommand cmd_audit;
/* Started by cmd_system, not by people. */
extern const Subcommand cmd_gpu_library;
/* Started by the compile graph of cmd_build. */
extern const Subcommand cmd_unit;
/* Started by cmd_deploy. */
extern const Subcommand cmd_lower;

extern const CommandLine plan_command_line;
extern const CommandLine system_command_line;
extern const CommandLine select_command_line;
extern const CommandLine build_command_line;
extern const CommandLine verify_command_line;
extern const CommandLine inspect_command_line;
extern const CommandLine deploy_command_line;
extern const CommandLine audit_command_line;

/* The program without a subcommand. */
typedef struct {
    gboolean help;
    gboolean version;
} ContainerOptions;

extern const CommandLine container_command_line;
/* All that people call; NULL-terminated. */
extern const Subcommand *const container_subcommands[];
/* Commands that this build does not have, as LLVM or libarchive was missing; NULL-terminated. */
extern const char *const container_left_out[];
/* What to do about that. */
#define CONTAINER_LEFT_OUT_REMEDY                                                                  \
    "build it again where llvm-19-dev and libarchive-dev are installed"

/* What every subcommand's struct of options begins with; it begins like SubcommandOptions. */
typedef struct {
    gboolean help;
    gboolean quiet;
    gboolean json;
} CommonOptions;

/* Rows for the above, for the end of a table whose struct begins with `CommonOptions common`. */
#define COMMON_ROWS                                                                                \
    {"json",                                                                                       \
     0,                                                                                            \
     TAKES_NOTHING,                                                                                \
     NULL,                                                                                         \
     "show the summary as JSON",                                                                   \
     NULL,                                                                                         \
     offsetof(CommonOptions, json),                                                                \
     NULL},                                                                                        \
        {"quiet",                                                                                  \
         'q',                                                                                      \
         TAKES_NOTHING,                                                                            \
         NULL,                                                                                     \
         "show errors only",                                                                       \
         NULL,                                                                                     \
         offsetof(CommonOptions, quiet),                                                           \
         NULL},                                                                                    \
        {"help", 'h', TAKES_NOTHING, NULL, "show this text", NULL, offsetof(CommonOptions, help),  \
         NULL},                                                                                    \
    {                                                                                              \
        .name = NULL                                                                               \
    }

/* The exit statuses of all subcommands; what counts as a finding differs. */
#define COMMON_STATUSES(findings)                                                                  \
    {[EXIT_STATUS_DONE] = "done",                                                                  \
     [EXIT_STATUS_FINDINGS] = (findings),                                                          \
     [EXIT_STATUS_USAGE] = "the command line makes no sense",                                      \
     [EXIT_STATUS_INPUT] = "a specification, matrix or image is malformed or impossible",          \
     [EXIT_STATUS_ENVIRONMENT] = "a program is missing, the disk is full, no isolation is "        \
                                 "possible"}

/* A subcommand's `is_bad_input`. */
gboolean container_error_is_bad_input(const GError *error);
/* The path of the running program, absolute; `program` is argv[0]. The caller frees it. */
char *program_own_path(const char *program);
/* Whether each of `texts` (NULL-terminated, or NULL) is "NAME=VALUE"; else an error of usage that
 * names the option. */
gboolean pairs_are_whole(const char *option, char *const *texts, GError **error);
#define IMAGE_PREFIX "oci:"
/* "oci:DIR:TAG" in two; FALSE and an error when it is not that. The caller frees both. */
gboolean image_reference_parse(const char *text, char **folder, char **tag, GError **error);
/* The same of an image that is to be read, which others may have written: its name may be one in
 * full ("oci:DIR:docker.io/library/app:1.0"), and "oci:DIR" is the only one there, with the tag "".
 */
gboolean image_reference_find(const char *text, char **folder, char **tag, GError **error);
