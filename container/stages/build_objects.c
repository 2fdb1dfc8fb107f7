#include "container/build/process.h"
#include "container/stages/build_parts.h"
#include <string.h>

static char *object_path(const BuiltConfiguration *built, const BuiltUnit *unit)
{
    return g_path_is_absolute(unit->unit->output)
               ? g_strdup(unit->unit->output)
               : g_build_filename(built->build, unit->unit->output, NULL);
}

/* What the build tool said of one output, from the line that says it failed to what it says next of
 * another one. */
static char *first_error_of(const char *said, const char *output)
{
    static const char failed[] = "FAILED: ";
    const char *begin = NULL;
    for (const char *at = strstr(said, failed); at != NULL && begin == NULL;
         at = strstr(at + 1, failed)) {
        g_autofree char *line = g_strndup(at, strcspn(at, "\n"));
        /* Behind that line stands the command. */
        const char *command = strchr(at, '\n');
        begin = strstr(line, output) != NULL && command != NULL ? strchr(command + 1, '\n') : NULL;
    }
    const char *end = begin == NULL ? NULL : strstr(begin, failed);
    g_autofree char *own =
        end == NULL ? g_strdup(begin == NULL ? "" : begin) : g_strndup(begin, (gsize)(end - begin));
    char *error = process_first_error(own);
    return error != NULL ? error : g_strdup("its own compiler does not make it");
}

static void leave_out_missing(Building *self, BuiltConfiguration *built, const GPtrArray *units,
                              const char *said)
{
    for (guint i = 0; i < units->len; i++) {
        BuiltUnit *unit = units->pdata[i];
        g_autofree char *path = object_path(built, unit);
        if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
            g_autofree char *error = first_error_of(said, unit->unit->output);
            unit->left_out = arena_strdup(self->build->arena, error);
            self->build->counts.others--;
        }
    }
}

gboolean build_objects_fail(Building *self, BuiltConfiguration *built)
{
    g_autoptr(GPtrArray) needed = g_ptr_array_new();
    g_autoptr(GPtrArray) optional = g_ptr_array_new();
    g_autoptr(GPtrArray) units = g_ptr_array_new();
    for (guint i = 0; i < built->units->len; i++) {
        BuiltUnit *unit = built->units->pdata[i];
        if (unit->module != NULL || unit->left_out != NULL || unit->unit->output == NULL) {
            continue;
        }
        g_ptr_array_add(unit->optional ? optional : needed, (gpointer)unit->unit->output);
        if (unit->optional) {
            g_ptr_array_add(units, unit);
        }
    }
    const ConfigureRequest request = build_configure_request(self->request, built->configuration);
    g_autoptr(GError) error = NULL;
    if (!configure_build(&request, needed, &error)) {
        g_ptr_array_add(self->build->failures, g_strdup(error->message));
        return TRUE;
    }
    g_autofree char *said = configure_build_optional(&request, optional);
    if (said != NULL) {
        leave_out_missing(self, built, units, said);
    }
    return FALSE;
}

/* A source that is left out, and where. */
typedef struct {
    const BuiltUnit *unit;
    GPtrArray *names; /* const char *: of configurations */
} LeftOut;

static void left_out_free(gpointer data)
{
    g_ptr_array_unref(((LeftOut *)data)->names);
    g_free(data);
}

static LeftOut *left_out_of(GPtrArray *all, GHashTable *known, const BuiltUnit *unit)
{
    char *what = g_strdup_printf("%s: %s", unit->unit->source, unit->left_out);
    LeftOut *found = g_hash_table_lookup(known, what);
    if (found != NULL) {
        g_free(what);
        return found;
    }
    found = g_new0(LeftOut, 1);
    found->unit = unit;
    found->names = g_ptr_array_new();
    g_ptr_array_add(all, found);
    g_hash_table_insert(known, what, found);
    return found;
}

static void leave_out(Building *self, LeftOut *source, const BuiltUnit *unit)
{
    const char *name = unit->unit->configuration;
    GPtrArray *names = source->names;
    self->build->counts.left_out++;
    /* The others are counted where their objects are made. */
    self->build->counts.units -= unit->proof != NULL && unit->why_object == NULL ? 1 : 0;
    /* Several targets may compile one source. */
    if (names->len == 0 || !g_str_equal(names->pdata[names->len - 1], name)) {
        g_ptr_array_add(names, (gpointer)name);
    }
}

void build_tell_left_out(Building *self)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(left_out_free);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < self->build->configurations->len; i++) {
        const BuiltConfiguration *built = self->build->configurations->pdata[i];
        for (guint k = 0; k < built->units->len; k++) {
            const BuiltUnit *unit = built->units->pdata[k];
            if (unit->left_out != NULL) {
                leave_out(self, left_out_of(all, known, unit), unit);
            }
        }
    }
    for (guint i = 0; i < all->len; i++) {
        const LeftOut *source = all->pdata[i];
        g_ptr_array_add(source->names, NULL);
        g_autofree char *names = g_strjoinv(", ", (char **)source->names->pdata);
        g_ptr_array_add(self->build->left_out,
                        g_strdup_printf("left out: %s (%s): %s", source->unit->unit->source, names,
                                        source->unit->left_out));
    }
}
