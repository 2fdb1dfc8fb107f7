/* What the parts of the Make reader share while they read one top-level folder.
 *
 * Order of work: files are lowered (make_file.h); `survey` tells from all of them together which
 * variables a person is meant to give; `walk` follows the statements under guards, `expand` works
 * out texts and `effect` records what hangs on what; `facts_of_make` turns that into Facts. */
#pragma once

#include "discover/facts.h"
#include "discover/make/make_file.h"
#include "discover/make/make_reader.h"
#include "discover/make/make_text.h"
#include "discover/make/unknown.h"
#include "discover/tree.h"

#define MAKE_FILES_MAX 20000u /* makefiles that are read */
#define MAKE_FILE_BYTES_MAX (8u * 1024u * 1024u)
#define MAKE_STEPS_MAX 4000000u       /* statements that are followed */
#define MAKE_EXPANSIONS_MAX 20000000u /* references that are worked out */
#define MAKE_EXPAND_DEPTH_MAX 64u     /* references within references */
#define MAKE_TEXT_BYTES_MAX 65536u    /* a longer text is unknown */
#define MAKE_ALTERNATIVES_MAX 16u     /* texts that one expansion may give */
#define MAKE_LIST_MAX 4096u           /* words that $(foreach) and the like go through */
#define MAKE_CONDITIONALS_MAX 256u /* conditionals within conditionals; deeper ones are unknown */
#define MAKE_CHOSEN_MAX 32u        /* files that one variable of the build's own chooses */
#define MAKE_INCLUDE_DEPTH_MAX 32u
#define MAKE_INCLUDE_TIMES_MAX 64u /* readings of one file, each under another condition */
#define MAKE_EVALS_MAX 2000u       /* $(eval) */
#define MAKE_EFFECTS_MAX 100000u
#define MAKE_LEDGER_MAX 20000u

/* What a variable is called that has more texts than MAKE_ALTERNATIVES_MAX: "value(NAME)". */
#define MAKE_TOO_MANY "value"

/* Where the tree lies as far as makefiles can see. */
#define MAKE_ROOT FACTS_SOURCE_ROOT

/* Folders that make looks for sources in. */
#define MAKE_SEARCH "VPATH"

/* How a variable gets its value when nothing that was read assigns one. */
typedef enum {
    ROLE_PLAIN,    /* it has none: the text is empty */
    ROLE_OPTION,   /* a person gives it */
    ROLE_COMPUTED, /* another make or a program that the build runs gives it */
    ROLE_PLATFORM, /* make itself, or the machine */
} MakeRole;

/* A text of a variable under a condition; not expanded ("$$" stands for a dollar sign that is
 * text). */
typedef struct {
    const char *text;
    Guard when;
    gboolean append; /* it follows what was there */
} Piece;

typedef struct {
    const char *text;
    Guard when;
} MakeAlternative;

/* What a place tells of an option. */
typedef enum {
    DECLARES_DEFAULT, /* the value that it has when nobody gives one */
    DECLARES_OFFER,   /* one that a person may switch on */
    DECLARES_VARIANT, /* one that another file for people to copy gives it */
    DECLARES_TEST,    /* that somebody asks for it */
} DeclarationKind;

/* One place that tells a person about an option. */
typedef struct {
    Span at;
    const MakeFile *file;
    const char *value; /* as written; NULL for a test */
    Guard when;
    DeclarationKind kind;
} Declaration;

/* A word that makefiles put another one for where it was given: "ifeq ($(X),default)", "X = gcc".
 */
typedef struct {
    const char *from;
    const char *to;
    Guard when; /* apart from that it was given */
    Span at;
} MakeStandIn;

/* Variables whose names are put together with an option's value, "FLAGS_$(COMPILER)". */
typedef struct {
    const char *around; /* what stands before and behind the value */
    GPtrArray *values;  /* const char *: which there are */
    gboolean cut;       /* there are more */
    Span at;
} MakeFamily;

/* What stands below the test that a variable is not set yet, all of it. */
typedef enum {
    ENCLOSES_NOTHING,
    ENCLOSES_MAKEFILE,
    ENCLOSES_TEMPLATE, /* of a makefile that configure writes, which is not there to be read */
} MakeEnclosing;

