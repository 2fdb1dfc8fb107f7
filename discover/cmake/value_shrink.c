/* Lists from which elements are taken away: each condition under which that is done doubles the
 * texts, until most of them are joined into one that nobody knows. All of them are the longest one
 * without some of its elements, so they are one text in which those may be left out. */
#include "discover/cmake/pure.h"
#include "discover/cmake/value_internal.h"
#include <string.h>

/* Longer lists stay as they are, as do those of which more parts come and go. */
#define SHRUNK_PARTS_MAX 4096u
#define SHRUNK_OPTIONAL_MAX 256u

/* A part of a text: an element with the semicolon before it, or a piece that may be left out. */
typedef struct {
    const char *text; /* not terminated */
    gsize length;
    const Symbol *piece; /* NULL: an element that is there in any case */
} Part;

static Part part_of(const char *begin, const char *end, const Symbol *piece)
{
    if (piece != NULL) {
        return (Part){piece->optional_text, strlen(piece->optional_text), piece};
    }
    return (Part){begin, (gsize)(end - begin), NULL};
}

static void add_part(GArray *parts, const char *begin, const char *end, const Symbol *piece)
{
    if (end > begin) {
        const Part part = part_of(begin, end, piece);
        g_array_append_val(parts, part);
    }
}

static GArray *parts_of(Symbols *symbols, const char *text)
{
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(Part));
    const char *begin = text;
    for (const char *cursor = text; *cursor != '\0';) {
        const char *end = cursor;
        const Symbol *symbol = *cursor == HOLE_BEGIN ? symbols_read_hole(symbols, &end) : NULL;
        gboolean optional = symbol != NULL && symbol->optional_text != NULL;
        if (optional || *cursor == ';') {
            add_part(parts, begin, cursor, NULL);
            begin = cursor;
        }
        if (optional) {
            add_part(parts, begin, end, symbol);
            begin = end;
        }
        cursor = end > cursor ? end : cursor + 1;
    }
    add_part(parts, begin, begin + strlen(begin), NULL);
    return parts;
}

/* The alternatives as lists: which parts of the longest one each of them has. */
typedef struct {
    ValueBuilder *builder;
    GPtrArray *lists;  /* GArray of Part, for each alternative */
    const GArray *all; /* the one with the most parts */
    const Part **has;  /* for each part of `all` and each alternative the part there, or NULL */
} Shrunk;

static const Part **row_of(const Shrunk *self, guint part)
{
    return self->has + (gsize)part * self->lists->len;
}

/* FALSE when the alternative has other parts than `all`, or does not begin as it does. */
static gboolean find_parts(Shrunk *self, guint alternative)
{
    const GArray *parts = self->lists->pdata[alternative];
    guint next = 0;
    for (guint i = 0; i < self->all->len && next < parts->len; i++) {
        const Part *wanted = &g_array_index(self->all, Part, i);
        const Part *part = &g_array_index(parts, Part, next);
        if (wanted->length == part->length && memcmp(wanted->text, part->text, part->length) == 0) {
            row_of(self, i)[alternative] = part;
            next++;
        } else if (i == 0) {
            return FALSE;
        }
    }
    return next == parts->len;
}

/* Splits the texts. FALSE when one has none, or none of the texts is a list. */
static gboolean split(Shrunk *self)
{
    for (guint i = 0; i < self->builder->alternatives->len; i++) {
        const char *text = g_array_index(self->builder->alternatives, Alternative, i).text;
        /* A piece that comes first loses its semicolon, so that what comes first has to stay. */
        if (text == NULL || *text == '\0' || *text == ';' || *text == HOLE_BEGIN) {
            return FALSE;
        }
        GArray *parts = parts_of(self->builder->symbols, text);
        g_ptr_array_add(self->lists, parts);
        self->all = self->all == NULL || parts->len > self->all->len ? parts : self->all;
    }
    return self->all->len > 1 && self->all->len <= SHRUNK_PARTS_MAX;
}

/* Whether all alternatives have the part in the same way. */
static gboolean is_common(const Shrunk *self, guint part)
{
    const Part *const *row = (const Part *const *)row_of(self, part);
    const Symbol *piece = g_array_index(self->all, Part, part).piece;
    for (guint i = 0; i < self->lists->len; i++) {
        if (row[i] == NULL || row[i]->piece != piece) {
            return FALSE;
        }
    }
    return TRUE;
}

/* When the part is there. */
static Guard presence(const Shrunk *self, guint part)
{
    Guards *guards = self->builder->guards;
    Guard when = GUARD_FALSE;
    for (guint i = 0; i < self->lists->len; i++) {
        const Part *one = row_of(self, part)[i];
        Guard here = g_array_index(self->builder->alternatives, Alternative, i).when;
        if (one != NULL && one->piece != NULL) {
            here = guard_and(guards, here, one->piece->optional_when);
        }
        when = one != NULL ? guard_or(guards, when, here) : when;
    }
    return symbols_simplify(self->builder->symbols, when, SYMBOLS_VALUE_NODES);
}

/* The parts one after the other, those that some alternative lacks as pieces. */
static char *with_pieces(const Shrunk *self)
{
    Symbols *symbols = self->builder->symbols;
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < self->all->len; i++) {
        const Part *part = &g_array_index(self->all, Part, i);
        gboolean common = is_common(self, i);
        if (common && part->piece == NULL) {
            g_string_append_len(text, part->text, (gssize)part->length);
        } else if (common) {
            g_string_append(text, symbol_hole(symbols, part->piece));
        } else {
            g_autofree char *plain = g_strndup(part->text, part->length);
            const Symbol *piece = symbols_optional(symbols, plain, presence(self, i));
            g_string_append(text, symbol_hole(symbols, piece));
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The text of all alternatives, to be freed; NULL when they are no such lists. */
static char *shrunk_text(Shrunk *self)
{
    if (!split(self)) {
        return NULL;
    }
    self->has = g_new0(const Part *, (gsize)self->all->len * self->lists->len);
    for (guint i = 0; i < self->lists->len; i++) {
        if (!find_parts(self, i)) {
            return NULL;
        }
    }
    guint optional = 0;
    for (guint i = 0; i < self->all->len; i++) {
        optional += !is_common(self, i);
    }
    if (optional > SHRUNK_OPTIONAL_MAX) {
        return NULL;
    }
    if (self->builder->approximate) {
        value_builder_partition(self->builder);
    }
    return with_pieces(self);
}

gboolean value_builder_shrink(ValueBuilder *self)
{
    if (self->alternatives->len < 2) {
        return FALSE;
    }
    Shrunk shrunk = {.builder = self,
                     .lists = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref)};
    g_autofree char *text = shrunk_text(&shrunk);
    g_free(shrunk.has);
    g_ptr_array_unref(shrunk.lists);
    if (text == NULL) {
        return FALSE;
    }
    for (guint i = 0; i < self->alternatives->len; i++) {
        g_ref_string_release(g_array_index(self->alternatives, Alternative, i).text);
    }
    g_array_set_size(self->alternatives, 0);
    value_builder_add(self, text, GUARD_TRUE);
    self->approximate = FALSE;
    return TRUE;
}
