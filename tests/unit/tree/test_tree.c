/* Trees made of memory: lookups, kinds, reading as text. */
#include "discover/tree.h"
#include <string.h>

static void test_lookups(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "src/deep/b.c", "x", "CMakeLists.txt", "yy",
                                         "src.c", "", "src-old/z.c", "", "src/a.c", "", NULL);
    const GPtrArray *files = tree_files(tree);
    static const char *const sorted[] = {"CMakeLists.txt", "src-old/z.c", "src.c", "src/a.c",
                                         "src/deep/b.c"};
    g_assert_cmpuint(files->len, ==, G_N_ELEMENTS(sorted));
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = g_ptr_array_index(files, i);
        g_assert_cmpstr(file->path, ==, sorted[i]);
        g_assert_true(tree_find(tree, sorted[i]) == file);
    }
    g_assert_cmpuint(tree_find(tree, "CMakeLists.txt")->size, ==, 2);
    g_assert_null(tree_find(tree, "src"));
    g_assert_null(tree_find(tree, ""));
    g_assert_null(tree_find(tree, "zzz"));
    g_assert_true(tree_is_folder(tree, ""));
    g_assert_true(tree_is_folder(tree, "src"));
    g_assert_true(tree_is_folder(tree, "src/deep"));
    g_assert_false(tree_is_folder(tree, "src.c"));

    const GPtrArray *names = tree_children(tree, "");
    static const char *const in_root[] = {"CMakeLists.txt", "src", "src-old", "src.c"};
    g_assert_cmpuint(names->len, ==, G_N_ELEMENTS(in_root));
    for (guint i = 0; i < names->len; i++) {
        g_assert_cmpstr(g_ptr_array_index(names, i), ==, in_root[i]);
    }
    g_assert_cmpuint(tree_children(tree, "src")->len, ==, 2);
    g_assert_null(tree_children(tree, "src.c"));
    g_assert_cmpstr(tree_root(tree), ==, "");
}

static void test_kinds(void)
{
    static const struct {
        const char *path;
        TreeKind kind;
    } cases[] = {
        {"CMakeLists.txt", TREE_CMAKE},
        {"cmake/FindX.cmake", TREE_CMAKE},
        {"a/config.h.cmakein", TREE_TEMPLATE},
        {"a/Config.cmake.in", TREE_TEMPLATE},
        {"a/config.h.in", TREE_TEMPLATE},
        {"configure.in", TREE_AUTOCONF},
        {"configure.ac", TREE_AUTOCONF},
        {"m4/ax.m4", TREE_AUTOCONF},
        {"configure", TREE_CONFIGURE},
        {"Makefile.am", TREE_AUTOMAKE},
        {"Makefile.in", TREE_TEMPLATE},
        {"Makefile.common.in", TREE_TEMPLATE},
        {"MAKE/Makefile.mpi", TREE_MAKE},
        {"doc/makefile.rst", TREE_OTHER},
        {"MAKE/Makefile.cpp", TREE_MAKE},
        {"make.inc.example", TREE_MAKE},
        {"rules.mk", TREE_MAKE},
        {"meson.build", TREE_MESON},
        {"a.c", TREE_C},
        {"a.h", TREE_C},
        {"a.C", TREE_CXX},
        {"a.H", TREE_CXX},
        {"a.b.cpp", TREE_CXX},
        {"a.cu", TREE_CUDA},
        {"a.cu.cpp", TREE_CXX},
        {"a.hip.cpp", TREE_HIP},
        {"a.cl", TREE_OPENCL},
        {"a.F90", TREE_FORTRAN},
        {"a.f", TREE_FORTRAN},
        {"dgemm.S", TREE_ASSEMBLY},
        {"README", TREE_OTHER},
        {".c", TREE_OTHER},
        {"dir.c/README", TREE_OTHER},
        {"", TREE_OTHER},
        {"a.", TREE_OTHER},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_test_message("%s", cases[i].path);
        g_assert_cmpint(tree_kind_of(cases[i].path), ==, cases[i].kind);
    }
    /* The tables are searched by halving: one that is out of order would lose some of these. */
    static const char endings[] =
        "C CPP F F03 F08 F18 F77 F90 F95 FOR FPP FTN H S c c++ cc ccm cl clc clh cmake cmake.in "
        "cmakein cp cpp cppm cu cuh cxx f f03 f08 f18 f77 f90 f95 for fpp ftn h h++ hh hip hip.cpp "
        "hip.h hpp hxx icc in inl ipp isph ispc ixx m4 mk ocl sx tcc tpp txx";
    g_auto(GStrv) each = g_strsplit(endings, " ", -1);
    for (char **ending = each; *ending != NULL; ending++) {
        g_autofree char *path = g_strconcat("x.", *ending, NULL);
        g_assert_cmpint(tree_kind_of(path), !=, TREE_OTHER);
    }
}

