#include "discover/make/stub.h"
#include "core/path.h"
#include "discover/make/begin.h"
#include <string.h>

/* What the paths of stubs begin with while they are read; no path of a tree does. */
#define STUB_PATH "//"

/* Parts of an included path at whose end a stub is looked for. */
#define STUB_PARTS_MAX 8u

/* Behind the last part that is not plain text: a reference, a hole, a folder above. */
static const char *plain_end(const char *word)
{
    const char *plain = word;
    for (const char *part = word; part != NULL;) {
        const char *end = strchr(part, '/');
        gsize length = end != NULL ? (gsize)(end - part) : strlen(part);
        gboolean named = length > 0 && *part != '.' &&
                         strspn(part, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-+") == length;
        plain = named ? plain : part + length;
        part = end != NULL ? end + 1 : NULL;
    }
    return plain;
}

/* Calls `found` with each end of the word that may be the path of a stub, the longest first, until
 * it gives something. */
static MakeSource *each_end(MakeReading *self, const char *word,
                            MakeSource *(*found)(MakeReading *self, const char *end, gpointer data),
                            gpointer data)
{
    const char *end = plain_end(word);
    end += *end == '/' ? 1 : 0;
    for (guint i = 0; i < STUB_PARTS_MAX && *end != '\0'; i++) {
        const char *slash = strchr(end, '/');
        /* A name alone is that of a file beside the makefile. */
        MakeSource *source = slash != NULL || end != word ? found(self, end, data) : NULL;
        if (source != NULL || slash == NULL) {
            return source;
        }
        end = slash + 1;
    }
    return NULL;
}

static MakeSource *known(MakeReading *self, const char *end, gpointer data)
{
    (void)data;
    g_autofree char *path = g_strconcat(STUB_PATH, end, NULL);
    return g_hash_table_lookup(self->sources, path);
}

MakeSource *make_known_stub(MakeReading *self, const char *word)
{
    return each_end(self, word, known, NULL);
}

/* Where the project includes the stub: `self->at`, a line of `by`. */
static void note_place(MakeReading *self, MakeSource *stub, const MakeSource *by)
{
    g_autofree char *line = make_file_line(by->file, self->at.line);
    g_autofree char *valid = g_utf8_make_valid(line != NULL ? g_strstrip(line) : "", -1);
    stub->stub_at = self->at;
    stub->stub_text = arena_strdup(self->arena, valid);
}

static gboolean is_entry(const char *path)
{
    return make_is_entry_name(path_base(path));
}

static MakeSource *read_stub(MakeReading *self, const char *end, gpointer data)
{
    const MakeSource *by = data;
    g_autofree char *file = g_build_filename(self->options->stub_folder, "make", end, NULL);
    g_autofree char *text = NULL;
    gsize length = 0;
    if (!g_file_test(file, G_FILE_TEST_IS_REGULAR) ||
        !g_file_get_contents(file, &text, &length, NULL) || length > MAKE_FILE_BYTES_MAX ||
        !g_utf8_validate(text, (gssize)length, NULL)) {
        return NULL;
    }
    g_autofree char *path = g_strconcat(STUB_PATH, end, NULL);
    MakeSource *source = arena_new0(self->scratch, MakeSource);
    source->file = make_file_new(self->scratch, arena_intern(self->arena, path), text);
    source->read = GUARD_FALSE;
    source->central = TRUE;
    note_place(self, source, by);
    g_hash_table_insert(self->sources, (gpointer)source->file->path, source);
    g_ptr_array_add(self->order, source);
    self->stubs++;
    return source;
}

MakeSource *make_find_stub(MakeReading *self, const MakeSource *by, const char *word)
{
    MakeSource *source = make_known_stub(self, word);
    /* What the makefiles of several cases share says more than one of these. */
    if (source != NULL && is_entry(source->stub_at.path) && !is_entry(by->file->path)) {
        note_place(self, source, by);
    }
    if (source != NULL || self->options->stub_folder == NULL) {
        return source;
    }
    return each_end(self, word, read_stub, (gpointer)by);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* The stub that the place lies in; NULL: it lies in the tree. */
static const MakeSource *stub_of(const MakeReading *self, const Span *at)
{
    return at->path != NULL && g_str_has_prefix(at->path, STUB_PATH)
               ? g_hash_table_lookup(self->sources, at->path)
               : NULL;
}

static void place(const MakeReading *self, Span *at)
{
    const MakeSource *stub = stub_of(self, at);
    *at = stub != NULL ? stub->stub_at : *at;
}

/* Several lines of a stub are one place. */
static void place_uses(const MakeReading *self, GPtrArray *uses)
{
    guint kept = 0;
    for (guint i = 0; i < uses->len; i++) {
        Span *use = uses->pdata[i];
        place(self, use);
        if (kept == 0 || span_compare(use, uses->pdata[kept - 1]) != 0) {
            uses->pdata[kept++] = use;
        }
    }
    g_ptr_array_set_size(uses, (int)kept);
}

/* Whether nothing but stubs declares the option. */
static gboolean is_of_stubs(const MakeReading *self, const Option *option)
{
    gboolean outside = option->builder == BUILDER_MAKE && option->definitions->len > 0;
    for (guint i = 0; outside && i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        outside = stub_of(self, &definition->at) != NULL;
    }
    return outside;
}

static void mark_unnamed(MakeReading *self)
{
    g_autoptr(GHashTable) unnamed = g_hash_table_new(g_str_hash, g_str_equal);
    const GPtrArray *options = self->facts->options;
    for (guint i = 0; i < options->len; i++) {
        const Option *option = options->pdata[i];
        if (is_of_stubs(self, option)) {
            g_hash_table_add(unnamed, (gpointer)option->name);
        }
    }
    make_find_unnamed(self, unnamed);
    for (guint i = 0; i < options->len; i++) {
        Option *option = options->pdata[i];
        option->unnamed = option->unnamed || (is_of_stubs(self, option) &&
                                              g_hash_table_contains(unnamed, option->name));
    }
}

static void place_option(const MakeReading *self, const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        Definition *definition = option->definitions->pdata[i];
        const MakeSource *stub = stub_of(self, &definition->at);
        definition->text = stub != NULL ? stub->stub_text : definition->text;
        place(self, &definition->at);
        place(self, &definition->declared_at);
    }
    for (guint i = 0; i < option->values->len; i++) {
        place(self, &((AllowedValue *)option->values->pdata[i])->at);
    }
    place_uses(self, (GPtrArray *)option->uses);
}

void make_place_stubs(MakeReading *self)
{
    if (self->stubs == 0) {
        return;
    }
    mark_unnamed(self);
    const Facts *facts = self->facts;
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *option = facts->options->pdata[i];
        if (option->builder == BUILDER_MAKE) {
            place_option(self, option);
        }
    }
    for (guint i = 0; i < facts->effects->len; i++) {
        place(self, &((Effect *)facts->effects->pdata[i])->at);
    }
    for (guint i = 0; i < facts->constraints->len; i++) {
        place(self, &((Constraint *)facts->constraints->pdata[i])->at);
    }
    for (guint i = 0; i < facts->ledger->len; i++) {
        place(self, &((LedgerEntry *)facts->ledger->pdata[i])->at);
    }
}
