/* What the writers of the single forms share; for this folder only. */
#pragma once

#include "discover/review/exports/export.h"

#define SWITCH_ON "ON"
#define SWITCH_OFF "OFF"

/* What CMake writes files for unless that is refused. */
#define EXPORT_GENERATOR "Ninja"

/* One option and its value. */
typedef struct {
    const Point *point;
    const char *value; /* "ON" and "OFF" for switches */
} ExportSetting;

typedef struct {
    const char *name;    /* letters, digits and "-": names of presets and jobs */
    GPtrArray *settings; /* ExportSetting *: what differs from the defaults */
} ExportConfiguration;

/* More configurations than this are left out; a workflow of GitHub takes no more jobs either. */
#define EXPORT_CONFIGURATIONS_MAX 256u

/* What a package of a build system is called elsewhere. */
typedef struct {
    GPtrArray *found_as; /* const char *: names in build descriptions */
    const char *spack;
    GPtrArray *debian;
} PackageNames;

typedef struct {
    const ExportRequest *request;
    Arena *arena;
    GPtrArray *points;         /* Point *: those that take part, of the first build system */
    GPtrArray *configurations; /* ExportConfiguration *: the defaults, then each value once */
    const ExportConfiguration *chosen; /* what the request's settings say */
    const char *build;                 /* type of the first build system; NULL: none */
    const char *folder;                /* that it builds; NULL: the root */
    GPtrArray *packages;               /* PackageNames * */
} ExportInput;

/* Each returns the text, or NULL and an error; the caller frees it. */
char *export_cmake_presets(const ExportInput *input, GError **error);
char *export_spack(const ExportInput *input, GError **error);
char *export_easybuild(const ExportInput *input, GError **error);
char *export_apptainer(const ExportInput *input, GError **error);
char *export_containerfile(const ExportInput *input, GError **error);
char *export_hpccm(const ExportInput *input, GError **error);
char *export_sarif(const ExportInput *input, GError **error);
char *export_matrix(const ExportInput *input, GError **error);
char *export_csv(const ExportInput *input, GError **error);

/* configurations.c: each value of each point once, with what it takes (ExportConfiguration *). In
 * the arena. */
GPtrArray *export_configurations(const ExportInput *input);
/* chosen.c: the one of --set. NULL and an error when a setting names no point or no value of it, or
 * contradicts another one. */
ExportConfiguration *export_configuration_of(const ExportInput *input, GError **error);

/* allowed.c: why the project refuses a configuration, in the arena; NULL when nothing that is known
 * speaks against it. */
const char *export_objection(const ExportInput *input, const ExportConfiguration *configuration);
/* What CMake is to write files for: EXPORT_GENERATOR's, unless the project refuses that for the
 * configuration. */
const char *export_generator(const ExportInput *input, const ExportConfiguration *configuration);

/* needs.c: settings, and the first of them that speaks against what another one takes. */
typedef struct {
    const ExportInput *input;
    GPtrArray *settings; /* ExportSetting *, in the input's arena */
    const char *clash;   /* in words, in the arena; NULL: none */
} ExportSettings;

/* The point's among ExportSetting *; NULL when there is none. */
const ExportSetting *export_setting(const GPtrArray *settings, const Point *point);
/* Adds a setting of a point that has none there; `value` must live as long as the arena. */
const ExportSetting *export_add_setting(ExportSettings *self, const Point *point,
                                        const char *value);
/* Adds what a setting takes that is there. `depth` says in how many steps it came to be there. */
void export_add_needs(ExportSettings *self, const ExportSetting *setting, guint depth);
/* "-DGPU=CUDA", "--enable-mpi", "--disable-mpi": one argument of the build tool, in the arena. NULL
 * where nothing is to be given for the setting. */
const char *export_argument(const ExportInput *input, const ExportSetting *setting);
/* Those of several settings (ExportSetting *). */
void export_add_arguments(const ExportInput *input, const GPtrArray *settings,
                          GPtrArray *arguments);
/* Whether it may be chosen, and is not just another way to turn the thing off. */
gboolean export_value_is_usable(const PointValue *value);

/* The point of that option, among those that take part; NULL when there is none. */
const Point *export_point(const ExportInput *input, const char *option);

/* implied.c: what a switch that is on (`value` is NULL), or one of the point's values, requires,
 * with the package that it is called after where none is named. In the arena. */
GPtrArray *export_requires(const ExportInput *input, const Point *point, const PointValue *value);
/* NULL when nothing is known of a package. */
const PackageNames *export_package(const ExportInput *input, const char *package);
/* Debian packages that the settings of a configuration need, sorted, each once; elements are
 * `const char *` in the arena. `unknown` receives the packages of which nothing is known. */
GPtrArray *export_debian_packages(const ExportInput *input,
                                  const ExportConfiguration *configuration, GPtrArray *unknown);

/* quote.c: a literal of Python 3, with its quotes. The caller frees it. */
char *python_literal(const char *text);
/* One word for a POSIX shell, quoted where it has to be. The caller frees it. */
char *shell_word(const char *text);
/* One line for a comment: no control characters. The caller frees it. */
char *comment_text(const char *text);
/* Whether a text can stand on a line of a file whose sections are told by line beginnings. */
gboolean is_one_line(const char *text);
/* Lower-case letters, digits and `dash` for all else, beginning with a letter or digit; `fallback`
 * when nothing is left. In the arena. */
const char *plain_name(Arena *arena, const char *text, char dash, const char *fallback);
