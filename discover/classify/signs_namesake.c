/* Libraries and packages that an option is named after. */
#include "discover/classify/signs_namesake.h"
#include "discover/classify/signs_folders.h"
#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <string.h>

/* Shorter stems of words are parts of other words by chance. */
#define NAMESAKE_STEM_BYTES_MIN 5u

/* "denoiser" of OpenImageDenoise, "weirs" of OpenWeir: called after what does it. The stem of a
 * verb that every option has ("builder") says nothing. */
static gboolean is_part_of(const Knowledge *knowledge, const char *word, const char *thing)
{
    static const char *const endings[] = {"er", "r", "s"};
    if (strstr(thing, word) != NULL) {
        return TRUE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        gsize stem = strlen(word) - strlen(endings[i]);
        if (g_str_has_suffix(word, endings[i]) && stem >= NAMESAKE_STEM_BYTES_MIN) {
            g_autofree char *begin = g_strndup(word, stem);
            if (!knowledge_is_filler(knowledge, begin) && strstr(thing, begin) != NULL) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* "ML" of WITH_ML and find_package(ML): two capitals are enough where they are the last word of the
 * name, written alike, and all that a package is called. */
static gboolean is_short_namesake(const Subject *subject, const char *package)
{
    const GArray *words = subject->name->words;
    const char *name = option_name_bare(subject->option->name);
    const Word *last = words->len > 0 ? &g_array_index(words, Word, words->len - 1) : NULL;
    return last != NULL && words->len > subject->prefix &&
           !subject->name->covered[words->len - 1] && !last->same_piece &&
           strlen(package) == NAMESAKE_BYTES_MIN - 1 && g_ascii_isupper(package[0]) &&
           g_ascii_isupper(package[1]) && strcmp(name + last->start, package) == 0;
}

gboolean signs_is_namesake(const Knowledge *knowledge, const Subject *subject, const char *package)
{
    char thing[PHRASE_BYTES_MAX];
    if (words_squash(package, thing, sizeof thing) < NAMESAKE_BYTES_MIN) {
        return is_short_namesake(subject, package);
    }
    g_autoptr(GString) joined = g_string_new(NULL);
    for (guint i = subject->prefix; i < subject->name->words->len; i++) {
        const char *word = g_array_index(subject->name->words, Word, i).text;
        g_string_append(joined, word);
        if (!subject->name->covered[i] && !knowledge_is_filler(knowledge, word) &&
            strlen(word) >= NAMESAKE_BYTES_MIN && is_part_of(knowledge, word, thing)) {
            return TRUE;
        }
    }
    return strstr(joined->str, thing) != NULL;
}

/* "-I$(HOME)/x/include", "-L/opt/x": what is linked lies outside of the tree, whatever sources use
 * it. Only makefiles write it down like that. */
static gboolean takes_from_outside(const Option *option)
{
    for (guint i = 0; option->builder == BUILDER_MAKE && i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        const char *place =
            effect->kind == EFFECT_FLAG && effect->name != NULL &&
                    (g_str_has_prefix(effect->name, "-I") || g_str_has_prefix(effect->name, "-L"))
                ? effect->name + 2
                : "";
        if (*place != '\0' && strchr("/$~", *place) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --with-PACKAGE is for what others wrote, also where sources of the project's own use it. */
static gboolean is_with(const Option *option)
{
    return option->builder == BUILDER_AUTOTOOLS && g_str_has_prefix(option->name, "--with-");
}

/* Whether the library is called as the word at `at` of the name. */
static gboolean is_word(const Subject *subject, guint at, const char *library)
{
    char thing[PHRASE_BYTES_MAX];
    gsize length = words_squash(library, thing, sizeof thing);
    return length >= NAMESAKE_BYTES_MIN &&
           strcmp(g_array_index(subject->name->words, Word, at).text, thing) == 0;
}

/* ENABLE_TIDEINFO and the library tideinfo: the name says nothing else. */
static gboolean is_all_of_name(const Project *project, const Subject *subject, const char *library)
{
    gboolean found = FALSE;
    for (guint i = subject->prefix; i < subject->name->words->len; i++) {
        gboolean filler = mentions_is_filler(project->knowledge, subject->name, i);
        if (!filler && !is_word(subject, i, library)) {
            return FALSE;
        }
        found = found || !filler;
    }
    return found;
}

/* "--enable-plugin-ltdl" and libltdl: a word of a switch is the library's whole name, and without
 * it the library is not linked, although something else has to be on as well. In CMake a target of
 * the tree may have that name, so it has to be all that the switch is called. */
static gboolean is_called_so(const Project *project, const Subject *subject, const OptionLink *link)
{
    const Option *option = subject->option;
    if (option->type != OPTION_BOOL || g_strcmp0(option_link_only_value(link), "ON") != 0) {
        return FALSE;
    }
    if (option->builder == BUILDER_CMAKE) {
        return is_all_of_name(project, subject, link->effect->name);
    }
    for (guint i = subject->prefix; i < subject->name->words->len; i++) {
        if (option->builder == BUILDER_AUTOTOOLS && is_word(subject, i, link->effect->name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether configuring fails when the switch is on and something is not found: what is looked for
 * is not what the project builds. */
static gboolean fails_without(const Project *project, const Option *option)
{
    const GPtrArray *constraints = project->facts->constraints;
    for (guint i = 0; option->builder == BUILDER_AUTOTOOLS && i < constraints->len; i++) {
        const Condition *when = ((const Constraint *)constraints->pdata[i])->when;
        g_autoptr(GPtrArray) literals = condition_shared_literals(when);
        gboolean on = FALSE;
        for (guint k = 0; k < literals->len; k++) {
            const Condition *literal = literals->pdata[k];
            on = on || (literal->kind == CONDITION_ATOM && literal->relation == NULL &&
                        literal->subject_kind == CONDITION_SUBJECT_OPTION &&
                        strcmp(literal->subject, option->name) == 0);
        }
        if (on && when->kind == CONDITION_ALL) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean signs_links_namesake(const Project *project, const Subject *subject,
                              const OptionLink *link)
{
    const Effect *effect = link->effect;
    const Option *option = subject->option;
    if (effect->kind != EFFECT_LINK || project_makes(project, effect->name) ||
        !signs_is_namesake(project->knowledge, subject, effect->name)) {
        return FALSE;
    }
    gboolean called_so = is_called_so(project, subject, link);
    gboolean outside = effect->detail != NULL || is_with(option) || takes_from_outside(option) ||
                       !signs_adds_sources(project, option) || fails_without(project, option) ||
                       (called_so && project->facts->targets->len > 0);
    return outside && (link->alone || called_so);
}
