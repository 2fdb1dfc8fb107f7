#include "tests/unit/review/browser.h"
#include <gio/gio.h>
#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <string.h>

#define AWAIT_SECONDS 20
#define POLL_MICROSECONDS 50000

struct Browser {
    GSubprocess *process;
    GOutputStream *to;
    GDataInputStream *from;
    char *profile;
    char *session;
    int last_id;
    guint problems;
};

static const char *program(void)
{
    static const char *const names[] = {"chromium", "chromium-browser", "google-chrome"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_find_program_in_path(names[i]);
        if (path != NULL) {
            return names[i];
        }
    }
    return NULL;
}

static void note_event(Browser *self, const json_t *message)
{
    const char *method = json_string_value(json_object_get(message, "method"));
    const json_t *entry = json_object_get(json_object_get(message, "params"), "entry");
    const char *source = json_string_value(json_object_get(entry, "source"));
    /* An intervention is the browser's own choice: without a person there are no questions about
     * leaving a page. */
    if (g_strcmp0(method, "Runtime.exceptionThrown") == 0 ||
        (g_strcmp0(method, "Log.entryAdded") == 0 && g_strcmp0(source, "intervention") != 0)) {
        g_autofree char *text = json_dumps(message, 0);
        g_test_message("%s", text);
        self->problems++;
    }
}

/* Sends a command and reads until its answer comes. A new reference to the whole answer. */
static json_t *command(Browser *self, const char *method, json_t *parameters)
{
    int id = ++self->last_id;
    json_t *message =
        json_pack("{s:i, s:s, s:o}", "id", id, "method", method, "params", parameters);
    if (self->session != NULL) {
        json_object_set_new(message, "sessionId", json_string(self->session));
    }
    g_autofree char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    g_autoptr(GError) error = NULL;
    g_output_stream_write_all(self->to, text, strlen(text) + 1, NULL, NULL, &error);
    g_assert_no_error(error);
    for (;;) {
        gsize length = 0;
        g_autofree char *line =
            g_data_input_stream_read_upto(self->from, "", 1, &length, NULL, &error);
        g_assert_no_error(error);
        g_assert_nonnull(line);
        g_data_input_stream_read_byte(self->from, NULL, NULL);
        json_t *answer = json_loadb(line, length, 0, NULL);
        g_assert_nonnull(answer);
        if (json_integer_value(json_object_get(answer, "id")) == id) {
            return answer;
        }
        note_event(self, answer);
        json_decref(answer);
    }
}

static void tell(Browser *self, const char *method, json_t *parameters)
{
    json_decref(command(self, method, parameters));
}

static void attach(Browser *self)
{
    json_t *created =
        command(self, "Target.createTarget", json_pack("{s:s}", "url", "about:blank"));
    const char *target =
        json_string_value(json_object_get(json_object_get(created, "result"), "targetId"));
    json_t *attached = command(self, "Target.attachToTarget",
                               json_pack("{s:s, s:b}", "targetId", target, "flatten", 1));
    self->session = g_strdup(
        json_string_value(json_object_get(json_object_get(attached, "result"), "sessionId")));
    json_decref(created);
    json_decref(attached);
    g_assert_nonnull(self->session);
    tell(self, "Page.enable", json_object());
    tell(self, "Runtime.enable", json_object());
    tell(self, "Log.enable", json_object());
}

Browser *browser_start(void)
{
    if (program() == NULL) {
        return NULL;
    }
    g_autoptr(GError) error = NULL;
    int to[2];
    int from[2];
    g_assert_true(g_unix_open_pipe(to, FD_CLOEXEC, NULL));
    g_assert_true(g_unix_open_pipe(from, FD_CLOEXEC, NULL));
    Browser *self = g_new0(Browser, 1);
    self->profile = g_dir_make_tmp("xaas-browser-XXXXXX", NULL);
    g_autofree char *profile = g_strconcat("--user-data-dir=", self->profile, NULL);
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
        G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
    g_subprocess_launcher_setenv(launcher, "HOME", self->profile, TRUE);
    g_subprocess_launcher_take_fd(launcher, to[0], 3);
    g_subprocess_launcher_take_fd(launcher, from[1], 4);
    /* The sandbox needs rights that containers of build machines lack; only our own pages are
     * opened. */
    self->process = g_subprocess_launcher_spawn(
        launcher, &error, program(), "--headless", "--no-sandbox", "--disable-gpu",
        "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
        "--remote-debugging-pipe", profile, "about:blank", NULL);
    g_assert_no_error(error);
    self->to = g_unix_output_stream_new(to[1], TRUE);
    g_autoptr(GInputStream) stream = g_unix_input_stream_new(from[0], TRUE);
    self->from = g_data_input_stream_new(stream);
    attach(self);
    return self;
}

