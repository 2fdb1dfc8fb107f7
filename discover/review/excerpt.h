/* Pieces of a project's files around the places that a specification names.
 *
 * Nothing outside the tree is read: whatever a place says goes through discover/tree. Lines are
 * cut, because one of them may be a whole program. */
#pragma once

#include "discover/tree.h"

#define EXCERPT_BEFORE 2u      /* lines above the place */
#define EXCERPT_AFTER 5u       /* lines below it: calls go on for some lines */
#define EXCERPT_LINE_MAX 240u  /* bytes of one line; a longer one ends in an ellipsis */
#define EXCERPT_FILES_MAX 512u /* files held at once; beyond that they are read again */

typedef struct {
    guint first;      /* number of the first line */
    GPtrArray *lines; /* char *: UTF-8, without line ends */
} Excerpt;

void excerpt_free(Excerpt *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Excerpt, excerpt_free)

/* Reads each file once. The tree must outlive it; not for two threads at once. */
typedef struct Excerpts Excerpts;
Excerpts *excerpts_new(const Tree *tree);
void excerpts_free(Excerpts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Excerpts, excerpts_free)

/* NULL when the place has no line, or the tree no such file or line. The caller frees it. */
Excerpt *excerpts_at(Excerpts *self, Span at);
