/* Stage a: each configuration's build tree, configured and with its generated sources.
 *
 * Everything of the project runs in the sandbox. A build tree that is there already is kept where
 * nothing of what it was made of has changed, which is quick, and made anew elsewhere. */
#pragma once

#include "container/build/compilers.h"
#include "container/build/failures.h"
#include "container/build/sandbox.h"
#include "container/plan/matrix.h"
#include <jansson.h>

/* How a build system is driven, in the words of CMake, which is known best: what drives another one
 * leaves a tree as CMake would. container/knowledge has cmake.yaml and, over it, others. */
typedef struct CMakeDriver CMakeDriver;

/* What specifications call the build system is the name of its file. */
CMakeDriver *cmake_driver_load(const char *folder, const char *build_system, GError **error);
void cmake_driver_free(CMakeDriver *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CMakeDriver, cmake_driver_free)

/* How what it and the compilers say is read; it belongs to the driver. */
const Failures *configure_failures(const CMakeDriver *driver);

typedef struct {
    const CMakeDriver *driver;
    const Compilers *compilers; /* NULL: of no step's command more is told than it says */
    const Sandbox *sandbox;
    const Matrix *matrix;
    const Configuration *configuration;
    const char *folder;  /* the work folder */
    const char *prefix;  /* where it is to be installed; NULL: the driver's default */
    const char *c, *cxx; /* the compilers to configure with, unless the matrix names some */
    guint jobs;
    const char *kept;     /* where a person finds the logs afterwards; NULL: in the work folder */
    const char *not_kept; /* what would keep them, where the work folder goes; NULL: they stay */
    const char *recorder; /* xaas-record, for builds that are recorded; NULL: it is not there */
    /* Where such a build is to install below the prefix, a folder on the host, and no tree is made
     * of it, which is not recorded then; NULL: that is what is wanted. */
    const char *install_to;
} ConfigureRequest;

/* What could not be generated, of that which the default build does not need, or makes for no unit.
 */
typedef struct {
    char *said;          /* in words; NULL: all could be */
    GHashTable *outputs; /* char *: what the build tool cannot make for it; NULL likewise */
} LeftOut;

void left_out_clear(LeftOut *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LeftOut, left_out_clear)

/* FALSE and an error that names the command and its log. With `left_out`, empty at first, what the
 * default build does not need is generated, too; the caller clears it. `unmade`, likewise, is
 * what the default build makes for no unit. Safe for several threads, as long as they have
 * different configurations. */
gboolean configure_run(const ConfigureRequest *request, LeftOut *left_out, LeftOut *unmade,
                       GError **error);
/* What the project's build tool said last, of an error's message of configure_run(): the same for
 * configurations that fail in the same way. */
const char *configure_last_words(const char *message);
/* What the configured tree says: {"configured": {OPTION: VALUE}, of the matrix's points, "found":
 * [NAME], the packages and languages that were found, sorted bytewise}. A new reference; without
 * members where the tree does not tell. */
json_t *configure_told(const ConfigureRequest *request);
/* The options that the matrix sets and that the project did not look at when it was configured, as
 * the build tool said, const char *: the matrix's. The caller unrefs. */
GPtrArray *configure_unused(const ConfigureRequest *request);
/* What the build tool makes only when it is asked to, char *: a set of outputs, as it names them.
 * Nobody misses it who builds the project and installs it: what install rules name is not among
 * it. `texts` receives the command of each output, char *, and frees its keys and values. NULL and
 * an error when the build tool does not tell. */
GHashTable *configure_optional_outputs(const ConfigureRequest *request, GHashTable *texts,
                                       GError **error);
/* What is installed when nothing is named, as the build tool names what it makes: char *, and
 * whether it may be missing as GPOINTER_TO_INT says. Whoever installs needs the rest, also where
 * nobody builds it unasked. The caller unrefs. */
GHashTable *configure_installed(const ConfigureRequest *request);
/* Whether that names an output, as the sandbox has it, by itself or with a folder that it is in. */
gboolean configure_is_installed(GHashTable *installed, const char *output);
/* What comes after compiling, in an order in which it can be run: a new array of {kind, directory,
 * command, output, default, inputs, before}, response files written out; `default` tells whether
 * the step belongs to what is built when nothing is named or to what is installed, `inputs` and
 * `before` (where they are known) what the output is made of and what else has to be there before.
 * NULL and an error when the build tool does not tell. */
json_t *configure_steps(const ConfigureRequest *request, GError **error);
/* Has the build tool make these files of the build tree, `const char *`: what only the project's
 * own compilers can make. NULL: all that it makes when nothing is named. FALSE and an error that
 * names the command and its log. */
