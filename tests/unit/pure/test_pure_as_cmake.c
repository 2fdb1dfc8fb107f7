/* The pure commands against CMake itself: all cases of a file, and random ones, are run by both,
 * and what CMake writes is compared with our results. */
#include "tests/unit/pure/pure_case.h"
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM_CASES 5000
#define RANDOM_SEED 20250322
#define MAX_SHOWN 40

/* CMake keeps going after a command's error only when it configures a project, so that is done. A
 * value is written with its length; every case ends with a line of its own. */
static const char prologue[] = "cmake_minimum_required(VERSION 3.25)\n"
                               "project(cases LANGUAGES NONE)\n"
                               "foreach(i COUNT 0 1 2 3 4 5 6 7 8 9)\n"
                               "  unset(CMAKE_MATCH_${i})\n"
                               "endforeach()\n"
                               "function(show number)\n"
                               "  set(text \"${number}\\n\")\n"
                               "  foreach(name IN LISTS ARGN)\n"
                               "    if(DEFINED ${name})\n"
                               "      string(LENGTH \"${${name}}\" length)\n"
                               "      string(APPEND text \"${name} ${length} ${${name}}\\n\")\n"
                               "    else()\n"
                               "      string(APPEND text \"${name} -\\n\")\n"
                               "    endif()\n"
                               "  endforeach()\n"
                               "  file(APPEND \"${CMAKE_BINARY_DIR}/results\" \"${text}\")\n"
                               "endfunction()\n"
                               "macro(version_order out a b)\n"
                               "  if(\"${a}\" VERSION_LESS \"${b}\")\n"
                               "    set(${out} -1)\n"
                               "  elseif(\"${a}\" VERSION_GREATER \"${b}\")\n"
                               "    set(${out} 1)\n"
                               "  else()\n"
                               "    set(${out} 0)\n"
                               "  endif()\n"
                               "endmacro()\n";

static guint count_lines(const char *text)
{
    guint lines = 0;
    for (; *text != '\0'; text++) {
        lines += *text == '\n';
    }
    return lines;
}

static char *make_script(GPtrArray *cases, GArray *first_lines)
{
    GString *script = g_string_new(prologue);
    guint line = 1 + count_lines(script->str);
    for (guint i = 0; i < cases->len; i++) {
        g_array_append_val(first_lines, line);
        gsize before = script->len;
        pure_case_write(g_ptr_array_index(cases, i), i, script);
        line += count_lines(script->str + before);
    }
    g_array_append_val(first_lines, line);
    return g_string_free(script, FALSE);
}

/* The case whose lines hold `line`. */
static guint case_at_line(GArray *first_lines, guint line)
{
    guint low = 0;
    guint high = first_lines->len - 1;
    while (high - low > 1) {
        guint middle = (low + high) / 2;
        if (g_array_index(first_lines, guint, middle) <= line) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static void read_errors(const char *messages, GArray *first_lines, GPtrArray *outcomes)
{
    static const char sign[] = "CMake Error at CMakeLists.txt:";
    for (const char *at = strstr(messages, sign); at != NULL; at = strstr(at + 1, sign)) {
        guint line = (guint)strtoul(at + strlen(sign), NULL, 10);
        PureOutcome *outcome = g_ptr_array_index(outcomes, case_at_line(first_lines, line));
        outcome->failed = TRUE;
    }
}

static void read_results(const char *at, const char *messages, GPtrArray *cases,
                         GPtrArray *outcomes)
{
    for (guint i = 0; i < cases->len; i++) {
        char *rest = NULL;
        if (strtoul(at, &rest, 10) != i || *rest != '\n') {
            g_autofree char *text = pure_case_text(g_ptr_array_index(cases, i));
            g_error("CMake's results end before those of %s:\n%s", text, messages);
        }
        at = rest + 1;
        PureOutcome *outcome = g_ptr_array_index(outcomes, i);
        g_auto(GStrv) watched = pure_case_watched(g_ptr_array_index(cases, i));
        for (guint k = 0; watched[k] != NULL; k++) {
            at += strlen(watched[k]) + 1;
            if (*at == '-') {
                g_ptr_array_add(outcome->results, g_strdup(watched[k]));
                at += 2;
                continue;
            }
            gsize length = strtoul(at, &rest, 10);
            g_autofree char *value = g_strndup(rest + 1, length);
            g_ptr_array_add(outcome->results, g_strdup_printf("%s=%s", watched[k], value));
            at = rest + 1 + length + 1;
        }
    }
}

/* CMake's outcomes. `folder` is for its files. */
static GPtrArray *run_cmake(GPtrArray *cases, const char *folder)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) first_lines = g_array_new(FALSE, FALSE, sizeof(guint));
    g_autofree char *script = make_script(cases, first_lines);
    g_autofree char *list_file = g_build_filename(folder, "CMakeLists.txt", NULL);
    g_file_set_contents(list_file, script, -1, &error);
    g_assert_no_error(error);

    const char *argv[] = {XAAS_CMAKE_COMMAND, "-G", "Ninja", "-S", folder, "-B", folder,
                          "-Wno-dev",         NULL};
    g_autofree char *output = NULL;
    g_autofree char *messages = NULL;
    g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, &messages, NULL,
                 &error);
    g_assert_no_error(error);

    GPtrArray *outcomes = g_ptr_array_new_with_free_func((GDestroyNotify)pure_outcome_free);
    for (guint i = 0; i < cases->len; i++) {
        g_ptr_array_add(outcomes, pure_outcome_new());
    }
    read_errors(messages, first_lines, outcomes);
    g_autofree char *result_file = g_build_filename(folder, "results", NULL);
    g_autofree char *results = NULL;
    if (!g_file_get_contents(result_file, &results, NULL, NULL)) {
        g_error("CMake wrote no results:\n%s%s", output, messages);
    }
    read_results(results, messages, cases, outcomes);
    return outcomes;
}

