/* The store's texts. The input, as a module, comes back as it was; and as a skeleton with bodies
 * behind lines "@@@", as a damaged image may have them, it gives a text or an error. */
#include "container/ir/pieces.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 16384u

static guint add_body(const char *body, gsize length, gpointer data)
{
    GPtrArray *bodies = data;
    g_ptr_array_add(bodies, g_strndup(body, length));
    return bodies->len - 1;
}

static const char *find_body(guint number, gpointer data)
{
    const GPtrArray *bodies = data;
    return number < bodies->len ? bodies->pdata[number] : NULL;
}

static void check_round_trip(const char *text)
{
    g_autoptr(GPtrArray) bodies = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    guint functions = 0;
    g_autofree char *skeleton =
        pieces_split(text, &(PieceSink){add_body, bodies}, &functions, &error);
    if (skeleton == NULL) {
        g_assert_error(error, PIECES_ERROR, PIECES_ERROR_MARK);
        return;
    }
    g_assert_cmpuint(functions, ==, bodies->len);
    g_autofree char *again = pieces_join(skeleton, &(PieceSource){find_body, bodies}, &error);
    g_assert_no_error(error);
    /* A text that ends within a line gets its end, or a function its own. */
    g_assert_true(g_str_has_prefix(again, text));
    g_assert_cmpuint(strlen(again), <=, strlen(text) + 1);
}

static void check_damaged(const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, "@@@\n", -1);
    g_autoptr(GPtrArray) bodies = g_ptr_array_new();
    for (char **part = parts; *part != NULL && part[1] != NULL; part++) {
        g_ptr_array_add(bodies, part[1]);
    }
    g_autoptr(GError) error = NULL;
    g_autofree char *joined =
        parts[0] == NULL ? NULL : pieces_join(parts[0], &(PieceSource){find_body, bodies}, &error);
    g_assert_true(parts[0] == NULL || (joined == NULL) == (error != NULL));
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
