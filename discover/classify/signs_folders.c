#include "discover/classify/signs_folders.h"
#include "discover/classify/words.h"

#include <string.h>

/* Whether a part of the path is a word of the name: the sources of the part that it builds. */
static gboolean is_own_folder(const Knowledge *knowledge, const Subject *subject, const char *path)
{
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    for (char **part = parts; *part != NULL; part++) {
        char folder[PHRASE_BYTES_MAX];
        words_squash(*part, folder, sizeof folder);
        for (guint i = subject->prefix; i < subject->name->words->len; i++) {
            const char *word = g_array_index(subject->name->words, Word, i).text;
            if (!knowledge_is_filler(knowledge, word) && strlen(word) >= NAMESAKE_BYTES_MIN &&
                strcmp(word, folder) == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Whether the project's own name is a part of this one: an add-on of its own, which may lie among
 * what others contributed. */
static gboolean has_own_name(const Project *project, const char *squashed)
{
    return strlen(project->own_name) >= NAMESAKE_BYTES_MIN &&
           (g_str_has_prefix(squashed, project->own_name) ||
            g_str_has_suffix(squashed, project->own_name));
}

/* The same below a folder for packages that others wrote; libHilbert is two words there, too. A
 * part of the project may have such a folder in its own. */
static gboolean is_bundled(const Project *project, const Subject *subject, const Effect *effect)
{
    g_autofree char *file =
        g_strconcat(effect->name, effect->kind == EFFECT_FOLDER ? "/." : "", NULL);
    const char *rest = project_others_rest(project, file);
    if (rest == NULL) {
        return FALSE;
    }
    g_autoptr(GString) joined = g_string_new(NULL);
    for (guint i = subject->context; i < subject->name->words->len; i++) {
        const char *word = g_array_index(subject->name->words, Word, i).text;
        g_string_append(joined, g_hash_table_contains(project->knowledge->verbs, word) ? "" : word);
    }
    if (has_own_name(project, joined->str)) {
        return FALSE;
    }
    if (is_own_folder(project->knowledge, subject, rest)) {
        return TRUE;
    }
    g_auto(GStrv) parts = g_strsplit(rest, "/", -1);
    for (char **part = parts; *part != NULL; part++) {
        char folder[PHRASE_BYTES_MAX];
        words_squash(*part, folder, sizeof folder);
        if (joined->len >= NAMESAKE_BYTES_MIN && strcmp(folder, joined->str) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the folder is what the target of that name is built in: ps-lite and pslite. */
static gboolean is_target_of(const char *folder, const char *target)
{
    g_autofree char *last = g_path_get_basename(folder);
    char built[PHRASE_BYTES_MAX];
    char linked[PHRASE_BYTES_MAX];
    return words_squash(last, built, sizeof built) >= NAMESAKE_BYTES_MIN &&
           words_squash(target, linked, sizeof linked) > 0 && strstr(linked, built) != NULL;
}

static gboolean is_of_on(const OptionLink *link)
{
    return link->alone && g_strcmp0(option_link_only_value(link), "ON") == 0;
}

/* A folder among packages of others that the switch adds by itself, and whose target it links: it
 * is for what others wrote, whatever it is called. */
static gboolean links_others(const Project *project, const Option *option, const OptionLink *link)
{
    const char *folder = link->effect->name;
    if (link->effect->kind != EFFECT_FOLDER || !is_of_on(link) ||
        !project_is_others_folder(project, folder)) {
        return FALSE;
    }
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *other = g_ptr_array_index(option->links, i);
        if (other->effect->kind == EFFECT_LINK && is_of_on(other) &&
            is_target_of(folder, other->effect->name) &&
            !project_is_own_target(project, other->effect->name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether it comes with the option being off, and with nothing else. */
static gboolean is_of_off(const OptionLink *link)
{
    return g_strcmp0(option_link_only_value(link), "OFF") == 0;
}

gboolean signs_adds_sources(const Project *project, const Option *option)
{
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        const Effect *effect = link->effect;
        gboolean folder =
            effect->kind == EFFECT_FOLDER && !project_is_others_folder(project, effect->name);
        if ((folder || effect->kind == EFFECT_SOURCE) && !is_of_off(link)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean signs_is_stand_in(const Project *project, const OptionLink *link, const Option *option)
{
    for (guint i = 0; is_of_off(link) && i < option->links->len; i++) {
        const OptionLink *other = g_ptr_array_index(option->links, i);
        const Effect *effect = other->effect;
        gboolean path = effect->kind == EFFECT_SOURCE || effect->kind == EFFECT_FOLDER;
        if (path && project_others_rest(project, effect->name) != NULL) {
            return FALSE; /* a copy of what others wrote */
        }
    }
    return is_of_off(link) && signs_adds_sources(project, option);
}

gboolean signs_copies_when_off(const Project *project, const Subject *subject)
{
    const GPtrArray *links = subject->option->links;
    for (guint i = 0; i < links->len && i < EFFECTS_READ_MAX; i++) {
        const OptionLink *link = links->pdata[i];
        const Effect *effect = link->effect;
        gboolean path = effect->kind == EFFECT_SOURCE || effect->kind == EFFECT_FOLDER;
        if (path && is_of_off(link) && is_bundled(project, subject, effect)) {
            return TRUE;
        }
    }
    return FALSE;
}

void signs_read_path(const Project *project, Subject *subject, const OptionLink *link)
{
    const Effect *effect = link->effect;
    if (link->values != NULL && is_own_folder(project->knowledge, subject, effect->name)) {
        trait_set_add(&subject->traits, TRAIT_BRINGS_SOURCES);
    }
    if (is_bundled(project, subject, effect) || links_others(project, subject->option, link)) {
        trait_set_add(&subject->traits, TRAIT_BUNDLED);
    }
}