/* What differs, NULL when nothing does. After an error the variables do not matter, for CMake
 * stops. */
static char *difference(const PureOutcome *ours, const PureOutcome *theirs)
{
    if (ours->failed != theirs->failed || ours->unknown) {
        return g_strdup_printf("we %s%s%s, CMake %s", ours->failed ? "fail" : "do not fail",
                               ours->message == NULL ? "" : ": ",
                               ours->message == NULL ? "" : ours->message,
                               theirs->failed ? "fails" : "does not");
    }
    for (guint i = 0; !ours->failed && i < ours->results->len; i++) {
        const char *our = g_ptr_array_index(ours->results, i);
        const char *their = g_ptr_array_index(theirs->results, i);
        if (strcmp(our, their) != 0) {
            return g_strdup_printf("%s\n   CMake %s", our, their);
        }
    }
    return NULL;
}

static void compare_all(GPtrArray *cases)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("xaas-pure-XXXXXX", &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) theirs = run_cmake(cases, folder);
    guint different = 0;
    for (guint i = 0; i < cases->len; i++) {
        const PureCase *test_case = g_ptr_array_index(cases, i);
        PureOutcome *ours = pure_case_run(test_case, folder);
        g_autofree char *what = difference(ours, g_ptr_array_index(theirs, i));
        pure_outcome_free(ours);
        if (what != NULL && different++ < MAX_SHOWN) {
            g_autofree char *text = pure_case_text(test_case);
            g_test_message("%s\n   ours  %s", text, what);
        }
    }
    const char *remove[] = {XAAS_CMAKE_COMMAND, "-E", "rm", "-rf", folder, NULL};
    g_spawn_sync(NULL, (char **)remove, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, NULL,
                 &error);
    g_assert_no_error(error);
    g_test_message("%u cases, %u different", cases->len, different);
    g_assert_cmpuint(different, ==, 0);
}

static void test_file(void)
{
    g_autoptr(GPtrArray) cases = g_ptr_array_new_with_free_func((GDestroyNotify)pure_case_free);
    pure_cases_read(XAAS_SOURCE_ROOT "/tests/unit/pure/cases.jsonl", cases);
    g_assert_cmpuint(cases->len, >=, 400);
    compare_all(cases);
}

/* XAAS_PURE_SEED and XAAS_PURE_CASES in the environment make other cases, and more. */
static void test_random(void)
{
    const char *seed = g_getenv("XAAS_PURE_SEED");
    const char *count = g_getenv("XAAS_PURE_CASES");
    g_autoptr(GPtrArray) cases = g_ptr_array_new_with_free_func((GDestroyNotify)pure_case_free);
    pure_cases_random(seed == NULL ? RANDOM_SEED : (guint32)strtoul(seed, NULL, 10),
                      count == NULL ? RANDOM_CASES : (guint)strtoul(count, NULL, 10), cases);
    compare_all(cases);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pure/as-cmake/cases", test_file);
    g_test_add_func("/pure/as-cmake/random", test_random);
    return g_test_run();
}
