#include "discover/classify/widths.h"
#include "discover/classify/words.h"
#include "discover/option_name.h"
#include <string.h>

/* Macros of one option that are asked for types. */
#define TYPED_MACROS_MAX 8u
#define NAME_BYTES_MAX 256u
/* So many plain numbers among the values are widths. */
#define WIDTHS_MIN 2u

/* Whether something is linked or found because of it. */
static gboolean brings_library(const Option *option)
{
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        if (link->effect->kind == EFFECT_LINK || link->effect->kind == EFFECT_PACKAGE) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "EDGELONG": such words are glued to others as often as not. */
static gboolean name_says_width(const Knowledge *knowledge, const char *name)
{
    char squashed[NAME_BYTES_MAX];
    words_squash(name, squashed, sizeof squashed);
    GHashTableIter iter;
    gpointer word = NULL;
    g_hash_table_iter_init(&iter, knowledge->width_words);
    while (g_hash_table_iter_next(&iter, &word, NULL)) {
        if (strstr(squashed, word) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "32|64" */
static gboolean values_say_width(const Option *option)
{
    guint numbers = 0;
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *allowed = g_ptr_array_index(option->values, i);
        const char *value = allowed->value;
        numbers += *value != '\0' && value[strspn(value, "0123456789")] == '\0' ? 1 : 0;
    }
    return numbers >= WIDTHS_MIN;
}

/* A type alone says too little: handles, masks and addresses have others for each system and
 * processor. Where the name says something else, that is what it is about; a library has types of
 * its own; a number needs wider integers from some size on, which it does not choose. */
static gboolean is_asked(const Project *project, const Subject *subject)
{
    const Option *option = subject->option;
    if (subject->name->mentions->len > 0 || brings_library(option)) {
        return FALSE;
    }
    gboolean named = name_says_width(project->knowledge, option_name_bare(option->name));
    return trait_set_has(&subject->traits, TRAIT_CHOICE)
               ? named || values_say_width(option)
               : named && trait_set_has(&subject->traits, TRAIT_SWITCH);
}

gboolean widths_are_chosen(const Project *project, const Subject *subject,
                           const SourceIndex *sources, const GPtrArray *macros)
{
    if (!is_asked(project, subject)) {
        return FALSE;
    }
    for (guint i = 0; i < macros->len && i < TYPED_MACROS_MAX; i++) {
        if (source_index_chooses_width(sources, macros->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}
