#include "container/ir/store.h"
#include "container/ir/pieces.h"
#include "container/ir/pool.h"
#include "core/file.h"
#include <stdlib.h>
#include <string.h>

#define DIGESTS_BYTES_MAX (G_GUINT64_CONSTANT(1) << 32)
#define DIGEST_LENGTH 64u

/* The pool of skeletons stands behind those of the pieces. */
#define MODULES PIECE_KINDS
#define POOLS (PIECE_KINDS + 1)
#define DIGESTS POOLS

static const char *const files[] = {
    [PIECE_BODY] = "bodies.pool",       [PIECE_FUNCTION] = "functions.pool",
    [PIECE_NAME] = "names.pool",        [PIECE_LINE] = "lines.pool",
    [PIECE_METADATA] = "metadata.pool", [MODULES] = "modules.pool",
    [DIGESTS] = "modules.digests",      NULL,
};

struct Store {
    Pool *pools[POOLS];
    GPtrArray *digests;  /* of modules; owned by `numbers` */
    GHashTable *numbers; /* digest -> number of its skeleton + 1 */
    GArray *uses;        /* guint by body: how often it stands in modules */
    guint function_count;
};

const char *const *store_files(void)
{
    return files;
}

static Store *store_bare(void)
{
    Store *self = g_new0(Store, 1);
    self->digests = g_ptr_array_new();
    self->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->uses = g_array_new(FALSE, TRUE, sizeof(guint));
    return self;
}

Store *store_new(void)
{
    Store *self = store_bare();
    for (guint i = 0; i < POOLS; i++) {
        self->pools[i] = pool_new();
    }
    return self;
}

void store_free(Store *self)
{
    if (self != NULL) {
        for (guint i = 0; i < POOLS; i++) {
            pool_free(self->pools[i]);
        }
        g_ptr_array_unref(self->digests);
        g_hash_table_unref(self->numbers);
        g_array_unref(self->uses);
        g_free(self);
    }
}

static guint add_piece(PieceKind kind, const char *text, gsize length, gpointer data)
{
    return pool_add(((Store *)data)->pools[kind], text, length);
}

static const char *find_piece(PieceKind kind, guint number, gpointer data)
{
    return pool_text(((const Store *)data)->pools[kind], number);
}

static PieceSource source_of(const Store *self)
{
    return (PieceSource){find_piece, (gpointer)self};
}

/* The module's skeleton; NULL when it is not there. */
static const char *find_skeleton(const Store *self, const char *digest)
{
    guint number = GPOINTER_TO_UINT(g_hash_table_lookup(self->numbers, digest));
    return number == 0 ? NULL : pool_text(self->pools[MODULES], number - 1);
}

static gboolean has_module(const Store *self, const char *digest)
{
    return find_skeleton(self, digest) != NULL;
}

static void add_digest(Store *self, char *digest)
{
    g_ptr_array_add(self->digests, digest);
    g_hash_table_insert(self->numbers, digest, GUINT_TO_POINTER(self->digests->len));
}

static void count_uses(Store *self, const char *skeleton)
{
    PieceSource source = source_of(self);
    g_autoptr(GArray) bodies = pieces_bodies(skeleton, &source);
    g_array_set_size(self->uses, pool_length(self->pools[PIECE_BODY]));
    for (guint i = 0; i < bodies->len; i++) {
        g_array_index(self->uses, guint, g_array_index(bodies, guint, i))++;
    }
    self->function_count += bodies->len;
}

gboolean store_add(Store *self, const char *text, const char *digest, GError **error)
{
    if (has_module(self, digest)) {
        return TRUE;
    }
    PieceSource source = source_of(self);
    g_autofree char *skeleton = pieces_split(text, &(PieceSink){add_piece, self}, error);
    g_autofree char *again = skeleton == NULL ? NULL : pieces_join(skeleton, &source, error);
    if (again == NULL) {
        return FALSE;
    }
    /* Different modules have different skeletons, or one of them would come out as the other. */
    guint number = pool_add(self->pools[MODULES], skeleton, strlen(skeleton));
    if (!g_str_equal(again, text) || number != self->digests->len) {
        g_set_error(error, MODULE_ERROR, MODULE_ERROR_DIFFERS,
                    "module %s does not come out of the store as it went in; please report this",
                    digest);
        return FALSE;
    }
    add_digest(self, g_strdup(digest));
    count_uses(self, skeleton);
    return TRUE;
}

