#include "container/prove/spelling.h"
#include <string.h>

typedef enum { SIDE_LEFT, SIDE_RIGHT, SIDE_COUNT } Side;

/* What may come of one part of a name: for each side the sites that may have it there, and the
 * sites that may leave it; a bit a site. */
enum { PART_LEFT, PART_RIGHT, PART_MADE, PART_COUNT };

struct Spelling {
    const Lexicon *lexicon;
    guint sites;
    guint words; /* of 64 bits, for a bit a site */
    /* element -> the sites that have it on this side: GArray of guint */
    GHashTable *with[SIDE_COUNT];
    GHashTable *parts; /* element -> what a part that is this element may come to: guint64[] */
    gsize longest;     /* bytes of the longest piece */
};

static void add_side(Spelling *self, Side side, const GArray *elements, guint site)
{
    for (guint i = 0; i < elements->len; i++) {
        guint32 element = g_array_index(elements, guint32, i);
        GArray *sites = g_hash_table_lookup(self->with[side], GUINT_TO_POINTER(element));
        if (sites == NULL) {
            sites = g_array_new(FALSE, FALSE, sizeof(guint));
            g_hash_table_insert(self->with[side], GUINT_TO_POINTER(element), sites);
            if (element < PASTED_FIRST) {
                self->longest = MAX(self->longest, strlen(lexicon_name(self->lexicon, element)));
            }
        }
        g_array_append_val(sites, site);
    }
}

Spelling *spelling_new(const Lexicon *lexicon, const Flow *flow, const GArray *sites)
{
    Spelling *self = g_new0(Spelling, 1);
    self->lexicon = lexicon;
    self->sites = sites->len;
    self->words = sites->len / 64 + 1;
    for (Side side = SIDE_LEFT; side < SIDE_COUNT; side++) {
        self->with[side] = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
    }
    self->parts = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    for (guint i = 0; i < sites->len; i++) {
        const PasteSite *site = &g_array_index(sites, PasteSite, i);
        add_side(self, SIDE_LEFT, flow_elements(flow, site->left), i);
        add_side(self, SIDE_RIGHT, flow_elements(flow, site->right), i);
    }
    return self;
}

void spelling_free(Spelling *self)
{
    if (self != NULL) {
        for (Side side = SIDE_LEFT; side < SIDE_COUNT; side++) {
            g_hash_table_unref(self->with[side]);
        }
        g_hash_table_unref(self->parts);
        g_free(self);
    }
}

static gboolean has_site(const guint64 *sites, guint site)
{
    return (sites[site / 64] >> (site % 64) & 1) != 0;
}

static void set_site(guint64 *sites, guint site)
{
    sites[site / 64] |= G_GUINT64_CONSTANT(1) << (site % 64);
}

static guint64 *heap(const Spelling *self, guint64 *part, guint which)
{
    return part + (gsize)which * self->words;
}

static void put_element(const Spelling *self, guint64 *part, guint32 element, GArray *todo)
{
    for (Side side = SIDE_LEFT; side < SIDE_COUNT; side++) {
        const GArray *sites = g_hash_table_lookup(self->with[side], GUINT_TO_POINTER(element));
        for (guint i = 0; sites != NULL && i < sites->len; i++) {
            guint site = g_array_index(sites, guint, i);
            set_site(heap(self, part, side == SIDE_LEFT ? PART_LEFT : PART_RIGHT), site);
            if (!has_site(heap(self, part, PART_MADE), site)) {
                set_site(heap(self, part, PART_MADE), site);
                g_array_append_val(todo, site);
            }
        }
    }
}

/* With nothing on the other side, what stands on one side is what the site leaves; so one element
 * leads to sites, which stand on sides of other sites, and so on. */
static guint64 *part_of_element(const Spelling *self, guint32 element)
{
    guint64 *part = g_hash_table_lookup(self->parts, GUINT_TO_POINTER(element));
    if (part == NULL) {
        g_autoptr(GArray) todo = g_array_new(FALSE, FALSE, sizeof(guint));
        part = g_new0(guint64, (gsize)self->words * PART_COUNT);
        put_element(self, part, element, todo);
        while (todo->len > 0) {
            guint site = g_array_index(todo, guint, todo->len - 1);
            g_array_set_size(todo, todo->len - 1);
            put_element(self, part, PASTED_FIRST + site, todo);
        }
        g_hash_table_insert(self->parts, GUINT_TO_POINTER(element), part);
    }
    return part;
}