gboolean configure_build(const ConfigureRequest *request, const GPtrArray *outputs, GError **error);
/* The same for outputs that nobody misses: as many as can be made. What the build tool said when
 * some could not, NULL else; the caller frees it. What cannot be made is not there afterwards, with
 * what would be made of it, whatever an earlier run had made. */
char *configure_build_optional(const ConfigureRequest *request, const GPtrArray *outputs);
/* Whether the build tool has run nothing, for something is missing that nothing makes. */
gboolean configure_misses_rule(const CMakeDriver *driver, const char *said);
/* Whether what was run for it says that a disk is full. */
gboolean configure_lacked_space(const CMakeDriver *driver, const char *said);
/* How a command line of the build tool's, as failed_command_find() gives it, ends when a shell in
 * the sandbox runs it as the build tool does (seeing the network where it may), for a build tool
 * that does not tell. FALSE when that shell cannot be started. */
gboolean configure_status(const ConfigureRequest *request, const char *command, gboolean network,
                          int *status);
/* The prefix that the configuration has: what the matrix sets, else the driver's. The caller frees
 * it. */
char *configure_prefix(const ConfigureRequest *request);
/* The driver's prefix, which stands for the one of a deployment: a path that means nothing else. */
const char *configure_placeholder(const CMakeDriver *driver);
/* The command that installs a build tree; "{prefix}" in it is where to. NULL-terminated. */
const char *const *configure_install(const CMakeDriver *driver);
/* How the libraries that a link brings in are found out: lists of words, NULL-terminated. */
typedef struct {
    const char *const *first;    /* behind the program */
    const char *const *last;     /* at the end */
    const char *const *leave;    /* left out */
    const char *const *complete; /* at the end in their place: the program fails when something that
                                    the output needs is in none of the libraries */
    const char *output;          /* what the output stands behind */
    GRegex *brings;              /* a word of a link that only brings libraries */
    GRegex *calls;               /* an option that has a compiler call what no source names */
} LibraryWords;

const LibraryWords *configure_library_words(const CMakeDriver *driver);
/* The command that runs the project's own tests in a build tree; "{jobs}" in it is how many at
 * once. NULL-terminated. */
const char *const *configure_check(const CMakeDriver *driver);
/* The one that runs those again that failed, and variables for both within a sandbox. */
const char *const *configure_check_again(const CMakeDriver *driver);
/* What the first of them says when the project has no tests. */
const char *configure_check_none(const CMakeDriver *driver);
const char *const *configure_check_environment(const CMakeDriver *driver);
/* The compilers of a native build; they belong to the driver. */
void configure_native(const CMakeDriver *driver, const char **c, const char **cxx);
/* Whether a command, its words told apart by one blank, does nothing but succeed. */
gboolean configure_only_succeeds(const CMakeDriver *driver, const char *command);
/* Whether it ends a whole shell, and well. */
gboolean configure_ends_well(const CMakeDriver *driver, const char *command);
/* Whether configuring is a whole build, which is recorded. */
gboolean configure_builds(const CMakeDriver *driver);
/* Whether a file of that name is what it reads first in a project's folder. */
gboolean configure_is_build_file(const CMakeDriver *driver, const char *name);
/* The same in words. */
const char *configure_build_file_name(const CMakeDriver *driver);
/* Whether a name in a project's folder is none of its sources: version control. */
gboolean configure_leaves_source(const CMakeDriver *driver, const char *name);
/* Whether a file of the build tree belongs to that command: what it names in quotes is installed.
 */
gboolean configure_is_install_script(const CMakeDriver *driver, const char *path);
/* The words of a command by which compilers are told the processor that code is for, with blanks
 * between; NULL when there are none. The caller frees it. */
char *configure_cpu_of(const CMakeDriver *driver, const char *command);
/* Whether a file of the build tree is run at deployment, and so has to hold the sandbox's paths. */
gboolean configure_is_script(const CMakeDriver *driver, const char *path);
/* What else than files a build tree has, char *, relative and sorted bytewise. */
typedef struct {
    GPtrArray *folders;
    GPtrArray *links; /* symbolic ones */
} TreeRest;

TreeRest *tree_rest_new(void);
void tree_rest_free(TreeRest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TreeRest, tree_rest_free)

/* The files of the build tree that deployment needs besides objects, relative and sorted bytewise;
 * with `all`, those that tests may read, too. `rest` (NULL: not wanted) gets the tree's folders and
 * links. The caller unrefs. */
GPtrArray *configure_kept_files(const ConfigureRequest *request, gboolean all, TreeRest *rest);

#define CONFIGURE_ERROR configure_error_quark()
GQuark configure_error_quark(void);
/* ENDED: a build tool was ended or crashed itself, which says nothing of the project. */
typedef enum {
    CONFIGURE_ERROR_KNOWLEDGE,
    CONFIGURE_ERROR_FAILED,
    CONFIGURE_ERROR_ENDED
} ConfigureError;
