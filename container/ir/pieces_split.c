#include "container/ir/comdats.h"
#include "container/ir/lexeme.h"
#include "container/ir/pieces.h"
#include <stdlib.h>
#include <string.h>

#define LOCAL_DIGITS_MAX 9u

/* A module as it is taken apart. */
typedef struct {
    const PieceSink *sink;
    GString *items;
    GString *open;           /* names */
    guint next[PIECE_KINDS]; /* the number that a piece of a kind has if it follows the last one */
    gint64 metadata;         /* the number of the next line of metadata */
    const char *comdats;     /* the lines of comdats that are implied, until they were met */
} Splitting;

/* One function's body as it is read. */
typedef struct {
    const PieceSink *sink;
    GString *body;
    GHashTable *numbers; /* name -> number of the mark + 1 */
    GString *names;      /* the names for its marks, as the function has them */
    GString *open;       /* those that the skeleton has */
    guint next_name;
    guint count;
    gint64 last; /* number of the last local value or label that was defined */
} Body;

/* Mostly nothing: pieces that follow each other in one module do so in the next. */
static void append_distance(GString *text, guint number, guint *next)
{
    if (number != *next) {
        g_string_append_printf(text, "%" G_GINT64_FORMAT, (gint64)number - (gint64)*next);
    }
    *next = number + 1;
}

/* LLVM tells names of one module apart by a number at their end, and numbers what has no name. */
static gboolean is_numbered(const char *name, gsize length)
{
    const char *end = name + length - (name[length - 1] == '"' ? 1 : 0);
    const char *digits = end;
    while (digits > name && g_ascii_isdigit(digits[-1])) {
        digits--;
    }
    return digits < end && (digits == name + 1 || digits[-1] == '.');
}

static void append_name(Body *self, const char *name, gsize length)
{
    g_string_append_c(self->names, PIECE_MARK_END);
    if (is_numbered(name, length)) {
        g_string_append_c(self->names, PIECE_OPEN);
        g_string_append_c(self->open, PIECE_MARK_END);
        g_string_append_len(self->open, name, (gssize)length);
        return;
    }
    guint number = self->sink->add(PIECE_NAME, name, length, self->sink->data);
    append_distance(self->names, number, &self->next_name);
}

static void mark(Body *self, const char *name, gsize length)
{
    g_autofree char *copy = g_strndup(name, length);
    gpointer number = g_hash_table_lookup(self->numbers, copy);
    if (number == NULL) {
        append_name(self, name, length);
        number = GUINT_TO_POINTER(++self->count);
        g_hash_table_insert(self->numbers, g_steal_pointer(&copy), number);
    }
    g_string_append_printf(self->body, "%c%u%c", PIECE_MARK, GPOINTER_TO_UINT(number) - 1,
                           PIECE_MARK_END);
}

/* A local value or label is told by its distance from the last one that was defined, so that the
 * same instructions read the same wherever they stand. */
static void append_local(Body *self, char sign, gint64 number)
{
    g_string_append_printf(self->body, "%c%" G_GINT64_FORMAT, sign, self->last - number);
}

/* LLVM prints numbers in decimal without leading zeros; others are left as they are. */
static gboolean small_number(const char *digits, gsize length, gint64 *number)
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
    gsize digits = lexeme_digits(at, end);
    gint64 number = 0;
    if (at + digits >= end || at[digits] != ':' || !small_number(at, digits, &number)) {
        return 0;
    }
    append_local(self, PIECE_LABEL, number);
    self->last = number;
    return digits;
}

static gsize read_local(Body *self, const char *at, const char *end, gboolean line_begins)
{
    gsize digits = lexeme_digits(at + 1, end);
    gint64 number = 0;
    const char *after = at + 1 + digits;
    if ((after < end && lexeme_is_word(*after)) || !small_number(at + 1, digits, &number)) {
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
    gsize taken = lexeme_name(at, end);
    if (taken > 1) {
        mark(self, at, taken);
    } else {
        g_string_append_c(self->body, *at);
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
        } else if (taken == 0 && (*c == '#' || *c == '!') && lexeme_digits(c + 1, end) > 0) {
            taken = 1 + lexeme_digits(c + 1, end);
            mark(self, c, taken);
        } else if (taken == 0 && *c == '"') {
            taken = lexeme_quoted(c, end);
            g_string_append_len(self->body, c, (gssize)taken);
        } else if (taken == 0) {
            taken = 1;
            g_string_append_c(self->body, *c);
        }
        line = *c == '\n' ? c + 1 : line;
        c += taken;
    }
}

