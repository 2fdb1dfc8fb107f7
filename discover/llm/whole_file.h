/* The baseline: a model gets the build file itself and answers in the layout of the SC'25 label
 * files, as in that study; then each of its claims is checked against the facts (ground.h).
 *
 * It measures what grounding is worth. For use there are the other modes: they cost less, see all
 * build files rather than one, and lose nothing that the rules found. */
#pragma once

#include "discover/llm/consult.h"
#include "discover/llm/ground.h"
#include "discover/tree.h"

/* A larger file is not sent. */
#define WHOLE_FILE_BYTES_MAX (256u * 1024u)
#define WHOLE_FILE_OUTPUT_TOKENS 16384u

typedef struct {
    const ConsultSettings *consult; /* its prompts, facts, knowledge, model */
    const Tree *tree;
    Diagnostics *diagnostics;
    Arena *arena;
} WholeFileSettings;

/* Asks once and changes `decisions` (Decision *) so that just what the model claimed and the facts
 * bear out are points. `grounded` receives the corrected reply, a new reference; NULL when there is
 * none, and then the rules' decisions stand. */
ConsultReport whole_file_consult(const WholeFileSettings *settings, GPtrArray *decisions,
                                 Session *session, json_t **grounded);

/* The same of a reply's text, without asking anybody: the corrected reply, a new reference; NULL
 * when the text makes no claim. `claims` must be initialised. */
json_t *whole_file_ground(const WholeFileSettings *settings, const GPtrArray *decisions,
                          const char *text, GroundClaims *claims, GroundCounts *counts);
