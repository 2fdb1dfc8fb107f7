/* xaas-record in the place of a tool: what is run, and that it runs as if nothing stood there. */
#include "container/record/record.h"
#include "recorder_run.h"
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void assert_none_recorded(const RecorderRun *run)
{
    g_autoptr(Arena) arena = arena_new();
    g_assert_cmpuint(recorder_run_calls(run, arena)->len, ==, 0);
}

static void assert_ends(const RecorderRun *run, const char *line, int status, const char *said)
{
    g_auto(RecorderSaid) all = {0};
    recorder_run(run, line, NULL, &all);
    if (strstr(all.err, said) == NULL) {
        g_test_message("%s", all.err);
    }
    g_assert_nonnull(strstr(all.err, said));
    g_assert_true(WIFEXITED(all.status));
    g_assert_cmpint(WEXITSTATUS(all.status), ==, status);
}

/* ---- what goes through ----------------------------------------------------------------------- */

static void test_arguments(void)
{
    for (guint records = 0; records < 2; records++) {
        g_autoptr(RecorderRun) run = recorder_run_new(records == 1);
        recorder_run_link(run, "sh");
        g_autofree char *words = recorder_run_well(
            run, "sh -c 'printf \"<%s>\" \"$0\" \"$@\"' zero '' 'a b' '*' '@no' -o '\"\\' '\n'");
        g_assert_cmpstr(words, ==, "<zero><><a b><*><@no><-o><\"\\><\n>");
        /* Its name is what it is called, and where that is a path, its own. */
        g_autofree char *named = recorder_run_well(run, "sh -c 'echo $0'");
        g_assert_cmpstr(named, ==, "sh\n");
        g_autofree char *by_path = recorder_run_well(run, "../links/sh -c 'echo $0'");
        g_assert_true(g_str_has_suffix(by_path, "/bin/sh\n"));
        g_assert_null(strstr(by_path, "links"));
    }
}

static char *environment_line(const RecorderRun *run, const char *line)
{
    g_autofree char *out = recorder_run_well(run, line);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(out), "\n", -1);
    g_autoptr(GPtrArray) rest = g_ptr_array_new();
    static const char *const ours[] = {"PATH=",
                                       RECORD_LOG "=",
                                       RECORD_LINKS "=",
                                       "CC_PRINT_HEADERS=1",
                                       "CC_PRINT_HEADERS_FILE=",
                                       "DEPENDENCIES_OUTPUT=",
                                       "_="};
    for (char **each = lines; *each != NULL; each++) {
        gboolean is_ours = FALSE;
        for (gsize i = 0; i < G_N_ELEMENTS(ours); i++) {
            is_ours = is_ours || g_str_has_prefix(*each, ours[i]);
        }
        if (!is_ours) {
            g_ptr_array_add(rest, *each);
        }
    }
    g_ptr_array_add(rest, NULL);
    return g_strjoinv("\n", (char **)rest->pdata);
}

static void test_environment(void)
{
    for (guint records = 0; records < 2; records++) {
        g_autoptr(RecorderRun) run = recorder_run_new(records == 1);
        recorder_run_set(run, "ONE", "two  three=");
        recorder_run_set(run, "EMPTY", "");
        recorder_run_link(run, "env");
        g_autofree char *directly = environment_line(run, "exec /usr/bin/env");
        g_autofree char *behind = environment_line(run, "exec env");
        g_assert_cmpstr(behind, ==, directly);
        g_assert_nonnull(strstr(behind, "ONE=two  three="));
        /* What it calls itself is not recorded once more. */
        recorder_run_link(run, "sh");
        g_autofree char *path = recorder_run_well(run, "sh -c 'echo $PATH $" RECORD_LOG "'");
        g_autofree char *expected =
            g_strdup_printf("%s/bin:/usr/local/bin:/usr/bin:/bin\n", run->folder);
        g_assert_cmpstr(g_strchomp(path), ==, g_strchomp(expected));
    }
}

static void test_streams(void)
{
    for (guint records = 0; records < 2; records++) {
        g_autoptr(RecorderRun) run = recorder_run_new(records == 1);
        g_autofree char *bytes = g_malloc(300000);
        for (gsize i = 0; i < 300000; i++) {
            bytes[i] = (char)(i * 7 % 256);
        }
        g_autoptr(GBytes) input = g_bytes_new(bytes, 300000);
        g_auto(RecorderSaid) said = {0};
        recorder_run_link(run, "cat");
        recorder_run(run, "exec cat", input, &said);
        g_assert_cmpint(said.status, ==, 0);
        g_assert_cmpstr(said.err, ==, "");
        g_assert_cmpmem(said.out, said.length, bytes, 300000);
        recorder_run_link(run, "sh");
        g_auto(RecorderSaid) both = {0};
        recorder_run(run, "sh -c 'echo out; echo err >&2; echo three >&3' 3>&1", NULL, &both);
        g_assert_cmpstr(both.out, ==, "out\nthree\n");
        g_assert_cmpstr(both.err, ==, "err\n");
    }
}

