/* The unary tests of if(): EXISTS, DEFINED, TARGET and so on. */
#include "core/switch_word.h"
#include "discover/cmake/call.h"
#include "discover/cmake/condition_internal.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/option.h"
#include "discover/cmake/policy.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/submodules.h"
#include "discover/cmake/written_file.h"
#include <string.h>

void condition_note_asked(Variable *variable)
{
    if (variable->cache.value == NULL && variable_value(variable) == NULL) {
        variable->asked = TRUE;
    }
}

void condition_note_among(Evaluator *self, const Argument *argument)
{
    const Piece *piece = argument->piece_count == 1 ? argument->pieces : NULL;
    if (piece != NULL && piece->kind == PIECE_VARIABLE && piece->text != NULL) {
        condition_note_asked(variables_get(self->variables, piece->text));
    }
}

static Guard probe(Evaluator *self, const char *what, const char *path)
{
    return self->domain->flag(self, CONDITION_SUBJECT_PROBE,
                              arena_printf(self->arena, "%s %s", what, path), NULL);
}

/* What is in a submodule that was not fetched: whoever builds the project may have it. Its folder
 * is there then, and those around it; what else it holds is not known, each path for itself. A
 * folder around several stands for the first of them. */
static Guard found_in_submodule(Evaluator *self, const char *path)
{
    if (self->options->concrete) {
        return GUARD_FALSE;
    }
    gpointer below = NULL;
    const Submodule *submodule = submodules_find(self->submodules_by_path, path);
    gboolean within = submodule != NULL && strcmp(path, submodule->path) != 0;
    if (submodule == NULL &&
        g_hash_table_lookup_extended(self->submodules_by_outer, path, NULL, &below)) {
        submodule = below;
        if (submodule == NULL) {
            evaluator_ledger(self, "submodule is not in the tree", path, NULL);
            return probe(self, "exists", path);
        }
    }
    if (submodule == NULL || !submodule_is_absent(submodule, self->tree)) {
        return GUARD_FALSE;
    }
    evaluator_ledger(self, "submodule is not in the tree", submodule->path, NULL);
    Guard fetched = probe(self, "submodule", submodule->path);
    return within ? guard_and(self->guards, fetched, probe(self, "exists", path)) : fetched;
}

/* Whether it is what is known of an option that option() declares, to be given paths all the same:
 * "option(X_DIRS "Folders of x")". */
static gboolean is_given_for_path(const Evaluator *self, const char *path)
{
    return !self->options->concrete && (switch_word_is_on(path) || switch_word_is_off(path));
}

/* Before the project began to write. */
static Guard found_on_disk(Evaluator *self, const char *path, gboolean folder_only)
{
    g_autofree char *tree_path =
        is_given_for_path(self, path) ? NULL : evaluator_tree_path(self, path);
    if (tree_path != NULL) {
        gboolean folder = tree_is_folder(self->tree, tree_path);
        gboolean file = !folder_only && tree_find(self->tree, tree_path) != NULL;
        return folder || file ? guard_not(self->guards, evaluator_removed(self, path))
                              : found_in_submodule(self, tree_path);
    }
    g_autofree char *readable = symbols_readable(self->symbols, path);
    return self->domain->flag(self, CONDITION_SUBJECT_PROBE,
                              arena_printf(self->arena, "exists %s", readable), NULL);
}

static Guard exists_on_disk(Evaluator *self, const char *path, gboolean folder_only)
{
    if (*path == '\0') {
        return GUARD_FALSE;
    }
    variables_lose_watches(self->variables);
    evaluator_note_named_files(self, path);
    /* What the project has made itself is there, and what it has removed is not. */
    Guard made = GUARD_FALSE;
    Guard gone = GUARD_FALSE;
    evaluator_made(self, path, folder_only, &made, &gone);
    Guard decided = guard_or(self->guards, made, gone);
    if (!guard_meets(self->guards, self->path, guard_not(self->guards, decided))) {
        return made;
    }
    Guard before = found_on_disk(self, path, folder_only);
    return guard_choice(self->guards, decided, made, before);
}

