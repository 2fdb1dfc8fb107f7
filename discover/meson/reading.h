/* What the parts of the Meson reader share while they read one project.
 *
 * Values are immutable and live in the arena. A text may have holes (discover/make/unknown.h) for
 * what is not known; what differs by condition is a value of ways, or a list whose items have
 * conditions. Effects are recorded where arguments, sources and settings are handed to a target, to
 * all of the project or to a header: what a variable only holds brings nothing about. */
#pragma once

#include "discover/facts.h"
#include "discover/make/unknown.h"
#include "discover/meson/meson_file.h"
#include "discover/tree.h"

#define MESON_STEPS_MAX 500000u /* values that are worked out */
#define MESON_UNKNOWNS_MAX 20000u
#define MESON_TURNS_MAX 2000u  /* of one loop */
#define MESON_CALLS_MAX 400u   /* expressions within each other while they are worked out */
#define MESON_WAYS_MAX 16u     /* values that one name may have */
#define MESON_ITEMS_MAX 20000u /* of one list */
#define MESON_TEXT_BYTES_MAX 65536u
#define MESON_SUBDIR_DEPTH_MAX 64u
#define MESON_FILES_MAX 20000u
#define MESON_EFFECTS_MAX 100000u
#define MESON_NODES_MAX 2000000u         /* of conditions; what needs more is not told apart */
#define MESON_STATEMENT_NODES_MAX 50000u /* of the conditions that one statement makes */

typedef enum {
    MESON_VALUE_BOOL,    /* `truth` */
    MESON_VALUE_TEXT,    /* `text`; a number, too */
    MESON_VALUE_LIST,    /* `items` */
    MESON_VALUE_DICT,    /* `items` with keys */
    MESON_VALUE_FEATURE, /* an option of that type: `truth` where it is enabled, `off` where it is
                            disabled; auto elsewhere */
    MESON_VALUE_THING,   /* `thing`, called `text`, found where `truth` holds */
    MESON_VALUE_WAYS,    /* one of `items`, whose conditions exclude each other */
} MesonValueKind;

typedef enum {
    MESON_DEPENDENCY,
    MESON_PROGRAM,
    MESON_COMPILER,      /* `text` is the language */
    MESON_MACHINE,       /* host_machine and its like */
    MESON_CONFIGURATION, /* configuration_data(): `macros` */
    MESON_TOOL,          /* the object "meson" */
    MESON_OTHER,         /* a target, a module */
} MesonThing;

typedef struct MesonValue MesonValue;

typedef struct {
    Guard when;
    const char *key; /* MESON_VALUE_DICT */
    const MesonValue *value;
} MesonItem;

typedef struct {
    const char *name;
    const char *text; /* NULL: defined as nothing, or as what is not known */
    Guard when;
    Span at;
} MesonMacro;

struct MesonValue {
    MesonValueKind kind;
    Span at; /* where it is written; SPAN_NONE for what was worked out */
    Guard truth, off;
    const char *text;
    gboolean file;    /* MESON_VALUE_TEXT: from files(), relative to the root */
    gboolean number;  /* MESON_VALUE_TEXT: it is one */
    Unknown *unknown; /* MESON_VALUE_LIST: an option whose items people give; NULL otherwise */
    MesonThing thing;
    gboolean disabler; /* MESON_VALUE_THING: where it is not found, what uses it does not happen */
    GPtrArray *items;  /* MesonItem *; of declare_dependency() what its users get, by name */
    GPtrArray *macros; /* MesonMacro *; grows while the project is read */
};

typedef enum {
    MESON_OPTION_BOOLEAN,
    MESON_OPTION_COMBO,
    MESON_OPTION_STRING,
    MESON_OPTION_INTEGER,
    MESON_OPTION_ARRAY,
    MESON_OPTION_FEATURE,
} MesonOptionType;

typedef struct {
    const char *name;
    MesonOptionType type;
    const char *help;     /* NULL for none */
    const char *fallback; /* its value; NULL: not known */
    GPtrArray *choices;   /* const char * */
    gboolean deprecated;
    Span at;
    const char *line; /* as written, trimmed */
    GPtrArray *uses;  /* Span * */
    Unknown *unknown;
} MesonOption;

