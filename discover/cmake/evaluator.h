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
#define UNKNOWN_CALLS_MAX 4u      /* of a function by itself, under conditions that are not known */
#define LOOP_TURNS_MAX 20000u     /* of one while() or foreach() */
#define ENDLESS_TURNS_MAX 2u      /* of a while() that has once made so many */
#define UNKNOWN_TURNS_MAX 2u      /* of a loop whose end is not known */
#define LOOP_VARIABLES_MAX 20000u /* unknown things that the turns of a while() ask for */
#define ARGUMENTS_A_STEP 16u      /* of a call, or elements of a foreach(), count as a command */
#define STEPS_MAX 3000000u        /* commands and turns in all; the largest project needs a tenth */
#define COMMAND_NODES_MAX (6u * 1000u * 1000u) /* of conditions, by one of the top-level file */
#define TEXT_BYTES_MAX (256u << 10) /* of one argument or variable; copied at each append */

typedef struct Evaluator Evaluator;
typedef struct Frame Frame;

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
    X(PLAIN, 32)          /* changes variables and what is recorded, and depends on variables only */
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

    Guard path;      /* condition under which the current command is reached */
    Frame *frame;    /* innermost */
    Kept *kept;      /* innermost */
    Guard stopped;   /* configurations that left the current frame's or loop's body */
    Guard broken;    /* of those: through break() */
    Guard continued; /* through continue() */
    Guard failed;    /* ended by a fatal error, until the end of the innermost block */
    guint stops;     /* grows with each change of these */
    gboolean widen;  /* after too many runs: texts that differ are read as unknown */
    gboolean keep_optional;
    guint expressions; /* generator expressions around what is read now */
    guint64 steps;
    gsize lowered;        /* bytes of texts that were run as commands */
    gboolean exhausted;   /* STEPS_MAX was reached; everything stops */
    GHashTable *outside;  /* options that name what lies outside the tree; outlives a reading */
    GHashTable *declared; /* name -> DeclaredKind, over all files; outlives a reading */
    GHashTable *written;  /* absolute path -> MadeFile *: files and folders that were made so far */
    GPtrArray *written_paths; /* its keys, sorted */
    gboolean empties;         /* something was removed */
    GHashTable *followed; /* those of files that are read again -> commands run before; outlives a
                             reading */
    gboolean again;       /* one more was found: what has been read is worth nothing */

    ParseAhead *ahead;         /* outlives a reading */
    GHashTable *files;         /* path -> SourceFile * (NULL when unreadable) */
    GArray *spare_arguments;   /* Arguments, emptied: each command needs some, and few at a time */
    GPtrArray *peeked;         /* Value *: what texts in use belong to, until the step ends */
    GHashTable *functions;     /* lower-case name, interned -> GPtrArray of Function *, newest
                                * last */
    GPtrArray *given;          /* GHashTable *: those of functions */
    GHashTable *remembered;    /* const Function * -> GPtrArray of CallMemory *: call_memory.c */
    GPtrArray *argument_names; /* "ARGV0" and so on, interned */
    GHashTable *targets;       /* name -> Guard * */
    GPtrArray *initialized;    /* const char *: properties of targets that come from variables */
    GHashTable *tests;         /* folder, \1, name -> Guard * */
    GHashTable *included;      /* path -> Guard *: include_guard() */
    GPtrArray *volatile_prefixes; /* const char * */
    Policies policies;
    GArray *policy_stack;   /* Policies: cmake_policy(PUSH) */
    GPtrArray *deferred;    /* Deferred *, in order; those that ran have a false condition */
    GHashTable *regexes;    /* pattern -> CmakeRegex * */
    GHashTable *endless;    /* const Command *: while()s that were left after many turns */
    GHashTable *answered;   /* "path:line variable" -> how often a program's output was asked for */
    GHashTable *looked_for; /* names with an option's value in them: see named_file.c */
    GPtrArray *subdirectories; /* const char *: tree folders under way, outermost first */
    const char *project_name, *project_version, *minimum_version;
    Span project_at;
    const char *looked_for_package; /* by the innermost find_package(); NULL outside of any */
    const char
        *included_path; /* of the file that was run last through include() or find_package() */
    GHashTable *project_folders; /* tree folders below the top in which project() was called */
};

/* evaluator.c ------------------------------------------------------------------------------------
 */

void evaluator_run_file(Evaluator *self, SourceFile *file, const char *list_dir);
/* Loads and lowers a file of the tree (or of the stubs, for "stubs/..."); NULL when it can't be
 * read. */
