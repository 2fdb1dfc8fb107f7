/* Programs of random macros, preprocessed by clang: where a name comes out that stands nowhere, the
 * analysis must have said that pasting can make it. */
#include "container/build/process.h"
#include "container/prove/pasting.h"
#include "xaas_llvm_version.h"
#include <string.h>

#define PROGRAMS 300u
#define MACROS 3u
/* Some programs take clang very long, as macros that use each other many times do; with this seed
 * there is none. */
#define SEED 20221u
/* In every program all names are its own but for these. */
#define SOUGHT "ABCD"
#define HIT "sought_name_was_expanded"

static const char *const pieces[] = {"A", "B", "C", "D", "AB", "CD", "BC", "x", "NONE", "PAIR"};

typedef struct {
    GRand *random;
    guint program;
    guint arity[MACROS]; /* 0: object-like */
    GString *text;
} Writer;

static guint pick(Writer *self, guint count)
{
    return (guint)g_rand_int_range(self->random, 0, (gint32)count);
}

static void add_token(Writer *self, const char *text)
{
    g_string_append_printf(self->text, " %s", text);
}

static void add_macro_name(Writer *self, guint macro)
{
    g_string_append_printf(self->text, " m%u_%u", self->program, macro);
}

static void add_tokens(Writer *self, guint parameters, guint depth);

static void add_item(Writer *self, guint parameters, guint depth)
{
    guint kind = pick(self, 12);
    guint macro = pick(self, MACROS);
    if (kind < 3 && parameters > 0) {
        g_string_append_printf(self->text, " p%u", pick(self, parameters));
    } else if (kind < 6) {
        add_macro_name(self, macro);
    } else {
        add_token(self, pieces[pick(self, G_N_ELEMENTS(pieces))]);
    }
    while (depth < 3 && pick(self, 3) == 0) {
        gboolean hidden = pick(self, 4) == 0;
        add_token(self, hidden ? "LP" : "(");
        for (guint i = 0; i <= pick(self, 3); i++) {
            add_token(self, i > 0 ? "," : "");
            add_tokens(self, parameters, depth + 1);
        }
        add_token(self, hidden ? "RP" : ")");
    }
}

static void add_tokens(Writer *self, guint parameters, guint depth)
{
    guint count = 1 + pick(self, 3);
    for (guint i = 0; i < count; i++) {
        if (i > 0 && parameters != G_MAXUINT && pick(self, 2) == 0) {
            add_token(self, "##");
        }
        add_item(self, parameters == G_MAXUINT ? 0 : parameters, depth);
    }
}

static void add_definition(Writer *self, guint macro)
{
    guint arity = pick(self, 4);
    self->arity[macro] = arity;
    g_string_append_printf(self->text, "#define m%u_%u", self->program, macro);
    for (guint i = 0; i < arity; i++) {
        gboolean variadic = i + 1 == arity && pick(self, 4) == 0;
        g_string_append_printf(self->text, "%sp%u%s", i > 0 ? "," : "(", i, variadic ? "..." : "");
    }
    g_string_append(self->text, arity > 0 ? ")" : " ");
    add_tokens(self, arity, 0);
    g_string_append_c(self->text, '\n');
}

/* In files, `##` is no operator. */
static char *make_program(GRand *random, guint number)
{
    Writer writer = {.random = random, .program = number, .text = g_string_new(NULL)};
    for (guint i = 0; i < MACROS; i++) {
        add_definition(&writer, i);
    }
    for (guint i = 0; i < 2; i++) {
        add_macro_name(&writer, pick(&writer, MACROS));
        g_string_append(writer.text, " (");
        add_tokens(&writer, G_MAXUINT, 1);
        g_string_append(writer.text, ",");
        add_tokens(&writer, G_MAXUINT, 1);
        g_string_append(writer.text, ")");
        g_string_append(writer.text, pick(&writer, 3) == 0 ? " (AB , CD)\n" : " ;\n");
    }
    return g_string_free(writer.text, FALSE);
}

