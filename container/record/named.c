#include "container/record/named.h"
#include <string.h>

/* Options whose value is none, also where a file is called so: a library's soname mostly is. */
static const char *const valued[] = {"-soname", "--soname", "-h", "-rpath", "--rpath", "-z",
                                     "-e",      "--entry",  "-u", "-MT",    "-MQ",     NULL};

/* What a linker or its driver reads as one: a word, or a part of one that is for the linker. */
typedef struct {
    char *text;
    guint word;
} Piece;

typedef struct {
    const char *directory;
    GArray *pieces;     /* Piece */
    GPtrArray *folders; /* const char *: of -L, in turn */
    GPtrArray *named;
    GHashTable *seen;  /* what is in there */
    GHashTable *paths; /* of that */
} Naming;

static void named_free(gpointer data)
{
    g_free(((Named *)data)->path);
    g_free(data);
}

static void piece_clear(gpointer data)
{
    g_free(((Piece *)data)->text);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* "-Wl,A,B=C" is A, B and C; of other options what stands behind a "=" or "," is one more piece. */
static void add_option(Naming *self, const char *text, guint word)
{
    gboolean hands_on = g_str_has_prefix(text, "-Wl,");
    if (g_str_has_prefix(text, "-D") || g_str_has_prefix(text, "-U")) {
        return;
    }
    g_auto(GStrv) parts = g_strsplit_set(hands_on ? text + strlen("-Wl,") : text, ",=", -1);
    for (char **part = parts; *part != NULL; part++) {
        Piece piece = {g_strdup(*part), word};
        g_array_append_val(self->pieces, piece);
    }
}

static void add_pieces(Naming *self, const GPtrArray *words)
{
    for (guint i = 1; i < words->len; i++) {
        const char *word = words->pdata[i];
        if (word[0] == '-' && !g_str_equal(word, "-Xlinker")) {
            add_option(self, word, i);
        } else if (word[0] != '-') {
            Piece piece = {g_strdup(word), i};
            g_array_append_val(self->pieces, piece);
        }
    }
}

/* "-LX" is X, and "-L" the piece behind it; NULL: it is another piece, or the last one. */
static const Piece *value_of(const Naming *self, guint at, const char *option, const char **value)
{
    const Piece *piece = &g_array_index(self->pieces, Piece, at);
    if (!g_str_has_prefix(piece->text, option)) {
        return NULL;
    }
    if (piece->text[strlen(option)] != '\0') {
        *value = piece->text + strlen(option);
        return piece;
    }
    if (at + 1 >= self->pieces->len) {
        return NULL;
    }
    const Piece *next = &g_array_index(self->pieces, Piece, at + 1);
    *value = next->text;
    return next;
}

/* ---- files ----------------------------------------------------------------------------------- */

static void add_named(Naming *self, const char *name, guint word, gboolean searched)
{
    g_autofree char *path = g_canonicalize_filename(name, self->directory);
    char *key = g_strdup_printf("%u %d %s", word, searched, path);
    /* What a word names is called so by that. */
    if (g_hash_table_add(self->seen, key) &&
        (g_hash_table_add(self->paths, g_strdup(path)) || word > 0)) {
        Named *named = g_new0(Named, 1);
        named->path = g_steal_pointer(&path);
        named->word = word;
        named->searched = searched;
        g_ptr_array_add(self->named, named);
    }
}

/* The first folder of -L that has it decides, and in it the shared library, unless the words before
 * it ask for the others. */
static void add_library(Naming *self, const char *name, guint word, gboolean is_static)
{
    static const char *const endings[] = {".so", ".a"};
    for (guint i = 0; i < self->folders->len; i++) {
        for (gsize k = is_static ? 1 : 0; k < G_N_ELEMENTS(endings); k++) {
            g_autofree char *file =
                *name == ':' ? g_strdup(name + 1) : g_strdup_printf("lib%s%s", name, endings[k]);
            g_autofree char *relative = g_build_filename(self->folders->pdata[i], file, NULL);
            g_autofree char *path = g_canonicalize_filename(relative, self->directory);
            if (g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
                add_named(self, path, word, TRUE);
                return;
            }
        }
    }
}

/* What a compiler calls its output where nobody says. */
static void add_usual_output(Naming *self, const char *text)
{
    const char *slash = strrchr(text, '/');
    const char *base = slash == NULL ? text : slash + 1;
    const char *dot = strrchr(base, '.');
    if (dot != NULL) {
        g_autofree char *name = g_strdup_printf("%.*s.o", (int)(dot - base), base);
        add_named(self, name, 0, FALSE);
    }
}

static gboolean is_one_of(const char *text, const char *const *list)
{
    return g_strv_contains(list, text);
}

/* Whether libraries behind that piece are archives only; *before is for --push-state. */
static gboolean mode_behind(const char *text, gboolean is_static, GArray *before)
{
    static const char *const archives[] = {"-static", "-Bstatic", "-dn", "-non_shared", NULL};
    static const char *const all[] = {"-Bdynamic", "-dy", "-call_shared", NULL};
    if (is_one_of(text, archives)) {
        return TRUE;
    }
    if (is_one_of(text, all)) {
        return FALSE;
    }
    if (g_str_has_suffix(text, "-push-state")) {
        g_array_append_val(before, is_static);
    } else if (g_str_has_suffix(text, "-pop-state") && before->len > 0) {
        gboolean last = g_array_index(before, gboolean, before->len - 1);
        g_array_set_size(before, before->len - 1);
        return last;
    }
    return is_static;
}

static void add_folders(Naming *self)
{
    const char *folder = NULL;
    for (guint i = 0; i < self->pieces->len; i++) {
        if (value_of(self, i, "-L", &folder) != NULL) {
            g_ptr_array_add(self->folders, (gpointer)folder);
        }
    }
}

static void add_plain(Naming *self, const Piece *piece, const char *before)
{
    if (*piece->text != '\0' && !is_one_of(before, valued)) {
        const char *equals = strchr(piece->text, '=');
        add_named(self, piece->text, piece->word, FALSE);
        if (equals != NULL && equals[1] != '\0') { /* objcopy's SECTION=FILE */
            add_named(self, equals + 1, piece->word, FALSE);
        }
    }
}

static void add_files(Naming *self)
{
    g_autoptr(GArray) before = g_array_new(FALSE, FALSE, sizeof(gboolean));
    gboolean is_static = FALSE;
    const char *last = "";
    for (guint i = 0; i < self->pieces->len; i++) {
        const Piece *piece = &g_array_index(self->pieces, Piece, i);
        const char *value = NULL;
        const Piece *at = value_of(self, i, "-l", &value);
        is_static = mode_behind(piece->text, is_static, before);
        if (at != NULL) {
            add_library(self, value, at->word, is_static);
        } else if ((g_str_has_prefix(piece->text, "-o") || g_str_has_prefix(piece->text, "-T")) &&
                   piece->text[2] != '\0') {
            add_named(self, piece->text + 2, piece->word, FALSE);
        } else if (piece->text[0] != '-' && !g_str_equal(last, "-l") && !g_str_equal(last, "-L")) {
            add_plain(self, piece, last);
        }
        last = piece->text;
    }
    for (guint i = 0; i < self->pieces->len; i++) {
        const char *text = g_array_index(self->pieces, Piece, i).text;
        if (text[0] != '-') {
            add_usual_output(self, text);
        }
    }
    add_named(self, "a.out", 0, FALSE);
}

GPtrArray *named_files(const GPtrArray *words, const char *directory)
{
    Naming self = {directory,
                   g_array_new(FALSE, FALSE, sizeof(Piece)),
                   g_ptr_array_new(),
                   g_ptr_array_new_with_free_func(named_free),
                   g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                   g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    g_array_set_clear_func(self.pieces, piece_clear);
    add_pieces(&self, words);
    add_folders(&self);
    add_files(&self);
    g_array_unref(self.pieces);
    g_ptr_array_unref(self.folders);
    g_hash_table_unref(self.seen);
    g_hash_table_unref(self.paths);
    return self.named;
}
