/* Arguments of configure scripts that ask for a package by its folder. */
#include "discover/classify/traits_inside.h"
#include "discover/classify/words.h"

#include <string.h>

#define WITH "--with-"
#define WITH_BYTES (sizeof WITH - 1)

/* "-I${--with-x}/include", "${--with-x}/lib64/libx.a". */
static gboolean uses_folder(const char *text, const char *name)
{
    static const char *const folders[] = {"include", "lib"};
    for (guint i = 0; text != NULL && i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *place = g_strdup_printf("${%s}/%s", name, folders[i]);
        if (strstr(text, place) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean asks_about(const Condition *when, const char *thing)
{
    for (guint i = 0; i < when->operand_count; i++) {
        if (asks_about(when->operands[i], thing)) {
            return TRUE;
        }
    }
    char subject[PHRASE_BYTES_MAX];
    return when->kind == CONDITION_ATOM &&
           words_squash(when->subject, subject, sizeof subject) > 0 &&
           strstr(subject, thing) != NULL;
}

static gboolean asks_options(const Condition *when)
{
    for (guint i = 0; i < when->operand_count; i++) {
        if (asks_options(when->operands[i])) {
            return TRUE;
        }
    }
    return when->kind == CONDITION_ATOM && when->subject_kind == CONDITION_SUBJECT_OPTION;
}

/* Whether the build stops where a check for what is called so fails, whatever people give. */
static gboolean is_always_needed(const Facts *facts, const char *thing)
{
    for (guint i = 0; i < facts->constraints->len; i++) {
        const Constraint *refused = g_ptr_array_index(facts->constraints, i);
        if (!asks_options(refused->when) && asks_about(refused->when, thing)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "BUILD_X=1", "X=yes": no flags, and no folder. */
static gboolean says_whether(const char *value)
{
    return value != NULL && value[0] != '\0' && value[0] != '-' && strpbrk(value, "/$ ") == NULL;
}

/* Whether something is built or left out because of the effect. */
static gboolean decides(const Effect *effect)
{
    switch (effect->kind) {
    case EFFECT_LINK:
    case EFFECT_MACRO:
    case EFFECT_DEFINITION:
    case EFFECT_SOURCE:
    case EFFECT_FOLDER:
    case EFFECT_LANGUAGE:
        return TRUE;
    case EFFECT_VARIABLE:
        return says_whether(effect->detail);
    case EFFECT_PACKAGE:
    case EFFECT_FLAG:
    case EFFECT_PROGRAM:
    case EFFECT_DOWNLOAD:
    case EFFECT_OPTION:
        return FALSE;
    }
    return FALSE;
}

/* Whether the effect is there without the option, too, or searches for what would be there. */
static gboolean is_there_without(const Effect *effect, const char *name)
{
    const Condition *when = effect->when;
    for (guint i = 0; when->kind == CONDITION_ANY && i < when->operand_count; i++) {
        if (traits_needs_absent(when->operands[i], name)) {
            return TRUE;
        }
    }
    return traits_needs_absent(when, name);
}

/* Whether the option turns something on, and nothing is looked for without it: else it only says
 * where to look first. */
static gboolean is_asked_for(const Option *option)
{
    gboolean decided = FALSE;
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        gboolean searches = effect->kind == EFFECT_PACKAGE || effect->kind == EFFECT_LINK;
        if (searches && is_there_without(effect, option->name)) {
            return FALSE;
        }
        decided = decided || (decides(effect) && condition_mentions(effect->when, option->name) &&
                              !is_there_without(effect, option->name));
    }
    return decided;
}

gboolean traits_is_folder(const Option *option)
{
    gboolean argument =
        option->builder == BUILDER_AUTOTOOLS && g_str_has_prefix(option->name, WITH);
    for (guint i = 0; argument && i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        if (uses_folder(effect->name, option->name) || uses_folder(effect->detail, option->name)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean traits_holds_package(const Facts *facts, const Option *option)
{
    if (!traits_is_folder(option)) {
        return FALSE;
    }
    char thing[PHRASE_BYTES_MAX];
    words_squash(option->name + WITH_BYTES, thing, sizeof thing);
    return is_asked_for(option) && !is_always_needed(facts, thing);
}
