/* The evaluator of a configure script: all configurations at once, nothing executed.
 *
 * `path` is the condition under which the current command is reached; a variable's value is a short
 * list of texts under conditions (value.h); what is not known (what a person will give, a check's
 * result) is a symbol (symbol.h). An option's symbol is what was given for it, "" when nothing was:
 * what the script does in that case is compared with what it does for each value, which tells the
 * default (settle.c). What the macros of Autoconf tell arrives as marks (m4.h), whose names are the
 * rows of marks.c.
 *
 * Not safe for several threads; one Configure reads one configure.ac. */
#pragma once

#include "discover/autotools/m4.h"
#include "discover/autotools/shell.h"
#include "discover/cmake/kept.h"
#include "discover/cmake/recorder.h"
#include "discover/tree.h"

#define CONFIGURE_STEPS_MAX 400000u               /* commands run */
#define CONFIGURE_NODES_MAX (30u * 1000u * 1000u) /* of conditions, by all of them */
#define CONFIGURE_TURNS_MAX 200u                  /* of one loop */
#define CONFIGURE_CALLS_MAX 40u                   /* functions within functions */
#define CONFIGURE_ALTERNATIVES_MAX 24u            /* of one word */
#define CONFIGURE_WORD_BYTES_MAX 65536u

typedef struct {
    const char *name; /* interned */
    Value *value;     /* NULL: nobody has assigned it */
    gboolean read;    /* before it was assigned */
} ShellVariable;

/* What is known of an option beside its record. */
typedef struct {
    OptionRecord *record;
    const char *variable; /* enable_x, with_x */
    Symbol *symbol;
    const char *form;     /* what the help shows: "--disable-x", "--with-x=DIR"; "" for variables */
    const char *argument; /* behind "=" there; NULL when the form takes none */
    const char *lines;    /* a help text of several lines as it was written; or NULL */
    gboolean optional;    /* the form shows it in brackets: "--with-x[=DIR]" */
    gboolean negative;    /* the form is --disable-x or --without-x */
    gboolean both_ways;   /* the help speaks of --with-x and of --without-x */
    gboolean precious;    /* a variable of the environment */
    guint log;            /* length of `assigned` when its arms began */
    gboolean inside;      /* its arms are being read */
    Value *outer;         /* what enableval or withval is in the arms around these; or NULL */
    GPtrArray *touched;   /* Touched *: what its arms assigned */
    const char *default_value; /* settled; NULL: not known */
    gboolean given;            /* it comes from a front: no run of the script is without it */
    gboolean boolean;          /* settled */
    gboolean needs_text;       /* settled: the script refuses it without a value of its own */
    gboolean answers_matter;   /* settled: the script does something else for "yes" or "no" */
    gboolean has_unset;        /* the script asks with a word of its own whether anybody gave it */
    gboolean defined;          /* a macro of the sources becomes what is given */
    GPtrArray *spellings;      /* GPtrArray * of const char *: patterns of one arm of a case */
    GHashTable *alone; /* interned words that it is compared with other than among such; or NULL */
} OptionState;

/* A variable that an option's arms assigned, and its value behind them. */
typedef struct {
    const char *name;
    Value *value;
} Touched;

