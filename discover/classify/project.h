/* What all options of a project have in common and so says nothing about any one of them. */
#pragma once

#include "discover/classify/knowledge.h"

typedef struct {
    const Knowledge *knowledge;
    const Facts *facts;
    GHashTable *prefixes; /* first words shared by many options: set of const char * */
    gboolean *own;        /* by term index: the project itself is this technology */
    GHashTable *claimed;  /* term index + 1 -> an option of the project itself named after it */
} Project;

Project *project_new(const Knowledge *knowledge, const Facts *facts, Arena *arena);
void project_free(Project *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Project, project_free)

/* How many of the name's first words are the project's prefix. */
guint project_prefix_length(const Project *self, const GArray *words);
