/* What is said to a model: the files of prompts/, which people may replace by their own
 * (docs/prompts.md describes each). Read once, checked, and never changed afterwards. */
#pragma once

#include "core/category.h"
#include <jansson.h>

#define PROMPT_FILE_BYTES_MAX (256u * 1024u)
#define PROMPT_EXAMPLES_MAX 2000u
/* What a model says of an option that is no specialization point. */
#define PROMPT_NO_POINT "none"

/* One entry with its label, from some project. */
typedef struct {
    const char *project;
    const char *option;   /* the first word of `entry` */
    const char *entry;    /* as candidate_text has it, without the place */
    const char *category; /* of core/category.h, or PROMPT_NO_POINT */
    const char *name;
    const char *reason;
} PromptExample;

typedef struct {
    char *system;
    char *classify;
    char *whole_file;
    char *categories;    /* one line each, "- simd: ..." */
    json_t *schema;      /* of the answer, its categories filled in */
    GPtrArray *examples; /* PromptExample * */
    char *digest;        /* "sha256:..." over all files */
    /* Owners of what is above. */
    GPtrArray *documents;
} Prompts;

/* Reads a folder. NULL and an error that names file, line and remedy. */
Prompts *prompts_load(const char *folder, GError **error);
void prompts_free(Prompts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Prompts, prompts_free)

typedef struct {
    const char *name; /* of the place: "candidates" for {{candidates}} */
    const char *text;
} PromptPlace;

/* The template with its places filled; texts are put in as they are, and places inside them stay
 * what they are. `places` ends with a name of NULL. To be freed. */
char *prompts_fill(const char *template, const PromptPlace *places);

#define PROMPTS_ERROR prompts_error_quark()
GQuark prompts_error_quark(void);
typedef enum { PROMPTS_ERROR_UNREADABLE, PROMPTS_ERROR_MALFORMED } PromptsError;
