/* Candidates in groups that fit into one request, and the text of such a request.
 *
 * The same candidates give the same text, byte for byte, so that recordings and caches are found
 * again. That goes for the line that sets the project's words apart, too: it is made from a digest
 * of those very words. To write it into a build file, its author would have to find a text that
 * contains its own digest; and should a text contain it after all, another is taken. */
#pragma once

#include "discover/classify/classify.h"
#include "discover/llm/prompts.h"

/* A request's text is kept below this estimate of tokens. */
#define BATCH_TOKENS_DEFAULT 8000u
#define BATCH_TOKENS_MIN 2000u
/* More at once and models begin to lose some. */
#define BATCH_CANDIDATES_MAX 120u
/* Examples that a request shows, at most. */
#define BATCH_EXAMPLES 6u

/* An option that is asked about. */
typedef struct {
    Decision *decision;
    char *text; /* candidate_text */
} Candidate;

/* What does not change from one batch to the next. */
typedef struct {
    const Prompts *prompts;
    const Facts *facts;
    const char *folder_name;
    guint tokens; /* budget of one request */
} BatchSettings;

/* Cuts `candidates` (Candidate *) into runs of about equal size, none over the budget unless a
 * single candidate is. Elements are GPtrArray of Candidate *, which stay the caller's; the arrays
 * go with the outer one, which the caller frees. */
GPtrArray *batch_split(const BatchSettings *settings, const GPtrArray *candidates);
/* The user's part of the request; the candidates get the numbers 1, 2, ... To be freed. */
char *batch_text(const BatchSettings *settings, const GPtrArray *candidates);

/* A line that does not occur in `text`, made from a digest of it; to be freed. */
char *batch_delimiter(const char *text);
