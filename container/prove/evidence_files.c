#include "container/build/workspace.h"
#include "container/prove/evidence_parts.h"
#include "core/file.h"
#include "core/text_order.h"
#include <string.h>

const char *evidence_below(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length : NULL;
}

char *evidence_host_path(const Evidence *self, const char *build, const char *neutral)
{
    const char *rest = evidence_below(neutral, SANDBOX_BUILD);
    if (rest != NULL) {
        return g_strconcat(build, rest, NULL);
    }
    rest = evidence_below(neutral, SANDBOX_SOURCE);
    if (rest != NULL) {
        g_autofree char *source = sandbox_source_folder(self->request->sandbox, build);
        return g_strconcat(source, rest, NULL);
    }
    const char *root = self->request->sandbox->root;
    return root != NULL ? g_strconcat(root, neutral, NULL) : g_strdup(neutral);
}

/* Takes the text. */
static void lex(Evidence *self, KnownFile *known, char *text, gsize length)
{
    known->file = lexicon_read(self->lexicon, text, length);
    g_ptr_array_add(self->lexed, known->file);
    if (known->generated) {
        lexicon_plain_lines(self->lexicon, known->file);
    }
}

/* The same for one of the copies that build trees have of the sources: nearly all are equal. */
static void lex_copy(Evidence *self, KnownFile *known, char *text, gsize length)
{
    g_autofree char *digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    known->file = g_hash_table_lookup(self->texts, digest);
    known->copy = known->file != NULL;
    if (known->copy) {
        g_free(text);
        return;
    }
    lex(self, known, text, length);
    g_hash_table_insert(self->texts, known->file->digest, known->file);
}

gboolean evidence_differs_by_build(const Evidence *self, const char *neutral)
{
    return evidence_below(neutral, SANDBOX_BUILD) != NULL ||
           (self->request->sandbox->own_sources && evidence_below(neutral, SANDBOX_SOURCE) != NULL);
}

/* Reads the file at a path that no link is part of; `host` is its name on the host. */
static KnownFile *read_known(Evidence *self, const char *neutral, const char *host)
{
    KnownFile *known = g_new0(KnownFile, 1);
    gboolean is_source = evidence_below(neutral, SANDBOX_SOURCE) != NULL;
    known->path = g_strdup(neutral);
    known->generated = evidence_below(neutral, SANDBOX_BUILD) != NULL;
    known->own = known->generated || is_source;
    gsize length = 0;
    char *text = file_read(host, LEXICON_FILE_BYTES_MAX, &length, NULL);
    if (text != NULL && is_source && self->request->sandbox->own_sources) {
        lex_copy(self, known, text, length);
    } else if (text != NULL) {
        lex(self, known, text, length);
    }
    g_ptr_array_add(self->known, known);
    return known;
}

KnownFile *evidence_file(Evidence *self, const char *build, const char *neutral)
{
    KnownFile *known = g_hash_table_lookup(self->fixed, neutral);
    if (known != NULL) {
        return known;
    }
    g_autofree char *path = evidence_host_path(self, build, neutral);
    gboolean differs = evidence_differs_by_build(self, neutral);
    known = differs ? g_hash_table_lookup(self->files, path) : NULL;
    if (known != NULL) {
        return known;
    }
    g_autofree char *real = evidence_follow(self, build, neutral);
    g_autofree char *host = evidence_host_path(self, build, real);
    known = g_hash_table_lookup(self->files, host);
    if (known == NULL) {
        known = read_known(self, real, host);
        g_hash_table_insert(self->files, g_strdup(host), known);
    }
    if (differs) {
        g_hash_table_replace(self->files, g_steal_pointer(&path), known);
    } else if (!evidence_differs_by_build(self, real)) {
        g_hash_table_insert(self->fixed, g_strdup(neutral), known);
    }
    return known;
}

void evidence_read(Evidence *self, const char *build, const GPtrArray *closure)
{
    for (guint i = 0; closure != NULL && i < closure->len; i++) {
        evidence_file(self, build, closure->pdata[i]);
    }
}

/* Where the file that (a part of) an option names is on the host. NULL when there is none; the
 * caller frees it. */