typedef struct {
    const char *name;
    /* The survey. */
    MakeRole role;
    guint known_by; /* files for many machines, one of which is chosen, that mention it */
    const struct MakeTemplates *machines; /* the last of such files that mention it; NULL */
    guint known_elsewhere; /* mentions in any other file, those for machines of another kind among
                              them */
    guint exported_tests;  /* in makefiles that get all variables of the one people begin with */
    guint tests_elsewhere; /* of these: tests */
    guint called_tests;    /* of all tests: in parts of the build that the first makefile calls */
    guint offered_tests;   /* of all tests: with what, in makefiles that offer settings */
    const struct MakeSource *mentioned_by; /* the last file that mentions it; NULL */
    guint assigned;                        /* in a way that gives people no say */
    guint assigning;                       /* files that do so */
    const struct MakeSource *assigned_by;  /* the last of them; NULL */
    guint always;                          /* of these: under no condition */
    guint turned_off;                      /* of these: with a word for no, under some condition */
    guint defaults; /* ?=, or where a test says that it is not set; for people: see survey.c */
    guint explicit; /* of these: ?= in files that configure the build */
    guint chosen;   /* of `explicit`: where another one is compared with texts */
    gboolean chosen_varied;     /* these are several constants */
    const char *chosen_default; /* the last of them; NULL */
    const char *chosen_for;     /* that other one, of the last of them; NULL */
    guint otherwise;     /* of these: behind lines of the same file that say what it has found */
    gboolean from_found; /* one of `assigned` stands below a test of what is there */
    guint filled;       /* of all assignments: "@x@", for which a configure script puts the value */
    guint blank;        /* of all assignments: of nothing */
    guint bare;         /* of all assignments: of a flag without what it needs, "-D" */
    guint edited;       /* in files that people edit */
    guint noted;        /* of these: of yes or no, within tests */
    const char *handed; /* the one that it gets the text of where that is given, "ifdef x",
                           "USE_X = $(x)"; NULL */
    guint derived;      /* of these: of another one's words in another form */
    guint within;       /* of `edited`: within tests */
    gboolean worked_out; /* one of these is what a function gives */
    guint commented;     /* in files that configure the build */
    guint offered;       /* of these: in files that people edit */
    guint tests;
    guint central_tests;                  /* in files that configure the build */
    guint guard_tests;                    /* of these: "not set", around its own assignment */
    guint beside_tests;                   /* of all tests: with what another variable is */
    guint defined_tests;                  /* of all tests: ifdef and ifndef */
    const struct MakeSource *asked_first; /* a file that asks whether people gave it before any
                                             makefile assigns it; NULL */
    guint uses;                           /* references */
    guint shown;                          /* of these: in what is only shown to people */
    gboolean settled;        /* the first makefile assigns it, under no condition, on or off */
    gboolean documented;     /* something is said above it or its block, before any rule */
    guint block;             /* of lines in which the first makefile assigns it; 0: none */
    gboolean among_settings; /* a file that holds nothing else assigns it */
    gboolean passed;         /* another make gets it with a value of its own */
    gboolean written;        /* a program that the build runs writes it to a file */
    MakeEnclosing encloses;  /* it only says that a file has been read (survey_once.c) */
    gboolean collected;  /* one of those whose names begin alike, which the build writes to a file
                          * without that beginning */
    gboolean varied;     /* more than one constant */
    gboolean machine;    /* the machine is asked for its value */
    gboolean runs;       /* recipes begin with it: it is the name of a program */
    gboolean chooses;    /* it is part of an included file's name */
    gboolean names_file; /* it is all of that name */
    gboolean outside;    /* a stub says that people give it (stub.h) */
    gboolean asked;      /* a document gives it in a command */
    guint answers;       /* of all assignments: of yes or no */
    guint filled_lines;  /* of those in files that people edit: "X = @X@" */
    guint replaced;      /* assignments that put another value over what people give */
    gboolean overridden; /* a central file sets it over what people give, in every case */
    guint overrides;     /* of `assigned`: over what people give, in some cases */
    guint handed_on;     /* files that include, behind it, a makefile which is not in the tree */
    guint central_assigned; /* of `assigned`: in files that configure the build */
    const char *setting;    /* what the last of these gives under no condition, if constant; NULL */
    const char *spelled;    /* the flag that a comment above an empty assignment gives it; NULL */
    const char *machine_flag; /* a flag for a machine that takes it, "-arch=sm_$(X)"; NULL */
    gboolean one_of_machines; /* that is the flag for one of several machines */
    const char *copied;       /* the variable whose value it is assigned; NULL */
    guint copies;             /* of `assigned`: with that value and nothing else */
    guint default_for;        /* of `uses`: as all of what another one is that nobody gives */
    const char *noted_for;  /* the variable that a test compares around each of `assigned`; NULL */
    guint notes;            /* of `assigned`: below such a test */
    guint notes_of_machine; /* of `assigned`: below a test of what is there, and no such one */
    gboolean from_environment; /* role.c: nothing assigns that one either */
    gboolean refers; /* the ways to give it are names of other variables; facts_of_make.c */
    const struct MakeSource *handed_by; /* the last of the files that hand it on; NULL */
    const char *constant;               /* the only one that is assigned; NULL */
    GHashTable *tested; /* set of const char *: constants that it is compared with */
    Span first_test;
    const char *told;       /* what a document says where it sets the variable; NULL */
    gboolean told_of_it;    /* that is an item of a list which begins with the variable */
    const char *told_words; /* the same without commands and code; may be empty */
    Span told_at;
    const char *shown_for; /* what stands behind a command that gives it; NULL */
    const char *listed;    /* what a line of a list of options says of it; NULL */
    Span listed_at;
    guint collects;         /* of all assignments: "X += -DY", outside of tests */
    GHashTable *looked_for; /* set of const char *: words that tests look for in it; NULL */
    GPtrArray *list_words;  /* MakeListWord *: it holds a list of words (list_word.h); NULL */
    GPtrArray *usage;       /* const char *: what a usage line says that it may be; NULL */
    Span usage_at;
    GPtrArray *explained; /* const char *: values that lines of comments explain; NULL */
    Span explained_at;
    const char *comment;  /* what is said where it is declared; NULL; settled with its type */
    gboolean counts;      /* it is a number beyond 0 and 1; the same */
    gboolean list_filled; /* the makefiles add each of `list_words`, and show no other way */
    /* What was followed. */
    GArray *pieces;       /* Piece */
    Guard unset;          /* where nothing has been assigned */
    gboolean active;      /* it is being expanded */
    guint saved;          /* the walk that will undo what it did */
    GArray *declarations; /* Declaration */
    GPtrArray *values;    /* AllowedValue * */
    GPtrArray *families;  /* MakeFamily *; NULL */
    GPtrArray *named;     /* of `values` those that only families tell */
    GPtrArray *reworded;  /* AllowedValue *: its texts where it is given, "ifdef X", "X = -DX" */
    GArray *places;       /* Span: where it is read */
    GArray *stand_ins;    /* MakeStandIn */
} MakeVariable;

