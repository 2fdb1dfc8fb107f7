#include "container/build/sandbox.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "core/text_order.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

G_DEFINE_QUARK(xaas - sandbox - error, sandbox_error)

static const char *const isolation_names[] = {
#define X(id, text) [ISOLATION_##id] = text,
    ISOLATIONS(X)
#undef X
};

gboolean isolation_parse(const char *text, Isolation *isolation)
{
    for (guint i = 0; i < G_N_ELEMENTS(isolation_names); i++) {
        if (g_str_equal(isolation_names[i], text)) {
            *isolation = (Isolation)i;
            return TRUE;
        }
    }
    return FALSE;
}

const char *isolation_text(Isolation isolation)
{
    return isolation_names[isolation];
}

#define RESOLVER "/etc/resolv.conf"

/* What a root file system holds that is no part of it as far as a build goes: other file systems,
 * scratch space, people's own folders, and the places where ours are put. */
static gboolean is_hidden(const char *name)
{
    static const char *const names[] = {"proc", "dev",        "sys",    "run",   "tmp",
                                        "home", "root",       "mnt",    "media", "srv",
                                        "boot", "lost+found", "source", "build", "out"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_equal(names[i], name)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add(GPtrArray *vector, const char *first, ...) G_GNUC_NULL_TERMINATED;

static void add(GPtrArray *vector, const char *first, ...)
{
    va_list arguments;
    va_start(arguments, first);
    for (const char *text = first; text != NULL; text = va_arg(arguments, const char *)) {
        g_ptr_array_add(vector, g_strdup(text));
    }
    va_end(arguments);
}

/* What follows a folder in a path; NULL when the path is not in it. */
static const char *below(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0')
               ? path + length
               : NULL;
}

/* The names in a folder of the root that are shown, sorted. */
static GPtrArray *names_in(const Sandbox *self, const char *folder)
{
    g_autofree char *path = g_build_filename(self->root != NULL ? self->root : "/", folder, NULL);
    g_autoptr(GDir) entries = g_dir_open(path, 0, NULL);
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    gboolean is_top = g_str_equal(folder, "/");
    for (const char *name; entries != NULL && (name = g_dir_read_name(entries)) != NULL;) {
        if (!is_top || !is_hidden(name)) {
            g_ptr_array_add(names, g_strdup(name));
        }
    }
    g_ptr_array_sort(names, text_order);
    return names;
}

/* A folder that is read-only as a whole has no place for what is put into it, so that it is an
 * empty one that gets each of the real entries: so is the top, and each folder above `place`. */
static void add_folder(const Sandbox *self, GPtrArray *vector, const char *folder,
                       const char *place)
{
    g_autoptr(GPtrArray) names = names_in(self, folder);
    gboolean is_top = g_str_equal(folder, "/");
    add(vector, "--tmpfs", folder, NULL);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *to = g_build_filename(folder, names->pdata[i], NULL);
        g_autofree char *from = g_build_filename(self->root != NULL ? self->root : "/", to, NULL);
        g_autofree char *link = g_file_read_link(from, NULL);
        gboolean is_folder = g_file_test(from, G_FILE_TEST_IS_DIR);
        const char *rest = place != NULL ? below(place, to) : NULL;
        if (link != NULL) {
            add(vector, "--symlink", link, to, NULL);
        } else if (is_folder && rest != NULL && *rest != '\0') {
            add_folder(self, vector, to, place);
        } else if (rest == NULL &&
                   (is_folder || (!is_top && g_file_test(from, G_FILE_TEST_IS_REGULAR)))) {
            add(vector, "--ro-bind", from, to, NULL);
        }
    }
}

/* Entries of one folder that are put into an empty one each by itself. */
#define OPENED_ENTRIES_MAX 512u

/* Whether a folder can be put at a path inside: not among the folders that are ours. */
static gboolean has_place(const Sandbox *self, const char *place)
{
    static const char *const ours[] = {SANDBOX_SOURCE, SANDBOX_BUILD, SANDBOX_OUTPUT, "/proc",
                                       "/dev"};
    for (gsize i = 0; i < G_N_ELEMENTS(ours); i++) {
        if (below(place, ours[i]) != NULL) {
            return FALSE;
        }
    }
    g_autofree char *top = g_strndup(place + 1, strcspn(place + 1, "/"));
    const char *first = is_hidden(top) ? NULL : strchr(place + 1, '/');
    for (const char *slash = first; slash != NULL; slash = strchr(slash + 1, '/')) {
        g_autofree char *folder = g_strndup(place, (gsize)(slash - place));
        g_autofree char *path =
            g_build_filename(self->root != NULL ? self->root : "/", folder, NULL);
        g_autoptr(GPtrArray) names = names_in(self, folder);
        if (g_file_test(path, G_FILE_TEST_IS_SYMLINK) || names->len > OPENED_ENTRIES_MAX) {
            return FALSE;
        }
    }
    return TRUE;
}

static void add_environment(const Sandbox *self, GPtrArray *vector)
{
    g_autofree char *timestamp = g_strdup_printf("%" G_GINT64_FORMAT, self->timestamp);
    const char *const variables[][2] = {{"PATH", SANDBOX_PATH},
                                        {"HOME", "/tmp"},
                                        {"LC_ALL", "C.UTF-8"},
                                        {"TZ", "UTC"},
                                        {"SOURCE_DATE_EPOCH", timestamp}};
    if (self->isolation == ISOLATION_NONE) {
        /* The host's own environment, but for what would make outputs differ. */
        add(vector, "env", NULL);
        for (gsize i = 2; i < G_N_ELEMENTS(variables); i++) {
            g_ptr_array_add(vector, g_strconcat(variables[i][0], "=", variables[i][1], NULL));
        }
        return;
    }
    add(vector, "--clearenv", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(variables); i++) {
        add(vector, "--setenv", variables[i][0], variables[i][1], NULL);
    }
}

/* The names of hosts are looked up as outside; where that is written down is often a link to what
 * is hidden. */
static void add_network(const Sandbox *self, GPtrArray *vector)
{
    static const char *const proxies[] = {"http_proxy", "https_proxy", "ftp_proxy",   "all_proxy",
                                          "no_proxy",   "HTTP_PROXY",  "HTTPS_PROXY", "FTP_PROXY",
                                          "ALL_PROXY",  "NO_PROXY"};
    g_autofree char *names = realpath(RESOLVER, NULL);
    add(vector, "--share-net", NULL);
    if (names != NULL && self->root == NULL && !g_str_equal(names, RESOLVER)) {
        add(vector, "--ro-bind", names, names, NULL);
    } else if (names != NULL && self->root != NULL) {
        g_autofree char *inside = g_build_filename(self->root, RESOLVER, NULL);
        if (g_file_test(inside, G_FILE_TEST_IS_REGULAR)) {
            add(vector, "--ro-bind", names, RESOLVER, NULL);
        }
    }
    for (gsize i = 0; i < G_N_ELEMENTS(proxies); i++) {
        const char *value = g_getenv(proxies[i]);
        if (value != NULL) {
            add(vector, "--setenv", proxies[i], value, NULL);
        }
    }
}

char *sandbox_source_folder(const Sandbox *self, const char *build)
{
    g_autofree char *parent = g_path_get_dirname(build);
    return self->own_sources ? g_build_filename(parent, "source", NULL) : g_strdup(self->source);
}

char **sandbox_command(const Sandbox *self, const SandboxRequest *request)
{
    g_autoptr(GPtrArray) vector = g_ptr_array_new_with_free_func(g_free);
    const char *directory =
        request->directory != NULL ? request->directory : sandbox_build(self, request->build);
    if (self->isolation == ISOLATION_BUBBLEWRAP) {
        add(vector, "bwrap", "--unshare-all", "--die-with-parent", "--new-session", NULL);
        const char *place =
            request->place != NULL && has_place(self, request->place) ? request->place : NULL;
        add_folder(self, vector, "/", place);
        add(vector, "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run", NULL);
        g_autofree char *source = sandbox_source_folder(self, request->build);
        const char *build_bind = request->build_is_writable ? "--bind" : "--ro-bind";
        add(vector, self->own_sources ? build_bind : "--ro-bind", source, SANDBOX_SOURCE, NULL);
        add(vector, build_bind, request->build, SANDBOX_BUILD, NULL);
        if (request->output != NULL) {
            add(vector, "--bind", request->output, SANDBOX_OUTPUT, NULL);
        }
        if (place != NULL) {
            add(vector, "--bind", request->placed, place, NULL);
        }
        add_environment(self, vector);
        if (self->network && request->network) {
            add_network(self, vector);
        }
        add(vector, "--chdir", directory, "--", NULL);
    } else {
        add_environment(self, vector);
        /* Behind an assignment, env takes it for another one. */
        g_ptr_array_insert(vector, 1, g_strconcat("--chdir=", directory, NULL));
    }
    for (const char *const *word = request->command; *word != NULL; word++) {
        add(vector, *word, NULL);
    }
    g_ptr_array_add(vector, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&vector), FALSE);
}

