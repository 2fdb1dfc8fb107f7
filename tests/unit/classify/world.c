#include "world.h"
#include "fixture.h"

#include <string.h>

void world_clear(World *self)
{
    arena_free(self->arena);
    knowledge_free(self->knowledge);
    yaml_document_free(self->document);
}

World world_of(const char *project, const SourceIndex *sources, Knowledge *knowledge)
{
    g_autoptr(GError) error = NULL;
    World self = {.arena = arena_new()};
    self.document = yaml_parse(project, strlen(project), "project", &error);
    g_assert_no_error(error);
    self.knowledge = knowledge != NULL ? knowledge : fixture_knowledge();
    self.facts = fixture_facts(self.arena, yaml_root(self.document));
    self.decisions = classify(&(ClassifyInput){self.knowledge, self.facts, sources, 0}, self.arena);
    return self;
}

const Decision *decision_of(const World *self, const char *option)
{
    for (guint i = 0; i < self->decisions->len; i++) {
        const Decision *decision = g_ptr_array_index(self->decisions, i);
        if (strcmp(decision->option->name, option) == 0) {
            return decision;
        }
    }
    g_error("no decision on %s", option);
}

gboolean has_reason(const Decision *decision, const char *part)
{
    for (guint i = 0; i < decision->reasons->len; i++) {
        if (strstr(g_ptr_array_index(decision->reasons, i), part) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}
