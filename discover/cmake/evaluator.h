/* The evaluator of CMake's language: one interpreter, two domains.
 *
 * It walks the lowered commands of a project from its top-level CMakeLists.txt, as CMake does, but
 * keeps *all* configurations at once: `path` is the condition under which the current command is
 * reached, and each write to a variable holds only there. So an if() runs each of its arms that can
 * be reached under its own condition, one after the other, and nothing has to be joined afterwards.
 *
 * A command is run once for each combination of the values that its arguments can have (a *run*);
 * within a run everything that it reads is one definite text, and `path` is narrowed to the
 * configurations in which that text is right. After COMMAND_RUNS_MAX runs the rest is run once with
 * unknown texts.
 *
 * This header has the state and the way through files. What commands do with it: expand.h reads
 * arguments and variables, assign.h writes them, call.h calls functions, record.h records, option.h
 * declares options, written_file.h follows files that the project makes, policy.h its policies.
 *
 * Not safe for several threads; one evaluator reads one top-level folder. */
#pragma once

#include "discover/cmake/cmake_reader.h"
#include "discover/cmake/kept.h"
#include "discover/cmake/parse_ahead.h"
#include "discover/cmake/recorder.h"
#include "discover/cmake/source_file.h"
#include "discover/cmake/variables.h"
#include "discover/tree.h"

/* Bounds on what a project can make us do; each one that is hit is in the ledger. */
#define COMMAND_RUNS_MAX 48u
#define CALL_DEPTH_MAX 200u
#define BLOCK_DEPTH_MAX 2000u /* of blocks within blocks, those of callers among them */
#define UNKNOWN_CALLS_MAX 4u  /* of a function by itself, under conditions that are not known */
#define DEEPEST_CALLS_MAX 8u  /* of a function within itself that would have been too deep */
#define UNKNOWN_CALLS_IN_ALL_MAX 8u /* such calls in one from outside, side by side too */
#define UNKNOWN_ROUNDS_MAX 2u       /* of a file within itself, under such conditions */
#define LOOP_TURNS_MAX 20000u       /* of one while() or foreach() */
#define ENDLESS_TURNS_MAX 2u        /* of a while() that has once made so many */
#define UNKNOWN_TURNS_MAX 2u        /* of a loop whose end is not known */
#define LOOP_VARIABLES_MAX 20000u   /* unknown things that the turns of a while() ask for */
#define ARGUMENTS_A_STEP 16u        /* of a call, or elements of a foreach(), count as a command */
#define BYTES_A_STEP 4096u          /* of a text that is put together or extended */
#define PIECES_A_STEP 64u           /* of such a text: what is unknown or may be left out */
#define STEPS_MAX 4000000u          /* commands, turns and what counts as such, in all */
#define TEXT_LOOP_STEPS_MAX 200000u /* the part of them for a while() that only works texts out */
#define SPENT_TURNS_MAX 64u         /* of such a while() once it has used that up */
#define COMMAND_NODES_MAX (6u * 1000u * 1000u) /* of conditions, by one of the top-level file */
#define TEXT_BYTES_MAX (256u << 10) /* of one argument or variable; copied at each append */

typedef struct Evaluator Evaluator;
typedef struct Frame Frame;
typedef struct NotedTexts NotedTexts;
typedef struct UnreadContent UnreadContent;

/* The arguments of one run. */
typedef struct {
    GPtrArray *texts;   /* const char * */
    GByteArray *quoted; /* 1 for quoted and bracket arguments */
    GPtrArray *owned;   /* texts to be freed with it */
    GArray *spare;      /* the evaluator's, where the emptied arrays go */
} Arguments;

/* One run of a command. */
typedef struct {
    const Command *command;
    guint argc;
    const char *const *argv;
    const guint8 *quoted;
} Call;

typedef void (*CommandHandler)(Evaluator *self, const Call *call);

