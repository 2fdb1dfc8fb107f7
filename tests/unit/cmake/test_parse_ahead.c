/* Files that are parsed before anybody asks: what is handed out, and what is not. */
#include "discover/cmake/parse_ahead.h"
#include "grammars/grammars.h"
#include <string.h>

#define ROUNDS_MAX 2000

typedef struct {
    Diagnostics *diagnostics;
    Tree *tree;
} World;

static void world_enter(World *world, gconstpointer data)
{
    (void)data;
    world->diagnostics = diagnostics_new();
    world->tree = tree_of_texts(world->diagnostics, "CMakeLists.txt", "project(a C)\n",
                                "README.cmake.md", "no(build file)\n", "cmake/a.cmake",
                                "set(A 1)\n", "src/CMakeLists.txt", "option(B)\noption(C)\n", NULL);
}

static void world_leave(World *world, gconstpointer data)
{
    (void)data;
    tree_free(world->tree);
    diagnostics_free(world->diagnostics);
}

/* What is there in time hangs on the threads, so the file is asked for anew until it was. */
static TSTree *take_in_time(const World *world, const char *path, const char *text)
{
    TSTree *tree = NULL;
    for (guint round = 0; tree == NULL && round < ROUNDS_MAX; round++) {
        g_autoptr(ParseAhead) ahead = parse_ahead_new(world->tree);
        g_usleep(1000 + round * 10);
        tree = parse_ahead_take(ahead, path, text, strlen(text));
    }
    return tree;
}

static void test_parsed(World *world, gconstpointer data)
{
    (void)data;
    g_autoptr(TSTree) root = take_in_time(world, "CMakeLists.txt", "project(a C)\n");
    g_assert_nonnull(root);
    g_assert_cmpuint(ts_node_named_child_count(ts_tree_root_node(root)), ==, 1);
    g_autoptr(TSTree) deeper = take_in_time(world, "src/CMakeLists.txt", "option(B)\noption(C)\n");
    g_assert_nonnull(deeper);
    g_assert_cmpuint(ts_node_named_child_count(ts_tree_root_node(deeper)), ==, 2);
}

/* The text is what the evaluator has read; a tree of another one must not pass for its own. */
static void test_other_text(World *world, gconstpointer data)
{
    (void)data;
    for (guint round = 0; round < 20; round++) {
        g_autoptr(ParseAhead) ahead = parse_ahead_new(world->tree);
        g_usleep(round * 500);
        const char *text = "project(b C)\n";
        g_assert_null(parse_ahead_take(ahead, "CMakeLists.txt", text, strlen(text)));
        g_assert_null(parse_ahead_take(ahead, "README.cmake.md", "no(build file)\n", 15));
        g_assert_null(parse_ahead_take(ahead, "none.cmake", "", 0));
    }
}

/* Handed out once: the second who asks parses for himself. */
static void test_once(World *world, gconstpointer data)
{
    (void)data;
    const char *text = "set(A 1)\n";
    for (guint round = 0; round < 20; round++) {
        g_autoptr(ParseAhead) ahead = parse_ahead_new(world->tree);
        g_usleep(round * 500);
        g_autoptr(TSTree) first = parse_ahead_take(ahead, "cmake/a.cmake", text, strlen(text));
        g_usleep(round * 100);
        g_assert_null(parse_ahead_take(ahead, "cmake/a.cmake", text, strlen(text)));
    }
}

#define ADD(name, test)                                                                            \
    g_test_add("/cmake/parse-ahead/" name, World, NULL, world_enter, test, world_leave)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    ADD("parsed", test_parsed);
    ADD("other-text", test_other_text);
    ADD("once", test_once);
    return g_test_run();
}
