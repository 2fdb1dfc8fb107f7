#include "discover/classify/beside.h"
#include "core/path.h"

#include "discover/classify/words.h"

#include <string.h>

/* Bits of where something is used. */
#define USED_BESIDE 1u
#define USED_IN_CODE 2u
/* With fewer such sources for one of the code the project is what lies beside. */
#define CODE_SHARE_MIN 0.5

static gboolean lies_beside(const Project *project, const SourceIndex *sources, guint file)
{
    const TreeFile *found = g_ptr_array_index(source_index_files(sources), file);
    return project_is_side_path(project, found->path);
}

/* Whether enough of the sources are code. */
static gboolean has_code(const Project *project, const SourceIndex *sources)
{
    guint count = source_index_files(sources)->len;
    guint beside = 0;
    for (guint i = 0; i < count; i++) {
        beside += lies_beside(project, sources, i) ? 1 : 0;
    }
    return count - beside >= CODE_SHARE_MIN * count && count > 0;
}

static void add_use(GHashTable *used, const char *key, guint bits)
{
    guint before = GPOINTER_TO_UINT(g_hash_table_lookup(used, key));
    g_hash_table_insert(used, (void *)key, GUINT_TO_POINTER(before | bits));
}

GHashTable *beside_learn(const Project *project, const SourceIndex *sources)
{
    if (!has_code(project, sources)) {
        return NULL;
    }
    GHashTable *used = g_hash_table_new(g_str_hash, g_str_equal);
    const GArray *hits = source_index_hits(sources);
    for (guint i = 0; i < hits->len; i++) {
        const SourceHit *hit = &g_array_index(hits, SourceHit, i);
        add_use(used, hit->technology,
                lies_beside(project, sources, hit->file) ? USED_BESIDE : USED_IN_CODE);
    }
    return used;
}

/* Technologies of which one stands in for another of its category: what uses MKL uses BLAS. */
static gboolean has_stand_ins(Category category)
{
    return category != CATEGORY_LIBRARY && category != CATEGORY_IO;
}

static guint uses_of(const Project *project, const Term *term)
{
    guint bits = GPOINTER_TO_UINT(g_hash_table_lookup(project->used, term->id));
    const GPtrArray *terms = project->knowledge->terms;
    for (guint i = 0; has_stand_ins(term->category) && i < terms->len; i++) {
        const Term *other = g_ptr_array_index(terms, i);
        if (other->has_category && other->category == term->category) {
            bits |= GPOINTER_TO_UINT(g_hash_table_lookup(project->used, other->id)) & USED_IN_CODE;
        }
    }
    return bits;
}

/* The same of the technologies that the option is named after; in doubt they are in the code. */
static guint uses_of_name(const Project *project, const Subject *subject)
{
    const GArray *mentions = subject->name->mentions;
    guint bits = mentions->len > 0 ? 0 : USED_IN_CODE;
    for (guint i = 0; i < mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions, Mention, i);
        if (mention->first < subject->prefix || !mention->term->has_category) {
            continue;
        }
        gboolean plain = mention->term->technology && mention->factor == 1.0;
        bits |= plain && category_is_thing(mention->term->category)
                    ? uses_of(project, mention->term)
                    : USED_IN_CODE;
    }
    return bits;
}

/* A configure script brings what it finds to all that is built; its makefiles say what for. */
static gboolean is_of_script(const Option *option, const char *path)
{
    return option->builder == BUILDER_AUTOTOOLS && !g_str_has_prefix(path_base(path), "Makefile");
}

/* The file in which an effect is for what is built; NULL for one that says nothing of that. The
 * caller frees it. */
static char *place_of(const Option *option, const Effect *effect)
{
    switch (effect->kind) {
    case EFFECT_SOURCE:
        return g_strdup(effect->name);
    case EFFECT_FOLDER:
        return g_strconcat(effect->name, "/.", NULL);
    case EFFECT_LINK:
    case EFFECT_DEFINITION:
    case EFFECT_LANGUAGE:
    case EFFECT_DOWNLOAD:
        return effect->at.path != NULL && !is_of_script(option, effect->at.path)
                   ? g_strdup(effect->at.path)
                   : NULL;
    case EFFECT_PACKAGE:
    case EFFECT_MACRO:
    case EFFECT_FLAG:
    case EFFECT_PROGRAM:
    case EFFECT_VARIABLE:
    case EFFECT_OPTION:
        break;
    }
    return NULL;
}

/* Where the sources ask for a macro that one file's targets are given; 0 where none does. */
static guint uses_of_macro(const Project *project, const SourceIndex *sources, const char *macro)
{
    const GArray *regions = source_index_regions(sources, macro);
    guint bits = 0;
    for (guint r = 0; regions != NULL && r < regions->len; r++) {
        bits |= lies_beside(project, sources, g_array_index(regions, MacroRegion, r).file)
                    ? USED_BESIDE
                    : USED_IN_CODE;
    }
    return bits;
}

/* What is built with it. A definition is for the sources that ask for the macro, wherever their
 * target is described. */
static guint uses_of_effects(const Project *project, const SourceIndex *sources,
                             const Option *option)
{
    guint bits = 0;
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        g_autofree char *path = place_of(option, link->effect);
        guint asked = link->effect->kind == EFFECT_DEFINITION
                          ? uses_of_macro(project, sources, link->effect->name)
                          : 0;
        bits |= asked != 0                            ? asked
                : path == NULL                        ? 0
                : project_is_side_path(project, path) ? USED_BESIDE
                                                      : USED_IN_CODE;
    }
    return bits;
}

static gboolean guards_code(const Project *project, const SourceIndex *sources,
                            const GPtrArray *macros)
{
    for (guint i = 0; i < macros->len; i++) {
        const GArray *regions = source_index_regions(sources, macros->pdata[i]);
        for (guint r = 0; regions != NULL && r < regions->len; r++) {
            if (!lies_beside(project, sources, g_array_index(regions, MacroRegion, r).file)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* Autoconf's AC_OPENMP only looks for the compiler's flag: where no code has a directive or a call
 * of OpenMP, tests are compiled with it, those of a submodule perhaps. */
static gboolean is_flag_without_code(const Project *project, const Option *option)
{
    static const char macro[] = "AC_OPENMP";
    const Term *openmp = knowledge_package(project->knowledge, "OpenMP");
    if (openmp == NULL ||
        (GPOINTER_TO_UINT(g_hash_table_lookup(project->used, openmp->id)) & USED_IN_CODE) != 0) {
        return FALSE;
    }
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        if (definition->text == NULL || strstr(definition->text, macro) == NULL) {
            return FALSE;
        }
    }
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        gboolean flag = effect->kind == EFFECT_VARIABLE ||
                        (effect->kind == EFFECT_PACKAGE &&
                         knowledge_package(project->knowledge, effect->name) == openmp);
        if (!flag) {
            return FALSE;
        }
    }
    return option->builder == BUILDER_AUTOTOOLS && option->links->len > 0;
}

gboolean beside_is_all(const Project *project, const Subject *subject, const SourceIndex *sources,
                       const GPtrArray *macros)
{
    if (project->used == NULL || guards_code(project, sources, macros)) {
        return FALSE;
    }
    return is_flag_without_code(project, subject->option) ||
           (uses_of_effects(project, sources, subject->option) == USED_BESIDE &&
            (uses_of_name(project, subject) & USED_IN_CODE) == 0);
}