SourceFile *evaluator_load(Evaluator *self, const char *path);
/* Runs commands begin <= i < end of the innermost frame's file under the current path. */
void evaluator_run_range(Evaluator *self, SourceFile *file, guint begin, guint end);
/* Counts a command or a loop's turn; everything stops after STEPS_MAX. */
void evaluator_step(Evaluator *self);
/* Stops the configurations of `path` in the frame (return) or the block (fatal error). */
void evaluator_return(Evaluator *self);
void evaluator_fail(Evaluator *self);

/* outside.c: where a file or folder of this name would be read, which is not known. When an option
 * names it, reading stops to begin again with that option at its default. */
void evaluator_note_outside(Evaluator *self, const char *path);
/* Whether the option is such a one; then that is in the ledger. */
gboolean evaluator_is_outside(Evaluator *self, const char *option);

/* answers.c: an entry of the environment file, as it is written there. NULL when there is none. */
const char *evaluator_answer(const Evaluator *self, const char *name);
/* The entry "answer PATH:LINE VARIABLE N": what the command at that place stored in the variable,
 * at the Nth call. To be freed. */
char *evaluator_answer_at(Evaluator *self, Span place, const char *variable);
/* The entry "file PATH": the text of a file that is not in the tree. To be freed. */
char *evaluator_answer_file(const Evaluator *self, const char *path);

/* option.c: an option may be read before it is declared. A person who gives it has it there, too,
 * so a variable that nothing has written, and that an option will be, is true where the option is.
 */
Guard evaluator_expected(Evaluator *self, Variable *variable);
/* The same for a text that is compared: what a person gave, as a hole. NULL where no
 * set(... CACHE STRING ...) stands further down. */
const char *evaluator_expected_text(Evaluator *self, Variable *variable);

/* written_file.c: notes that a file of this name is written. TRUE when it is read again, so that
 * evaluator_write() is to be told the text. Unless a name says otherwise here, it may be relative
 * to the current source folder. */
gboolean evaluator_writes(Evaluator *self, const char *name, const char *base_variable);
void evaluator_write(Evaluator *self, const char *name, const char *base_variable, const char *text,
                     gboolean append);
/* The text in this run, narrowing `path`; NULL when the project has not written it. When that is
 * not known yet, reading stops to begin again. Belongs to the arena. */
const char *evaluator_written(Evaluator *self, const char *name);
/* made_file.c: the same of a folder. */
void evaluator_makes_folder(Evaluator *self, const char *name);
/* The same for one that something is put in of which it is not known what it is. */
void evaluator_fills_folder(Evaluator *self, const char *name);
/* Where a file or folder of the tree is no longer there, or not what the tree has. */
Guard evaluator_removed(Evaluator *self, const char *name);
/* A file; with `with_folders` also a folder, and all that was made in it. */
void evaluator_removes(Evaluator *self, const char *name, gboolean with_folders);
/* Where the project has made the file or folder (`folder`: only a folder), and where it has removed
 * it. FALSE when it has done neither. */
gboolean evaluator_made(Evaluator *self, const char *name, gboolean folder, Guard *made,
                        Guard *gone);
/* Adds the absolute paths, to be freed, of what was made and fits the pattern of a file(GLOB),
 * narrowing `path`. */
typedef enum {
    GLOB_RECURSE = 1, /* the last component fits in all folders below, too */
    GLOB_FOLDERS = 2  /* folders are listed; in the former case all that are passed */
} GlobTraits;
void evaluator_written_like(Evaluator *self, const char *pattern, GlobTraits traits,
                            GPtrArray *found);
/* Marks their conditions (guards_collect). */
void evaluator_mark_written(Evaluator *self);

/* collect.c: what is kept from here on, until it is dropped; `kept` lives on the caller's stack. */
void evaluator_keep(Evaluator *self, Kept *kept);
void evaluator_drop(Evaluator *self, const Kept *kept);
/* Frees conditions that nobody keeps, from time to time. */
void evaluator_collect(Evaluator *self);

/* call.c: functions and macros
 * ---------------------------------------------------------------------- */

void evaluator_define_function(Evaluator *self, SourceFile *file, guint index, guint end);
/* FALSE when there is no such function for all of `path`; the part that was called is taken from
 * it. */
gboolean evaluator_call_user(Evaluator *self, const Command *command);
gboolean evaluator_call_named(Evaluator *self, const char *name, const Arguments *arguments,
                              const Command *command);