typedef struct {
    EffectKind kind;
    const char *name;
    const char *detail;
    Guard when;
    Span at;
    const char *owner; /* the option whose own value it is part of; NULL for none */
} MakeEffect;

typedef struct {
    Guard when;
    const char *message;
    Span at;
} MakeRefusal;

/* How a file has been read so far. */
typedef struct MakeSource MakeSource;
struct MakeSource {
    MakeFile *file;
    Guard read; /* the conditions under which that was done */
    guint times;
    gboolean open;    /* it is being read */
    gboolean edited;  /* people copy or edit it */
    gboolean central; /* it configures the whole build: the first makefile, what that includes, and
                       * what several makefiles include */
    gboolean begins;  /* another make is started with it (-f) */
    gboolean called;  /* the first makefile starts make with it in another folder, or one that it
                       * starts so does */
    guint offers;     /* defaults of its own that give way, each with a comment */
    gboolean settles; /* it holds settings and nothing else, several switches among them */
    gboolean named;   /* documents have people name it (-f): another way to build the same */
    const struct MakeTemplates *machines; /* the files for many machines that it is one of; NULL */
    guint hands_on; /* the last line that includes a makefile of something that is no part of the
                     * tree, "$(FRAMEWORK)/tools/Make.defs"; G_MAXUINT for the makefile of
                     * a case whose shared file does; 0: none */
    const MakeSource *included_by; /* the first file that includes it */
    Span stub_at; /* stub.h: where the project includes the stub that it is, and that line */
    const char *stub_text; /* NULL: it is none */
};

