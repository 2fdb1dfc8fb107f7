/* What several threads take from arenas that share their names, and what outlives which. */
#include "core/parallel.h"
#include <string.h>

#define NAMES 2000u
#define THREADS 4u

static void test_interned(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    for (guint i = 0; i < NAMES; i++) {
        g_autofree char *text = g_strnfill(i % 40, (char)('a' + i % 7));
        g_autofree char *name = g_strdup_printf("%s%u", text, i);
        g_ptr_array_add(known, (gpointer)arena_intern(arena, name));
        g_assert_cmpstr(known->pdata[i], ==, name);
    }
    for (guint i = 0; i < NAMES; i++) {
        g_autofree char *again = g_strdup(known->pdata[i]);
        g_assert_true(arena_intern_length(arena, again, strlen(again)) == known->pdata[i]);
    }
    g_assert_cmpstr(arena_intern(arena, ""), ==, "");
}

/* A thread's work: every name once, and a text of its own. */
static gpointer intern_all(gpointer data)
{
    Arena *arena = data;
    for (guint i = 0; i < NAMES; i++) {
        g_autofree char *name = g_strdup_printf("name-%u", i);
        g_assert_cmpstr(arena_intern(arena, name), ==, name);
    }
    return arena_strdup(arena, "mine");
}

static void test_companions(void)
{
    g_autoptr(Arena) arena = arena_new();
    Arena *companions[THREADS];
    GThread *threads[THREADS];
    for (guint i = 0; i < THREADS; i++) {
        companions[i] = arena_companion(arena);
        threads[i] = g_thread_new("intern", intern_all, companions[i]);
    }
    intern_all(arena);
    for (guint i = 0; i < THREADS; i++) {
        const char *own = g_thread_join(threads[i]);
        g_assert_true(arena_intern(companions[i], "name-7") == arena_intern(arena, "name-7"));
        gsize before = arena_size(arena);
        arena_adopt(arena, companions[i]);
        g_assert_cmpuint(arena_size(arena), >, before);
        g_assert_cmpstr(own, ==, "mine");
    }
}

static void add_square(guint index, Arena *arena, gpointer data)
{
    GPtrArray **arrays = data;
    g_autofree char *square = g_strdup_printf("%u", index * index);
    arrays[index] = arena_array_of(arena, arena_intern(arena, square));
}

/* Every index once, whatever the number of threads, and the arrays last. */
static void test_parallel(void)
{
    g_autoptr(Arena) arena = arena_new();
    GPtrArray *arrays[NAMES];
    for (guint jobs = 0; jobs <= 2 * THREADS; jobs++) {
        memset(arrays, 0, sizeof arrays);
        parallel_in_arenas(arena, jobs == 1 ? 1 : NAMES, jobs, add_square, arrays);
        for (guint i = 0; i < (jobs == 1 ? 1 : NAMES); i++) {
            g_autofree char *square = g_strdup_printf("%u", i * i);
            g_assert_cmpuint(arrays[i]->len, ==, 1);
            g_assert_true(arrays[i]->pdata[0] == arena_intern(arena, square));
        }
    }
    parallel_in_arenas(arena, 0, 0, add_square, NULL);
}

/* Whichever is freed first: the names live as long as one that shares them. */
static void test_lifetime(void)
{
    Arena *arena = arena_new();
    g_autoptr(Arena) companion = arena_companion(arena);
    const char *name = arena_intern(arena, "name");
    arena_free(arena);
    g_assert_cmpstr(name, ==, "name");
    g_assert_true(arena_intern(companion, "name") == name);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/core/arena/interned", test_interned);
    g_test_add_func("/core/arena/companions", test_companions);
    g_test_add_func("/core/arena/parallel", test_parallel);
    g_test_add_func("/core/arena/lifetime", test_lifetime);
    return g_test_run();
}