/* A shell says 128 and the signal of what a signal has ended, and also of what has exited so. */
static void test_status(void)
{
    for (guint records = 0; records < 2; records++) {
        g_autoptr(RecorderRun) run = recorder_run_new(records == 1);
        recorder_run_link(run, "sh");
        assert_ends(run, "sh -c 'exit 3'", 3, "");
        assert_ends(run, "sh -c 'exit 255'", 255, "");
        assert_ends(run, "sh -c 'kill -TERM $$' & wait $!", 128 + SIGTERM, "");
        g_auto(RecorderSaid) said = {0};
        recorder_run(run, "perl -e 'system(\"sh\", \"-c\", \"kill -ABRT \\$\\$\"); print $? & 127'",
                     NULL, &said);
        g_assert_cmpstr(said.out, ==, "6");
        assert_none_recorded(run);
    }
}

/* Who ends the call ends the tool. */
static void test_ended(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    recorder_run_tool(run, "tool", "#!/bin/sh\necho $$ > pid.new\nmv pid.new pid\nexec sleep 60\n");
    g_autofree char *said = recorder_run_well(run, "tool >/dev/null 2>&1 & call=$!\n"
                                                   "until test -f pid; do sleep 0.1; done\n"
                                                   "kill -TERM $call\n"
                                                   "for i in $(seq 100); do\n"
                                                   "kill -0 $(cat pid) 2>/dev/null || break\n"
                                                   "sleep 0.1\ndone\necho $i\n");
    g_assert_cmpint(atoi(said), >, 0);
    g_assert_cmpint(atoi(said), <, 100);
    assert_none_recorded(run);
}

/* Programs that look away when children end hand that on. */
static void test_ignored_children(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    recorder_run_tool(run, "tool", "#!/bin/sh\nexit 0\n");
    g_autofree char *said =
        recorder_run_well(run, "perl -e '$SIG{CHLD} = \"IGNORE\"; exec \"tool\"'");
    g_assert_cmpstr(said, ==, "");
}

/* ---- what is found --------------------------------------------------------------------------- */

/* Never itself, whatever the folder with a link is called. */
static void test_finds(void)
{
    for (guint records = 0; records < 2; records++) {
        g_autoptr(RecorderRun) run = recorder_run_new(records == 1);
        recorder_run_tool(run, "tool", "#!/bin/sh\necho the tool, $PATH\n");
        g_autofree char *said = recorder_run_well(
            run, "ln -s links ../same; mkdir ../other ../no; ln -s ../links/tool ../other/tool\n"
                 "cp ../bin/tool ../no/tool; chmod -x ../no/tool; mkdir ../no2 ../no2/tool\n"
                 "cd ..; PATH=$PWD/links/:same:$PWD/other:$PWD/no:$PWD/no2:$PATH tool");
        g_autofree char *expected =
            g_strdup_printf("the tool, %s/other:%s/no:%s/no2:%s/bin:/usr/local/bin:/usr/bin:/bin\n",
                            run->folder, run->folder, run->folder, run->folder);
        g_assert_cmpstr(said, ==, expected);
        /* What a recorded tool runs by the path of a link, as a configure script has found it. */
        recorder_run_tool(run, "wrapper", "#!/bin/sh\nexec $PWD/../links/tool\n");
        g_autofree char *within = recorder_run_well(run, "wrapper");
        g_assert_true(g_str_has_prefix(within, "the tool, "));
        /* By its full path it is another one of that name. */
        g_autofree char *full = recorder_run_well(
            run, "mkdir ../full; printf '#!/bin/sh\\necho full\\n' > ../full/tool\n"
                 "chmod +x ../full/tool\n"
                 "perl -e 'exec {\"../links/tool\"} \"$ENV{PWD}/../full/tool\"'");
        g_assert_cmpstr(full, ==, "full\n");
        /* A folder that is named from here, and an empty name, which is here. */
        g_autofree char *here = recorder_run_well(run, "cd ../bin; PATH=$PWD/../links: tool");
        g_assert_cmpstr(here, ==, "the tool, :\n");
    }
}