typedef struct {
    const Tree *tree;
    Arena *arena;
    const char *folder; /* of the configure.ac, "" for the root */
    M4 *m4;
    GPtrArray *files;       /* const char *: number of a file -> its path; NULL for ours */
    gboolean files_missing; /* some that are included are not in the tree */
    Guards *guards;
    Symbols *symbols;
    Recorder *recorder;
    GHashTable *variables;     /* interned name -> ShellVariable * */
    GHashTable *functions;     /* name -> const Node * */
    GPtrArray *assigned;       /* ShellVariable *: a log */
    GHashTable *conditionals;  /* name -> Guard *: AM_CONDITIONAL */
    GHashTable *options;       /* variable's name -> OptionState * */
    GHashTable *options_ahead; /* "with_x" -> "--with-x", of all that the script declares */
    GHashTable *own_names; /* name -> whether nothing gives it a value before it does so itself */
    GHashTable *named_places;   /* "check at a/b:12" -> NamedPlace * (configure.c) */
    GHashTable *looked_into;    /* symbols of options that are read other than to compare plainly */
    GPtrArray *option_list;     /* OptionState *, in order of making */
    GPtrArray *substituted;     /* const char *: AC_SUBST, each once */
    GHashTable *substituted_at; /* name -> Origin * */
    GPtrArray *subfolders;      /* const char *: AC_CONFIG_SUBDIRS and the like, from the root */
    GHashTable *exported;       /* set of interned names that it exports in every case */
    GHashTable *given;          /* "with_x" -> what the script's fronts give for it (front.h) */
    GHashTable *surroundings;   /* name -> text, interned: what the script that starts this one
                                   exports; NULL for none. Borrowed */
    GPtrArray *built;           /* const char *: sources that Makefile.am compiles in every case */
    const char *script;         /* what configure.ac expands to, while that is followed */
    GPtrArray *read_names;      /* char *: variables that it reads; NULL: not collected yet */
    const char *header;         /* the first of AC_CONFIG_HEADERS, relative to the root */
    const char *project_name;
    const char *project_version;
    const char *minimum_version; /* AC_PREREQ */
    Span project_at;
    Guard path;
    Kept *kept;          /* what constructs under way need again */
    gsize collect_after; /* for tests: AutotoolsReadOptions */
    Origin at;           /* the command under way */
    guint64 steps;
    guint calls;
    guint arms;    /* options whose arms are being read, one within the other */
    gboolean died; /* the innermost block ended by AC_MSG_ERROR or exit */
    gboolean exhausted;
    gboolean given_elsewhere; /* what is not read here may have given any variable a value, and
                               * declared any option: macros that nobody knows, a file, an eval */
    gboolean among_spellings; /* what is compared is one of an arm's words */
    gboolean comparing;       /* what is read is compared with texts, or shown, and nothing more */
} Configure;

/* Nothing is read yet. `folder`: of the configure.ac, "" for the root. The tree and the arena must
 * outlive it; the caller frees it. */
Configure *configure_new(const Tree *tree, Arena *arena, const char *folder);
void configure_free(Configure *self);
/* Says which options ("--with-x=y", const char *) a script (its path, in the arena) puts on the
 * command line whatever people give: what they say is the default. A later one holds. What the
 * script works out is not known, and in the ledger. To be called before anything is run. */
void configure_give(Configure *self, const char *script, const GPtrArray *options);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Configure, configure_free)

/* The configure.ac of a folder, or what a script of the project writes that from; NULL when there
 * is none. The caller frees it. */
char *configure_description_in(const Tree *tree, const char *folder);

/* evaluate.c -------------------------------------------------------------------------------------
 */

/* Runs a command; gives the condition (within the path) under which it succeeds. */
Guard configure_run(Configure *self, const Node *node);
/* A place of the script as one of the tree. */
Span configure_span(const Configure *self, Origin origin);
/* What the command under way does at a place, for which there is no other name: "check at a/b:12",
 * and "check at a/b:12 (2)" when the place is reached once more, as by a macro that is called
 * twice. The caller frees it. */
char *configure_name_here(Configure *self, const char *what, Origin at);
/* Something there could not be followed, and why. */
void configure_ledger(Configure *self, Origin at, const char *reason, const char *subject);
/* Something that is not known, as a condition. */
Guard configure_unknown(Configure *self, ConditionSubject kind, const char *name);
/* What the path brings about there; `detail` may be NULL. */
void configure_effect(Configure *self, EffectKind kind, const char *name, const char *detail,
                      Origin at);
/* The same for an effect of which kind, name, detail and owner are known. */
void configure_effect_of(Configure *self, const EffectRecord *effect, Origin at);
/* The path ends here: a refused configuration, or exit. */
void configure_stop(Configure *self);

/* collect.c -------------------------------------------------------------------------------------
 */

/* Frees conditions that nobody keeps, from time to time: what runs commands says what it needs
 * again (kept.h). */
void configure_collect(Configure *self);

/* words.c ----------------------------------------------------------------------------------------
 */

/* The variable of that name, made at the first call; it belongs to `self`. */
ShellVariable *configure_variable(Configure *self, const char *name);
/* enable, x-y: enable_x_y. The caller frees it. */
char *configure_option_variable(const char *kind, const char *name);
/* A text without Autoconf's ways of writing what M4 would take for its own. The caller frees it. */
char *configure_plain(const char *text);
/* Takes over the reference. */
void configure_assign(Configure *self, const char *name, Value *value);
/* What a variable may hold; a new reference. */
Value *configure_read(Configure *self, const char *name);
/* What a word may be, as one text each; a new reference. */
Value *configure_word(Configure *self, const Word *word);
/* The same for a text with $NAME in it, as macros' arguments are. */
Value *configure_text(Configure *self, const char *text);
/* The one text that it is, for people where it is not definite. In the arena. */
const char *configure_readable(Configure *self, const char *text);
/* Parameters of a shell function, words of a loop: what blanks separate. Elements are Value *. The
 * caller unrefs it. */
