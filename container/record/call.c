#include "container/record/call.h"
#include "container/record/file_id.h"
#include "container/record/named.h"
#include "container/record/record.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define RESPONSE_DEPTH_MAX 10u
#define RESPONSE_WORDS_MAX 250000u

static void file_free(gpointer data)
{
    CallFile *self = data;
    g_free(self->path);
    free(self->real);
    g_free(self->id);
    g_free(self->digest);
    g_free(self);
}

static gboolean is_below(const Call *self, const char *path)
{
    for (char **root = self->roots; *root != NULL; root++) {
        gsize length = strlen(*root);
        if (length > 0 && strncmp(path, *root, length) == 0 && path[length] == '/') {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a file that lies elsewhere, as in /tmp, has been made by this build. */
static gboolean is_new(const Call *self, const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || status.st_ctim.tv_sec > self->since.tv_sec ||
           (status.st_ctim.tv_sec == self->since.tv_sec &&
            status.st_ctim.tv_nsec > self->since.tv_nsec);
}

static void add_file(Call *self, const Named *named)
{
    const CallFile *first = g_hash_table_lookup(self->seen, named->path);
    if (first == NULL && !is_below(self, named->path) && !is_new(self, named->path)) {
        return;
    }
    CallFile *file = g_new0(CallFile, 1);
    file->path = g_strdup(named->path);
    file->id = first != NULL ? g_strdup(first->id) : file_id(file->path);
    file->real = first == NULL         ? realpath(file->path, NULL)
                 : first->real == NULL ? NULL
                                       : strdup(first->real);
    file->word = named->word;
    file->searched = named->searched;
    file->digest = first != NULL      ? g_strdup(first->digest)
                   : file->id != NULL ? file_digest(file->path)
                                      : NULL;
    file->is_code = first != NULL ? first->is_code : file_is_code(file->path);
    if (first == NULL) {
        g_hash_table_insert(self->seen, file->path, file);
    }
    g_ptr_array_add(self->files, file);
}

static void add_files(Call *self)
{
    g_autoptr(GPtrArray) named = named_files(self->words, self->directory);
    for (guint i = 0; i < named->len; i++) {
        add_file(self, named->pdata[i]);
    }
}

/* ---- words ----------------------------------------------------------------------------------- */

/* The words of a response file; NULL: it is none. A pipe can be read once, which is for the program
 * to do. */
static char **response_words(const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    char **words = NULL;
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR) ||
        !g_file_get_contents(path, &text, NULL, NULL)) {
        return NULL;
    }
    if (!g_shell_parse_argv(text, NULL, &words, &error) &&
        g_error_matches(error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING)) {
        words = g_new0(char *, 1);
    }
    return words;
}

/* "@FILE" becomes the words of FILE; what is no file stays. */
static void add_word(Call *self, const char *word, guint depth)
{
    g_auto(GStrv) inner = NULL;
    if (word[0] == '@' && depth <= RESPONSE_DEPTH_MAX && self->words->len < RESPONSE_WORDS_MAX) {
        inner = response_words(word + 1);
    }
    if (inner == NULL) {
        g_ptr_array_add(self->words, g_strdup(word));
        return;
    }
    for (char **each = inner; *each != NULL; each++) {
        add_word(self, *each, depth + 1);
    }
}

/* ---- what is included ------------------------------------------------------------------------ */

static void add_included(Call *self, const GPtrArray *names)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *path = g_canonicalize_filename(names->pdata[i], self->directory);
        if ((is_below(self, path) || is_new(self, path)) && !g_hash_table_contains(known, path)) {
            g_hash_table_add(known, path);
            g_ptr_array_add(self->included, g_steal_pointer(&path));
        }
    }
}

static gboolean is_fortran(const char *word)
{
    const char *dot = word[0] == '-' ? NULL : strrchr(word, '.');
    return dot != NULL && (dot[1] == 'f' || dot[1] == 'F') && strlen(dot) <= strlen(".f90");
}

/* What is compiled and linked at once is compiled again, with the modules that are there then. */
static void add_modules(const Call *self, GPtrArray *names)
{
    gboolean reads = FALSE;
    g_autoptr(GPtrArray) folders = g_ptr_array_new();
    g_ptr_array_add(folders, (gpointer) ".");
    for (guint i = 1; i < self->words->len; i++) {
        const char *word = self->words->pdata[i];
        const char *next = i + 1 < self->words->len ? self->words->pdata[i + 1] : "";
        if (g_str_equal(word, "-c")) {
            return;
        }
        if (g_str_has_prefix(word, "-J") || g_str_has_prefix(word, "-I")) {
            g_ptr_array_add(folders, (gpointer)(word[2] != '\0' ? word + 2 : next));
        }
        reads = reads || is_fortran(word);
    }
    for (guint i = 0; reads && i < folders->len; i++) {
        g_autofree char *folder = g_canonicalize_filename(folders->pdata[i], self->directory);
        g_autoptr(GDir) open = g_dir_open(folder, 0, NULL);
        for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
            if (g_str_has_suffix(name, ".mod")) {
                g_ptr_array_add(names, g_build_filename(folder, name, NULL));
            }
        }
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

/* The folder that paths begin in, without links that a shell has gone through: what ".." leads to
 * is seen from there. */
static char *current_folder(void)
{
    char *folder = realpath(".", NULL);
    char *copy = g_strdup(folder != NULL ? folder : "/");
    free(folder);
    return copy;
}

void call_begin(Call *self, const char *program, char **words, struct timespec since)
{
    const char *roots = g_getenv(RECORD_ROOTS);
    *self = (Call){.directory = current_folder(),
                   .roots = g_strsplit(roots == NULL ? "" : roots, ":", -1),
                   .words = g_ptr_array_new_with_free_func(g_free),
                   .files = g_ptr_array_new_with_free_func(file_free),
                   .seen = g_hash_table_new(g_str_hash, g_str_equal),
                   .since = since,
                   .began = g_get_monotonic_time(),
                   .included = g_ptr_array_new_with_free_func(g_free)};
    g_ptr_array_add(self->words, g_strdup(program));
    for (char **word = words + 1; *word != NULL; word++) {
        add_word(self, *word, 0);
    }
    add_files(self);
}

void call_include(Call *self, GPtrArray *names)
{
    add_modules(self, names);
    add_included(self, names);
}

void call_clear(Call *self)
{
    g_free(self->directory);
    g_strfreev(self->roots);
    g_ptr_array_unref(self->words);
    g_ptr_array_unref(self->files);
    g_hash_table_unref(self->seen);
    g_ptr_array_unref(self->included);
}
