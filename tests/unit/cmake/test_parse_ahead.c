/* Files that are read before anybody asks: what is handed out, and what is not. */
#include "discover/cmake/parse_ahead.h"
#include <string.h>

#define ROUNDS_MAX 2000

typedef struct {
    Diagnostics *diagnostics;
    Arena *arena;
    Tree *tree;
} World;

static void world_enter(World *world, gconstpointer data)
{
    (void)data;
    world->diagnostics = diagnostics_new();
    world->arena = arena_new();
    world->tree = tree_of_texts(
        world->diagnostics, "CMakeLists.txt", "project(a C)\n", "README.cmake.md",
        "no(build file)\n", "cmake/a.cmake", "set(A 1)\n", "cmake/b.cmake", "set(B \"\n",
        "cmake/c.cmake", "set(C \xff)\n", "src/CMakeLists.txt", "option(B)\nOption(${C})\n", NULL);
}

static void world_leave(World *world, gconstpointer data)
{
    (void)data;
    tree_free(world->tree);
    arena_free(world->arena);
    diagnostics_free(world->diagnostics);
}

/* What is there in time hangs on the threads, so the file is asked for anew until it was. */
static const SourceFile *take_in_time(const World *world, const char *path)
{
    const SourceFile *file = NULL;
    for (guint round = 0; file == NULL && round < ROUNDS_MAX; round++) {
        g_autoptr(ParseAhead) ahead = parse_ahead_new(world->tree, world->arena);
        g_usleep(1000 + round * 10);
        file = parse_ahead_take(ahead, path);
    }
    return file;
}

/* What was handed out outlives the thread, and its names are those of the arena. */
static void test_read(World *world, gconstpointer data)
{
    (void)data;
    const SourceFile *root = take_in_time(world, "CMakeLists.txt");
    const SourceFile *deeper = take_in_time(world, "src/CMakeLists.txt");
    g_assert_nonnull(root);
    g_assert_cmpuint(root->command_count, ==, 1);
    g_assert_true(root->path == arena_intern(world->arena, "CMakeLists.txt"));
    g_assert_true(root->commands[0].name == arena_intern(world->arena, "project"));
    g_assert_nonnull(deeper);
    g_assert_cmpuint(deeper->command_count, ==, 2);
    g_assert_true(deeper->commands[0].name == deeper->commands[1].name);
    g_assert_cmpstr(deeper->commands[1].arguments[0].pieces[0].text, ==, "C");
    g_assert_cmpstr(source_file_line(deeper, 2), ==, "Option(${C})");
}

/* What is no build file, is not there, or has something wrong of which the reader is to tell. */
static void test_left(World *world, gconstpointer data)
{
    (void)data;
    for (guint round = 0; round < 20; round++) {
        g_autoptr(ParseAhead) ahead = parse_ahead_new(world->tree, world->arena);
        g_usleep(round * 500);
        g_assert_null(parse_ahead_take(ahead, "README.cmake.md"));
        g_assert_null(parse_ahead_take(ahead, "none.cmake"));
        g_assert_null(parse_ahead_take(ahead, "cmake/b.cmake"));
        g_assert_null(parse_ahead_take(ahead, "cmake/c.cmake"));
    }
}

/* Handed out once: the second who asks reads it himself. */
static void test_once(World *world, gconstpointer data)
{
    (void)data;
    for (guint round = 0; round < 20; round++) {
        g_autoptr(ParseAhead) ahead = parse_ahead_new(world->tree, world->arena);
        g_usleep(round * 500);
        parse_ahead_take(ahead, "cmake/a.cmake");
        g_usleep(round * 100);
        g_assert_null(parse_ahead_take(ahead, "cmake/a.cmake"));
    }
}

#define ADD(name, test)                                                                            \
    g_test_add("/cmake/parse-ahead/" name, World, NULL, world_enter, test, world_leave)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    ADD("read", test_read);
    ADD("left", test_left);
    ADD("once", test_once);
    return g_test_run();
}
