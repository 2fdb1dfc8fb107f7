/* What is said of an option, in the words of the project. */
#include "discover/classify/subject.h"

#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <string.h>

const char *subject_help(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        if (definition->help != NULL && definition->help[0] != '\0') {
            return definition->help;
        }
    }
    return option->comment;
}

const char *subject_default(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = g_ptr_array_index(option->definitions, i);
        for (guint d = 0; d < definition->defaults->len; d++) {
            const DefaultValue *value = g_ptr_array_index(definition->defaults, d);
            if (value->value != NULL && value->value[0] != '\0') {
                return value->value;
            }
        }
    }
    return NULL;
}

/* Whether the option is for what the name says: CRAY_PMI, and --with-cray-pmi. */
static gboolean is_namesake(const Option *option, const char *name)
{
    char own[PHRASE_BYTES_MAX];
    char other[PHRASE_BYTES_MAX];
    words_squash(option_name_bare(option->name), own, sizeof own);
    words_squash(name, other, sizeof other);
    return g_str_has_suffix(own, other);
}

/* "Works without P_USE_FFTW as well" is not about FFTW; "offload with P_USE_CUDA" is about
 * CUDA. What stands on a command line is set along. */
const char *subject_said(const Project *project, Arena *arena, const Option *option,
                         const char *help)
{
    static const char name_bytes[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";
    const Knowledge *knowledge = project->knowledge;
    char *text = arena_strndup(arena, help, strlen(help));
    gboolean apart = FALSE;
    for (char *at = text; *at != '\0';) {
        gboolean flag = g_str_has_prefix(at, "D") && at > text && at[-1] == '-'; /* -DUSE_FFTW=ON */
        at += flag ? 1 : 0;
        gsize length = strspn(at, name_bytes);
        if (length == 0) {
            gboolean dot = *at == '.' && !g_ascii_isalnum(at[1]);
            apart = apart && !dot && *at != '\0' && strchr(";:()", *at) == NULL;
            at += *at != '\0' ? 1 : 0;
            continue;
        }
        g_autofree char *name = g_strndup(at, length);
        g_autofree char *word = g_ascii_strdown(name, -1);
        apart = apart || g_hash_table_contains(knowledge->besides, word) ||
                g_hash_table_contains(knowledge->weakening, word);
        if (strchr(name, '_') != NULL && (apart || at[length] == '=') &&
            facts_option(project->facts, name) != NULL && !is_namesake(option, name)) {
            memset(at, ' ', length);
        }
        at += length;
    }
    return text;
}
