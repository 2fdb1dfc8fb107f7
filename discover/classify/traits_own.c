/* Parts of the project that bear its name. */
#include "discover/classify/traits_inside.h"
#include "discover/classify/words.h"

#include <string.h>

/* Shorter names of projects are parts of other words by chance. */
#define OWN_PART_BYTES_MIN 4u

/* Whether a package is searched for that is called like what stands behind the project's name: HAPI
 * of PLUGIN_TIDEHAPI. What is joined to it is another's. */
static gboolean finds_rest(const Option *option, const char *rest)
{
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        char package[PHRASE_BYTES_MAX];
        if (effect->kind == EFFECT_PACKAGE && words_squash(effect->name, package, sizeof package) &&
            strcmp(package, rest) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Elmer's ElmerIce: a piece of the name begins with the whole project's name, and none follows it
 * that says more. ELMERICE_ENABLE_FAST is about what the part does. */
gboolean traits_is_own_part(const Project *project, const Subject *self)
{
    gsize length = strlen(project->own_name);
    gboolean found = FALSE;
    g_autoptr(GString) piece = g_string_new(NULL);
    for (guint i = self->prefix; i < self->name->words->len; i++) {
        const Word *word = &g_array_index(self->name->words, Word, i);
        if (!word->same_piece) {
            g_string_truncate(piece, 0);
            if (found && !knowledge_is_filler(project->knowledge, word->text)) {
                return FALSE;
            }
        }
        g_string_append(piece, word->text);
        if (length >= OWN_PART_BYTES_MIN && piece->len > length &&
            g_str_has_prefix(piece->str, project->own_name)) {
            found = !finds_rest(self->option, piece->str + length);
        }
    }
    return found;
}

static gboolean names_technology(const Project *project, const Subject *self)
{
    for (guint i = 0; i < self->name->mentions->len; i++) {
        const Mention *mention = &g_array_index(self->name->mentions, Mention, i);
        if (mention->first >= self->prefix && mention->term->technology &&
            !project_is_own(project, self->name, mention)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the word is the project's name, a mark, and more: "Tide.LinearAlgebra". */
static gboolean is_qualified(const Project *project, const char *word)
{
    const char *mark = word + strspn(word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS);
    g_autofree char *own = g_strndup(word, (gsize)(mark - word));
    return *mark != '\0' && strchr(".:/_-", *mark) != NULL && project_is_own_name(project, own);
}

/* "Build the Tide.Parts.IO module", of MODULE_TIDE_PARTS_IO: what the name says is what a part of
 * the project is called. A technology's name in it says what the part is for. */
gboolean traits_is_told_as_own(const Project *project, const Subject *self)
{
    if (self->help == NULL || strlen(project->own_name) < OWN_PART_BYTES_MIN ||
        names_technology(project, self)) {
        return FALSE;
    }
    char name[PHRASE_BYTES_MAX];
    words_squash(self->option->name, name, sizeof name);
    g_auto(GStrv) words = g_strsplit_set(self->help, " \t\n\"'(),", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        char said[PHRASE_BYTES_MAX];
        if (is_qualified(project, words[i]) &&
            words_squash(words[i], said, sizeof said) > strlen(project->own_name) &&
            g_str_has_suffix(name, said)) {
            return TRUE;
        }
    }
    return FALSE;
}
