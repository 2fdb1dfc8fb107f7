/* The knowledge files in memory (docs/knowledge.md describes them for those who write them).
 *
 * A *term* is something that words can mean: a technology (CUDA, FFTW) or a plain notion
 * ("architecture", "test"). A *rule* says that certain terms together speak for a category, or
 * against the option being a specialization point at all. Immutable once loaded, so that several
 * threads may classify with it. */
#pragma once

#include "core/arena.h"
#include "discover/classify/classify.h"
#include "discover/classify/trait_set.h"
#include "discover/classify/words.h"

/* Longer phrases than this many words are refused when they are read. */
#define PHRASE_WORDS_MAX 6u
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
    X(OPTION,  "option")  /* the option's own traits: see trait_set.h */
/* clang-format on */

typedef enum {
#define X(id, text) PLACE_##id,
    RULE_PLACES(X)
#undef X
        PLACE_COUNT
} RulePlace;

/* One thing that must be seen: any of the alternatives, at the place. */
typedef struct {
    RulePlace place;
    GArray *terms;      /* guint */
    guint32 categories; /* bits: any technology of such a category */
    TraitSet traits;    /* any of these, with PLACE_OPTION */
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
    X(introducing)    /* "enable the use of": what stands before the thing that a text calls */      \
    X(purposes)       /* "for": what a text begins with that first says what for */               \
    X(closing)        /* "support": what stands behind it, and says nothing */                    \
    X(stranded)       /* "in": what such an expression cannot end in */                           \
    X(telling)        /* "is", "you": what makes a sentence of an expression */                   \
    X(short_words)    /* "max": ordinary words that are as short as abbreviations */              \
    X(product_words)  /* "library": what a project calls itself */                                \
    X(width_words)    /* parts of names of options that make numbers wider or narrower */         \
    X(kind_endings)   /* "blas": what names of libraries of one kind end in */                    \
    X(instruction_parts) /* "gfni": what names of instruction sets go on with, without a mark */   \
    X(glued_places)   /* "inc", "lib": what names of places end in without a mark */              \
    X(program_places) /* "bin", "config": what names of places of programs end in */              \
    X(compiler_archs) /* "sm", "gfx": what the words of compilers for accelerators begin with */     \
    X(release_words)  /* "new", "old": what values beside v4 call a release of a library */       \
    X(side_folders)   /* names of folders with tests, examples and the like */                    \
    X(lib_words)      /* "libtool": what begins with "lib" in names and is no library */            \
    X(build_scripts)  /* names of scripts that build a project */                                 \
    X(machine_variables)  /* "HOME": what shells and batch systems set */                         \
    X(machine_beginnings) /* "SLURM_JOB": what names of such begin with */                        \
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
    GHashTable *wrappers; /* the same */
    GPtrArray *wrapper_prefixes;
#define X(name) GHashTable *name;
    KNOWLEDGE_WORD_LISTS(X)
#undef X
    GHashTable *value_words; /* squashed -> ValueWord * */
    GPtrArray *rules;        /* Rule * */
    GHashTable *sets;        /* what rules name together: const char * -> "term|@category" */
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
