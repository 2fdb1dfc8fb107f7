#include "container/ir/comdats.h"
#include "container/ir/lexeme.h"
#include <string.h>

#define WORD " comdat"

/* The comdat that a line's function or variable is in, with its sign; NULL: none. The caller frees
 * it. */
static char *comdat_of(const char *line, const char *end)
{
    const char *name = NULL;
    gsize name_length = 0;
    for (const char *c = line; c < end;) {
        if (*c == '"') {
            c += lexeme_quoted(c, end);
        } else if (*c == '@' && name == NULL) {
            name = c;
            name_length = lexeme_name(c, end);
            c += name_length;
        } else if (*c == ' ' && name != NULL && g_str_has_prefix(c, WORD)) {
            c += strlen(WORD);
            if (end - c > 2 && c[0] == '(' && c[1] == '$') {
                return g_strndup(c + 1, lexeme_name(c + 1, end));
            }
            char *comdat = g_strndup(name, name_length);
            *comdat = '$';
            return comdat;
        } else {
            c++;
        }
    }
    return NULL;
}

static void declare(GString *lines, GHashTable *declared, const char *line, const char *end)
{
    char *comdat = comdat_of(line, end);
    if (comdat == NULL || g_hash_table_contains(declared, comdat)) {
        g_free(comdat);
        return;
    }
    g_string_append_printf(lines, "%s%s = comdat any\n", lines->len > 0 ? "\n" : "", comdat);
    g_hash_table_add(declared, comdat);
}

/* Functions first, then variables, as LLVM does. */
char *comdats_implied(const char *text)
{
    g_autoptr(GHashTable) declared = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GString *lines = g_string_new(NULL);
    for (guint turn = 0; turn < 2; turn++) {
        for (const char *line = text; *line != '\0';) {
            gsize length = lexeme_function(line);
            const char *end = line + strcspn(line, "\n");
            if (turn == 0 ? length > 0 : *line == '@') {
                declare(lines, declared, line, end);
            }
            line = length > 0 ? line + length : end;
            line += *line == '\n' ? 1 : 0;
        }
    }
    return g_string_free(lines, FALSE);
}
