#include "container/ir/pieces.h"
#include <stdlib.h>
#include <string.h>

G_DEFINE_QUARK(xaas - pieces - error, pieces_error)

typedef struct {
    GString *body;
    GHashTable *numbers; /* name -> number + 1 */
    GPtrArray *names;    /* owned by `numbers` */
} Body;

static gboolean is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
}

/* Names that are numbers, or end in a dot and a number, or begin with a dot as clang's private
 * globals do: they can mean something else in the next module. `name` is without sigil and quotes.
 */
static gboolean is_numbered(const char *name, gsize length, gboolean global)
{
    gsize digits = length;
    while (digits > 0 && g_ascii_isdigit(name[digits - 1])) {
        digits--;
    }
    if (digits == 0) {
        return global;
    }
    return (digits < length && name[digits - 1] == '.') || (global && name[0] == '.');
}

static void mark(Body *self, const char *name, gsize length)
{
    g_autofree char *copy = g_strndup(name, length);
    gpointer number = g_hash_table_lookup(self->numbers, copy);
    if (number == NULL) {
        number = GUINT_TO_POINTER(self->names->len + 1);
        g_ptr_array_add(self->names, copy);
        g_hash_table_insert(self->numbers, g_steal_pointer(&copy), number);
    }
    g_string_append_printf(self->body, "%c%u%c", PIECE_MARK, GPOINTER_TO_UINT(number) - 1,
                           PIECE_MARK_END);
}

/* The length of @name, %name or their quoted forms; `inner` receives the name itself. */
static gsize sigil_length(const char *at, const char *end, const char **inner, gsize *inner_length)
{
    const char *c = at + 1;
    if (c < end && *c == '"') {
        const char *close = memchr(c + 1, '"', (gsize)(end - c - 1));
        if (close == NULL) {
            return 1;
        }
        *inner = c + 1;
        *inner_length = (gsize)(close - c - 1);
        return (gsize)(close + 1 - at);
    }
    while (c < end && is_word(*c)) {
        c++;
    }
    *inner = at + 1;
    *inner_length = (gsize)(c - at - 1);
    return (gsize)(c - at);
}

static gsize digits_at(const char *at, const char *end)
{
    const char *c = at;
    while (c < end && g_ascii_isdigit(*c)) {
        c++;
    }
    return (gsize)(c - at);
}

/* One function's text, from "define" to "}". Quoted texts stay as they are. */
static void read_body(Body *self, const char *text, gsize length)
{
    const char *end = text + length;
    for (const char *c = text; c < end;) {
        if (*c == '@' || *c == '%') {
            const char *inner = c;
            gsize inner_length = 0;
            gsize taken = sigil_length(c, end, &inner, &inner_length);
            if (inner_length > 0 && is_numbered(inner, inner_length, *c == '@')) {
                mark(self, c, taken);
            } else {
                g_string_append_len(self->body, c, (gssize)taken);
            }
            c += taken;
        } else if ((*c == '#' || *c == '!') && digits_at(c + 1, end) > 0) {
            gsize taken = 1 + digits_at(c + 1, end);
            mark(self, c, taken);
            c += taken;
        } else if (*c == '"') {
            const char *close = memchr(c + 1, '"', (gsize)(end - c - 1));
            gsize taken = close == NULL ? (gsize)(end - c) : (gsize)(close + 1 - c);
            g_string_append_len(self->body, c, (gssize)taken);
            c += taken;
        } else {
            g_string_append_c(self->body, *c++);
        }
    }
}

static void split_function(GString *skeleton, const char *text, gsize length, PieceAdd add,
                           gpointer data)
{
    Body body = {g_string_sized_new(length),
                 g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), g_ptr_array_new()};
    read_body(&body, text, length);
    guint number = add(body.body->str, body.body->len, data);
    g_string_append_printf(skeleton, "%c%u", PIECE_MARK, number);
    for (guint i = 0; i < body.names->len; i++) {
        g_string_append_printf(skeleton, "%c%s", PIECE_MARK_END,
                               (const char *)body.names->pdata[i]);
    }
    g_string_append_c(skeleton, '\n');
    g_ptr_array_unref(body.names);
    g_hash_table_unref(body.numbers);
    g_string_free(body.body, TRUE);
}

char *pieces_split(const char *text, PieceAdd add, gpointer data, guint *functions, GError **error)
{
    *functions = 0;
    if (strchr(text, PIECE_MARK) != NULL || strchr(text, PIECE_MARK_END) != NULL) {
        g_set_error_literal(error, PIECES_ERROR, PIECES_ERROR_MARK,
                            "the module's text holds a control character, which LLVM never prints");
        return NULL;
    }
    g_autoptr(GString) skeleton = g_string_new(NULL);
    for (const char *line = text; *line != '\0';) {
        const char *line_end = line + strcspn(line, "\n");
        if (g_str_has_prefix(line, "define ")) {
            const char *close = strstr(line, "\n}\n");
            const char *end = close == NULL ? line + strlen(line) : close + 2;
            split_function(skeleton, line, (gsize)(end - line), add, data);
            (*functions)++;
            line = *end == '\n' ? end + 1 : end;
            continue;
        }
        g_string_append_len(skeleton, line, line_end - line);
        g_string_append_c(skeleton, '\n');
        line = *line_end == '\n' ? line_end + 1 : line_end;
    }
    return g_string_free(g_steal_pointer(&skeleton), FALSE);
}

static gboolean damaged(GError **error)
{
    g_set_error_literal(error, PIECES_ERROR, PIECES_ERROR_DAMAGED,
                        "the store is damaged: a module names what is not there; build it anew");
    return FALSE;
}

/* Fills a body's marks from the names of a skeleton's line. */
static gboolean fill(GString *text, const char *body, char **names, GError **error)
{
    guint count = g_strv_length(names);
    for (const char *c = body; *c != '\0';) {
        const char *next = strchr(c, PIECE_MARK);
        if (next == NULL) {
            g_string_append(text, c);
            return TRUE;
        }
        g_string_append_len(text, c, next - c);
        char *end = NULL;
        guint64 number = g_ascii_strtoull(next + 1, &end, 10);
        if (*end != PIECE_MARK_END || number >= count) {
            return damaged(error);
        }
        g_string_append(text, names[number]);
        c = end + 1;
    }
    return TRUE;
}

char *pieces_join(const char *skeleton, PieceFind find, gpointer data, GError **error)
{
    static const char separator[] = {PIECE_MARK_END, '\0'};
    g_autoptr(GString) text = g_string_new(NULL);
    for (const char *line = skeleton; *line != '\0';) {
        gsize length = strcspn(line, "\n");
        if (*line == PIECE_MARK) {
            g_autofree char *copy = g_strndup(line + 1, length - 1);
            g_auto(GStrv) parts = g_strsplit(copy, separator, -1);
            guint64 number = 0;
            const char *body = parts[0] != NULL && g_ascii_string_to_unsigned(
                                                       parts[0], 10, 0, G_MAXUINT, &number, NULL)
                                   ? find((guint)number, data)
                                   : NULL;
            if (body == NULL) {
                damaged(error);
                return NULL;
            }
            if (!fill(text, body, parts + 1, error)) {
                return NULL;
            }
        } else {
            g_string_append_len(text, line, (gssize)length);
        }
        g_string_append_c(text, '\n');
        line += length + (line[length] == '\n' ? 1 : 0);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}
