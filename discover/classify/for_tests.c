#include "discover/classify/for_tests.h"

#include "core/switch_word.h"
#include "discover/classify/words.h"

#include <string.h>

/* What the knowledge files call words for tests, for examples, and for benchmarks. */
#define TERM_TEST "test"
#define TERM_EXAMPLE "example"
#define TERM_BENCHMARK "benchmark"

/* Whether the folder is called as that is. */
static gboolean is_called(const Project *project, const char *folder, const Term *term)
{
    char squashed[PHRASE_BYTES_MAX];
    words_squash(folder, squashed, sizeof squashed);
    const GArray *spellings = knowledge_spellings(project->knowledge, squashed);
    for (guint i = 0; spellings != NULL && i < spellings->len; i++) {
        if (g_array_index(spellings, Spelling, i).term == term) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the folder holds one example of something: "sample_solver", "PluginExample". What is
 * called "sample" and no more may be what the product does with data, unless it lies beside the
 * product. */
static gboolean is_example(const Project *project, const char *folder, const Term *example,
                           gboolean beside)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Mentions) mentions = mentions_of_name(project->knowledge, arena, folder);
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions->mentions, Mention, i);
        gboolean edge =
            mention->first == 0 || mention->first + mention->count == mentions->words->len;
        gboolean of_something = mention->count < mentions->words->len;
        if (mention->term == example && !mention->glued && edge && (of_something || beside)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a folder of the path is called as tests are, and nothing in it is part of the product, or
 * as an example is, beside a build of the root: without one the examples are what people build. */
static gboolean lies_in_tests(const Project *project, const Option *option, const char *path)
{
    if (path == NULL || strchr(path, '/') == NULL) {
        return FALSE;
    }
    const Term *test = knowledge_term(project->knowledge, TERM_TEST);
    const Term *example = knowledge_term(project->knowledge, TERM_EXAMPLE);
    gboolean side = project_is_side_path(project, path);
    gboolean examples = example != NULL && project_builds_root(project, option->builder);
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    for (guint i = 0; parts[i] != NULL && parts[i + 1] != NULL; i++) {
        if ((side && is_called(project, parts[i], test)) ||
            (examples && is_example(project, parts[i], example, side))) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean for_tests_declare(const Project *project, const Option *option)
{
    gboolean all = option->builder != BUILDER_MAKE; /* its variables are everybody's */
    for (guint i = 0; i < option->definitions->len && all; i++) {
        const Definition *definition = option->definitions->pdata[i];
        all = lies_in_tests(project, option, definition->at.path);
    }
    for (guint i = 0; i < option->uses->len && all; i++) {
        all = lies_in_tests(project, option, ((const Span *)option->uses->pdata[i])->path);
    }
    for (guint i = 0; i < option->links->len && all; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        all = lies_in_tests(project, option, effect->at.path);
    }
    return all && option->definitions->len + option->uses->len > 0;
}

/* Whether the term is one of those for tests, examples and benchmarks, or implies it. */
static gboolean is_about_tests(const Knowledge *knowledge, const Term *term)
{
    static const char *const ids[] = {TERM_TEST, TERM_EXAMPLE, TERM_BENCHMARK};
    for (guint k = 0; k < G_N_ELEMENTS(ids); k++) {
        const Term *known = knowledge_term(knowledge, ids[k]);
        gboolean is = known == term;
        for (guint i = 0; known != NULL && i < term->implied->len && !is; i++) {
            is = g_array_index(term->implied, guint, i) == known->index;
        }
        if (is) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the name is that of a switch for tests, examples or benchmarks. */
static gboolean is_named_after_tests(const Project *project, const char *name)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Mentions) mentions = mentions_of_name(project->knowledge, arena, name);
    for (guint i = 0; i < mentions->mentions->len; i++) {
        const Mention *mention = &g_array_index(mentions->mentions, Mention, i);
        if (!mention->glued && is_about_tests(project->knowledge, mention->term)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether such a switch has to be on for the condition, another one than the option itself. */
static gboolean needs_tests(const Project *project, const Option *option, const Condition *when)
{
    g_autoptr(GPtrArray) literals = when != NULL ? condition_shared_literals(when) : NULL;
    for (guint i = 0; literals != NULL && i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        gboolean on = literal->kind == CONDITION_ATOM &&
                      literal->subject_kind == CONDITION_SUBJECT_OPTION &&
                      (literal->relation == NULL ||
                       (g_str_equal(literal->relation, "=") && switch_word_is_on(literal->value)));
        if (on && strcmp(literal->subject, option->name) != 0 &&
            is_named_after_tests(project, literal->subject)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_declared_for_tests(const Project *project, const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        if (!needs_tests(project, option, definition->exists)) {
            return FALSE;
        }
    }
    return option->definitions->len > 0;
}

/* Of a switch that has something fetched all that it does is known. What else is only seen to act
 * there may go into headers and texts of the code as well. */
static gboolean fetches_for_tests(const Project *project, const Option *option)
{
    gboolean fetches = FALSE;
    for (guint i = 0; i < option->links->len; i++) {
        const Effect *effect = ((const OptionLink *)option->links->pdata[i])->effect;
        fetches = fetches || effect->kind == EFFECT_DOWNLOAD;
        if (!needs_tests(project, option, effect->when)) {
            return FALSE;
        }
    }
    return fetches && option->type == OPTION_BOOL;
}

gboolean for_tests_are_all(const Project *project, const Option *option)
{
    gboolean code = project->used != NULL && project_builds_root(project, option->builder);
    return code && option->builder != BUILDER_MAKE && !option->only_default &&
           (is_declared_for_tests(project, option) || fetches_for_tests(project, option));
}
