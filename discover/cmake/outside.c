/* Options that name what lies outside the tree: a file of settings, a folder with more packages.
 *
 * What is there cannot be read, and all that comes of it would be unknown from then on: lists of
 * packages, names of variables, the turns of loops. So such an option is read at its default, which
 * says that there is nothing of the kind, or names a folder of the tree that may be replaced. That
 * is known only where the file is included, after what depends on the option has been read; reading
 * then begins again. */
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"

/* Each may cost one more reading of what comes before. */
#define OUTSIDE_OPTIONS_MAX 16u
/* But a function that looks for many packages comes by an option of each with one command, and
 * soon: of what was read so far a part of this size is added, to find these together. */
#define OUTSIDE_PART 64u
/* Texts computed from texts computed from the option. */
#define OUTSIDE_DEPTH_MAX 16u

/* "GKlib", beside the file that says so. What is no path may be a choice that has a folder each. */
static gboolean is_folder_of_tree(Evaluator *self, const DefinitionRecord *definition,
                                  const char *text)
{
    if (definition->type != OPTION_PATH || definition->at.path == NULL ||
        g_path_is_absolute(text) || text_has_hole(text)) {
        return FALSE;
    }
    g_autofree char *beside = g_path_get_dirname(definition->at.path);
    g_autofree char *joined = g_build_filename(beside, text, NULL);
    g_autofree char *path = tree_normalize(joined);
    return path != NULL && *path != '\0' && tree_is_folder(self->tree, path);
}

/* Whether it may be anything, and is nothing or a part of the tree unless somebody says so. */
static gboolean is_known_by_default(Evaluator *self, const Symbol *symbol)
{
    const OptionRecord *option = recorder_option(self->recorder, symbol->name, FALSE);
    if (option == NULL || symbol->boolean || !symbol_is_plain(symbol)) {
        return FALSE;
    }
    for (guint i = 0; i < option->definitions->len; i++) {
        const DefinitionRecord *definition = option->definitions->pdata[i];
        for (guint k = 0; k < definition->defaults->len; k++) {
            const char *text = g_array_index(definition->defaults, GuardedText, k).text;
            if (text == NULL || (*text != '\0' && !is_folder_of_tree(self, definition, text))) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* Other commands may not be reached, or not with this option, once the first is known. */
static void note_option(Evaluator *self, const char *name)
{
    const Command *command = self->frame->current;
    if ((self->again && self->again_at != command) ||
        g_hash_table_size(self->outside) >= OUTSIDE_OPTIONS_MAX ||
        !g_hash_table_add(self->outside, (gpointer)name) || self->again) {
        return;
    }
    self->again = TRUE;
    self->again_at = command;
    self->again_steps = self->steps + self->steps / OUTSIDE_PART;
}

static void note_symbol(Evaluator *self, const Symbol *symbol, guint depth)
{
    if (symbol->kind == CONDITION_SUBJECT_OPTION) {
        if (is_known_by_default(self, symbol)) {
            note_option(self, symbol->name);
        }
        return;
    }
    for (guint i = 0; symbol->origins[i] != SYMBOL_NONE && depth < OUTSIDE_DEPTH_MAX; i++) {
        note_symbol(self, symbols_at(self->symbols, symbol->origins[i]), depth + 1);
    }
}

void evaluator_note_outside(Evaluator *self, const char *path)
{
    if (*path != HOLE_BEGIN || self->options->concrete || evaluator_in_stub(self)) {
        return;
    }
    const Symbol *first = symbols_read_hole(self->symbols, &path);
    if (first != NULL) {
        note_symbol(self, first, 0);
    }
}

/* Whether the command is only reached where somebody gives the option: at its default there is
 * nothing to be read that would not be read otherwise. */
static gboolean is_reached_if_given(Evaluator *self, const char *path)
{
    const char *at = path;
    Symbol *first = *path == HOLE_BEGIN ? symbols_read_hole(self->symbols, &at) : NULL;
    return first != NULL && first->kind == CONDITION_SUBJECT_OPTION && symbol_is_plain(first) &&
           guard_is_false(
               guard_minus(self->guards, self->path, symbol_truth(self->symbols, first)));
}

void evaluator_note_outside_folder(Evaluator *self, const char *path)
{
    if (!is_reached_if_given(self, path)) {
        evaluator_note_outside(self, path);
    }
}

gboolean evaluator_is_outside(Evaluator *self, const char *option)
{
    if (!g_hash_table_contains(self->outside, option)) {
        return FALSE;
    }
    evaluator_ledger(self, "taken at its default", option, NULL);
    return TRUE;
}