/* At most so many variables choose one file ("arch/$(ARCH).$(VERSION)"). */
#define MAKE_CHOOSERS_MAX 3u

typedef struct {
    MakeSource *source;
    const char *values[MAKE_CHOOSERS_MAX]; /* of the variables that choose it */
} MakeTemplate;

/* Files that stand for one that an include names, but that is not there. */
typedef struct MakeTemplates {
    const char *wanted; /* base name as written, references included; OPTION_TARGETS for files that
                         * are named after targets */
    const char *choosers[MAKE_CHOOSERS_MAX]; /* variables; all NULL when a person copies a file */
    GArray *files;                           /* MakeTemplate, the one to begin with first */
    const char *passed; /* the variable that a script gives to make for the file; NULL */
    gboolean open;      /* one that was chosen is being read, which chooses no other */
    Span at;            /* what names them */
} MakeTemplates;

/* Definitions as options, of all folders that make begins in. */
typedef struct {
    GHashTable *in_makefiles; /* set of const char *: those that lines of makefiles list */
    GPtrArray *in_documents;  /* Option *: those that only documents tell of */
} MakeDefinitions;

typedef struct MakeReading MakeReading;
typedef struct MakeRecipes MakeRecipes;
struct MakeReading {
    const Tree *tree;
    const MakeReadOptions *options;
    const struct MakeBegin *begin;
    MakeDefinitions *definitions;
    Facts *facts;
    Diagnostics *diagnostics;
    Arena *arena; /* the facts' */
    Arena *scratch;
    Guards *guards;
    Unknowns *unknowns;
    const char *top;        /* the folder that the build begins in */
    GHashTable *sources;    /* path -> MakeSource * */
    GPtrArray *order;       /* MakeSource *: the same, by path */
    GHashTable *base_names; /* base name -> GPtrArray of paths in the folder */
    GHashTable *variables;  /* name -> MakeVariable * */
    GPtrArray *names;       /* MakeVariable *, in order of first mention */
    GPtrArray *templates;   /* MakeTemplates * */
    GArray *effects;        /* MakeEffect */
    GHashTable *effect_set; /* what and where -> index in `effects` + 1 */
    GHashTable *handed_on;  /* target and folder -> line of the top makefile; see target.c */
    GArray *refusals;       /* MakeRefusal */
    MakeRecipes *recipes;   /* see recipe.h */
    GHashTable *spread;     /* set of char *, see spread.c; NULL until somebody asks */
    GHashTable *told_names; /* set of names of files in documents; NULL until somebody asks */
    GHashTable *told_files; /* folder -> GPtrArray of MakeSource *: files of settings among them */
    GHashTable *included_names; /* set of char *, see survey_goal.c; NULL until somebody asks */
    GHashTable *takers;         /* see option_template.c; NULL until somebody asks */
    GHashTable *ledger;         /* place and reason, so that each is told once */
    /* Where the walk is. */
    Guard path;
    const char *folder; /* of the makefile that make was started with */
    Span at;
    const MakeFile *file;
    GPtrArray *arguments;  /* const char *const *: of the functions that are being called */
    GArray *undo;          /* what the makefile's own statements changed; NULL: nothing is undone */
    const MakeFile *entry; /* that make was started with */
    gsize name_bytes;      /* looked at for names, in what comments and documents tell of options */
    guint steps;
    guint expansions;
    guint evals;
    guint include_depth;
    guint expand_depth;
    guint stubs;         /* stub makefiles among the sources */
    guint include_texts; /* texts of variables that were looked at as names of included files */
    gboolean exports;    /* what configures the build hands all its variables on to other makes */
    gboolean configured; /* something in the top folder fills templates: configure, CMake */
    gboolean variant;    /* a file is looked at that people may copy instead of another */
    GString *said;       /* by $(info ...) just before */
};

