#include "discover/option_name.h"
#include "core/word_list.h"
#include "discover/facts.h"
#include <string.h>

/* Words of names that only say that something is an option. */
static const char *const fillers[] = {"build", "enable", "have", "option", "use", "with", NULL};

const char *option_name_bare(const char *name)
{
    const char *mark = strstr(name, OPTION_LISTED);
    const char *word = strstr(name, OPTION_WORD);
    return mark != NULL   ? mark + strlen(OPTION_LISTED)
           : word != NULL ? word + strlen(OPTION_WORD)
                          : name;
}

char *option_name_plain(const char *name, const char *project, guint *words)
{
    g_autofree char *own = g_ascii_strdown(project != NULL ? project : "", -1);
    g_autofree char *lower = g_ascii_strdown(option_name_bare(name), -1);
    g_auto(GStrv) parts = g_strsplit_set(lower, "-_.", -1);
    GString *plain = g_string_new(NULL);
    guint count = 0;
    for (guint i = 0; parts[i] != NULL; i++) {
        if (*parts[i] != '\0' && !g_strv_contains(fillers, parts[i]) &&
            strcmp(parts[i], own) != 0) {
            g_string_append(plain, parts[i]);
            count++;
        }
    }
    if (words != NULL) {
        *words = count;
    }
    return g_string_free(plain, FALSE);
}

gboolean option_name_says_place(const char *name)
{
    static const char *const endings[] = {"_DIR", "_HOME", "_PATH", "_PREFIX", "_ROOT", NULL};
    return word_list_ends(endings, name);
}
