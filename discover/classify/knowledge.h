/* The knowledge files in memory (docs/knowledge.md describes them for those who write them).
 *
 * A *term* is something that words can mean: a technology (CUDA, FFTW) or a plain notion
 * ("architecture", "test"). A *rule* says that certain terms together speak for a category, or
 * against the option being a specialization point at all. Immutable once loaded, so that several
 * threads may classify with it. */
#pragma once

#include "core/arena.h"
#include "discover/classify/classify.h"

/* Longer phrases than this many words are refused when they are read. */
#define PHRASE_WORDS_MAX 6u
#define PHRASE_BYTES_MAX 64u
#define KNOWLEDGE_TERMS_MAX 4096u

/* Where a spelling counts. */
typedef enum {
    SPELLING_ANYWHERE,
    SPELLING_NAME,  /* in names and values; as a word of a sentence it is too common */
    SPELLING_VALUE, /* as an option's value only */
} SpellingScope;

typedef struct {
    const char *id;
    const char *name; /* for people */
    guint index;
    gboolean technology;   /* else a plain notion */
    gboolean has_category; /* notions may have none */
    gboolean open;         /* there are more of its kind than anyone lists: CPUs, accelerators */
    gboolean adjectives;   /* its words in names stand before other nouns, too: "quad geometries" */
    Category category;
    guint32 also;    /* bits of further categories that it can serve in */
    double weight;   /* of a mention in the name */
    GArray *implied; /* guint: terms that a mention of this one also mentions */
    /* guint: interfaces that it implements, so that in its own build they are parts of it */
    GArray *provided;
} Term;

typedef struct {
    const Term *term;
    SpellingScope scope;
    double factor; /* 1, or less for a spelling that has other meanings too */
} Spelling;

/* Where a rule looks. */
/* clang-format off */
#define RULE_PLACES(X)                                                              \
    X(NAME,    "name")    /* words of the name, without the project's prefix */    \
    X(LAST,    "last")    /* the name ends with it */                              \
    X(FIRST,   "first")   /* the name begins with it */                            \
    X(HELP,    "help")    /* words of the help text */                             \
    X(BEGINS,  "begins")  /* the help text begins with it */                       \
    X(CALLED,  "called")  /* it follows a word of the name in the help text */     \
    X(CLOSES,  "closes")  /* the help text ends with it, right behind a technology */ \
    X(TEXT,    "text")    /* name or help */                                       \
    X(VALUES,  "values")  /* most of the values */                                 \
    X(VALUE,   "value")   /* at least one value, or the default */                 \
    X(EFFECTS, "effects") /* what the option turns on */                           \
    X(OPTION,  "option")  /* the option's own traits: see RULE_TRAITS */