GPtrArray *configure_fields(Configure *self, const GPtrArray *words);

/* ahead.c ----------------------------------------------------------------------------------------
 */

/* Notes what the whole script declares and assigns; called once, before it is run. */
void configure_look_ahead(Configure *self, const Node *script);
/* What a variable is that is read before anything gave it a value: what people give for an option
 * that is declared further down, or not defined, when it is the script's own. A new reference; NULL
 * when that is not known. */
Value *configure_ahead(Configure *self, const char *name);

/* reads.c ----------------------------------------------------------------------------------------
 */

/* A value stands in the script: notes which options it is made of. `presence`: it is only asked
 * whether there is one. */
void configure_note_uses(Configure *self, const Value *value, gboolean presence);
/* The same for commands that are not run, as those that print into a pipe. */
void configure_note_commands(Configure *self, const Node *node);
/* Whether a text holds the symbol, also as one of several texts that it may be, or as what is
 * worked out from that. */
gboolean configure_is_made_of(Configure *self, const char *text, const Symbol *symbol);
/* The text of a word that is compared with `other`, and nothing more; a new reference. */
Value *configure_compared_word(Configure *self, const Word *word, const Word *other);
/* The text that a case is over; the same where its arms name texts and no patterns. */
Value *configure_case_subject(Configure *self, const Node *node);

/* conditions.c -----------------------------------------------------------------------------------
 */

/* `test`, `[` and `[[`: `words` from `begin` to `end`, behind the command itself. */
Guard configure_test(Configure *self, const GPtrArray *words, guint begin, guint end);
/* Whether a text matches a pattern of case; `glob`: it has wildcards. */
Guard configure_matches(Configure *self, const Value *value, const char *pattern, gboolean glob,
                        ValueOrigin origin);
/* Equality of two values, noting what options are compared with. */
Guard configure_equals(Configure *self, const Value *a, const Value *b, ValueOrigin origin);
/* The option that a text is made of alone, and with which value it would be `other`. */
OptionState *configure_option_of(Configure *self, const char *text, const char *other,
                                 char **value);

/* marks.c ----------------------------------------------------------------------------------------
 */

/* Tells the M4 processor which macros are to become marks. */
void configure_add_marks(Configure *self);
/* Does what the macro of a mark does; gives where it succeeds. */
Guard configure_run_mark(Configure *self, const M4Mark *mark);

/* options.c --------------------------------------------------------------------------------------
 */

/* AC_ARG_ENABLE or AC_ARG_WITH begins, or ends behind its actions; AC_ARG_VAR. */
void configure_option(Configure *self, const M4Mark *mark);
void configure_option_end(Configure *self, const M4Mark *mark);
void configure_precious(Configure *self, const M4Mark *mark);
/* What a mark of an option calls it, "--with-x-y", and its variable. NULL for other marks and for
 * names that are worked out. The caller frees both. */
char *configure_option_name(Configure *self, const M4Mark *mark, char **variable);

/* defaults.c ----------------------------------------------------------------------------------- */

/* Works out defaults and types from conditions in which options may have been left out (value "").
 */
void configure_find_defaults(Configure *self, const GArray *guards);
/* The guard without names (symbol.h), or what it says of options when that is too long. */
Guard configure_expand(Configure *self, Guard guard);
/* The guard once the option has the value. */
Guard configure_assume(Configure *self, Guard guard, const OptionState *state, const char *value);

/* settle.c ---------------------------------------------------------------------------------------
 */

/* Works out defaults and types, and puts what they mean into all recorded conditions; called once,
 * when everything is read. */
void configure_settle(Configure *self);

/* Whether the text is what the sources are told when nothing is to be done: "#define X 0". */
gboolean configure_tells_nothing(const char *text);

/* filled_headers.c: macros of headers that configure fills in from what it substitutes, "#define X
 * @X@"; called when the variables have their last values. */
void configure_fill_headers(Configure *self);

/* automake.c -------------------------------------------------------------------------------------
 */

/* Reads the Makefile.am files below the folder, and fills `built`. */
void configure_automake(Configure *self);
