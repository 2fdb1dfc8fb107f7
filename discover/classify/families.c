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

/* Below that a point of another kind than the rest of its family may be one of them. "Faster on
 * processors that have it" in each of their help texts makes tuning of the one whose word means
 * nothing, and is not weak for that. */
#define CONFIDENCE_WEAK 0.7
#define CONFIDENCE_WEAK_TUNING 0.85
/* So many of a kind for each that is surely of another one. */
#define FAMILY_CLEAR 4u

typedef struct {
    guint points;
    guint sure;              /* of these, that are not weak */
    const Decision *example; /* the first one */
    double confidence;       /* of the least sure one */
} Kind;

typedef struct {
    Kind kinds[CATEGORY_COUNT];
    guint sure;   /* points of all kinds that are not weak */
    guint others; /* that are none, for whatever reason */
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

static gboolean is_weak(const Decision *decision)
{
    return decision->confidence <
           (decision->category == CATEGORY_TUNING ? CONFIDENCE_WEAK_TUNING : CONFIDENCE_WEAK);
}

static void family_add(Family *self, const Decision *decision)
{
    if (!decision->is_point || decision->option->type != OPTION_BOOL) {
        self->others++;
        return;
    }
    Kind *kind = &self->kinds[decision->category];
    if (kind->points == 0) {
        kind->example = decision;
        kind->confidence = decision->confidence;
    }
    kind->points++;
    kind->confidence = MIN(kind->confidence, decision->confidence);
    guint sure = is_weak(decision) ? 0 : 1;
    kind->sure += sure;
    self->sure += sure;
}

/* What most of the family are. */
static const Kind *family_kind(const Family *self)
{
    const Kind *most = &self->kinds[0];
    for (guint c = 1; c < CATEGORY_COUNT; c++) {
        most = self->kinds[c].points > most->points ? &self->kinds[c] : most;
    }
    return most;
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

/* Whether the kind is that of the whole family, but for what is surely something else. */
static gboolean is_clear(const Family *family, const Kind *kind)
{
    guint different = family->sure - kind->sure;
    return kind->points >= FAMILY_POINTS_MIN && kind->points > family->others &&
           (different == 0 || kind->points >= FAMILY_CLEAR * different) &&
           is_inherited(kind->example->category);
}

static gboolean may_follow(const Decision *decision, const Kind *kind)
{
    gboolean weak = decision->is_point && decision->category != kind->example->category &&
                    is_weak(decision) && kind->points >= FAMILY_CLEAR;
    return decision->option->type == OPTION_BOOL && (decision->is_undecided || weak);
}

static void follow(Decision *decision, const Kind *kind, Arena *arena)
{
    decision->is_point = TRUE;
    decision->is_undecided = FALSE;
    decision->category = kind->example->category;
    decision->confidence = kind->confidence * FAMILY_CONFIDENCE;
    g_ptr_array_set_size(decision->reasons, 0);
    g_ptr_array_add(decision->reasons,
                    (void *)arena_printf(arena, "it differs from %s in its last word only",
                                         kind->example->option->name));
}

/* "USE_EXTERNAL_DEPENDENCIES" beside USE_EXTERNAL_METIS and USE_EXTERNAL_ZLIB: the copies of all of
 * them, each of which has its switch. */
static gboolean is_umbrella(const Project *project, const Family *family, const Decision *decision)
{
    const char *last = strrchr(decision->option->name, '_');
    gboolean copies =
        last != NULL && decision->is_point && decision->category == CATEGORY_VENDORED &&
        decision->option->type == OPTION_BOOL && family_kind(family)->points > FAMILY_POINTS_MIN;
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
        const Kind *kind = family != NULL ? family_kind(family) : NULL;
        if (kind != NULL && is_clear(family, kind) && may_follow(decision, kind)) {
            follow(decision, kind, arena);
            g_ptr_array_add(changed, decision);
        } else if (family != NULL && is_umbrella(project, family, decision)) {
            reject_umbrella(decision);
        }
    }
    return changed;
}