const char *sandbox_source(const Sandbox *self)
{
    return self->isolation == ISOLATION_BUBBLEWRAP ? SANDBOX_SOURCE : self->source;
}

const char *sandbox_build(const Sandbox *self, const char *build)
{
    return self->isolation == ISOLATION_BUBBLEWRAP ? SANDBOX_BUILD : build;
}

const char *sandbox_output(const Sandbox *self, const char *output)
{
    return self->isolation == ISOLATION_BUBBLEWRAP ? SANDBOX_OUTPUT : output;
}

char *sandbox_host_path(const Sandbox *self, const char *build, const char *path)
{
    g_autofree char *plain = g_canonicalize_filename(path, "/");
    if (self->isolation == ISOLATION_NONE) {
        return g_steal_pointer(&plain);
    }
    const char *rest = below(plain, SANDBOX_SOURCE);
    if (rest != NULL) {
        g_autofree char *source = sandbox_source_folder(self, build);
        return g_strconcat(source, rest, NULL);
    }
    rest = below(plain, SANDBOX_BUILD);
    if (rest != NULL) {
        return g_strconcat(build, rest, NULL);
    }
    return self->root != NULL ? g_strconcat(self->root, plain, NULL) : g_steal_pointer(&plain);
}

char *sandbox_find_program(const Sandbox *self, const char *build, const char *name)
{
    if (self->isolation == ISOLATION_NONE) {
        return g_find_program_in_path(name);
    }
    g_auto(GStrv) folders = g_strsplit(SANDBOX_PATH, ":", -1);
    for (char **folder = folders; *folder != NULL; folder++) {
        g_autofree char *path = g_build_filename(*folder, name, NULL);
        g_autofree char *host = sandbox_host_path(self, build, path);
        if (g_file_test(host, G_FILE_TEST_IS_EXECUTABLE)) {
            return g_steal_pointer(&host);
        }
    }
    return NULL;
}