static void remove_folder(const char *path)
{
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    const char *name = NULL;
    while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
        g_autofree char *inner = g_build_filename(path, name, NULL);
        if (g_file_test(inner, G_FILE_TEST_IS_DIR) && !g_file_test(inner, G_FILE_TEST_IS_SYMLINK)) {
            remove_folder(inner);
        } else {
            g_unlink(inner);
        }
    }
    g_rmdir(path);
}

void browser_stop(Browser *self)
{
    if (self == NULL) {
        return;
    }
    g_clear_pointer(&self->session, g_free);
    tell(self, "Browser.close", json_object());
    g_subprocess_wait(self->process, NULL, NULL);
    g_clear_object(&self->process);
    g_clear_object(&self->to);
    g_clear_object(&self->from);
    remove_folder(self->profile);
    g_free(self->profile);
    g_free(self);
}

/* The whole answer; a new reference. */
static json_t *evaluate(Browser *self, const char *expression)
{
    return command(self, "Runtime.evaluate",
                   json_pack("{s:s, s:b, s:b}", "expression", expression, "awaitPromise", 1,
                             "returnByValue", 1));
}

/* NULL when it threw. Borrowed from the answer. */
static json_t *value_of(const json_t *answer)
{
    const json_t *result = json_object_get(answer, "result");
    gboolean threw = json_object_get(result, "exceptionDetails") != NULL;
    return threw ? NULL : json_object_get(json_object_get(result, "result"), "value");
}

json_t *browser_evaluate(Browser *self, const char *expression)
{
    json_t *answer = evaluate(self, expression);
    const json_t *result = json_object_get(answer, "result");
    if (result == NULL || json_object_get(result, "exceptionDetails") != NULL) {
        g_autofree char *text = json_dumps(answer, 0);
        g_error("%s\n%s", expression, text);
    }
    json_t *value = value_of(answer);
    json_t *copy = value == NULL ? json_null() : json_deep_copy(value);
    json_decref(answer);
    return copy;
}

char *browser_text(Browser *self, const char *expression)
{
    json_t *value = browser_evaluate(self, expression);
    char *text = json_is_string(value) ? g_strdup(json_string_value(value))
                                       : json_dumps(value, JSON_ENCODE_ANY);
    json_decref(value);
    return text;
}

gboolean browser_holds(Browser *self, const char *expression)
{
    json_t *value = browser_evaluate(self, expression);
    gboolean holds = json_is_true(value);
    json_decref(value);
    return holds;
}

void browser_await(Browser *self, const char *expression)
{
    gint64 end = g_get_monotonic_time() + AWAIT_SECONDS * G_USEC_PER_SEC;
    for (;;) {
        /* While a page loads, an expression may find nothing of it yet. */
        json_t *answer = evaluate(self, expression);
        gboolean holds = json_is_true(value_of(answer));
        json_decref(answer);
        if (holds) {
            return;
        }
        if (g_get_monotonic_time() > end) {
            g_error("still not true: %s", expression);
        }
        g_usleep(POLL_MICROSECONDS);
    }
}

void browser_open(Browser *self, const char *url)
{
    tell(self, "Page.navigate", json_pack("{s:s}", "url", url));
    g_autofree char *loaded = g_strdup_printf(
        "location.href.startsWith(\"%s\") && document.readyState === \"complete\"", url);
    browser_await(self, loaded);
}

void browser_emulate(Browser *self, const char *method, const char *parameters)
{
    json_t *json = json_loads(parameters, 0, NULL);
    g_assert_nonnull(json);
    tell(self, method, json);
}

guint browser_problems(const Browser *self)
{
    return self->problems;
}