static void add_part(const Spelling *self, guint64 *part, const guint64 *other)
{
    for (gsize w = 0; w < (gsize)self->words * PART_COUNT; w++) {
        part[w] |= other[w];
    }
}

/* A name's parts by begin and end, all in one block. */
typedef struct {
    const Spelling *spelling;
    const char *name;
    gsize length;
    guint64 *bits;
    gboolean *live; /* by part: some site may have it */
} Chart;

static guint64 *part_of(const Chart *self, gsize begin, gsize end)
{
    return self->bits + (begin * (self->length + 1) + end) * self->spelling->words * PART_COUNT;
}

static gboolean *is_live(const Chart *self, gsize begin, gsize end)
{
    return &self->live[begin * (self->length + 1) + end];
}

static void join_parts(Chart *self, gsize begin, gsize end)
{
    const Spelling *spelling = self->spelling;
    guint64 *part = part_of(self, begin, end);
    for (gsize middle = begin + 1; middle < end; middle++) {
        if (!*is_live(self, begin, middle) || !*is_live(self, middle, end)) {
            continue;
        }
        const guint64 *left = heap(spelling, part_of(self, begin, middle), PART_LEFT);
        const guint64 *right = heap(spelling, part_of(self, middle, end), PART_RIGHT);
        for (guint w = 0; w < spelling->words; w++) {
            guint64 both = left[w] & right[w] & ~heap(spelling, part, PART_MADE)[w];
            for (guint bit = 0; both >> bit != 0; bit++) {
                if ((both >> bit & 1) != 0) {
                    guint site = w * 64 + bit;
                    set_site(heap(spelling, part, PART_MADE), site);
                    add_part(spelling, part, part_of_element(spelling, PASTED_FIRST + site));
                }
                if (bit == 63) {
                    break;
                }
            }
        }
    }
}

static void fill_part(Chart *self, gsize begin, gsize end, gboolean pasted_only)
{
    const Spelling *spelling = self->spelling;
    guint64 *part = part_of(self, begin, end);
    if (!pasted_only && end - begin <= spelling->longest) {
        g_autofree char *text = g_strndup(self->name + begin, end - begin);
        guint32 piece = lexicon_find(spelling->lexicon, text);
        if (piece != 0) {
            add_part(spelling, part, part_of_element(spelling, piece));
        }
    }
    join_parts(self, begin, end);
    for (guint w = 0; w < spelling->words; w++) {
        *is_live(self, begin, end) =
            *is_live(self, begin, end) || heap(spelling, part, PART_MADE)[w] != 0;
    }
}

static gboolean is_element(const Spelling *self, guint32 piece)
{
    return g_hash_table_contains(self->with[SIDE_LEFT], GUINT_TO_POINTER(piece)) ||
           g_hash_table_contains(self->with[SIDE_RIGHT], GUINT_TO_POINTER(piece));
}

/* Whether the name falls apart into pieces at all, wherever they may stand: most names do not, and
 * that is seen soon. */
static gboolean falls_apart(const Spelling *self, const char *name, gsize length)
{
    g_autofree gboolean *reached = g_new0(gboolean, length + 1);
    reached[0] = TRUE;
    for (gsize begin = 0; begin < length; begin++) {
        gsize longest = MIN(self->longest, length - begin);
        for (gsize size = 1; reached[begin] && size <= longest; size++) {
            g_autofree char *text = g_strndup(name + begin, size);
            guint32 piece = lexicon_find(self->lexicon, text);
            reached[begin + size] =
                reached[begin + size] || (piece != 0 && is_element(self, piece));
        }
    }
    return reached[length];
}

