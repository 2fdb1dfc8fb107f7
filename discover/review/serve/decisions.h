/* What the page sends when decisions are to be written, and what it is answered. */
#pragma once

#include "discover/review/store.h"

typedef struct {
    guint status; /* of HTTP */
    char *body;   /* JSON */
} DecisionAnswer;

void decision_answer_clear(DecisionAnswer *self);

/* Reads {"digest": ..., "decisions": [{"option", "folder", "build", "review", "category",
 * "comment"}], "promotions": [{"option", "folder", "build", "category"}]}, either list or both, and
 * writes the decisions. 200 with the new digest; 400 for what is no such request;
 * 409 with what differs, in words, when the file is not what the page was made of; 500 when it
 * cannot be written. */
DecisionAnswer decisions_write(ReviewStore *store, const char *body, gsize length);