static void append_item(Splitting *self, char item, PieceKind kind, const char *text, gsize length)
{
    guint number = self->sink->add(kind, text, length, self->sink->data);
    g_string_append_c(self->items, item);
    append_distance(self->items, number, &self->next[kind]);
}

static void split_function(Splitting *self, const char *text, gsize length)
{
    g_autoptr(GHashTable) numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GString) bytes = g_string_sized_new(length);
    g_autoptr(GString) names = g_string_new(NULL);
    Body body = {
        .sink = self->sink, .body = bytes, .numbers = numbers, .names = names, .open = self->open};
    read_body(&body, text, length);
    guint number = self->sink->add(PIECE_BODY, bytes->str, bytes->len, self->sink->data);
    g_autoptr(GString) function = g_string_new(NULL);
    g_string_append_printf(function, "%u%s", number, names->str);
    append_item(self, PIECE_ITEM_FUNCTION, PIECE_FUNCTION, function->str, function->len);
}

/* "!12 = ...", where 12 is the next number, and what it refers to is told by distance: the same
 * types and scopes stand at other numbers in other modules. */
static gboolean split_metadata(Splitting *self, const char *line, const char *end)
{
    gsize digits = *line == '!' ? lexeme_digits(line + 1, end) : 0;
    gint64 own = -1;
    if (!small_number(line + 1, digits, &own) || own != self->metadata) {
        return FALSE;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    for (const char *c = line + 1 + digits; c < end;) {
        gint64 number = 0;
        gsize taken = *c == '"' ? lexeme_quoted(c, end) : 1;
        g_string_append_len(text, c, (gssize)taken);
        gboolean refers = *c == '!';
        c += taken;
        gsize length = refers ? lexeme_digits(c, end) : 0;
        if (small_number(c, length, &number)) {
            g_string_append_printf(text, "%c%" G_GINT64_FORMAT, PIECE_LOCAL, own - number);
            c += length;
        }
    }
    self->metadata++;
    append_item(self, PIECE_ITEM_METADATA, PIECE_METADATA, text->str, text->len);
    return TRUE;
}

/* One line, or a function, or the block of comdats. Returns how much was taken, without the line
 * break at its end. */
static gsize split_next(Splitting *self, const char *line)
{
    const char *end = line + strcspn(line, "\n");
    gsize length = lexeme_function(line);
    if (length > 0) {
        split_function(self, line, length);
        return length;
    }
    if (*line == '$' && self->comdats != NULL && g_str_has_prefix(line, self->comdats)) {
        gsize taken = strlen(self->comdats) - 1;
        g_string_append_c(self->items, PIECE_ITEM_COMDATS);
        self->comdats = NULL;
        return taken;
    }
    if (line == end) {
        g_string_append_c(self->items, PIECE_ITEM_EMPTY);
    } else if (!split_metadata(self, line, end)) {
        append_item(self, PIECE_ITEM_LINE, PIECE_LINE, line, (gsize)(end - line));
    }
    return (gsize)(end - line);
}

char *pieces_split(const char *text, const PieceSink *sink, GError **error)
{
    static const char marks[] = {PIECE_MARK, PIECE_MARK_END, PIECE_LOCAL, PIECE_LABEL, '\0'};
    if (strpbrk(text, marks) != NULL) {
        g_set_error_literal(error, PIECES_ERROR, PIECES_ERROR_MARK,
                            "the module's text holds a control character, which LLVM never prints");
        return NULL;
    }
    g_autofree char *comdats = comdats_implied(text);
    g_autoptr(GString) items = g_string_new(NULL);
    g_autoptr(GString) open = g_string_new(NULL);
    Splitting splitting = {
        .sink = sink, .items = items, .open = open, .comdats = *comdats == '\0' ? NULL : comdats};
    for (const char *line = text; *line != '\0';) {
        line += split_next(&splitting, line);
        line += *line == '\n' ? 1 : 0;
    }
    return g_strconcat(items->str, open->str, NULL);
}
