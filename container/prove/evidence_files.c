#include "container/build/workspace.h"
#include "container/prove/evidence_parts.h"
#include "core/file.h"
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define BUILD_FILES_MAX 2000000u
#define FOLDER_DEPTH_MAX 64u

const char *evidence_below(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length : NULL;
}

static char *host_path(const Evidence *self, const char *build, const char *neutral)
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

KnownFile *evidence_file(Evidence *self, const char *build, const char *neutral)
{
    KnownFile *known = g_hash_table_lookup(self->fixed, neutral);
    if (known != NULL) {
        return known;
    }
    g_autofree char *path = host_path(self, build, neutral);
    known = g_hash_table_lookup(self->files, path);
    if (known != NULL) {
        return known;
    }
    known = g_new0(KnownFile, 1);
    gboolean is_source = evidence_below(neutral, SANDBOX_SOURCE) != NULL;
    known->generated = evidence_below(neutral, SANDBOX_BUILD) != NULL;
    gboolean copied = is_source && self->request->sandbox->own_sources;
    if (!known->generated && !copied) {
        g_hash_table_insert(self->fixed, g_strdup(neutral), known);
    }
    known->own = known->generated || is_source;
    gsize length = 0;
    char *text = file_read(path, LEXICON_FILE_BYTES_MAX, &length, NULL);
    if (text != NULL && copied) {
        lex_copy(self, known, text, length);
    } else if (text != NULL) {
        lex(self, known, text, length);
    }
    g_hash_table_insert(self->files, g_steal_pointer(&path), known);
    return known;
}

void evidence_read(Evidence *self, const char *build, const GPtrArray *closure)
{
    for (guint i = 0; closure != NULL && i < closure->len; i++) {
        evidence_file(self, build, closure->pdata[i]);
    }
}

/* The digest of the file that (a part of) an option names, where each configuration has one of its
 * own. NULL when there is none; the caller frees it. */
static char *option_file_digest(const Evidence *self, const UnitProof *proof, const char *value)
{
    const Sandbox *sandbox = self->request->sandbox;
    g_autofree char *path = g_canonicalize_filename(value, proof->unit->directory);
    g_autofree char *neutral = sandbox_neutral_text(sandbox, proof->build, path);
    gboolean differs = evidence_below(neutral, SANDBOX_BUILD) != NULL ||
                       (sandbox->own_sources && evidence_below(neutral, SANDBOX_SOURCE) != NULL);
    g_autofree char *host = differs ? host_path(self, proof->build, neutral) : NULL;
    GStatBuf status;
    if (host == NULL || g_lstat(host, &status) != 0 || S_ISDIR(status.st_mode)) {
        return NULL;
    }
    gsize length = 0;
    /* A link may lead to where only the sandbox sees something. */
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
        self->definitions_doubtful = self->definitions_doubtful || lexed->doubts != FILE_DOUBT_NONE;
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
    g_ptr_array_sort(names, texts_compare);
    return names;
}

static void add_build_files(BuildFiles *files, GPtrArray *all, const char *root, const char *folder,
                            guint depth)
{
    g_autofree char *path = g_build_filename(root, folder, NULL);
    g_autoptr(GDir) open = depth > FOLDER_DEPTH_MAX ? NULL : g_dir_open(path, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *relative =
            *folder == '\0' ? g_strdup(name) : g_build_filename(folder, name, NULL);
        g_autofree char *full = g_build_filename(root, relative, NULL);
        struct stat status;
        if (lstat(full, &status) != 0 || all->len >= BUILD_FILES_MAX) {
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            add_build_files(files, all, root, relative, depth + 1);
            continue;
        }
        GPtrArray *paths = g_hash_table_lookup(files->by_name, name);
        if (paths == NULL) {
            paths = g_ptr_array_new_with_free_func(g_free);
            g_hash_table_insert(files->by_name, g_strdup(name), paths);
        }
        g_ptr_array_add(paths, g_strdup(relative));
        g_ptr_array_add(all, g_strdup(relative));
    }
}

const BuildFiles *evidence_build_files(Evidence *self, const char *build)
{
    BuildFiles *files = g_hash_table_lookup(self->builds, build);
    if (files == NULL) {
        files = g_new0(BuildFiles, 1);
        files->by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                               (GDestroyNotify)g_ptr_array_unref);
        g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
        add_build_files(files, all, build, "", 0);
        g_ptr_array_sort(all, texts_compare);
        g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
        for (guint i = 0; i < all->len; i++) {
            const char *path = all->pdata[i];
            g_checksum_update(checksum, (const guchar *)path, (gssize)strlen(path) + 1);
        }
        files->all = g_strdup(g_checksum_get_string(checksum));
        files->ids = g_hash_table_new(NULL, NULL);
        GHashTableIter iter;
        gpointer name, paths;
        g_hash_table_iter_init(&iter, files->by_name);
        while (g_hash_table_iter_next(&iter, &name, &paths)) {
            g_ptr_array_sort(paths, texts_compare);
            g_hash_table_add(files->ids, GUINT_TO_POINTER(lexicon_id(self->lexicon, name)));
        }
        g_hash_table_insert(self->builds, g_strdup(build), files);
    }
    return files;
}
