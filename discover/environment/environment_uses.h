/* What the files of a build do with variables of the environment: where they read them, which
 * values they tell apart, and which definitions they make of them. */
#pragma once

#include "core/span.h"
#include "discover/environment/environment_words.h"
#include "discover/tree.h"

/* "-DNAME=$(X)", "-Dprefix_$(X)". */
typedef struct {
    const char *before; /* of the definition's name, in front of the reference; all of it when the
                         * reference is its value */
    const char *after;  /* behind the reference */
    gboolean in_name;   /* the value is a part of the definition's name */
    Span at;
} EnvironmentDefinition;

typedef struct {
    gboolean builds;     /* a makefile, CMake or a definition reads it: it is about the build */
    gboolean cut;        /* more values or definitions were left */
    GArray *places;      /* Span; at most OPTION_USES_MAX */
    GPtrArray *compared; /* const char *: patterns of "case $X in" without wildcards */
    GArray *compared_at; /* Span of each */
    GArray *definitions; /* EnvironmentDefinition */
    GArray *words;       /* EnvironmentWord: where it holds a list, words that scripts know in it */
    const char *assumed; /* the constant that is taken where nobody sets it, "${X:=1}"; NULL */
} EnvironmentUse;

EnvironmentUse *environment_use_new(void);
void environment_use_free(EnvironmentUse *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(EnvironmentUse, environment_use_free)

/* Adds what the text, the file `path`, does with the variables; `uses`: name -> EnvironmentUse.
 * "$X", "${X", "$(X)" and "$ENV{X}" read one, in lines that are no comments. FALSE when lines were
 * too long to be looked at. Texts that are kept belong to the arena; `path` is kept. */
#define USES_LINE_BYTES_MAX 4096u
gboolean environment_uses_read(Arena *arena, const char *path, const char *text, GHashTable *uses);
