#include "container/ir/comdats.h"
#include "container/ir/pieces.h"
#include <stdlib.h>
#include <string.h>

G_DEFINE_QUARK(xaas - pieces - error, pieces_error)

#define LOCAL_MAX G_GINT64_CONSTANT(1000000000)
#define NO_COMDATS (-1)

/* A module as it is put together. */
typedef struct {
    const PieceSource *source;
    GString *text;
    guint next[PIECE_KINDS]; /* the number that a piece of a kind has if it follows the last one */
    gint64 metadata;         /* the number of the next line of metadata */
    gssize comdats;          /* where the lines of comdats belong, or NO_COMDATS */
    const char *open;        /* the open names that were not used yet */
} Joining;

/* A name lies in the skeleton or in a piece. */
typedef struct {
    const char *at;
    gsize length;
} Name;

static gboolean damaged(GError **error)
{
    g_set_error_literal(error, PIECES_ERROR, PIECES_ERROR_DAMAGED,
                        "the store is damaged: a module names what is not there; build it anew");
    return FALSE;
}

/* Reads a distance, which may be left out, and moves `at` behind it. */
static gboolean read_distance(const char **at, guint *next, guint *number)
{
    char *end = (char *)*at;
    gboolean given = g_ascii_isdigit(**at) || **at == '-';
    gint64 distance = given ? g_ascii_strtoll(*at, &end, 10) : 0;
    gboolean bounded = distance >= -(gint64)G_MAXUINT && distance <= G_MAXUINT;
    gint64 sum = bounded ? *next + distance : -1;
    if ((given && end == *at) || sum < 0 || sum >= G_MAXUINT) {
        return FALSE;
    }
    *at = end;
    *number = (guint)sum;
    *next = *number + 1;
    return TRUE;
}

static const char *find(const PieceSource *self, PieceKind kind, guint number)
{
    return self->find(kind, number, self->data);
}

/* A function's body, with `names` behind its number; NULL when there is none. */
static const char *find_body(const PieceSource *self, const char *function, const char **names,
                             guint *number)
{
    guint from = 0;
    *names = function;
    return g_ascii_isdigit(*function) && read_distance(names, &from, number)
               ? find(self, PIECE_BODY, *number)
               : NULL;
}

/* The next of the skeleton's names; no bytes when there is none. */
static Name open_name(Joining *self)
{
    static const char ends[] = {PIECE_MARK_END, '\0'};
    Name name = {0};
    if (*self->open == PIECE_MARK_END) {
        name.at = self->open + 1;
        name.length = strcspn(name.at, ends);
        self->open = name.at + name.length;
    }
    return name;
}

static Name piece_name(const Joining *self, const char **at, guint *next)
{
    guint number = 0;
    const char *text =
        read_distance(at, next, &number) ? find(self->source, PIECE_NAME, number) : NULL;
    return (Name){text, text == NULL ? 0 : strlen(text)};
}

/* The names behind a function's body. */
static gboolean find_names(Joining *self, const char *at, GArray *names)
{
    guint next = 0;
    while (*at == PIECE_MARK_END) {
        at++;
        gboolean open = *at == PIECE_OPEN;
        at += open ? 1 : 0;
        Name name = open ? open_name(self) : piece_name(self, &at, &next);
        if (name.length == 0) {
            return FALSE;
        }
        g_array_append_val(names, name);
    }
    return *at == '\0';
}

/* Whether nothing but the indentation of an instruction stands in the line that the text ends with.
 */
static gboolean line_begins(const GString *text)
{
    gsize at = text->len;
    while (at > 0 && text->str[at - 1] != '\n') {
        at--;
    }
    return g_str_equal(text->str + at, "  ");
}

/* Fills a body's marks with names, and its distances with numbers. */
static gboolean fill(GString *text, const char *body, const GArray *names)
{
    static const char marks[] = {PIECE_MARK, PIECE_LOCAL, PIECE_LABEL, '\0'};
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
            if (*end != PIECE_MARK_END || number < 0 || number >= names->len) {
                return FALSE;
            }
            const Name *name = &g_array_index(names, Name, number);
            g_string_append_len(text, name->at, (gssize)name->length);
            c = end + 1;
            continue;
        }
        if (end == c + 1 || number > last || number < last - LOCAL_MAX) {
            return FALSE;
        }
        gboolean defines =
            sign == PIECE_LABEL || (g_str_has_prefix(end, " = ") && line_begins(text));
        g_string_append_printf(
            text, sign == PIECE_LABEL ? "%" G_GINT64_FORMAT : "%%%" G_GINT64_FORMAT, last - number);
        last = defines ? last - number : last;
        c = end;
    }
    return TRUE;
}

