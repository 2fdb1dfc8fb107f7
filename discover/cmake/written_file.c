/* What is in the files that the project writes while it is configured, and reads again.
 *
 * It is kept like a variable's value, each text under its condition, but only for files that are
 * read again: most are for the compiler, and keeping what all of them hold would cost more than the
 * rest of the reading. Which ones these are is known only when one is read; reading then begins
 * again, as it does for options that name what lies outside (outside.c). */
#include "discover/cmake/written_file.h"
#include "discover/cmake/assign.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/made_file.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"

/* Each costs one more reading of what comes before: commands that are run again for all of them.
 * Large projects write and read such files at their end, where this would double their time. */
#define FOLLOWED_FILES_MAX 16u
#define FOLLOWED_STEPS_MAX 50000u

/* What would be in the file is its cache entry: it holds in all scopes. No project can write the
 * name, nor sees it. */
static Variable *contents(Evaluator *self, const char *path)
{
    g_autofree char *name = g_strdup_printf("FILE\1%s", path);
    return variables_get(self->variables, name);
}

gboolean evaluator_writes(Evaluator *self, const char *name, const char *base_variable)
{
    g_autofree char *path = made_file_path(self, name, base_variable);
    if (path == NULL) {
        return FALSE;
    }
    made_file_add(self, path, FALSE);
    return g_hash_table_contains(self->followed, path);
}

void written_file_forget(Evaluator *self, const char *path)
{
    if (g_hash_table_contains(self->followed, path)) {
        g_autoptr(Value) nothing = value_of_text(NULL);
        evaluator_set_cache(self, contents(self, path), nothing);
    }
}

void evaluator_write(Evaluator *self, const char *name, const char *base_variable, const char *text,
                     gboolean append)
{
    g_autofree char *path = made_file_path(self, name, base_variable);
    Variable *variable = contents(self, path);
    if (append && variable->cache.value != NULL) {
        Value *longer =
            evaluator_appended(self, variable->cache.value, variable->name, text, APPEND_TEXT);
        variables_set_cache(self->variables, variable, longer, WRITE_GROWS);
        return;
    }
    g_autoptr(Value) value = value_of_text(text);
    evaluator_set_cache(self, variable, value);
}

/* Whether reading begins again, to know what is in the file. */
static gboolean follow(Evaluator *self, const char *path)
{
    guint64 steps = self->steps;
    GHashTableIter iter;
    gpointer earlier;
    g_hash_table_iter_init(&iter, self->followed);
    while (g_hash_table_iter_next(&iter, NULL, &earlier)) {
        steps += GPOINTER_TO_UINT(earlier);
    }
    if (g_hash_table_size(self->followed) >= FOLLOWED_FILES_MAX || steps > FOLLOWED_STEPS_MAX) {
        return FALSE;
    }
    g_hash_table_insert(self->followed, (gpointer)arena_intern(self->arena, path),
                        GUINT_TO_POINTER((guint)self->steps));
    self->again = self->exhausted = TRUE;
    return TRUE;
}

const char *evaluator_written(Evaluator *self, const char *name)
{
    g_autofree char *path = made_file_path(self, name, "CMAKE_CURRENT_SOURCE_DIR");
    if (path == NULL || !made_file_is_file(self, path)) {
        return NULL;
    }
    if (!g_hash_table_contains(self->followed, path)) {
        if (!follow(self, path)) {
            evaluator_ledger(self, "limit: files that are written and read", path, NULL);
        }
        return NULL;
    }
    const char *text = evaluator_read(self, contents(self, path));
    return text != NULL ? evaluator_settle(self, text) : NULL;
}
