/* Which of several options an effect belongs to.
 *
 * "if(USE_SOLVER AND USE_BLAS) link blas" says something about USE_BLAS and nothing about
 * USE_SOLVER, although both have to be on for it: the one that is named after what comes owns it.
 */
#pragma once

#include "discover/classify/subject.h"

/* What each switch and choice is named after: its name -> bits of categories. One that only says
 * where something is, or whose copy is taken, owns nothing. The caller unrefs the table. */
GHashTable *owners_learn(const Project *project, Arena *arena);

/* Whether a technology that comes under that condition belongs to another option than the
 * subject's, which is not named after it. */
gboolean owners_is_other(const Project *project, const Subject *subject, const Condition *when,
                         const Term *term);

/* Whether a switch whose help lists technologies, or a text that names none and may list what is to
 * be built, does nothing by itself: most of what it brings needs one of several other switches as
 * well, each for a part of the list. */
gboolean owners_is_umbrella(const Project *project, const Subject *subject);
