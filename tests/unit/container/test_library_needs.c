/* Libraries that are missing or too old, told of a program that is sure to be there: this one. */
#include "container/deploy/library_needs.h"
#include <glib/gstdio.h>
#include <string.h>
#include <sys/utsname.h>

/* A folder with a copy of this program, in which `from` is `to`; both are as long. */
static char *copy_with(const char *from, const char *to)
{
    g_autoptr(GError) error = NULL;
    char *folder = g_dir_make_tmp("xaas-needs-XXXXXX", &error);
    g_autofree char *path = g_build_filename(folder, "program", NULL);
    g_autofree char *bytes = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents("/proc/self/exe", &bytes, &length, &error));
    gsize size = strlen(from);
    for (gsize i = 0; i + size <= length; i++) {
        if (memcmp(bytes + i, from, size) == 0) {
            memcpy(bytes + i, to, size);
        }
    }
    g_assert_true(g_file_set_contents(path, bytes, (gssize)length, &error));
    return folder;
}

static void remove_copy(const char *folder)
{
    g_autofree char *path = g_build_filename(folder, "program", NULL);
    g_unlink(path);
    g_rmdir(folder);
}

static gboolean mentions(const GPtrArray *texts, const char *word)
{
    for (guint i = 0; i < texts->len; i++) {
        if (strstr(texts->pdata[i], word) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What this program was compiled for, as far as libraries go. */
static char *own_triple(void)
{
    struct utsname host;
    g_assert_cmpint(uname(&host), ==, 0);
    return g_strconcat(host.machine, "-linux-gnu", NULL);
}

static LibraryNeeds *needs_of(const char *folder, const char *root)
{
    g_autofree char *triple = own_triple();
    return library_needs_find(&(LibraryNeedsRequest){
        .root = root, .folder = folder, .prefix = "/opt/program", .triple = triple});
}

static void test_here(void)
{
    g_autofree char *folder = copy_with("", "");
    g_autoptr(LibraryNeeds) needs = needs_of(folder, NULL);
    g_assert_cmpuint(needs->missing->len, ==, 0);
    g_assert_cmpuint(needs->binaries->len, ==, 1);
    g_assert_true(mentions(needs->libraries, "/libc.so.6"));
    g_assert_true(mentions(needs->libraries, "/libglib-2.0.so.0"));
    g_assert_false(mentions(needs->libraries, "/opt/program"));
    remove_copy(folder);
}

static void test_missing(void)
{
    g_autofree char *folder = copy_with("libglib-2.0.so.0", "libgone-2.0.so.0");
    g_autoptr(LibraryNeeds) needs = needs_of(folder, NULL);
    g_assert_true(mentions(needs->missing, "/opt/program/program needs libgone-2.0.so.0"));
    remove_copy(folder);
}

/* In the prefix, where nobody looks: not missing, and said. */
static void test_unsearched(void)
{
    g_autofree char *folder = copy_with("libglib-2.0.so.0", "libgone-2.0.so.0");
    g_autofree char *program = g_build_filename(folder, "program", NULL);
    g_autofree char *inner = g_build_filename(folder, "lib", NULL);
    g_autofree char *library = g_build_filename(inner, "libgone-2.0.so.0", NULL);
    g_assert_cmpint(g_mkdir(inner, 0700), ==, 0);
    g_autofree char *bytes = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(program, &bytes, &length, NULL));
    g_assert_true(g_file_set_contents(library, bytes, (gssize)length, NULL));
    g_autoptr(LibraryNeeds) needs = needs_of(folder, NULL);
    g_assert_false(mentions(needs->missing, "libgone"));
    g_assert_cmpuint(needs->unsearched->len, ==, 1);
    g_assert_cmpstr(needs->unsearched->pdata[0], ==, "/opt/program/lib");
    g_unlink(library);
    g_rmdir(inner);
    remove_copy(folder);
}

static void test_too_old(void)
{
    g_autofree char *folder = copy_with("GLIBC_2.", "GLIBC_9.");
    g_autoptr(LibraryNeeds) needs = needs_of(folder, NULL);
    g_assert_true(mentions(needs->missing, "too old"));
    g_assert_true(mentions(needs->missing, "GLIBC_9."));
    remove_copy(folder);
}

/* In another root file system, nothing of this one counts. */
static void test_root(void)
{
    g_autofree char *folder = copy_with("", "");
    g_autofree char *root = g_dir_make_tmp("xaas-needs-XXXXXX", NULL);
    g_autoptr(LibraryNeeds) needs = needs_of(folder, root);
    g_assert_true(mentions(needs->missing, "libc.so.6"));
    g_assert_true(mentions(needs->missing, "dynamic linker"));
    g_assert_cmpuint(needs->libraries->len, ==, 0);
    remove_copy(folder);
    g_rmdir(root);
}

/* Libraries of another machine are none. */
static void test_other_machine(void)
{
    g_autofree char *folder = copy_with("", "");
    g_autoptr(LibraryNeeds) needs = library_needs_find(&(LibraryNeedsRequest){
        .folder = folder, .prefix = "/opt/program", .triple = "riscv64-linux-gnu"});
    g_assert_cmpuint(needs->missing->len, ==, 0);
    g_assert_cmpuint(needs->libraries->len, ==, 0);
    remove_copy(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/library_needs/here", test_here);
    g_test_add_func("/container/library_needs/missing", test_missing);
    g_test_add_func("/container/library_needs/unsearched", test_unsearched);
    g_test_add_func("/container/library_needs/too_old", test_too_old);
    g_test_add_func("/container/library_needs/root", test_root);
    g_test_add_func("/container/library_needs/other_machine", test_other_machine);
    return g_test_run();
}
