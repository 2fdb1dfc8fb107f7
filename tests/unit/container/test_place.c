#define _GNU_SOURCE /* syscall */
/* A prefix is one deployment's at a time, whoever comes when another one ends. */
#include "container/build/workspace.h"
#include "container/deploy/place.h"
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What happens between a file's opening and its locking, once. */
static void (*meanwhile)(void);
static const char *lock_path;
static int other = -1;

/* In place of the C library's. */
int flock(int descriptor, int operation)
{
    void (*now)(void) = meanwhile;
    meanwhile = NULL;
    if (now != NULL) {
        now();
    }
    return (int)syscall(SYS_flock, descriptor, operation);
}

/* The deployment that had the place ends, and a third one begins. */
static void end_and_begin(void)
{
    g_assert_cmpint(g_unlink(lock_path), ==, 0);
    other = g_open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    g_assert_cmpint(flock(other, LOCK_EX | LOCK_NB), ==, 0);
}

static void end(void)
{
    g_assert_cmpint(g_unlink(lock_path), ==, 0);
}

/* A lock on a file that another run has removed excludes nobody. */
static void test_exclusive(void)
{
    g_autofree char *folder = g_dir_make_tmp("xaas-place-XXXXXX", NULL);
    g_autofree char *prefix = g_build_filename(folder, "app", NULL);
    g_autofree char *path = g_build_filename(folder, ".app.xaas-lock", NULL);
    g_autoptr(GError) error = NULL;
    lock_path = path;
    meanwhile = end_and_begin;
    g_assert_null(place_open(prefix, NULL, &error));
    g_assert_error(error, PLACE_ERROR, PLACE_ERROR_LOCKED);
    g_clear_error(&error);
    close(other);
    meanwhile = end;
    Place *place = place_open(prefix, NULL, &error);
    g_assert_no_error(error);
    g_assert_null(place_open(prefix, NULL, NULL));
    place_close(place);
    g_autoptr(GDir) left = g_dir_open(folder, 0, NULL);
    g_assert_null(g_dir_read_name(left));
    folder_remove(folder);
}

static guint told;

static void count(const char *const *paths)
{
    told = paths == NULL ? 0 : g_strv_length((char **)paths);
}

/* Who has to end the program knows what lies beside the prefix, while it does. */
static void test_watch(void)
{
    g_autofree char *folder = g_dir_make_tmp("xaas-place-XXXXXX", NULL);
    g_autofree char *prefix = g_build_filename(folder, "app", NULL);
    Place *place = place_open(prefix, count, NULL);
    g_assert_nonnull(place);
    g_assert_cmpuint(told, ==, 2);
    place_close(place);
    g_assert_cmpuint(told, ==, 0);
    folder_remove(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/place/exclusive", test_exclusive);
    g_test_add_func("/container/place/watch", test_watch);
    return g_test_run();
}
