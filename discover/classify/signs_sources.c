#include "discover/classify/signs_sources.h"
#include "core/text_order.h"

#include "discover/classify/traits.h"

#include <string.h>

/* At most so much is looked at for one option; the rest could only repeat it. */
#define REGIONS_READ_MAX 1024u
#define MACROS_MAX 256u

#define WEIGHT_SOURCES 0.8
/* Shorter values are parts of macros' names by chance. */
#define WORD_BYTES_MIN 3u

/* A macro that only exists while this option is off, and is named after another option, is about
 * that one: without message passing there is a choice of threads. */
static gboolean belongs_to_other(const Project *project, const Option *option,
                                 const OptionLink *link)
{
    const char *macro = link->effect->name;
    const Option *other = facts_option(project->facts, macro);
    if (link->values == NULL || other == NULL || other == option || traits_is_forced(other)) {
        return FALSE;
    }
    for (guint i = 0; i < link->values->len; i++) {
        if (!g_str_equal(link->values->pdata[i], "OFF")) {
            return FALSE;
        }
    }
    return TRUE;
}

static void add_macro(GPtrArray *macros, GHashTable *seen, const char *macro)
{
    if (macro != NULL && macros->len < MACROS_MAX && g_hash_table_add(seen, (void *)macro)) {
        g_ptr_array_add(macros, (void *)macro);
    }
}

/* A value as it would be part of a macro's name; NULL when it is too common for that. */
static char *value_as_word(const Project *project, const char *value)
{
    if (strlen(value) < WORD_BYTES_MIN || g_ascii_isdigit(value[0]) ||
        knowledge_value_word(project->knowledge, value) != NULL) {
        return NULL;
    }
    char *word = g_strdup_printf("_%s", value);
    for (char *c = word; *c != '\0'; c++) {
        *c = g_ascii_isalnum(*c) ? g_ascii_toupper(*c) : '_';
    }
    return word;
}

/* Where conditions grow too long to be followed, names still tell: SIMD=AVX_512 defines
 * SIMD_X86_AVX_512, whatever has to be found out before. */
static void add_namesakes_of_values(const Project *project, const Option *option, GPtrArray *macros,
                                    GHashTable *seen)
{
    const GPtrArray *known = project->macro_names;
    g_autofree char *name = g_ascii_strup(option->name, -1);
    g_autofree char *prefix = g_strconcat(name, "_", NULL);
    guint first = project_first_macro(project, prefix);
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = g_ptr_array_index(option->values, i);
        g_autofree char *word = value_as_word(project, value->value);
        for (guint m = first; word != NULL && m < known->len; m++) {
            const char *macro = g_ptr_array_index(known, m);
            if (!g_str_has_prefix(macro, prefix)) {
                break;
            }
            if (g_str_has_suffix(macro + strlen(name), word)) {
                add_macro(macros, seen, macro);
            }
        }
    }
}

GPtrArray *signs_macros(const Project *project, const Option *option, const SourceIndex *sources,
                        Arena *arena)
{
    GPtrArray *macros = arena_array(arena);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        const Effect *effect = link->effect;
        gboolean macro = effect->kind == EFFECT_MACRO || effect->kind == EFFECT_DEFINITION;
        if (macro && link->alone && !belongs_to_other(project, option, link)) {
            add_macro(macros, seen, effect->name);
        }
    }
    add_namesakes_of_values(project, option, macros, seen);
    if (macros->len == 0) {
        g_autofree char *key = g_ascii_strup(option->name, -1);
        add_macro(macros, seen, g_hash_table_lookup(project->macros, key));
    }
    /* Some builds pass every option on as a macro in ways that no reader follows. */
    if (macros->len == 0 && sources != NULL &&
        source_index_regions(sources, option->name) != NULL &&
        !source_index_defines(sources, option->name)) {
        g_ptr_array_add(macros, (void *)option->name);
    }
    g_ptr_array_sort(macros, text_order);
    return macros;
}

/* Lines that hang on a macro. */
typedef struct {
    const char *macro;
    const MacroRegion *region;
} Branch;

/* What stands in the other branch of an "#ifdef" is said so. */
static char *source_reason(Arena *arena, const SourceIndex *sources, const Branch *branch,
                           const SourceHit *hit)
{
    const MacroRegion *region = branch->region;
    const TreeFile *file = g_ptr_array_index(source_index_files(sources), region->file);
    return region->negated ? arena_printf(arena, "where %s is not set, its sources use %s (%s:%u)",
                                          branch->macro, hit->text, file->path, hit->line)
                           : arena_printf(arena, "its sources use %s (%s:%u)", hit->text,
                                          file->path, hit->line);
}

static void read_region(const Project *project, Subject *subject, const SourceIndex *sources,
                        const Branch *branch, Arena *arena)
{
    const MacroRegion *region = branch->region;
    const GArray *hits = source_index_hits(sources);
    for (guint i = source_hits_first(hits, region->file, region->first); i < hits->len; i++) {
        const SourceHit *hit = &g_array_index(hits, SourceHit, i);
        if (hit->file != region->file || hit->line > region->last) {
            return;
        }
        const Term *term = knowledge_term(project->knowledge, hit->technology);
        if (term == NULL || project_is_own_term(project, term)) {
            continue;
        }
        Sign *sign = subject_sign(subject, term);
        if (sign != NULL && !sign->in_sources) {
            sign->weight = MIN(sign->weight + WEIGHT_SOURCES, SIGN_WEIGHT_MAX);
            sign->in_sources = TRUE;
        } else if (sign == NULL) {
            sign = subject_add_sign(subject, term);
            sign->weight = WEIGHT_SOURCES;
            sign->reason = source_reason(arena, sources, branch, hit);
            sign->in_sources = TRUE;
        }
    }
}

void signs_read_sources(const Project *project, Subject *subject, const SourceIndex *sources,
                        const GPtrArray *macros, Arena *arena)
{
    guint read = 0;
    for (guint m = 0; m < macros->len; m++) {
        const char *macro = g_ptr_array_index(macros, m);
        const GArray *regions = source_index_regions(sources, macro);
        for (guint r = 0; regions != NULL && r < regions->len && read < REGIONS_READ_MAX; r++) {
            const Branch branch = {macro, &g_array_index(regions, MacroRegion, r)};
            read_region(project, subject, sources, &branch, arena);
            read++;
        }
    }
}
