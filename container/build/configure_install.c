/* What the installation needs although nobody builds it when nothing is named: CMake writes install
 * rules for such targets, too, and its own `install` then fails. */
#include "container/build/driver_parts.h"
#include "core/file.h"
#include <string.h>

#define SCRIPT_BYTES_MAX (64u * 1024u * 1024u)
#define SCRIPT_DEPTH_MAX 64u

typedef struct {
    const ConfigureRequest *request;
    const char *build;
    GHashTable *names; /* char *: what rules install, as the build tool names it */
    GHashTable *seen;  /* char *: scripts */
} Scripts;

/* As the build tool names a path that is seen inside: what lies in the tree, relative to it. */
static char *tool_name(const char *path)
{
    static const char build[] = SANDBOX_BUILD "/";
    return g_strdup(g_str_has_prefix(path, build) ? path + strlen(build) : path);
}

static void add_quoted(const Scripts *self, const char *rule)
{
    for (const char *c = strchr(rule, '"'); c != NULL; c = strchr(c, '"')) {
        const char *end = strchr(++c, '"');
        if (end == NULL) {
            return;
        }
        g_autofree char *path = g_strndup(c, (gsize)(end - c));
        g_hash_table_add(self->names, tool_name(path));
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
        if (!g_regex_match(driver->install_optional, rule, 0, NULL)) {
            add_quoted(self, rule);
        }
    }
    read_included(self, text, depth);
}

GPtrArray *configure_installed(const ConfigureRequest *request, const char *build,
                               GHashTable *outputs)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const char *const *install = configure_install(request->driver);
    const Scripts scripts = {request, build, names, seen};
    for (; *install != NULL; install++) {
        if (configure_is_install_script(request->driver, *install)) {
            read_script(&scripts, *install, 0);
        }
    }
    GPtrArray *installed = g_ptr_array_new_with_free_func(g_free);
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, names);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        if (g_hash_table_contains(outputs, name)) {
            g_ptr_array_add(installed, g_strdup(name));
        }
    }
    return installed;
}
