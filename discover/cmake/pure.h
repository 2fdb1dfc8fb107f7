/* CMake commands that compute text from text: list, string, math, get_filename_component,
 * cmake_path, separate_arguments. No evaluator state, no file access: they see the world through a
 * `PureCall`.
 *
 * They are written once, for definite values. The evaluator runs one several times, once for each
 * combination of the values that its inputs may have, and joins the results under their conditions.
 *
 * A value may have *holes*: parts that are not known, each a byte 0xFF, decimal digits, and a byte
 * 0xFE (neither byte occurs in text that was read from a file). A hole stands for any text, also
 * for one with semicolons or an empty one. A command whose result does not depend on what is in a
 * hole (APPEND, concatenation, REVERSE is one that does) copies it; else it asks `derive` for a new
 * hole.
 *
 * Three things are taken for granted about a hole's text, for nothing could be said about a list
 * otherwise: its square brackets are balanced, it does not end in a backslash, and where an element
 * of a list mixes text and holes ("<hole>/main.c"), it brings no semicolons. list(REMOVE_ITEM),
 * FILTER and REMOVE_DUPLICATES keep such an element. In a path a hole is taken to have no doubled
 * slashes and none at its end: the folder of "<hole>/lib/a.c" is "<hole>/lib".
 *
 * Semantics are those of CMake 3.25 with all its policies set to NEW. `lookup` is also asked for
 * "ENV{NAME}" and "CACHE{NAME}", by string(CONFIGURE). Links in the file system are not followed:
 * get_filename_component(REALPATH) gives what ABSOLUTE does. A result of more than
 * PURE_RESULT_MAX_BYTES is given up (PURE_ERROR_UNSUPPORTED). */
#pragma once

#include "core/arena.h"
#include <string.h>

#define HOLE_BEGIN '\xFF'
#define HOLE_END '\xFE'

#define PURE_RESULT_MAX_BYTES ((gsize)16 * 1024 * 1024)

static inline gboolean text_has_hole(const char *text)
{
    return strchr(text, HOLE_BEGIN) != NULL;
}

typedef struct PureCall PureCall;
struct PureCall {
    Arena *arena;            /* for results */
    guint argc;              /* arguments after the command's name */
    const char *const *argv; /* expanded; "" stays an argument */
    /* A variable's value, NULL when it is not defined. */
    const char *(*lookup)(PureCall *call, const char *name);
    /* Sets a variable; a NULL value unsets it. */
    void (*assign)(PureCall *call, const char *name, const char *value);
    /* A text with one hole that stands for `operation` applied to `input`; equal arguments give
     * equal holes, so that the result can be compared. `operation` is for people:
     * "string(TOUPPER)". */
    const char *(*derive)(PureCall *call, const char *operation, const char *input);
    void *data;
    const char *source_dir; /* absolute folders, for relative paths: CMAKE_CURRENT_SOURCE_DIR */
    const char *binary_dir; /* and CMAKE_CURRENT_BINARY_DIR */
    /* Sets a cache variable, for get_filename_component(... CACHE). NULL: `assign` is called
     * instead. */
    void (*assign_cache)(PureCall *call, const char *name, const char *value, const char *type);
    /* Told of each text without holes that one with holes is looked for among. NULL: nobody asks.
     */
    void (*compared)(PureCall *call, const char *wanted, const char *item);
};

/* What went wrong, for the ledger or for a person: "list sub-command FOO is not known". All outputs
 * that the arguments name have then been assigned a derived hole. */
typedef enum {
    PURE_ERROR_USAGE,       /* CMake itself would stop with an error */
    PURE_ERROR_UNSUPPORTED, /* CMake would go on; we do not model it */
} PureError;
#define PURE_ERROR pure_error_quark()
GQuark pure_error_quark(void);

gboolean pure_list(PureCall *call, GError **error);
gboolean pure_string(PureCall *call, GError **error);
gboolean pure_math(PureCall *call, GError **error);
gboolean pure_get_filename_component(PureCall *call, GError **error);
gboolean pure_cmake_path(PureCall *call, GError **error);
gboolean pure_separate_arguments(PureCall *call, GError **error);

/* For the evaluator and its if(): */

/* How configure_file() and its like fill a template in; may be joined. */
typedef enum {
    TEMPLATE_PLAIN = 0,
    TEMPLATE_AT_ONLY = 1 << 0,       /* ${NAME} stays */
    TEMPLATE_ESCAPE_QUOTES = 1 << 1, /* quotes in values get a backslash */
} TemplateFlags;

