/* The traits that rules ask an option for with "option: ...", and sets of them. docs/knowledge.md
 * says what each one means to those who write rules. */
#pragma once

#include <glib.h>
#include <limits.h>

/* clang-format off */
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
    X(FOLLOWS_ARCH, "follows_arch")  /* its default says for which architecture it is compiled */ \
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
    X(CONCLUDED,    "concluded")     /* set(X ON CACHE BOOL "") where other options say so */ \
    X(FORGOTTEN,    "forgotten")     /* it begins with the project's name, which never reads it */ \
    X(OF_PACKAGE,   "of_package")    /* undeclared, and called as what is searched for */ \
    X(OF_ABSENT,    "of_absent")     /* it begins with the name of a submodule that is not there */ \
    X(DEFINITION,   "definition")    /* a line that defines a macro: FLAGS+=-DNAME */       \
    X(USED_BESIDE,  "used_beside")   /* only tests, examples and the like are built with it */ \
    X(OF_TESTS,     "of_tests")      /* declared (if at all), read and of effect in folders of tests alone */ \
    X(FOR_TESTS,    "for_tests")     /* it does anything only where tests, examples or the like are built */ \
    X(HOLDS_PACKAGE, "holds_package") /* headers or libraries below the folder given are used */ \
    X(NOTED,        "noted")         /* a place, beside which the script notes that the thing is there */ \
    X(ONLY_PLACE,    "only_place")   /* an argument that adds its own folder to search paths */ \
    X(NEEDED_ANYWAY, "needed_anyway") /* the sources use its library whatever is given */ \
    X(PROPER_NAME,  "proper_name")   /* the help text writes an unknown word of the name as a name */ \
    X(WAITS,        "waits")         /* its only default is a constant, whatever else holds */ \
    X(OWN_PART,     "own_part")      /* a word of the name begins with the project's */ \
    X(OWN_TOLD,     "own_told")      /* the help text says that its words call a part of the project */ \
    X(LIB_WORD,     "lib_word")      /* an unknown word of the name begins with "lib" */ \
    X(DEBUG_BUILDS, "debug_builds")  /* it is there, or on, in builds for debugging only */ \
    X(BESIDE_GPUS,  "beside_gpus")   /* two options or more are named after accelerators */ \
    X(SETS_FOLLOW,  "sets_follow")   /* switches for instruction sets are on only where it is */ \
    X(CPU_FLAGS,    "cpu_flags")     /* all that hangs on it is flags for processors */ \
    X(OF_COMPILER,  "of_compiler")   /* it is on with some compilers, and with those only */ \
    X(SOLE,         "sole")          /* --with-x-lib, and there is no --with-x */ \
    X(COMMAND_LINE, "command_line")  /* a default is a program with arguments */ \
    X(WORDS_FOR_PROGRAMS, "words_for_programs") /* CC=vendor, and for it the makefile sets CC to a program */ \
    X(PLACE_OF,     "place_of")      /* --with-x-lib, and there is --with-x; a place or a text beside a switch */ \
    X(HAS_PLACES,   "has_places")    /* --with-x, and there is --with-x-lib */ \
    X(BEHIND_ANOTHER, "behind_another") /* another option's name and more: DOWNLOAD_X_FAST */ \
    X(TURNS_ON,     "turns_on")      /* a place that something hangs on once it is given */ \
    X(REPLACES_COPY, "replaces_copy") /* while it is not given, or off, a copy in the tree serves */ \
    X(DOWNLOADS,    "downloads")     /* something is fetched because of it */           \
    X(FINDS_IT,     "finds_it")      /* it finds or fetches a technology it is named after */ \
    X(VALUES_FIND,  "values_find")   /* most of its values search for a package each */ \
    X(REQUIRES_PACKAGE, "requires_package") /* it requires and links one that nothing else searches for */ \
    X(EITHER_WAY,   "either_way")    /* what it brings comes as well where it is off */ \
    X(ONLY_SEARCHES, "only_searches") /* what declares it looks for a package, and that is all */ \
    X(LONE_VALUE,   "lone_value")    /* a choice with a single word beside yes and no */ \
    X(LINKS_IT,     "links_it")    /* a library of such a technology that is no target of the project's */ \
    X(BRINGS_SOURCES, "brings_sources") /* it adds sources from a folder of its name */
/* clang-format on */

typedef enum {
#define X(id, text) TRAIT_##id,
    RULE_TRAITS(X)
#undef X
        TRAIT_COUNT
} RuleTrait;

#define TRAIT_WORD_BITS 64u

/* One bit a trait. It has as many words as the list above needs, so that a new trait needs no more
 * than a line there. `(TraitSet){0}` is the empty set. */
typedef struct {
    guint64 words[(TRAIT_COUNT + TRAIT_WORD_BITS - 1) / TRAIT_WORD_BITS];
} TraitSet;
G_STATIC_ASSERT(sizeof(TraitSet) * CHAR_BIT >= TRAIT_COUNT);

static inline gboolean trait_set_has(const TraitSet *self, RuleTrait trait)
{
    return ((self->words[trait / TRAIT_WORD_BITS] >> (trait % TRAIT_WORD_BITS)) & 1) != 0;
}

static inline void trait_set_add(TraitSet *self, RuleTrait trait)
{
    self->words[trait / TRAIT_WORD_BITS] |= G_GUINT64_CONSTANT(1) << (trait % TRAIT_WORD_BITS);
}

static inline void trait_set_remove(TraitSet *self, RuleTrait trait)
{
    self->words[trait / TRAIT_WORD_BITS] &= ~(G_GUINT64_CONSTANT(1) << (trait % TRAIT_WORD_BITS));
}

/* Whether they have a trait in common. */
static inline gboolean trait_set_meets(const TraitSet *self, const TraitSet *other)
{
    guint64 common = 0;
    for (guint i = 0; i < G_N_ELEMENTS(self->words); i++) {
        common |= self->words[i] & other->words[i];
    }
    return common != 0;
}
