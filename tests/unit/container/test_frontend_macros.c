/* Macros that words define: the same as what clang prints when it is asked, or nothing is said. */
#include "container/build/process.h"
#include "container/prove/frontend_macros.h"
#include "core/text_order.h"
#include "xaas_llvm_version.h"
#include <stdlib.h>
#include <string.h>

#define LISTS 120u
#define WORDS_MAX 8u

typedef struct {
    char *said;
    char **lines; /* of which `bodies` borrows */
    GHashTable *bodies;
} Base;

/* What stands behind the names, as a state has it. */
static void base_read(Base *self, const char *said)
{
    self->said = g_strdup(said);
    self->lines = g_strsplit(said, "\n", -1);
    self->bodies = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (char **line = self->lines; *line != NULL; line++) {
        if (g_str_has_prefix(*line, "#define ")) {
            char *name = *line + strlen("#define ");
            gsize length = strcspn(name, " (");
            g_hash_table_replace(self->bodies, g_strndup(name, length), name + length);
        }
    }
}

static void base_clear(Base *self)
{
    g_free(self->said);
    g_strfreev(self->lines);
    g_hash_table_unref(self->bodies);
}

static char *sorted(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    qsort(lines, g_strv_length(lines), sizeof(char *), text_order);
    return g_strjoinv("\n", lines);
}

static void test_told(void)
{
    static const struct {
        const char *words; /* with blanks between */
        const char *added; /* NULL: the compiler has to be asked */
    } cases[] = {
        {"", ""},
        {"-DA", "#define A 1\n"},
        {"-D A=", "#define A \n"},
        {"-DA=2.5 -DA=2.5", "#define A 2.5\n"},
        {"-DA=x -UA", ""},
        {"-UNONE -DTEXT=\"a.b\"", "#define TEXT \"a.b\"\n"},
        {"-DKNOWN=7", ""},
        {"-DKNOWN=8", NULL},
        {"-UKNOWN", NULL},
        {"-DA=1 -DA=2", NULL},
        {"-DA(x)=x", NULL},
        {"-DA=-1", NULL},
        {"-DA=\"\\n\"", NULL},
        {"-Dlower", NULL},
        {"-D__A", NULL},
        {"-DBuiltin", NULL},
        {"-UBuiltin", NULL},
        {"-D1A", NULL},
        {"-undef", NULL},
        {"-D", NULL},
    };
    g_autoptr(GHashTable) builtins = g_hash_table_new(g_str_hash, g_str_equal);
    Base base;
    base_read(&base, "#define KNOWN 7\n");
    g_hash_table_add(builtins, (gpointer) "Builtin");
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(GStrv) words = g_strsplit(cases[i].words, " ", -1);
        g_autofree char *told = frontend_macros_apply(base.said, base.bodies, words, builtins);
        g_autofree char *expected =
            cases[i].added == NULL ? NULL : g_strconcat(base.said, cases[i].added, NULL);
        g_test_message("%s", cases[i].words);
        g_assert_cmpstr(told, ==, expected);
    }
    base_clear(&base);
}

static void test_sorted(void)
{
    static const struct {
        const char *words, *plain, *odd; /* with blanks between */
    } cases[] = {
        {"-DA -D__B=1 -U C", "-DA -U C", "-D__B=1"},
        {"-DA=(x) -DA=1 -UA", "-DA=1 -UA", "-DA=(x)"},
        {"-D Builtin=1 -Dlower -UBuiltin", "", "-D Builtin=1 -Dlower -UBuiltin"},
        {"-undef -D", "", "-undef -D"},
        {"-UA=1", "", "-UA=1"},
    };
    g_autoptr(GHashTable) builtins = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(builtins, (gpointer) "Builtin");
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(GStrv) words = g_strsplit(cases[i].words, " ", -1);
        MacroWords sorted = frontend_macros_sort(words, builtins);
        g_autofree char *plain = g_strjoinv(" ", (char **)sorted.plain->pdata);
        g_autofree char *odd = g_strjoinv(" ", (char **)sorted.odd->pdata);
        g_test_message("%s", cases[i].words);
        g_assert_cmpstr(plain, ==, cases[i].plain);
        g_assert_cmpstr(odd, ==, cases[i].odd);
        macro_words_clear(&sorted);
    }
}