typedef struct {
    EffectKind kind;
    const char *name, *detail, *file;
    gboolean required;
    Guard when;
    const char *owner; /* an option that its name is the text of; NULL for none */
    Span at;
} MesonEffect;

typedef struct {
    Guard when;
    const char *message;
    Span at;
} MesonRefusal;

/* Where a loop is: the conditions under which this turn, or all of it, has been left. */
typedef struct {
    Guard turn, all;
} MesonLoop;

typedef struct {
    Arena *arena;
    const Tree *tree;
    Facts *facts;
    Diagnostics *diagnostics;
    Guards *guards;
    Unknowns *unknowns;
    const char *top;        /* the folder of the project's meson.build; "" for the root */
    GHashTable *variables;  /* name -> MesonValue * */
    GHashTable *parsed;     /* path -> MesonFile * */
    GHashTable *defined;    /* name -> Guard *: where it has been assigned */
    GHashTable *options;    /* name -> MesonOption * */
    GPtrArray *option_list; /* MesonOption *, in the order of the file */
    GArray *effects;        /* MesonEffect */
    GArray *refusals;       /* MesonRefusal */
    Guard path;             /* under which what is being read is reached */
    Guard done;             /* subdir_done() was called in this file */
    MesonLoop *loop;        /* NULL outside of loops */
    const char *file;       /* that is being read */
    const char *folder;     /* in which it lies */
    guint line;             /* of the expression that is worked out */
    gboolean has_disablers; /* some value may be one */
    guint steps, calls, files, subdir_depth, unknown_count;
    GHashTable *limits; /* const char *: those that were met, of which the ledger tells once */
} MesonReading;

/* ---- meson_value.c --------------------------------------------------------------------------- */

const MesonValue *meson_bool(MesonReading *self, Guard truth);
/* `text` is copied. */
const MesonValue *meson_text(MesonReading *self, const char *text, Span at);
const MesonValue *meson_number(MesonReading *self, gint64 number);
/* Something that only a machine can tell, the same wherever it is asked: "has_header hwloc.h". */
const MesonValue *meson_probe(MesonReading *self, const char *what);
/* What is not known here, and nothing to do with any other: "a comparison". */
const MesonValue *meson_unknown(MesonReading *self, const char *what);
const MesonValue *meson_thing(MesonReading *self, MesonThing thing, const char *name, Guard found);
/* `items`: MesonItem *, in the arena. */
const MesonValue *meson_list(MesonReading *self, GPtrArray *items);
const MesonValue *meson_dictionary(MesonReading *self, GPtrArray *items);
const MesonValue *meson_feature(MesonReading *self, Guard enabled, Guard disabled);
/* An array option: people give its items. */
const MesonValue *meson_given_list(MesonReading *self, Unknown *unknown);
void meson_add_item(MesonReading *self, GPtrArray *items, Guard when, const char *key,
                    const MesonValue *value);
/* `value` where `when` holds, `old` elsewhere; `old` may be NULL: nothing. */
const MesonValue *meson_join(MesonReading *self, Guard when, const MesonValue *value,
                             const MesonValue *old);
/* `left` and behind it `right`, of which each may be a list or an item. */
const MesonValue *meson_append(MesonReading *self, const MesonValue *left, Guard when,
                               const MesonValue *right);
/* Where it is true; where a thing is found. */
Guard meson_truth(MesonReading *self, const MesonValue *value);
/* Where both are the same. */
Guard meson_same(MesonReading *self, const MesonValue *a, const MesonValue *b);
/* Where the list, dictionary or text has it. */
Guard meson_contains(MesonReading *self, const MesonValue *where, const MesonValue *what);
/* Its text, which may have holes; NULL for what is no text. */
const char *meson_text_of(const MesonValue *value);
/* The same without holes; NULL for one with some. */
const char *meson_plain_text(const MesonValue *value);
/* Calls `visit` for all that is in it, lists in lists and ways included, with the condition under
 * which it is there. */
typedef void (*MesonVisit)(MesonReading *self, const MesonValue *value, Guard when, gpointer data);
void meson_each(MesonReading *self, const MesonValue *value, Guard when, MesonVisit visit,
                gpointer data);

/* ---- meson_effect.c -------------------------------------------------------------------------- */

