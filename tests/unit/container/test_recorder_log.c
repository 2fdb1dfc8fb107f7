/* What xaas-record tells of a call, as those read it who make a build tree of it. */
#include "container/record/file_id.h"
#include "container/record/record.h"
#include "core/text_order.h"
#include "recorder_run.h"
#include <glib/gstdio.h>
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
    assert_files(run, call->read, "2 tree/s/a.c 0 tree/a.o");
    assert_files(run, call->wrote, "0 tree/a.o 0 tree/a.out");
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
    assert_files(run, call->wrote, "4 tree/s/deep/a.o");
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

/* ---- what is included ------------------------------------------------------------------------ */

/* The names of what was included, in the order of their bytes; the digests were kept. The source,
 * which gcc tells, too, is left out. */
static void assert_included(const RecorderRun *run, const char *expected)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    const RecordedCall *call = recorder_run_call(run, arena);
    for (guint i = 0; i < call->included->len; i++) {
        const RecordedFile *file = call->included->pdata[i];
        g_autofree char *key = file_key(file->path, file->id);
        g_autofree char *kept = g_build_filename(run->folder, "seen", key, NULL);
        g_autofree char *then = NULL;
        g_autofree char *digest = file_digest(file->path);
        g_assert_true(g_file_get_contents(kept, &then, NULL, NULL));
        g_assert_cmpstr(then, ==, digest);
        if (!g_str_has_suffix(file->path, "/a.c")) {
            g_ptr_array_add(names, (gpointer)(file->path + strlen(run->folder) + strlen("/tree/")));
        }
    }
    g_ptr_array_sort(names, text_order);
    g_ptr_array_add(names, NULL);
    g_autofree char *text = g_strjoinv("|", (char **)names->pdata);
    g_assert_cmpstr(text, ==, expected);
    g_assert_cmpint(g_unlink(run->log), ==, 0);
    /* Nothing else is left beside it. */
    g_autofree char *left = recorder_run_well(run, "echo ../log*");
    g_assert_cmpstr(left, ==, "../log*\n");
}

static void write_headers(const RecorderRun *run)
{
    recorder_run_write(run, "tree/a.c", "#include \"a.h\"\n#include \"b d/$#c.h\"\n");
    recorder_run_write(run, "tree/a.h", "#include <stddef.h>\n#include \"../outside.h\"\n");
    recorder_run_write(run, "tree/b d/$#c.h", "int f(void);\n");
    recorder_run_write(run, "outside.h", "\n");
}

/* However it is asked for a rule of its own. */
static void test_compilers(void)
{
    static const char *const compilers[] = {"gcc", "clang-19"};
    static const char *const lines[] = {
        "-c a.c",
        "-c a.c -o x.o",
        "-c a.c -MD",
        "-c a.c -MMD -ox.y.o",
        "-c a.c -MMD -MP -MT 'x.o y.d' -MF z.d -o x.o",
        "-c a.c -MD -MFz.d",
        "-c a.c -Wp,-MMD,z.d",
        "-shared -fPIC a.c -o s.so -MMD",
        "-E a.c -o a.i",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(compilers); i++) {
        g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
        g_autofree char *program = g_find_program_in_path(compilers[i]);
        if (program == NULL) {
            g_test_message("%s is not installed", compilers[i]);
            continue;
        }
        write_headers(run);
        recorder_run_link(run, compilers[i]);
        for (gsize k = 0; k < G_N_ELEMENTS(lines); k++) {
            g_autofree char *line =
                g_strdup_printf("touch x.o; %s %s; rm -f *.d *.o *.so", compilers[i], lines[k]);
            g_test_message("%s", line);
            g_autofree char *said = recorder_run_well(run, line);
            assert_included(run, "a.h|b d/$#c.h");
        }
    }
}

/* What a project asks of the same variables it gets, as if nobody else had asked. */
static void test_asked_itself(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    recorder_run_tool(
        run, "cc",
        "#!/bin/sh\nset -- $DEPENDENCIES_OUTPUT\n"
        "printf '%s: a.c \\\\\\n a.h b\\\\ d/$$\\\\#c.h\\n' \"${2-a.o}\" >> \"$1\"\n"
        "test -z \"$CC_PRINT_HEADERS\" || echo ./a.h >> \"$CC_PRINT_HEADERS_FILE\"\n");
    write_headers(run);
    recorder_run_set(run, "DEPENDENCIES_OUTPUT", "rule the_target");
    recorder_run_set(run, "CC_PRINT_HEADERS", "1");
    recorder_run_set(run, "CC_PRINT_HEADERS_FILE", "list");
    g_autofree char *directly = recorder_run_well(run, "../bin/cc; ../bin/cc; cat rule list");
    g_autofree char *behind = recorder_run_well(run, "rm rule list; ../bin/cc; cc; cat rule list");
    g_assert_cmpstr(behind, ==, directly);
    g_assert_nonnull(strstr(behind, "the_target: a.c"));
    assert_included(run, "a.h|b d/$#c.h");
}

/* gcc takes what stands behind a blank for a target. */
static void test_blank_in_log(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    recorder_run_tool(run, "cc",
                      "#!/bin/sh\nset -- $DEPENDENCIES_OUTPUT\necho \"a.o: a.h\" >> \"$1\"\n"
                      "test $# = 1\n");
    write_headers(run);
    g_free(run->log);
    run->log = recorder_run_path(run, "a folder/log");
    recorder_run_set(run, RECORD_LOG, run->log);
    g_autofree char *said = recorder_run_well(run, "mkdir '../a folder'; cc; ls -d ..*/a*");
    g_assert_cmpstr(said, ==, "../a folder\n");
    assert_included(run, "a.h");
}

/* A process of the same number that was killed has left what it was told. */
static void test_left_behind(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    recorder_run_tool(run, "cc", "#!/bin/sh\n");
    write_headers(run);
    g_autofree char *said = recorder_run_well(
        run, "sh -c 'echo a.h > ../log.$$; echo x: a.h > ../log.$$.rule; exec cc'");
    assert_included(run, "");
}

/* What is made is the same. */
static void test_same(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    g_autofree char *program = g_find_program_in_path("clang-19");
    if (program == NULL) {
        g_test_skip("clang-19 is not installed");
        return;
    }
    write_headers(run);
    recorder_run_link(run, "clang-19");
    g_autofree char *line = g_strdup_printf(
        "%s -g -c a.c -o a.o; mv a.o b.o; clang-19 -g -c a.c -o a.o; cmp a.o b.o", program);
    g_autofree char *said = recorder_run_well(run, line);
    g_assert_cmpstr(said, ==, "");
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
    g_test_add_func("/recorder_log/compilers", test_compilers);
    g_test_add_func("/recorder_log/asked_itself", test_asked_itself);
    g_test_add_func("/recorder_log/blank_in_log", test_blank_in_log);
    g_test_add_func("/recorder_log/left_behind", test_left_behind);
    g_test_add_func("/recorder_log/same", test_same);
    return g_test_run();
}