Guard evaluator_command_exists(Evaluator *self, const char *name);

/* macro.c
 * ------------------------------------------------------------------------------------------ */

/* What a reference to a macro's parameter stands for in the innermost frame; NULL when the name,
 * which is interned, is none. */
Value *evaluator_parameter(const Evaluator *self, const char *name);
/* The same for this piece, whose name may have been computed. */
Value *evaluator_parameter_of(const Evaluator *self, const Piece *piece, const char *name);
/* The parameters that a function or macro refers to whose commands are these, and which is defined
 * where they are something: name -> Value *. NULL for none; the caller unrefs it. */
GHashTable *evaluator_given(const Evaluator *self, const SourceFile *file, guint begin, guint end);
/* Marks their conditions (guards_collect); `given` may be NULL. */
void evaluator_mark_given(Evaluator *self, GHashTable *given);

/* expand.c
 * ------------------------------------------------------------------------------------------ */

/* Must be cleared before the evaluator ends. */
Arguments arguments_new(Evaluator *evaluator);
void arguments_clear(Arguments *self);
/* Frees what arguments_clear() has kept in `spare`. */
void arguments_free_spare(GArray *spare);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, arguments_clear)
void arguments_add(Arguments *self, const char *text, gboolean quoted);

/* Adds what the arguments, or the one with that index, expand to, narrowing `path` to one run. */
void evaluator_expand(Evaluator *self, const Command *command, Arguments *arguments);
void evaluator_expand_argument(Evaluator *self, const Command *command, guint index,
                               Arguments *arguments);
/* The name of the variable that a reference means in this run, narrowing `path`; interned. */
const char *evaluator_name(Evaluator *self, const Piece *piece);
/* Records that the project reads the option of that name, if there is one. */
void evaluator_note_use(Evaluator *self, const Variable *variable);
/* A variable's text in this run, narrowing `path`; NULL when it is not defined. Borrowed until the
 * variable is written, or the command that is run ends. */
const char *evaluator_read(Evaluator *self, Variable *variable);
/* The same where the project does not ask for it, as before it writes: no use of an option. */
const char *evaluator_peek(Evaluator *self, Variable *variable);
const char *evaluator_read_name(Evaluator *self, const char *name);
/* Whether a package that was looked for may have set a variable of that name, by its first part. */
gboolean evaluator_brought(const Evaluator *self, const char *name);
/* All texts that a variable can have: its normal value, else its cache entry. A new reference. */
Value *evaluator_value(Evaluator *self, Variable *variable);
Value *evaluator_value_of_name(Evaluator *self, const char *name);

/* process_environment.c: $ENV{NAME} in this run, narrowing `path`; what the process had before is
 * not known. Whether it is there is asked without narrowing. */
const char *evaluator_environment(Evaluator *self, const char *name);
Guard evaluator_environment_defined(Evaluator *self, const char *name);
void evaluator_set_environment(Evaluator *self, const char *name, const char *text);
void evaluator_unset_environment(Evaluator *self, const char *name);

/* Calls `run` for one combination of values after the other until all of `path` is covered. */
typedef void (*RunFunction)(Evaluator *self, gpointer data);
void evaluator_each_run(Evaluator *self, RunFunction run, gpointer data);

/* optional.c: list elements that are there under a condition
 * ------------------------------------------------------------------------------------------ */

/* The text with its optional pieces decided for this run, narrowing `path`. */
const char *evaluator_settle(Evaluator *self, const char *text);
/* The piece that is `text` where `when` holds, and nothing elsewhere. Belongs to the symbols. */
const char *evaluator_piece(Evaluator *self, const char *text, Guard when);
/* Whether the text consists of optional pieces, of which there is at least one. */
gboolean evaluator_all_optional(Evaluator *self, const char *text);
/* Whether nothing of the text is certainly there. A list's piece that is always there only says
 * that it loses its semicolon where those before it are not. */
gboolean evaluator_may_be_empty(Evaluator *self, const char *text);
/* Whether the text is an element that may be nothing: all of it is optional, and none of its pieces
 * brings a semicolon. */
gboolean evaluator_may_vanish(Evaluator *self, const char *text);
/* Whether one of its optional pieces is, or has, an empty element. */
gboolean evaluator_brings_empty(Evaluator *self, const char *text);
/* The text with these left out: they are no arguments. The caller frees it. */
char *evaluator_without_empty(Evaluator *self, const char *text);
/* The text as it can stand behind another one. An optional element at its beginning would lose its
 * semicolon to what it then stands behind, so which of its elements comes first is decided for this
 * run, narrowing `path`. */
