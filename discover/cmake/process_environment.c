/* $ENV{NAME}: variables of the process. What is set outlives every scope, so they are kept as cache
 * entries of names that no project can write. */
#include "discover/cmake/assign.h"
#include "discover/cmake/expand.h"
#include <string.h>

/* What stands for a variable that was removed. */
#define REMOVED "\1"

static char *entry_name(const char *name)
{
    return g_strdup_printf("\1ENV{%s}", name);
}

static void write_entry(Evaluator *self, const char *name, const char *text)
{
    g_autofree char *entry = entry_name(name);
    g_autoptr(Value) value = value_of_text(text);
    evaluator_set_cache(self, variables_get(self->variables, entry), value);
}

void evaluator_set_environment(Evaluator *self, const char *name, const char *text)
{
    Guard path = self->path;
    Guard there = GUARD_TRUE;
    if (*text == '\0') {
        /* Nothing makes what is there empty, and brings nothing about that is not. */
        there = evaluator_environment_defined(self, name);
    }
    self->path = guard_and(self->guards, path, there);
    if (!guard_is_false(self->path)) {
        write_entry(self, name, text);
    }
    self->path = guard_minus(self->guards, path, there);
    if (!guard_is_false(self->path)) {
        write_entry(self, name, REMOVED);
    }
    self->path = path;
}

void evaluator_unset_environment(Evaluator *self, const char *name)
{
    write_entry(self, name, REMOVED);
}

const char *evaluator_environment(Evaluator *self, const char *name)
{
    g_autofree char *entry = entry_name(name);
    Variable *set = variables_find(self->variables, entry);
    const char *text = set != NULL ? evaluator_peek(self, set) : NULL;
    if (text != NULL || self->options->concrete) {
        return text != NULL && strcmp(text, REMOVED) != 0 ? text : "";
    }
    g_autofree char *subject = g_strdup_printf("ENV{%s}", name);
    return evaluator_hole(self, CONDITION_SUBJECT_PLATFORM, subject);
}

Guard evaluator_environment_defined(Evaluator *self, const char *name)
{
    g_autofree char *entry = entry_name(name);
    g_autofree char *subject = g_strdup_printf("ENV{%s}", name);
    const Variable *set = variables_find(self->variables, entry);
    const Value *value = set != NULL ? set->cache.value : NULL;
    Guard written = value != NULL ? value_defined(self->guards, value) : GUARD_FALSE;
    Guard result = guard_minus(
        self->guards, self->domain->flag(self, CONDITION_SUBJECT_PLATFORM, subject, NULL), written);
    for (guint i = 0; value != NULL && i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        if (alternative->text != NULL && strcmp(alternative->text, REMOVED) != 0) {
            result = guard_or(self->guards, result, alternative->when);
        }
    }
    return result;
}
