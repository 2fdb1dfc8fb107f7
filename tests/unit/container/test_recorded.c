#include "container/build/recorded.h"
#include "core/file.h"
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH 60000u

typedef struct {
    Arena *arena;
    Compilers *compilers;
    char *folder; /* the build tree, and the stage in it */
    GString *log;
} Case;

static Case *case_new(void)
{
    Case *self = g_new0(Case, 1);
    g_autoptr(GError) error = NULL;
    self->arena = arena_new();
    self->compilers = compilers_load(XAAS_SOURCE_ROOT "/container/knowledge", &error);
    g_assert_no_error(error);
    self->folder = g_dir_make_tmp("xaas-recorded-XXXXXX", NULL);
    self->log = g_string_new(NULL);
    g_autofree char *stage = g_build_filename(self->folder, RECORDED_STAGE, NULL);
    g_assert_cmpint(g_mkdir_with_parents(stage, 0700), ==, 0);
    return self;
}

static void case_free(Case *self)
{
    g_autofree char *command = g_strdup_printf("rm -rf %s", self->folder);
    g_assert_true(g_spawn_command_line_sync(command, NULL, NULL, NULL, NULL));
    arena_free(self->arena);
    compilers_free(self->compilers);
    g_string_free(self->log, TRUE);
    g_free(self->folder);
    g_free(self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Case, case_free)

/* A file of a call: "WORD PATH ID", and its digest where that is not the id; one whose name ends
 * like an object's or a library's is one. */
static void add_files(GString *line, const char *const *files)
{
    for (gsize i = 0; files[i] != NULL; i++) {
        g_auto(GStrv) parts = g_strsplit(files[i], " ", -1);
        g_string_append_printf(
            line, "%s{\"word\":%s,%s\"path\":\"/build/%s\",\"id\":\"%s\",\"digest\":\"%s\"%s}",
            i > 0 ? "," : "", parts[0],
            g_regex_match_simple("\\.(o|a|so.*)$", parts[1], 0, 0) ? "\"code\":true," : "",
            parts[1], parts[2], parts[3] != NULL ? parts[3] : parts[2],
            g_strcmp0(parts[3] == NULL ? NULL : parts[4], "searched") == 0 ? ",\"searched\":true"
                                                                           : "");
    }
}

#define FILES(...) ((const char *const[]){__VA_ARGS__ __VA_OPT__(, ) NULL})

static void call(Case *self, const char *directory, const char *words, const char *const *read,
                 const char *const *wrote)
{
    g_auto(GStrv) each = g_strsplit(words, " ", -1);
    g_autofree char *joined = g_strjoinv("\",\"", each);
    g_string_append_printf(self->log, "{\"directory\":\"/build/%s\",\"words\":[\"%s\"],\"read\":[",
                           directory, joined);
    add_files(self->log, read);
    g_string_append(self->log, "],\"wrote\":[");
    add_files(self->log, wrote);
    g_string_append(self->log, "],\"included\":[]}\n");
}

static Recorded *follow(Case *self, GError **error)
{
    g_autofree char *path = g_build_filename(self->folder, "log", NULL);
    g_assert_true(g_file_set_contents(path, self->log->str, -1, NULL));
    const GPtrArray *calls = recorded_calls(self->arena, path, error);
    g_autofree char *stage = g_build_filename(self->folder, RECORDED_STAGE, NULL);
    g_autoptr(Recorded) recorded =
        calls == NULL
            ? NULL
            : recorded_new(self->arena, self->compilers, "/build", self->folder, calls, error);
    return recorded != NULL && recorded_keep(recorded, stage, error) ? g_steal_pointer(&recorded)
                                                                     : NULL;
}

static void assert_words(const Recorded *recorded, const char *name, guint number,
                         const char *expected)
{
    for (guint i = 0; i < recorded->made->len; i++) {
        const Made *made = recorded->made->pdata[i];
        if (made->name == NULL || !g_str_equal(made->name, name)) {
            continue;
        }
        g_assert_cmpuint(made->count, >, number);
        g_autoptr(GPtrArray) words = recorded_words(recorded, made, made->calls->pdata[number]);
        g_ptr_array_add(words, NULL);
        g_autofree char *text = g_strjoinv(" ", (char **)words->pdata);
        g_assert_cmpstr(text, ==, expected);
        return;
    }
    g_test_message("nothing is called %s", name);
    g_test_fail();
}

/* Two programs of one object's name, of which the first was linked before it was made again. */
static void test_twice(void)
{
    g_autoptr(Case) self = case_new();
    g_autoptr(GError) error = NULL;
    call(self, "tree", "cc -c a.c", FILES("2 tree/a.c 1"), FILES("2 tree/a.o 2"));
    call(self, "tree", "cc a.o -o one", FILES("1 tree/a.o 2"), FILES("3 tree/one 3"));
    call(self, "tree", "cc -DB -c a.c", FILES("3 tree/a.c 1", "3 tree/a.o 2"),
         FILES("3 tree/a.o 4"));
    call(self, "tree", "cc a.o -o two", FILES("1 tree/a.o 4"), FILES("3 tree/two 5"));
    g_autoptr(Recorded) recorded = follow(self, &error);
    g_assert_no_error(error);
    assert_words(recorded, "tree/one", 0, "cc .xaas/made/5a67585859b12762/a.o -o tree/one");
    assert_words(recorded, "tree/two", 0, "cc tree/a.o -o tree/two");
    assert_words(recorded, ".xaas/made/5a67585859b12762/a.o", 0,
                 "cc -c a.c -o /build/.xaas/made/5a67585859b12762/a.o");
    assert_words(recorded, "tree/a.o", 0, "cc -DB -c a.c -o /build/tree/a.o");
}

/* An archive is made in two calls, copied, and found by -l. */
static void test_archive(void)
{
    g_autoptr(Case) self = case_new();
    g_autoptr(GError) error = NULL;
    call(self, "tree/s", "cc -c a.c b.c", FILES("2 tree/s/a.c 1", "3 tree/s/b.c 2"),
         FILES("2 tree/s/a.o 3", "3 tree/s/b.o 4"));
    call(self, "tree", "ar rc x.a s/a.o", FILES("3 tree/s/a.o 3"), FILES("2 tree/x.a 5"));
    call(self, "tree", "ar r x.a s/b.o", FILES("2 tree/x.a 5", "3 tree/s/b.o 4"),
         FILES("2 tree/x.a 6"));
    call(self, "tree", "ranlib x.a", FILES("1 tree/x.a 6"), FILES("1 tree/x.a 7"));
    call(self, "tree/s", "g++ m.cc -L ../lib -lx -include h.h",
         FILES("1 tree/s/m.cc 8", "4 tree/lib/libx.a 9 7 searched", "6 tree/s/h.h 10"),
         FILES("0 tree/s/a.out 11"));
    g_autoptr(Recorded) recorded = follow(self, &error);
    g_assert_no_error(error);
    assert_words(recorded, "tree/x.a", 0, "ar rc tree/x.a tree/s/a.o");
    assert_words(recorded, "tree/x.a", 1, "ar r tree/x.a tree/s/b.o");
    assert_words(recorded, "tree/x.a", 2, "ranlib tree/x.a");
    assert_words(recorded, "tree/s/a.o", 0, "cc -c a.c -o /build/tree/s/a.o");
    assert_words(recorded, "tree/s/b.o", 0, "cc -c b.c -o /build/tree/s/b.o");
    assert_words(recorded, ".xaas/made/b8b013fa59f6c0ad/m.cc.o", 0,
                 "g++ m.cc -include h.h -c -o /build/.xaas/made/b8b013fa59f6c0ad/m.cc.o");
    assert_words(
        recorded, "tree/s/a.out", 0,
        "g++ .xaas/made/b8b013fa59f6c0ad/m.cc.o -L tree/lib tree/x.a -include tree/s/h.h -o tree/s/a.out");
}

/* Calls side by side end in any order, and what is written is the same. */
static char *graph_of(gboolean turned)
{
    g_autoptr(Case) self = case_new();
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < 2; i++) {
        if ((i == 0) == turned) {
            call(self, "tree", "cc -c b.c", FILES("2 tree/b.c 3"), FILES("2 tree/b.o 4 same"));
        } else {
            call(self, "tree", "cc -c a.c", FILES("2 tree/a.c 1"), FILES("2 tree/a.o 2 same"));
        }
    }
    call(self, "tree", "cc t.c copy.o", FILES("1 tree/t.c 5", "2 tree/copy.o 6 same"),
         FILES("0 tree/a.out 7"));
    call(self, "tree", "ar rc x.a a.o b.o", FILES("3 tree/a.o 2", "4 tree/b.o 4"),
         FILES("2 tree/x.a 8"));
    g_autoptr(Recorded) recorded = follow(self, &error);
    g_assert_no_error(error);
    g_assert_true(recorded_write(recorded, self->folder, &error));
    g_autofree char *path = g_build_filename(self->folder, "build.ninja", NULL);
    char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static void test_order(void)
{
    g_autofree char *one = graph_of(FALSE);
    g_autofree char *two = graph_of(TRUE);
    g_assert_cmpstr(one, ==, two);
    g_assert_nonnull(strstr(one, "build tree/x.a: "));
}

/* A shared library is needed by its name, wherever it lies. */
static void test_shared(void)
{
    g_autoptr(Case) self = case_new();
    g_autoptr(GError) error = NULL;
    call(self, "tree", "cc -fPIC -c a.c -ob.o", FILES("3 tree/a.c 1"), FILES("4 tree/b.o 2"));
    call(self, "tree", "cc -shared -Wl,--version-script=s/a.map b.o -olib/libb.so.1",
         FILES("2 tree/s/a.map 3", "3 tree/b.o 2"), FILES("4 tree/lib/libb.so.1 4"));
    call(self, "tree", "cc lib/libb.so.1 -o one -Llib -l b",
         FILES("1 tree/lib/libb.so.1 4", "6 tree/lib/libb.so 9 4 searched"), FILES("3 tree/one 5"));
    g_autoptr(Recorded) recorded = follow(self, &error);
    g_assert_no_error(error);
    assert_words(recorded, "tree/lib/libb.so.1", 0,
                 "cc -shared -Wl,--version-script=tree/s/a.map tree/b.o -o tree/lib/libb.so.1");
    assert_words(recorded, "tree/one", 0,
                 "cc -Ltree/lib -l:libb.so.1 -o tree/one -Ltree/lib -Ltree/lib -l:libb.so.1");
}

static void assert_error(Case *self, const char *said)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Recorded) recorded = follow(self, &error);
    g_assert_null(recorded);
    g_assert_nonnull(strstr(error->message, said));
}

