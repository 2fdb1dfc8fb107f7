#include "discover/autotools/m4_private.h"
#include <string.h>

static void macro_free(Macro *self)
{
    while (self != NULL) {
        Macro *below = self->below;
        text_unref(self->body);
        g_free(self);
        self = below;
    }
}

static void mark_free(gpointer data)
{
    M4Mark *self = data;
    g_ptr_array_unref(self->argv);
    g_array_unref(self->callers);
    g_free(self);
}

M4 *m4_new(const M4Client *client)
{
    M4 *self = g_new0(M4, 1);
    self->client = *client;
    if (self->client.most_bytes == 0) {
        self->client.most_bytes = M4_BYTES_MAX;
    }
    self->macros = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)macro_free);
    self->provided = g_hash_table_new(g_str_hash, g_str_equal);
    self->strings = g_string_chunk_new(4096);
    self->segments = g_ptr_array_new_with_free_func((GDestroyNotify)text_unref);
    self->marks = g_ptr_array_new_with_free_func(mark_free);
    self->empty = text_new();
    self->quote_begin = g_strdup("[");
    self->quote_end = g_strdup("]");
    self->comment = g_strdup("#");
    self->reported = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->missing_lists = g_ptr_array_new();
    self->single_loops = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    m4_add_builtins(self);
    m4_add_commands(self);
    m4_add_sugar(self);
    m4_add_autoconf(self);
    return self;
}

void m4_free(M4 *self)
{
    if (self == NULL) {
        return;
    }
    g_hash_table_unref(self->macros);
    g_hash_table_unref(self->provided);
    g_string_chunk_free(self->strings);
    g_ptr_array_unref(self->segments);
    g_ptr_array_unref(self->marks);
    text_unref(self->empty);
    g_free(self->quote_begin);
    g_free(self->quote_end);
    g_free(self->comment);
    g_hash_table_unref(self->reported);
    g_ptr_array_unref(self->missing_lists);
    g_hash_table_unref(self->single_loops);
    g_free(self);
}

const char *m4_intern(M4 *self, const char *name)
{
    return g_string_chunk_insert_const(self->strings, name);
}

void m4_problem(M4 *self, Origin at, const char *reason, const char *subject)
{
    if (self->client.problem != NULL) {
        self->client.problem(self->client.data, at, reason, subject);
    }
}

void m4_limit(M4 *self, Origin at, const char *reason, const char *subject)
{
    if (g_hash_table_add(self->reported, g_strdup(reason))) {
        m4_problem(self, at, reason, subject);
    }
}

/* Definitions ------------------------------------------------------------------------------- */

static void macro_put(M4 *self, const char *name, Macro *macro, gboolean push)
{
    const char *key = m4_intern(self, name);
    Macro *old = g_hash_table_lookup(self->macros, key);
    if (old != NULL && old->final && self->reading == M4_DEFINITIONS_PROJECT) {
        macro_free(macro);
        return;
    }
    macro->ours = self->reading != M4_DEFINITIONS_PROJECT;
    macro->final = self->reading == M4_DEFINITIONS_FINAL;
    if (old == NULL) {
        g_hash_table_insert(self->macros, (gpointer)key, macro);
        return;
    }
    g_hash_table_steal(self->macros, key);
    if (push) {
        macro->below = old;
    } else {
        macro->below = old->below;
        old->below = NULL;
        macro_free(old);
    }
    g_hash_table_insert(self->macros, (gpointer)key, macro);
}

void m4_builtin(M4 *self, const char *name, M4Builtin builtin, gboolean needs_arguments)
{
    Macro *macro = g_new0(Macro, 1);
    macro->builtin = builtin;
    macro->needs_arguments = needs_arguments;
    M4Definitions before = self->reading;
    self->reading = M4_DEFINITIONS_FINAL;
    macro_put(self, name, macro, FALSE);
    self->reading = before;
}

void m4_mark_macro(M4 *self, const char *name)
{
    m4_builtin(self, name, m4_make_mark, FALSE);
}

void m4_define(M4 *self, const char *name, const Text *body, gboolean push)
{
    Macro *macro = g_new0(Macro, 1);
    macro->body = text_ref((Text *)body);
    macro_put(self, name, macro, push);
}

void m4_defun(M4 *self, const char *name, const Text *body, gboolean once)
{
    Macro *macro = g_new0(Macro, 1);
    macro->body = text_ref((Text *)body);
    macro->defun = TRUE;
    macro->once = once;
    macro_put(self, name, macro, FALSE);
}

void m4_undefine(M4 *self, const char *name, gboolean pop)
{
    Macro *macro = g_hash_table_lookup(self->macros, name);
    if (macro == NULL || (macro->final && self->reading == M4_DEFINITIONS_PROJECT)) {
        return;
    }
    g_hash_table_steal(self->macros, name);
    if (pop && macro->below != NULL) {
        g_hash_table_insert(self->macros, (gpointer)m4_intern(self, name), macro->below);
        macro->below = NULL;
    }
    macro_free(macro);
}

const Text *m4_definition(const M4 *self, const char *name)
{
    const Macro *macro = g_hash_table_lookup(self->macros, name);
    return macro != NULL ? macro->body : NULL;
}

gboolean m4_is_defined(const M4 *self, const char *name)
{
    return g_hash_table_contains(self->macros, name);
}

gboolean m4_is_provided(const M4 *self, const char *name)
{
    return g_hash_table_contains(self->provided, name);
}

void m4_provide(M4 *self, const char *name)
{
    g_hash_table_add(self->provided, (gpointer)m4_intern(self, name));
}

void m4_set_quotes(M4 *self, const char *begin, const char *end)
{
    char *old_begin = self->quote_begin;
    char *old_end = self->quote_end;
    self->quote_begin = g_strdup(begin);
    self->quote_end = g_strdup(end);
    g_free(old_begin);
    g_free(old_end);
}

void m4_set_comment(M4 *self, const char *begin)
{
    char *old = self->comment;
    self->comment = begin != NULL && *begin != '\0' ? g_strdup(begin) : NULL;
    g_free(old);
}

const char *m4_quote_begin(const M4 *self)
{
    return self->quote_begin;
}

const char *m4_quote_end(const M4 *self)
{
    return self->quote_end;
}

void m4_discard(M4 *self, gboolean discard)
{
    if (discard) {
        self->run->discards++;
    } else if (self->run->discards > 0) {
        self->run->discards--;
    }
}

gboolean m4_is_written(const M4 *self, const char *name)
{
    return self->client.written != NULL && self->client.written(self->client.data, name);
}

Text *m4_load(M4 *self, Origin at, const char *path)
{
    return self->client.load != NULL ? self->client.load(self->client.data, at, path) : NULL;
}

const Text *m4_argument(const M4 *self, const M4Call *call, guint index)
{
    return index < call->argc ? call->argv[index] : self->empty;
}

const char *m4_argument_string(const M4Call *call, guint index)
{
    return index < call->argc ? text_string(call->argv[index]) : "";
}
