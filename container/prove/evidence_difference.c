#include "container/build/workspace.h"
#include "container/prove/evidence_parts.h"
#include "core/text_order.h"

#define NAMES_SHOWN 6u

static void add_shown(GString *text, const char *title, const GPtrArray *items)
{
    if (items->len == 0) {
        return;
    }
    g_string_append_printf(text, "%s%s ", text->len > 0 ? "; " : "", title);
    for (guint i = 0; i < items->len && i < NAMES_SHOWN; i++) {
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", (const char *)items->pdata[i]);
    }
    if (items->len > NAMES_SHOWN) {
        g_string_append_printf(text, " and %u more", items->len - NAMES_SHOWN);
    }
}

static gboolean is_own_path(const char *path)
{
    return evidence_below(path, SANDBOX_SOURCE) != NULL ||
           evidence_below(path, SANDBOX_BUILD) != NULL;
}

/* The project's files. What the system's differ in follows from what else is told, mostly; where
 * nothing is, they are all that is left to name. */
static void add_files(GString *text, const GPtrArray *files)
{
    g_autoptr(GPtrArray) own = g_ptr_array_new();
    for (guint i = 0; i < files->len; i++) {
        if (is_own_path(files->pdata[i])) {
            g_ptr_array_add(own, files->pdata[i]);
        }
    }
    add_shown(text, "files", own->len > 0 || text->len > 0 ? own : files);
}

static gboolean has_word(char **words, const char *word)
{
    return g_strv_contains((const char *const *)words, word);
}

static GPtrArray *differing_words(char **a, char **b)
{
    GPtrArray *words = g_ptr_array_new();
    for (char **word = a; *word != NULL; word++) {
        if (!has_word(b, *word)) {
            g_ptr_array_add(words, *word);
        }
    }
    for (char **word = b; *word != NULL; word++) {
        if (!has_word(a, *word)) {
            g_ptr_array_add(words, *word);
        }
    }
    return words;
}

/* Whether a file of the project itself mentions the macro; system headers often ask about macros
 * without anything coming of it. */
static gboolean own_file_mentions(Evidence *self, const UnitKey *key, guint number)
{
    for (guint i = 0; i < key->closure->len; i++) {
        KnownFile *known = evidence_file(self, key->proof->build, key->closure->pdata[i]);
        if (known->own && macro_bits_get(evidence_file_bits(self, known), number)) {
            return TRUE;
        }
    }
    return FALSE;
}

static GPtrArray *differing_macros(Evidence *self, const UnitKey *a, const UnitKey *b,
                                   gboolean *own)
{
    GPtrArray *names = g_ptr_array_new();
    for (guint i = 0; i < self->watched->len; i++) {
        const char *name = lexicon_name(self->lexicon, g_array_index(self->watched, guint32, i));
        if ((macro_bits_get(&a->mentioned, i) || macro_bits_get(&b->mentioned, i)) &&
            g_strcmp0(g_hash_table_lookup(a->proof->frontend->state->bodies, name),
                      g_hash_table_lookup(b->proof->frontend->state->bodies, name)) != 0) {
            g_ptr_array_add(names, (gpointer)name);
            *own = *own || own_file_mentions(self, a, i) || own_file_mentions(self, b, i);
        }
    }
    g_ptr_array_sort(names, text_order);
    return names;
}

static GHashTable *paths_of(const UnitKey *key)
{
    GHashTable *paths = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < key->closure->len; i++) {
        g_hash_table_add(paths, key->closure->pdata[i]);
    }
    return paths;
}

/* Whether the two keys saw something else in the file PATH of A's closure; OF_B is B's. */
static gboolean differs(Evidence *self, const UnitKey *a, const UnitKey *b, const char *path,
                        GHashTable *of_b)
{
    const KnownFile *left = evidence_file(self, a->proof->build, path);
    const KnownFile *right = evidence_file(self, b->proof->build, path);
    if (right->file == NULL || left->file == NULL) {
        return TRUE;
    }
    if (g_str_equal(left->file->digest, right->file->digest)) {
        return !g_hash_table_contains(of_b, path);
    }
    g_autofree char *from_left = evidence_reduced_digest(self, left->file, &a->mentioned);
    g_autofree char *from_right = evidence_reduced_digest(self, right->file, &b->mentioned);
    return !g_str_equal(from_left, from_right);
}