/* Traits that are not words. */
#define RULE_TRAITS(X)                                                              \
    X(SWITCH,       "switch")        /* on or off */                                \
    X(CHOICE,       "choice")        /* values are listed */                        \
    X(TEXT,         "text")          /* anything may be given */                    \
    X(NUMBER,       "number")        /* the default is a number */                  \
    X(PATH,         "path")          /* a file or folder */                         \
    X(FILE,         "file")          /* a file, not a folder; a program, mostly */  \
    X(INTERNAL,     "internal")      /* not for people to set */                    \
    X(UNDECLARED,   "undeclared")    /* read, but declared nowhere */               \
    X(BY_MODULES,   "by_modules")    /* the same, and only CMake's modules read it */ \
    X(DOCUMENTED,   "documented")    /* the same, but the documentation names it */ \
    X(FORCED,       "forced")        /* the project overwrites what people give */  \
    X(ADVANCED,     "advanced")      /* hidden from people by default */            \
    X(NO_HELP,      "no_help")       /* nothing explains it */                      \
    X(EXTRA_WORDS,  "extra_words")   /* unknown words after all that is known */  \
    X(UNKNOWN_WORD, "unknown_word")  /* some word of the name is not known */       \
    X(NUMBER_TYPES, "number_types")  /* it defines a name as a type of numbers, or the sources do */   \
    X(FINDS_NAMESAKE, "finds_namesake") /* it finds or links something called like it */ \
    X(FINDS_SELF,   "finds_self")    /* it finds a package that is called as the project is */ \
    X(FINDS_TOLD,   "finds_told")    /* it finds what its help text says it uses */ \
    X(BUNDLED,      "bundled")       /* it adds what others wrote, of its name or linked by it alone */ \
    X(OF_SEARCH,    "of_search")     /* only the file that searches for a package sets it */ \
    X(FOLLOWS_SEARCH, "follows_search") /* its default says whether a technology was found */ \
    X(AUTOTOOLS, "autotools") /* an argument or variable of a configure script */               \
    X(ARGUMENT,  "argument")  /* the same, but no variable: --with-x */               \
    X(MAKE,         "make")          /* a variable of a makefile */                  \
    X(MESON,        "meson")         /* of meson.options: nothing but the build sees its name */ \
    X(NO_EFFECTS,   "no_effects")    /* nothing is known to hang on it */            \
    X(LINK_FLAGS,   "link_flags")    /* its default is what a linker is given */     \
    X(PLACE_FLAGS,  "place_flags")   /* its lines give folders of headers and libraries only */ \
    X(FLAGS_WORD,   "flags_word")    /* its name ends in a word with "flags" glued to it */ \
    X(PLACE_WORD,   "place_word")    /* the same with one of `glued_places` */ \
    X(CHECKED,      "checked")       /* a check writes what it finds under this name */ \
    X(UNREAD,       "unread")        /* set(... CACHE ...), and nothing reads it */     \
    X(FORGOTTEN,    "forgotten")     /* it begins with the project's name, which never reads it */ \
    X(OF_PACKAGE,   "of_package")    /* undeclared, and called as what is searched for */ \
    X(DEFINITION,   "definition")    /* a line that defines a macro: FLAGS+=-DNAME */       \
    X(USED_BESIDE,  "used_beside")   /* only tests, examples and the like are built with it */ \
    X(OF_TESTS,     "of_tests")      /* declared, read and of effect in folders of tests alone */ \
    X(HOLDS_PACKAGE, "holds_package") /* headers or libraries below the folder given are used */ \
    X(NOTED,        "noted")         /* a place, beside which the script notes that the thing is there */ \
    X(NEEDED_ANYWAY, "needed_anyway") /* the sources use its library whatever is given */ \
    X(PROPER_NAME,  "proper_name")   /* the help text writes an unknown word of the name as a name */ \
    X(WAITS,        "waits")         /* its only default is a constant, whatever else holds */ \
    X(OWN_PART,     "own_part")      /* a word of the name begins with the project's */ \
    X(OWN_TOLD,     "own_told")      /* the help text says that its words call a part of the project */ \
    X(LIB_WORD,     "lib_word")      /* an unknown word of the name begins with "lib" */ \
    X(DEBUG_BUILDS, "debug_builds")  /* it is there, or on, in builds for debugging only */ \
    X(BESIDE_GPUS,  "beside_gpus")   /* two options or more are named after accelerators */ \
    X(CPU_FLAGS,    "cpu_flags")     /* all that hangs on it is flags for processors */ \
    X(OF_COMPILER,  "of_compiler")   /* it is on with some compilers, and with those only */ \
    X(SOLE,         "sole")          /* --with-x-lib, and there is no --with-x */ \
    X(COMMAND_LINE, "command_line")  /* a default is a program with arguments */ \
    X(PLACE_OF,     "place_of")      /* --with-x-lib, and there is --with-x; a place or a text beside a switch */ \
    X(HAS_PLACES,   "has_places")    /* --with-x, and there is --with-x-lib */ \
    X(BEHIND_ANOTHER, "behind_another") /* another option's name and more: DOWNLOAD_X_FAST */ \
    X(TURNS_ON,     "turns_on")      /* a place that something hangs on once it is given */ \
    X(REPLACES_COPY, "replaces_copy") /* while it is not given, or off, a copy in the tree serves */ \
    X(DOWNLOADS,    "downloads")     /* something is fetched because of it */           \
    X(FINDS_IT,     "finds_it")      /* it finds or fetches a technology it is named after */ \
    X(VALUES_FIND,  "values_find")   /* most of its values search for a package each */ \
    X(EITHER_WAY,   "either_way")    /* what it brings comes as well where it is off */ \
    X(LONE_VALUE,   "lone_value")    /* a choice with a single word beside yes and no */ \
    X(LINKS_IT,     "links_it")    /* a library of such a technology that is no target of the project's */ \
    X(BRINGS_SOURCES, "brings_sources") /* it adds sources from a folder of its name */
/* clang-format on */

typedef enum {
#define X(id, text) PLACE_##id,
    RULE_PLACES(X)
#undef X
        PLACE_COUNT
} RulePlace;

typedef enum {
#define X(id, text) TRAIT_##id,
    RULE_TRAITS(X)
#undef X
        TRAIT_COUNT
} RuleTrait;
G_STATIC_ASSERT(TRAIT_COUNT <= 64); /* a bit each, in a guint64 */
#define TRAIT_BIT(trait) (G_GUINT64_CONSTANT(1) << (trait))

/* One thing that must be seen: any of the alternatives, at the place. */
typedef struct {
    RulePlace place;
    GArray *terms;      /* guint */
    guint32 categories; /* bits: any technology of such a category */
    guint64 traits;     /* bits, with PLACE_OPTION */
} Requirement;

typedef struct {
    const char *id;
    const char *reason;
    gboolean rejects; /* else it speaks for `category` */
    gboolean beside;  /* with `rejects`: the option is about what is built beside the code */
    gboolean absence; /* with `rejects`: it says no more than that nothing is known */
    Category category;
    double weight;
    GPtrArray *when;   /* GPtrArray * of Requirement *: one group must hold entirely */
    GPtrArray *unless; /* the same; a group that holds switches the rule off */
} Rule;