static void test_unknown(void)
{
    g_autoptr(Case) self = case_new();
    call(self, "tree", "cc a.o -o one", FILES("1 tree/a.o 1"), FILES("3 tree/one 2"));
    assert_error(self, "/build/tree/a.o, which cc takes, was made by a program that was not");
}

/* What an archiver adds to an archive that it did not make would be lost. */
static void test_unknown_archive(void)
{
    g_autoptr(Case) self = case_new();
    call(self, "tree", "cc -c a.c", FILES("2 tree/a.c 1"), FILES("2 tree/a.o 2"));
    call(self, "tree", "ar r x.a a.o", FILES("2 tree/x.a 3", "3 tree/a.o 2"),
         FILES("2 tree/x.a 4"));
    assert_error(self, "/build/tree/x.a, which ar takes");
}

#define LINE(directory, read, wrote, included)                                                     \
    "{\"directory\":\"" directory "\",\"words\":[\"cc\"],\"read\":[" read "],\"wrote\":[" wrote    \
    "],\"included\":[" included "]}\n"

/* Whether the second call has added to what the first one made is not told. */
static void test_at_once(void)
{
    g_autoptr(Case) self = case_new();
    for (gsize i = 0; i < 2; i++) {
        g_string_append_printf(
            self->log,
            "{\"directory\":\"/build\",\"words\":[\"ar\",\"r\",\"x.a\",\"a.txt\"],\"read\":[],"
            "\"wrote\":[{\"word\":2,\"path\":\"/build/x.a\",\"id\":\"%u\",\"digest\":\"%u\"}],"
            "\"included\":[],\"began\":%u,\"ended\":%u}\n",
            (guint)i, (guint)i, 5u + (guint)i, 8u + (guint)i);
    }
    assert_error(self, "/build/x.a was changed by two calls of ar at once");
}

