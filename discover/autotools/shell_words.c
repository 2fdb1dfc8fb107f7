#include "discover/autotools/shell_words.h"
#include <string.h>

#define VARIABLE_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"
#define WORD_BYTES VARIABLE_BYTES "-+."

static void word_free(gpointer data)
{
    g_free(((ShellWord *)data)->text);
    g_free(data);
}

ShellWords *shell_words_new(void)
{
    ShellWords *self = g_new0(ShellWords, 1);
    self->words = g_ptr_array_new_with_free_func(word_free);
    self->lists = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->known = g_hash_table_new(g_str_hash, g_str_equal);
    return self;
}

void shell_words_free(ShellWords *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->known);
        g_hash_table_unref(self->lists);
        g_ptr_array_unref(self->words);
        g_free(self);
    }
}

static void tell_more(ShellWords *self, guint line)
{
    if (!self->untold) {
        self->untold = TRUE;
        self->line = line;
    }
}

static void add_word(ShellWords *self, const char *text, guint line)
{
    if (g_hash_table_contains(self->known, text)) {
        return;
    }
    if (self->words->len >= SHELL_WORDS_MAX) {
        tell_more(self, line);
        return;
    }
    ShellWord *word = g_new0(ShellWord, 1);
    *word = (ShellWord){g_strdup(text), line};
    g_ptr_array_add(self->words, word);
    g_hash_table_add(self->known, word->text);
}

static void add_list(ShellWords *self, char **lines, const char *name, guint line, guint depth);

/* One word of a list: "a", "$LIST" or "${LIST}". */
static void add_piece(ShellWords *self, char **lines, const char *piece, guint line, guint depth)
{
    if (strspn(piece, WORD_BYTES) == strlen(piece)) {
        add_word(self, piece, line);
        return;
    }
    const char *name = piece + (g_str_has_prefix(piece, "${") ? 2 : 1);
    gsize length = strspn(name, VARIABLE_BYTES);
    const char *behind = name + length + (piece[1] == '{' && name[length] == '}' ? 1 : 0);
    if (*piece != '$' || length == 0 || *behind != '\0') {
        tell_more(self, line);
        return;
    }
    g_autofree char *list = g_strndup(name, length);
    add_list(self, lines, list, line, depth);
}

static void add_pieces(ShellWords *self, char **lines, const char *text, guint line, guint depth)
{
    g_auto(GStrv) pieces = g_strsplit_set(text, " \t\"'", -1);
    for (guint i = 0; pieces[i] != NULL; i++) {
        if (*pieces[i] != '\0' && strcmp(pieces[i], "\\") != 0) {
            add_piece(self, lines, pieces[i], line, depth);
        }
    }
}

/* What stands behind "LIST=" or "LIST+=" on the line, or behind "for LIST in"; NULL when it gives
 * that list nothing. */
static const char *given_to(const char *line, const char *name)
{
    const char *at = line + strspn(line, " \t");
    gsize length = strlen(name);
    if (g_str_has_prefix(at, "for ")) {
        at += strlen("for ");
        gboolean loop = strncmp(at, name, length) == 0 && g_str_has_prefix(at + length, " in ");
        return loop ? at + length + strlen(" in ") : NULL;
    }
    if (strncmp(at, name, length) != 0) {
        return NULL;
    }
    at += length + (at[length] == '+' ? 1 : 0);
    return *at == '=' ? at + 1 : NULL;
}

/* The words behind "LIST=" on a line, and on those below that its quotes hold; the number of these
 * lines. */
static guint add_assigned(ShellWords *self, char **lines, guint index, const char *text,
                          guint depth)
{
    char quote = *text;
    if (text[-1] == ' ') { /* of a loop */
        g_autofree char *words = g_strndup(text, strcspn(text, ";"));
        add_pieces(self, lines, words, index, depth);
        return 1;
    }
    if (quote != '"' && quote != '\'') {
        g_autofree char *word = g_strndup(text, strcspn(text, " \t;#"));
        add_pieces(self, lines, word, index, depth);
        return 1;
    }
    guint taken = 0;
    for (const char *at = text + 1; at != NULL; at = lines[index + taken]) {
        const char *close = strchr(at, quote);
        g_autofree char *part = g_strndup(at, close != NULL ? (gsize)(close - at) : strlen(at));
        add_pieces(self, lines, part, index + taken, depth);
        taken++;
        if (close != NULL) {
            break;
        }
    }
    return taken;
}

static void add_list(ShellWords *self, char **lines, const char *name, guint line, guint depth)
{
    if (g_hash_table_contains(self->lists, name)) {
        return;
    }
    if (depth >= SHELL_WORDS_DEPTH_MAX || g_hash_table_size(self->lists) >= SHELL_WORDS_LISTS_MAX) {
        tell_more(self, line);
        return;
    }
    g_hash_table_add(self->lists, g_strdup(name));
    gboolean found = FALSE;
    for (guint i = 0; lines[i] != NULL;) {
        const char *text = given_to(lines[i], name);
        found = found || text != NULL;
        i += text != NULL ? add_assigned(self, lines, i, text, depth + 1) : 1;
    }
    if (!found) {
        tell_more(self, line);
    }
}

void shell_words_add(ShellWords *self, char **lines, const char *text, guint line)
{
    add_pieces(self, lines, text, line, 0);
}
