/* Definitions that the driver only hands on: with placeholders it says the same. */
#include "container/build/process.h"
#include "container/prove/frontend_given.h"
#include "xaas_llvm_version.h"
#include <string.h>

#define LISTS 60u
#define WORDS_MAX 10u

typedef struct {
    Arena *arena;
    Compilers *compilers;
} Fixture;

static void set_up(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    self->arena = arena_new();
    self->compilers = compilers_load(XAAS_SOURCE_ROOT "/container/knowledge", &error);
    g_assert_no_error(error);
}

static void tear_down(Fixture *self, gconstpointer data)
{
    (void)data;
    compilers_free(self->compilers);
    arena_free(self->arena);
}

static GPtrArray *words_of(Arena *arena, const char *text)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *words = command_words(arena, text, &error);
    g_assert_no_error(error);
    return words;
}

static char *text_of(const GPtrArray *words)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < words->len; i++) {
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", (const char *)words->pdata[i]);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void test_taken_out(Fixture *self, gconstpointer data)
{
    (void)data;
    static const struct {
        const char *options;
        const char *left;
        guint runs;
    } cases[] = {
        {"-O2 -c", "-O2 -c", 0},
        {"-DA -D B=2 -O2", "-DXAAS_GIVEN_0 -O2", 1},
        {"-DA -UB -D C", "-DXAAS_GIVEN_0 -UXAAS_GIVEN_1 -DXAAS_GIVEN_2", 3},
        {"-DA -O2 -DB", "-DXAAS_GIVEN_0 -O2 -DXAAS_GIVEN_1", 2},
        {"-D_GNU_SOURCE -DA", "-D_GNU_SOURCE -DXAAS_GIVEN_0", 1},
        {"-D _GNU_SOURCE -U __x", "-D _GNU_SOURCE -U __x", 0},
        {"-Xclang -DA -include -DB", "-Xclang -DA -include -DB", 0},
        {"-D", "-D", 0},
        {"-D -DA", "-D -DA", 0},
        {"-D1", "-D1", 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        const GPtrArray *options = words_of(self->arena, cases[i].options);
        GivenWords given = given_words(self->arena, self->compilers, options);
        g_autofree char *left = text_of(given.options);
        g_assert_cmpstr(left, ==, cases[i].left);
        g_assert_cmpuint(given.runs->len, ==, cases[i].runs);
    }
}

static void test_handed_on(Fixture *self, gconstpointer data)
{
    (void)data;
    static const struct {
        const char *command;
        guint count;
        gboolean good;
    } cases[] = {
        {"clang -cc1 -O2", 0, TRUE},
        {"clang -cc1 -D XAAS_GIVEN_0 -U XAAS_GIVEN_1", 2, TRUE},
        {"clang -cc1 -D XAAS_GIVEN_0", 2, FALSE},
        {"clang -cc1 -D XAAS_GIVEN_0 -D XAAS_GIVEN_0", 1, FALSE},
        {"clang -cc1 -D XAAS_GIVEN_1", 1, FALSE},
        {"clang -cc1 -DXAAS_GIVEN_0", 1, FALSE},
        {"clang -cc1 -record XAAS_GIVEN_0", 1, FALSE},
        {"clang -cc1 -D XAAS_GIVEN_0 -flags '-O2 -DXAAS_GIVEN_0'", 1, FALSE},
        {"clang -cc1 -D XAAS_GIVEN_0=1", 1, FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        const GPtrArray *words = words_of(self->arena, cases[i].command);
        g_test_message("%s", cases[i].command);
        g_assert_true(given_words_handed_on(self->compilers, words, cases[i].count) ==
                      cases[i].good);
    }
}

/* What the driver makes of a command; NULL: it refuses it. */
static GPtrArray *ask_driver(const Fixture *self, const GPtrArray *options)
{
    g_autofree char *clang = g_strdup_printf("clang-%d", XAAS_LLVM_VERSION);
    g_autoptr(GPtrArray) command = g_ptr_array_new();
    g_ptr_array_add(command, clang);
    g_ptr_array_extend(command, (GPtrArray *)options, NULL, NULL);
    static const char *const last[] = {"-###", "-c", "-x", "c", "/dev/null", NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(last); i++) {
        g_ptr_array_add(command, (gpointer)last[i]);
    }
    g_auto(ProcessResult) result = {0};
    if (!process_run(&(ProcessRequest){.command = (const char *const *)command->pdata}, &result,
                     NULL) ||
        result.status != 0) {
        return NULL;
    }
    const char *line = strstr(result.err, " \"-cc1\"");
    g_assert_nonnull(line);
    g_autofree char *only = g_strndup(line, strcspn(line, "\n"));
    return words_of(self->arena, only);
}

static void compare(const Fixture *self, const GPtrArray *options, guint *put_back)
{
    GivenWords given = given_words(self->arena, self->compilers, options);
    const GPtrArray *whole = ask_driver(self, options);
    const GPtrArray *asked = ask_driver(self, given.options);
    if (asked == NULL || !given_words_handed_on(self->compilers, asked, given.runs->len)) {
        return;
    }
    g_assert_nonnull(whole);
    g_autoptr(GPtrArray) back = given_words_put_back(asked, given.runs);
    g_autofree char *one = text_of(whole);
    g_autofree char *two = text_of(back);
    g_assert_cmpstr(two, ==, one);
    *put_back += given.runs->len > 0 ? 1 : 0;
}

static void test_as_driver(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char *const pool[][2] = {
        {"-DA"},        {"-DA=1"},
        {"-DX="},       {"-DB=\"x y\""},
        {"-DC='\\'"},   {"-DNAME(x)=x+1"},
        {"-UA"},        {"-U_E"},
        {"-O2"},        {"-D_FORTIFY_SOURCE=2"},
        {"-Ilocal"},    {"-grecord-command-line"},
        {"-fopenmp"},   {"-march=haswell"},
        {"-pthread"},   {"-D", "APART=2"},
        {"-U", "GONE"}, {"-Xclang", "-DHIDDEN"},
    };
    g_autofree char *name = g_strdup_printf("clang-%d", XAAS_LLVM_VERSION);
    g_autofree char *clang = g_find_program_in_path(name);
    if (clang == NULL) {
        g_test_skip("clang is not installed");
        return;
    }
    guint put_back = 0;
    for (guint i = 0; i < LISTS; i++) {
        GPtrArray *options = arena_array(self->arena);
        guint count = (guint)g_test_rand_int_range(1, WORDS_MAX);
        for (guint k = 0; k < count; k++) {
            gint drawn = g_test_rand_int_range(0, G_N_ELEMENTS(pool));
            g_ptr_array_add(options, (gpointer)pool[drawn][0]);
            if (pool[drawn][1] != NULL) {
                g_ptr_array_add(options, (gpointer)pool[drawn][1]);
            }
        }
        compare(self, options, &put_back);
    }
    g_assert_cmpuint(put_back, >, LISTS / 8);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/frontend_given/taken_out", Fixture, NULL, set_up, test_taken_out, tear_down);
    g_test_add("/frontend_given/handed_on", Fixture, NULL, set_up, test_handed_on, tear_down);
    g_test_add("/frontend_given/as_driver", Fixture, NULL, set_up, test_as_driver, tear_down);
    return g_test_run();
}