void meson_add_effect(MesonReading *self, const MesonEffect *effect);
/* Arguments for compilers and linkers: definitions, flags, libraries. */
void meson_use_arguments(MesonReading *self, const MesonValue *arguments, Guard when, Span at);
/* What a target is made of: sources; and what it needs: dependencies. */
void meson_use_sources(MesonReading *self, const MesonValue *sources, Guard when, Span at);
void meson_use_dependencies(MesonReading *self, const MesonValue *dependencies, Guard when,
                            Span at);
/* What a header gets that configure_file() writes; `file` may be NULL. */
void meson_use_macros(MesonReading *self, const MesonValue *configuration, const char *file);
/* What could not be followed in that line of the file at hand. */
void meson_ledger(MesonReading *self, const char *reason, const char *subject, guint line);
/* Each limit is told once; it lives as long as the program. */
void meson_limit(MesonReading *self, const char *limit, guint line);
/* What error() and assert() refuse. */
void meson_refuse(MesonReading *self, Guard when, const char *message, guint line);
/* The line (from 1) in the file at hand. */
Span meson_place(const MesonReading *self, guint line);
/* A path of the current folder, relative to the root; in the arena. NULL when it leads out. */
const char *meson_path(MesonReading *self, const char *path);

/* ---- meson_expression.c, meson_function.c, meson_method.c, meson_walk.c -----------------------
 */

/* Never NULL; nor is `node` to be. */
const MesonValue *meson_evaluate(MesonReading *self, const MesonNode *node);
/* The argument's value; NULL when it is not there. */
const MesonValue *meson_evaluate_named(MesonReading *self, const MesonNode *call, const char *name);
const MesonValue *meson_evaluate_argument(MesonReading *self, const MesonNode *call, guint n);
/* What a function, or a method of an object, gives; never NULL. */
const MesonValue *meson_call(MesonReading *self, const MesonNode *call);
const MesonValue *meson_call_method(MesonReading *self, const MesonValue *object,
                                    const MesonNode *call);
/* What is handed to a target by that name: sources, dependencies, some kind of arguments. */
void meson_use_named(MesonReading *self, const char *name, const MesonValue *value, Guard when,
                     Span at);
/* library() and its like. */
const MesonValue *meson_call_target(MesonReading *self, const MesonNode *call);
/* Gives the variable a value where `when` holds. */
void meson_assign(MesonReading *self, const char *name, const MesonValue *value, Guard when);
/* "left + right", also for the ways of each. */
const MesonValue *meson_add_values(MesonReading *self, const MesonValue *left,
                                   const MesonValue *right);
/* A condition that is too large for what follows stands for itself: more is thought possible, and
 * a chain of hundreds of tests does not grow with its square. */
Guard meson_bounded(MesonReading *self, Guard guard);
/* Where the variable has been assigned. */
Guard meson_defined(const MesonReading *self, const char *name);
/* The number that a value is; FALSE for what is none, or not known. */
gboolean meson_number_of(const MesonValue *value, gint64 *number);
/* Reads a meson.build file in the current condition. FALSE: it is not there, or not to be read. */
gboolean meson_run_file(MesonReading *self, const char *path);

/* ---- meson_search.c -------------------------------------------------------------------------- */

/* A call that looks for the things that its arguments name: what is found, and an effect for each.
 */
const MesonValue *meson_look_for(MesonReading *self, const MesonNode *call, EffectKind kind,
                                 MesonThing thing, ConditionSubject subject);

/* ---- meson_disabler.c ------------------------------------------------------------------------ */

/* The thing, which is a disabler where it is not found, or `there` does not hold. */
const MesonValue *meson_disabler(MesonReading *self, const MesonValue *thing, Guard there);
/* Where a call happens: none of its arguments is a disabler, nor the object whose method it is
 * (NULL: a function). */
Guard meson_enabled(MesonReading *self, const MesonValue *object, const MesonNode *call);
/* What comes of a call that only happens where `enabled` holds. */
const MesonValue *meson_enabled_result(MesonReading *self, const MesonValue *value, Guard enabled);

/* ---- meson_option.c, meson_build.c ----------------------------------------------------------- */

/* Reads meson.options, or else meson_options.txt, of the project's folder. */
void meson_read_options(MesonReading *self);
/* The value of get_option(); notes that it is read there. */
const MesonValue *meson_option_value(MesonReading *self, const char *name, guint line);
/* Turns what was read into facts. */
void meson_build_facts(MesonReading *self);
