/* Options by which a copy that the project brings along, or fetches, is replaced by one that is
 * installed or lies elsewhere. */
#include "discover/classify/signs_copies.h"
#include "discover/classify/signs.h"
#include "discover/classify/signs_folders.h"
#include "discover/classify/signs_namesake.h"
#include "discover/classify/traits_inside.h"

#include <string.h>

/* What CMake calls the folders in which it builds end in this. */
#define BUILD_FOLDER "_BINARY_DIR}"
/* What a name ends with that says where something is. */
#define TERM_LOCATION "location"

/* Whether the condition holds only where nobody gives the option. */
static gboolean needs_absent(const Condition *when, const char *name)
{
    g_autoptr(GPtrArray) literals = condition_shared_literals(when);
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        const Condition *atom = literal->kind == CONDITION_NOT ? literal->operands[0] : NULL;
        if (atom != NULL && atom->kind == CONDITION_ATOM &&
            atom->subject_kind == CONDITION_SUBJECT_OPTION && atom->relation == NULL &&
            strcmp(atom->subject, name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The folder of the tree that a flag lets headers or libraries come from; NULL for another flag. */
static const char *folder_of_flag(const Effect *effect)
{
    gboolean place = effect->kind == EFFECT_FLAG &&
                     (g_str_has_prefix(effect->name, "-I") || g_str_has_prefix(effect->name, "-L"));
    return place && effect->name[2] != '\0' && strchr("/$~", effect->name[2]) == NULL
               ? effect->name + 2
               : NULL;
}

/* Whether the condition holds only where nobody says where the thing is, or, of several ways, in
 * one of them so: the others are that nothing is found there. */
static gboolean comes_without(const Condition *when, const char *place)
{
    if (when->kind == CONDITION_ANY) {
        for (guint i = 0; i < when->operand_count; i++) {
            if (traits_needs_absent(when->operands[i], place)) {
                return TRUE;
            }
        }
    }
    return needs_absent(when, place) || traits_needs_absent(when, place);
}

/* "fetchedreef" of CODE_reef_src, also where everybody knows what a reef is. */
static gboolean ends_with_word(const Project *project, const Subject *subject, const char *name)
{
    g_autofree char *lower = g_ascii_strdown(name, -1);
    for (guint i = subject->prefix; i < subject->name->words->len; i++) {
        const char *word = g_array_index(subject->name->words, Word, i).text;
        if (strlen(word) >= NAMESAKE_BYTES_MIN && !knowledge_is_filler(project->knowledge, word) &&
            g_str_has_suffix(lower, word)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether what is fetched or built is called as the place, however the version is written behind:
 * "tides5" of TIDES_ROOT. */
static gboolean is_place_of(const Project *project, const Subject *subject, const char *thing)
{
    gsize length = strlen(thing);
    while (length > 0 && g_ascii_isdigit(thing[length - 1])) {
        length--;
    }
    g_autofree char *name = g_strndup(thing, length);
    return subject->option->type != OPTION_BOOL &&
           (signs_is_namesake(project->knowledge, subject, name) ||
            ends_with_word(project, subject, thing));
}

/* "if(DEFINED tides_DIR) find_package(tides) else() add_subdirectory(tpl/tides)": the folder of the
 * place's name is built where nobody gives that. What nothing declares people have to be told of,
 * or it has to bring the other one. */
static gboolean is_built_instead(const Project *project, const Subject *subject,
                                 const Effect *effect)
{
    const Option *option = subject->option;
    gboolean offered = option->type != OPTION_UNTYPED || option->documented.path != NULL ||
                       trait_set_has(&subject->traits, TRAIT_TURNS_ON);
    if (!offered || effect->kind != EFFECT_FOLDER ||
        !project_is_others_folder(project, effect->name) ||
        !comes_without(effect->when, option->name)) {
        return FALSE;
    }
    g_autofree char *folder = g_path_get_basename(effect->name);
    return is_place_of(project, subject, folder);
}

/* "if(LENS_ROOT) ... else() fetch the one thing", a place by its name: whatever that is called, it
 * is what would lie there. Of several some may come along with it. */
static gboolean is_only_fetched(const Project *project, const Subject *subject,
                                const Effect *fetched)
{
    const Term *location = knowledge_term(project->knowledge, TERM_LOCATION);
    const GPtrArray *links = subject->option->links;
    gboolean place = location != NULL && subject->option->type != OPTION_BOOL &&
                     (subject->present[location->index] & (1u << PLACE_LAST)) != 0;
    for (guint i = 0; place && i < links->len; i++) {
        const Effect *other = ((const OptionLink *)links->pdata[i])->effect;
        place = other->kind != EFFECT_DOWNLOAD || strcmp(other->name, fetched->name) == 0;
    }
    return place;
}

void signs_read_replaced_copy(const Project *project, Subject *subject, Arena *arena,
                              const Effect *effect)
{
    const char *folder = folder_of_flag(effect);
    if (effect->kind == EFFECT_DOWNLOAD && comes_without(effect->when, subject->option->name) &&
        (is_place_of(project, subject, effect->name) ||
         is_only_fetched(project, subject, effect))) {
        trait_set_add(&subject->traits, TRAIT_REPLACES_COPY);
    }
    if (is_built_instead(project, subject, effect)) {
        trait_set_add(&subject->traits, TRAIT_REPLACES_COPY);
    }
    if (folder == NULL || !needs_absent(effect->when, subject->option->name)) {
        return;
    }
    g_autoptr(Mentions) mentions = mentions_of_name(project->knowledge, arena, folder);
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Term *term = g_array_index(mentions->mentions, Mention, i).term;
        if (term->technology && (subject->present[term->index] & (1u << PLACE_NAME)) != 0) {
            trait_set_add(&subject->traits, TRAIT_REPLACES_COPY);
        }
    }
}

/* "if(NOT DEFINED X_SOURCE_DIR)", and then X is fetched into the build folder and X_SOURCE_DIR
 * declared to be there: whoever says where it is does without that copy. That nobody has said so is
 * no part of the conditions. */
static gboolean is_fetched_to(const Project *project, const Subject *subject,
                              const Definition *definition)
{
    const GPtrArray *effects = project->facts->effects;
    if (definition->text == NULL || definition->at.path == NULL || definition->exists == NULL ||
        strstr(definition->text, BUILD_FOLDER) == NULL) {
        return FALSE;
    }
    for (guint i = 0; i < effects->len; i++) {
        const Effect *effect = g_ptr_array_index(effects, i);
        if (effect->kind == EFFECT_DOWNLOAD &&
            g_strcmp0(effect->at.path, definition->at.path) == 0 &&
            condition_equal(effect->when, definition->exists) &&
            is_place_of(project, subject, effect->name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* set(TIDES_DIR ${PROJECT_SOURCE_DIR}/third_party/tides CACHE PATH ""): the copy lies there unless
 * somebody says where another one is. A file is a program that the build runs. */
static gboolean is_copy_by_default(const Project *project, const Subject *subject,
                                   const Definition *definition)
{
    if (subject->option->type == OPTION_FILEPATH || subject->option->type == OPTION_BOOL) {
        return FALSE;
    }
    for (guint i = 0; i < definition->defaults->len; i++) {
        const DefaultValue *value = g_ptr_array_index(definition->defaults, i);
        if (value->value == NULL || !g_str_has_prefix(value->value, FACTS_SOURCE_ROOT "/") ||
            !project_is_others_folder(project, value->value + strlen(FACTS_SOURCE_ROOT "/"))) {
            return FALSE;
        }
    }
    return definition->defaults->len > 0;
}

/* Whether a package or library that the switch is named after is searched for while it is on, and
 * not while it is off. */
static gboolean finds_when_on(const Project *project, const Subject *subject,
                              const OptionLink *link)
{
    const Effect *effect = link->effect;
    gboolean on = g_strcmp0(option_link_only_value(link), "ON") == 0;
    gboolean looked_for =
        effect->kind == EFFECT_PACKAGE || (effect->kind == EFFECT_LINK && effect->detail != NULL);
    if (!on || !looked_for) {
        return FALSE;
    }
    const Term *term = signs_listed_term(project->knowledge, effect);
    return (term != NULL && (subject->present[term->index] & (1u << PLACE_NAME)) != 0) ||
           signs_is_namesake(project->knowledge, subject, effect->name);
}

/* "if(SYSTEM_X) find_package(x) else() add_subdirectory(contrib/x)". What builds the copy when it
 * is on may as well be what brings the library at all. */
static gboolean replaces_when_on(const Project *project, const Subject *subject)
{
    const GPtrArray *links = subject->option->links;
    gboolean finds = FALSE;
    for (guint i = 0; i < links->len && i < EFFECTS_READ_MAX && !finds; i++) {
        finds = finds_when_on(project, subject, links->pdata[i]);
    }
    return finds && subject->option->type == OPTION_BOOL && signs_copies_when_off(project, subject);
}

static gboolean is_searched_when_off(const Option *option, const char *thing)
{
    for (guint i = 0; i < option->links->len && i < EFFECTS_READ_MAX; i++) {
        const OptionLink *link = option->links->pdata[i];
        char package[PHRASE_BYTES_MAX];
        if (link->effect->kind == EFFECT_PACKAGE &&
            g_strcmp0(option_link_only_value(link), "OFF") == 0 &&
            words_squash(link->effect->name, package, sizeof package) &&
            strcmp(package, thing) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "if(USE_MODULES) ExternalProject_Add(protobuf ...) else() find_package(Protobuf)": whatever the
 * switch is called, it says whose copy of that is taken. */
static gboolean fetches_instead(const Option *option)
{
    for (guint i = 0; i < option->links->len && i < EFFECTS_READ_MAX; i++) {
        const OptionLink *link = option->links->pdata[i];
        char thing[PHRASE_BYTES_MAX];
        if (link->effect->kind == EFFECT_DOWNLOAD &&
            g_strcmp0(option_link_only_value(link), "ON") == 0 &&
            words_squash(link->effect->name, thing, sizeof thing) &&
            is_searched_when_off(option, thing)) {
            return option->type == OPTION_BOOL;
        }
    }
    return FALSE;
}

void signs_read_copies(const Project *project, Subject *subject)
{
    gboolean replaces = replaces_when_on(project, subject) || fetches_instead(subject->option);
    const GPtrArray *definitions = subject->option->definitions;
    for (guint i = 0; i < definitions->len && !replaces; i++) {
        replaces = is_fetched_to(project, subject, definitions->pdata[i]) ||
                   is_copy_by_default(project, subject, definitions->pdata[i]);
    }
    if (replaces) {
        trait_set_add(&subject->traits, TRAIT_REPLACES_COPY);
    }
}
