/* How the knowledge of a build system is kept, and what build/configure.c, build/configure_tree.c,
 * build/configure_steps.c and build/driver.c share. */
#pragma once

#include "container/build/answers.h"
#include "container/build/configure.h"
#include "container/build/process.h"

#define PREFIX_WORD "{prefix}"
/* The kind of steps that are commands of the project's own. */
#define PROJECT_COMMAND "command"

typedef struct {
    GRegex *pattern;
    char *kind;
} StepRow;

/* A command of a build that is recorded. */
typedef struct {
    char *name; /* of its log */
    char **run;
    char **again;       /* once more so, when it has failed; NULL: not */
    char *unless;       /* a file in the project's folder that makes it needless; NULL: none */
    char *lacks;        /* what it says when there is nothing to do; NULL: that is a failure */
    char *takes_prefix; /* a pattern of scripts that can be told of the prefix; NULL: all can */
    gboolean records;   /* what it calls is recorded */
} RecordedRow;

/* What knowledge of a build that is recorded has besides. */
typedef struct {
    GPtrArray *rows;    /* RecordedRow *; NULL: the build tool tells itself what it would call */
    char **environment; /* of the commands */
    GRegex *stand_in;   /* programs that are recorded, besides compilers */
    GRegex *do_nothing; /* programs in whose place the script `nothing` stands */
    char *nothing;
} RecordedWords;

struct CMakeDriver {
    Failures *failures;
    char **configure;
    char **regenerate; /* brings a tree that was configured before up to date */
    char *graph;       /* the file that CMake writes last */
    char **generate;
    char **keep_going; /* goes behind it */
    char **only_tell;  /* the same: what would be made */
    char **list_targets;
    char **list_steps;
    char **list_commands;
    char **list_command_of;
    char **list_order;
    char **list_inputs;
    char **install;
    char **check, **check_again, **check_environment;
    char **native;          /* the C and the C++ compiler */
    char *prefix;           /* where to install when nothing else is said */
    char **default_options; /* as long as default_values */
    char **default_values;
    char **libraries_first;
    char **libraries_last;
    char **libraries_leave;
    char **libraries_complete;
    char *libraries_output;
    LibraryWords libraries; /* borrows the five, and the two patterns */
    GRegex *libraries_bring, *libraries_call;
    GRegex *generated_targets;
    GRegex *build_file;    /* what a project's folder has to have, one of it */
    char *build_file_name; /* the same in words */
    char *says_unused;     /* before the names of variables that it did not look at */
    char *collides;        /* what it says when two targets make one file */
    char *no_rule;         /* what it says when something is missing that nothing makes */
    char *check_none;      /* what the tests say when there are none */
    char *cache;           /* the file of a build tree that has the values of its options */
    GRegex *cached;        /* a line of it: groups name, type, value */
    GRegex *quoted;        /* a value of it whose first group is the real one */
    GRegex *truncated;     /* a line that says of the first group that its value is longer */
    GRegex *internal;      /* types of what is no option of anybody's */
    GRegex *found;     /* names in it that say that the package of the first group that matched was
                        * found, unless their value is ... */
    GRegex *not_found; /* ... one of these */
    GRegex *cpu;       /* a compiler's option that names a processor */
    GRegex *downloads; /* what it says when it cannot get something */
    GRegex *keep;
    GRegex *leave;
    GRegex *leave_source;
    GRegex *succeeds;    /* a command that does nothing else */
    GRegex *starts;      /* words that only say how the program behind them is started */
    GRegex *shell;       /* the same of a line that a shell reads */
    GRegex *setting;     /* a word of those that sets a variable */
    GRegex *needs_shell; /* what a shell does itself, and no program */
    GRegex *ends_well;   /* one that ends those behind it, too */
    GRegex *install_scripts;
    GRegex *install_apart, *install_rule; /* searched for */
    GRegex *install_optional, *install_from;
    GRegex *check_scripts;
    GPtrArray *steps; /* StepRow * */
    RecordedWords recorded;
    Answers *answers;
};

/* The driver's words with what stands for {source}, {build} and the like. The caller unrefs. */
GPtrArray *configure_words(const ConfigureRequest *request, const char *build, char **words);

/* Runs a command in the build tree, which it may write to; `command` gets a NULL at its end. FALSE
 * and an error that names the command and its log when it fails: CONFIGURE_ERROR_FAILED when
 * commands of the project's failed that the build tool has run, or what they need is missing. */
gboolean driver_run(const ConfigureRequest *request, const char *build, GPtrArray *command,
                    gboolean network, const char *log, GError **error);
/* The same with a folder that is seen at another path, too (SandboxRequest); NULL: none. */
typedef struct {
    gboolean network;
    const char *log;
    const char *place, *placed;
    guint ours; /* words in front that are none of the project's and that nobody is shown */
} DriverRun;

gboolean driver_run_placed(const ConfigureRequest *request, const char *build, GPtrArray *command,
                           const DriverRun *run, GError **error);
