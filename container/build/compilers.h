/* What is known about the words of compile commands: container/knowledge/compilers.yaml, read once.
 *
 * The knowledge is data, so that a new wrapper or spelling needs no change of code. */
#pragma once

#include "core/arena.h"

/* What a unit is, as far as bitcode goes. */
/* clang-format off */
#define UNIT_KINDS(X)                                                                     \
    X(C,         "c")         /* becomes bitcode */                                       \
    X(CXX,       "c++")       /* becomes bitcode */                                       \
    X(ASSEMBLER, "assembler")                                                             \
    X(FORTRAN,   "fortran")                                                               \
    X(CUDA,      "cuda")                                                                  \
    X(HIP,       "hip")                                                                   \
    X(HEADER,    "header")    /* precompiled; units read the header itself */             \
    X(OTHER,     "other")     /* a language or a compiler that is not known */
/* clang-format on */

typedef enum {
#define X(id, text) UNIT_##id,
    UNIT_KINDS(X)
#undef X
        UNIT_KIND_COUNT
} UnitKind;

const char *unit_kind_text(UnitKind kind);
/* Whether units of that kind become bitcode. */
gboolean unit_kind_has_bitcode(UnitKind kind);

/* A list of words, with `const char *` keys. */
typedef struct {
    GHashTable *set;
    char **list; /* in the order of the file; NULL-terminated */
} Words;

gboolean words_contain(const Words *self, const char *word);

typedef struct {
    Words drop, drop_with_value, drop_prefix, with_value;
    Words precompiled, header; /* "{file}" stands for any word */
    Words bitcode, tokens, tokens_with_lines, plan;
    Words reads; /* first letters of words that name files of options */
    char *language, *c, *cxx, *scanner, *map_prefix;
} DriverWords;

typedef struct {
    Words target, macros, includes, drop_with_value, drop, drop_prefix, dump_macros;
    Words keep_prefix;               /* of words that drop_prefix has */
    Words writes, writes_with_value; /* name files beside the output */
    Words no_raw_texts, no_line_comments;
    Words devices;
    Words modules;
    char *marker, *debug, *refusal;
} FrontendWords;

typedef struct Compilers Compilers;

/* `folder` holds compilers.yaml. NULL and an error with file and line when it is malformed. */
Compilers *compilers_load(const char *folder, GError **error);
void compilers_free(Compilers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Compilers, compilers_free)

const DriverWords *compilers_driver(const Compilers *self);
const FrontendWords *compilers_frontend(const Compilers *self);

/* Where the compiler itself begins in a command; the end when there is none. `changes` receives the
 * first word (borrowed) with which a launcher may give the compiler an environment that units are
 * not compiled in here; NULL: there is none. */
guint compilers_peel(const Compilers *self, const char *const *command, const char **changes);
/* How many words of launchers stand before the linker or archiver of a step, whose command else
 * means the same without them; 0 also where that cannot be told. */
guint compilers_peel_step(const Compilers *self, const char *const *command);
/* FALSE when the program's name is none that is known. `ask` receives the arguments with which a
 * wrapper tells its command (NULL-terminated, borrowed), or NULL. */
gboolean compilers_program(const Compilers *self, const char *program, UnitKind *kind,
                           const char *const **ask);
/* By the end of a source's name; UNIT_OTHER when it is not known. `language` is what the driver
 * calls it, NULL then. */
UnitKind compilers_language(const Compilers *self, const char *source, const char **language);
/* What `-x WORD` means; UNIT_OTHER when that is not known. */
UnitKind compilers_language_word(const Compilers *self, const char *word);

#define COMPILERS_ERROR compilers_error_quark()
GQuark compilers_error_quark(void);
typedef enum { COMPILERS_ERROR_MALFORMED } CompilersError;
