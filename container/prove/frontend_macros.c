#include "container/prove/frontend_macros.h"
#include <string.h>

/* The word of the frontend by which a macro is defined, and the one by which it is not any more. */
#define DEFINES "-D"
#define UNDEFINES "-U"
#define IDENTIFIER "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

/* Whether nothing but the words can say what it is. */
static gboolean is_plain_name(const char *name, gsize length, GHashTable *builtins)
{
    g_autofree char *text = g_strndup(name, length);
    gboolean is_own = FALSE;
    for (const char *c = text; *c != '\0'; c++) {
        is_own = is_own || g_ascii_isupper(*c);
    }
    return is_own && !g_ascii_isdigit(*text) && !g_str_has_prefix(text, "__") &&
           !g_hash_table_contains(builtins, text);
}

/* Whether it is one token, which is printed as it is given, or none. */
static gboolean is_plain_body(const char *body)
{
    gsize length = strlen(body);
    if (*body != '"') {
        return body[strspn(body, IDENTIFIER ".")] == '\0';
    }
    if (length < 2 || body[length - 1] != '"') {
        return FALSE;
    }
    for (const char *c = body + 1; c < body + length - 1; c++) {
        if (!g_ascii_isprint(*c) || strchr("\"\\?", *c) != NULL) {
            return FALSE;
        }
    }
    return TRUE;
}

/* FALSE when the compiler has to say what becomes of it. */
static gboolean define(GHashTable *own, GHashTable *bodies, GHashTable *builtins, const char *value)
{
    gsize length = strspn(value, IDENTIFIER);
    const char *body = value[length] == '=' ? value + length + 1 : "1";
    if ((value[length] != '\0' && value[length] != '=') || !is_plain_body(body) ||
        !is_plain_name(value, length, builtins)) {
        return FALSE;
    }
    char *name = g_strndup(value, length);
    char *told = g_strconcat(" ", body, NULL);
    const char *before = g_hash_table_lookup(own, name);
    before = before != NULL ? before : g_hash_table_lookup(bodies, name);
    gboolean good = before == NULL || g_str_equal(before, told);
    g_hash_table_replace(own, name, told);
    return good;
}

static gboolean undefine(GHashTable *own, GHashTable *bodies, GHashTable *builtins,
                         const char *name)
{
    gsize length = strspn(name, IDENTIFIER);
    if (name[length] != '\0' || !is_plain_name(name, length, builtins) ||
        g_hash_table_contains(bodies, name)) {
        return FALSE;
    }
    g_hash_table_remove(own, name);
    return TRUE;
}

static gboolean apply_word(GHashTable *own, GHashTable *bodies, GHashTable *builtins,
                           char *const **words)
{
    const char *word = **words;
    gboolean defines = g_str_has_prefix(word, DEFINES);
    if (!defines && !g_str_has_prefix(word, UNDEFINES)) {
        return FALSE;
    }
    const char *value = word + strlen(DEFINES);
    if (*value == '\0') {
        value = *++*words;
    }
    ++*words;
    return value != NULL && (defines ? define(own, bodies, builtins, value)
                                     : undefine(own, bodies, builtins, value));
}

char *frontend_macros_apply(const char *said, GHashTable *bodies, char *const *words,
                            GHashTable *builtins)
{
    g_autoptr(GHashTable) own = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    while (*words != NULL) {
        if (!apply_word(own, bodies, builtins, &words)) {
            return NULL;
        }
    }
    g_autoptr(GString) text = g_string_new(said);
    GHashTableIter iter;
    gpointer name, body;
    g_hash_table_iter_init(&iter, own);
    while (g_hash_table_iter_next(&iter, &name, &body)) {
        if (!g_hash_table_contains(bodies, name)) {
            g_string_append_printf(text, "#define %s%s\n", (const char *)name, (const char *)body);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}
