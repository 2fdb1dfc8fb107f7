#include "container/ir/pieces.h"
#include <stdlib.h>
#include <string.h>

G_DEFINE_QUARK(xaas - pieces - error, pieces_error)

#define LOCAL_DIGITS_MAX 9u
#define LOCAL_MAX G_GINT64_CONSTANT(1000000000)

/* Names that stand outside of functions, by number in the order in which functions use them. */
typedef struct {
    GHashTable *numbers; /* name -> number + 1 */
    GPtrArray *names;    /* owned by `numbers` */
} NameTable;

/* One function's body as it is read. */
typedef struct {
    GString *body;
    GHashTable *numbers; /* name -> number of the mark + 1 */
    GString *marks;      /* the names for its marks, as the skeleton has them */
    guint count;
    NameTable *table;
    gint64 last; /* number of the last local value or label that was defined */
} Body;

static NameTable *name_table_new(void)
{
    NameTable *self = g_new0(NameTable, 1);
    self->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->names = g_ptr_array_new();
    return self;
}

static void name_table_free(NameTable *self)
{
    g_ptr_array_unref(self->names);
    g_hash_table_unref(self->numbers);
    g_free(self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NameTable, name_table_free)

static gboolean is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
}

/* A name that is new in the module is the next one of the table, so it needs no number. */
static void append_name(Body *self, const char *name)
{
    g_string_append_c(self->marks, PIECE_MARK_END);
    if (*name == '#' || *name == '!') {
        g_string_append(self->marks, name);
        return;
    }
    NameTable *table = self->table;
    gpointer number = g_hash_table_lookup(table->numbers, name);
    if (number != NULL) {
        g_string_append_printf(self->marks, "%u", GPOINTER_TO_UINT(number) - 1);
        return;
    }
    char *kept = g_strdup(name);
    g_ptr_array_add(table->names, kept);
    g_hash_table_insert(table->numbers, kept, GUINT_TO_POINTER(table->names->len));
}

