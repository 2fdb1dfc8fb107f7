#include "container/record/record.h"
#include "container/record/file_id.h"
#include "container/record/headers.h"
#include "container/record/named.h"
#include "container/record/tool.h"
#include "container/record/variables.h"
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define RESPONSE_DEPTH_MAX 10u
#define RESPONSE_WORDS_MAX 250000u

/* A file that a call may read or write. */
typedef struct {
    char *path;        /* absolute, as it was named */
    char *real;        /* where links lead from there; NULL: it was not there */
    char *id;          /* before the call; NULL: it was not there */
    char *digest;      /* the same; NULL: not asked */
    guint word;        /* the one that names it; 0: none does */
    gboolean searched; /* by -l */
    gboolean is_code;  /* before the call: made by a compiler, linker or archiver */
} File;

typedef struct {
    char *directory;
    char **roots;
    GPtrArray *words;      /* char *: all, with response files written out */
    GPtrArray *files;      /* File * */
    GHashTable *seen;      /* char * -> File *, the first of a path */
    struct timespec since; /* when recording began */
    gint64 began;          /* and when this call, by a clock that all have */
    GPtrArray *included;   /* char *: paths of what a compiler took in */
} Call;

static void file_free(gpointer data)
{
    File *self = data;
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
    const File *first = g_hash_table_lookup(self->seen, named->path);
    if (first == NULL && !is_below(self, named->path) && !is_new(self, named->path)) {
        return;
    }
    File *file = g_new0(File, 1);
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

static gboolean refuse_bytes(const char *text, GError **error)
{
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                "'%s' is not UTF-8, which a log cannot hold", text);
    return FALSE;
}

/* Keeps the digest of what a file is now; [PATH, ID], or null where it is not there any more. NULL
 * and an error when that cannot be kept. */
static json_t *included_told(const char *path, const char *seen, GError **error)
{
    g_autofree char *id = file_id(path);
    if (id == NULL) {
        return json_null();
    }
    g_autofree char *key = file_key(path, id);
    g_autofree char *place = g_build_filename(seen, key, NULL);
    if (!g_file_test(place, G_FILE_TEST_EXISTS)) {
        g_autofree char *digest = file_digest(path);
        if (digest == NULL) {
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s cannot be read", path);
            return NULL;
        }
        if (!g_file_set_contents(place, digest, -1, error)) {
            return NULL;
        }
    }
    json_t *pair = json_pack("[s, s]", path, id);
    if (pair == NULL) {
        refuse_bytes(path, error);
    }
    return pair;
}

/* ---- telling --------------------------------------------------------------------------------- */

static json_t *told(const File *file, const char *id, const char *digest, gboolean is_code)
{
    json_t *object =
        json_pack("{s:s, s:s, s:i}", "path", file->path, "id", id, "word", (int)file->word);
    if (object == NULL) {
        return NULL;
    }
    if (digest != NULL) {
        json_object_set_new(object, "digest", json_string(digest));
    }
    if (file->real != NULL && !g_str_equal(file->real, file->path)) {
        json_object_set_new(object, "real", json_string(file->real));
    }
    if (file->searched) {
        json_object_set_new(object, "searched", json_true());
    }
    if (is_code) {
        json_object_set_new(object, "code", json_true());
    }
    return object;
}

/* Those that the build has set. */
static json_t *variables_told(void)
{
    const char *given = g_getenv(RECORD_GIVEN);
    g_autofree char *now = record_variables();
    gboolean as_given = g_str_equal(now, given != NULL ? given : "");
    json_t *set = json_array();
    for (gsize i = 0; !as_given && record_variable_names[i] != NULL; i++) {
        const char *value = g_getenv(record_variable_names[i]);
        if (value != NULL && *value != '\0') {
            json_array_append_new(set, json_string(record_variable_names[i]));
        }
    }
    return set;
}

/* Makefiles remove objects, and write others under their names. */
static void keep_object(const Call *self, const char *path, const char *digest)
{
    const char *seen = g_getenv(RECORD_SEEN);
    for (guint i = 1; seen != NULL && digest != NULL && i < self->words->len; i++) {
        if (g_str_equal(self->words->pdata[i], "-c")) {
            g_autofree char *name = file_object_key(digest);
            g_autofree char *place = g_build_filename(seen, name, NULL);
            (void)!link(path, place);
            return;
        }
    }
}

/* The lists of a line. FALSE and an error when a name is not UTF-8, or what was included cannot be
 * kept. */
static gboolean add_words_told(const Call *self, json_t *words, GError **error)
{
    for (guint i = 0; i < self->words->len; i++) {
        if (json_array_append_new(words, json_string(self->words->pdata[i])) != 0) {
            return refuse_bytes(self->words->pdata[i], error);
        }
    }
    return TRUE;
}

static gboolean add_files_told(const Call *self, json_t *read, json_t *wrote, GError **error)
{
    for (guint i = 0; i < self->files->len; i++) {
        const File *file = self->files->pdata[i];
        g_autofree char *after = file_id(file->path);
        gboolean good =
            file->id == NULL ||
            json_array_append_new(read, told(file, file->id, file->digest, file->is_code)) == 0;
        if (after != NULL && g_strcmp0(after, file->id) != 0) {
            g_autofree char *digest = file_digest(file->path);
            keep_object(self, file->path, digest);
            good = json_array_append_new(
                       wrote, told(file, after, digest, file_is_code(file->path))) == 0 &&
                   good;
        }
        if (!good) {
            return refuse_bytes(file->path, error);
        }
    }
    return TRUE;
}

