/* What comes behind the steps: the project's own tests, and the installation. */
#include "container/build/process.h"
#include "container/deploy/place.h"
#include "container/deploy/replay_parts.h"
#include "core/file.h"
#include <glib/gstdio.h>
#include <string.h>

#define CHECK_LINES_QUOTED 3u

/* Scripts of the build tree hold the sandbox's paths. */
static gboolean make_scripts_real(const ReplayRequest *request, const char *folder, GError **error)
{
    g_autoptr(GDir) open = g_dir_open(folder, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
            continue;
        }
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            if (!make_scripts_real(request, path, error)) {
                return FALSE;
            }
        } else if (g_str_has_suffix(name, REPLAY_SCRIPT)) {
            g_autofree char *text = file_read(path, REPLAY_SCRIPT_BYTES_MAX, NULL, error);
            g_autofree char *real = text == NULL ? NULL : replay_seen(request, text);
            if (real == NULL ||
                !g_file_set_contents_full(path, real, -1, G_FILE_SET_CONTENTS_NONE, 0644, error)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* A recorded command with one place filled in. */
static GPtrArray *filled(const json_t *command, const char *place, const char *text)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    gsize index;
    const json_t *word;
    json_array_foreach(command, index, word)
    {
        const char *recorded = json_string_value(word);
        g_autoptr(GString) full = g_string_new(recorded == NULL ? "" : recorded);
        g_string_replace(full, place, text, 0);
        g_ptr_array_add(words, g_string_free(g_steal_pointer(&full), FALSE));
    }
    return words;
}

static gboolean prepare_scripts(const ReplayRequest *request, GError **error)
{
    return request->sandbox->isolation != ISOLATION_NONE ||
           make_scripts_real(request, request->tree->build, error);
}

/* A command of the recipe that runs tests, with {jobs} filled in. */
static gboolean run_tests(const ReplayRequest *request, const char *member, GError **error)
{
    const json_t *recipe = request->tree->recipe;
    g_autofree char *jobs = g_strdup_printf("%u", request->jobs);
    g_autoptr(GPtrArray) command = filled(json_object_get(recipe, member), "{jobs}", jobs);
    g_autoptr(GPtrArray) variables =
        filled(json_object_get(recipe, "check_environment"), "{jobs}", jobs);
    if (variables->len > 0 && request->sandbox->isolation != ISOLATION_NONE) {
        g_ptr_array_insert(variables, 0, g_strdup("env"));
        g_ptr_array_extend_and_steal(variables, g_steal_pointer(&command));
        command = g_steal_pointer(&variables);
    }
    return replay_run(request, command, sandbox_build(request->sandbox, request->tree->build), NULL,
                      error);
}

gboolean replay_check(const ReplayRequest *request, char **said, GError **error)
{
    if (!prepare_scripts(request, error)) {
        return FALSE;
    }
    g_autoptr(GError) failure = NULL;
    gboolean passed = run_tests(request, "check", &failure);
    gboolean again = !passed && request->jobs > 1 &&
                     g_error_matches(failure, REPLAY_ERROR, REPLAY_ERROR_FAILED) &&
                     json_array_size(json_object_get(request->tree->recipe, "check_again")) > 0;
    if (again) {
        g_clear_error(&failure);
        passed = run_tests(request, "check_again", &failure);
    }
    if (passed) {
        g_autofree char *all = file_read(request->log, PROCESS_LOG_BYTES_MAX, NULL, NULL);
        const char *none = json_string_value(json_object_get(request->tree->recipe, "check_none"));
        if (all != NULL && none != NULL && strstr(all, none) != NULL) {
            *said = g_strdup("there are none in this configuration");
            return TRUE;
        }
        g_autofree char *lines = process_last_lines(all == NULL ? "" : all, CHECK_LINES_QUOTED);
        g_auto(GStrv) parts = g_strsplit(lines, "\n", -1);
        g_autofree char *end = g_strjoinv(" ", parts);
        *said = g_strconcat(
            again ? "some failed side by side with others and passed one by one: " : "", end, NULL);
    } else if (g_error_matches(failure, REPLAY_ERROR, REPLAY_ERROR_FAILED)) {
        g_set_error(error, REPLAY_ERROR, REPLAY_ERROR_TESTS,
                    "the project's own tests fail, and nothing is installed: %s", failure->message);
    } else {
        g_propagate_error(error, g_steal_pointer(&failure));
    }
    return passed;
}

/* Whether nothing but what is deployed can be at the prefix, so that it may be hidden: programs
 * that the installation needs may be below another one ("/usr"). */
static gboolean is_own_place(const char *prefix)
{
    g_autofree char *record = g_build_filename(prefix, PLACE_RECORD, NULL);
    return !g_file_test(prefix, G_FILE_TEST_EXISTS) || g_file_test(record, G_FILE_TEST_EXISTS);
}

/* An installation that writes nothing leaves nothing. */
static void remove_empty(const char *placed, const char *stage)
{
    g_autofree char *folder = g_strdup(placed);
    while (strlen(folder) > strlen(stage) && g_rmdir(folder) == 0) {
        char *above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
    }
}

gboolean replay_install(const ReplayRequest *request, const char *stage, const char *prefix,
                        GError **error)
{
    if (!prepare_scripts(request, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) command =
        filled(json_object_get(request->tree->recipe, "install"), "{prefix}", prefix);
    g_ptr_array_insert(command, 0, g_strdup("env"));
    g_ptr_array_insert(command, 1,
                       g_strconcat("DESTDIR=", sandbox_output(request->sandbox, stage), NULL));
    g_autofree char *placed = g_build_filename(stage, prefix, NULL);
    ReplayRequest own = *request;
    if (is_own_place(prefix) && g_mkdir_with_parents(placed, 0755) == 0) {
        own.place = prefix;
        own.placed = placed;
    }
    if (!replay_run(&own, command, sandbox_build(request->sandbox, request->tree->build), stage,
                    error)) {
        g_prefix_error(error, "the installation: ");
        return FALSE;
    }
    remove_empty(placed, stage);
    return TRUE;
}