/* Never NULL. */
MakeVariable *make_variable(MakeReading *self, const char *name);
/* Notes something that could not be followed, once a place and reason. */
void make_ledger(MakeReading *self, const char *reason, const char *subject, const char *lost);
/* Notes that a makefile to include is not in the tree: a file that is the same one wherever it is
 * asked for, since its name begins with a variable or at the root, once for all. */
void make_ledger_include(MakeReading *self, const char *file);
/* The name of a folder and a path below it, normalised; NULL when it leaves the tree. `path` may
 * begin with MAKE_ROOT. In the scratch arena. */
const char *make_path(MakeReading *self, const char *folder, const char *path);
/* machine_function.c: the names that $(wildcard ...) gives in a folder for one pattern, which is
 * relative or begins with MAKE_ROOT; folder by folder, since any part of it may leave open which
 * (char *). NULL when there are too many. The caller unrefs it. */
GPtrArray *make_fitting(MakeReading *self, const char *folder, const char *pattern);
/* The only file of that base name below the top folder; NULL when there is none or several. */
MakeSource *make_only_source(MakeReading *self, const char *base_name);
/* The source of that path, lowered when it has not been; NULL when there is no such file. */
MakeSource *make_source(MakeReading *self, const char *path);

/* expand.c: every text that this one may be, with conditions that exclude each other, within
 * `when`. Elements are MakeAlternative. The caller unrefs it. */
GArray *make_expand(MakeReading *self, const char *text, Guard when);
/* Every text that a variable may be. The caller unrefs it. */
GArray *make_expand_variable(MakeReading *self, const char *name, Guard when);
/* The ways in which a variable whose name has an option in it ("FLAGS_$(COMPILER)", the name of
 * `name` with a hole) comes out, one for each variable that there is; noted as a family of the
 * option. FALSE when it is no such name, or when they are too many. */
gboolean make_expand_family(MakeReading *self, const MakeAlternative *name, GArray *result);
/* Adds the values that its families tell to those of the variable, once all has been followed. */
void make_settle_families(MakeReading *self, MakeVariable *variable);
/* One text: the only alternative, or one that says what is unknown. */
const char *make_expand_plain(MakeReading *self, const char *text, Guard when);
/* What the variable is where nothing assigns it: a hole, or "". */
const char *make_unset_text(MakeReading *self, MakeVariable *variable);

/* function.c: $(name arguments); FALSE when there is no such function. `arguments` is the text
 * behind the name, not expanded. Appends MakeAlternative to `result`. */
gboolean make_call_function(MakeReading *self, const char *name, const char *arguments, Guard when,
                            GArray *result);
/* Whether a shell is asked what machine, system or compiler this is. */
gboolean make_asks_platform(const char *text);
/* $(patsubst pattern,replacement,text) on a text without holes. In the scratch arena. */
const char *make_substitute(MakeReading *self, const char *pattern, const char *replacement,
                            const char *text);

/* stand_in.c: notes that an assignment, followed where it stands, puts a word for another one that
 * was given. */
void make_note_stand_in(MakeReading *self, MakeVariable *variable, const MakeStatement *statement);
/* Whether the makefiles put other words for this one, in every case that they tell of, so that it
 * is none of its own. */
gboolean make_is_stand_in(MakeReading *self, const MakeVariable *variable, const char *value);
/* Whether it is what the makefiles put for a word that says yes, "standard" for "ON": of a switch
 * that is another way to say on, of a choice a value like others. */
gboolean make_is_put_for_yes(const MakeVariable *variable, const char *value);

/* What a default comes to within `when`, as far as that is known: MakeAlternative. The caller
 * unrefs it. */
GArray *make_default_ways(MakeReading *self, const MakeVariable *variable, const char *text,
                          Guard when);

