/* Conditions that a function needs again after commands that it has run. Between any two commands
 * those that nobody keeps may be freed, so whoever runs commands says here what it holds: each one
 * stands in a variable of its own, and what is there when conditions are collected counts. */
#pragma once

#include "discover/cmake/guard.h"

#define KEPT_GUARDS_MAX 6u

typedef struct Kept Kept;
struct Kept {
    Kept *outer;
    const Guard *guards[KEPT_GUARDS_MAX];             /* the rest is NULL */
    void (*mark)(Guards *guards, gconstpointer data); /* what else there is; may be NULL */
    gconstpointer data;
};

/* What is kept from here on, until it is dropped: `kept` lives on the caller's stack, `innermost`
 * with whoever collects. */
void kept_add(Kept **innermost, Kept *kept);
void kept_drop(Kept **innermost, const Kept *kept);
/* Marks all that is kept (guards_collect). */
void kept_mark(const Kept *innermost, Guards *guards);

/* Whether a collection is worth its time: once so many new ones are there, or, where `after` is 0,
 * when they are many beside what the last collection has kept. */
gboolean kept_is_time(const Guards *guards, gsize after);