/* The project can write to the log, too. */
static void test_log(void)
{
    static const char *const logs[] = {
        "{\"directory\":\"/build\"}\n",
        "x\n",
        "{\"directory\":\"/build\"",
        LINE("/build", "1", "", ""),
        LINE("build", "", "", ""),
        LINE("/build/..", "", "", ""),
        LINE("/b", "{\"path\":\"/b/a.c\",\"id\":\"1\",\"word\":1}", "", ""),
        LINE("/b", "{\"path\":\"/b/a.c\",\"id\":\"1\",\"word\":-1}", "", ""),
        LINE("/b", "{\"path\":\"/b/a.c\",\"id\":\"1\",\"word\":4294967296}", "", ""),
        LINE("/b", "", "{\"path\":\"/b/../a.o\",\"id\":\"1\",\"word\":0}", ""),
        LINE("/b", "", "{\"path\":\"a.o\",\"id\":\"1\",\"word\":0}", ""),
        LINE("/b", "{\"path\":\"/b/a.o\",\"real\":\"../a.o\",\"id\":\"1\",\"word\":0}", "", ""),
        LINE("/b", "", "", "[\"a.h\",\"1\"]"),
        LINE("/b", "", "", "[\"/b/a.h\"]"),
    };
    for (gsize i = 0; i < G_N_ELEMENTS(logs); i++) {
        g_autoptr(Case) self = case_new();
        g_string_append(self->log, logs[i]);
        assert_error(self, "log:1: this is no recorded call");
    }
}

static void test_nothing(void)
{
    g_autoptr(Case) self = case_new();
    call(self, "tree", "cc -c a.c", FILES("2 tree/a.c 1"), FILES("2 tree/a.o 2"));
    assert_error(self, "install nothing, and no program that was recorded has made");
}