static gboolean join_function(Joining *self, const char *function)
{
    const char *at = NULL;
    guint number = 0;
    const char *body = find_body(self->source, function, &at, &number);
    g_autoptr(GArray) names = g_array_new(FALSE, FALSE, sizeof(Name));
    return body != NULL && find_names(self, at, names) && fill(self->text, body, names);
}

static gboolean join_metadata(Joining *self, const char *line)
{
    gint64 own = self->metadata++;
    g_string_append_printf(self->text, "!%" G_GINT64_FORMAT, own);
    for (const char *c = line; *c != '\0';) {
        const char *sign = strchr(c, PIECE_LOCAL);
        g_string_append_len(self->text, c, sign == NULL ? (gssize)strlen(c) : sign - c);
        if (sign == NULL) {
            break;
        }
        char *end = NULL;
        gint64 distance = g_ascii_strtoll(sign + 1, &end, 10);
        if (end == sign + 1 || distance > own || distance < own - LOCAL_MAX) {
            return FALSE;
        }
        g_string_append_printf(self->text, "%" G_GINT64_FORMAT, own - distance);
        c = end;
    }
    return TRUE;
}

static gboolean join_line(Joining *self, const char *line)
{
    g_string_append(self->text, line);
    return TRUE;
}

static gboolean end_line(Joining *self)
{
    g_string_append_c(self->text, '\n');
    return TRUE;
}

/* Where the skeleton's items end and its names begin. */
static const char *items_end(const char *skeleton)
{
    static const char ends[] = {PIECE_MARK_END, '\0'};
    return skeleton + strcspn(skeleton, ends);
}

/* The piece that an item names; `at` is moved behind its number. */
static const char *find_piece(Joining *self, PieceKind kind, const char **at)
{
    guint number = 0;
    return read_distance(at, &self->next[kind], &number) ? find(self->source, kind, number) : NULL;
}

/* The item at `at`, which is moved behind it. */
static gboolean join_item(Joining *self, const char **at)
{
    char item = *(*at)++;
    const char *piece = NULL;
    switch (item) {
    case PIECE_ITEM_FUNCTION:
        piece = find_piece(self, PIECE_FUNCTION, at);
        return piece != NULL && join_function(self, piece) && end_line(self);
    case PIECE_ITEM_LINE:
        piece = find_piece(self, PIECE_LINE, at);
        return piece != NULL && join_line(self, piece) && end_line(self);
    case PIECE_ITEM_METADATA:
        piece = find_piece(self, PIECE_METADATA, at);
        return piece != NULL && join_metadata(self, piece) && end_line(self);
    case PIECE_ITEM_EMPTY:
        return end_line(self);
    case PIECE_ITEM_COMDATS: {
        gboolean first = self->comdats == NO_COMDATS;
        self->comdats = (gssize)self->text->len;
        return first;
    }
    default:
        return FALSE;
    }
}

char *pieces_join(const char *skeleton, const PieceSource *source, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    Joining joining = {.source = source, .text = text, .comdats = NO_COMDATS};
    joining.open = items_end(skeleton);
    const char *end = joining.open;
    for (const char *at = skeleton; at < end;) {
        if (!join_item(&joining, &at)) {
            damaged(error);
            return NULL;
        }
    }
    if (*joining.open != '\0') {
        damaged(error);
        return NULL;
    }
    if (joining.comdats != NO_COMDATS) {
        g_autofree char *comdats = comdats_implied(text->str);
        g_string_insert(text, joining.comdats, comdats);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

GArray *pieces_bodies(const char *skeleton, const PieceSource *source)
{
    GArray *bodies = g_array_new(FALSE, FALSE, sizeof(guint));
    Joining joining = {.source = source};
    const char *end = items_end(skeleton);
    for (const char *at = skeleton; at < end;) {
        gboolean is_function = *at++ == PIECE_ITEM_FUNCTION;
        const char *function = is_function ? find_piece(&joining, PIECE_FUNCTION, &at) : NULL;
        const char *names = NULL;
        guint number = 0;
        if (function != NULL && find_body(source, function, &names, &number) != NULL) {
            g_array_append_val(bodies, number);
        }
    }
    return bodies;
}

char *piece_renumber(const char *function, const guint *numbers)
{
    char *rest = NULL;
    gulong number = strtoul(function, &rest, 10);
    return g_strdup_printf("%u%s", numbers[number], rest);
}