/* condition.c: that an option is compared with a known text, which is one of its values. */
void make_note_value(MakeReading *self, const char *open, const char *known);
/* Under which condition a test holds, within the path. */
Guard make_test(MakeReading *self, const MakeStatement *statement);

/* survey_goal.c: "ifeq ($(MAKECMDGOALS),config)", and the branch writes a file that makefiles
 * include: make is called for that goal before all others, and what the branch asks for is how
 * everything is built. */
gboolean make_goal_configures(MakeReading *self, const MakeFile *file,
                              const MakeStatement *statement);

/* role_machine.c: the flag for a machine that the word is; NULL when it is none. And marks, of
 * "SM70 = -gencode=...", "SM80 = -gencode=...", machines of which another variable takes some. */
const char *make_machine_flag(const char *word);
void make_find_machines(MakeReading *self);

/* role.c: sets the role of every variable from what the survey has counted. */
void make_decide_roles(MakeReading *self);

/* survey.c: fills the variables' first half, from all sources. */
void make_survey(MakeReading *self);
/* writers.c: marks the variables that programs of the build write; the survey asks for it. */
void make_survey_writers(MakeReading *self);
/* computed.c: counts what is assigned by a name that another variable is part of. */
void make_survey_computed(MakeReading *self);
/* begin_samples.c: whether the file is one of the samples of settings for a framework, and whether
 * so few of these set the variable that it is for one site. */
gboolean make_is_sample(const MakeReading *self, const char *path);
gboolean make_is_of_few_samples(const MakeReading *self, const MakeVariable *variable);
/* role.c: "-O3", "-arch=sm_60": whether one of the flags says how far the compiler goes, or for
 * which machine. */
gboolean make_explains_itself(const char *value);
/* Variables that make sets or gives a meaning to. */
gboolean make_is_builtin(const char *name);
/* Whether the files that configure the build assign it in one place, under no condition, and a text
 * without references, and none that people edit does; other makefiles may do so for themselves.
 */
gboolean make_is_set_once(const MakeVariable *variable);
/* Whether it gets one constant under no condition, or waits to be filled in each of several files
 * that configure the build: makefiles to choose from. */
gboolean make_is_set_alike(const MakeVariable *variable);
/* Whether it has a line among the settings at the top, and further down nothing but what some
 * machines have to do without: "ifeq ($(WINDOWS),1)", "USE_X :=". */
gboolean make_is_only_turned_off(const MakeVariable *self);
/* A switch that documents tell people to give, and that the build sets, if at all, only in some
 * cases. */
gboolean make_is_asked_switch(const MakeVariable *variable);
/* Variables that hold a program's name and its first arguments. */
gboolean make_is_program(const MakeVariable *variable);
/* The same, or those that are called so, as far as anybody can tell: "MYCXX". */
gboolean make_is_called_like_program(const MakeVariable *variable);
/* Calls `visit` for each variable that a text refers to by its plain name. */
void make_each_reference(const char *text, void (*visit)(const char *name, gpointer data),
                         gpointer data);

/* template*.c: finds files that people copy or choose, from what includes name, and what configures
 * the whole build. `top` is the makefile that the build begins with. */
void make_find_templates(MakeReading *self, MakeSource *top);
/* Whether a file says which environment modules it needs, or what a queue of batch jobs is to do:
 * that is how one site's machine is used. */
gboolean make_is_of_site(const MakeFile *file);
/* Those of the templates that a person chooses count as edited, once it is known which variables a
 * person gives. */
void make_mark_edited(MakeReading *self);
MakeTemplates *make_templates_for(const MakeReading *self, const char *base_name);
/* Whether a file's name says that it stands for others: "make.inc.template". */
gboolean make_is_general(const char *base);
/* Whether the file is one of those that a variable chooses. */
gboolean make_is_chosen(const MakeReading *self, const char *path);
/* What the included file is called, without its folder: as written, or the constant that the file
 * gives the variable which is all that is written. */
const char *make_include_base(const MakeFile *file, const char *word);
/* The words of an include of the file, which may all stand in one variable ("include $(RULES)").
 * The caller frees them. */
char **make_include_words(const MakeFile *file, const char *text);