/* clang-format off */
#define COMMAND_TRAITS(X)                                                                     \
    X(NONE, 0)                                                                                \
    X(KEEP_OPTIONAL, 1)   /* list pieces under a condition stay as they are in the arguments */ \
    X(NO_EFFECT, 2)       /* known to write nothing that we follow */                         \
    X(EACH_ARGUMENT, 4)   /* each argument but the first says the same whatever the others are */ \
    X(BEGINNING, 8)       /* only the first two arguments as written are looked at */         \
    X(NAME_FIRST, 16)     /* the first argument says what the others are for, and is not read */ \
    X(PLAIN, 32)          /* changes variables and what is recorded, and depends on variables only */ \
    X(TOLD, 64)           /* its arguments are read by people: what options are in them does not matter */
/* clang-format on */

typedef enum {
#define X(id, value) TRAIT_##id = (value),
    COMMAND_TRAITS(X)
#undef X
} CommandTrait;

/* A command that we know. A row without handler must have TRAIT_NO_EFFECT. */
typedef struct {
    const char *name;
    CommandHandler run;
    CommandTrait traits;
} CommandRow;

/* NULL for a command that is not modelled. */
const CommandRow *command_row(const char *name);

/* Policies that were set one by one, newest first. */
typedef struct PolicySetting PolicySetting;
struct PolicySetting {
    const char *policy; /* interned */
    gboolean modern;    /* NEW */
    const PolicySetting *before;
};

/* Which policies hold. */
typedef struct {
    int version; /* 3016 for 3.16: all up to then are NEW; 0 before any cmake_minimum_required() */
    const PolicySetting *newest;
} Policies;

/* A function() or macro() of the project or of a stub. */
typedef struct {
    const char *name; /* as written */
    gboolean macro;
    SourceFile *file;
    guint begin, end; /* commands of the body: begin <= i < end */
    const char *list_dir;
    GPtrArray *parameters; /* const char *, interned */
    guint positions;       /* arguments that it names one by one, parameters or ARGV0; 1 more, 0
                              where they were not counted yet */
    Guard when;            /* under which this is the one that a call gets */
    Policies policies;     /* where it is defined: they hold in its body */
    GHashTable *given;     /* of a macro that it was defined in: see evaluator_given() */
    /* By itself, since it was last called from outside: under conditions that are not known, and
     * too deep within others. */
    guint unknown_calls, deepest_calls;
} Function;

/* cmake_language(DEFER): a call at the end of a folder. */
typedef struct {
    const char *folder; /* in the tree, interned */
    const char *id;
    SourceFile *file; /* of one command */
    const char *list_dir;
    Guard when;
} Deferred;

typedef enum { FRAME_FILE, FRAME_FUNCTION, FRAME_MACRO } FrameKind;

/* What is being run: a file, or a function's or macro's body. */
struct Frame {
    Frame *parent;
    FrameKind kind;
    SourceFile *file;       /* where its commands stand */
    const Command *current; /* the command under way in it */
    const char *call_name;  /* FUNCTION, MACRO: as written */
    const Arguments *call_arguments;
    GHashTable *substitutions; /* MACRO: interned parameter -> Value * */
    GHashTable *given;         /* FUNCTION, MACRO: the function's */
    const char *list_dir;      /* CMAKE_CURRENT_LIST_DIR */
    Guard entered;             /* FUNCTION, MACRO: where it was called */
    const char *walked;        /* which of the call's arguments a foreach() looks at now, or NULL */
    const Command *loop;       /* the innermost foreach() under way in it, or NULL */
    guint blocks;              /* block()s under way in it that have a scope for variables */
    guint depth;
};

/* What differs between following one configuration and following all. */
typedef struct {
    const char *name;
    /* The cache value of an option that is declared with `value`. `type` is OPTION_UNTYPED where a
     * value is only overwritten, which says little of its type. A new reference. */
    Value *(*option_value)(Evaluator *self, OptionRecord *option, OptionType type, Value *value);
    /* A truth that depends on an unknown; `variable` is where CMake would keep it. */
    Guard (*flag)(Evaluator *self, ConditionSubject kind, const char *subject,
                  const char *variable);
    /* An unknown text; a new reference. */
    Value *(*unknown)(Evaluator *self, ConditionSubject kind, const char *subject,
                      const char *variable, const char *const *values);
} Domain;

extern const Domain domain_symbolic;
extern const Domain domain_concrete;

