/* CMake commands that compute text from text: list, string, math, get_filename_component, cmake_path,
 * separate_arguments. No evaluator state, no file access: they see the world through a `PureCall`.
 *
 * They are written once, for definite values. The evaluator runs one several times, once for each
 * combination of the values that its inputs may have, and joins the results under their conditions.
 *
 * A value may have *holes*: parts that are not known, each a byte 0xFF, decimal digits, and a byte 0xFE
 * (neither byte occurs in text that was read from a file). A hole stands for any text, also for
 * one with semicolons or an empty one. A command whose result does not depend on what is in a hole
 * (APPEND, concatenation, REVERSE is one that does) copies it; else it asks `derive` for a new hole. */
#pragma once

#include "core/arena.h"

#define HOLE_BEGIN '\xFF'
#define HOLE_END '\xFE'

static inline gboolean text_has_hole(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == HOLE_BEGIN) {
            return TRUE;
        }
    }
    return FALSE;
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
    /* A text with one hole that stands for `operation` applied to `input`; equal arguments give equal
     * holes, so that the result can be compared. `operation` is for people: "string(TOUPPER)". */
    const char *(*derive)(PureCall *call, const char *operation, const char *input);
    void *data;
    const char *source_dir; /* absolute folders, for relative paths: CMAKE_CURRENT_SOURCE_DIR */
    const char *binary_dir; /* and CMAKE_CURRENT_BINARY_DIR */
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

/* A CMake list as a NULL-terminated vector; rules of semicolons, brackets and "\;" as CMake's own
 * argument splitting. `keep_empty`: list() keeps empty elements, unquoted arguments drop them. */
char **cmake_list_split(const char *list, gboolean keep_empty);
/* -1, 0, 1 as CMake compares versions (components are numbers; missing ones are zero). */
int cmake_version_compare(const char *a, const char *b);
/* Whether the text is one of CMake's true or false constants (1 ON YES TRUE Y, non-zero numbers; 0 OFF
 * NO FALSE N IGNORE NOTFOUND "" *-NOTFOUND; any letter case). Both may be FALSE. */
gboolean cmake_is_true(const char *text);
gboolean cmake_is_false(const char *text);

/* CMake's regular expressions (POSIX extended, without classes or {n,m}) on PCRE2. */
typedef struct CmakeRegex CmakeRegex;
CmakeRegex *cmake_regex_new(const char *pattern, GError **error);
void cmake_regex_free(CmakeRegex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CmakeRegex, cmake_regex_free)
/* Matches anywhere in the text. `groups` (may be NULL) receives ten entries, CMAKE_MATCH_0 to 9, "" for
 * those that did not take part, to be freed with g_strfreev, and `count` the highest that took part. */
gboolean cmake_regex_match(const CmakeRegex *self, const char *text, char ***groups, guint *count);