/* Has the project's own makefiles build it, and writes what they have called as a build tree. */
gboolean configure_recorded(const ConfigureRequest *request, const char *build, GError **error);
/* Makes a folder and those that it is in. FALSE and an error when it cannot be made. */
gboolean configure_make_folder(const char *path, GError **error);
/* Copies the project's sources to a folder, which is made, but for work folders. */
gboolean configure_copy_sources(const ConfigureRequest *request, const char *to, GError **error);
/* A tree that CMake has been through. */
typedef struct {
    gboolean kept; /* an earlier run has left it */
    char *digest;  /* of what it was made; NULL: nobody could tell */
} TreeState;

void tree_state_clear(TreeState *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TreeState, tree_state_clear)

/* Has CMake make the tree with this command, unless it would do the same again. The next run makes
 * it anew, whatever becomes of this one, unless it is remembered. `tree` is filled in any case. */
gboolean configure_tree(const ConfigureRequest *request, const char *build, GPtrArray *command,
                        gboolean default_only, TreeState *tree, GError **error);
/* Lets the next run keep the tree: all is made in it. */
gboolean configure_tree_remember(const ConfigureRequest *request, const TreeState *tree,
                                 GError **error);
/* Has the next run make the tree anew. */
void configure_tree_forget(const ConfigureRequest *request);
/* All outputs, char *, in the order in which the build tool has them; none where it does not tell.
 * The caller unrefs. */
GPtrArray *configure_targets(const ConfigureRequest *request, const char *build);

/* What the project's own commands make before anything is compiled, char *. */
typedef struct {
    GPtrArray *needed;
    GPtrArray *optional; /* the default build does not need it */
    GPtrArray *besides;  /* the default build makes it without a compiler, and neither a unit nor a
                            link of the default build needs it */
} Generated;

void generated_clear(Generated *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Generated, generated_clear)

/* The words that have the build tool make outputs; NULL: all that it makes when nothing is named.
 * The caller unrefs. */
GPtrArray *configure_make_words(const ConfigureRequest *request, const char *build,
                                const GPtrArray *outputs, char **more);
/* What the build tool says of the description that CMake wrote; `more` (may be NULL) are further
 * words, `const char *`. It is asked once, until CMake writes that anew. */
gboolean configure_capture(const ConfigureRequest *request, const char *build, char **words,
                           const GPtrArray *more, ProcessResult *result, GError **error);
/* The same of what else lies in the tree, so that it is asked each time. */
gboolean configure_ask(const ConfigureRequest *request, const char *build, char **words,
                       const GPtrArray *more, ProcessResult *result, GError **error);
/* What outputs are made of and what has to be there before, by output: json_t *, objects with
 * "inputs" and "before", arrays of names; what nothing makes has none of either. The caller unrefs;
 * NULL and an error when the build tool does not tell. */
GHashTable *configure_inputs(const ConfigureRequest *request, const char *build,
                             const GPtrArray *outputs, GError **error);
/* What the default build makes. */
typedef struct {
    GHashTable *kinds; /* the kind of each output that is made by a rule the driver knows */
    GPtrArray *own;    /* char *: by the project's own commands, and compiling does not need it */
    GPtrArray *linked; /* char *: links and archives */
    GHashTable *texts; /* the project's own commands, by output, char *, as the sandbox has them */
} UsualOutputs;

/* Adds those of usual->own for which the build tool runs nothing but the project's own commands,
 * and so no compiler, to what is needed where a link or an archive takes it or what is made of it,
 * and else to `besides`: copies. Of what is installed, also what needs no other code than programs
 * that its command starts, and that are not. FALSE and an error when it does not tell. */
gboolean configure_add_uncompiled(const ConfigureRequest *request, const char *build,
                                  const UsualOutputs *usual, Generated *generated, GError **error);
/* Adds to a set of outputs, char *, all that the build tool makes of them, and of that. FALSE and
 * an error when it does not tell. */
gboolean configure_add_dependents(const ConfigureRequest *request, const char *build,
                                  GHashTable *outputs, GError **error);
/* Makes what the default build does not need, which may be broken, and is often enough. *left_out
 * says what of it could not be made; what commands that failed have left of it is removed. FALSE
 * and an error when that is not the project's fault. */
gboolean configure_generate_optional(const ConfigureRequest *request, const char *build,
                                     const GPtrArray *outputs, LeftOut *left_out, GError **error);
/* Makes what neither units nor links need, as much of it as can be made. `unmade` receives what
 * could not be, which only who installs it misses. FALSE and an error when the build tool was ended
 * or could not be started. */
gboolean configure_make_besides(const ConfigureRequest *request, const char *build,
                                const GPtrArray *outputs, LeftOut *unmade, GError **error);

/* FALSE and an error when the build tool does not tell. */
gboolean configure_generated(const ConfigureRequest *request, const char *build,
                             Generated *generated, GError **error);
