/* Descriptions, the root's first, that are only there to be begun with. */
#include "core/path.h"
#include "discover/builders.h"
#include "discover/cmake/text_words.h"
#include <string.h>

typedef struct {
    const char *folder;
    gboolean leads; /* it adds the folder */
    gboolean more;  /* it does something else */
} Lead;

/* Commands that neither offer, look for nor build anything. */
static gboolean is_preface(const char *name)
{
    static const char *const prefaces[] = {"cmake_minimum_required",
                                           "cmake_policy",
                                           "project",
                                           "set",
                                           "unset",
                                           "if",
                                           "elseif",
                                           "else",
                                           "endif",
                                           "message",
                                           "get_directory_property",
                                           NULL};
    return g_strv_contains(prefaces, name);
}

static void see(const char *name, const GArray *words, gpointer data)
{
    Lead *lead = data;
    const char *first = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    if (strcmp(name, "add_subdirectory") == 0 && g_strcmp0(first, lead->folder) == 0) {
        lead->leads = TRUE;
    } else if (!is_preface(name) || text_words_have(words, "CACHE")) {
        lead->more = TRUE;
    }
}

static char *description_in(const Tree *tree, const char *folder)
{
    g_autofree char *path =
        *folder != '\0' ? g_strdup_printf("%s/CMakeLists.txt", folder) : g_strdup("CMakeLists.txt");
    return tree_find(tree, path) != NULL ? tree_read_text(tree, path, NULL, NULL) : NULL;
}

static gboolean leads_to_one(const char *root, const char *folder)
{
    Lead lead = {.folder = folder};
    if (strstr(root, folder) != NULL) {
        text_commands(root, see, &lead);
    }
    return lead.leads && !lead.more;
}

/* ---- a root that gathers the parts of the project -------------------------------------------- */

/* project(name LANGUAGES NONE) */
#define NO_LANGUAGE "NONE"

/* What one description adds, when it does no more than that. */
typedef struct {
    const Tree *tree;
    const char *at;     /* the folder of the description */
    GPtrArray *folders; /* char *, what it adds, as far as that can be told */
    gboolean idle;      /* it calls project() and says that there is no language */
    gboolean works;     /* it has a language, builds something or brings other projects along */
} Gathering;

static gboolean is_work(const char *name)
{
    static const char *const works[] = {"add_library", "add_executable", "enable_language",
                                        "externalproject_add", NULL};
    return g_strv_contains(works, name) || g_str_has_prefix(name, "fetchcontent_");
}

/* The folder that a word of add_subdirectory() means, NULL when nobody can tell: a variable in
 * front stands for the folder around or for the root, whichever has it. The caller frees it. */
static char *folder_meant(const Gathering *self, const char *word)
{
    while (g_str_has_prefix(word, "${")) {
        const char *slash = strstr(word, "}/");
        if (slash == NULL) {
            return NULL;
        }
        word = slash + 2;
    }
    g_autofree char *around = g_strdup_printf("./%s/%s", self->at, word);
    const char *const ways[] = {around, word};
    for (guint i = 0; i < G_N_ELEMENTS(ways) && strchr(word, '$') == NULL; i++) {
        g_autofree char *folder = tree_normalize(ways[i]);
        if (folder != NULL && *folder != '\0' && tree_is_folder(self->tree, folder)) {
            return g_steal_pointer(&folder);
        }
    }
    return NULL;
}

static void see_gathering(const char *name, const GArray *words, gpointer data)
{
    Gathering *self = data;
    const char *first = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    if (strcmp(name, "project") == 0) {
        self->idle = text_words_have(words, NO_LANGUAGE);
        self->works = self->works || !self->idle;
    } else if (strcmp(name, "add_subdirectory") == 0 && first != NULL) {
        char *folder = folder_meant(self, first);
        if (folder != NULL) {
            g_ptr_array_add(self->folders, folder);
        }
    } else {
        self->works = self->works || is_work(name);
    }
}

/* How many folders are looked into. */
#define GATHERED_MAX 64u

/* The folders that the root adds where it has no language of its own, and those that such folders
 * add in their turn. Elements are `char *`. */
static GPtrArray *gathered_folders(const Tree *tree, const char *root)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(all, g_strdup(""));
    for (guint i = 0; i < all->len && all->len < GATHERED_MAX; i++) {
        const char *at = all->pdata[i];
        g_autofree char *text = i == 0 ? g_strdup(root) : description_in(tree, at);
        g_autoptr(GPtrArray) folders = g_ptr_array_new_with_free_func(g_free);
        Gathering seen = {.tree = tree, .at = at, .folders = folders};
        if (text != NULL) {
            text_commands(text, see_gathering, &seen);
        }
        for (guint k = 0; k < folders->len && seen.idle && !seen.works; k++) {
            if (!g_ptr_array_find_with_equal_func(all, folders->pdata[k], g_str_equal, NULL)) {
                g_ptr_array_add(all, g_strdup(folders->pdata[k]));
            }
        }
    }
    g_ptr_array_remove_index(all, 0);
    return all;
}

/* Whether the folder is one of the parts that the root gathers, or lies in one and has the
 * licence of the root: elsewhere the bare text of a common one says little. */
static gboolean is_gathered(const Tree *tree, const char *root, const char *folder)
{
    if (strstr(root, NO_LANGUAGE) == NULL) {
        return FALSE; /* most roots have one, and this is asked of every folder */
    }
    g_autoptr(GPtrArray) parts = gathered_folders(tree, root);
    gboolean inside = FALSE;
    for (guint i = 0; i < parts->len; i++) {
        if (strcmp(parts->pdata[i], folder) == 0) {
            return TRUE;
        }
        inside = inside || path_is_below(folder, parts->pdata[i]);
    }
    return inside && tree_shares_licence(tree, folder);
}

static void see_project(const char *name, const GArray *words, gpointer data)
{
    char **project = data;
    const char *first = words->len > 0 ? g_array_index(words, TextWord, 0).text : NULL;
    if (*project == NULL && strcmp(name, "project") == 0 && first != NULL) {
        *project = g_strdup(first);
    }
}

/* Shorter names begin others by chance. */
#define NAMESAKE_BYTES_MIN 4u

/* Whether the folder's project is called after that of the root, "TideViewer" of Tide. */
static gboolean is_named_after(const Tree *tree, const char *root, const char *folder)
{
    g_autofree char *text = description_in(tree, folder);
    g_autofree char *whole = NULL;
    g_autofree char *part = NULL;
    if (text == NULL) {
        return FALSE;
    }
    text_commands(text, see_project, &part);
    text_commands(root, see_project, &whole);
    gsize length = whole != NULL ? strlen(whole) : 0;
    return part != NULL && length >= NAMESAKE_BYTES_MIN && text_is_name(whole) &&
           strncmp(part, whole, length) == 0 &&
           (g_ascii_isupper(part[length]) || part[length] == '_');
}

gboolean builders_root_leads_to(const Tree *tree, const char *folder)
{
    g_autofree char *root = description_in(tree, "");
    return root != NULL && (leads_to_one(root, folder) || is_gathered(tree, root, folder) ||
                            is_named_after(tree, root, folder));
}
