/* A project of facts made by hand, and what the classifier decides on its options. */
#pragma once

#include "core/yaml.h"
#include "discover/classify/classify.h"

typedef struct {
    Arena *arena;
    Knowledge *knowledge;
    YamlDocument *document;
    Facts *facts;
    GPtrArray *decisions;
} World;

/* `project` is as fixture_facts takes it, as YAML; `sources` may be NULL. Takes `knowledge`, in
 * place of the repository's own; NULL: that. */
World world_of(const char *project, const SourceIndex *sources, Knowledge *knowledge);
void world_clear(World *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(World, world_clear)

/* Ends the test when there is none. */
const Decision *decision_of(const World *self, const char *option);
/* Whether a reason has the text as a part. */
gboolean has_reason(const Decision *decision, const char *part);
