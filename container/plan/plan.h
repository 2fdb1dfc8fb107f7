/* From a specification and what a person wants to vary to a matrix of configurations.
 *
 * Every combination of the varied values is looked at; those that the specification makes
 * impossible are kept aside with the reasons. */
#pragma once

#include "container/plan/matrix.h"
#include "core/choice.h"

/* As on the command line; lists are NULL-terminated or NULL. A point is named by its id
 * ("simd/USE_SIMD") or, where that is unambiguous, by its option, in whichever build system. In
 * lists of values a comma with a backslash before it belongs to a value. */
typedef struct {
    const char *specification_path;
    const char *source; /* recorded in the matrix as it is */
    const char *folder; /* the build system's, within the source; NULL: the specification tells */
    const char *build_system;     /* as the specification calls it; NULL: the first that is known */
    const char *makefile;         /* within that folder; NULL: the specification tells */
    const char *const *arguments; /* of the configure script, or what make is to make */
    const char *const *make_arguments; /* of make, also behind a configure script */
    const char *const *vary;           /* POINT=V1,V2,...; a point may be named again */
    const char *const *all;            /* POINT: each value that is a choice */
    const char *const *set;            /* POINT=V */
    const char *const *define;         /* NAME=VALUE: in no point of the specification */
    const char *const *vary_define;    /* NAME=V1,V2,...: the same, varied */
} PlanRequest;

/* NULL and an error when the specification cannot be read, the request names what is not there, or
 * no configuration is left. */
Matrix *plan_matrix(Arena *arena, const PlanRequest *request, GError **error);

/* Where a project is configured: at its top (NULL) when that has the build system, or none is told
 * of, else in the one folder that has it. FALSE and an error when several could be meant, or it is
 * no folder of the project. */
gboolean plan_folder(const Specification *specification, const char *build_system,
                     const char **folder, GError **error);

/* The makefile of the project in that folder (NULL: its top), where make would not read it by
 * itself; NULL else. It belongs to the specification. */
const char *plan_makefile(const Specification *specification, const char *folder);

/* What the project is built with: what is asked for, or else the first of CMake, a configure script
 * and makefiles that the specification tells of, and that is not only for a part of the project;
 * CMake where it tells of none. NULL and an error that says with what it is built where that is
 * another one. */
const char *plan_build_system(const Specification *specification, const char *wanted,
                              GError **error);

/* Puts settings of the specification's points into the words of their flags, where the build tool
 * is not CMake: "1" for the "ON" of USE_X=1. Of arguments as --enable-x ON and OFF stay. */
void plan_word_settings(Arena *arena, const Specification *specification,
                        const GPtrArray *settings);

/* How many options the specification has where none of them stands in the folder where it was
 * declared, which then is hardly its project; 0 where one does, or the specification tells no
 * places. A newer or older version of the project counts as the project. */
guint plan_strange_options(const Specification *specification, const char *source);

/* What the points of a specification decide, for files that are read without it: MatrixPoint *, of
 * points with a default, and those that the matrix (may be NULL) names. With a matrix, none of
 * other build systems than the one that it is for, and no default of an option that may not exist
 * in its configurations, but for one that is off. */
GPtrArray *plan_points(Arena *arena, const Specification *specification, const Matrix *matrix);

#define PLAN_ERROR plan_error_quark()
GQuark plan_error_quark(void);
typedef enum {
    PLAN_ERROR_REQUEST,       /* the request does not fit the specification */
    PLAN_ERROR_SPECIFICATION, /* what it says cannot be so */
    PLAN_ERROR_IMPOSSIBLE,    /* nothing is left, or too much */
    PLAN_ERROR_BUILD_SYSTEM   /* the project is built with another one */
} PlanError;
