#include "container/ir/store.h"
#include "container/ir/pieces.h"
#include "core/file.h"
#include <stdlib.h>
#include <string.h>

#define PACK_BYTES_MAX (G_GUINT64_CONSTANT(1) << 36)
#define DIGEST_LENGTH 64u

typedef struct {
    gsize offset;
    gsize length;
    guint uses;      /* of a body: how often it stands in modules */
    guint functions; /* of a module */
} Item;

/* Texts one behind the other, each with a NUL behind it in memory, found by digest. */
typedef struct {
    GByteArray *bytes;
    GMappedFile *mapped; /* instead of `bytes`, for a store on disk */
    GArray *items;       /* Item */
    GPtrArray *digests;  /* by item; owned by `numbers` */
    GHashTable *numbers; /* digest -> number + 1 */
} Pack;

struct Store {
    Pack functions;
    Pack modules;
    guint function_count;
};

static void pack_init(Pack *self)
{
    self->bytes = g_byte_array_new();
    self->items = g_array_new(FALSE, TRUE, sizeof(Item));
    self->digests = g_ptr_array_new();
    self->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

static void pack_clear(Pack *self)
{
    g_byte_array_unref(self->bytes);
    g_clear_pointer(&self->mapped, g_mapped_file_unref);
    g_array_unref(self->items);
    g_ptr_array_unref(self->digests);
    g_hash_table_unref(self->numbers);
}

static gboolean pack_find(const Pack *self, const char *digest, guint *number)
{
    gpointer found = g_hash_table_lookup(self->numbers, digest);
    *number = GPOINTER_TO_UINT(found) - 1;
    return found != NULL;
}

static Item *pack_item(const Pack *self, guint number)
{
    return &g_array_index(self->items, Item, number);
}

static guint pack_add(Pack *self, const char *digest, const char *text, gsize length)
{
    char *kept = g_strdup(digest);
    Item item = {.offset = self->bytes->len, .length = length};
    g_byte_array_append(self->bytes, (const guint8 *)text, (guint)length);
    g_array_append_val(self->items, item);
    g_ptr_array_add(self->digests, kept);
    g_hash_table_insert(self->numbers, kept, GUINT_TO_POINTER(self->items->len));
    return self->items->len - 1;
}

static const char *pack_bytes(const Pack *self)
{
    return self->mapped != NULL ? g_mapped_file_get_contents(self->mapped)
                                : (const char *)self->bytes->data;
}

static char *pack_text(const Pack *self, guint number)
{
    const Item *item = pack_item(self, number);
    return g_strndup(pack_bytes(self) + item->offset, item->length);
}

Store *store_new(void)
{
    Store *self = g_new0(Store, 1);
    pack_init(&self->functions);
    pack_init(&self->modules);
    return self;
}

void store_free(Store *self)
{
    if (self != NULL) {
        pack_clear(&self->functions);
        pack_clear(&self->modules);
        g_free(self);
    }
}

static guint add_body(const char *body, gsize length, gpointer data)
{
    Store *self = data;
    g_autofree char *digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)body, length);
    guint number = 0;
    if (!pack_find(&self->functions, digest, &number)) {
        number = pack_add(&self->functions, digest, body, length);
    }
    pack_item(&self->functions, number)->uses++;
    self->function_count++;
    return number;
}

/* Bodies that pieces_join was given, to be freed when it is done. */
typedef struct {
    const Store *store;
    GPtrArray *texts;
    gboolean check;
} Finding;

static const char *find_body(guint number, gpointer data)
{
    Finding *self = data;
    if (number >= self->store->functions.items->len) {
        return NULL;
    }
    char *text = pack_text(&self->store->functions, number);
    g_ptr_array_add(self->texts, text);
    return text;
}

static char *join(const Store *self, const char *skeleton, GError **error)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    Finding finding = {.store = self, .texts = texts};
    return pieces_join(skeleton, &(PieceSource){find_body, &finding}, error);
}

gboolean store_has(const Store *self, const char *digest)
{
    guint number = 0;
    return pack_find(&self->modules, digest, &number);
}