static gboolean is_name_byte(char c)
{
    return g_ascii_isalnum(c) || strchr("._-+", c) != NULL;
}

/* Replaces a folder's path, also before what is in the folder; not what only begins like it. */
static void replace_folder(GString *text, const char *folder, const char *with)
{
    gsize length = strlen(folder), size = strlen(with);
    for (gsize at = 0; at < text->len;) {
        const char *found = strstr(text->str + at, folder);
        if (found == NULL) {
            return;
        }
        at = (gsize)(found - text->str);
        if (found[length] != '\0' && is_name_byte(found[length])) {
            at += length;
            continue;
        }
        g_string_erase(text, (gssize)at, (gssize)length);
        g_string_insert(text, (gssize)at, with);
        at += size;
    }
}

char *sandbox_neutral_text(const Sandbox *self, const char *build, const char *text)
{
    if (self->isolation == ISOLATION_BUBBLEWRAP) {
        return g_strdup(text);
    }
    g_autoptr(GString) neutral = g_string_new(text);
    /* A build tree may lie within the sources: the longer path first. */
    gboolean build_first = strlen(build) > strlen(self->source);
    for (guint turn = 0; turn < 2; turn++) {
        gboolean is_build = (turn == 0) == build_first;
        replace_folder(neutral, is_build ? build : self->source,
                       is_build ? SANDBOX_BUILD : SANDBOX_SOURCE);
    }
    return g_string_free(g_steal_pointer(&neutral), FALSE);
}

/* Whether a path may begin behind `before`: in a list, or behind an option that takes it at once.
 */
static gboolean may_begin(const GString *before)
{
    char last = before->len == 0 ? ' ' : before->str[before->len - 1];
    return (!is_name_byte(last) && last != '/') || g_str_has_suffix(before->str, "-L") ||
           g_str_has_suffix(before->str, "-B");
}