static GPtrArray *differing_files(Evidence *self, const UnitKey *a, const UnitKey *b)
{
    GPtrArray *paths = g_ptr_array_new();
    g_autoptr(GHashTable) of_a = paths_of(a);
    g_autoptr(GHashTable) of_b = paths_of(b);
    for (guint i = 0; i < a->closure->len; i++) {
        if (differs(self, a, b, a->closure->pdata[i], of_b)) {
            g_ptr_array_add(paths, a->closure->pdata[i]);
        }
    }
    for (guint i = 0; i < b->closure->len; i++) {
        if (!g_hash_table_contains(of_a, b->closure->pdata[i])) {
            g_ptr_array_add(paths, b->closure->pdata[i]);
        }
    }
    return paths;
}

/* What a file leaves open, in words. */
static const char *doubt_words(const LexedFile *file, const Frontend *frontend)
{
    static const struct {
        FileDoubt doubt;
        const char *words;
    } doubts[] = {
        {FILE_DOUBT_TIMESTAMP, "__TIMESTAMP__"},
        {FILE_DOUBT_EMBED, "#embed"},
        {FILE_DOUBT_BUILTIN, "__has_builtin of a name that is pasted"},
        {FILE_DOUBT_ESCAPES, "a name with an escape, a trigraph or a line that ends in a return"},
        {FILE_DOUBT_COMMENT, "a comment that may be none"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(doubts); i++) {
        if ((file->doubts & doubts[i].doubt) != 0) {
            return doubts[i].words;
        }
    }
    return file->raw_texts && !frontend->raw_texts          ? "a raw text"
           : file->two_comments && !frontend->line_comments ? "a comment that may be none"
                                                            : NULL;
}

/* Why a key is its own. */
static void add_doubt(Evidence *self, GString *text, const UnitKey *key)
{
    const char *map = evidence_header_map(self, key->proof);
    g_string_append(text, text->len > 0 ? "; " : "");
    if (*map != '\0') {
        g_string_append_printf(text, "%s is a header map, and nothing pins what it leads to", map);
        return;
    }
    for (guint i = 0; i < key->closure->len; i++) {
        const KnownFile *known = evidence_file(self, key->proof->build, key->closure->pdata[i]);
        const char *words = doubt_words(known->file, key->proof->frontend);
        if (words != NULL) {
            g_string_append_printf(text, "nothing pins %s in %s", words, known->path);
            return;
        }
    }
    g_string_append(text, "something that commands define, or more files than are looked at");
}

char *evidence_difference(Evidence *self, const UnitKey *a, const UnitKey *b, gboolean *promising)
{
    g_autoptr(GString) text = g_string_new(NULL);
    const Frontend *left = a->proof->frontend;
    const Frontend *right = b->proof->frontend;
    gboolean own = FALSE;
    g_autoptr(GPtrArray) options = differing_words(left->rest, right->rest);
    g_autoptr(GPtrArray) includes = differing_words(left->includes, right->includes);
    g_autoptr(GPtrArray) macros = differing_macros(self, a, b, &own);
    g_autoptr(GPtrArray) files = differing_files(self, a, b);
    add_shown(text, "options", options);
    add_shown(text, "macros", macros);
    add_shown(text, "places of headers", includes);
    add_files(text, files);
    if (text->len == 0 && !g_str_equal(evidence_option_files(self, a->proof),
                                       evidence_option_files(self, b->proof))) {
        g_string_append(text, "what is in the files that options name");
    }
    if (a->doubtful || b->doubtful) {
        add_doubt(self, text, a->doubtful ? a : b);
    }
    if (text->len == 0) {
        g_string_append(text, "the order of options or of headers, or what a header search could "
                              "meet");
    }
    for (guint i = 0; i < files->len; i++) {
        own = own || is_own_path(files->pdata[i]);
    }
    *promising = options->len == 0 && !own;
    return g_string_free(g_steal_pointer(&text), FALSE);
}
