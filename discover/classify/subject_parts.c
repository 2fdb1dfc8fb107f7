/* Technologies and widths that stand behind the project's own name: TIDECUDA. */
#include "discover/classify/subject.h"

#include "discover/classify/words.h"

#include <string.h>

/* Shorter names of projects begin other words by chance. */
#define OWN_NAME_BYTES_MIN 4u

/* What the option searches for, or the language that it needs, when it is called so. */
static const Term *brought(const Project *project, const Option *option, const char *name)
{
    const GArray *spellings = knowledge_spellings(project->knowledge, name);
    for (guint i = 0; spellings != NULL && i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        const Term *term =
            effect->kind == EFFECT_PACKAGE    ? knowledge_package(project->knowledge, effect->name)
            : effect->kind == EFFECT_LANGUAGE ? knowledge_language(project->knowledge, effect->name)
                                              : NULL;
        for (guint k = 0; term != NULL && k < spellings->len; k++) {
            const Spelling *spelling = &g_array_index(spellings, Spelling, k);
            if (spelling->term == term && term->technology && spelling->scope <= SPELLING_NAME) {
                return term;
            }
        }
    }
    return NULL;
}

/* What no part of a project is called after: a width of numbers, "TIDEINT64". */
static const Term *said(const Project *project, const char *name)
{
    const GArray *spellings = knowledge_spellings(project->knowledge, name);
    for (guint k = 0; spellings != NULL && k < spellings->len; k++) {
        const Spelling *spelling = &g_array_index(spellings, Spelling, k);
        if (spelling->term->has_category && spelling->term->category == CATEGORY_PRECISION &&
            spelling->scope <= SPELLING_NAME && spelling->factor == 1.0) {
            return spelling->term;
        }
    }
    return NULL;
}

/* Whether none follows the word that says more: TIDECUDA_GUI is another part. */
static gboolean ends_name(const Project *project, const Subject *self, guint at)
{
    for (guint i = at + 1; i < self->name->words->len; i++) {
        if (!mentions_is_filler(project->knowledge, self->name, i)) {
            return FALSE;
        }
    }
    return TRUE;
}

void subject_read_parts(const Project *project, Subject *self)
{
    gsize length = strlen(project->own_name);
    for (guint i = self->prefix; length >= OWN_NAME_BYTES_MIN && i < self->name->words->len; i++) {
        const char *word = g_array_index(self->name->words, Word, i).text;
        gboolean own = !self->name->covered[i] && g_str_has_prefix(word, project->own_name);
        own = own && ends_name(project, self, i);
        const Term *term = own ? brought(project, self->option, word + length) : NULL;
        term = own && term == NULL ? said(project, word + length) : term;
        if (term == NULL) {
            continue;
        }
        GArray *mentions = self->name->mentions;
        guint at = 0;
        while (at < mentions->len && g_array_index(mentions, Mention, at).first < i) {
            at++;
        }
        Mention mention = {.term = term, .first = i, .count = 1, .factor = 1.0};
        g_array_insert_val(mentions, at, mention);
        self->name->covered[i] = TRUE;
    }
}
