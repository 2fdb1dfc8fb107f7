/* Defining functions and macros. */
#include "discover/cmake/call.h"
#include "discover/cmake/expand.h"

/* What functions are kept by: the name in lower case, interned as those of commands are. */
const char *evaluator_function_key(Evaluator *self, const char *name)
{
    g_autofree char *lower = g_ascii_strdown(name, -1);
    return arena_intern(self->arena, lower);
}

/* Whether the function is one that is defined by this text alone. */
static gboolean is_of(const Function *function, const SourceFile *file, guint begin)
{
    return function->file == file && function->begin == begin && function->given == NULL;
}

/* Whether the name stands for this text already, wherever the path holds: a module that is included
 * again, as most are many times. Asking makes no conditions. */
static gboolean is_defined(Evaluator *self, const GPtrArray *known, const SourceFile *file,
                           guint begin)
{
    gboolean defined = FALSE;
    for (guint i = 0; i < known->len; i++) {
        const Function *older = known->pdata[i];
        if (is_of(older, file, begin)) {
            defined = !guard_meets(self->guards, self->path, guard_not(self->guards, older->when));
        } else if (guard_meets(self->guards, self->path, older->when)) {
            return FALSE;
        }
    }
    return defined;
}

void evaluator_define_function(Evaluator *self, SourceFile *file, guint index, guint end)
{
    const Command *command = &file->commands[index];
    g_auto(Arguments) arguments = arguments_new(self);
    Guard entry = self->path;
    evaluator_expand(self, command, &arguments);
    self->path = entry;
    if (arguments.texts->len == 0) {
        return;
    }
    const char *name = arena_intern(self->arena, arguments.texts->pdata[0]);
    const char *key = evaluator_function_key(self, name);
    GPtrArray *known = g_hash_table_lookup(self->functions, key);
    GHashTable *given = evaluator_given(self, file, index + 1, end);
    if (given != NULL) {
        g_ptr_array_add(self->given, given);
    } else if (known != NULL && is_defined(self, known, file, index + 1)) {
        return;
    }
    evaluator_forget_calls(self);
    Function *function = arena_new0(self->arena, Function);
    function->name = name;
    function->macro = command->word == WORD_MACRO;
    function->file = file;
    function->begin = index + 1;
    function->end = end;
    function->list_dir = self->frame->list_dir;
    function->parameters = arena_array(self->arena);
    function->when = self->path;
    function->policies = self->policies;
    function->given = given;
    for (guint i = 1; i < arguments.texts->len; i++) {
        g_ptr_array_add(function->parameters,
                        (gpointer)arena_intern(self->arena, arguments.texts->pdata[i]));
    }
    if (known == NULL) {
        known = arena_array(self->arena);
        g_hash_table_insert(self->functions, (gpointer)key, known);
    }
    Function *same = NULL;
    for (guint i = 0; i < known->len;) {
        Function *older = known->pdata[i];
        older->when = guard_minus(self->guards, older->when, self->path);
        if (guard_is_false(older->when)) {
            g_ptr_array_remove_index(known, i); /* calls under way have their own list */
            continue;
        }
        same = is_of(older, file, function->begin) ? older : same;
        i++;
    }
    if (same != NULL && given == NULL) {
        /* The same text again (a file that is included twice): one function is enough. */
        same->when = guard_or(self->guards, same->when, self->path);
    } else {
        g_ptr_array_add(known, function);
    }
}

Guard evaluator_command_exists(Evaluator *self, const char *name)
{
    const char *key = evaluator_function_key(self, name);
    Guard exists = command_row(key) != NULL ? GUARD_TRUE : GUARD_FALSE;
    const GPtrArray *known = g_hash_table_lookup(self->functions, key);
    for (guint i = 0; known != NULL && i < known->len; i++) {
        exists = guard_or(self->guards, exists, ((const Function *)known->pdata[i])->when);
    }
    return exists;
}