struct Evaluator {
    const Tree *tree;
    const CmakeReadOptions *options;
    const Domain *domain;
    Diagnostics *diagnostics;
    Arena *arena;
    Guards *guards;
    Symbols *symbols;
    Variables *variables;
    Recorder *recorder;

    const char *folder;      /* of the top-level CMakeLists.txt, "" for the tree's root */
    const char *source_root; /* "/source": what the tree's root is called */
    const char *binary_root; /* "/build" */

    Guard path;       /* condition under which the current command is reached */
    Frame *frame;     /* innermost */
    Kept *kept;       /* innermost */
    Guard stopped;    /* configurations that left the current frame's or loop's body */
    Guard broken;     /* of those: through break() */
    Guard continued;  /* through continue() */
    Guard failed;     /* ended by a fatal error, until the end of the innermost block */
    guint stops;      /* grows with each change of these */
    GArray *known;    /* known_text.c */
    guint known_from; /* the first of these that counts */
    gboolean widen;   /* after too many runs: texts that differ are read as unknown */
    gboolean keep_optional;
    gboolean told;     /* what is expanded is for people to read */
    guint blocks;      /* under way: files, bodies of functions, arms and loops */
    guint expressions; /* generator expressions around what is read now */
    guint64 steps;
    gsize lowered;        /* bytes of texts that were run as commands */
    gboolean exhausted;   /* STEPS_MAX was reached; everything stops */
    gboolean lost;        /* guards_lost() has been told */
    GHashTable *outside;  /* options that name what lies outside the tree; outlives a reading */
    GHashTable *declared; /* name -> DeclaredKind, over all files; outlives a reading */
    GHashTable *written;  /* absolute path -> MadeFile *: files and folders that were made so far */
    GPtrArray *written_paths; /* its keys, sorted */
    gboolean empties;         /* something was removed */
    GHashTable *followed; /* those of files that are read again -> commands run before; outlives a
                             reading */
    gboolean again;       /* one more was found: what has been read is worth nothing */
    const Command
        *again_at;       /* which command named it, or NULL; it may name others soon: outside.c */
    guint64 again_steps; /* commands after which reading ends then */

    ParseAhead *ahead;         /* outlives a reading */
    GHashTable *files;         /* path -> SourceFile * (NULL when unreadable) */
    GArray *spare_arguments;   /* Arguments, emptied: each command needs some, and few at a time */
    GPtrArray *peeked;         /* Value *: what texts in use belong to, until the step ends */
    GHashTable *functions;     /* lower-case name, interned -> GPtrArray of Function *, newest
                                * last */
    GPtrArray *given;          /* GHashTable *: those of functions */
    GHashTable *remembered;    /* const Function * -> GPtrArray of CallMemory *: call_memory.c */
    NotedTexts *noted;         /* record.h */
    GPtrArray *argument_names; /* "ARGV0" and so on, interned */
    GHashTable *targets;       /* name -> Guard * */
    GPtrArray *initialized;    /* const char *: properties of targets that come from variables */
    GHashTable *tests;         /* folder, \1, name -> Guard * */
    GHashTable *included;      /* path -> Guard *: include_guard() */
    GPtrArray *volatile_prefixes; /* const char * */
    GPtrArray *unread;            /* UnreadContent *: unread_targets.c */
    Policies policies;
    GArray *policy_stack;   /* Policies: cmake_policy(PUSH) */
    GPtrArray *deferred;    /* Deferred *, in order; those that ran have a false condition */
    GHashTable *regexes;    /* pattern -> CmakeRegex * */
    GHashTable *endless;    /* const Command *: while()s that were left after many turns */
    GHashTable *text_loops; /* const Command *: a while() -> the steps of all its turns */
    GHashTable *platform;  /* a fact of the platform -> what it most often is; texts of the arena */
    GHashTable *answered;  /* "path:line variable" -> how often a program's output was asked for */
    GPtrArray *submodules; /* Submodule *: submodules.h */
    GHashTable *submodules_by_path, *submodules_by_outer;
    GHashTable *looked_for;    /* names with an option's value in them: see named_file.c */
    GPtrArray *subdirectories; /* const char *: tree folders under way, outermost first */
    const char *project_name, *project_version, *minimum_version;
    gboolean project_name_begun; /* only how it begins is known */
    Span project_at;
    const char *looked_for_package; /* by the innermost find_package(); NULL outside of any */
    const char
        *included_path; /* of the file that was run last through include() or find_package() */
    GHashTable *project_folders;  /* tree folders below the top in which project() was called */
    GHashTable *module_commands;  /* name -> file; NULL until asked for: module_command.c */
    GHashTable *brought_commands; /* names: of modules that were included for them */
    GHashTable *stand_ins; /* paths of the tree: configuration files of packages that are looked for
                              outside of it as well */
};