/* walk.c: follows a makefile as if make was started with it, where `when` holds. What the file
 * itself assigns is forgotten afterwards unless `keep`; what files that it includes assign stays,
 * so that each of them is followed once, not once for every folder. */
void make_walk(MakeReading *self, MakeSource *source, Guard when, gboolean keep);
/* Runs statements that stand in a text, which may have holes: $(eval ...). */
void make_walk_text(MakeReading *self, const char *text, Guard when);

/* walk_assign.c: what an assignment does where the walk is. One that people may change declares an
 * option with that default; any other gives the variable its text. */
void make_follow_assignment(MakeReading *self, const MakeStatement *statement);
/* computed.c: the same for a name with an option in it ("IS_$(COMPILER)"), for each variable that
 * may be meant. FALSE when it is no such name, or more are meant than are followed. */
gboolean make_follow_computed(MakeReading *self, const MakeStatement *statement);
/* The same for one in a comment, which a person may switch on. */
void make_follow_offer(MakeReading *self, const MakeStatement *statement);
/* Records that something is said here of a variable that people give; once a place. */
void make_declare(MakeReading *self, MakeVariable *variable, const char *value,
                  DeclarationKind kind);
/* A list for `undo`, with nothing in it; the caller unrefs it. And what takes back all changes that
 * are in the list of the reading, and empties it. */
GArray *make_changes_new(void);
void make_undo_changes(MakeReading *self);

/* called.c: marks the parts of the build. */
void make_find_called(MakeReading *self, const MakeSource *top);

/* effect.c: what the words of a value bring about, under a condition. `owner` may be NULL. */
void make_effects_of(MakeReading *self, const char *name, const char *value, Guard when,
                     const char *owner);
void make_add_effect(MakeReading *self, EffectKind kind, const char *name, const char *detail,
                     Guard when, const char *owner);

/* named_source.c: of a word with an option in it that is the name of an object or a source, adds
 * each source of the tree that it may stand for, and notes its value. FALSE where there are fewer
 * than two. */
gboolean make_add_named_sources(MakeReading *self, const char *word, Guard when);

/* told_about.c: where what `text`, which gives a variable ("NAME=1"), says of it begins: at that
 * sentence where one before gives another; else `text` itself. */
const char *make_told_about(const MakeReading *self, const char *text, const char *name);
/* The text from the beginning of the sentence on that names it first. */
const char *make_sentence_naming(const char *text, const char *name);
/* The text of a document without what only says how it looks: links as their words, no tags. Empty
 * where it is nothing but links. The caller frees it. */
char *make_without_markup(const char *text);
/* "* ``USE_X=1``: what for" without the bullet and the marks of reStructuredText's literals. The
 * caller frees it. */
char *make_words_of_item(const char *text);

/* document.c: which variables the project's documents give in a command ("make HDF5=yes"); the
 * survey asks for it. */
void make_read_commands(MakeReading *self);
/* What the project's documents say of the variables that people give. */
void make_read_documents(MakeReading *self);
/* What people read that lies in the root, in its folders of documents and in `folder` (const char
 * *, paths that the tree owns), what speaks of building first. Of more than MAKE_DOCUMENTS_MAX the
 * rest is not to be read. The caller unrefs it. */
#define MAKE_DOCUMENTS_MAX 256u
GPtrArray *make_documents(const Tree *tree, const char *folder);
/* The text of one of them, valid UTF-8; NULL for none, or for more than anybody reads. The caller
 * frees it. */
char *make_read_document_text(const Tree *tree, const char *path);
/* document_tex.c: makes of the lines of a LaTeX document what is printed of them. */
void make_plain_lines_of_tex(char **lines);
/* Calls `visit` with the lines of each document, those that speak of building first. */
typedef void (*MakeDocumentVisit)(MakeReading *self, const char *path, char *const *lines,
                                  gpointer data);
void make_each_document(MakeReading *self, MakeDocumentVisit visit, gpointer data);
/* document_heading.c: reads what a document says below a line that is nothing but a variable and
 * the values it may have, "NAME = YES/NO". `path` is interned. */
