/* foreach(PART IN LISTS PARTS) add_subdirectory(${PART}), where PARTS is an option: which folders
 * there are is up to whoever builds, but those of its default are in the tree, and each is added
 * where the list has it. */
#include "core/word_list.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

#define LISTED_FOLDERS_MAX 64u
/* An option's text goes through so many functions before it is a list. */
#define LISTED_STEPS_MAX 8u

/* Whether what is made of a list has any of its elements. One that picks a single one, as a loop
 * that sorts them does turn by turn, gives them in its own order, and not in each turn. */
static gboolean keeps_elements(const char *operation)
{
    static const char *const operations[] = {"element",
                                             "list(REMOVE_DUPLICATES)",
                                             "list(REMOVE_ITEM)",
                                             "list(REVERSE)",
                                             "list(SORT)",
                                             "separate_arguments",
                                             NULL};
    return operation != NULL && word_list_begins(operations, operation);
}

/* The option whose elements a text is one of, and nothing else; NULL for none. */
static Symbol *option_behind(Evaluator *self, const char *text)
{
    Symbol *symbol = symbols_of_hole(self->symbols, text);
    for (guint i = 0; symbol != NULL && i < LISTED_STEPS_MAX; i++) {
        if (symbol->kind == CONDITION_SUBJECT_OPTION && symbol->operation == NULL) {
            return symbol->boolean ? NULL : symbol;
        }
        const SymbolId *origins = symbol->origins;
        gboolean one = keeps_elements(symbol->operation) && origins != NULL &&
                       origins[0] != SYMBOL_NONE && origins[1] == SYMBOL_NONE;
        symbol = one ? symbols_at(self->symbols, origins[0]) : NULL;
    }
    return NULL;
}

/* Adds the words of a default that are folders of the tree with a description of their own. */
static void add_folders(Evaluator *self, const char *text, GPtrArray *folders)
{
    g_auto(GStrv) words = g_strsplit_set(text, "; \t\n", -1);
    for (guint i = 0; words[i] != NULL && folders->len < LISTED_FOLDERS_MAX; i++) {
        g_autofree char *path = *words[i] != '\0' ? evaluator_tree_path(self, words[i]) : NULL;
        g_autofree char *list =
            path != NULL ? g_strdup_printf("%s/CMakeLists.txt", path) : g_strdup("");
        if (tree_find(self->tree, list) != NULL &&
            !g_ptr_array_find_with_equal_func(folders, words[i], g_str_equal, NULL)) {
            g_ptr_array_add(folders, g_strdup(words[i]));
        }
    }
}

/* Those of all defaults, in their order; the caller unrefs. */
static GPtrArray *folders_of(Evaluator *self, const Symbol *option)
{
    GPtrArray *folders = g_ptr_array_new_with_free_func(g_free);
    const OptionRecord *record = recorder_option(self->recorder, option->name, FALSE);
    for (guint i = 0; record != NULL && i < record->definitions->len; i++) {
        const GArray *defaults =
            ((const DefinitionRecord *)record->definitions->pdata[i])->defaults;
        for (guint k = 0; k < defaults->len; k++) {
            const char *text = g_array_index(defaults, GuardedText, k).text;
            if (text != NULL && !text_has_hole(text)) {
                add_folders(self, text, folders);
            }
        }
    }
    return folders;
}

gboolean command_each_listed_folder(Evaluator *self, const Call *call, CommandHandler run)
{
    Symbol *option = self->options->concrete ? NULL : option_behind(self, call->argv[0]);
    g_autoptr(GPtrArray) folders = option != NULL ? folders_of(self, option) : NULL;
    if (folders == NULL || folders->len == 0) {
        return FALSE;
    }
    Guard entry = self->path;
    Kept kept = {.guards = {&entry}};
    evaluator_keep(self, &kept);
    for (guint i = 0; i < folders->len; i++) {
        const char *folder = arena_intern(self->arena, folders->pdata[i]);
        Guard listed = symbol_relation(self->symbols, option, SYMBOL_CONTAINS, folder);
        self->path = guard_and(self->guards, entry, listed);
        if (!guard_is_false(self->path)) {
            command_run_with(self, call, folder, run);
        }
    }
    evaluator_drop(self, &kept);
    self->path = entry;
    return TRUE;
}