/* What a graph for Ninja cannot hold would be another one there. */
static void assert_no_graph(Case *self, const char *said)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Recorded) recorded = follow(self, &error);
    g_assert_no_error(error);
    g_assert_false(recorded_write(recorded, self->folder, &error));
    g_assert_nonnull(strstr(error->message, said));
}

static void test_graph(void)
{
    g_autoptr(Case) word = case_new();
    call(word, "tree", "cc -DA=\\n a.c", FILES("2 tree/a.c 1"), FILES("0 tree/a.out 2"));
    assert_no_graph(word, "cannot be made anew: a word of the command");
    g_autoptr(Case) name = case_new();
    call(name, "tree", "ar rc a\\nb.a", FILES(NULL), FILES("2 tree/a\\nb.a 2"));
    assert_no_graph(name, "tree/a\nb.a cannot be made anew");
    g_autoptr(Case) bar = case_new();
    call(bar, "tree", "ar rc x.a a|b", FILES("3 tree/a|b 1"), FILES("2 tree/x.a 2"));
    assert_no_graph(bar, "tree/x.a cannot be made anew");
}

/* As many archives of archives as a stack would not hold. */
static void test_deep(void)
{
    g_autoptr(Case) self = case_new();
    g_autoptr(GError) error = NULL;
    for (guint i = 1; i <= DEPTH; i++) {
        /* Of these the last is installed. */
        g_autofree char *before = g_strdup_printf("3 tree/%u.o %u", i - 1, i);
        g_autofree char *made = g_strdup_printf("2 tree/%u.%s %u", i, i < DEPTH ? "o" : "a", i + 1);
        call(self, "tree", "ar rc a b", i > 1 ? FILES(before) : FILES(NULL), FILES(made));
    }
    g_autoptr(Recorded) recorded = follow(self, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(recorded->made->len, ==, DEPTH);
    g_assert_true(((const Made *)recorded->made->pdata[0])->kept);
}

/* What a project has left where a tree is described is not what is written to. */
static void test_left_links(void)
{
    static const char *const names[] = {"build.ninja", "compile_commands.json",
                                        "cmake_install.cmake"};
    g_autoptr(Case) self = case_new();
    g_autoptr(GError) error = NULL;
    g_autofree char *other = g_build_filename(self->folder, "other", NULL);
    g_assert_true(g_file_set_contents(other, "mine", -1, NULL));
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(self->folder, names[i], NULL);
        g_assert_cmpint(symlink(other, path), ==, 0);
    }
    call(self, "tree", "cc a.c", FILES("1 tree/a.c 1"), FILES("0 tree/a.out 2"));
    g_autoptr(Recorded) recorded = follow(self, &error);
    g_assert_no_error(error);
    g_assert_true(recorded_write(recorded, self->folder, &error));
    g_assert_true(recorded_write_install(recorded, self->folder, &error));
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(other, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, "mine");
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(self->folder, names[i], NULL);
        g_assert_false(g_file_test(path, G_FILE_TEST_IS_SYMLINK));
        g_assert_true(g_file_test(path, G_FILE_TEST_IS_REGULAR));
    }
}

/* Nobody waits for a pipe that lies where a source was. */
static void test_pipe(void)
{
    g_autoptr(Case) self = case_new();
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(self->folder, "tree/a.c", NULL);
    g_autofree char *tree = g_build_filename(self->folder, "tree", NULL);
    g_assert_cmpint(g_mkdir(tree, 0700), ==, 0);
    g_assert_cmpint(mkfifo(path, 0600), ==, 0);
    call(self, "tree", "cc a.c", FILES("1 tree/a.c 1"), FILES("0 tree/a.out 2"));
    g_autoptr(Recorded) recorded = follow(self, &error);
    g_assert_no_error(error);
    g_assert_false(recorded_sources_are_there(recorded, self->folder, &error));
    g_assert_nonnull(strstr(error->message, "a.c was removed after "));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/recorded/twice", test_twice);
    g_test_add_func("/recorded/archive", test_archive);
    g_test_add_func("/recorded/order", test_order);
    g_test_add_func("/recorded/shared", test_shared);
    g_test_add_func("/recorded/unknown", test_unknown);
    g_test_add_func("/recorded/unknown_archive", test_unknown_archive);
    g_test_add_func("/recorded/at_once", test_at_once);
    g_test_add_func("/recorded/log", test_log);
    g_test_add_func("/recorded/nothing", test_nothing);
    g_test_add_func("/recorded/graph", test_graph);
    g_test_add_func("/recorded/deep", test_deep);
    g_test_add_func("/recorded/left_links", test_left_links);
    g_test_add_func("/recorded/pipe", test_pipe);
    return g_test_run();
}