static void mark(Body *self, const char *name, gsize length)
{
    g_autofree char *copy = g_strndup(name, length);
    gpointer number = g_hash_table_lookup(self->numbers, copy);
    if (number == NULL) {
        append_name(self, copy);
        number = GUINT_TO_POINTER(++self->count);
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

/* A local value or label is told by its distance from the last one that was defined, so that the
 * same instructions read the same wherever they stand. */
static void append_local(Body *self, char sign, gint64 number)
{
    g_string_append_printf(self->body, "%c%" G_GINT64_FORMAT, sign, self->last - number);
}

/* LLVM prints numbers in decimal without leading zeros; others are left as they are. */
static gboolean local_number(const char *digits, gsize length, gint64 *number)
{
    if (length == 0 || length > LOCAL_DIGITS_MAX || (digits[0] == '0' && length > 1)) {
        return FALSE;
    }
    *number = g_ascii_strtoll(digits, NULL, 10);
    return TRUE;
}

/* "12:" at the beginning of a line. Returns how much of it was taken. */
static gsize read_label(Body *self, const char *at, const char *end)
{
    gsize digits = digits_at(at, end);
    gint64 number = 0;
    if (at + digits >= end || at[digits] != ':' || !local_number(at, digits, &number)) {
        return 0;
    }
    append_local(self, PIECE_LABEL, number);
    self->last = number;
    return digits;
}

static gsize read_local(Body *self, const char *at, const char *end, gboolean line_begins)
{
    gsize digits = digits_at(at + 1, end);
    gint64 number = 0;
    const char *after = at + 1 + digits;
    if ((after < end && is_word(*after)) || !local_number(at + 1, digits, &number)) {
        return 0;
    }
    append_local(self, PIECE_LOCAL, number);
    if (line_begins && g_str_has_prefix(after, " = ")) {
        self->last = number;
    }
    return 1 + digits;
}

static gsize read_name(Body *self, const char *at, const char *end)
{
    const char *inner = at;
    gsize length = 0;
    gsize taken = sigil_length(at, end, &inner, &length);
    if (length > 0) {
        mark(self, at, taken);
    } else {
        g_string_append_len(self->body, at, (gssize)taken);
    }
    return taken;
}

/* One function's text, from "define" to "}". Quoted texts stay as they are. */
static void read_body(Body *self, const char *text, gsize length)
{
    const char *end = text + length;
    const char *line = text;
    for (const char *c = text; c < end;) {
        gboolean defines = c == line + 2 && g_str_has_prefix(line, "  ");
        gsize taken = 0;
        if (c == line) {
            taken = read_label(self, c, end);
        }
        if (taken == 0 && *c == '%') {
            taken = read_local(self, c, end, defines);
        }
        if (taken == 0 && (*c == '@' || *c == '%')) {
            taken = read_name(self, c, end);
        } else if (taken == 0 && (*c == '#' || *c == '!') && digits_at(c + 1, end) > 0) {
            taken = 1 + digits_at(c + 1, end);
            mark(self, c, taken);
        } else if (taken == 0 && *c == '"') {
            const char *close = memchr(c + 1, '"', (gsize)(end - c - 1));
            taken = close == NULL ? (gsize)(end - c) : (gsize)(close + 1 - c);
            g_string_append_len(self->body, c, (gssize)taken);
        } else if (taken == 0) {
            taken = 1;
            g_string_append_c(self->body, *c);
        }
        line = *c == '\n' ? c + 1 : line;
        c += taken;
    }
}

static void split_function(GString *skeleton, NameTable *table, const char *text, gsize length,
                           const PieceSink *sink)
{
    g_autoptr(GHashTable) numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GString) bytes = g_string_sized_new(length);
    g_autoptr(GString) marks = g_string_new(NULL);
    Body body = {.body = bytes, .numbers = numbers, .marks = marks, .table = table};
    read_body(&body, text, length);
    guint number = sink->add(bytes->str, bytes->len, sink->data);
    g_string_append_printf(skeleton, "%c%u%s\n", PIECE_MARK, number, marks->str);
}

static gboolean has_marks(const char *text)
{
    static const char marks[] = {PIECE_MARK, PIECE_MARK_END, PIECE_LOCAL, PIECE_LABEL, '\0'};
    return strpbrk(text, marks) != NULL;
}

char *pieces_split(const char *text, const PieceSink *sink, guint *functions, GError **error)
{
    *functions = 0;
    if (has_marks(text)) {
        g_set_error_literal(error, PIECES_ERROR, PIECES_ERROR_MARK,
                            "the module's text holds a control character, which LLVM never prints");
        return NULL;
    }
    g_autoptr(NameTable) table = name_table_new();
    g_autoptr(GString) rest = g_string_new(NULL);
    for (const char *line = text; *line != '\0';) {
        const char *line_end = line + strcspn(line, "\n");
        if (g_str_has_prefix(line, "define ")) {
            const char *close = strstr(line, "\n}\n");
            const char *end = close == NULL ? line + strlen(line) : close + 2;
            split_function(rest, table, line, (gsize)(end - line), sink);
            (*functions)++;
            line = *end == '\n' ? end + 1 : end;
            continue;
        }
        g_string_append_len(rest, line, line_end - line);
        g_string_append_c(rest, '\n');
        line = *line_end == '\n' ? line_end + 1 : line_end;
    }
    GString *skeleton = g_string_sized_new(rest->len);
    for (guint i = 0; i < table->names->len; i++) {
        g_string_append_printf(skeleton, "%c%s", PIECE_MARK_END, (char *)table->names->pdata[i]);
    }
    g_string_append_printf(skeleton, "\n%s", rest->str);
    return g_string_free(skeleton, FALSE);
}

/* ---- putting together ------------------------------------------------------------------------ */

static gboolean damaged(GError **error)
{
    g_set_error_literal(error, PIECES_ERROR, PIECES_ERROR_DAMAGED,
                        "the store is damaged: a module names what is not there; build it anew");
    return FALSE;
}

/* A module while it is put together. */
typedef struct {
    GString *text;
    char **table; /* its names */
    guint table_length;
    guint used; /* of them, those that were new at some mark */
} Joining;

/* The name that an item of a skeleton's line stands for; NULL when there is none. */
static const char *find_name(Joining *self, const char *item)
{
    if (*item == '#' || *item == '!') {
        return item;
    }
    guint64 number = self->used;
    if (*item == '\0') {
        self->used++;
    } else if (!g_ascii_string_to_unsigned(item, 10, 0, G_MAXUINT, &number, NULL)) {
        return NULL;
    }
    return number < self->table_length ? self->table[number] : NULL;
}

/* Replaces the items of a line by the names that they stand for. */
static gboolean find_names(Joining *self, char **items, GError **error)
{
    for (; *items != NULL; items++) {
        const char *name = find_name(self, *items);
        if (name == NULL) {
            return damaged(error);
        }
        if (name != *items) {
            g_free(*items);
            *items = g_strdup(name);
        }
    }
    return TRUE;
}

/* Where the line begins that the text ends with. */
static gsize last_line(const GString *text)
{
    gsize at = text->len;
    while (at > 0 && text->str[at - 1] != '\n') {
        at--;
    }
    return at;
}

/* Fills a body's marks with names, and its distances with numbers. */
static gboolean fill(GString *text, const char *body, char **names, GError **error)
{
    static const char marks[] = {PIECE_MARK, PIECE_LOCAL, PIECE_LABEL, '\0'};
    guint count = g_strv_length(names);
    gint64 last = 0;
    for (const char *c = body; *c != '\0';) {
        gsize plain = strcspn(c, marks);
        g_string_append_len(text, c, (gssize)plain);
        c += plain;
        if (*c == '\0') {
            break;
        }
        char sign = *c;
        char *end = NULL;
        gint64 number = g_ascii_strtoll(c + 1, &end, 10);
        if (sign == PIECE_MARK) {
            if (*end != PIECE_MARK_END || number < 0 || number >= count) {
                return damaged(error);
            }
            g_string_append(text, names[number]);
            c = end + 1;
            continue;
        }
        if (end == c + 1 || number > last || number < last - LOCAL_MAX) {
            return damaged(error);
        }
        gboolean defines = sign == PIECE_LABEL || (g_str_has_prefix(end, " = ") &&
                                                   g_str_equal(text->str + last_line(text), "  "));
        g_string_append_printf(
            text, sign == PIECE_LABEL ? "%" G_GINT64_FORMAT : "%%%" G_GINT64_FORMAT, last - number);
        last = defines ? last - number : last;
        c = end;
    }
    return TRUE;
}

static gboolean join_line(Joining *self, const char *line, gsize length, const PieceSource *source,
                          GError **error)
{
    static const char separator[] = {PIECE_MARK_END, '\0'};
    g_autofree char *copy = g_strndup(line + 1, length - 1);
    g_auto(GStrv) parts = g_strsplit(copy, separator, -1);
    guint64 number = 0;
    const char *body =
        parts[0] != NULL && g_ascii_string_to_unsigned(parts[0], 10, 0, G_MAXUINT, &number, NULL)
            ? source->find((guint)number, source->data)
            : NULL;
    return body == NULL
               ? damaged(error)
               : find_names(self, parts + 1, error) && fill(self->text, body, parts + 1, error);
}

/* The first line is the table: each name behind a mark. */
static char **read_table(const char *skeleton, gsize length)
{
    static const char separator[] = {PIECE_MARK_END, '\0'};
    g_autofree char *copy = g_strndup(skeleton, length);
    return *copy == PIECE_MARK_END ? g_strsplit(copy + 1, separator, -1) : g_new0(char *, 1);
}

char *pieces_join(const char *skeleton, const PieceSource *source, GError **error)
{
    gsize first = strcspn(skeleton, "\n");
    g_auto(GStrv) table = read_table(skeleton, first);
    g_autoptr(GString) text = g_string_new(NULL);
    Joining joining = {.text = text, .table = table, .table_length = g_strv_length(table)};
    for (const char *line = skeleton + first + (skeleton[first] == '\n' ? 1 : 0); *line != '\0';) {
        gsize length = strcspn(line, "\n");
        if (*line != PIECE_MARK) {
            g_string_append_len(text, line, (gssize)length);
        } else if (!join_line(&joining, line, length, source, error)) {
            return NULL;
        }
        g_string_append_c(text, '\n');
        line += length + (line[length] == '\n' ? 1 : 0);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char *pieces_renumber(const char *skeleton, const guint *numbers)
{
    GString *text = g_string_sized_new(strlen(skeleton));
    for (const char *line = skeleton; *line != '\0';) {
        gsize length = strcspn(line, "\n");
        const char *rest = line;
        if (*line == PIECE_MARK) {
            guint number = (guint)strtoul(line + 1, (char **)&rest, 10);
            g_string_append_printf(text, "%c%u", PIECE_MARK, numbers[number]);
        }
        g_string_append_len(text, rest, line + length - rest);
        g_string_append_c(text, '\n');
        line += length + (line[length] == '\n' ? 1 : 0);
    }
    return g_string_free(text, FALSE);
}
