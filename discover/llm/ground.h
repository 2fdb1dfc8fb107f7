/* Checks what a model claims about a build against what the build files say.
 *
 * Each claim names a flag. One whose option does not exist is dropped; of the others the facts
 * decide the spelling of flag and value, and whether it is the default. A claim without a flag gets
 * one when its name is a value of the only option of that kind that has it. Nothing is added that
 * the model did not claim. docs/llm.md lists the rules. */
#pragma once

#include "core/specification_formats.h"
#include "discover/classify/classify.h"

typedef struct {
    guint claims;    /* that the reply made, in sections that have flags */
    guint kept;      /* as they were */
    guint corrected; /* in flag, name or default */
    guint dropped;   /* of something that does not exist */
} GroundCounts;

/* What the facts say: every option of the project as a point, whether or not it is one. */
typedef struct {
    const Specification *options;
    const Facts *facts;
    const Knowledge *knowledge;
} Ground;

/* Which options were claimed. */
typedef struct {
    GHashTable *sections; /* const char *, an option's name -> its ReferenceSection + 1 */
    GHashTable *values;   /* char *, "OPTION=VALUE" as the facts spell them: a set, owned */
} GroundClaims;

/* Empty; ground_claims_clear frees what it holds. */
void ground_claims_init(GroundClaims *self);
void ground_claims_clear(GroundClaims *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(GroundClaims, ground_claims_clear)

/* The reply in its corrected form, a new reference. `reply` is reply_form_read's. */
json_t *ground_reply(const Ground *self, const json_t *reply, GroundClaims *claims,
                     GroundCounts *counts);
