#include "core/file.h"
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    char *folder;
    char *path;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data)
{
    (void)data;
    fixture->folder = g_dir_make_tmp("xaas-file-XXXXXX", NULL);
    fixture->path = g_build_filename(fixture->folder, "out.txt", NULL);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
    (void)data;
    g_chmod(fixture->folder, 0700);
    g_autoptr(GDir) folder = g_dir_open(fixture->folder, 0, NULL);
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *path = g_build_filename(fixture->folder, name, NULL);
        g_remove(path);
    }
    g_rmdir(fixture->folder);
    g_free(fixture->folder);
    g_free(fixture->path);
}

static void assert_contents(const char *path, const char *expected)
{
    g_autofree char *contents = NULL;
    g_assert_true(g_file_get_contents(path, &contents, NULL, NULL));
    g_assert_cmpstr(contents, ==, expected);
}

static guint count_files(const char *folder)
{
    g_autoptr(GDir) open = g_dir_open(folder, 0, NULL);
    guint count = 0;
    while (g_dir_read_name(open) != NULL) {
        count++;
    }
    return count;
}

static void test_replace(Fixture *fixture, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    g_assert_true(file_write(fixture->path, "old", 3, &error));
    g_assert_no_error(error);
    g_chmod(fixture->path, 0640);
    g_assert_true(file_write(fixture->path, "new", 3, &error));
    g_assert_no_error(error);
    assert_contents(fixture->path, "new");
    GStatBuf status;
    g_assert_cmpint(g_stat(fixture->path, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 0777, ==, 0640);
    g_assert_cmpuint(count_files(fixture->folder), ==, 1);
}

static void test_link(Fixture *fixture, gconstpointer data)
{
    (void)data;
    g_autofree char *link = g_build_filename(fixture->folder, "link", NULL);
    g_assert_true(file_write(fixture->path, "old", 3, NULL));
    g_assert_cmpint(symlink("out.txt", link), ==, 0);
    g_assert_true(file_write(link, "new", 3, NULL));
    assert_contents(fixture->path, "new");
    g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
    /* What it points at need not be there. */
    g_remove(fixture->path);
    g_assert_true(file_may_write(link, NULL));
    g_assert_true(file_write(link, "newer", 5, NULL));
    assert_contents(fixture->path, "newer");
    g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
}

static void assert_says(const GError *error, const char *pattern)
{
    g_assert_error(error, FILE_ERROR, FILE_ERROR_WRITE);
    if (!g_pattern_match_simple(pattern, error->message)) {
        g_error("\"%s\" does not match \"%s\"", error->message, pattern);
    }
}

static void assert_refused(const char *path, const char *pattern)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(file_write(path, "new", 3, &error));
    assert_says(error, pattern);
}

static void assert_no_place(const char *path, const char *pattern)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(file_may_write(path, &error));
    assert_says(error, pattern);
    assert_refused(path, pattern);
}

static void test_may_write(Fixture *fixture, gconstpointer data)
{
    (void)data;
    g_assert_true(file_may_write(fixture->path, NULL));
    g_assert_true(file_may_write("-", NULL));
    g_assert_true(file_may_write("/dev/null", NULL));
    assert_no_place(fixture->folder, "*name a file, not a folder");
    g_autofree char *nowhere = g_build_filename(fixture->folder, "no", "such", NULL);
    assert_no_place(nowhere, "*create its folder first*");
    g_assert_true(file_write(fixture->path, "old", 3, NULL));
    g_assert_true(file_may_write(fixture->path, NULL));
    g_autofree char *below = g_build_filename(fixture->path, "such", NULL);
    assert_no_place(below, "*create its folder first*");
    g_autofree char *link = g_build_filename(fixture->folder, "link", NULL);
    g_assert_cmpint(symlink("out.txt", link), ==, 0);
    g_assert_true(file_may_write(link, NULL));
    if (geteuid() == 0) {
        return; /* root may write everywhere */
    }
    g_chmod(fixture->folder, 0500);
    assert_no_place(fixture->path, "*make the folder writable*");
}

static void test_refused(Fixture *fixture, gconstpointer data)
{
    (void)data;
    assert_refused(fixture->folder, "*name a file, not a folder");
    g_autofree char *nowhere = g_build_filename(fixture->folder, "no", "such", NULL);
    assert_refused(nowhere, "*/no/such cannot be written: *create its folder first*");
    g_autofree char *long_name = g_strnfill(250, 'a');
    g_autofree char *long_path = g_build_filename(fixture->folder, long_name, NULL);
    assert_refused(long_path, "*give it a shorter name*");
    assert_refused("/dev/full", "/dev/full cannot be written: *free some space*");
    if (geteuid() == 0) {
        return; /* root may write everywhere */
    }
    g_assert_true(file_write(fixture->path, "old", 3, NULL));
    g_chmod(fixture->folder, 0500);
    assert_refused(fixture->path, "*make the folder writable*");
    assert_contents(fixture->path, "old");
}