gboolean store_add(Store *self, const char *text, const char *digest, GError **error)
{
    if (store_has(self, digest)) {
        return TRUE;
    }
    guint functions = 0;
    g_autofree char *skeleton = pieces_split(text, &(PieceSink){add_body, self}, &functions, error);
    g_autofree char *again = skeleton == NULL ? NULL : join(self, skeleton, error);
    if (again == NULL) {
        return FALSE;
    }
    if (!g_str_equal(again, text)) {
        g_set_error(error, MODULE_ERROR, MODULE_ERROR_DIFFERS,
                    "module %s does not come out of the store as it went in; please report this",
                    digest);
        return FALSE;
    }
    guint number = pack_add(&self->modules, digest, skeleton, strlen(skeleton));
    pack_item(&self->modules, number)->functions = functions;
    return TRUE;
}

char *store_text(const Store *self, const char *digest, GError **error)
{
    guint number = 0;
    if (!pack_find(&self->modules, digest, &number)) {
        g_set_error(error, MODULE_ERROR, MODULE_ERROR_READ, "the store has no module %s", digest);
        return NULL;
    }
    g_autofree char *skeleton = pack_text(&self->modules, number);
    g_autofree char *text = join(self, skeleton, error);
    if (text == NULL) {
        return NULL;
    }
    g_autofree char *found = module_digest(text);
    if (!g_str_equal(found, digest)) {
        g_set_error(error, MODULE_ERROR, MODULE_ERROR_DIFFERS,
                    "module %s comes out of the store as %s: the store is damaged", digest, found);
        return NULL;
    }
    return g_steal_pointer(&text);
}

static gboolean write_pack(const Pack *self, const char *folder, const char *name, GError **error)
{
    g_autoptr(GString) index = g_string_new(NULL);
    for (guint i = 0; i < self->items->len; i++) {
        const Item *item = pack_item(self, i);
        g_string_append_printf(index, "%s %" G_GSIZE_FORMAT "\n", (char *)self->digests->pdata[i],
                               item->length);
    }
    g_autofree char *pack_name = g_strconcat(name, ".pack", NULL);
    g_autofree char *index_name = g_strconcat(name, ".index", NULL);
    g_autofree char *pack_path = g_build_filename(folder, pack_name, NULL);
    g_autofree char *index_path = g_build_filename(folder, index_name, NULL);
    return file_write(pack_path, (const char *)self->bytes->data, self->bytes->len, error) &&
           file_write(index_path, index->str, index->len, error);
}

typedef struct {
    const char *bytes;
    gsize length;
    guint number;
} Ordered;

static int compare_bodies(gconstpointer a, gconstpointer b)
{
    const Ordered *left = a;
    const Ordered *right = b;
    int order = memcmp(left->bytes, right->bytes, MIN(left->length, right->length));
    return order != 0 ? order : (left->length > right->length) - (left->length < right->length);
}

/* Bodies in the order of their bytes, so that a compressor finds like beside like. `numbers`
 * receives the new number of each. */
static void order_bodies(const Pack *self, Pack *ordered, guint *numbers)
{
    g_autofree Ordered *bodies = g_new(Ordered, self->items->len + 1);
    for (guint i = 0; i < self->items->len; i++) {
        const Item *item = pack_item(self, i);
        bodies[i] = (Ordered){pack_bytes(self) + item->offset, item->length, i};
    }
    qsort(bodies, self->items->len, sizeof *bodies, compare_bodies);
    for (guint i = 0; i < self->items->len; i++) {
        numbers[bodies[i].number] = pack_add(ordered, self->digests->pdata[bodies[i].number],
                                             bodies[i].bytes, bodies[i].length);
    }
}

static void renumber_modules(const Pack *self, Pack *renumbered, const guint *numbers)
{
    for (guint i = 0; i < self->items->len; i++) {
        g_autofree char *skeleton = pack_text(self, i);
        g_autofree char *text = pieces_renumber(skeleton, numbers);
        pack_add(renumbered, self->digests->pdata[i], text, strlen(text));
    }
}

gboolean store_write(const Store *self, const char *folder, GError **error)
{
    Pack functions = {0};
    Pack modules = {0};
    pack_init(&functions);
    pack_init(&modules);
    g_autofree guint *numbers = g_new0(guint, self->functions.items->len + 1);
    order_bodies(&self->functions, &functions, numbers);
    renumber_modules(&self->modules, &modules, numbers);
    gboolean written = write_pack(&functions, folder, "functions", error) &&
                       write_pack(&modules, folder, "modules", error);
    pack_clear(&functions);
    pack_clear(&modules);
    return written;
}

