/* A specification in the forms that other tools take: presets, package recipes, container files,
 * code review, tables.
 *
 * What a project says is hostile here, too: every text is quoted by the rules of the form that it
 * goes into, and a text that a form has no quotes for is left out with a remark. Points that a
 * person rejected, or that are gone, take no part. All forms but SARIF and CSV are about the
 * project's own build system, which is the first one. */
#pragma once

#include "core/specification.h"

/* The second column is the name on the command line. */
/* clang-format off */
#define EXPORT_FORMS(X)                                                         \
    X(CMAKE_PRESETS, "cmake-presets") /* CMakeUserPresets.json */               \
    X(SPACK,         "spack")         /* skeleton of a package.py */            \
    X(EASYBUILD,     "easybuild")     /* configopts of an easyconfig */         \
    X(APPTAINER,     "apptainer")     /* definition of one configuration */     \
    X(CONTAINERFILE, "containerfile") /* the same */                            \
    X(HPCCM,         "hpccm")         /* recipe fragment, the same */           \
    X(SARIF,         "sarif")         /* 2.1.0: what waits for a decision */    \
    X(MATRIX,        "github-matrix") /* of a workflow's job */                 \
    X(CSV,           "csv")           /* table of all points */
/* clang-format on */

typedef enum {
#define X(id, text) EXPORT_##id,
    EXPORT_FORMS(X)
#undef X
        EXPORT_COUNT
} ExportForm;

/* The names on the command line, in their order; NULL-terminated. */
extern const char *const export_names[];
/* FALSE when no form has that name. */
gboolean export_form_parse(const char *text, ExportForm *form);

typedef struct {
    const Specification *specification;
    const char *packages;        /* the file packages.yaml: what packages are called elsewhere */
    const char *const *settings; /* OPTION=VALUE of the one configuration; NULL: none */
    const char *base;            /* image that containers begin with; NULL: EXPORT_BASE_IMAGE */
    const char *tool_version;    /* of this program */
    gboolean accepted_only;      /* leave out what nobody has accepted yet */
} ExportRequest;

#define EXPORT_BASE_IMAGE "docker.io/library/debian:12"

/* The text in that form. NULL and an error when a setting names no point or no value of it, or the
 * form cannot say it. The caller frees it. */
char *export_text(const ExportRequest *request, ExportForm form, GError **error);

#define EXPORT_ERROR export_error_quark()
GQuark export_error_quark(void);
typedef enum { EXPORT_ERROR_SETTING, EXPORT_ERROR_FORM } ExportError;