static char *option_file(const Evidence *self, const UnitProof *proof, const char *value)
{
    g_autofree char *path = g_canonicalize_filename(value, proof->unit->directory);
    g_autofree char *neutral = sandbox_neutral_text(self->request->sandbox, proof->build, path);
    g_autofree char *real = evidence_follow(self, proof->build, neutral);
    g_autofree char *host = evidence_host_path(self, proof->build, real);
    return g_file_test(host, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer(&host) : NULL;
}

/* The digest of that file; NULL when there is none. The caller frees it. */
static char *option_file_digest(const Evidence *self, const UnitProof *proof, const char *value)
{
    g_autofree char *host = option_file(self, proof, value);
    if (host == NULL) {
        return NULL;
    }
    gsize length = 0;
    g_autofree char *bytes = file_read(host, LEXICON_FILE_BYTES_MAX, &length, NULL);
    return bytes == NULL
               ? g_strdup_printf("unread %s", proof->unit->configuration)
               : g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, length);
}

static const char *behind_equals(const char *text)
{
    const char *equals = strchr(text, '=');
    return equals == NULL ? NULL : equals + 1;
}

const char *evidence_option_files(Evidence *self, const UnitProof *proof)
{
    g_autofree char *key = g_strdup_printf("%p %s", (const void *)proof->frontend, proof->build);
    const char *known = g_hash_table_lookup(self->options, key);
    if (known != NULL) {
        return known;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    for (char **word = proof->frontend->rest; *word != NULL; word++) {
        for (const char *value = *word; value != NULL; value = behind_equals(value)) {
            g_autofree char *digest = option_file_digest(self, proof, value);
            if (digest != NULL) {
                g_string_append_printf(text, "%" G_GSIZE_FORMAT " %s\n",
                                       (gsize)(word - proof->frontend->rest), digest);
            }
        }
    }
    char *kept = g_string_free(g_steal_pointer(&text), FALSE);
    g_hash_table_insert(self->options, g_steal_pointer(&key), kept);
    return kept;
}

/* By what they begin with, in either order of bytes; nobody asks for the ending. */
static gboolean is_header_map(const char *host)
{
    return file_begins_with(host, "pamh", 4) || file_begins_with(host, "hmap", 4);
}

const char *evidence_header_map(Evidence *self, const UnitProof *proof)
{
    g_autofree char *key = g_strdup_printf("%p %s", (const void *)proof->frontend, proof->build);
    const char *found = g_hash_table_lookup(self->maps, key);
    if (found != NULL) {
        return found;
    }
    found = "";
    for (char **word = proof->frontend->includes; *word != NULL && *found == '\0'; word++) {
        g_autofree char *host = **word == '-' ? NULL : option_file(self, proof, *word);
        found = host != NULL && is_header_map(host) ? *word : found;
    }
    g_hash_table_insert(self->maps, g_steal_pointer(&key), (gpointer)found);
    return found;
}

static void add_builtins(Evidence *self, LexedFile *file)
{
    for (guint i = 0; i < file->builtins->len; i++) {
        const char *name = lexicon_name(self->lexicon, g_array_index(file->builtins, guint32, i));
        if (g_hash_table_contains(self->builtins, name)) {
            continue;
        }
        if (self->builtins_known) {
            /* It came too late to be asked. */
            file->doubts |= FILE_DOUBT_BUILTIN;
        } else {
            g_hash_table_add(self->builtins, (gpointer)name);
        }
    }
}

/* What commands define is in no file, and holds for every unit as far as this can tell. */
static void read_definitions(Evidence *self)
{
    g_autoptr(GPtrArray) words = frontends_definitions(self->frontends);
    for (guint i = 0; i < words->len; i++) {
        const char *word = words->pdata[i];
        g_autoptr(LexedFile) lexed = lexicon_read(self->lexicon, g_strdup(word), strlen(word));
        add_builtins(self, lexed);
        self->definitions_ask_target = self->definitions_ask_target || lexed->asks_target;
        self->definitions_doubtful = self->definitions_doubtful || lexed->doubts != FILE_DOUBT_NONE;
        self->definitions_make_pragmas = self->definitions_make_pragmas || lexed->pragmas_computed;
        self->definitions_look_up =
            self->definitions_look_up || lexed->includes_computed || lexed->included->len > 0;
    }
}

GPtrArray *evidence_builtins(Evidence *self)
{
    if (!self->builtins_known) {
        read_definitions(self);
    }
    for (guint f = 0; f < self->lexed->len; f++) {
        add_builtins(self, self->lexed->pdata[f]);
    }
    self->builtins_known = TRUE;
    GPtrArray *names = g_ptr_array_new();
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, self->builtins);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        g_ptr_array_add(names, name);
    }
    g_ptr_array_sort(names, text_order);
    return names;
}
