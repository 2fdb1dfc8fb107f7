#include "core/file.h"
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

G_DEFINE_QUARK(xaas - file - error, file_error)

/* What a person can do about an error of the system, by its number. */
static const char *remedy_for(int number)
{
    switch (number) {
    case ENOSPC:
    case EDQUOT:
        return "free some space there, or name a file on another disk";
    case EACCES:
    case EPERM:
        return "make the folder writable, or name a file in another folder";
    case EROFS:
        return "the file system is read-only: name a file elsewhere";
    case ENOENT:
    case ENOTDIR:
        return "create its folder first, or name a file in a folder that exists";
    case EISDIR:
        return "name a file, not a folder";
    case ENAMETOOLONG:
        return "give it a shorter name: it is longer while it is written";
    case EFBIG:
        return "raise the limit on file sizes (ulimit -f)";
    case EPIPE:
        return "the program that reads the output ended early";
    default:
        return "nothing was changed; try again or name another file";
    }
}

static gboolean fail_writing(const char *path, int number, GError **error)
{
    g_set_error(error, FILE_ERROR, FILE_ERROR_WRITE, "%s cannot be written: %s; %s", path,
                g_strerror(number), remedy_for(number));
    return FALSE;
}

static gboolean write_descriptor(int descriptor, const char *name, const char *contents,
                                 gsize length, GError **error)
{
    while (length > 0) {
        gssize written = write(descriptor, contents, length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return fail_writing(name, written < 0 ? errno : EIO, error);
        }
        contents += written;
        length -= (gsize)written;
    }
    return TRUE;
}

static gboolean write_directly(const char *path, const char *contents, gsize length, GError **error)
{
    int descriptor = g_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);
    if (descriptor < 0) {
        return fail_writing(path, errno, error);
    }
    gboolean written = write_descriptor(descriptor, path, contents, length, error);
    if (close(descriptor) != 0 && written) {
        return fail_writing(path, errno, error);
    }
    return written;
}

/* The errno behind an error of GLib, which tells only its class; 0 where it matters to nobody. */
static int number_of(const GError *error)
{
    static const struct {
        int code;
        int number;
    } table[] = {
        {G_FILE_ERROR_NOSPC, ENOSPC}, {G_FILE_ERROR_ACCES, EACCES},
        {G_FILE_ERROR_PERM, EPERM},   {G_FILE_ERROR_ROFS, EROFS},
        {G_FILE_ERROR_NOENT, ENOENT}, {G_FILE_ERROR_NOTDIR, ENOTDIR},
        {G_FILE_ERROR_ISDIR, EISDIR}, {G_FILE_ERROR_NAMETOOLONG, ENAMETOOLONG},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(table); i++) {
        if (g_error_matches(error, G_FILE_ERROR, table[i].code)) {
            return table[i].number;
        }
    }
    return 0;
}

static gboolean write_beside(const char *path, const char *contents, gsize length, int mode,
                             GError **error)
{
    g_autoptr(GError) cause = NULL;
    if (g_file_set_contents_full(path, contents, (gssize)length,
                                 G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, mode,
                                 &cause)) {
        return TRUE;
    }
    int number = number_of(cause);
    if (number != 0) {
        return fail_writing(path, number, error);
    }
    g_set_error(error, FILE_ERROR, FILE_ERROR_WRITE, "%s cannot be written: %s; %s", path,
                cause->message, remedy_for(0));
    return FALSE;
}

/* As many as Linux follows. */
#define LINKS_MAX 40u

/* The file that is meant where a link is named, whether it is there or not: renaming over a link
 * would replace the link. The caller frees it. */
static char *behind_links(const char *path)
{
    char *at = g_strdup(path);
    for (guint i = 0; i < LINKS_MAX; i++) {
        g_autofree char *target = g_file_read_link(at, NULL);
        if (target == NULL) {
            break;
        }
        g_autofree char *folder = g_path_get_dirname(at);
        g_free(at);
        at = g_path_is_absolute(target) ? g_steal_pointer(&target)
                                        : g_build_filename(folder, target, NULL);
    }
    return at;
}

gboolean file_write(const char *path, const char *contents, gsize length, GError **error)
{
    g_return_val_if_fail(length <= G_MAXSSIZE, FALSE);
    if (g_str_equal(path, FILE_STANDARD_OUTPUT)) {
        return write_descriptor(STDOUT_FILENO, "standard output", contents, length, error);
    }
    g_autofree char *target = behind_links(path);
    GStatBuf status;
    if (g_stat(path, &status) != 0) {
        return errno == ENOENT || errno == EACCES
                   ? write_beside(target, contents, length, 0666, error)
                   : fail_writing(path, errno, error);
    }
    if (S_ISDIR(status.st_mode)) {
        return fail_writing(path, EISDIR, error);
    }
    if (!S_ISREG(status.st_mode)) {
        return write_directly(path, contents, length, error);
    }
    int mode = (int)(status.st_mode & 07777);
    gboolean written = write_beside(target, contents, length, mode, error);
    if (written && g_chmod(target, mode) != 0) {
        written = fail_writing(target, errno, error);
    }
    return written;
}

