/* Where properties are kept, what define_property() says of them, and from where one is inherited
 * that is not set where it is asked for. */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/record.h"
#include <string.h>

static char *key_of(const char *scope, const char *entity, const char *property)
{
    return g_strdup_printf("%s\1%s\1%s", scope, entity, property);
}

static Value *value_at(Evaluator *self, const char *key)
{
    const Variable *variable = variables_find(self->variables, key);
    return variable != NULL ? variable->cache.value : NULL;
}

/* A folder is known by its path in the tree, a test within its folder, and another name of a target
 * is that target. */
char *property_key(Evaluator *self, const char *scope, const char *entity, const char *property)
{
    g_autofree char *own = NULL;
    if (strcmp(scope, "DIRECTORY") == 0) {
        own =
            *entity != '\0' ? evaluator_tree_path(self, entity) : g_strdup(evaluator_folder(self));
    } else if (strcmp(scope, "TEST") == 0) {
        own = evaluator_test_name(self, entity);
    } else if (strcmp(scope, "TARGET") == 0) {
        g_autofree char *alias = key_of(scope, entity, "ALIASED_TARGET");
        const Value *meant = value_at(self, alias);
        own = meant != NULL ? g_strdup(value_text(meant)) : NULL;
    }
    return key_of(scope, own != NULL ? own : entity, property);
}

Value *property_value(Evaluator *self, const char *scope, const char *entity, const char *property)
{
    g_autofree char *key = property_key(self, scope, entity, property);
    return value_at(self, key);
}

/* define_property()
 * --------------------------------------------------------------------------------------- */

/* What is said of a property of that scope; `what` is a keyword of the command, or "DEFINED". */
static Value *said(Evaluator *self, const char *what, const char *scope, const char *property)
{
    g_autofree char *key = key_of(what, scope, property);
    return value_at(self, key);
}

static Guard where_said(Evaluator *self, const char *what, const char *scope, const char *property)
{
    const Value *known = said(self, what, scope, property);
    return known != NULL ? value_defined(self->guards, known) : GUARD_FALSE;
}

Guard property_defined(Evaluator *self, const char *scope, const char *property)
{
    return where_said(self, "DEFINED", scope, property);
}

Value *property_documented(Evaluator *self, const char *what, const char *scope,
                           const char *property)
{
    Value *known = said(self, what, scope, property);
    g_autoptr(Value) none = value_of_text("NOTFOUND");
    Guard rest = guard_not(self->guards, where_said(self, what, scope, property));
    return value_update(self->symbols, self->guards, known, rest, none);
}

static void say(Evaluator *self, const char *what, const char *scope, const char *property,
                const char *text)
{
    if (*text != '\0') {
        g_autofree char *key = key_of(what, scope, property);
        g_autoptr(Value) value = value_of_text(text);
        evaluator_set_cache(self, variables_get(self->variables, key), value);
    }
}

/* What a property is defined to be it stays: a later call says nothing. */
void command_define_property(Evaluator *self, const Call *call)
{
    static const char *const words[] = {"PROPERTY", "BRIEF_DOCS", "FULL_DOCS",
                                        "INITIALIZE_FROM_VARIABLE", NULL};
    if (call->argc < 3 || strcmp(call->argv[1], "PROPERTY") != 0) {
        return;
    }
    const char *scope = call->argv[0];
    const char *property = call->argv[2];
    Guard entry = self->path;
    self->path = guard_minus(self->guards, entry, property_defined(self, scope, property));
    const char *reading = "";
    g_autoptr(GString) docs = g_string_new(NULL);
    for (guint i = 3; i <= call->argc && !guard_is_false(self->path); i++) {
        const char *word = i < call->argc ? call->argv[i] : "PROPERTY";
        gboolean inherited = strcmp(word, "INHERITED") == 0;
        if (!inherited && !g_strv_contains(words, word)) {
            g_string_append(docs, word);
            continue;
        }
        say(self, reading, scope, property, docs->str);
        g_string_truncate(docs, 0);
        reading = inherited ? "" : word;
        if (inherited) {
            say(self, word, scope, property, "1");
        }
        if (strcmp(word, "INITIALIZE_FROM_VARIABLE") == 0) {
            g_ptr_array_add(self->initialized, (gpointer)arena_intern(self->arena, property));
        }
    }
    if (!guard_is_false(self->path)) {
        say(self, "DEFINED", scope, property, "1");
    }
    self->path = entry;
}