/* Runs all commands of the file, in a frame of its own. `list_dir`: its CMAKE_CURRENT_LIST_DIR. */
void evaluator_run_file(Evaluator *self, SourceFile *file, const char *list_dir);
/* Loads and lowers a file of the tree (or of the stubs, for "stubs/..."); NULL when it can't be
 * read. */
SourceFile *evaluator_load(Evaluator *self, const char *path);
/* Runs commands begin <= i < end of the innermost frame's file under the current path. */
void evaluator_run_range(Evaluator *self, SourceFile *file, guint begin, guint end);
/* Notes what messages of a branch that cannot be taken say of the names that its condition asks
 * for: "if(OLD AND NOT NEW) message(DEPRECATION ...)" before OLD is declared. */
void evaluator_pass_over(Evaluator *self, const SourceFile *file, const Command *arm);
/* Counts a command or a loop's turn; everything stops after STEPS_MAX. What copies long lists or
 * texts adds to the steps by itself (ARGUMENTS_A_STEP, BYTES_A_STEP, PIECES_A_STEP), so that a step
 * takes some microseconds whatever the input is. */
void evaluator_step(Evaluator *self);
/* Stops the configurations of `path` in the frame (return) or the block (fatal error). */
void evaluator_return(Evaluator *self);
void evaluator_fail(Evaluator *self);

/* outside.c: where a file or folder of this name would be read, which is not known. When an option
 * names it, reading stops to begin again with that option at its default. */
void evaluator_note_outside(Evaluator *self, const char *path);
/* The same for a folder that is added; not where it is only added if somebody gives the option. */
void evaluator_note_outside_folder(Evaluator *self, const char *path);
/* Whether the option is such a one; then that is in the ledger. */
gboolean evaluator_is_outside(Evaluator *self, const char *option);

/* answers.c: an entry of the environment file, as it is written there. NULL when there is none. */
const char *evaluator_answer(const Evaluator *self, const char *name);
/* The entry "answer PATH:LINE VARIABLE N": what the command at that place stored in the variable,
 * at the Nth call. To be freed. */
char *evaluator_answer_at(Evaluator *self, Span place, const char *variable);
/* The entry "file PATH": the text of a file that is not in the tree. To be freed. */
char *evaluator_answer_file(const Evaluator *self, const char *path);

/* collect.c: what is kept from here on, until it is dropped; `kept` lives on the caller's stack. */
void evaluator_keep(Evaluator *self, Kept *kept);
void evaluator_drop(Evaluator *self, const Kept *kept);
/* Frees conditions that nobody keeps, from time to time. */
void evaluator_collect(Evaluator *self);

/* condition.c: under which condition (within `path`) the arguments of an if(), elseif() or while()
 * hold. */
Guard evaluator_condition(Evaluator *self, const Command *command);
/* in_list.c: under which a text is among the elements of a list; both may have holes. Elements
 * count as commands do. */
Guard evaluator_in_list(Evaluator *self, const char *text, const char *list);

/* loop.c: the loop that `command` opens, with the commands begin <= i < end as its body. */
void evaluator_foreach(Evaluator *self, SourceFile *file, guint begin, guint end,
                       const Command *command);
void evaluator_while(Evaluator *self, SourceFile *file, guint begin, guint end,
                     const Command *command);

/* facts_source.c */
/* Appends to `undeclared` what the files ask for and nothing gives that was followed, though some
 * line gives it to option(): one of another project in the tree, which builds by itself what this
 * one is then told of. Whether there is any. */
gboolean evaluator_add_asked(const Evaluator *self, GArray *undeclared);
/* Adds all that was recorded to `facts`. */
void evaluator_build_facts(Evaluator *self, Facts *facts);
