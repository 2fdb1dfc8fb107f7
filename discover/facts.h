/* What was read from a project's build description, independent of the build system.
 *
 * Each build system's reader fills one `Facts`; the source scan adds reach; classification and the
 * specification are made from it. Every fact has a place. Pointers inside point into the arena. */
#pragma once

#include "core/condition.h"
#include "core/diagnostic.h"
#include <jansson.h>

/* clang-format off */
#define BUILDERS(X)               \
    X(CMAKE,     "cmake")         \
    X(AUTOTOOLS, "autotools")     \
    X(MAKE,      "make")          \
    X(MESON,     "meson")         \
    X(ENVIRONMENT, "environment") /* a file that sets variables for the shell */ \
    X(OTHER,     "other")

/* The type that the build description gives an option. */
#define OPTION_TYPES(X)                                                           \
    X(BOOL,     "bool")                                                           \
    X(STRING,   "string")                                                         \
    X(PATH,     "path")     /* a folder */                                        \
    X(FILEPATH, "filepath") /* a file */                                          \
    X(INTERNAL, "internal") /* stored, but not for people to set */               \
    X(UNTYPED,  "untyped")  /* read by the project, declared nowhere */

/* How an allowed value was learnt, strongest first. */
#define VALUE_ORIGINS(X)                                                                   \
    X(DECLARED, "declared") /* the STRINGS property, a case list, a list that is checked */ \
    X(COMPARED, "compared") /* the project compares the option with it */                  \
    X(DEFAULT,  "default")  /* it is a default */                                          \
    X(HELP,     "help")     /* the help text lists it */

/* What an option can turn on. `name` and `detail` per kind: */
#define EFFECT_KINDS(X)                                                               \
    X(PACKAGE,    "package")    /* find_package and the like: name, minimum version */ \
    X(DEFINITION, "definition") /* a -D for the compiler: macro, value */              \
    X(MACRO,      "macro")      /* in a configured header: macro, value; `file` is the header */ \
    X(SOURCE,     "source")     /* a source file: path relative to the root */         \
    X(FOLDER,     "folder")     /* a subdirectory is built: path */                    \
    X(LANGUAGE,   "language")   /* a language is enabled: name */                      \
    X(FLAG,       "flag")       /* a compiler or linker flag: the flag */              \
    X(LINK,       "link")       /* a library or target is linked: name, "searched" when the \
                                 * project looks for the file itself */                \
    X(PROGRAM,    "program")    /* a program that the build runs, a compiler: name, variable */ \
    X(DOWNLOAD,   "download")   /* FetchContent, ExternalProject: name, URL */         \
    X(VARIABLE,   "variable")   /* a variable that nothing above covers: name, value */ \
    X(OPTION,     "option")     /* another option exists only then: name */

/* The variable that stands for what make makes when nobody asks for a target (GNU make manual,
 * "Other Special Variables"): an effect says which target is made then, too. */
#define EFFECT_GOAL ".DEFAULT_GOAL"

/* What kind of file builds the project with certain settings. */
#define RECIPE_KINDS(X)                                              \
    X(PRESET,    "preset")    /* CMakePresets.json */                \
    X(BUNDLE,    "bundle")    /* ecbundle's bundle.yml */            \
    X(SPACK,     "spack")     /* a Spack package */                  \
    X(EASYBUILD, "easybuild") /* an EasyBuild recipe */
/* clang-format on */

typedef enum {
#define X(id, text) RECIPE_##id,
    RECIPE_KINDS(X)
#undef X
} RecipeKind;

typedef enum {
#define X(id, text) BUILDER_##id,
    BUILDERS(X)
#undef X
} Builder;

typedef enum {
#define X(id, text) OPTION_##id,
    OPTION_TYPES(X)
#undef X
} OptionType;

typedef enum {
#define X(id, text) VALUE_##id,
    VALUE_ORIGINS(X)
#undef X
} ValueOrigin;

typedef enum {
#define X(id, text) EFFECT_##id,
    EFFECT_KINDS(X)
#undef X
} EffectKind;

/* One build description that was found in the tree. */
typedef struct {
    Builder builder;
    const char *folder;          /* "" for the root */
    const char *file;            /* its top-level file */
    const char *minimum_version; /* of the build tool; NULL when not said */
    gboolean vendored;           /* it belongs to a bundled copy of another project */
    gboolean read;               /* FALSE: recognised, but not analysed (the ledger says why) */
    const char *not_read;        /* why not; NULL: nobody reads such build systems */
    gboolean idle; /* it was read, and nothing in it can be given or hangs on anything */
} BuildSystem;

