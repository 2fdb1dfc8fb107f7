/* What xaas-record tells of a call, as those read it who make a build tree of it. */
#include "container/record/file_id.h"
#include "recorder_run.h"
#include <string.h>

/* Writes what stands behind "-o", and a rule as gcc does for words that ask for none. */
#define COMPILER                                                                                   \
    "#!/bin/sh\nset -- \"$@\" --\nwhile test \"$1\" != --; do\n"                                   \
    "if test \"$1\" = -o; then echo made > \"$2\"; fi\nshift\ndone\n"

static char *digest_of(const char *text)
{
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

static void assert_files(const RecorderRun *run, const GPtrArray *files, const char *expected)
{
    g_autofree char *names = recorder_run_names(run, files);
    g_assert_cmpstr(names, ==, expected);
}

static void assert_words(const RecordedCall *call, const char *expected)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    for (guint i = 1; i < call->words->len; i++) {
        g_ptr_array_add(words, call->words->pdata[i]);
    }
    g_ptr_array_add(words, NULL);
    g_autofree char *text = g_strjoinv("|", (char **)words->pdata);
    g_assert_cmpstr(text, ==, expected);
}

/* ---- words and files ------------------------------------------------------------------------- */

static void test_files(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    g_autoptr(Arena) arena = arena_new();
    recorder_run_tool(run, "cc", COMPILER);
    recorder_run_write(run, "tree/a.c", "one\n");
    recorder_run_write(run, "tree/s/libx.a", "two\n");
    recorder_run_write(run, "tree/s/liby.so", "three\n");
    recorder_run_write(run, "tree/s/liby.a", "four\n");
    recorder_run_write(run, "tree/map", "five\n");
    recorder_run_write(run, "outside.c", "six\n");
    g_autofree char *said = recorder_run_well(
        run, "ln -s a.c b.c; cc a.c b.c ../outside.c -Ls -lx -l y -Wl,--script=map -Dnone -o out "
             "-static -ly");
    g_assert_cmpstr(said, ==, "");
    const RecordedCall *call = recorder_run_call(run, arena);
    g_autofree char *tree = recorder_run_path(run, "tree");
    g_autofree char *program = recorder_run_path(run, "bin/cc");
    g_assert_cmpstr(call->directory, ==, tree);
    g_assert_cmpstr(call->words->pdata[0], ==, program);
    assert_words(call, "a.c|b.c|../outside.c|-Ls|-lx|-l|y|-Wl,--script=map|-Dnone|-o|out|-static|"
                       "-ly");
    assert_files(run, call->read,
                 "1 tree/a.c 2 tree/b.c 5 tree/s/libx.a 7 tree/s/liby.so 8 tree/map "
                 "13 tree/s/liby.a");
    assert_files(run, call->wrote, "11 tree/out");
    const RecordedFile *first = call->read->pdata[0];
    const RecordedFile *linked = call->read->pdata[1];
    const RecordedFile *searched = call->read->pdata[2];
    g_autofree char *one = digest_of("one\n");
    g_autofree char *id = file_id(first->path);
    g_assert_cmpstr(first->digest, ==, one);
    g_assert_cmpstr(first->id, ==, id);
    g_assert_cmpstr(linked->real, ==, first->path);
    g_assert_cmpstr(linked->id, ==, id);
    g_assert_true(searched->searched);
    g_assert_false(first->searched);
    g_autofree char *made = digest_of("made\n");
    g_assert_cmpstr(((const RecordedFile *)call->wrote->pdata[0])->digest, ==, made);
}

/* What a compiler calls what it makes where nobody says; what was there before is told as it was.
 */
static void test_usual_outputs(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    g_autoptr(Arena) arena = arena_new();
    recorder_run_tool(run, "cc", "#!/bin/sh\necho new > a.o\necho new > a.out\n");
    recorder_run_write(run, "tree/s/a.c", "one\n");
    recorder_run_write(run, "tree/a.o", "old object\n");
    g_autofree char *said = recorder_run_well(run, "cc -c s/a.c");
    const RecordedCall *call = recorder_run_call(run, arena);
    assert_files(run, call->read, "2 tree/s/a.c 2 tree/a.o");
    assert_files(run, call->wrote, "2 tree/a.o 0 tree/a.out");
    g_autofree char *before = digest_of("old object\n");
    g_assert_cmpstr(((const RecordedFile *)call->read->pdata[1])->digest, ==, before);
}

