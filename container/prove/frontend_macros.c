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

/* One word, or two of which the first is a "-D" or "-U" alone. */
typedef struct {
    gboolean defines;
    const char *name; /* and what follows; NULL: it is none of these */
    gsize length;     /* the name's */
    const char *body; /* NULL: it says what cannot be told here */
} MacroWord;

static MacroWord macro_word_read(char *const *words, guint *count)
{
    gboolean defines = g_str_has_prefix(*words, DEFINES);
    *count = 1;
    if (!defines && !g_str_has_prefix(*words, UNDEFINES)) {
        return (MacroWord){0};
    }
    const char *value = *words + strlen(DEFINES);
    if (*value == '\0') {
        value = words[1];
        *count = value == NULL ? 1 : 2;
    }
    if (value == NULL) {
        return (MacroWord){0};
    }
    gsize length = strspn(value, IDENTIFIER);
    const char *body = value[length] == '=' ? value + length + 1 : "1";
    gboolean good = value[length] == '\0' || (defines && value[length] == '=');
    return (MacroWord){defines, value, length, good && is_plain_body(body) ? body : NULL};
}

static gboolean is_plain(const MacroWord *word, GHashTable *builtins)
{
    return word->name != NULL && word->body != NULL &&
           is_plain_name(word->name, word->length, builtins);
}

MacroWords frontend_macros_sort(char *const *words, GHashTable *builtins)
{
    MacroWords self = {g_ptr_array_new(), g_ptr_array_new()};
    while (*words != NULL) {
        guint count = 0;
        MacroWord word = macro_word_read(words, &count);
        GPtrArray *heap = is_plain(&word, builtins) ? self.plain : self.odd;
        for (guint i = 0; i < count; i++) {
            g_ptr_array_add(heap, words[i]);
        }
        words += count;
    }
    g_ptr_array_add(self.plain, NULL);
    g_ptr_array_add(self.odd, NULL);
    return self;
}

void macro_words_clear(MacroWords *self)
{
    g_clear_pointer(&self->plain, g_ptr_array_unref);
    g_clear_pointer(&self->odd, g_ptr_array_unref);
}

/* FALSE when the compiler has to say what becomes of it. */
static gboolean apply_word(GHashTable *own, GHashTable *bodies, const MacroWord *word)
{
    g_autofree char *name = g_strndup(word->name, word->length);
    if (!word->defines) {
        g_hash_table_remove(own, name);
        return !g_hash_table_contains(bodies, name);
    }
    char *told = g_strconcat(" ", word->body, NULL);
    const char *before = g_hash_table_lookup(own, name);
    before = before != NULL ? before : g_hash_table_lookup(bodies, name);
    gboolean good = before == NULL || g_str_equal(before, told);
    g_hash_table_replace(own, g_steal_pointer(&name), told);
    return good;
}

char *frontend_macros_apply(const char *said, GHashTable *bodies, char *const *words,
                            GHashTable *builtins)
{
    g_autoptr(GHashTable) own = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    while (*words != NULL) {
        guint count = 0;
        MacroWord word = macro_word_read(words, &count);
        if (!is_plain(&word, builtins) || !apply_word(own, bodies, &word)) {
            return NULL;
        }
        words += count;
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