static void test_missing(void)
{
    for (guint records = 0; records < 2; records++) {
        g_autoptr(RecorderRun) run = recorder_run_new(records == 1);
        recorder_run_link(run, "tool");
        assert_ends(run, "tool a", RECORD_STATUS_MISSING, "there is no program tool in PATH");
        /* What is left of such a PATH is not the current folder. */
        assert_ends(run, "ln -s /bin/true tool; PATH=$PWD/../links tool", RECORD_STATUS_MISSING,
                    "there is no program tool in PATH");
        recorder_run_tool(run, "broken", "#!/no/such/shell\n");
        assert_ends(run, "broken", RECORD_STATUS_FAILED, "/bin/broken cannot be run: No such file");
        /* Shells run such scripts. */
        recorder_run_tool(run, "plain", "echo plain $1\n");
        g_autofree char *said = recorder_run_well(run, "plain one");
        g_assert_cmpstr(said, ==, "plain one\n");
    }
}

static void test_no_environment(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(FALSE);
    recorder_run_tool(run, "tool", "#!/bin/sh\necho the tool\n");
    assert_ends(run, "unset " RECORD_LINKS "; tool", RECORD_STATUS_FAILED,
                "xaas-container runs this");
    /* Without PATH the tool has none either. */
    recorder_run_link(run, "env");
    g_autofree char *said = recorder_run_well(run, "exec /usr/bin/env -u PATH ../links/env");
    g_assert_null(strstr(said, "\nPATH="));
    g_assert_false(g_str_has_prefix(said, "PATH="));
}

/* ---- what cannot be recorded ----------------------------------------------------------------- */

/* The tool has run, and the call is not well. */
static void test_no_log(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    recorder_run_tool(run, "tool", "#!/bin/sh\necho done > \"$1\"\n");
    assert_ends(run, RECORD_LOG "=/no/folder/log tool one", RECORD_STATUS_FAILED,
                "/no/folder/log cannot be written: No such file or directory");
    assert_ends(run, RECORD_LOG "=/dev/full tool two", RECORD_STATUS_FAILED,
                "/dev/full cannot be written: No space left on device");
    assert_ends(run, "tool \"$(printf 'a\\377b')\"", RECORD_STATUS_FAILED, "is not UTF-8");
    assert_none_recorded(run);
    g_autofree char *said = recorder_run_well(run, "cat one two");
    g_assert_cmpstr(said, ==, "done\ndone\n");
}

static void test_no_seen(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    recorder_run_write(run, "tree/a.h", "");
    recorder_run_tool(run, "cc", "#!/bin/sh\necho a.h > \"$CC_PRINT_HEADERS_FILE\"\n");
    assert_ends(run, RECORD_SEEN "=/no/folder cc", RECORD_STATUS_FAILED, "/no/folder/");
    assert_ends(run, "unset " RECORD_SEEN "; cc", RECORD_STATUS_FAILED, RECORD_SEEN " is not set");
    assert_none_recorded(run);
}

/* ---- side by side ---------------------------------------------------------------------------- */

#define CALLS 50u

/* Long lines, so that a part of one would be seen. */
static void test_parallel(void)
{
    g_autoptr(RecorderRun) run = recorder_run_new(TRUE);
    g_autoptr(Arena) arena = arena_new();
    gboolean known[CALLS] = {FALSE};
    recorder_run_tool(run, "tool", "#!/bin/sh\necho \"$1\" > \"$1\"\n");
    g_autofree char *said =
        recorder_run_well(run, "long=$(head -c 60000 /dev/zero | tr '\\0' x)\n"
                               "for i in $(seq 0 49); do tool $i $long $long & done; wait\n");
    g_assert_cmpstr(said, ==, "");
    const GPtrArray *calls = recorder_run_calls(run, arena);
    g_assert_cmpuint(calls->len, ==, CALLS);
    for (guint i = 0; i < CALLS; i++) {
        const RecordedCall *call = calls->pdata[i];
        g_assert_cmpuint(call->words->len, ==, 4);
        g_assert_cmpuint(strlen(call->words->pdata[3]), ==, 60000);
        guint64 number = g_ascii_strtoull(call->words->pdata[1], NULL, 10);
        g_assert_cmpuint(number, <, CALLS);
        g_assert_false(known[number]);
        known[number] = TRUE;
        g_assert_cmpuint(call->wrote->len, ==, 1);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/recorder/arguments", test_arguments);
    g_test_add_func("/recorder/environment", test_environment);
    g_test_add_func("/recorder/streams", test_streams);
    g_test_add_func("/recorder/status", test_status);
    g_test_add_func("/recorder/ended", test_ended);
    g_test_add_func("/recorder/ignored_children", test_ignored_children);
    g_test_add_func("/recorder/finds", test_finds);
    g_test_add_func("/recorder/missing", test_missing);
    g_test_add_func("/recorder/no_environment", test_no_environment);
    g_test_add_func("/recorder/no_log", test_no_log);
    g_test_add_func("/recorder/no_seen", test_no_seen);
    g_test_add_func("/recorder/parallel", test_parallel);
    return g_test_run();
}