/* One function or macro call on the way to a definition, outermost first in `Definition.wrappers`.
 */
typedef struct {
    const char *command; /* as written, e.g. gmx_option_multichoice */
    Span at;             /* the call */
    gboolean tells;      /* it is given the option's name, or what that ends in */
} Wrapper;

/* One default with the condition under which it holds. */
typedef struct {
    const char *value; /* NULL: could not be worked out */
    const Condition *when;
} DefaultValue;

/* One place where the option is declared. */
typedef struct {
    Span at;          /* where the project (not the wrapper) asks for the option: the outermost call
                       * that names it; equals `declared_at` without wrappers */
    Span declared_at; /* the option(), set(... CACHE ...), AC_ARG_ENABLE, ... itself */
    const char *text; /* the source line at `at`, trimmed */
    const char *help; /* NULL when there is none */
    const char *help_form; /* what the help tells of where that is the opposite of the option:
                            * "--disable-x"; else NULL */
    Span help_at;          /* where the help is printed, away from `at`; SPAN_NONE: it is not */
    OptionType type;
    gboolean force;            /* CACHE ... FORCE: overwrites what a person gave */
    gboolean result;           /* and nothing has read what they gave until then */
    const Condition *exists;   /* under which this declaration is reached */
    const GPtrArray *defaults; /* DefaultValue * */
    const GPtrArray *wrappers; /* Wrapper *, outermost first; may be empty */
    /* In which the declarations are met, of which the first one decides; 0: in no order, or one
     * that is not known. */
    guint order;
} Definition;

typedef struct {
    const char *value;
    ValueOrigin origin;
    Span at;
    gboolean site; /* a file of that name sets up one site's machine: it loads its modules */
} AllowedValue;

/* Something that happens in the build under a condition. */
typedef struct {
    EffectKind kind;
    const char *name;
    const char *detail; /* version, value, URL: see EFFECT_KINDS; NULL when there is none */
    const char *file;   /* EFFECT_MACRO: the header that gets it, else NULL */
    gboolean required;  /* EFFECT_PACKAGE: REQUIRED was said */
    const Condition *when;
    Span at;
} Effect;

/* An option and an effect that depends on it. */
typedef struct {
    const Effect *effect;
    /* The option's values that allow the effect while another value rules it out; elements are
     * `const char *`; "ON"/"OFF" for booleans. NULL when it depends in some other way. */
    const GPtrArray *values;
    /* No other option has to be set away from its default for it, but those without which this one
     * does not exist. */
    gboolean alone;
} OptionLink;

/* Whether the effect comes with that value, among others perhaps. */
gboolean option_link_has_value(const OptionLink *self, const char *value);

