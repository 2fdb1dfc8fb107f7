#include "core/data_folder.h"
#include "core/command_line.h"

/* The program's own file. /proc is missing in a plain chroot, hence the second way. */
static char *program_path(const char *program)
{
    char *path = g_file_read_link("/proc/self/exe", NULL);
    if (path != NULL) {
        return path;
    }
    g_autofree char *found = program != NULL ? g_find_program_in_path(program) : NULL;
    return found != NULL ? g_canonicalize_filename(found, NULL) : NULL;
}

char *data_folder_find(const char *program, const char *name, GError **error)
{
    g_autoptr(GPtrArray) places = g_ptr_array_new_with_free_func(g_free);
    const char *wanted = g_getenv("XAAS_DATA_DIR");
    if (wanted != NULL && *wanted != '\0') {
        g_ptr_array_add(places, g_build_filename(wanted, name, NULL));
    } else {
        g_autofree char *path = program_path(program);
        if (path != NULL) {
            g_autofree char *folder = g_path_get_dirname(path);
            g_autofree char *prefix = g_path_get_dirname(folder);
            g_ptr_array_add(places, g_build_filename(prefix, "share", "xaas", name, NULL));
        }
        g_ptr_array_add(places, g_build_filename(XAAS_DATA_DIR, name, NULL));
    }
    g_autoptr(GString) tried = g_string_new(NULL);
    for (guint i = 0; i < places->len; i++) {
        const char *place = g_ptr_array_index(places, i);
        if (g_file_test(place, G_FILE_TEST_IS_DIR)) {
            return g_strdup(place);
        }
        g_string_append_printf(tried, "%s%s", i > 0 ? " or " : "", place);
    }
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_ENVIRONMENT,
                "the data folder %s is not there (looked for %s); set XAAS_DATA_DIR or give --%s",
                name, tried->str, name);
    return NULL;
}
