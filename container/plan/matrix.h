/* The configurations that an IR container is made of: the file matrix.yaml, which `xaas-container
 * plan` writes, people may edit, and `xaas-container build` reads.
 *
 * All memory belongs to the arena. Lists are never NULL. A configuration's name is also the name of
 * folders and files, so it is checked whenever a matrix is read: letters, digits and "._-+" only,
 * not beginning with a dot. Values may hold any text: they reach the build tool as one argument
 * each. */
#pragma once

#include "core/category.h"
#include "core/choice.h"
#include "core/polarity.h"
#include "core/record.h"

#define MATRIX_SCHEMA "xaas-matrix/1"
/* More configurations than this are refused when they are planned or read. */
#define MATRIX_CONFIGURATIONS_MAX 4096u
#define MATRIX_NAME_BYTES_MAX 100u
/* What specifications call the build systems that configurations are built with. */
#define BUILD_SYSTEM_CMAKE "cmake"
#define BUILD_SYSTEM_AUTOTOOLS "autotools"
#define BUILD_SYSTEM_MAKE "make"
#define BUILD_SYSTEMS_TEXT "cmake, autotools or make"
/* What the presets of a matrix have CMake write files for. */
#define MATRIX_GENERATOR "Ninja"

typedef struct {
    const char *name;
    GPtrArray *settings;  /* Setting *: all that are not in the matrix's `common` */
    GPtrArray *arguments; /* const char *: behind those of the matrix */
} Configuration;

/* A combination that is left out, and why. */
typedef struct {
    GPtrArray *settings; /* Setting * */
    GPtrArray *reasons;  /* const char * */
} DroppedConfiguration;

/* A value of a point, where there is more to say than its text. */
typedef struct {
    const char *value;
    const char *name;    /* what it stands for; NULL: the value says it */
    GPtrArray *packages; /* const char *: what it requires: "CUDA >=11.0" */
} MatrixValue;

/* A point of the specification, so that whoever has the matrix, or an image, knows what its
 * settings decide. */
typedef struct {
    const char *option;
    Category category;
    const char *name;          /* what it stands for; NULL: not told */
    Polarity polarity;         /* of a switch: what "on" does to that */
    const char *default_value; /* NULL: it depends, or is unknown */
    GPtrArray *packages;       /* const char *: what it requires when it is on */
    GPtrArray *values;         /* MatrixValue * */
} MatrixPoint;

typedef struct {
    const char *name;
    const char *version; /* NULL: unknown */
} MatrixProject;

typedef struct {
    Arena *arena;
    const char *schema;
    MatrixProject *project;
    const char *specification; /* digest of the specification's bytes: "sha256:..." */
    const char *source;        /* the project's folder; relative to the matrix's own */
    const char *folder;        /* in it, where the build system is; NULL: at its top */
    const char *build_system;  /* as specifications call it; NULL: CMake */
    const char *makefile;      /* in the folder; NULL: the one that make reads by itself */
    GPtrArray *arguments;      /* const char *: of the configure script, or what make is to make */
    GPtrArray *make_arguments; /* const char *: what make is to make behind a configure script, and
                                  variables (NAME=VALUE) of each of its runs */
    GPtrArray *common;         /* Setting *: in every configuration */
    GPtrArray *varied;         /* const char *: the options that differ, in order */
    GPtrArray *points;         /* MatrixPoint *: in the specification's order */
    GPtrArray *configurations; /* Configuration * */
    GPtrArray *dropped;        /* DroppedConfiguration * */
} Matrix;

/* Whether that is one of them. */
gboolean build_system_is_known(const char *name);

Matrix *matrix_new(Arena *arena);
/* What specifications call the build system that it is for. */
const char *matrix_build_system(const Matrix *self);
Setting *setting_new(Arena *arena, const char *option, const char *value);

/* Reads a file; NULL and an error with file, line and remedy when it is no valid matrix. */
Matrix *matrix_load(Arena *arena, const char *path, GError **error);
/* The file's text. The caller frees it. */
char *matrix_text(const Matrix *self);
/* The matrix as CMake presets of version 3, which CMake 3.21 and later read. The caller frees it.
 */
char *matrix_presets(const Matrix *self);

/* The matrix's points as a JSON array, as they stand in files; a new reference. */
json_t *matrix_points_json(const Matrix *self);
/* Points from such an array: MatrixPoint * in the arena. NULL and an error that begins with `name`
 * when it is malformed. */
GPtrArray *matrix_points_read(Arena *arena, const json_t *array, const char *name, GError **error);

/* Whether a text names a folder below another one, and cannot lead out of it. */
gboolean matrix_folder_is_valid(const char *folder);
/* Whether a text can name an option on a build tool's command line. */
gboolean setting_option_is_valid(const char *option);
/* "A=1, B=2", in the arena; "" for no settings. */
const char *settings_text(Arena *arena, const GPtrArray *settings);
/* NULL when no configuration has that name. */
const Configuration *matrix_find(const Matrix *self, const char *name);