char *store_text(const Store *self, const char *digest, GError **error)
{
    const char *skeleton = find_skeleton(self, digest);
    if (skeleton == NULL) {
        g_set_error(error, MODULE_ERROR, MODULE_ERROR_READ, "the store has no module %s", digest);
        return NULL;
    }
    PieceSource source = source_of(self);
    g_autofree char *text = pieces_join(skeleton, &source, error);
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

/* ---- on disk --------------------------------------------------------------------------------- */

typedef struct {
    const char *body;
    guint number;
} Ordered;

static int compare_bodies(gconstpointer a, gconstpointer b)
{
    return strcmp(((const Ordered *)a)->body, ((const Ordered *)b)->body);
}

/* Bodies in the order of their bytes, so that a compressor finds like beside like: the number of
 * each place's body. The caller frees it. */
static guint *order_bodies(const Pool *self)
{
    guint count = pool_length(self);
    g_autofree Ordered *bodies = g_new(Ordered, count + 1);
    for (guint i = 0; i < count; i++) {
        bodies[i] = (Ordered){pool_text(self, i), i};
    }
    qsort(bodies, count, sizeof *bodies, compare_bodies);
    guint *order = g_new(guint, count + 1);
    for (guint i = 0; i < count; i++) {
        order[i] = bodies[i].number;
    }
    return order;
}

/* The functions, of bodies in another order. */
static Pool *renumber_functions(const Store *self, const guint *order)
{
    guint count = pool_length(self->pools[PIECE_BODY]);
    g_autofree guint *numbers = g_new(guint, count + 1);
    for (guint i = 0; i < count; i++) {
        numbers[order[i]] = i;
    }
    const Pool *functions = self->pools[PIECE_FUNCTION];
    Pool *renumbered = pool_new();
    for (guint i = 0; i < pool_length(functions); i++) {
        g_autofree char *function = piece_renumber(pool_text(functions, i), numbers);
        pool_add(renumbered, function, strlen(function));
    }
    return renumbered;
}

static gboolean write_digests(const Store *self, const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, files[DIGESTS], NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < self->digests->len; i++) {
        g_string_append_printf(text, "%s\n", (char *)self->digests->pdata[i]);
    }
    return file_write(path, text->str, text->len, error);
}

gboolean store_write(const Store *self, const char *folder, GError **error)
{
    g_autofree guint *order = order_bodies(self->pools[PIECE_BODY]);
    g_autoptr(Pool) functions = renumber_functions(self, order);
    for (guint i = 0; i < POOLS; i++) {
        g_autofree char *path = g_build_filename(folder, files[i], NULL);
        const Pool *pool = i == PIECE_FUNCTION ? functions : self->pools[i];
        if (!pool_write(pool, i == PIECE_BODY ? order : NULL, path, error)) {
            return FALSE;
        }
    }
    return write_digests(self, folder, error);
}

/* A line for each skeleton. */
static gboolean read_digests(Store *self, const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, files[DIGESTS], NULL);
    g_autofree char *text = file_read(path, DIGESTS_BYTES_MAX, NULL, error);
    if (text == NULL) {
        return FALSE;
    }
    for (const char *line = text; *line != '\0'; line += DIGEST_LENGTH + 1) {
        g_autofree char *digest = g_strndup(line, DIGEST_LENGTH);
        if (strspn(digest, "0123456789abcdef") != DIGEST_LENGTH || line[DIGEST_LENGTH] != '\n' ||
            g_hash_table_contains(self->numbers, digest)) {
            break;
        }
        add_digest(self, g_steal_pointer(&digest));
    }
    guint count = pool_length(self->pools[MODULES]);
    if (strlen(text) != (gsize)count * (DIGEST_LENGTH + 1) || self->digests->len != count) {
        g_set_error(error, MODULE_ERROR, MODULE_ERROR_READ,
                    "%s is malformed: it does not have a digest a line for each module", path);
        return FALSE;
    }
    return TRUE;
}

Store *store_open(const char *folder, GError **error)
{
    g_autoptr(Store) self = store_bare();
    for (guint i = 0; i < POOLS; i++) {
        g_autofree char *path = g_build_filename(folder, files[i], NULL);
        self->pools[i] = pool_open(path, error);
        if (self->pools[i] == NULL) {
            return NULL;
        }
    }
    if (!read_digests(self, folder, error)) {
        return NULL;
    }
    for (guint i = 0; i < pool_length(self->pools[MODULES]); i++) {
        count_uses(self, pool_text(self->pools[MODULES], i));
    }
    return g_steal_pointer(&self);
}

/* ---- figures --------------------------------------------------------------------------------- */

StoreCounts store_counts(const Store *self)
{
    StoreCounts counts = {.modules = self->digests->len,
                          .functions = self->function_count,
                          .stored_functions = pool_length(self->pools[PIECE_BODY]),
                          .function_bytes = pool_bytes(self->pools[PIECE_BODY])};
    for (guint i = 0; i < POOLS; i++) {
        counts.skeleton_bytes += i == PIECE_BODY ? 0 : pool_bytes(self->pools[i]);
    }
    return counts;
}

gboolean store_module_functions(const Store *self, const char *digest, guint *functions,
                                guint *shared)
{
    const char *skeleton = find_skeleton(self, digest);
    if (skeleton == NULL) {
        return FALSE;
    }
    PieceSource source = source_of(self);
    g_autoptr(GArray) bodies = pieces_bodies(skeleton, &source);
    *functions = bodies->len;
    *shared = 0;
    for (guint i = 0; i < bodies->len; i++) {
        *shared += g_array_index(self->uses, guint, g_array_index(bodies, guint, i)) > 1 ? 1 : 0;
    }
    return TRUE;
}