static void test_responses(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    g_autoptr(Arena) arena = arena_new();
    recorder_run_tool(run, "cc", COMPILER);
    recorder_run_write(run, "tree/a.o", "");
    recorder_run_write(run, "tree/one", "a.o 'b c' @two\n");
    recorder_run_write(run, "tree/two", "\"-DX=\\\"d\\\"\"\n@none @empty @one\n");
    recorder_run_write(run, "tree/empty", " \n");
    recorder_run_write(run, "tree/self", "@self\n");
    g_autofree char *said = recorder_run_well(run, "printf '@two' > two.rest; "
                                                   "sed -i 's/ @one//' two; cc @one @self -o x");
    const RecordedCall *call = recorder_run_call(run, arena);
    assert_words(call, "a.o|b c|-DX=\"d\"|@none|@self|-o|x");
    assert_files(run, call->read, "1 tree/a.o");
    assert_files(run, call->wrote, "7 tree/x");
}

/* A file that names itself often is written out up to a bound. */
static void test_endless_response(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    g_autoptr(Arena) arena = arena_new();
    recorder_run_tool(run, "cc", "#!/bin/sh\n");
    g_autofree char *said = recorder_run_well(
        run, "for i in $(seq 20); do printf '@../many '; done > ../many; cc @../many");
    g_assert_cmpuint(recorder_run_call(run, arena)->words->len, <, 260000);
}

/* What can be read once only is left to the tool. */
static void test_pipe(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    g_autoptr(Arena) arena = arena_new();
    recorder_run_tool(run, "cc", "#!/bin/sh\ncat pipe\n");
    g_autofree char *said =
        recorder_run_well(run, "mkfifo pipe; (echo -c a.c > pipe) & cc @pipe pipe");
    g_assert_cmpstr(said, ==, "-c a.c\n");
    const RecordedCall *call = recorder_run_call(run, arena);
    assert_words(call, "@pipe|pipe");
    g_assert_cmpuint(call->read->len, ==, 0);
}

/* ".." leads out of the folder where a link leads to. */
static void test_through_link(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    g_autoptr(Arena) arena = arena_new();
    recorder_run_tool(run, "cc", COMPILER);
    recorder_run_write(run, "tree/s/a.c", "right\n");
    recorder_run_write(run, "tree/a.c", "wrong\n");
    g_autofree char *said =
        recorder_run_well(run, "mkdir s/deep; ln -s s/deep link; cd link; cc -c ../a.c -o a.o");
    const RecordedCall *call = recorder_run_call(run, arena);
    assert_files(run, call->read, "2 tree/s/a.c");
    assert_files(run, call->wrote, "2 tree/s/deep/a.o");
}

/* A call within a call is a part of that one, and one that fails is none. */
static void test_within(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    g_autoptr(Arena) arena = arena_new();
    recorder_run_tool(run, "cc", COMPILER);
    recorder_run_tool(run, "mpicc", "#!/bin/sh\nexec cc \"$@\"\n");
    recorder_run_tool(run, "ar", "#!/bin/sh\necho > x.a\nexit 1\n");
    g_autofree char *said = recorder_run_well(run, "mpicc -o out; ar rc x.a || true");
    const RecordedCall *call = recorder_run_call(run, arena);
    g_assert_true(g_str_has_suffix(call->words->pdata[0], "/bin/mpicc"));
    assert_files(run, call->wrote, "2 tree/out");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/recorder_log/files", test_files);
    g_test_add_func("/recorder_log/usual_outputs", test_usual_outputs);
    g_test_add_func("/recorder_log/responses", test_responses);
    g_test_add_func("/recorder_log/endless_response", test_endless_response);
    g_test_add_func("/recorder_log/pipe", test_pipe);
    g_test_add_func("/recorder_log/through_link", test_through_link);
    g_test_add_func("/recorder_log/within", test_within);
    return g_test_run();
}