/* What a value means when it is no technology; the second column is the spelling in files. */
/* clang-format off */
#define VALUE_MEANINGS(X)                                                   \
    X(OFF,         "off")                                                   \
    X(ON,          "on")                                                    \
    X(AUTOMATIC,   "automatic")   /* the build chooses */                   \
    X(LINKING,     "linking")     /* how a library is linked, not which */  \
    X(PLACEHOLDER, "placeholder") /* what a person is to put something for */
/* clang-format on */

typedef enum {
#define X(id, text) MEANS_##id,
    VALUE_MEANINGS(X)
#undef X
} ValueMeaning;

typedef struct {
    ValueMeaning meaning;
    const char *reason;
    guint32 kept_in; /* bits of categories in which it is a choice all the same */
} ValueWord;

/* Sets of words by which names and texts are read, each a list of that name in the files. */
/* clang-format off */
#define KNOWLEDGE_WORD_LISTS(X)                                                                   \
    X(verbs)          /* "enable", "use": what stands before them is context */                   \
    X(noise)          /* further words of names that carry no meaning */                          \
    X(weakening)      /* after these a sentence names what is not meant */                        \
    X(besides)        /* after these a text names other options to set them apart */              \
    X(means)          /* after these a text says with what something is done */                   \
    X(opening)        /* a text may begin with these before it says what it is about */           \
    X(denying)        /* "no", "without": what names take something away with */                  \
    X(product_words)  /* "library": what a project calls itself */                                \
    X(width_words)    /* parts of names of options that make numbers wider or narrower */         \
    X(kind_endings)   /* "blas": what names of libraries of one kind end in */                    \
    X(glued_places)   /* "inc", "lib": what names of places end in without a mark */              \
    X(program_places) /* "bin", "config": what names of places of programs end in */              \
    X(side_folders)   /* names of folders with tests, examples and the like */                    \
    X(lib_words)      /* "libtool": what begins with "lib" in names and is no library */            \
    X(build_scripts)  /* names of scripts that build a project */                                 \
    X(others_folders) /* names of folders for packages that others wrote */
/* clang-format on */

struct Knowledge {
    Arena *arena;
    GPtrArray *terms;         /* Term * */
    GHashTable *term_by_id;   /* const char * -> Term * */
    GHashTable *phrases;      /* squashed text -> GArray of Spelling; "#" stands for a number */
    GHashTable *packages;     /* lower case -> Term * */
    GHashTable *macros;       /* as written -> Term * */
    GHashTable *flags;        /* as written; a trailing '*' matches any rest -> Term * */
    GPtrArray *flag_prefixes; /* const char *: the keys of `flags` that end in '*', longest first */
    GHashTable *libraries;    /* lower case, the same with '*' */
    GPtrArray *library_prefixes;
    GHashTable *languages; /* lower case -> Term * */
    GHashTable *programs;  /* as written, with '*' -> Term * */
    GPtrArray *program_prefixes;
    GHashTable *wrappers; /* as written -> Term * */
#define X(name) GHashTable *name;
    KNOWLEDGE_WORD_LISTS(X)
#undef X
    GHashTable *value_words; /* squashed -> ValueWord * */
    GPtrArray *rules;        /* Rule * */
    SourcePatterns patterns;
};

/* NULL when no spelling fits. `squashed` is as words_squash() makes it. */
const GArray *knowledge_spellings(const Knowledge *self, const char *squashed);
/* The term of that identifier, or that has such a mark; NULL when none has. It belongs to the
 * knowledge. */
const Term *knowledge_term(const Knowledge *self, const char *id);
const Term *knowledge_package(const Knowledge *self, const char *package);
const Term *knowledge_macro(const Knowledge *self, const char *macro);
const Term *knowledge_flag(const Knowledge *self, const char *flag);
const Term *knowledge_library(const Knowledge *self, const char *library);
/* By its base name. */
const Term *knowledge_program(const Knowledge *self, const char *program);
/* The compiler that a program of another technology starts. */
const Term *knowledge_wrapper(const Knowledge *self, const char *program);
const Term *knowledge_language(const Knowledge *self, const char *language);
/* What a value means where it is no technology; NULL when the files do not list it. */
const ValueWord *knowledge_value_word(const Knowledge *self, const char *value);
/* Whether a value, which may be NULL, is listed as a word for that. */
gboolean knowledge_value_means(const Knowledge *self, const char *value, ValueMeaning meaning);
/* Whether a word of a name says nothing by itself. */
gboolean knowledge_is_filler(const Knowledge *self, const char *word);

#define KNOWLEDGE_ERROR knowledge_error_quark()
GQuark knowledge_error_quark(void);
typedef enum {
    KNOWLEDGE_ERROR_UNREADABLE, /* a folder or file cannot be read, or is not YAML */
    KNOWLEDGE_ERROR_MALFORMED,  /* a key, value or reference is wrong */
} KnowledgeError;