const char *evaluator_text_behind(Evaluator *self, const char *text);
/* Takes the first element off a list: leading pieces are decided until one is there, narrowing
 * `path`. NULL when the list is nothing in this run; else to be freed. What is left belongs to the
 * arena. */
char *evaluator_take_element(Evaluator *self, const char **list);
/* Appends `text` to an argument that is put together. A piece can stay open only at the beginning
 * or behind another one, and where another element follows: "${A}b" is not the list of A and b.
 * Elsewhere it is decided for this run, narrowing `path`. */
void evaluator_add_text(Evaluator *self, GString *out, const char *text);
/* Appends an argument as an element to a list, with the semicolon before it. */
void evaluator_add_element(Evaluator *self, GString *list, const char *text, gboolean quoted);

/* assign.c
 * ------------------------------------------------------------------------------------------ */

/* A block that is reached under `path` only is read on a layer of its own (variables.h), unless the
 * layer around has the same base; what the first gives tells the second whether there is one to
 * close. */
gboolean evaluator_open_layer(Evaluator *self);
/* The same for who knows better what `path` says beyond the base of the layer around. */
gboolean evaluator_open_layer_within(Evaluator *self, Guard within);
void evaluator_close_layer(Evaluator *self, gboolean opened);
/* Where a write has to tell old from new: what `path` says beyond the layer's base. */
Guard evaluator_write_path(const Evaluator *self);
/* `old` of the variable `name` with `tail` added within `path`. With APPEND_ELEMENTS the tail's
 * first semicolon is left out where it would come first. A new reference. */
typedef enum { APPEND_TEXT, APPEND_ELEMENTS } Append;
Value *evaluator_appended(Evaluator *self, const Value *old, const char *name, const char *tail,
                          Append append);
void evaluator_set(Evaluator *self, const char *name, const char *text);
void evaluator_set_value(Evaluator *self, Variable *variable, Value *value);
/* In the scope that many levels further out, at least 1; what lies between is left as it is. */
void evaluator_set_outer(Evaluator *self, const char *name, Value *value, guint levels);
void evaluator_set_cache(Evaluator *self, Variable *variable, Value *value);
/* "NAME is unknown from here on", for each; recorded in the ledger. `names` ended by NULL. */
void evaluator_havoc(Evaluator *self, const char *reason, const char *subject,
                     const char *const *names);
/* A text that is unknown. */
const char *evaluator_hole(Evaluator *self, ConditionSubject kind, const char *subject);
const char *evaluator_derive(Evaluator *self, const char *operation, const char *input);

/* call_memory.c: runs the body of a function, whose arguments are bound. Not again where an earlier
 * call saw the same and changed nothing that outlives it: it would record what is recorded. */
void evaluator_run_body(Evaluator *self, const Function *function);
/* Something changes that calls hang on and that is in no variable, or conditions are freed. */
void evaluator_forget_calls(Evaluator *self);
GHashTable *remembered_calls_new(void);

/* copy.c: gives a variable all that another may be, where the command does just that; else FALSE.
 */
gboolean evaluator_copy(Evaluator *self, const Command *command);

/* condition.c: if()
 * --------------------------------------------------------------------------------- */

/* Under which condition (within `path`) the arguments of an if(), elseif() or while() hold. */
Guard evaluator_condition(Evaluator *self, const Command *command);
/* in_list.c: under which a text is among the elements of a list; both may have holes. Elements
 * count as commands do. */
Guard evaluator_in_list(Evaluator *self, const char *text, const char *list);

/* loop.c ------------------------------------------------------------------------------------------
 */

void evaluator_foreach(Evaluator *self, SourceFile *file, guint begin, guint end,
                       const Command *command);
void evaluator_while(Evaluator *self, SourceFile *file, guint begin, guint end,
                     const Command *command);

/* place.c: where things are ----------------------------------------------------------------------
 */

/* The command under way. */
Span evaluator_here(const Evaluator *self);
/* The innermost command under way that stands in the project, not in a stub. */
Span evaluator_project_place(const Evaluator *self);
/* The folder of the tree whose CMakeLists.txt is under way. */
const char *evaluator_folder(const Evaluator *self);
/* How that folder knows a test of that name; to be freed. */
char *evaluator_test_name(const Evaluator *self, const char *name);
/* The frames of the calls on the way here, outermost first; elements are const Frame *. Caller
 * unrefs. */
