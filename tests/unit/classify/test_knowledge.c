/* Knowledge files: the repository's own must load, malformed ones are refused with place and
 * remedy. */
#include "discover/classify/classify.h"
#include "discover/classify/knowledge.h"
#include "fixture.h"

#include <glib/gstdio.h>
#include <string.h>

/* A folder with one technology file and one rule file; removed by the caller with remove_folder().
 */
static char *make_folder(const char *technologies, const char *rules)
{
    g_autoptr(GError) error = NULL;
    char *folder = g_dir_make_tmp("xaas-knowledge-XXXXXX", &error);
    g_assert_no_error(error);
    const char *parts[][2] = {{"technologies", technologies}, {"rules", rules}};
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autofree char *path = g_build_filename(folder, parts[i][0], NULL);
        g_assert_cmpint(g_mkdir(path, 0700), ==, 0);
        g_autofree char *file = g_build_filename(path, "a.yaml", NULL);
        g_assert_true(g_file_set_contents(file, parts[i][1], -1, &error));
    }
    return folder;
}

static void remove_folder(char *folder)
{
    const char *parts[] = {"technologies/a.yaml", "technologies", "rules/a.yaml", "rules", ""};
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autofree char *path = g_build_filename(folder, parts[i], NULL);
        g_assert_cmpint(g_remove(path), ==, 0);
    }
    g_free(folder);
}

/* Whoever writes such files finds all that may stand in them explained. */
static void test_manual(void)
{
    static const char *const words[] = {
#define X(id, text) text,
        RULE_PLACES(X) RULE_TRAITS(X) VALUE_MEANINGS(X)
#undef X
#define X(name) #name,
            KNOWLEDGE_WORD_LISTS(X)
#undef X
    };
    g_autofree char *manual = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(XAAS_SOURCE_ROOT "/docs/knowledge.md", &manual, NULL, &error);
    g_assert_no_error(error);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autofree char *row = g_strdup_printf("| `%s` |", words[i]);
        if (strstr(manual, row) == NULL) {
            g_error("docs/knowledge.md has no row that begins with %s", row);
        }
    }
}

/* Each trait is one of its own, whichever word of the set it is in. */
static void test_traits(void)
{
    for (guint i = 0; i < TRAIT_COUNT; i++) {
        TraitSet one = {0};
        trait_set_add(&one, i);
        for (guint k = 0; k < TRAIT_COUNT; k++) {
            TraitSet other = {0};
            trait_set_add(&other, k);
            g_assert_cmpint(trait_set_has(&one, k), ==, i == k);
            g_assert_cmpint(trait_set_meets(&one, &other), ==, i == k);
        }
        trait_set_remove(&one, i);
        g_assert_false(trait_set_has(&one, i));
    }
}

/* Parts of the message that must be there: the place and what helps. */
typedef struct {
    const char *name;
    const char *technologies;
    const char *rules;
    const char *place;
    const char *remedy;
} BadFile;

