#include "discover/cmake/lost_folders.h"
#include "discover/cmake/record.h"
#include <string.h>

static gboolean was_read(const Evaluator *self, const char *path)
{
    return g_hash_table_lookup(self->files, path) != NULL;
}

static gboolean misses_folder(const Evaluator *self, GHashTable *side_folders)
{
    static const char list[] = "/CMakeLists.txt";
    const GPtrArray *files = tree_files(self->tree);
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        if (g_str_has_suffix(path, list) && !was_read(self, path) &&
            !tree_lies_in(path, side_folders)) {
            return TRUE;
        }
    }
    return FALSE;
}

const LedgerEntry *lost_folders_loop(const Evaluator *all, GHashTable *side_folders)
{
    const GPtrArray *ledger = recorder_ledger_entries(all->recorder);
    for (guint i = 0; i < ledger->len; i++) {
        const LedgerEntry *entry = ledger->pdata[i];
        if (strcmp(entry->reason, LEDGER_UNKNOWN_LOOP) == 0) {
            return misses_folder(all, side_folders) ? entry : NULL;
        }
    }
    return NULL;
}

/* A file that only the second reading has seen, where the declaration stands or that calls what
 * declares it; NULL when there is none. */
static const char *lost_file_of(const Evaluator *all, const Evaluator *one,
                                const Definition *definition)
{
    const char *path = definition->at.path;
    for (guint i = 0; i <= definition->wrappers->len; i++) {
        if (path != NULL && was_read(one, path) && !was_read(all, path)) {
            return path;
        }
        path = i < definition->wrappers->len
                   ? ((const Wrapper *)definition->wrappers->pdata[i])->at.path
                   : NULL;
    }
    return NULL;
}

static const char *lost_file(const Evaluator *all, const Evaluator *one, const Option *option)
{
    const char *path = NULL;
    for (guint i = 0; i < option->definitions->len && path == NULL; i++) {
        const Definition *definition = option->definitions->pdata[i];
        path = definition->type != OPTION_INTERNAL ? lost_file_of(all, one, definition) : NULL;
    }
    return path;
}

/* What one configuration says holds for that one: nobody knows when else. */
static void leave_open(Arena *arena, Option *option, const LedgerEntry *loop)
{
    const char *lost =
        arena_printf(arena, "what the loop at %s:%u sets", loop->at.path, loop->at.line);
    const Condition *when = condition_atom(arena, CONDITION_SUBJECT_PROBE, lost, NULL, NULL);
    GPtrArray *definitions = arena_array(arena);
    for (guint i = 0; i < option->definitions->len; i++) {
        Definition *definition = arena_new0(arena, Definition);
        *definition = *(const Definition *)option->definitions->pdata[i];
        definition->exists = when;
        definition->order = 0;
        g_ptr_array_add(definitions, definition);
    }
    option->definitions = definitions;
    option->links = arena_array(arena);
    option->only_default = TRUE;
}

static void tell(Facts *facts, const char *path, const LedgerEntry *loop)
{
    LedgerEntry *entry = arena_new0(facts->arena, LedgerEntry);
    *entry =
        (LedgerEntry){.at = {.path = path},
                      .reason = "read with defaults only",
                      .subject = arena_printf(facts->arena, "%s:%u", loop->at.path, loop->at.line),
                      .lost = arena_array(facts->arena)};
    g_ptr_array_add(facts->ledger, entry);
}

void lost_folders_add(const Evaluator *all, const Evaluator *one, const Facts *found,
                      const LedgerEntry *loop, Facts *facts)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < facts->options->len; i++) {
        g_hash_table_add(known, (gpointer)((const Option *)facts->options->pdata[i])->name);
    }
    g_autoptr(GHashTable) told = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < found->options->len; i++) {
        Option *option = found->options->pdata[i];
        const char *path = lost_file(all, one, option);
        if (path == NULL || g_hash_table_contains(known, option->name)) {
            continue;
        }
        leave_open(facts->arena, option, loop);
        g_ptr_array_add(facts->options, option);
        if (g_hash_table_add(told, (gpointer)path)) {
            tell(facts, path, loop);
        }
    }
}