gboolean file_may_write(const char *path, GError **error)
{
    if (g_str_equal(path, FILE_STANDARD_OUTPUT)) {
        return TRUE;
    }
    if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
        return fail_writing(path, EISDIR, error);
    }
    gboolean directly =
        g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR);
    g_autofree char *target = behind_links(path);
    g_autofree char *folder = g_path_get_dirname(target);
    if (g_access(directly ? path : folder, W_OK) != 0) {
        return fail_writing(path, errno, error);
    }
    return directly || g_file_test(folder, G_FILE_TEST_IS_DIR) ||
           fail_writing(path, ENOTDIR, error);
}

static char *fail_reading(const char *path, int number, GError **error)
{
    const char *remedy = "try again";
    if (number == ENOENT || number == ENOTDIR) {
        remedy = "check its name";
    } else if (number == EACCES || number == EPERM) {
        remedy = "make it readable";
    }
    g_set_error(error, FILE_ERROR, FILE_ERROR_READ, "%s cannot be read: %s; %s", path,
                g_strerror(number), remedy);
    return NULL;
}

char *file_read(const char *path, gsize limit, gsize *length, GError **error)
{
    GStatBuf status;
    if (g_stat(path, &status) != 0) {
        return fail_reading(path, errno, error);
    }
    if (!S_ISREG(status.st_mode)) {
        g_set_error(error, FILE_ERROR, FILE_ERROR_READ,
                    "%s cannot be read: it is not a file; name one", path);
        return NULL;
    }
    if ((guint64)status.st_size > limit) {
        g_set_error(error, FILE_ERROR, FILE_ERROR_TOO_LARGE,
                    "%s is larger than %" G_GSIZE_FORMAT " bytes, which no such file should be",
                    path, limit);
        return NULL;
    }
    char *contents = NULL;
    g_autoptr(GError) cause = NULL;
    if (!g_file_get_contents(path, &contents, length, &cause)) {
        int number = number_of(cause);
        if (number != 0) {
            return fail_reading(path, number, error);
        }
        g_set_error(error, FILE_ERROR, FILE_ERROR_READ, "%s cannot be read: %s; try again", path,
                    cause->message);
        return NULL;
    }
    return contents;
}

/* Of what is written there nothing is wanted, so that nothing is lost. */
#define NOWHERE "/dev/null"

gboolean file_is_same(const char *left, const char *right)
{
    if (left == NULL || right == NULL || strcmp(left, NOWHERE) == 0) {
        return FALSE;
    }
    if (strcmp(left, FILE_STANDARD_OUTPUT) == 0 || strcmp(right, FILE_STANDARD_OUTPUT) == 0) {
        return strcmp(left, right) == 0;
    }
    g_autofree char *one = g_canonicalize_filename(left, NULL);
    g_autofree char *other = g_canonicalize_filename(right, NULL);
    GStatBuf first;
    GStatBuf second;
    return strcmp(one, other) == 0 ||
           (g_stat(one, &first) == 0 && g_stat(other, &second) == 0 && S_ISREG(first.st_mode) &&
            first.st_dev == second.st_dev && first.st_ino == second.st_ino);
}

char *file_checksum(const char *path, gsize limit, GError **error)
{
    gsize length = 0;
    g_autofree char *text = file_read(path, limit, &length, error);
    return text == NULL
               ? NULL
               : g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
}

/* The lock is on the file that the name leads to now. Whoever waited for one that was replaced
 * meanwhile sees by the digest that it was. -1 and an error when somebody else has it. */
static int lock(const char *path, GError **error)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        return descriptor;
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
    g_set_error(error, FILE_ERROR, FILE_ERROR_BUSY,
                "%s cannot be locked: somebody else is writing it, or it is gone; try again", path);
    return -1;
}

static gboolean is_unchanged(const char *path, const char *digest, GError **error)
{
    g_autofree char *now = file_checksum(path, G_MAXSSIZE, error);
    if (now != NULL && !g_str_equal(now, digest)) {
        g_set_error(error, FILE_ERROR, FILE_ERROR_CHANGED,
                    "%s was changed by somebody else meanwhile; nothing was written; try again",
                    path);
    }
    return g_strcmp0(now, digest) == 0;
}

gboolean file_replace(const char *path, const char *digest, const char *text, GError **error)
{
    int descriptor = lock(path, error);
    if (descriptor < 0) {
        return FALSE;
    }
    gboolean written =
        is_unchanged(path, digest, error) && file_write(path, text, strlen(text), error);
    close(descriptor);
    return written;
}

gboolean file_begins_with(const char *path, const char *bytes, gsize length)
{
    FILE *file = fopen(path, "rbe");
    g_autofree char *begin = g_malloc(MAX(length, 1));
    gboolean same = file != NULL && fread(begin, 1, length, file) == length &&
                    memcmp(begin, bytes, length) == 0;
    if (file != NULL) {
        fclose(file);
    }
    return same;
}
