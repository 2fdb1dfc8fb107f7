#include "discover/classify/families.h"

#include "discover/classify/traits_inside.h"
#include "discover/classify/words.h"
#include "discover/option_name.h"

#include <string.h>

/* One point may stand beside an option by chance. */
#define FAMILY_POINTS_MIN 2u
/* Of the least sure of the others: a name alone connects them. */
#define FAMILY_CONFIDENCE 0.8

/* What libraries are called together. */
static const char *const many_libraries[] = {"many_libraries", "libraries_list", "third_party"};

typedef struct {
    guint points;
    guint others; /* that are none, for whatever reason */
    gboolean mixed;
    const Decision *example; /* the first point */
    double confidence;       /* of the least sure point */
} Family;

/* "USE_V4" and "USE_V16" are ways to do the same. */
static char *without_numbers(const char *text)
{
    GString *result = g_string_new(NULL);
    for (const char *c = text; *c != '\0'; c++) {
        if (!g_ascii_isdigit(*c)) {
            g_string_append_c(result, *c);
        } else if (result->len == 0 || result->str[result->len - 1] != '#') {
            g_string_append_c(result, '#');
        }
    }
    return g_string_free(result, FALSE);
}

/* What stands before the last word, with the build system whose option it is: another one's option
 * of the same name is the same option once more. NULL when that says nothing but the project's
 * prefix and words such as "enable", for those hold whatever the project offers. The caller frees
 * it. */
static char *stem_of(const Project *project, const Option *option, Arena *arena)
{
    const char *last = strrchr(option->name, option->builder == BUILDER_AUTOTOOLS ? '-' : '_');
    if (last == NULL || last[1] == '\0' || option->definitions->len == 0 || option->vendored) {
        return NULL;
    }
    g_autofree char *before = g_strndup(option->name, (gsize)(last - option->name));
    g_autoptr(GArray) words = words_of_name(arena, option_name_bare(before));
    guint first = project_prefix_length(project, words);
    for (guint i = first; i < words->len; i++) {
        const char *word = g_array_index(words, Word, i).text;
        if (!knowledge_is_filler(project->knowledge, word) &&
            !g_hash_table_contains(project->prefixes, word)) {
            g_autofree char *stem = without_numbers(before);
            return g_strdup_printf("%d\1%s\1%s", (int)option->builder, option->folder, stem);
        }
    }
    return NULL;
}

static void family_add(Family *self, const Decision *decision)
{
    if (!decision->is_point || decision->option->type != OPTION_BOOL) {
        self->others++;
        return;
    }
    if (self->points == 0) {
        self->example = decision;
        self->confidence = decision->confidence;
    }
    self->points++;
    self->mixed = self->mixed || decision->category != self->example->category;
    self->confidence = MIN(self->confidence, decision->confidence);
}

/* Which way a thing is done goes from one to the next; that one number adjusts something says
 * nothing about another. */
static gboolean is_inherited(Category category)
{
    switch (category) {
    case CATEGORY_SIMD:
    case CATEGORY_GPU_BACKEND:
    case CATEGORY_GPU_ARCH:
    case CATEGORY_MPI:
    case CATEGORY_THREADING:
    case CATEGORY_LINEAR_ALGEBRA:
    case CATEGORY_FFT:
    case CATEGORY_PRECISION:
    case CATEGORY_MEMORY:
    case CATEGORY_IO:
    case CATEGORY_LIBRARY:
    case CATEGORY_VENDORED:
        return TRUE;
    case CATEGORY_TUNING:
    case CATEGORY_COMPILER:
    case CATEGORY_OTHER:
    case CATEGORY_COUNT:
        return FALSE;
    }
    return FALSE;
}

static void follow(Decision *decision, const Family *family, Arena *arena)
{
    decision->is_point = TRUE;
    decision->is_undecided = FALSE;
    decision->category = family->example->category;
    decision->confidence = family->confidence * FAMILY_CONFIDENCE;
    g_ptr_array_set_size(decision->reasons, 0);
    g_ptr_array_add(decision->reasons,
                    (void *)arena_printf(arena, "it differs from %s in its last word only",
                                         family->example->option->name));
}

/* "USE_EXTERNAL_DEPENDENCIES" beside USE_EXTERNAL_METIS and USE_EXTERNAL_ZLIB: the copies of all of
 * them, each of which has its switch. */
static gboolean is_umbrella(const Project *project, const Family *family, const Decision *decision)
{
    const char *last = strrchr(decision->option->name, '_');
    gboolean copies = last != NULL && decision->is_point &&
                      decision->category == CATEGORY_VENDORED &&
                      decision->option->type == OPTION_BOOL && family->points > FAMILY_POINTS_MIN;
    for (guint i = 0; copies && i < G_N_ELEMENTS(many_libraries); i++) {
        if (traits_mentions_term(project, last + 1, many_libraries[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static void reject_umbrella(Decision *decision)
{
    decision->is_point = FALSE;
    g_ptr_array_set_size(decision->reasons, 0);
    g_ptr_array_add(decision->reasons,
                    (void *)"it sets many options at once, each of which is a choice of its own");
}

GPtrArray *families_follow(const Project *project, GPtrArray *decisions, Arena *arena)
{
    g_autoptr(GHashTable) families = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(GPtrArray) stems = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        char *stem = stem_of(project, decision->option, arena);
        g_ptr_array_add(stems, stem);
        if (stem == NULL) {
            continue;
        }
        Family *family = g_hash_table_lookup(families, stem);
        if (family == NULL) {
            family = g_new0(Family, 1);
            g_hash_table_insert(families, g_strdup(stem), family);
        }
        family_add(family, decision);
    }
    GPtrArray *changed = g_ptr_array_new();
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        const Family *family =
            stems->pdata[i] != NULL ? g_hash_table_lookup(families, stems->pdata[i]) : NULL;
        if (family != NULL && decision->is_undecided && decision->option->type == OPTION_BOOL &&
            family->points >= FAMILY_POINTS_MIN && family->points > family->others &&
            !family->mixed && is_inherited(family->example->category)) {
            follow(decision, family, arena);
            g_ptr_array_add(changed, decision);
        } else if (family != NULL && is_umbrella(project, family, decision)) {
            reject_umbrella(decision);
        }
    }
    return changed;
}
