#include "container/record/named.h"
#include <string.h>

/* Each as "WORD PATH", searched ones with a "?", what nobody names left out. */
static void assert_named(const char *line, const char *expected)
{
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    for (char **word = words; *word != NULL; word++) {
        g_ptr_array_add(list, *word);
    }
    g_autoptr(GPtrArray) named = named_files(list, "/d");
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < named->len; i++) {
        const Named *each = named->pdata[i];
        if (each->word > 0) {
            g_string_append_printf(text, "%s%u%s %s", text->len > 0 ? " " : "", each->word,
                                   each->searched ? "?" : "", each->path);
        }
    }
    g_assert_cmpstr(text->str, ==, expected);
}

/* A name that is there twice, or that is also what another word's output would be called. */
static void test_words(void)
{
    assert_named("cc -o p.x p.o l.a p.o", "2 /d/p.x 3 /d/p.o 4 /d/l.a 5 /d/p.o");
    assert_named("ar cr f.a f.o", "1 /d/cr 2 /d/f.a 3 /d/f.o");
    assert_named("cc -op a.c", "1 /d/p 2 /d/a.c");
}

static void test_options(void)
{
    assert_named("cc -Tx.ld -Wl,-T,y.ld -Wl,--version-script=z.map",
                 "1 /d/x.ld 2 /d/y.ld 3 /d/z.map");
    assert_named("cc -DX=a.so -Wl,-soname,b.so -Wl,-soname -Wl,c.so", "");
    assert_named("ld -soname b.so -o b.so", "4 /d/b.so");
    assert_named("cc -Xlinker -soname -Xlinker b.so", "");
    assert_named("objcopy --add-section .x=main.c p", "2 /d/.x=main.c 2 /d/main.c 3 /d/p");
    assert_named("cc -MT a.o -MF a.d -c a.c", "4 /d/a.d 6 /d/a.c");
}

static void test_libraries(void)
{
    g_autofree char *folder = g_dir_make_tmp("xaas-named-XXXXXX", NULL);
    static const char *const names[] = {"libx.a", "libx.so", "liby.a"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(folder, names[i], NULL);
        g_assert_true(g_file_set_contents(path, "", -1, NULL));
    }
    static const char *const cases[][2] = {
        {"cc -lx -L%s", "1? %s/libx.so"},
        {"cc -L %s -l y", "4? %s/liby.a"},
        {"cc -L%s -Wl,-Bstatic,--as-needed -lx -Wl,-Bdynamic -lx", "3? %s/libx.a 5? %s/libx.so"},
        {"cc -L%s -Wl,--push-state,-Bstatic -lx -Wl,--pop-state -lx", "3? %s/libx.a 5? %s/libx.so"},
        {"cc -Wl,-L%s -Wl,-lx,-l:liby.a", "2? %s/libx.so 2? %s/liby.a"},
        {"cc -L%s -static -lx", "3? %s/libx.a"},
        {"cc -L%s -lz", ""}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) line = g_string_new(cases[i][0]);
        g_autoptr(GString) expected = g_string_new(cases[i][1]);
        g_string_replace(line, "%s", folder, 0);
        g_string_replace(expected, "%s", folder, 0);
        assert_named(line->str, expected->str);
    }
    g_autofree char *command = g_strdup_printf("rm -r %s", folder);
    g_assert_true(g_spawn_command_line_sync(command, NULL, NULL, NULL, NULL));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/named/words", test_words);
    g_test_add_func("/named/options", test_options);
    g_test_add_func("/named/libraries", test_libraries);
    return g_test_run();
}