static const char common[] = "#define LP (\n#define RP )\n#define NONE\n#define PAIR AB, CD\n";

/* Whether clang expands the name in one program. */
static gboolean is_expanded(const char *folder, const char *program)
{
    g_autofree char *path = g_build_filename(folder, "one.c", NULL);
    g_autofree char *text = g_strconcat(common, program, NULL);
    g_autofree char *clang = g_strdup_printf("clang-%d", XAAS_LLVM_VERSION);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    const char *const command[] = {clang, "-E", "-P", "-w", "-D" SOUGHT "=" HIT, path, NULL};
    g_auto(ProcessResult) result = {0};
    g_autoptr(GError) error = NULL;
    g_assert_true(process_run(&(ProcessRequest){.command = command}, &result, &error));
    return strstr(result.out, HIT) != NULL;
}

static gboolean is_found(const char *program)
{
    g_autoptr(Lexicon) lexicon = lexicon_new();
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func((GDestroyNotify)lexed_file_free);
    char *text = g_strconcat(common, program, NULL);
    g_ptr_array_add(files, lexicon_read(lexicon, text, strlen(text)));
    g_autoptr(Pasting) pasting = pasting_new(lexicon, files);
    g_autoptr(GPtrArray) found = pasting_pieces(pasting, SOUGHT);
    return found != NULL && pasting_can_make(SOUGHT, found);
}

/* All programs in one run, with parentheses between them that end what is still open. What this
 * says of one may come from the one before it all the same, so it is asked again alone. */
static char **expand_all(const char *folder, char **programs)
{
    g_autofree char *path = g_build_filename(folder, "all.c", NULL);
    g_autoptr(GString) text = g_string_new(common);
    for (guint i = 0; i < PROGRAMS; i++) {
        g_string_append_printf(text, "%s)))))))))))) program_ends\n", programs[i]);
    }
    g_autofree char *clang = g_strdup_printf("clang-%d", XAAS_LLVM_VERSION);
    g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
    const char *const command[] = {clang, "-E", "-P", "-w", "-ferror-limit=0", "-D" SOUGHT "=" HIT,
                                   path,  NULL};
    g_auto(ProcessResult) result = {0};
    g_autoptr(GError) error = NULL;
    g_assert_true(process_run(&(ProcessRequest){.command = command}, &result, &error));
    return g_strsplit(result.out, "program_ends", -1);
}

static void test_random(void)
{
    g_autofree char *clang = g_strdup_printf("clang-%d", XAAS_LLVM_VERSION);
    g_autofree char *found = g_find_program_in_path(clang);
    if (found == NULL) {
        g_test_skip("clang is not installed");
        return;
    }
    g_autofree char *folder = g_dir_make_tmp("xaas-pasting-XXXXXX", NULL);
    GRand *random = g_rand_new_with_seed(SEED);
    g_auto(GStrv) programs = g_new0(char *, PROGRAMS + 1);
    for (guint i = 0; i < PROGRAMS; i++) {
        programs[i] = make_program(random, i);
    }
    g_rand_free(random);
    g_auto(GStrv) expanded = expand_all(folder, programs);
    guint made = 0;
    guint claimed = 0;
    for (guint i = 0; i < PROGRAMS; i++) {
        gboolean claim = is_found(programs[i]);
        claimed += claim ? 1 : 0;
        gboolean seen = i >= g_strv_length(expanded) || strstr(expanded[i], HIT) != NULL;
        made += seen ? 1 : 0;
        if (seen && !claim && is_expanded(folder, programs[i])) {
            g_test_message("not found:\n%s", programs[i]);
            g_test_fail();
        }
    }
    g_test_message("%u of %u made, %u said to be possible", made, PROGRAMS, claimed);
    g_assert_cmpuint(made, >, 0);
    g_assert_cmpuint(claimed, <, PROGRAMS);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/pasting/random", test_random);
    return g_test_run();
}
