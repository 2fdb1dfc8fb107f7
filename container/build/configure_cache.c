/* What a configured tree says of the options that nobody set: what became of them. A project may
 * give up a default whose package is not there, or work one out that a specification cannot tell.
 */
#include "container/build/driver_parts.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include "core/json.h"
#include "core/text_order.h"
#include <string.h>

#define CACHE_BYTES_MAX (64u * 1024u * 1024u)

typedef struct {
    const ConfigureRequest *request;
    const char *build;
    json_t *configured;
    GHashTable *found; /* char *: a set */
} Reading;

static gboolean is_point(const Matrix *matrix, const char *option)
{
    for (guint i = 0; i < matrix->points->len; i++) {
        if (g_str_equal(((const MatrixPoint *)matrix->points->pdata[i])->option, option)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The package or language that an entry's name is about; the caller frees it, NULL: none. */
static char *package_of(const CMakeDriver *driver, const char *name)
{
    g_autoptr(GMatchInfo) match = NULL;
    char *package = NULL;
    if (g_regex_match(driver->found, name, 0, &match)) {
        for (int group = 1; package == NULL && group < g_match_info_get_match_count(match);
             group++) {
            g_autofree char *text = g_match_info_fetch(match, group);
            package = *text != '\0' ? g_steal_pointer(&text) : NULL;
        }
    }
    return package;
}

/* The first group of a pattern, where that matches; the caller frees it. */
static char *first_group(const GRegex *pattern, const char *text)
{
    g_autoptr(GMatchInfo) match = NULL;
    return g_regex_match(pattern, text, 0, &match) ? g_match_info_fetch(match, 1) : NULL;
}

static void read_line(Reading *self, const char *line)
{
    const CMakeDriver *driver = self->request->driver;
    g_autofree char *truncated = first_group(driver->truncated, line);
    g_autoptr(GMatchInfo) match = NULL;
    if (truncated != NULL) {
        json_object_del(self->configured, truncated);
        return;
    }
    if (!g_regex_match(driver->cached, line, 0, &match)) {
        return;
    }
    g_autofree char *name = g_match_info_fetch(match, 1);
    g_autofree char *type = g_match_info_fetch(match, 2);
    g_autofree char *written = g_match_info_fetch(match, 3);
    g_autofree char *unquoted = first_group(driver->quoted, written);
    const char *value = unquoted != NULL ? unquoted : written;
    if (is_point(self->request->matrix, name) && !g_regex_match(driver->internal, type, 0, NULL)) {
        g_autofree char *neutral = sandbox_neutral_text(self->request->sandbox, self->build, value);
        json_object_set_new(self->configured, name, json_of_text(neutral));
        return;
    }
    char *package =
        g_regex_match(driver->not_found, value, 0, NULL) ? NULL : package_of(driver, name);
    if (package != NULL) {
        g_hash_table_add(self->found, package);
    }
}

json_t *configure_told(const ConfigureRequest *request)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autofree char *path = g_build_filename(build, request->driver->cache, NULL);
    g_autofree char *text = file_read(path, CACHE_BYTES_MAX, NULL, NULL);
    if (text == NULL) {
        return json_object();
    }
    g_autoptr(GHashTable) found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Reading reading = {request, build, json_object(), found};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        read_line(&reading, *line);
    }
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, found);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        g_ptr_array_add(names, name);
    }
    g_ptr_array_sort(names, text_order);
    return json_pack("{s:o, s:o}", "configured", reading.configured, "found", json_of_texts(names));
}