char *sandbox_real_text(const Sandbox *self, const char *build, const char *text)
{
    const struct {
        const char *from;
        const char *to;
    } folders[] = {{SANDBOX_SOURCE, self->source}, {SANDBOX_BUILD, build}};
    if (self->isolation == ISOLATION_BUBBLEWRAP) {
        return g_strdup(text);
    }
    g_autoptr(GString) out = g_string_new(NULL);
    for (const char *c = text; *c != '\0';) {
        gboolean found = FALSE;
        for (gsize i = 0; i < G_N_ELEMENTS(folders) && !found; i++) {
            gsize length = strlen(folders[i].from);
            found = strncmp(c, folders[i].from, length) == 0 &&
                    (c[length] == '\0' || !is_name_byte(c[length])) && may_begin(out);
            if (found) {
                g_string_append(out, folders[i].to);
                c += length;
            }
        }
        if (!found) {
            g_string_append_c(out, *c++);
        }
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* FALSE, with what bubblewrap says in `said`, when not even that can be run. */
static gboolean run_nothing(const Sandbox *self, char **said)
{
    const char *const nothing[] = {"true", NULL};
    g_auto(GStrv) command =
        sandbox_command(self, &(SandboxRequest){.command = nothing, .build = self->source});
    g_auto(ProcessResult) result = {0};
    g_autoptr(GError) cause = NULL;
    gboolean ran =
        process_run(&(ProcessRequest){.command = (const char *const *)command}, &result, &cause);
    if (ran && result.status == 0) {
        return TRUE;
    }
    *said = g_strchomp(g_strdup(ran ? result.err : cause->message));
    return FALSE;
}

/* Whether a command can be isolated here at all, and in the root that was named. */
static gboolean probe(const Sandbox *self, GError **error)
{
    g_autofree char *said = NULL;
    g_autofree char *said_here = NULL;
    if (run_nothing(self, &said)) {
        return TRUE;
    }
    Sandbox here = *self;
    here.root = NULL;
    if (self->root != NULL && run_nothing(&here, &said_here)) {
        g_set_error(
            error, SANDBOX_ERROR, SANDBOX_ERROR_FOLDER,
            "no command can be run in the root file system %s, not even \"true\" (%s); name "
            "one that has the programs that the project is built with",
            self->root, said);
        return FALSE;
    }
    g_set_error(error, SANDBOX_ERROR, SANDBOX_ERROR_UNAVAILABLE,
                "commands cannot be isolated here (%s). Remedy: install the package bubblewrap and "
                "allow unprivileged user namespaces, or pass --isolation none, which lets the "
                "project's build run with all your rights",
                said_here != NULL ? said_here : said);
    return FALSE;
}

static char *folder_path(const char *path, GError **error)
{
    g_autofree char *absolute = g_canonicalize_filename(path, NULL);
    if (!g_file_test(absolute, G_FILE_TEST_IS_DIR)) {
        g_set_error(error, SANDBOX_ERROR, SANDBOX_ERROR_FOLDER, "%s is no folder; name one that is",
                    path);
        return NULL;
    }
    return g_steal_pointer(&absolute);
}

Sandbox *sandbox_new(Isolation isolation, const char *root, const char *source, gint64 timestamp,
                     GError **error)
{
    g_autoptr(Sandbox) self = g_new0(Sandbox, 1);
    self->isolation = isolation;
    self->timestamp = timestamp;
    self->source = folder_path(source, error);
    if (self->source == NULL) {
        return NULL;
    }
    if (root != NULL) {
        if (isolation == ISOLATION_NONE) {
            g_set_error_literal(error, SANDBOX_ERROR, SANDBOX_ERROR_FOLDER,
                                "another root file system needs isolation; drop --root or "
                                "--isolation none");
            return NULL;
        }
        self->root = folder_path(root, error);
        if (self->root == NULL) {
            return NULL;
        }
    }
    if (isolation == ISOLATION_BUBBLEWRAP && !probe(self, error)) {
        return NULL;
    }
    return g_steal_pointer(&self);
}

void sandbox_free(Sandbox *self)
{
    if (self != NULL) {
        g_free(self->root);
        g_free(self->root_name);
        g_free(self->source);
        g_free(self);
    }
}
