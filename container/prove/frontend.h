/* What the compiler makes of a command, told by itself: the command of its frontend, in which every
 * default is spelled out, the macros that are defined at the beginning, and the attributes that the
 * target gives to functions.
 *
 * The frontend's words are sorted into four heaps: the CPU target, macros, places of headers, and
 * all else, which has to be equal for two units to be one. Commands that differ in nothing but
 * their input share one Frontend. */
#pragma once

#include "container/build/unit.h"

/* The macros that are defined before the first line, and which builtins the target has. */
typedef struct {
    GHashTable *bodies; /* name -> body (what follows the name), borrowed from `lines` */
    char **lines;       /* sorted */
} MacroState;

typedef struct {
    char **rest;            /* words that must be equal */
    char **target;          /* words about the CPU */
    char **macros;          /* words that define and undefine */
    char **includes;        /* words about headers */
    char *resources;        /* the compiler's own folder */
    char *language;         /* what the frontend calls it */
    gboolean debug;         /* lines and paths become part of the bitcode */
    gboolean raw_texts;     /* the language has R"(...)" */
    gboolean line_comments; /* and "//" */
    char *error;            /* why the command makes no single module; NULL: it does */
    gboolean object_only;   /* that is no failure: the command's own object stands for it */
    const MacroState *state;
    const char *target_attributes; /* "target-cpu"="..." and so on, as LLVM prints them */
    const char *target_marks;      /* what the target leaves in every module beside them */
} Frontend;

typedef struct Frontends Frontends;

typedef struct {
    const Compilers *compilers;
    const Sandbox *sandbox;
    const char *scratch; /* folder for temporary files, on the host */
    guint jobs;
} FrontendRequest;

/* Asks for all units; `units` are `const Unit *` that become bitcode, and `builds` holds the build
 * tree of each on the host. Commands that the compiler refuses get an `error`. NULL and an error
 * when the compiler cannot be run at all. */
Frontends *frontends_new(const FrontendRequest *request, const GPtrArray *units,
                         const GPtrArray *builds, GError **error);
void frontends_free(Frontends *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Frontends, frontends_free)

const Frontend *frontends_of(const Frontends *self, guint unit);
/* The distinct words that define macros in any command, in their order. The caller unrefs; the
 * texts stay the frontends'. */
GPtrArray *frontends_definitions(const Frontends *self);
/* Fills the macro states, once `builtins` are known: the names (`const char *`) that __has_builtin
 * is asked about. Options that the driver hands on and the frontend refuses show here: then there
 * is an `error`. FALSE and an error when the compiler cannot be run at all. */
gboolean frontends_ask_states(Frontends *self, const GPtrArray *builtins, GError **error);
/* All distinct states, `const MacroState *`. */
const GPtrArray *frontends_states(const Frontends *self);
