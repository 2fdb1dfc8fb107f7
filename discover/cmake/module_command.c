/* Commands of CMake's own modules that are called, while nothing that was read includes the module.
 *
 * CMake stops at an unknown command, so a file that is not in the tree, a submodule's or one that
 * is downloaded first, has included the module. It is included where its command is first called.
 * Modules that look for packages are left out: what they find is not known to be wanted. */
#include "discover/cmake/call.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/record.h"
#include <string.h>

static gboolean is_includable(const char *file_name)
{
    static const char looking[] = "Find";
    static const char helping[] = "FindPackage";
    return g_str_has_suffix(file_name, ".cmake") && !g_str_has_suffix(file_name, "-config.cmake") &&
           (!g_str_has_prefix(file_name, looking) || g_str_has_prefix(file_name, helping));
}

/* The name that a line defines, in lower case, to be freed; NULL for other lines. */
static char *defined_by(const char *line)
{
    static const char *const words[] = {"macro(", "function("};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (g_str_has_prefix(line, words[i])) {
            const char *name = line + strlen(words[i]);
            return g_ascii_strdown(name, (gssize)strcspn(name, " )"));
        }
    }
    return NULL;
}

static void add_commands(Evaluator *self, const char *file_name)
{
    g_autofree char *path = g_build_filename(self->options->stub_folder, file_name, NULL);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        return;
    }
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_autofree char *name = defined_by(*line);
        if (name != NULL) {
            g_hash_table_insert(self->module_commands, (gpointer)arena_intern(self->arena, name),
                                (gpointer)arena_intern(self->arena, file_name));
        }
    }
}

/* Which module defines it; NULL for none. The modules are gone through when the first command is
 * asked for: most projects have no unknown ones. No two of them define the same. */
static const char *module_of(Evaluator *self, const char *command)
{
    if (self->module_commands == NULL) {
        self->module_commands = g_hash_table_new(g_str_hash, g_str_equal);
        const char *folder = self->options->stub_folder;
        g_autoptr(GDir) files = folder != NULL ? g_dir_open(folder, 0, NULL) : NULL;
        const char *name;
        while (files != NULL && (name = g_dir_read_name(files)) != NULL) {
            if (is_includable(name)) {
                add_commands(self, name);
            }
        }
    }
    return g_hash_table_lookup(self->module_commands, command);
}

gboolean command_include_module_of(Evaluator *self, const char *command)
{
    const char *module = module_of(self, command);
    if (module == NULL) {
        return FALSE;
    }
    Guard entry = self->path;
    Guard missing = guard_minus(self->guards, entry, evaluator_command_exists(self, command));
    if (guard_is_false(missing)) {
        return FALSE;
    }
    Kept kept = {.guards = {&entry}};
    evaluator_keep(self, &kept);
    self->path = missing;
    evaluator_ledger(self, "module that nothing includes", command, NULL);
    gboolean found = command_run_module(self, module, FALSE);
    evaluator_drop(self, &kept);
    self->path = entry;
    g_hash_table_add(self->brought_commands, (gpointer)arena_intern(self->arena, command));
    return found;
}
