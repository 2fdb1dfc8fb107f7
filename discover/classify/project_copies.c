/* What belongs to the project itself, and what to copies of other projects that it brings along. */
#include "discover/classify/project.h"
#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <string.h>

gboolean project_lies_in_copy(const Project *self, const char *path)
{
    for (guint i = 0; i < self->facts->build_systems->len; i++) {
        const BuildSystem *system = g_ptr_array_index(self->facts->build_systems, i);
        gsize length = strlen(system->folder);
        if (system->vendored && length > 0 && strncmp(path, system->folder, length) == 0 &&
            path[length] == '/') {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean project_builds_root(const Project *self, Builder builder)
{
    for (guint i = 0; i < self->facts->build_systems->len; i++) {
        const BuildSystem *system = g_ptr_array_index(self->facts->build_systems, i);
        if (system->builder == builder && *system->folder == '\0') {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean project_makes(const Project *self, const char *target)
{
    const BuiltTarget *made = facts_target(self->facts, target);
    return made != NULL && made->at.path != NULL && !project_lies_in_copy(self, made->at.path) &&
           !project_is_others_path(self, made->at.path);
}

gboolean project_speaks_of(const Project *self, const Option *option)
{
    for (guint i = 0; i < option->uses->len && option->documented.path == NULL; i++) {
        const Span *use = g_ptr_array_index(option->uses, i);
        if (use->path != NULL && !project_lies_in_copy(self, use->path) &&
            !project_is_others_path(self, use->path)) {
            return TRUE;
        }
    }
    return option->documented.path != NULL;
}

/* What of the path stands behind the first of the folders above its last `kept` parts that is among
 * `names`; NULL when none is. */
static const char *rest_below(const char *path, GHashTable *names, guint kept)
{
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    guint count = g_strv_length(parts);
    gsize length = 0;
    for (guint i = 0; i + kept < count; i++) {
        char folder[PHRASE_BYTES_MAX];
        words_squash(parts[i], folder, sizeof folder);
        length += strlen(parts[i]) + 1;
        if (g_hash_table_contains(names, folder)) {
            return path + length;
        }
    }
    return NULL;
}

static gboolean lies_below(const char *path, GHashTable *names, guint kept)
{
    return rest_below(path, names, kept) != NULL;
}

const char *project_others_rest(const Project *self, const char *path)
{
    return rest_below(path, self->knowledge->others_folders, 2);
}

gboolean project_is_others_path(const Project *self, const char *path)
{
    return project_others_rest(self, path) != NULL;
}

gboolean project_is_others_folder(const Project *self, const char *folder)
{
    g_autofree char *inside = g_strconcat(folder, "/.", NULL);
    return project_is_others_path(self, inside);
}

gboolean project_is_side_path(const Project *self, const char *path)
{
    return lies_below(path, self->knowledge->side_folders, 1);
}

/* Whether the name begins as the project's own options do. */
static gboolean bears_prefix(const Project *self, const char *name)
{
    g_autofree char *piece = project_first_piece(name);
    return piece != NULL && g_hash_table_contains(self->prefixes, piece);
}

/* Whether the project's own files tell people what the option is for, and no copy's build asks for
 * it: then the project does, if only in the file of its own that builds the copy. */
static gboolean is_offered(const Project *self, const Option *option)
{
    gboolean told = FALSE;
    for (guint i = 0; i < option->uses->len; i++) {
        const Span *use = g_ptr_array_index(option->uses, i);
        if (use->path == NULL || project_lies_in_copy(self, use->path)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        const char *path = definition->at.path;
        if (path == NULL || project_lies_in_copy(self, path) ||
            project_is_others_path(self, path)) {
            return FALSE;
        }
        told = told || (definition->help != NULL && strchr(definition->help, ' ') != NULL);
    }
    return told;
}

/* Whether the project declares it for a bundled copy, whose files alone read it: an option that is
 * called as the copy's own are, LZ_MULTITHREAD, and not ENABLE_CUDA. */
static gboolean is_for_copy(const Project *self, const Option *option)
{
    g_autofree char *piece = project_first_piece(option_name_bare(option->name));
    if (piece == NULL || knowledge_is_filler(self->knowledge, piece) || is_offered(self, option)) {
        return FALSE;
    }
    for (guint i = 0; i < option->uses->len; i++) {
        const Span *use = g_ptr_array_index(option->uses, i);
        if (use->path == NULL ||
            (!project_lies_in_copy(self, use->path) && !project_is_others_path(self, use->path))) {
            return FALSE;
        }
    }
    return option->uses->len > 0 && option->definitions->len > 0;
}

gboolean project_is_vendored(const Project *self, const Option *option)
{
    /* What the project itself declares about a copy, in the copy's folder, is its own. */
    if (!option->vendored && bears_prefix(self, option_name_bare(option->name))) {
        return FALSE;
    }
    if (is_for_copy(self, option)) {
        return TRUE;
    }
    for (guint i = 0; i < option->definitions->len && !option->vendored; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        if (definition->at.path == NULL || !project_is_others_path(self, definition->at.path)) {
            return FALSE;
        }
    }
    return option->vendored || option->definitions->len > 0;
}
