#include "discover/cmake/lost_folders.h"
#include "discover/cmake/record.h"
#include <string.h>

static gboolean was_read(const Evaluator *self, const char *path)
{
    return g_hash_table_lookup(self->files, path) != NULL;
}

guint lost_folders_count(const Evaluator *all, GHashTable *read, GHashTable *side_folders)
{
    static const char list[] = "/CMakeLists.txt";
    const GPtrArray *files = tree_files(all->tree);
    guint count = 0;
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        if (g_str_has_suffix(path, list) && !was_read(all, path) &&
            !g_hash_table_contains(read, path) && !tree_lies_in(path, side_folders)) {
            count++;
        }
    }
    return count;
}

const LedgerEntry *lost_folders_loop(const Evaluator *all)
{
    const GPtrArray *ledger = recorder_ledger_entries(all->recorder);
    for (guint i = 0; i < ledger->len; i++) {
        const LedgerEntry *entry = ledger->pdata[i];
        if (strcmp(entry->reason, LEDGER_UNKNOWN_LOOP) == 0 ||
            strcmp(entry->reason, LEDGER_LOST) == 0) {
            return entry;
        }
    }
    return NULL;
}

void lost_folders_note(const Evaluator *one, GHashTable *read)
{
    GHashTableIter iter;
    gpointer path;
    gpointer file;
    g_hash_table_iter_init(&iter, one->files);
    while (g_hash_table_iter_next(&iter, &path, &file)) {
        if (file != NULL) {
            g_hash_table_add(read, path);
        }
    }
}

/* Takes out of `switches` what has to be off for a declaration to be reached. */
static void leave_out_excluding(GHashTable *switches, const Definition *definition)
{
    g_autoptr(GPtrArray) literals = condition_shared_literals(definition->exists);
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        if (literal->kind == CONDITION_NOT &&
            literal->operands[0]->subject_kind == CONDITION_SUBJECT_OPTION &&
            literal->operands[0]->relation == NULL) {
            g_hash_table_remove(switches, literal->operands[0]->subject);
        }
    }
}

GHashTable *lost_folders_switches(const Facts *facts, const char *folder, gboolean advanced)
{
    GHashTable *switches = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    for (guint i = 0; i < facts->options->len; i++) {
        Option *option = facts->options->pdata[i];
        if (option->builder == BUILDER_CMAKE && strcmp(option->folder, folder) == 0) {
            g_ptr_array_add(options, option);
            if (option->type == OPTION_BOOL && (advanced || !option->advanced)) {
                g_hash_table_insert(switches, (gpointer)option->name, "ON");
            }
        }
    }
    for (guint i = 0; i < options->len; i++) {
        const Option *option = options->pdata[i];
        for (guint j = 0; j < option->definitions->len; j++) {
            leave_out_excluding(switches, option->definitions->pdata[j]);
        }
    }
    return switches;
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

/* With the switches on, a default that is worked out may be another than without. One that the
 * call says, or a plain declaration without one, is the same. */
static gboolean is_said(const Definition *definition, const char *value)
{
    if (value == NULL || strchr(definition->text, '$') != NULL) {
        return FALSE;
    }
    return definition->wrappers->len == 0 || strstr(definition->text, value) != NULL;
}

static const GPtrArray *said_defaults(Arena *arena, const Definition *definition)
{
    GPtrArray *said = arena_array(arena);
    for (guint i = 0; i < definition->defaults->len; i++) {
        const DefaultValue *value = definition->defaults->pdata[i];
        if (is_said(definition, value->value)) {
            g_ptr_array_add(said, (gpointer)value);
        }
    }
    return said;
}

/* What one configuration says holds for that one: nobody knows when else. */
static void leave_open(const LostFolders *self, Arena *arena, Option *option)
{
    gboolean given_up = strcmp(self->loop->reason, LEDGER_LOST) == 0;
    const char *lost = arena_printf(
        arena, given_up ? "what was given up from %s:%u on" : "what the loop at %s:%u sets",
        self->loop->at.path, self->loop->at.line);
    const Condition *when = condition_atom(arena, CONDITION_SUBJECT_PROBE, lost, NULL, NULL);
    GPtrArray *definitions = arena_array(arena);
    for (guint i = 0; i < option->definitions->len; i++) {
        Definition *definition = arena_new0(arena, Definition);
        *definition = *(const Definition *)option->definitions->pdata[i];
        definition->exists = when;
        definition->order = 0;
        if (self->switches) {
            definition->defaults = said_defaults(arena, definition);
        }
        g_ptr_array_add(definitions, definition);
    }
    option->definitions = definitions;
    option->links = arena_array(arena);
    option->only_default = TRUE;
}

static void tell(const LostFolders *self, Facts *facts, const char *path)
{
    facts_add_ledger(facts, (Span){.path = path},
                     self->switches ? "read with switches on" : "read with defaults only",
                     arena_printf(facts->arena, "%s:%u", self->loop->at.path, self->loop->at.line));
}

void lost_folders_add(const LostFolders *self, const Facts *found, Facts *facts)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < facts->options->len; i++) {
        g_hash_table_add(known, (gpointer)((const Option *)facts->options->pdata[i])->name);
    }
    g_autoptr(GHashTable) told = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < found->options->len; i++) {
        Option *option = found->options->pdata[i];
        const char *path = lost_file(self->all, self->one, option);
        if (path == NULL || g_hash_table_contains(known, option->name)) {
            continue;
        }
        leave_open(self, facts->arena, option);
        g_ptr_array_add(facts->options, option);
        if (g_hash_table_add(told, (gpointer)path)) {
            tell(self, facts, path);
        }
    }
}
