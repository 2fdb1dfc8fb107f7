#include "discover/builders.h"

static void assert_system(const Facts *facts, guint index, Builder builder, const char *file)
{
    const BuildSystem *system = g_ptr_array_index(facts->build_systems, index);
    g_assert_cmpint(system->builder, ==, builder);
    g_assert_cmpstr(system->file, ==, file);
    g_assert_false(system->read);
    const LedgerEntry *entry = g_ptr_array_index(facts->ledger, index);
    g_assert_cmpstr(entry->at.path, ==, file);
}

/* CMake has a reader of its own; a bundled copy's files are not the project's. */
static void test_beside_cmake(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "CMakeLists.txt", "", "configure", "", "configure.ac", "",
                      "Makefile", "", "bundled/meson.build", "", NULL);
    Facts *facts = facts_new(arena);
    builders_detect(tree, NULL, facts);
    g_assert_cmpuint(facts->build_systems->len, ==, 2);
    g_assert_cmpuint(facts->ledger->len, ==, 2);
    assert_system(facts, 0, BUILDER_AUTOTOOLS, "configure.ac");
    assert_system(facts, 1, BUILDER_MAKE, "Makefile");
}

static void test_below_the_root(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "README", "", "cmake/CMakeLists.txt", "", "src/Makefile", "",
                      "src/part/Makefile", "", "src/other/configure", "", NULL);
    Facts *facts = facts_new(arena);
    builders_detect(tree, NULL, facts);
    g_assert_cmpuint(facts->build_systems->len, ==, 1);
    assert_system(facts, 0, BUILDER_MAKE, "src/Makefile");
}

/* What makes the documents is no build of the program. */
static void test_beside_documents(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "doc/Makefile", "", "src/Makefile", "", NULL);
    g_autoptr(GHashTable) side_folders = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(side_folders, "doc");
    Facts *facts = facts_new(arena);
    builders_detect(tree, side_folders, facts);
    g_assert_cmpuint(facts->build_systems->len, ==, 1);
    assert_system(facts, 0, BUILDER_MAKE, "src/Makefile");
}

static void test_none(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "main.c", "", NULL);
    Facts *facts = facts_new(arena);
    builders_detect(tree, NULL, facts);
    g_assert_cmpuint(facts->build_systems->len, ==, 0);
}

/* A licence alone makes no copy: what takes its settings from above is a part. */
static void test_copies(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "Makefile", "", "a/LICENSE", "", "a/Makefile", "all:\n\tcc main.c\n",
        "b/COPYING", "", "b/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.20)\nproject (b C)\n", "checks/LICENSE", "",
        "checks/Makefile", "TOPDIR = ..\ninclude $(TOPDIR)/Makefile.system\n",
        "checks/CMakeLists.txt", "add_executable(checks main.c)\n", "more/LICENSE", "",
        "more/Makefile", "-include ../make.inc\n", "plain/Makefile", "", "words/LICENSE", "",
        "words/Makefile.am", "SUBDIRS = .\n", "more/numbers/LICENSE", "",
        "more/numbers/meson.build", "lib = library('numbers', 'n.c')\n", "z/LICENSE", "",
        "z/meson.build", "# another's\nproject('z', 'c')\n", NULL);
    Facts *facts = facts_new(arena);
    builders_detect_copies(tree, facts);
    static const char *const copies[] = {"a/Makefile", "b/CMakeLists.txt", "z/meson.build"};
    g_assert_cmpuint(facts->build_systems->len, ==, G_N_ELEMENTS(copies));
    for (guint i = 0; i < G_N_ELEMENTS(copies); i++) {
        const BuildSystem *copy = g_ptr_array_index(facts->build_systems, i);
        g_assert_cmpstr(copy->file, ==, copies[i]);
        g_assert_true(copy->vendored);
    }
    g_assert_false(builders_is_copy(tree, "checks"));
}

/* A root that only leads into a folder has its program there, whatever licence lies beside it; one
 * that has something of its own may lead into a copy. */
static void test_lead(void)
{
    static const char lead[] = "cmake_minimum_required(VERSION 3.20)\nproject(top)\n"
                               "set(AS_PART no) # not option(A)\nadd_subdirectory(a)\n";
    static const char *const more[] = {"option(WITH_A \"a\" ON)\n", "set(WITH_A 1 CACHE BOOL a)\n",
                                       "add_library(top top.c)\n", "add_subdirectory(b)\n"};
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "CMakeLists.txt", lead, "a/LICENSE", "", "a/CMakeLists.txt",
                      "project(a)\n", "b/LICENSE", "", "b/CMakeLists.txt", "project(b)\n", NULL);
    g_assert_false(builders_is_copy(tree, "a"));
    g_assert_true(builders_is_copy(tree, "b"));
    for (guint i = 0; i < G_N_ELEMENTS(more); i++) {
        g_autofree char *root = g_strconcat(lead, more[i], NULL);
        g_autoptr(Tree) other = tree_of_texts(diagnostics, "CMakeLists.txt", root, "a/LICENSE", "",
                                              "a/CMakeLists.txt", "project(a)\n", NULL);
        g_assert_true(builders_is_copy(other, "a"));
    }
}