static Guard test_exists(Evaluator *self, const char *word)
{
    return exists_on_disk(self, word, FALSE);
}

static Guard test_is_directory(Evaluator *self, const char *word)
{
    return exists_on_disk(self, word, TRUE);
}

static Guard test_is_symlink(Evaluator *self, const char *word)
{
    (void)self;
    (void)word;
    return GUARD_FALSE;
}

static Guard test_is_absolute(Evaluator *self, const char *word)
{
    if (*word == HOLE_BEGIN) {
        return symbol_relation(self->symbols, symbols_derive(self->symbols, "text", word), "is",
                               "an absolute path");
    }
    return g_path_is_absolute(word) || *word == '~' ? GUARD_TRUE : GUARD_FALSE;
}

static Guard test_command(Evaluator *self, const char *word)
{
    return evaluator_command_exists(self, word);
}

/* Of a name that is not known as a whole nobody can say whether there is a target called so. That
 * there is none is a guess: with both answers open projects whose helpers ask so for each part of
 * theirs take many times as long (docs/performance-log.md). */
static Guard test_target(Evaluator *self, const char *word)
{
    Guard there = evaluator_target_exists(self, word);
    if (text_has_hole(word) && guard_is_false(there)) {
        evaluator_ledger(self, "target whose name is not known", "if(TARGET)", NULL);
    }
    return there;
}

static Guard test_test(Evaluator *self, const char *word)
{
    g_autofree char *name = evaluator_test_name(self, word);
    return evaluator_name_exists(self, self->tests, name);
}

static Guard test_policy(Evaluator *self, const char *word)
{
    (void)self;
    return evaluator_policy_known(word) ? GUARD_TRUE : GUARD_FALSE;
}

static Guard test_defined(Evaluator *self, const char *word)
{
    if (text_has_hole(word)) {
        return symbol_relation(self->symbols, symbols_derive(self->symbols, "text", word), "is",
                               "defined");
    }
    if (g_str_has_prefix(word, "ENV{")) {
        g_autofree char *name = g_strndup(word + 4, strcspn(word + 4, "}"));
        return evaluator_environment_defined(self, name);
    }
    if (g_str_has_prefix(word, "CACHE{")) {
        g_autofree char *name = g_strndup(word + 6, strcspn(word + 6, "}"));
        const Variable *variable = variables_get(self->variables, name);
        return variable->cache.value != NULL ? value_defined(self->guards, variable->cache.value)
                                             : GUARD_FALSE;
    }
    if (g_str_has_prefix(word, "CMAKE_CURRENT_")) {
        Guard path = self->path;
        const char *text = evaluator_read_name(self, word);
        self->path = path;
        if (text != NULL) {
            return GUARD_TRUE;
        }
    }
    Variable *variable = variables_get(self->variables, word);
    condition_note_asked(variable);
    evaluator_note_taken(self, variable);
    const OptionRecord *option = variable->option;
    if (option != NULL && option->definitions->len == 0) {
        evaluator_note_use(self, variable); /* nothing else may ever read what a person gives */
    }
    g_autoptr(Value) value = evaluator_value_of_name(self, word);
    return value_defined(self->guards, value);
}

static const struct {
    const char *word;
    ConditionTest test;
} unary_tests[] = {
    {"EXISTS", test_exists},
    {"IS_DIRECTORY", test_is_directory},
    {"IS_SYMLINK", test_is_symlink},
    {"IS_ABSOLUTE", test_is_absolute},
    {"COMMAND", test_command},
    {"TARGET", test_target},
    {"TEST", test_test},
    {"POLICY", test_policy},
    {"DEFINED", test_defined},
};

ConditionTest condition_unary(const char *word)
{
    for (guint i = 0; i < G_N_ELEMENTS(unary_tests); i++) {
        if (g_str_equal(word, unary_tests[i].word)) {
            return unary_tests[i].test;
        }
    }
    return NULL;
}
