/* What build and deploy do with source containers. */
#pragma once

#include "container/program/selector.h"
#include "container/program/setup.h"

typedef struct {
    const char *specification;
    const char *source; /* NULL: the current folder */
    const char *output; /* oci:DIR:TAG */
    gboolean quiet;
    gboolean json;
} SourceBuildOptions;

/* Prints what was made. */
ExitStatus source_command_build(const SourceBuildOptions *options, const Console *console,
                                GError **error);

typedef struct {
    const char *layout;
    const char *tag;
    const char *scratch; /* folder for temporary files */
    const char *prefix;  /* absolute */
    const char *root;
    const char *keep;
    const char *const *arguments;
    const char *const *make_arguments;
    const char *const *set;
    SelectorOptions selector;
    Isolation isolation;
    guint jobs;
    gboolean quiet;
    gboolean json;
} SourceDeployOptions;

/* Whether the image is a source container; FALSE and an error when it cannot be read. */
gboolean source_command_is_source(const char *layout, const char *tag, gboolean *is_source,
                                  GError **error);
ExitStatus source_command_deploy(const SourceDeployOptions *options, const Console *console,
                                 GError **error);