static void initialize_from(Evaluator *self, const char *key, const char *variable)
{
    g_autoptr(Value) value = evaluator_value_of_name(self, variable);
    self->path = guard_and(self->guards, self->path, value_defined(self->guards, value));
    if (!guard_is_false(self->path)) {
        evaluator_set_cache(self, variables_get(self->variables, key), value);
    }
}

void property_initialize(Evaluator *self, const char *target)
{
    Guard entry = self->path;
    for (guint i = 0; i < self->initialized->len; i++) {
        const char *property = self->initialized->pdata[i];
        const Value *from = said(self, "INITIALIZE_FROM_VARIABLE", "TARGET", property);
        g_autofree char *key = property_key(self, "TARGET", target, property);
        for (guint k = 0; from != NULL && k < from->count; k++) {
            const Alternative *alternative = &from->alternatives[k];
            self->path = guard_and(self->guards, entry, alternative->when);
            if (alternative->text != NULL && !guard_is_false(self->path)) {
                initialize_from(self, key, alternative->text);
            }
        }
    }
    self->path = entry;
}

/* Inheritance
 * ----------------------------------------------------------------------------------------- */

/* The value with what another entity says of the property, within `where` and where it says nothing
 * itself. Takes the reference over, and gives one. */
static Value *filled(Evaluator *self, Value *value, Guard where, const char *scope,
                     const char *entity, const char *property)
{
    g_autofree char *key = key_of(scope, entity, property);
    Value *other = value_at(self, key);
    if (other == NULL) {
        return value;
    }
    Guard gap = guard_minus(self->guards, where, value_defined(self->guards, value));
    gap = guard_and(self->guards, gap, value_defined(self->guards, other));
    if (guard_is_false(gap)) {
        return value;
    }
    Value *result = value_update(self->symbols, self->guards, value, gap, other);
    value_unref(value);
    return result;
}

/* The folder, those around it, and what holds for all. */
static Value *filled_by_folders(Evaluator *self, Value *value, Guard where, const char *folder,
                                const char *property)
{
    guint level = self->subdirectories->len;
    while (level > 0 && strcmp(self->subdirectories->pdata[level - 1], folder) != 0) {
        level--;
    }
    g_autofree char *at = g_strdup(folder);
    for (gboolean more = TRUE; more;) {
        value = filled(self, value, where, "DIRECTORY", at, property);
        more = level > 0 ? level > 1 : *at != '\0';
        if (more) {
            /* A folder under way was added by the one before it, another one is taken to be by
             * those that it lies in. */
            char *outer = level > 1 ? g_strdup(self->subdirectories->pdata[level - 2])
                                    : g_path_get_dirname(at);
            g_free(at);
            at = strcmp(outer, ".") == 0 ? g_strdup("") : g_strdup(outer);
            g_free(outer);
            level -= level > 0 ? 1 : 0;
        }
    }
    return filled(self, value, where, "GLOBAL", "", property);
}

/* A target's folder is kept as its property SOURCE_DIR. */
static Value *filled_by_folder_of(Evaluator *self, Value *value, Guard where, const char *target,
                                  const char *property)
{
    const Value *folders = property_value(self, "TARGET", target, "SOURCE_DIR");
    for (guint i = 0; folders != NULL && i < folders->count; i++) {
        const char *text = folders->alternatives[i].text;
        g_autofree char *folder = text != NULL ? evaluator_tree_path(self, text) : NULL;
        if (folder != NULL) {
            Guard here = guard_and(self->guards, where, folders->alternatives[i].when);
            value = filled_by_folders(self, value, here, folder, property);
        }
    }
    return value;
}

Value *property_inherited(Evaluator *self, const char *scope, const char *entity,
                          const char *property)
{
    Value *own = property_value(self, scope, entity, property);
    Value *value = own != NULL ? value_ref(own) : value_of_text(NULL);
    Guard where = where_said(self, "INHERITED", scope, property);
    if (guard_is_false(where)) {
        return value;
    }
    if (strcmp(scope, "TARGET") == 0) {
        return filled_by_folder_of(self, value, where, entity, property);
    }
    gboolean folder = strcmp(scope, "DIRECTORY") == 0 && *entity != '\0';
    g_autofree char *path = folder ? evaluator_tree_path(self, entity) : NULL;
    return strcmp(scope, "GLOBAL") == 0
               ? value
               : filled_by_folders(self, value, where, path != NULL ? path : evaluator_folder(self),
                                   property);
}