/* What configure_file does to a file's text: #cmakedefine, #cmakedefine01, @NAME@ and ${NAME}. A
 * line whose #cmakedefine depends on a hole becomes one hole. In the arena; NULL with an error when
 * a reference is malformed. `argv` is not looked at. */
const char *pure_configure(PureCall *call, const char *text, TemplateFlags flags, GError **error);
/* Compares two texts bytewise as if(STRLESS) does. FALSE when the result depends on a hole; else
 * `order` is negative, zero or positive. Equal holes stand for equal texts. */
gboolean pure_compare(const char *a, const char *b, int *order);
/* What if(MATCHES) and string(REGEX) do to CMAKE_MATCH_0 to 9 and CMAKE_MATCH_COUNT: before a
 * search; after one that matched (`groups` as cmake_regex_match gives them); after one whose
 * outcome is not known. In that case each of them is a hole derived by `operation` from `input`. */
void pure_matches_clear(PureCall *call);
void pure_matches_store(PureCall *call, char *const *groups);
void pure_matches_derive(PureCall *call, const char *operation, const char *input);

/* A CMake list as a NULL-terminated vector; rules of semicolons, brackets and "\;" as CMake's own
 * argument splitting. `keep_empty`: list() keeps empty elements, unquoted arguments drop them. */
char **cmake_list_split(const char *list, gboolean keep_empty);
/* Appends those elements that are not empty to `elements`. They lie in what is returned, which the
 * caller frees. */
char *cmake_list_elements(const char *list, GPtrArray *elements);
/* -1, 0, 1 as CMake compares versions (components are numbers; missing ones are zero). */
int cmake_version_compare(const char *a, const char *b);
/* Whether the text is one of CMake's true or false constants (1 ON YES TRUE Y, numbers other than
 * zero; 0 OFF NO FALSE N IGNORE NOTFOUND "" *-NOTFOUND; any letter case). Both may be FALSE. "0.0"
 * is neither, for if(x) holds when x is "0.0"; and if(0.0) does not hold when there is no variable
 * of that name. */
gboolean cmake_is_true(const char *text);
gboolean cmake_is_false(const char *text);

/* The words that a regular expression asks for by name, char *, in its order: "^(avx2|sse4)$",
 * ".*mpi.*|ucx". Empty when it describes them in another way. `whole` says whether a text has to be
 * one of them, and not only to hold one. The caller unrefs. */
GPtrArray *cmake_pattern_words(const char *pattern, gboolean *whole);

/* CMake's regular expressions (POSIX extended, without classes or {n,m}) on PCRE2. One regex must
 * not be used by two threads at once. */
#define CMAKE_REGEX_GROUPS 10
/* The variables that hold the groups of the last match, and how many of them say something. */
extern const char *const cmake_match_names[CMAKE_REGEX_GROUPS];
#define CMAKE_MATCH_COUNT "CMAKE_MATCH_COUNT"
typedef struct CmakeRegex CmakeRegex;
CmakeRegex *cmake_regex_new(const char *pattern, GError **error);
void cmake_regex_free(CmakeRegex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CmakeRegex, cmake_regex_free)

typedef enum {
    CMAKE_REGEX_NO_MATCH,
    CMAKE_REGEX_MATCHED,
    CMAKE_REGEX_GAVE_UP, /* it backtracked past its limit: the answer is not known */
} CmakeRegexOutcome;
/* Where the match and its groups lie in the searched text; G_MAXSIZE for one that did not take
 * part. */
typedef struct {
    gsize begin[CMAKE_REGEX_GROUPS];
    gsize end[CMAKE_REGEX_GROUPS];
} CmakeRegexMatch;
/* The leftmost match. `^` holds at text's first byte only, `$` after its last. `match` may be NULL.
 */
CmakeRegexOutcome cmake_regex_search(const CmakeRegex *self, const char *text, gsize length,
                                     CmakeRegexMatch *match);
/* The same for who takes a search that gave up for no match. `groups` (may be NULL) receives ten
 * entries, CMAKE_MATCH_0 to 9, "" for those that did not take part, to be freed with g_strfreev,
 * and `count` (may be NULL) CMAKE_MATCH_COUNT: the highest that is not empty. Both are set only
 * when it matches. */
gboolean cmake_regex_match(const CmakeRegex *self, const char *text, char ***groups, guint *count);
