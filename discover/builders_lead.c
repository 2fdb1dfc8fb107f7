/* A description in the root that is only there to be begun with. */
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

gboolean builders_root_leads_to(const Tree *tree, const char *folder)
{
    const char *path = "CMakeLists.txt";
    g_autofree char *text =
        tree_find(tree, path) != NULL ? tree_read_text(tree, path, NULL, NULL) : NULL;
    Lead lead = {.folder = folder};
    if (text != NULL && strstr(text, folder) != NULL) {
        text_commands(text, see, &lead);
    }
    return lead.leads && !lead.more;
}