GPtrArray *evaluator_calls(const Evaluator *self);
gboolean evaluator_in_stub(const Evaluator *self);

/* What CMAKE_CURRENT_LIST_FILE is in the file. */
const char *evaluator_list_file(const Evaluator *self, const SourceFile *file);

/* An absolute path ("/source/a", or relative to the current source folder) as a path in the tree;
 * NULL when it is elsewhere or has holes. The caller frees it. */
char *evaluator_tree_path(Evaluator *self, const char *path);
char *evaluator_absolute(Evaluator *self, const char *path, const char *base_variable);

/* record.c
 * ------------------------------------------------------------------------------------------ */

/* Files of the tree, and variables that are set, whose names an option's value is a part of: each
 * tells one value that the option may have, as recorder_word() does. Does nothing where the name is
 * known, is unknown in another way, was looked for before, or has nothing in it that tells such
 * files or variables from others. */
void evaluator_note_named_files(Evaluator *self, const char *path);
void evaluator_note_named_variables(Evaluator *self, const char *name);

/* option() or set(... CACHE ...) for a name that has no cache entry yet, or with FORCE: records it
 * as the project's option when the project asks for it, and gives it a cache value. */
void evaluator_declare_option(Evaluator *self, const char *name, OptionType type, const char *value,
                              const char *help, gboolean force);
/* A person may give the variable a value though nothing declares it. Where it is not defined yet it
 * gets a cache entry that is there if a value was given; that none was is the condition NAME="".
 * Nothing happens when one configuration is followed. */
void evaluator_give_option(Evaluator *self, const char *name, gboolean boolean);
/* A variable gets a value by a plain set(). Where nobody gave one of a variable that nothing
 * declares, and a function called for that ("add_my_option(NAME value)") sets it, the call declares
 * it, and the value is its default. */
void evaluator_offer_option(Evaluator *self, const char *name, const char *value);
/* A list gets the variable's name. Where a function does it that is told what the variable is for,
 * and nothing else declares it, the call declares it (undeclared.h). */
void evaluator_register_option(Evaluator *self, const char *name);
/* The STRINGS property, or a list that the project checks the option against. */
void evaluator_option_values(Evaluator *self, const char *name, const char *list);
void evaluator_effect(Evaluator *self, EffectKind kind, const char *name, const char *detail);
void evaluator_effect_full(Evaluator *self, EffectKind kind, const char *name, const char *detail,
                           const char *file, gboolean required);
void evaluator_ledger(Evaluator *self, const char *reason, const char *subject,
                      const char *const *lost);
/* The symbol whose text it is but for letter case and blanks around: itself, or what it is computed
 * from. */
const Symbol *evaluator_meant(Evaluator *self, const Symbol *symbol);
/* Records that the project compares a text with a value, which the option that is meant by it may
 * have, then. */
void evaluator_compared(Evaluator *self, const char *text, const char *value);
/* Notes that it is asked whether `text` is among the elements of the list, all of which is a hole.
 */
void evaluator_compared_element(Evaluator *self, const char *list, const char *text);
/* The same for the words of a pattern that the text is matched with, unless the option is a place
 * or flags, of which patterns name pieces. */
void evaluator_compared_words(Evaluator *self, const char *text, const char *pattern);

/* Guards on targets and other named things that exist under a condition. */
void evaluator_add_name(Evaluator *self, GHashTable *table, const char *name);
Guard evaluator_name_exists(Evaluator *self, GHashTable *table, const char *name);

/* command_policy.c: whether NEW holds for the policy; whether there is a policy of that name. */
gboolean evaluator_policy_new(Evaluator *self, const char *policy);
gboolean evaluator_policy_known(const char *policy);
/* What is set between these ends with the scope. */
typedef struct {
    Policies policies;
    guint pushed;
} PolicyScope;
#define POLICY_PUSHES_MAX 1000u
PolicyScope evaluator_policy_enter(const Evaluator *self);
void evaluator_policy_leave(Evaluator *self, PolicyScope scope);
/* The same for a function or macro, which had `recorded` when it began: what its body sets holds
 * for its caller. */
void evaluator_policy_return(Evaluator *self, PolicyScope scope, Policies recorded);

/* facts_source.c: adds all that was recorded to `facts`. */
void evaluator_build_facts(Evaluator *self, Facts *facts);