static const BadFile bad_files[] = {
    {"unknown-key", "technologies:\n- id: a\n  name: A\n  category: fft\n  alias: [a]\n", "{}",
     "technologies/a.yaml:5: ", "it may have: id, name"},
    {"unknown-top-key", "technology: []\n", "{}", "technologies/a.yaml:1: ", "it may have"},
    {"no-id", "technologies:\n- name: A\n  category: fft\n", "{}",
     "technologies/a.yaml:2: ", "\"id\" is missing"},
    {"no-category", "technologies:\n- id: a\n  name: A\n", "{}",
     "technologies/a.yaml:2: ", "\"category\" is missing"},
    {"bad-category", "technologies:\n- id: a\n  name: A\n  category: ftt\n", "{}",
     "technologies/a.yaml:4: ", "docs/knowledge.md lists them"},
    {"spelling-taken",
     "technologies:\n- {id: a, name: A, category: fft, aliases: [x y]}\n"
     "- {id: b, name: B, category: mpi, aliases: [x-y]}\n",
     "{}", "technologies/a.yaml:3: ", "already means \"a\""},
    {"package-taken",
     "technologies:\n- {id: a, name: A, category: fft, packages: [P]}\n"
     "- {id: b, name: B, category: mpi, packages: [p]}\n",
     "{}", "technologies/a.yaml:3: ", "already belongs to \"a\""},
    {"id-taken",
     "technologies:\n- {id: a, name: A, category: fft}\n- {id: a, name: B, category: mpi}\n", "{}",
     "technologies/a.yaml:3: ", "choose another"},
    {"unquoted-truth", "notions:\n- id: a\n  aliases: [x,\n    true]\n", "{}",
     "technologies/a.yaml:4: ", "put numbers and yes/no in quotes"},
    {"empty-spelling", "notions:\n- id: a\n  aliases: ['---']\n", "{}",
     "technologies/a.yaml:3: ", "letters and digits"},
    {"flag-without-dash",
     "technologies:\n- id: a\n  name: A\n  category: simd\n  flags: [-mzork, +zork, /zork,\n    "
     "zork]\n",
     "{}", "technologies/a.yaml:6: ", "put names under \"aliases\" or \"values\""},
    {"spelling-twice", "notions:\n- id: a\n  aliases: [x y, z,\n    x y]\n", "{}",
     "technologies/a.yaml:4: ", "stands twice in \"aliases\"; remove one"},
    {"weight", "notions:\n- id: a\n  weight: heavy\n", "{}",
     "technologies/a.yaml:3: ", "a number from 0 to 20"},
    {"unknown-implied", "notions:\n- id: a\n  implies: [b]\n", "{}",
     "technologies/a.yaml:3: ", "nothing is called \"b\""},
    {"not-a-list", "technologies: {id: a}\n", "{}", "technologies/a.yaml:1: ", "must be a list"},
    {"rule-term", "notions: [{id: a}]\n",
     "rules:\n- id: r\n  rejects: no\n  when: {name: [a]}\n- id: s\n  rejects: no\n"
     "  when:\n    name: [a|c]\n",
     "rules/a.yaml:8: ", "nothing is called \"c\""},
    {"rule-both", "notions: [{id: a}]\n",
     "rules:\n- {id: r, category: fft, rejects: why, reason: x, when: {name: a}}\n",
     "rules/a.yaml:2: ", "either \"category\" or \"rejects\""},
    {"rule-no-when", "notions: [{id: a}]\n", "rules:\n- {id: r, rejects: why}\n",
     "rules/a.yaml:2: ", "say when the rule holds"},
    {"rule-empty-when", "notions: [{id: a}]\n", "rules:\n- {id: r, rejects: why, when: {}}\n",
     "rules/a.yaml:2: ", "must ask for something"},
    {"rule-place", "notions: [{id: a}]\n", "rules:\n- {id: r, rejects: why, when: {nmae: a}}\n",
     "rules/a.yaml:2: ", "it may have: name"},
    {"rule-trait", "notions: [{id: a}]\n",
     "rules:\n- id: r\n  rejects: why\n  when: {option: bool}\n",
     "rules/a.yaml:4: ", "traits: switch, choice"},
    {"rule-category", "notions: [{id: a}]\n",
     "rules:\n- id: r\n  rejects: why\n  when: {name: '@gpus'}\n",
     "rules/a.yaml:4: ", "is no category"},
    {"set-taken", "notions: [{id: a}]\n", "sets:\n- {id: s, terms: a}\n- {id: s, terms: '@fft'}\n",
     "rules/a.yaml:3: ", "choose another name"},
    {"set-and-term", "notions: [{id: a}]\n",
     "sets: [{id: a, terms: '@fft'}]\nrules:\n- {id: r, rejects: why, when: {name: a}}\n",
     "rules/a.yaml:3: ", "is a term and a set"},
    {"set-of-sets", "notions: [{id: a}]\n",
     "sets: [{id: s, terms: a}, {id: t, terms: s}]\nrules:\n- {id: r, rejects: why, when: {name: "
     "t}}\n",
     "rules/a.yaml:3: ", "nothing is called \"s\""},
    {"value-meaning", "value_words:\n- meaning: of\n  reason: it turns it off\n  words: [none]\n",
     "{}", "technologies/a.yaml:2: ", "is no meaning; use off, on"},
    {"not-yaml", "technologies: [\n", "{}", "technologies/a.yaml:", ""},
};

static void test_bad_file(const void *data)
{
    const BadFile *bad = data;
    char *folder = make_folder(bad->technologies, bad->rules);
    g_autoptr(GError) error = NULL;
    g_autoptr(Knowledge) knowledge = knowledge_load(folder, &error);
    g_assert_null(knowledge);
    g_assert_nonnull(error);
    if (strstr(error->message, bad->place) == NULL || strstr(error->message, bad->remedy) == NULL) {
        g_test_message("%s", error->message);
        g_test_fail();
    }
    remove_folder(folder);
}