typedef struct {
    const char *name; /* as a person writes it: GMX_GPU, --enable-mpi, USE_OPENMP */
    Builder builder;
    const char *folder;  /* of the build system that it belongs to; "" for the root */
    OptionType type;     /* of the first definition that has one */
    gboolean advanced;   /* mark_as_advanced: hidden from people by default */
    gboolean vendored;   /* defined in a bundled copy of another project */
    gboolean by_modules; /* untyped; only modules of the build tool read it, not the project */
    gboolean handed_on;  /* what reads it is included, and no part of the tree */
    gboolean checked;    /* a check writes what it finds under this name, where nothing is given */
    gboolean unread;     /* nothing of the project's own reads it, and all of that was read */
    gboolean unread_by_all; /* the same, and no other repository takes part in the build */
    gboolean of_absent;     /* it begins with the name of a submodule that is not there, which reads
                               it, or declares it where the project does not; what the project
                               sets without a help text is its own decision, and none */
    gboolean free_form;     /* values other than the listed ones are accepted */
    gboolean number;        /* the form that is shown for it asks for one, --with-x=NUM, or all that
                               makefiles give it are numbers */
    gboolean asks_whether;  /* a text that people decide on like a switch: --with-x[=DIR], or a
                               variable that is "set to 1 to use x" */
    gboolean off_unset;     /* untyped; only its truth is asked for, and nothing that was read sets
                               it or may bring it */
    gboolean only_asked;    /* makefiles ask for it, and nothing that was read gives it a value */
    gboolean only_given;    /* --disable-x does the same as --enable-x: that it is given is all that
                               the script asks; the default is what leaving it out gives */
    gboolean noted;         /* a text that turns its thing on: the script notes that this is there,
                               "x=yes", beside the place that it is given */
    gboolean only_where;    /* a place whose plain form does nothing: what it is of comes or not
                               whatever is given */
    gboolean one_way;       /* all that it takes does the same as leaving it out */
    gboolean unnamed;       /* a file from elsewhere that the project includes declares it, and
                               nothing of the project names it */
    gboolean only_default;  /* only one configuration, with everything at its default or with the
                             * switches on, was followed to where it is declared: what it hangs on
                             * and what it leads to is not known */
    const char *stands_for; /* the option that what is given for it is handed on to; NULL */
    const GPtrArray *definitions; /* Definition *, by place; never empty except for UNTYPED */
    const GPtrArray *fallbacks; /* Definition *, by place: where the project gives an UNTYPED option
                                 * a value itself because nobody does; NULL: it does not */
    const GPtrArray *values;    /* AllowedValue *, in the project's order; empty for booleans */
    const GPtrArray *links;     /* OptionLink * */
    /* OptionLink *: variables that are kept for a build which is not in the tree, as nothing in it
     * reads them, and that hang on the option. Their effects are not among those of the Facts.
     * NULL: none. */
    const GPtrArray *passed;
    const GPtrArray *uses; /* Span *: where it is read, sorted, at most OPTION_USES_MAX */
    const char *comment;   /* the comment block above its first definition, or what a list in
                            * the first file's comments says of it; or NULL */
    const char *example;   /* a value that a comment shows and nothing sets; or NULL */
    Span outdated;         /* where a message says that it is deprecated; no path: nowhere */
    Span documented; /* UNTYPED or vendored: where the documentation names it; forced in places:
                        where it gives it, "-DNAME" */
} Option;
#define OPTION_USES_MAX 64u

/* What the readers call the root of the tree in texts. */
#define FACTS_SOURCE_ROOT "/source"

/* The option that a makefile's targets are when each of them configures the build in its own way
 * ("make linux-gnu"): a choice whose flag is the value alone. No variable can have this name. */
#define OPTION_TARGETS "make target"

/* Between a variable of a makefile that collects definitions and one of those: "FLAGS+=-DNAME" is
 * the option that the line of that text is. */
#define OPTION_LISTED "+=-D"
/* The same for a variable that holds a list of words, each of which people add or leave out:
 * "LIST+=word". */
#define OPTION_WORD "+="

/* A source that is compiled whatever is given. */
typedef struct {
    const char *path;   /* relative to the root */
    const char *folder; /* of the build system that compiles it; "" for the root */
} BuiltSource;

/* A library or program that commands of the tree make, whatever has to be given for it. */
typedef struct {
    const char *name;
    Span at; /* where the project asks for it first */
} BuiltTarget;

/* A configuration that the project refuses: message(FATAL_ERROR) and its like. */
typedef struct {
    const Condition *when;
    const char *message;
    Span at;
} Constraint;

/* Switches of which the project refuses any two together. */
typedef struct {
    const GPtrArray
        *options;        /* const char *: their names, in the order in which they are declared */
    const char *message; /* what it says; "..." stands for what is not always the same */
    Span at;
} Exclusive;

/* What a fact of the platform most often is: CMAKE_SYSTEM_NAME, Linux; or a package that comes with
 * nearly every one: OpenMP, TRUE. */
typedef struct {
    const char *name;
    const char *value;
} UsualPlatform;

/* A setting that somebody uses: evidence, which no option and no value is made of. */
typedef struct {
    const char *option;
    const char *value; /* NULL: it is set, to something that would have to be worked out */
    RecipeKind kind;
    const char *combination; /* what the file calls the settings that it uses together; or NULL */
    Span at;
} Setting;

/* Reasons of the ledger that more than who writes them asks for. */
#define LEDGER_CUT "limit: combinations of values"     /* not followed for all that it is given */
#define LEDGER_UNKNOWN_LOOP "loop without a known end" /* what it sets is not known */
#define LEDGER_LOST "limit: conditions given up"       /* later ones are not told apart */

/* What the reader could not follow. */
typedef struct {
    Span at;
    const char *reason;    /* one word or a few: "unknown command", "limit: loop turns", ... */
    const char *subject;   /* the command, file, ... */
    const GPtrArray *lost; /* const char *: names whose value is unknown from here on */
} LedgerEntry;

