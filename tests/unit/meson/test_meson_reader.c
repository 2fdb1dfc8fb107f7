/* Projects of a few lines and what is read from them: cases/NAME/ is the project,
 * cases/NAME/expected.txt the dump. UPDATE=1 writes the dumps. */
#include "discover/meson/meson_reader.h"
#include "discover/meson/reading.h"
#include "tests/unit/cmake/facts_dump.h"
#include "tests/unit/golden.h"
#include <glib/gstdio.h>
#include <string.h>

#define PROJECT "project('p', 'c')\n"
#define CASES XAAS_SOURCE_ROOT "/tests/unit/meson/cases"

static Facts *read_folder(const char *folder, Arena *arena, Diagnostics *diagnostics)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Tree) tree = tree_open(folder, diagnostics, &error);
    g_assert_no_error(error);
    Facts *facts = facts_new(arena);
    meson_read(tree, facts, diagnostics);
    facts_finish(facts);
    return facts;
}

static void test_case(gconstpointer data)
{
    const char *folder = data;
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = read_folder(folder, arena, diagnostics);
    assert_facts(facts, diagnostics, folder);
}

/* A project of one file; the caller frees the arena. */
static Facts *read_text(const char *text, Arena *arena)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autofree char *folder = g_dir_make_tmp("xaas-meson-XXXXXX", &error);
    g_assert_no_error(error);
    g_autofree char *path = g_build_filename(folder, "meson.build", NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    Facts *facts = read_folder(folder, arena, diagnostics);
    g_assert_cmpint(g_remove(path), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    return facts;
}

static gboolean tells(const Facts *facts, const char *reason)
{
    for (guint i = 0; i < facts->ledger->len; i++) {
        if (strcmp(((const LedgerEntry *)facts->ledger->pdata[i])->reason, reason) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What would never end, or grow without end, ends and is told. */
static void test_bounds(void)
{
    static const struct {
        const char *text;
        const char *reason;
    } cases[] = {
        {PROJECT
         "l = ['a']\nforeach i : '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16'.split(',')\n l += l\n"
         "endforeach\n",
         "limit: items of a list"},
        {PROJECT
         "l = ['a']\nforeach i : '1,2,3,4,5,6,7,8,9,10,11,12'.split(',')\n l += l\nendforeach\n"
         "foreach a : l\n b = a\nendforeach\n",
         "limit: loop turns"},
        {PROJECT
         "l = 'a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a'.split(',')\n"
         "foreach a : l\n foreach b : l\n  foreach c : l\n   foreach d : l\n    x = a + b\n"
         "   endforeach\n  endforeach\n endforeach\nendforeach\n",
         "limit: steps"},
        {PROJECT "l = ['a']\nforeach i : range(60)\n l = [l, l]\nendforeach\n"
                 "add_project_arguments(l, language: 'c')\n",
         "limit: steps"},
        {PROJECT "subdir('.')\nsubdir('..')\n", "unknown folder"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Arena) arena = arena_new();
        g_assert_true(tells(read_text(cases[i].text, arena), cases[i].reason));
    }
}

static const Effect *effect_called(const Facts *facts, EffectKind kind, const char *name)
{
    for (guint i = 0; i < facts->effects->len; i++) {
        const Effect *effect = facts->effects->pdata[i];
        if (effect->kind == kind && strcmp(effect->name, name) == 0) {
            return effect;
        }
    }
    return NULL;
}

/* A loop whose conditions double with each turn takes the room of no others: neither of what was
 * read before, nor of what follows. */
static void test_doubling_conditions(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GString) text = g_string_new(PROJECT "all = []\n");
    for (guint i = 0; i < 80; i++) {
        g_string_append_printf(text,
                               "d%u = dependency('lib%u', required: false)\n"
                               "if d%u.found() or host_machine.system() == 'a%u'\n all += d%u\n"
                               "endif\n",
                               i, i, i, i, i);
    }
    g_string_append(text, "executable('before', 'p.c', dependencies: all)\nseen = []\n"
                          "foreach d : all\n if d.version() not in seen\n  seen += d.version()\n"
                          " endif\nendforeach\n"
                          "if dependency('last', required: false).found()\n"
                          " if build_machine.system() == 'b'\n"
                          "  add_project_arguments('-DLAST', language: 'c')\n endif\nendif\n");
    const Facts *facts = read_text(text->str, arena);
    g_assert_true(tells(facts, "limit: condition size"));
    const Condition *before = effect_called(facts, EFFECT_LINK, "lib7")->when;
    const Condition *after = effect_called(facts, EFFECT_DEFINITION, "LAST")->when;
    g_assert_cmpint(before->kind, ==, CONDITION_ATOM);
    g_assert_cmpint(before->subject_kind, ==, CONDITION_SUBJECT_PACKAGE);
    g_assert_cmpint(after->kind, ==, CONDITION_ALL);
    g_assert_cmpuint(after->operand_count, ==, 2);
}

/* A text that doubles in each turn becomes unknown instead of filling the memory. */
static void test_long_text(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GString) text = g_string_new(PROJECT "t = 'aaaaaaaaaaaaaaaa'\nforeach i : [");
    for (guint i = 0; i < 64; i++) {
        g_string_append_printf(text, "'%u',", i);
    }
    g_string_append(text, "]\n t = t + t\n t += t\n t = '@0@@0@'.format(t)\n"
                          " t = t.join(t, t)\n t = t.replace('a', 'aa')\nendforeach\n");
    read_text(text->str, arena);
    g_assert_cmpuint(arena_size(arena), <, 64u * 1024u * 1024u);
}

/* A build begins where the project is named, not in the part that is nearest to the root. */
static void test_begin(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "meson.build", "library('part', 'p.c')\n", "lib/meson.build",
                      "# it begins here\nproject('whole', 'c')\n", NULL);
    Facts *facts = facts_new(arena);
    meson_read(tree, facts, diagnostics);
    facts_finish(facts);
    g_assert_cmpstr(facts->project_name, ==, "whole");
    g_assert_cmpuint(facts->build_systems->len, ==, 1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) folder = g_dir_open(CASES, 0, NULL);
    g_assert_nonnull(folder);
    for (const char *name = g_dir_read_name(folder); name != NULL; name = g_dir_read_name(folder)) {
        g_ptr_array_add(names, g_build_filename(CASES, name, NULL));
    }
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *base = g_path_get_basename(names->pdata[i]);
        g_autofree char *path = g_strconcat("/meson/cases/", base, NULL);
        g_test_add_data_func(path, names->pdata[i], test_case);
    }
    g_test_add_func("/meson/begin", test_begin);
    g_test_add_func("/meson/bounds", test_bounds);
    g_test_add_func("/meson/doubling-conditions", test_doubling_conditions);
    g_test_add_func("/meson/long-text", test_long_text);
    return g_test_run();
}
