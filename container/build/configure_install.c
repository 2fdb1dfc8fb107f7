/* What the installation needs although nobody builds it when nothing is named: CMake writes install
 * rules for such targets, too, and its own `install` then fails. */
#include "container/build/driver_parts.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include <string.h>

#define SCRIPT_BYTES_MAX (64u * 1024u * 1024u)
#define SCRIPT_DEPTH_MAX 64u

typedef struct {
    const ConfigureRequest *request;
    const char *build;
    GHashTable *names; /* char *: what rules install, as the build tool names it; whether it may be
                          missing */
    GHashTable *seen;  /* char *: scripts */
} Scripts;

/* As the build tool names a path that is seen inside: what lies in the tree, relative to it. */
static char *tool_name(const char *path)
{
    static const char build[] = SANDBOX_BUILD "/";
    g_autofree char *plain =
        g_path_is_absolute(path) ? g_canonicalize_filename(path, "/") : g_strdup(path);
    return g_strdup(g_str_has_prefix(plain, build) ? plain + strlen(build) : plain);
}

static void add_name(const Scripts *self, const char *path, gboolean may_miss)
{
    char *name = tool_name(path);
    gboolean known = g_hash_table_contains(self->names, name);
    may_miss = may_miss && (!known || GPOINTER_TO_INT(g_hash_table_lookup(self->names, name)));
    g_hash_table_replace(self->names, name, GINT_TO_POINTER(may_miss));
}

/* The folder from which a rule installs what it names without one: objects. The caller frees it;
 * NULL: it tells none. */
static char *folder_of(const CMakeDriver *driver, const char *rule)
{
    g_autoptr(GMatchInfo) match = NULL;
    return g_regex_match(driver->install_from, rule, 0, &match) ? g_match_info_fetch(match, 1)
                                                                : NULL;
}

static void add_quoted(const Scripts *self, const char *rule)
{
    g_autofree char *folder = folder_of(self->request->driver, rule);
    gboolean may_miss = g_regex_match(self->request->driver->install_optional, rule, 0, NULL);
    for (const char *c = strchr(rule, '"'); c != NULL; c = strchr(c, '"')) {
        const char *end = strchr(++c, '"');
        if (end == NULL) {
            return;
        }
        g_autofree char *path = g_strndup(c, (gsize)(end - c));
        g_autofree char *full = folder == NULL || g_path_is_absolute(path)
                                    ? g_strdup(path)
                                    : g_build_filename(folder, path, NULL);
        add_name(self, full, may_miss);
        c = end + 1;
    }
}

static void read_script(const Scripts *self, const char *name, guint depth);

static void read_included(const Scripts *self, const char *text, guint depth)
{
    for (const char *c = strchr(text, '"'); c != NULL; c = strchr(c, '"')) {
        const char *end = strchr(++c, '"');
        if (end == NULL) {
            return;
        }
        g_autofree char *path = g_strndup(c, (gsize)(end - c));
        g_autofree char *name = tool_name(path);
        if (!g_path_is_absolute(name) && configure_is_install_script(self->request->driver, name)) {
            read_script(self, name, depth + 1);
        }
        c = end + 1;
    }
}

/* Rules for components that are installed by name only are left out first. */
static void read_script(const Scripts *self, const char *name, guint depth)
{
    const CMakeDriver *driver = self->request->driver;
    if (depth > SCRIPT_DEPTH_MAX || !g_hash_table_add(self->seen, g_strdup(name))) {
        return;
    }
    g_autofree char *path = g_build_filename(self->build, name, NULL);
    g_autofree char *bytes = file_read(path, SCRIPT_BYTES_MAX, NULL, NULL);
    g_autofree char *neutral =
        bytes == NULL ? NULL : sandbox_neutral_text(self->request->sandbox, self->build, bytes);
    g_autofree char *valid = neutral == NULL ? NULL : g_utf8_make_valid(neutral, -1);
    g_autofree char *text =
        valid == NULL ? NULL
                      : g_regex_replace_literal(driver->install_apart, valid, -1, 0, "", 0, NULL);
    if (text == NULL) {
        return;
    }
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(driver->install_rule, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *rule = g_match_info_fetch(match, 0);
        add_quoted(self, rule);
    }
    read_included(self, text, depth);
}

GHashTable *configure_installed(const ConfigureRequest *request)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const char *const *install = configure_install(request->driver);
    const Scripts scripts = {request, build, names, seen};
    for (; *install != NULL; install++) {
        if (configure_is_install_script(request->driver, *install)) {
            read_script(&scripts, *install, 0);
        }
    }
    return names;
}

gboolean configure_is_installed(GHashTable *installed, const char *output)
{
    g_autofree char *name = g_strdup(output);
    while (!g_str_equal(name, ".") && !g_str_equal(name, "/")) {
        if (g_hash_table_contains(installed, name)) {
            return TRUE;
        }
        char *folder = g_path_get_dirname(name);
        g_free(name);
        name = folder;
    }
    return FALSE;
}