typedef struct {
    Arena *arena; /* owns everything in it; not owned by Facts */
    const char *project_name;
    const char *project_version; /* NULL when unknown */
    gboolean version_not_told;   /* the project has one that its own build works out */
    Span project_at;
    gboolean project_is_part; /* others lie as deep, with names of their own */
    GPtrArray *build_systems; /* BuildSystem * */
    GPtrArray *options;       /* Option *, sorted by name */
    GPtrArray *effects;       /* Effect *, sorted by place */
    GPtrArray *built;         /* BuiltSource *: only those that are sure, from Makefile.am */
    GPtrArray *targets;       /* BuiltTarget *, sorted by name; only those of CMake */
    GPtrArray *constraints;   /* Constraint *: what `exclusives` say is not among them */
    GPtrArray *exclusives;    /* Exclusive * */
    GPtrArray *platform;      /* UsualPlatform *, those that are known */
    GPtrArray *settings;      /* Setting *, sorted by file, then in its order */
    GPtrArray *ledger;        /* LedgerEntry *, sorted by place */
} Facts;

/* Empty, in the arena. */
Facts *facts_new(Arena *arena);
/* Adds an entry of the ledger by which no name is lost. `at` and `reason` must live as long as the
 * facts; `subject`, which may be NULL, is copied. */
void facts_add_ledger(Facts *self, Span at, const char *reason, const char *subject);
/* The same unless it is there. */
void facts_add_ledger_once(Facts *self, Span at, const char *reason, const char *subject);
/* One default that holds wherever the option is there; the text must live as long as the arena. */
GPtrArray *facts_default_new(Arena *arena, const char *value);
/* A definition that is there in every configuration, and stands where it is declared. Texts and
 * defaults (DefaultValue *) must live as long as the arena. */
Definition *facts_definition_new(Arena *arena, Span at, const char *text, const char *help,
                                 OptionType type, const GPtrArray *defaults);
/* Says what the project is called. Of several build systems the one nearest to the root has the
 * say, the earlier one of two at the same depth; another that agrees may add the version, unless
 * this is "": one that is there, and not known. `name` may be NULL. Texts must live as long as the
 * facts. */
void facts_name_project(Facts *self, const char *name, const char *version, Span at);
/* Says what a fact of the platform most often is, unless that has been said. Texts must live as
 * long as the facts. */
void facts_add_platform(Facts *self, const char *name, const char *value);
/* What has been said; NULL for nothing. */
const char *facts_usual_platform(const Facts *self, const char *name);
/* The first option of that name; NULL when there is none. Only after facts_finish. */
const Option *facts_option(const Facts *self, const char *name);
/* The target of that name; NULL when none is known. Only after facts_finish. */
const BuiltTarget *facts_target(const Facts *self, const char *name);
/* Whether nothing declares it: the project only reads it. */
gboolean option_is_only_read(const Option *self);
/* Whether the project writes over it wherever it declares it, and that only under conditions:
 * elsewhere what a person gives stays. */
gboolean option_is_forced_in_places(const Option *self);
/* Whether people give it although the project declares it for nobody: that is so, and documents
 * tell them to. */
gboolean option_is_told_beside_force(const Option *self);
/* The one value that allows the effect; NULL where several do, or it depends in some other way. */
const char *option_link_only_value(const OptionLink *self);
/* Whether the name that a set() or option() declares is put together: "set(USE_${extension} ...)".
 */
gboolean definition_is_put_together(const Definition *definition);
/* Whether a limit ended the reading of a file that declares the option, or of all files, so that
 * what reads it may not have been seen: where too many values come together, only what reads it by
 * a name that is put together, as it is declared by one. */
gboolean facts_reading_was_cut(const Facts *self, const Option *option);
/* Sorts as documented above, and adds the values that help texts list; called once by whoever
 * filled it. */
void facts_finish(Facts *self);

/* The forms of --facts and --ledger; docs/facts-format.md. New references. */
json_t *facts_json(const Facts *self);
json_t *facts_ledger_json(const Facts *self);

/* The spellings in files; constant. */
const char *builder_text(Builder builder);
const char *option_type_text(OptionType type);
const char *value_origin_text(ValueOrigin origin);
const char *effect_kind_text(EffectKind kind);
const char *recipe_kind_text(RecipeKind kind);

/* A feature of Meson: enabled, disabled or left open ("auto"). */
gboolean option_is_feature(const Option *self);
/* Whether such effects name a thing as every build system would: a package, a macro, a library. */
gboolean effect_kind_names_thing(EffectKind kind);