static gboolean add_included_told(const Call *self, json_t *included, GError **error)
{
    const char *seen = g_getenv(RECORD_SEEN);
    if (seen == NULL) {
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, RECORD_SEEN " is not set");
        return FALSE;
    }
    for (guint i = 0; i < self->included->len; i++) {
        json_t *pair = included_told(self->included->pdata[i], seen, error);
        if (pair == NULL) {
            return FALSE;
        }
        if (json_is_null(pair)) {
            json_decref(pair);
        } else {
            json_array_append_new(included, pair);
        }
    }
    return TRUE;
}

/* The line of the log. The caller frees it; NULL and an error as above. */
static char *line_of(const Call *self, GError **error)
{
    json_t *words = json_array(), *read = json_array(), *wrote = json_array();
    json_t *included = json_array();
    gboolean good = add_words_told(self, words, error) &&
                    add_files_told(self, read, wrote, error) &&
                    add_included_told(self, included, error);
    json_t *line = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:I, s:I}", "directory",
                             self->directory, "words", words, "read", read, "wrote", wrote,
                             "included", included, "variables", variables_told(), "began",
                             (json_int_t)self->began, "ended", (json_int_t)g_get_monotonic_time());
    good = good && (line != NULL || refuse_bytes(self->directory, error));
    char *text = good ? json_dumps(line, JSON_COMPACT) : NULL;
    json_decref(line);
    char *whole = text == NULL ? NULL : g_strconcat(text, "\n", NULL);
    free(text);
    return whole;
}

/* One call of write() adds a line, so that calls side by side do not mix theirs. */
static gboolean write_line(const char *log, const char *line)
{
    gsize length = strlen(line);
    int file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    gssize count = file < 0 ? -1 : write(file, line, length);
    int number = count < 0 ? errno : ENOSPC;
    if (file >= 0) {
        close(file);
    }
    if (count != (gssize)length) {
        g_printerr("xaas-record: %s cannot be written: %s\n", log, g_strerror(number));
    }
    return count == (gssize)length;
}

static gboolean tell(const Call *self, const char *log)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *line = line_of(self, &error);
    if (line == NULL) {
        g_printerr("xaas-record: this call of %s cannot be recorded: %s\n",
                   (const char *)self->words->pdata[0], error->message);
        return FALSE;
    }
    return write_line(log, line);
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

/* The folder of links is made just before. */
static struct timespec began(const char *links)
{
    struct stat status = {0};
    return stat(links, &status) == 0 ? status.st_mtim : (struct timespec){0};
}

/* Runs the program, tells what it did, and gives how it ended, as waitpid() does. */
static int record(const char *program, char **words, const char *log, const char *links)
{
    Call call = {
        .directory = current_folder(),
        .roots = g_strsplit(g_getenv(RECORD_ROOTS) == NULL ? "" : g_getenv(RECORD_ROOTS), ":", -1),
        .words = g_ptr_array_new_with_free_func(g_free),
        .files = g_ptr_array_new_with_free_func(file_free),
        .seen = g_hash_table_new(g_str_hash, g_str_equal),
        .since = began(links),
        .began = g_get_monotonic_time(),
        .included = g_ptr_array_new_with_free_func(g_free)};
    g_autoptr(GPtrArray) headers = g_ptr_array_new_with_free_func(g_free);
    Headers asked = {0};
    int status = 0;
    g_ptr_array_add(call.words, g_strdup(program));
    for (char **word = words + 1; *word != NULL; word++) {
        add_word(&call, *word, 0);
    }
    add_files(&call);
    headers_ask(&asked, log);
    /* What the program itself runs is a part of this call. */
    g_unsetenv(RECORD_LOG);
    gboolean ran = tool_run(program, words, &status);
    headers_tell(&asked, call.words, headers);
    add_modules(&call, headers);
    add_included(&call, headers);
    if (!ran || (status == 0 && !tell(&call, log))) {
        status = W_EXITCODE(RECORD_STATUS_FAILED, 0);
    }
    g_free(call.directory);
    g_strfreev(call.roots);
    g_ptr_array_unref(call.words);
    g_ptr_array_unref(call.files);
    g_hash_table_unref(call.seen);
    g_ptr_array_unref(call.included);
    return status;
}

/* The folder of links; NULL: this was not called by one. What a recorded program runs is not told
 * of the folder, but a configure script may have found a link there for it, with its path. */
static char *links_folder(const char *word)
{
    const char *told = g_getenv(RECORD_LINKS);
    gboolean is_link = strchr(word, '/') != NULL && g_file_test(word, G_FILE_TEST_IS_SYMLINK);
    return told != NULL ? g_strdup(told) : is_link ? g_path_get_dirname(word) : NULL;
}

int main(int argc, char **argv)
{
    g_autofree char *links = argc < 1 ? NULL : links_folder(argv[0]);
    if (links == NULL) {
        g_printerr("xaas-record: xaas-container runs this; it stands for a compiler there\n");
        return RECORD_STATUS_FAILED;
    }
    g_autofree char *path = tool_search_path(links);
    g_autofree char *program = tool_find(argv[0], path);
    g_autofree char *log = g_strdup(g_getenv(RECORD_LOG));
    /* What the program runs by full paths is its own affair. */
    g_unsetenv(RECORD_LINKS);
    if (program == NULL) {
        g_printerr("xaas-record: there is no program %s in PATH behind %s\n", argv[0], links);
        return RECORD_STATUS_MISSING;
    }
    if (path != NULL) {
        g_setenv("PATH", path, TRUE);
    }
    /* Its name is what it was called by, unless that leads here. */
    g_autofree char **words = g_new0(char *, (gsize)argc + 1);
    memcpy(words, argv, sizeof(char *) * (gsize)argc);
    words[0] = strchr(argv[0], '/') != NULL ? program : argv[0];
    if (log == NULL) {
        tool_become(program, words);
        return RECORD_STATUS_FAILED;
    }
    tool_end(record(program, words, log, links));
}
