/* Whether a project's folder is the one that a specification was made of. */
#pragma once

#include "core/specification.h"
#include "discover/tree.h"

/* FALSE when no place that the points give as evidence shows the name of its option in the tree:
 * another project, or one that has changed beyond recognition. */
gboolean same_source(const Specification *specification, const Tree *tree);