static void test_no_folder(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Knowledge) knowledge = knowledge_load("/nonexistent", &error);
    g_assert_null(knowledge);
    g_assert_nonnull(strstr(error->message, "/nonexistent"));
    g_assert_nonnull(strstr(error->message, "has the folders technologies and rules"));
}

static void test_small_knowledge(void)
{
    char *folder = make_folder("technologies:\n"
                               "- {id: zork, name: Zork, category: fft, aliases: [zork lib], "
                               "headers: [zork.h], identifiers: [zork_*]}\n",
                               "{}");
    g_autoptr(GError) error = NULL;
    g_autoptr(Knowledge) knowledge = knowledge_load(folder, &error);
    g_assert_no_error(error);
    const SourcePatterns *patterns = knowledge_source_patterns(knowledge);
    g_assert_cmpstr(g_hash_table_lookup(patterns->headers, "zork.h"), ==, "zork");
    g_assert_cmpstr(g_hash_table_lookup(patterns->identifiers, "zork_*"), ==, "zork");
    remove_folder(folder);
}

/* A rule that names a set asks for what stands in it. */
static void test_sets(void)
{
    char *folder = make_folder("notions: [{id: a}, {id: b}]\n",
                               "sets: [{id: s, terms: 'a|@fft'}]\n"
                               "rules:\n- {id: r, rejects: why, when: {name: 's|b|@mpi'}}\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(Knowledge) knowledge = knowledge_load(folder, &error);
    g_assert_no_error(error);
    const Rule *rule = g_ptr_array_index(knowledge->rules, 0);
    const GPtrArray *group = g_ptr_array_index(rule->when, 0);
    const Requirement *requirement = g_ptr_array_index(group, 0);
    g_assert_cmpuint(requirement->terms->len, ==, 2);
    g_assert_cmpuint(requirement->categories, ==, (1u << CATEGORY_FFT) | (1u << CATEGORY_MPI));
    remove_folder(folder);
}

/* Names of technologies go into specifications, and every category has to have something to say. */
static void test_own_knowledge(void)
{
    g_autoptr(Knowledge) knowledge = fixture_knowledge();
    g_autoptr(GHashTable) rules = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < knowledge->rules->len; i++) {
        const Rule *rule = g_ptr_array_index(knowledge->rules, i);
        g_assert_true(g_hash_table_add(rules, (void *)rule->id));
    }
    gboolean seen[CATEGORY_COUNT] = {FALSE};
    for (guint i = 0; i < knowledge->terms->len; i++) {
        const Term *term = g_ptr_array_index(knowledge->terms, i);
        if (term->has_category) {
            seen[term->category] = TRUE;
        }
    }
    for (guint c = 0; c < CATEGORY_OTHER; c++) {
        g_assert_true(seen[c]);
    }
}

static void test_words(void)
{
    char *folder = make_folder("technologies: []\n",
                               "verbs: [use]\nnoise: [option]\nvalue_words:\n"
                               "- {meaning: automatic, reason: it is left open, words: [auto]}\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(Knowledge) knowledge = knowledge_load(folder, &error);
    g_assert_no_error(error);
    remove_folder(folder);
    g_assert_true(knowledge_is_filler(knowledge, "use"));
    g_assert_true(knowledge_is_filler(knowledge, "option"));
    g_assert_false(knowledge_is_filler(knowledge, "auto"));
    g_assert_true(knowledge_value_means(knowledge, "AUTO", MEANS_AUTOMATIC));
    g_assert_false(knowledge_value_means(knowledge, "auto", MEANS_OFF));
    g_assert_false(knowledge_value_means(knowledge, "cuda", MEANS_AUTOMATIC));
    g_assert_false(knowledge_value_means(knowledge, NULL, MEANS_AUTOMATIC));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(bad_files); i++) {
        g_autofree char *path = g_strdup_printf("/knowledge/bad/%s", bad_files[i].name);
        g_test_add_data_func(path, &bad_files[i], test_bad_file);
    }
    g_test_add_func("/knowledge/no-folder", test_no_folder);
    g_test_add_func("/knowledge/manual", test_manual);
    g_test_add_func("/knowledge/traits", test_traits);
    g_test_add_func("/knowledge/small", test_small_knowledge);
    g_test_add_func("/knowledge/sets", test_sets);
    g_test_add_func("/knowledge/own", test_own_knowledge);
    g_test_add_func("/knowledge/words", test_words);
    return g_test_run();
}
