#include "discover/classify/existence.h"

#include "discover/classify/signs_folders.h"
#include "discover/classify/words.h"

#include <string.h>

/* Shorter names are anything. */
#define PACKAGE_BYTES_MIN 3u

/* What a find module of the project's looks for: Grab_LIBRARY, Grab_INCLUDE_DIR. */
static const char *const part_names[] = {"library",     "libraries",   "includedir",
                                         "includedirs", "includepath", "include"};

static gboolean is_part_of(const char *checked, const char *thing)
{
    char squashed[PHRASE_BYTES_MAX];
    if (!words_squash(checked, squashed, sizeof squashed) || !g_str_has_prefix(squashed, thing)) {
        return FALSE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(part_names); i++) {
        if (strcmp(squashed + strlen(thing), part_names[i]) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "v4l2" of P_USE_V4L2; "" where a word of it is known. */
static char *unknown_thing(const Project *project, const Subject *subject)
{
    GString *joined = g_string_new(NULL);
    for (guint i = subject->prefix; i < subject->name->words->len; i++) {
        const char *word = g_array_index(subject->name->words, Word, i).text;
        if (knowledge_is_filler(project->knowledge, word)) {
            continue;
        }
        if (subject->name->covered[i]) {
            g_string_truncate(joined, 0);
            break;
        }
        g_string_append(joined, word);
    }
    return g_string_free(joined, FALSE);
}

static gboolean is_searched(const Project *project, const char *thing)
{
    const GPtrArray *effects = project->facts->effects;
    for (guint i = 0; i < effects->len; i++) {
        const Effect *effect = g_ptr_array_index(effects, i);
        char package[PHRASE_BYTES_MAX];
        if (effect->kind == EFFECT_PACKAGE && words_squash(effect->name, package, sizeof package) &&
            strcmp(package, thing) == 0 && !project_is_own_name(project, effect->name) &&
            !project_is_own_target(project, effect->name)) {
            return effect->at.path == NULL || !project_is_side_path(project, effect->at.path);
        }
    }
    return FALSE;
}

/* What has to be found where an option is declared. */
typedef struct {
    gboolean anything;
    gboolean part; /* a library or a header of the thing itself */
} Needed;

static Needed needed_by(const Option *option, const char *thing)
{
    Needed needed = {FALSE, FALSE};
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        if (definition->exists == NULL) {
            continue;
        }
        g_autoptr(GPtrArray) literals = condition_shared_literals(definition->exists);
        for (guint k = 0; k < literals->len; k++) {
            const Condition *literal = literals->pdata[k];
            if (literal->kind != CONDITION_ATOM || literal->relation != NULL) {
                continue;
            }
            gboolean probe = literal->subject_kind == CONDITION_SUBJECT_PROBE;
            needed.anything =
                needed.anything || probe || literal->subject_kind == CONDITION_SUBJECT_PACKAGE;
            needed.part = needed.part || (probe && is_part_of(literal->subject, thing));
        }
    }
    return needed;
}

/* Whether the option says where libraries or headers of something lie that a word of the switch's
 * name calls. */
static gboolean is_place_of_word(const Project *project, const Subject *subject,
                                 const Option *place)
{
    if (place == NULL || (place->type != OPTION_PATH && place->type != OPTION_FILEPATH)) {
        return FALSE;
    }
    for (guint i = subject->prefix; i < subject->name->words->len; i++) {
        const char *word = g_array_index(subject->name->words, Word, i).text;
        if (!subject->name->covered[i] && !knowledge_is_filler(project->knowledge, word) &&
            strlen(word) >= PACKAGE_BYTES_MIN && is_part_of(place->name, word)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The other way round: P_PLUGINS_GRAB brings GRAB_INCLUDE, by which people say where Grab is. */
static gboolean brings_place(const Project *project, const Subject *subject)
{
    const GPtrArray *links = subject->option->links;
    for (guint i = 0; i < links->len && i < EFFECTS_READ_MAX; i++) {
        const OptionLink *link = links->pdata[i];
        gboolean on = g_strcmp0(option_link_only_value(link), "ON") == 0;
        if (on && link->effect->kind == EFFECT_OPTION &&
            is_place_of_word(project, subject, facts_option(project->facts, link->effect->name))) {
            return TRUE;
        }
    }
    return FALSE;
}

void existence_read(const Project *project, Subject *subject)
{
    if (subject->option->type != OPTION_BOOL) {
        return;
    }
    if (brings_place(project, subject)) {
        trait_set_add(&subject->traits, TRAIT_FINDS_NAMESAKE);
        return;
    }
    g_autofree char *thing = unknown_thing(project, subject);
    if (strlen(thing) < PACKAGE_BYTES_MIN) {
        return;
    }
    Needed needed = needed_by(subject->option, thing);
    if (needed.part || (needed.anything && is_searched(project, thing))) {
        trait_set_add(&subject->traits, TRAIT_FINDS_NAMESAKE);
    }
}
