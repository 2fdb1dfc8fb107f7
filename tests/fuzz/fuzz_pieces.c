/* The store's texts. The input, as a module, comes back as it was; and as a skeleton with pieces
 * behind lines "@@@", each with the number of its kind before it, as a damaged image may have them,
 * it gives a text or an error. */
#include "container/ir/pieces.h"
#include "container/ir/pool.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 16384u

typedef struct {
    Pool *pools[PIECE_KINDS];
} Pools;

static void pools_clear(Pools *self)
{
    for (guint i = 0; i < PIECE_KINDS; i++) {
        pool_free(self->pools[i]);
    }
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Pools, pools_clear)

static void pools_init(Pools *self)
{
    for (guint i = 0; i < PIECE_KINDS; i++) {
        self->pools[i] = pool_new();
    }
}

static guint add_piece(PieceKind kind, const char *text, gsize length, gpointer data)
{
    return pool_add(((Pools *)data)->pools[kind], text, length);
}

static const char *find_piece(PieceKind kind, guint number, gpointer data)
{
    return pool_text(((Pools *)data)->pools[kind], number);
}

static void check_round_trip(const char *text)
{
    g_auto(Pools) pools;
    pools_init(&pools);
    g_autoptr(GError) error = NULL;
    g_autofree char *skeleton = pieces_split(text, &(PieceSink){add_piece, &pools}, &error);
    if (skeleton == NULL) {
        g_assert_error(error, PIECES_ERROR, PIECES_ERROR_MARK);
        return;
    }
    g_autofree char *again = pieces_join(skeleton, &(PieceSource){find_piece, &pools}, &error);
    g_assert_no_error(error);
    /* A text that ends within a line gets its end, or a function its own. */
    g_assert_true(g_str_has_prefix(again, text));
    g_assert_cmpuint(strlen(again), <=, strlen(text) + 1);
}

static void check_damaged(const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, "@@@\n", -1);
    g_auto(Pools) pools;
    pools_init(&pools);
    for (char **part = parts; *part != NULL && part[1] != NULL; part++) {
        guint kind = (guint)(part[1][0] - '0');
        if (kind < PIECE_KINDS) {
            pool_add(pools.pools[kind], part[1] + 1, strlen(part[1] + 1));
        }
    }
    PieceSource source = {find_piece, &pools};
    const char *skeleton = parts[0] == NULL ? "" : parts[0];
    g_autoptr(GError) error = NULL;
    g_autofree char *joined = pieces_join(skeleton, &source, &error);
    g_assert_true((joined == NULL) == (error != NULL));
    g_autoptr(GArray) bodies = pieces_bodies(skeleton, &source);
    for (guint i = 0; i < bodies->len; i++) {
        g_assert_nonnull(find_piece(PIECE_BODY, g_array_index(bodies, guint, i), &pools));
    }
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size <= INPUT_BYTES_MAX) {
        g_autofree char *text = g_strndup((const char *)data, size);
        check_round_trip(text);
        check_damaged(text);
    }
    return 0;
}
