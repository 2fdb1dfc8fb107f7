/* Which of the build tool's steps are run at deployment, told from what they work on. */
#pragma once

#include "container/build/configure.h"

/* clang-format off */
typedef enum {
    STEP_TAKEN,
    STEP_BEFORE,   /* a command of the project's that has run before compiling, if it has to */
    STEP_LEFT_OUT, /* it cannot be run, and nobody misses it */
    STEP_FAILS     /* it cannot be run, and somebody needs it */
} StepFate;
/* clang-format on */

/* What is known of the steps before one; all names are as the sandbox has them. */
typedef struct {
    const ConfigureRequest *request;
    GHashTable *made;      /* outputs of the steps that were taken: as named and absolute, char * */
    GHashTable *lost;      /* the same of what is not there, or is made of such */
    GHashTable *installed; /* configure_installed() */
    GHashTable *objects;   /* the same of units, which the caller adds before the first step */
    GHashTable *generated; /* the same of what was made before compiling; NULL: nobody has asked */
} StepFates;

StepFates *step_fates_new(const ConfigureRequest *request);
void step_fates_free(StepFates *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(StepFates, step_fates_free)

/* Adds an output, which the build tool or a unit names, to one of the sets: as the sandbox has it,
 * as named and absolute. */
void step_fates_add(const StepFates *self, GHashTable *set, const char *output);
/* Adds what could not be generated (char *: a set, or NULL) and what is made of it, which is lost,
 * objects or not. */
void step_fates_lose(const StepFates *self, GHashTable *outputs);
/* Whether one of the sets has what is named so. */
gboolean step_fates_has(const StepFates *self, GHashTable *set, const char *output);

/* Takes the next of configure_steps(), in their order. *commands are its vectors, a new reference,
 * and *directory, to be freed, where they run: both only when it is taken. `error` says why not
 * when it is left out or fails. */
StepFate step_fates_next(StepFates *self, const json_t *step, json_t **commands, char **directory,
                         GError **error);