/* What is called after the whole is a part of it. */
static void test_namesake(void)
{
    static const struct {
        const char *root, *part;
        gboolean copy;
    } cases[] = {{"project(Tide C)\n", "project(TideViewer CXX)\n", FALSE},
                 {"project(Tide C)\n", "PROJECT(Tide_IO)\n", FALSE},
                 {"project(Tide C)\n", "project(Tidelands)\n", TRUE},
                 {"project(Sea C)\n", "project(SeaGull)\n", TRUE},
                 {"project(TideViewer)\n", "project(Tide)\n", TRUE}};
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *root = g_strconcat(cases[i].root, "add_library(top top.c)\n", NULL);
        g_autoptr(Tree) tree = tree_of_texts(diagnostics, "CMakeLists.txt", root, "a/LICENSE", "",
                                             "a/CMakeLists.txt", cases[i].part, NULL);
        g_assert_cmpint(builders_is_copy(tree, "a"), ==, cases[i].copy);
    }
}

/* Where the root compiles nothing, what it gathers are the project's parts, and what shares the
 * licence in a part belongs to it; a root that fetches others' projects gathers them as well. */
static void test_gathered(void)
{
    static const char root[] = "project(top LANGUAGES NONE)\noption(ALL \"Build all parts\" ON)\n"
                               "if(ALL)\nadd_subdirectory(gather/all)\nendif()\n";
    static const char all[] = "project(all NONE)\nadd_subdirectory(${HERE}/../../a ${BUILD}/a)\n"
                              "add_subdirectory(\"${TOP}/b\")\nadd_subdirectory(${MORE})\n";
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    for (guint i = 0; i < 3; i++) {
        g_autofree char *above =
            g_strconcat(root, i == 1 ? "ExternalProject_Add(x URL y)\n" : "", NULL);
        g_autofree char *below = g_strconcat(all, i == 2 ? "enable_language(C)\n" : "", NULL);
        g_autoptr(Tree) tree = tree_of_texts(
            diagnostics, "CMakeLists.txt", above, "LICENSE", "Common licence\n1. Do.\n",
            "gather/all/CMakeLists.txt", below, "a/LICENSE", "Held otherwise", "a/CMakeLists.txt",
            "project(a C)\n", "b/CMakeLists.txt", "project(b C)\n", "b/core/CMakeLists.txt",
            "project(core C)\n", "b/core/LICENSE",
            "\nCommon licence\n1.  Do.\nHow to apply:\nCopyright [yyyy] [name of owner]\n",
            "b/zip/CMakeLists.txt", "project(zip C)\n", "b/zip/LICENSE",
            "Common licence\n1. Do.\nCopyright 2001 Zip makers\n", "c/LICENSE", "Other",
            "c/CMakeLists.txt", "project(c C)\n", NULL);
        g_assert_cmpint(builders_is_copy(tree, "a"), ==, i != 0);
        g_assert_cmpint(builders_is_copy(tree, "b/core"), ==, i != 0);
        g_assert_true(builders_is_copy(tree, "b/zip"));
        g_assert_true(builders_is_copy(tree, "c"));
    }
}

/* Only a licence that says whose it is shows that a part is the project's own. */
static void test_own_licence(void)
{
    static const char bare[] =
        "GENERAL LICENCE\n\n Copyright (C) 2007 Free Software Foundation, Inc.\n"
        "  Copyright (C) <year> <name of author>\n";
    static const char apache[] = "   Copyright [yyyy] [name of copyright owner]\n"
                                 "copyright license to reproduce\n";
    static const char held[] = "Free for all\n\nCopyright (c) 2019-2021, Jane Doe and others\n";
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "COPYING", bare, "LICENSE", apache, "LICENSE.txt", held, "a/COPYING", bare,
        "b/LICENSE", apache, "c/LICENSE", held, "d/COPYING", bare, "d/LICENSE", held, "e/LICENSE",
        held, "e/COPYING", "Another's", "f/Makefile", "", NULL);
    g_assert_true(tree_has_own_licence(tree, "a"));
    g_assert_true(tree_has_own_licence(tree, "b"));
    g_assert_false(tree_has_own_licence(tree, "c"));
    g_assert_false(tree_has_own_licence(tree, "d"));
    g_assert_true(tree_has_own_licence(tree, "e"));
    g_assert_false(tree_has_own_licence(tree, "f"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/builders/beside-cmake", test_beside_cmake);
    g_test_add_func("/builders/below-the-root", test_below_the_root);
    g_test_add_func("/builders/beside-documents", test_beside_documents);
    g_test_add_func("/builders/none", test_none);
    g_test_add_func("/builders/copies", test_copies);
    g_test_add_func("/builders/lead", test_lead);
    g_test_add_func("/builders/namesake", test_namesake);
    g_test_add_func("/builders/gathered", test_gathered);
    g_test_add_func("/builders/own-licence", test_own_licence);
    return g_test_run();
}