static void test_find_modules(void)
{
    static const struct {
        const char *path;
        gboolean expected;
    } cases[] = {
        {"FindMPI.cmake", TRUE},     {"cmake/modules/FindX.cmake", TRUE},
        {"Find.cmake", FALSE},       {"FindX/CMakeLists.txt", FALSE},
        {"findX.cmake", FALSE},      {"FindX.cmake.in", FALSE},
        {"cmake/UseX.cmake", FALSE}, {"", FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_test_message("%s", cases[i].path);
        g_assert_cmpint(tree_is_find_module(cases[i].path), ==, cases[i].expected);
    }
}

static void test_reading(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "good", "caf\xc3\xa9\n", "bad", "one\ntwo \xff\n\xc3(\n",
                      "empty", "", "x.weight", "\xff\1\b", "Makefile", "\xff\1\b", NULL);
    gsize length = 0;
    g_autoptr(GError) error = NULL;
    g_autofree char *good = tree_read_text(tree, "good", &length, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(good, ==, "caf\xc3\xa9\n");
    g_assert_cmpuint(length, ==, 6);
    g_assert_cmpuint(diagnostics_list(diagnostics)->len, ==, 0);

    g_autofree char *bad = tree_read_text(tree, "bad", &length, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(bad, ==, "one\ntwo ?\n?(\n");
    g_assert_cmpuint(diagnostics_list(diagnostics)->len, ==, 1);
    const Diagnostic *said = g_ptr_array_index(diagnostics_list(diagnostics), 0);
    g_assert_cmpstr(said->at.path, ==, "bad");
    g_assert_cmpuint(said->at.line, ==, 2);
    g_autofree char *again = tree_read_text(tree, "bad", NULL, NULL);
    g_assert_cmpstr(again, ==, bad);
    g_assert_cmpuint(diagnostics_list(diagnostics)->len, ==, 1);

    /* Data, which nobody could store otherwise; a description of a build is always text. */
    g_autofree char *data = tree_read_text(tree, "x.weight", NULL, NULL);
    g_assert_cmpstr(data, ==, "?\1\b");
    g_assert_cmpuint(diagnostics_list(diagnostics)->len, ==, 1);
    g_autofree char *makefile = tree_read_text(tree, "Makefile", NULL, NULL);
    g_assert_cmpstr(makefile, ==, "?\1\b");
    g_assert_cmpuint(diagnostics_list(diagnostics)->len, ==, 2);

    g_autofree char *empty = tree_read_text(tree, "empty", &length, &error);
    g_assert_cmpstr(empty, ==, "");
    g_autoptr(GBytes) bytes = tree_read(tree, "good", &error);
    g_assert_cmpuint(g_bytes_get_size(bytes), ==, 6);

    g_assert_null(tree_read(tree, "../etc/passwd", &error));
    g_assert_error(error, TREE_ERROR, TREE_ERROR_NOT_IN_TREE);
}

static void test_beginning(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) texts = tree_of_texts(diagnostics, "a", "#!/bin/sh\n", "b", "#", NULL);
    g_assert_true(tree_begins_with(texts, tree_find(texts, "a"), "#!"));
    g_assert_false(tree_begins_with(texts, tree_find(texts, "a"), "#!/bin/bash"));
    g_assert_false(tree_begins_with(texts, tree_find(texts, "b"), "#!"));
    g_autoptr(Tree) disk =
        tree_open(XAAS_SOURCE_ROOT "/tests/unit/make/cases/copied_as_it_is", diagnostics, NULL);
    g_assert_true(tree_begins_with(disk, tree_find(disk, "code/configure"), "#!"));
    g_assert_false(tree_begins_with(disk, tree_find(disk, "code/main.c"), "#!"));
}

static void test_padding(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "a", "0123456789", "b", "x", NULL);
    g_autoptr(GByteArray) buffer = g_byte_array_new();
    static const guint8 zeros[TREE_PADDING];
    g_assert_true(tree_read_into(tree, tree_find(tree, "a"), buffer, NULL));
    g_assert_cmpmem(buffer->data, buffer->len, "0123456789", 10);
    g_assert_true(tree_read_into(tree, tree_find(tree, "b"), buffer, NULL));
    g_assert_cmpmem(buffer->data, buffer->len, "x", 1);
    g_assert_cmpmem(buffer->data + 1, TREE_PADDING, zeros, TREE_PADDING);
}

static void test_normalize(void)
{
    static const struct {
        const char *path;
        const char *expected;
    } cases[] = {
        {"a/b/../c/./d", "a/c/d"},
        {"a//b/", "a/b"},
        {"", ""},
        {".", ""},
        {"a/..", ""},
        {"..", NULL},
        {"a/../../b", NULL},
        {"/a", NULL},
        {"...", "..."},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = tree_normalize(cases[i].path);
        g_assert_cmpstr(path, ==, cases[i].expected);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tree/lookups", test_lookups);
    g_test_add_func("/tree/kinds", test_kinds);
    g_test_add_func("/tree/find_modules", test_find_modules);
    g_test_add_func("/tree/reading", test_reading);
    g_test_add_func("/tree/padding", test_padding);
    g_test_add_func("/tree/beginning", test_beginning);
    g_test_add_func("/tree/normalize", test_normalize);
    return g_test_run();
}
