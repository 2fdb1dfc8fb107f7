#include "container/system/search.h"
#include <string.h>

#define ENVIRONMENT "/proc/self/environ"
/* Lines of lists that include others; more of them are not followed. */
#define INCLUDES_MAX 500u

static void read_environment(Search *self)
{
    GHashTable *variables = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->environment = variables;
    gsize length = 0;
    g_autofree char *text = tree_read(self->survey->tree, ENVIRONMENT, &length);
    self->knows_environment = text != NULL;
    for (gsize at = 0; text != NULL && at < length; at += strlen(text + at) + 1) {
        const char *equals = strchr(text + at, '=');
        if (equals != NULL) {
            g_hash_table_insert(variables, g_strndup(text + at, (gsize)(equals - text - at)),
                                g_strdup(equals + 1));
        }
    }
}

static void add_folder(Search *self, GPtrArray *folders, const char *path)
{
    TreeKind kind;
    g_autofree char *resolved = tree_resolve(self->survey->tree, path, &kind);
    if (kind == TREE_UNREADABLE) {
        survey_note(self->survey, self->survey->system->search->unreadable, path);
    } else if (kind == TREE_FOLDER &&
               !g_ptr_array_find_with_equal_func(folders, resolved, g_str_equal, NULL)) {
        g_ptr_array_add(folders, g_steal_pointer(&resolved));
    }
}

static void add_variables(Search *self, GPtrArray *folders, const GPtrArray *names)
{
    for (guint i = 0; i < names->len; i++) {
        const char *value = g_hash_table_lookup(self->environment, names->pdata[i]);
        g_auto(GStrv) parts = g_strsplit(value != NULL ? value : "", ":", -1);
        for (char **part = parts; *part != NULL; part++) {
            if (**part == '/') {
                add_folder(self, folders, *part);
            }
        }
    }
}

static void add_patterns(Search *self, GPtrArray *folders, const GPtrArray *patterns)
{
    for (guint i = 0; i < patterns->len; i++) {
        gboolean unreadable = FALSE;
        g_autoptr(GPtrArray) paths = tree_glob(self->survey->tree, patterns->pdata[i], &unreadable);
        for (guint k = 0; k < paths->len; k++) {
            add_folder(self, folders, paths->pdata[k]);
        }
        if (unreadable) {
            survey_note(self->survey, self->survey->system->search->unreadable, patterns->pdata[i]);
        }
    }
}

/* A list of folders as the dynamic linker's: a path a line, "include PATTERN", '#' comments. Each
 * is read once, whichever others include it. */
static void add_list(Search *self, const char *file)
{
    char *resolved = tree_resolve(self->survey->tree, file, NULL);
    if (resolved == NULL || !g_hash_table_add(self->lists, resolved)) {
        return;
    }
    g_autofree char *text = tree_read(self->survey->tree, file, NULL);
    g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        const char *word = g_strstrip(*line);
        if (*word == '/') {
            add_folder(self, self->library_folders, word);
        } else if (!g_str_has_prefix(word, "include ")) {
            continue;
        } else if (self->includes++ >= INCLUDES_MAX) {
            survey_note(self->survey, self->survey->system->search->unreadable, file);
        } else {
            g_autofree char *folder = g_path_get_dirname(file);
            g_autofree char *pattern =
                g_canonicalize_filename(g_strstrip(*line + strlen("include ")), folder);
            g_autoptr(GPtrArray) files = tree_glob(self->survey->tree, pattern, NULL);
            for (guint i = 0; i < files->len; i++) {
                add_list(self, files->pdata[i]);
            }
        }
    }
}

static void list_libraries(Search *self)
{
    for (guint i = 0; i < self->library_folders->len; i++) {
        const char *folder = self->library_folders->pdata[i];
        gboolean cut = FALSE;
        g_autoptr(GPtrArray) names = tree_list(self->survey->tree, folder, &cut);
        GPtrArray *libraries = g_ptr_array_new_with_free_func(g_free);
        for (guint k = 0; names != NULL && k < names->len; k++) {
            if (strstr(names->pdata[k], ".so") != NULL) {
                g_ptr_array_add(libraries, g_strdup(names->pdata[k]));
            }
        }
        if (names == NULL || cut) {
            survey_note(self->survey, self->survey->system->search->unreadable, folder);
        }
        g_ptr_array_add(self->library_names, libraries);
    }
}

static void note_all(Survey *survey, GPtrArray *list, const GPtrArray *folders)
{
    for (guint i = 0; i < folders->len; i++) {
        survey_note(survey, list, folders->pdata[i]);
    }
}

static void find_folders(Search *self)
{
    const SoftwareKnowledge *software = self->survey->request->knowledge->software;
    SystemSearch *search = self->survey->system->search;
    /* What a person loaded comes first, as it does for the dynamic linker. */
    add_variables(self, self->library_folders, software->library_variables);
    for (guint i = 0; i < software->library_lists->len; i++) {
        add_list(self, software->library_lists->pdata[i]);
    }
    add_patterns(self, self->library_folders, software->library_folders);
    add_variables(self, self->program_folders, software->program_variables);
    add_patterns(self, self->program_folders, software->program_folders);
    list_libraries(self);
    note_all(self->survey, search->library_folders, self->library_folders);
    note_all(self->survey, search->program_folders, self->program_folders);
    const char *modules = g_hash_table_lookup(self->environment, "LOADEDMODULES");
    g_auto(GStrv) names = g_strsplit(modules != NULL ? modules : "", ":", -1);
    for (char **name = names; *name != NULL; name++) {
        if (**name != '\0') {
            survey_note(self->survey, search->modules, *name);
        }
    }
}

void search_begin(Search *self, Survey *survey)
{
    *self =
        (Search){.survey = survey,
                 .library_folders = g_ptr_array_new_with_free_func(g_free),
                 .library_names = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref),
                 .program_folders = g_ptr_array_new_with_free_func(g_free),
                 .lists = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                 .taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    read_environment(self);
    find_folders(self);
}

void search_clear(Search *self)
{
    g_ptr_array_unref(self->library_folders);
    g_ptr_array_unref(self->library_names);
    g_ptr_array_unref(self->program_folders);
    g_hash_table_unref(self->lists);
    g_hash_table_unref(self->environment);
    g_hash_table_unref(self->taken);
}
