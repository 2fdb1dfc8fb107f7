/* Variables of packages: what a package was built with is no choice of whoever searches for it,
 * what the search is told is. */
#include "core/path.h"
#include "discover/classify/traits_inside.h"
#include "discover/classify/words.h"

#include <string.h>

/* Shorter names are anything. */
#define PACKAGE_BYTES_MIN 3u

/* Whether the name begins with the thing's, as "DEAL_II_WITH_MPI" does with that of deal.II. */
static gboolean is_called_after(const Option *option, const char *thing)
{
    char squashed[PHRASE_BYTES_MAX];
    gsize length = words_squash(thing, squashed, sizeof squashed);
    gsize taken = 0;
    const char *at = option->name;
    while (*at != '\0' && taken < length) {
        if (g_ascii_isalnum(*at)) {
            if (g_ascii_tolower(*at) != squashed[taken]) {
                return FALSE;
            }
            taken++;
        }
        at++;
    }
    return length >= PACKAGE_BYTES_MIN && taken == length && *at == '_' && at[1] != '\0';
}

static gboolean is_searched(const Facts *facts, const char *package)
{
    for (guint i = 0; i < facts->effects->len; i++) {
        const Effect *effect = facts->effects->pdata[i];
        if (effect->kind == EFFECT_PACKAGE && g_ascii_strcasecmp(effect->name, package) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What one package needs is searched for along with it: only a few others. */
#define SEARCHED_ALONG_MAX 2u

static gboolean searches_for_many(const Facts *facts, const char *path)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < facts->effects->len; i++) {
        const Effect *effect = facts->effects->pdata[i];
        if (effect->kind == EFFECT_PACKAGE && g_strcmp0(effect->at.path, path) == 0) {
            g_hash_table_add(names, (gpointer)effect->name);
        }
    }
    return g_hash_table_size(names) > SEARCHED_ALONG_MAX;
}

gboolean traits_is_search_file(const Project *project, const char *path)
{
    if (!tree_is_find_module(path)) {
        return FALSE;
    }
    g_autofree char *name = g_path_get_basename(path);
    const char *begin = name + strlen("Find");
    g_autofree char *package = g_strndup(begin, strlen(begin) - strlen(".cmake"));
    return is_searched(project->facts, package) ||
           knowledge_package(project->knowledge, package) != NULL ||
           !searches_for_many(project->facts, path);
}

/* Whether the search reads it, the project's own module or another (whose uses stand where the
 * search does), and nothing sets it: what is told to the search is not what it finds. */
static gboolean is_asked_in_search(const Project *project, const Option *option)
{
    const GPtrArray *effects = project->facts->effects;
    for (guint i = 0; i < option->uses->len; i++) {
        const Span *use = g_ptr_array_index(option->uses, i);
        if (use->path != NULL && traits_is_search_file(project, use->path)) {
            return TRUE;
        }
        for (guint k = 0; use->path != NULL && k < effects->len; k++) {
            const Effect *effect = g_ptr_array_index(effects, k);
            if (effect->kind == EFFECT_PACKAGE && span_same_line(&effect->at, use) &&
                is_called_after(option, effect->name)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Whether something of the project's own happens in the folder. One that is not there, a submodule
 * that was not fetched, is another's. */
static gboolean is_own_folder(const Project *project, const char *folder)
{
    const GPtrArray *effects = project->facts->effects;
    for (guint i = 0; i < effects->len; i++) {
        const char *path = ((const Effect *)g_ptr_array_index(effects, i))->at.path;
        if (path != NULL && path_lies_in(path, folder) && !project_is_others_path(project, path) &&
            !project_lies_in_copy(project, path)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the package comes with the project: it is fetched, or built along. */
static gboolean brings_package(const Project *project, const Effect *effect)
{
    return effect->kind == EFFECT_DOWNLOAD ||
           (effect->kind == EFFECT_FOLDER && !is_own_folder(project, effect->name));
}

gboolean traits_is_of_package(const Project *project, const Option *option)
{
    gboolean searched = FALSE;
    const GPtrArray *effects = project->facts->effects;
    for (guint i = 0; option->type == OPTION_UNTYPED && i < effects->len; i++) {
        const Effect *effect = g_ptr_array_index(effects, i);
        const char *name = effect->kind == EFFECT_FOLDER ? path_base(effect->name) : effect->name;
        gboolean thing = effect->kind == EFFECT_PACKAGE || effect->kind == EFFECT_DOWNLOAD ||
                         effect->kind == EFFECT_FOLDER;
        if (thing && is_called_after(option, name)) {
            if (brings_package(project, effect)) {
                return FALSE;
            }
            searched = searched || effect->kind == EFFECT_PACKAGE;
        }
    }
    return searched && !is_asked_in_search(project, option);
}