/* A limit on file sizes stands in for a full disk: the write fails half-way. */
static void test_half_way(Fixture *fixture, gconstpointer data)
{
    (void)data;
    g_assert_true(file_write(fixture->path, "old", 3, NULL));
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    struct rlimit small = {.rlim_cur = 4096, .rlim_max = before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    g_autofree char *large = g_strnfill(1 << 20, 'x');
    g_autoptr(GError) error = NULL;
    gboolean written = file_write(fixture->path, large, 1 << 20, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    g_assert_false(written);
    g_assert_error(error, FILE_ERROR, FILE_ERROR_WRITE);
    assert_contents(fixture->path, "old");
    g_assert_cmpuint(count_files(fixture->folder), ==, 1);
}

static void test_standard_output(Fixture *fixture, gconstpointer data)
{
    (void)data;
    int saved = dup(STDOUT_FILENO);
    int target = g_open(fixture->path, O_WRONLY | O_CREAT, 0600);
    g_assert_true(saved >= 0 && target >= 0);
    dup2(target, STDOUT_FILENO);
    gboolean written = file_write(FILE_STANDARD_OUTPUT, "text", 4, NULL);
    int full = g_open("/dev/full", O_WRONLY, 0);
    g_assert_cmpint(full, >=, 0);
    dup2(full, STDOUT_FILENO);
    g_autoptr(GError) error = NULL;
    gboolean refused = !file_write(FILE_STANDARD_OUTPUT, "text", 4, &error);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(target);
    close(full);
    g_assert_true(written && refused);
    g_assert_nonnull(strstr(error->message, "standard output"));
    assert_contents(fixture->path, "text");
}

static void test_read(Fixture *fixture, gconstpointer data)
{
    (void)data;
    gsize length = 0;
    g_assert_true(file_write(fixture->path, "a\0b", 3, NULL));
    g_autofree char *contents = file_read(fixture->path, 3, &length, NULL);
    g_assert_cmpmem(contents, length, "a\0b", 3);
    g_autoptr(GError) error = NULL;
    g_assert_null(file_read(fixture->path, 2, NULL, &error));
    g_assert_error(error, FILE_ERROR, FILE_ERROR_TOO_LARGE);
    g_clear_error(&error);
    g_assert_null(file_read(fixture->folder, 2, NULL, &error));
    g_assert_error(error, FILE_ERROR, FILE_ERROR_READ);
    g_clear_error(&error);
    g_autofree char *pipe = g_build_filename(fixture->folder, "pipe", NULL);
    g_assert_cmpint(mkfifo(pipe, 0600), ==, 0);
    g_assert_null(file_read(pipe, 2, NULL, &error)); /* and does not wait for a writer */
    g_assert_error(error, FILE_ERROR, FILE_ERROR_READ);
}

/* What went wrong is told as what it is. */
static void test_read_failed(Fixture *fixture, gconstpointer data)
{
    (void)data;
    g_assert_true(file_write(fixture->path, "text", 4, NULL));
    struct rlimit before;
    getrlimit(RLIMIT_NOFILE, &before);
    struct rlimit none = {.rlim_cur = 0, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    g_autoptr(GError) error = NULL;
    char *contents = file_read(fixture->path, 4, NULL, &error);
    setrlimit(RLIMIT_NOFILE, &before);
    g_assert_null(contents);
    g_assert_error(error, FILE_ERROR, FILE_ERROR_READ);
    g_assert_nonnull(strstr(error->message, "Too many open files"));
    g_clear_error(&error);
    g_remove(fixture->path);
    g_assert_null(file_read(fixture->path, 4, NULL, &error));
    g_assert_nonnull(strstr(error->message, "No such file or directory; check its name"));
}

static void test_begins(Fixture *fixture, gconstpointer data)
{
    (void)data;
    g_assert_true(g_file_set_contents(fixture->path, "#!\0x", 4, NULL));
    g_assert_true(file_begins_with(fixture->path, "#!", 2));
    g_assert_true(file_begins_with(fixture->path, "#!\0x", 4));
    g_assert_true(file_begins_with(fixture->path, "", 0));
    g_assert_false(file_begins_with(fixture->path, "#!\0y", 4));
    g_assert_false(file_begins_with(fixture->path, "#!\0xx", 5)); /* it ends before */
    g_remove(fixture->path);
    g_assert_false(file_begins_with(fixture->path, "", 0));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, function) g_test_add("/file/" name, Fixture, NULL, set_up, function, tear_down)
    ADD("may-write", test_may_write);
    ADD("replace", test_replace);
    ADD("link", test_link);
    ADD("refused", test_refused);
    ADD("half-way", test_half_way);
    ADD("standard-output", test_standard_output);
    ADD("read", test_read);
    ADD("read-failed", test_read_failed);
    ADD("begins", test_begins);
#undef ADD
    return g_test_run();
}