void make_read_heading(MakeReading *self, char *const *lines, guint at, const char *path);
/* Reads what a line of a comment or document lists for the options that it names, "[prec=a/b]", or
 * says of the one that it begins with, "AVX=yes  (compile for AVX)" (usage.c), of which `whole` is
 * the line with those that it goes on in; all comments of a file, and what it tells whoever calls
 * "make help". */
void make_read_usage(MakeReading *self, const char *line, const char *whole, Span at);
void make_read_usage_of_file(MakeReading *self, const MakeFile *file);
/* Marks the variables that a makefile's comments, and what it prints, tell people to give. */
void make_read_asked_of_file(MakeReading *self, const MakeFile *file);
/* Of the words that a usage line lists the one that nothing tests for, as all others are: without a
 * value the makefiles do the same. NULL when there is no such word. */
const char *make_usage_default(const MakeVariable *variable);

/* target.c: targets of a makefile that each configure the build in a way of their own are one
 * option; of another makefile than the top one only those that the top one hands on, which is
 * looked up first. They are found before the survey; once it is known which variables people give,
 * what only targets give is assigned before, and what targets bring is recorded after the top
 * makefile has been followed. */
void make_find_handed_on(MakeReading *self, const MakeSource *top);
void make_find_target_choices(MakeReading *self, const MakeSource *source, const MakeSource *top);
void make_assign_targets(MakeReading *self, const MakeSource *source, const MakeSource *top);
void make_walk_targets(MakeReading *self, const MakeSource *source, const MakeSource *top);

/* Calls `found` for each word of a command; quotes join what they enclose. */
void make_each_shell_word(const char *command, void (*found)(const char *word, gpointer data),
                          gpointer data);
/* The makefile that one which decides nothing hands everything on to ("all: ; cd build; $(MAKE)"),
 * or itself. To be called before anything else has been lowered than the makefiles that make finds
 * by their names. */
MakeSource *make_find_delegate(MakeReading *self, MakeSource *top);

/* settings.c: adds what files list that people copy and edit, that are no makefiles, and that
 * `makefile`, the top one, speaks of: a program of the build makes definitions of their lines. To
 * be called after the makefiles' own options were added. */
void make_read_settings(MakeReading *self, const char *makefile);

/* definition_list.c: adds what variables collect that hold definitions of several kinds, each
 * definition as an option. To be called after the makefiles' own options were added. */
void make_read_definitions(MakeReading *self, const MakeSource *top);
/* Takes out those that only documents tell of beside makefiles of one folder, where makefiles of
 * another one list them: the documents are about these. */
void make_drop_told_elsewhere(Facts *facts, const MakeDefinitions *definitions);

/* option_type.c: whether people are told of numbers beyond 0 and 1. Its comment has to be known. */
gboolean make_counts(MakeReading *self, const MakeVariable *variable);
/* Whether all that is known to be given to `variable` says on or off. */
gboolean make_is_switch(const MakeVariable *variable);

/* Whether makefiles compare it with a number beyond 0 and 1: "SIMD ?= 1", "ifeq ($(SIMD),3)". */
gboolean make_is_asked_for_count(const MakeVariable *variable);
/* Whether all that it is given, in comments or not, and compared with are numbers, but for other
 * variables: "# LIMIT = 24", "LIMIT = $(CORES)". */
gboolean make_takes_number(const MakeVariable *variable);
OptionType make_option_type(const MakeVariable *variable);

/* option_values.c: a value of `variable` without space around it, interned in the reading's arena;
 * with its quotes where the makefiles compare the variable with them, since make takes them for a
 * part of the text. */
const char *make_value_of(MakeReading *self, const MakeVariable *variable, const char *text);

/* option_values.c: the values that `variable` takes (AllowedValue *), owned by the arena; `comment`
 * is its documentation. Of a switch the word that turns it on, which the command line needs. */
GPtrArray *make_option_values(MakeReading *self, const MakeVariable *variable, OptionType type,
                              const char *comment);
/* spread.c: whether each word of the variable makes a definition. */
gboolean make_is_spread(MakeReading *self, const char *name);

/* facts_of_make.c: what was read, as facts. */
void make_build_facts(MakeReading *self);