static char *clang_name(void)
{
    return g_strdup_printf("clang-%d", XAAS_LLVM_VERSION);
}

static char *ask_clang(char *const *words)
{
    g_autoptr(GPtrArray) command = g_ptr_array_new();
    g_autofree char *clang = clang_name();
    const char *const first[] = {clang, "-cc1", "-E", "-dM", "-w"};
    for (gsize i = 0; i < G_N_ELEMENTS(first); i++) {
        g_ptr_array_add(command, (gpointer)first[i]);
    }
    for (; *words != NULL; words++) {
        g_ptr_array_add(command, *words);
    }
    static const char *const last[] = {"-x", "c++", "/dev/null", NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(last); i++) {
        g_ptr_array_add(command, (gpointer)last[i]);
    }
    g_auto(ProcessResult) result = {0};
    gboolean ran = process_run(&(ProcessRequest){.command = (const char *const *)command->pdata},
                               &result, NULL);
    return ran && result.status == 0 ? g_steal_pointer(&result.out) : NULL;
}

/* Whether the macros could be told without asking for all words. */
static gboolean told_as_clang(char *const *words, GHashTable *builtins)
{
    MacroWords heaps = frontend_macros_sort(words, builtins);
    g_autofree char *said = ask_clang((char **)heaps.odd->pdata);
    Base base;
    base_read(&base, said);
    g_autofree char *ours =
        frontend_macros_apply(base.said, base.bodies, (char **)heaps.plain->pdata, builtins);
    if (ours != NULL) {
        g_autofree char *asked = ask_clang(words);
        g_autofree char *one = sorted(ours);
        g_autofree char *two = sorted(asked);
        g_assert_cmpstr(one, ==, two);
    }
    base_clear(&base);
    macro_words_clear(&heaps);
    return ours != NULL;
}

static void test_as_clang(void)
{
    static const char *const pool[] = {
        "-DA",      "-DA=",        "-DA=1",         "-DB=name",     "-DB=0x1f",      "-DC=1.5e3",
        "-DC=..",   "-DD=\"x y\"", "-DD=\"%d<>#\"", "-UA",          "-UB",           "-UD",
        "-D_E=1UL", "-DF1=F2",     "-DF2=F1",       "-DG=__FILE__", "-D_GNU_SOURCE", "-DH=1.2.3",
        "-DA(x)=x", "-DB=(1)",     "-D__UNDER=1",   "-Dlower=2",    "-Ulower",       "-DH=-1",
    };
    g_autofree char *name = clang_name();
    g_autofree char *clang = g_find_program_in_path(name);
    g_autoptr(GHashTable) builtins = g_hash_table_new(g_str_hash, g_str_equal);
    if (clang == NULL) {
        g_test_skip("clang is not installed");
        return;
    }
    guint told = 0;
    for (guint i = 0; i < LISTS; i++) {
        char *words[WORDS_MAX + 1] = {NULL};
        guint count = (guint)g_test_rand_int_range(0, WORDS_MAX);
        for (guint k = 0; k < count; k++) {
            words[k] = (char *)pool[g_test_rand_int_range(0, G_N_ELEMENTS(pool))];
        }
        told += told_as_clang(words, builtins) ? 1 : 0;
    }
    g_assert_cmpuint(told, >, LISTS / 8);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/frontend_macros/told", test_told);
    g_test_add_func("/frontend_macros/sorted", test_sorted);
    g_test_add_func("/frontend_macros/as_clang", test_as_clang);
    return g_test_run();
}