static gboolean malformed(const char *path, GError **error)
{
    g_set_error(error, MODULE_ERROR, MODULE_ERROR_READ,
                "%s is malformed: its lines do not tell what the pack holds", path);
    return FALSE;
}

static gboolean open_pack(Pack *self, const char *folder, const char *name, GError **error)
{
    g_autofree char *pack_name = g_strconcat(name, ".pack", NULL);
    g_autofree char *index_name = g_strconcat(name, ".index", NULL);
    g_autofree char *pack_path = g_build_filename(folder, pack_name, NULL);
    g_autofree char *index_path = g_build_filename(folder, index_name, NULL);
    g_autofree char *index = file_read(index_path, PACK_BYTES_MAX, NULL, error);
    self->mapped = index == NULL ? NULL : g_mapped_file_new(pack_path, FALSE, error);
    if (self->mapped == NULL) {
        return FALSE;
    }
    gsize size = g_mapped_file_get_length(self->mapped);
    gsize offset = 0;
    for (const char *line = index; *line != '\0';) {
        gsize digits = strspn(line, "0123456789abcdef");
        char *end = NULL;
        guint64 length = digits == DIGEST_LENGTH && line[digits] == ' '
                             ? g_ascii_strtoull(line + digits + 1, &end, 10)
                             : G_MAXUINT64;
        if (end == NULL || *end != '\n' || length > size - offset) {
            return malformed(index_path, error);
        }
        char *digest = g_strndup(line, DIGEST_LENGTH);
        if (g_hash_table_contains(self->numbers, digest)) {
            g_free(digest);
            return malformed(index_path, error);
        }
        Item item = {.offset = offset, .length = (gsize)length};
        g_array_append_val(self->items, item);
        g_ptr_array_add(self->digests, digest);
        g_hash_table_insert(self->numbers, digest, GUINT_TO_POINTER(self->items->len));
        offset += (gsize)length;
        line = end + 1;
    }
    return offset == size || malformed(index_path, error);
}

/* The numbers in skeletons, for what inspect shows. */
static void count_uses(Store *self)
{
    for (guint m = 0; m < self->modules.items->len; m++) {
        Item *module = pack_item(&self->modules, m);
        const char *text = pack_bytes(&self->modules) + module->offset;
        for (const char *c = text; c < text + module->length;) {
            if (*c == PIECE_MARK) {
                guint64 number = g_ascii_strtoull(c + 1, NULL, 10);
                if (number < self->functions.items->len) {
                    pack_item(&self->functions, (guint)number)->uses++;
                }
                module->functions++;
                self->function_count++;
            }
            const char *next = memchr(c, '\n', (gsize)(text + module->length - c));
            c = next == NULL ? text + module->length : next + 1;
        }
    }
}

Store *store_open(const char *folder, GError **error)
{
    g_autoptr(Store) self = store_new();
    if (!open_pack(&self->functions, folder, "functions", error) ||
        !open_pack(&self->modules, folder, "modules", error)) {
        return NULL;
    }
    count_uses(self);
    return g_steal_pointer(&self);
}

static guint64 pack_size(const Pack *self)
{
    return self->mapped != NULL ? g_mapped_file_get_length(self->mapped) : self->bytes->len;
}

StoreCounts store_counts(const Store *self)
{
    return (StoreCounts){.modules = self->modules.items->len,
                         .functions = self->function_count,
                         .stored_functions = self->functions.items->len,
                         .function_bytes = pack_size(&self->functions),
                         .skeleton_bytes = pack_size(&self->modules)};
}

gboolean store_module_functions(const Store *self, const char *digest, guint *functions,
                                guint *shared)
{
    guint number = 0;
    if (!pack_find(&self->modules, digest, &number)) {
        return FALSE;
    }
    g_autofree char *skeleton = pack_text(&self->modules, number);
    *functions = 0;
    *shared = 0;
    for (const char *line = skeleton; *line != '\0';) {
        if (*line == PIECE_MARK) {
            guint64 body = g_ascii_strtoull(line + 1, NULL, 10);
            (*functions)++;
            if (body < self->functions.items->len &&
                pack_item(&self->functions, (guint)body)->uses > 1) {
                (*shared)++;
            }
        }
        line += strcspn(line, "\n");
        line += *line == '\n' ? 1 : 0;
    }
    return TRUE;
}