GArray *spelling_sites(const Spelling *self, const char *name, gboolean pasted_only)
{
    GArray *sites = g_array_new(FALSE, FALSE, sizeof(guint));
    gsize length = strlen(name);
    gboolean too_long = length > SPELLING_BYTES_MAX;
    if (length == 0 || !falls_apart(self, name, length)) {
        return sites;
    }
    gsize parts = too_long ? 1 : (length + 1) * (length + 1);
    g_autofree guint64 *bits = g_new0(guint64, parts * self->words * PART_COUNT);
    g_autofree gboolean *live = g_new0(gboolean, parts);
    Chart chart = {self, name, length, bits, live};
    for (gsize size = 1; size <= length && !too_long; size++) {
        for (gsize begin = 0; begin + size <= length; begin++) {
            fill_part(&chart, begin, begin + size, pasted_only && size == length);
        }
    }
    for (guint site = 0; site < self->sites; site++) {
        if (too_long || has_site(heap(self, part_of(&chart, 0, length), PART_MADE), site)) {
            g_array_append_val(sites, site);
        }
    }
    return sites;
}

GPtrArray *spelling_pieces(const Spelling *self, const char *name)
{
    gsize length = strlen(name);
    GPtrArray *pieces = g_ptr_array_new();
    for (gsize begin = 0; begin < length; begin++) {
        for (gsize end = begin + 1; end <= length && end - begin < length; end++) {
            g_autofree char *text = g_strndup(name + begin, end - begin);
            gpointer piece = GUINT_TO_POINTER(lexicon_find(self->lexicon, text));
            if (piece != NULL && is_element(self, GPOINTER_TO_UINT(piece))) {
                gpointer kept = (gpointer)lexicon_name(self->lexicon, GPOINTER_TO_UINT(piece));
                if (!g_ptr_array_find(pieces, kept, NULL)) {
                    g_ptr_array_add(pieces, kept);
                }
            }
        }
    }
    return pieces;
}

/* ---- beginnings ------------------------------------------------------------------------------ */

/* What is known of a site: whether its result is looked for, and whether something follows that. */
enum { SITE_UNSEEN, SITE_WHOLE, SITE_BEGINS };

typedef struct {
    const Flow *flow;
    const GArray *sites;
    guint8 *seen; /* SITE_* by site */
    GQueue *todo; /* numbers of sites */
    GHashTable *names;
} Beginnings;

static void add_sites(Beginnings *self, guint set, guint8 as)
{
    const GArray *elements = flow_elements(self->flow, set);
    for (guint i = 0; i < elements->len; i++) {
        guint32 element = g_array_index(elements, guint32, i);
        if (element >= PASTED_FIRST && self->seen[element - PASTED_FIRST] < as) {
            self->seen[element - PASTED_FIRST] = as;
            g_queue_push_tail(self->todo, GUINT_TO_POINTER(element - PASTED_FIRST));
        }
    }
}

static void add_names(Beginnings *self, guint set)
{
    const GArray *elements = flow_elements(self->flow, set);
    for (guint i = 0; i < elements->len; i++) {
        guint32 element = g_array_index(elements, guint32, i);
        if (element < PASTED_FIRST) {
            g_hash_table_add(self->names, GUINT_TO_POINTER(element));
        }
    }
}

/* Where nothing stands on the left, the right side begins, and is the whole result unless more is
 * pasted to that. */
GHashTable *spelling_beginnings(const Flow *flow, const GArray *sites, guint set)
{
    g_autofree guint8 *seen = g_new0(guint8, sites->len + 1);
    g_autoptr(GQueue) todo = g_queue_new();
    Beginnings self = {flow, sites, seen, todo, g_hash_table_new(NULL, NULL)};
    add_sites(&self, set, SITE_WHOLE);
    while (!g_queue_is_empty(todo)) {
        guint number = GPOINTER_TO_UINT(g_queue_pop_head(todo));
        const PasteSite *site = &g_array_index(sites, PasteSite, number);
        add_names(&self, site->left);
        add_sites(&self, site->left, SITE_BEGINS);
        add_sites(&self, site->right, seen[number]);
        if (seen[number] == SITE_BEGINS) {
            add_names(&self, site->right);
        }
    }
    return self.names;
}
