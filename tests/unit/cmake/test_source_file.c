/* From CMake's text to commands: what each argument is made of, where each block ends. */
#include "discover/cmake/source_file.h"
#include <string.h>

typedef struct {
    Arena *arena;
    Diagnostics *diagnostics;
    const SourceFile *file;
} World;

static void world_enter(World *world, gconstpointer data)
{
    (void)data;
    world->arena = arena_new();
    world->diagnostics = diagnostics_new();
}

static void world_leave(World *world, gconstpointer data)
{
    (void)data;
    diagnostics_free(world->diagnostics);
    arena_free(world->arena);
}

static void lower(World *world, const char *text)
{
    world->file =
        source_file_lower(world->arena, "dir/a.cmake", text, strlen(text), world->diagnostics);
}

static void add_pieces(GString *out, const Piece *pieces, guint count)
{
    static const char *const opening[] = {"", "${", "$ENV{", "$CACHE{"};
    for (guint i = 0; i < count; i++) {
        g_string_append_printf(out, "%s<", opening[pieces[i].kind]);
        if (pieces[i].text != NULL) {
            g_string_append(out, pieces[i].text);
        } else {
            add_pieces(out, pieces[i].parts, pieces[i].part_count);
        }
        g_string_append_c(out, '>');
    }
}

/* One argument: its kind's letter, '=' and the constant, or the pieces in angle brackets. */
static void assert_argument(const World *world, guint command, guint index, const char *wanted)
{
    g_assert_cmpuint(command, <, world->file->command_count);
    g_assert_cmpuint(index, <, world->file->commands[command].argument_count);
    const Argument *argument = &world->file->commands[command].arguments[index];
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_c(text, "uqb"[argument->kind]);
    if (argument->constant != NULL) {
        g_string_append_printf(text, "=%s", argument->constant);
    } else {
        add_pieces(text, argument->pieces, argument->piece_count);
    }
    g_assert_cmpstr(text->str, ==, wanted);
}

static void assert_diagnostic(const World *world, guint index, guint line, const char *part)
{
    const GPtrArray *list = diagnostics_list(world->diagnostics);
    g_assert_cmpuint(index, <, list->len);
    const Diagnostic *diagnostic = list->pdata[index];
    g_assert_cmpstr(diagnostic->at.path, ==, "dir/a.cmake");
    g_assert_cmpuint(diagnostic->at.line, ==, line);
    g_assert_nonnull(strstr(diagnostic->message, part));
}

static void assert_no_diagnostics(const World *world)
{
    g_assert_cmpuint(diagnostics_list(world->diagnostics)->len, ==, 0);
}

static void test_commands(World *world, gconstpointer data)
{
    (void)data;
    lower(world, "# comment\nSET(a b)\n  message (STATUS\n    \"x\" ) # behind\n\nfoo()\n");
    g_assert_cmpuint(world->file->command_count, ==, 3);
    const Command *commands = world->file->commands;
    g_assert_cmpstr(commands[0].name, ==, "set");
    g_assert_cmpuint(commands[0].line, ==, 2);
    g_assert_cmpuint(commands[0].column, ==, 1);
    g_assert_cmpstr(commands[1].name, ==, "message");
    g_assert_cmpuint(commands[1].line, ==, 3);
    g_assert_cmpuint(commands[1].column, ==, 3);
    g_assert_cmpuint(commands[1].end_line, ==, 4);
    g_assert_cmpuint(commands[1].arguments[1].line, ==, 4);
    g_assert_cmpuint(commands[2].argument_count, ==, 0);
    g_assert_cmpstr(source_file_line(world->file, 2), ==, "SET(a b)");
    g_assert_cmpstr(source_file_line(world->file, 99), ==, "");
    assert_no_diagnostics(world);
}

static void test_escapes(World *world, gconstpointer data)
{
    (void)data;
    lower(world, "a(\"\\t\\n\\r\\\\\\\"\\$\\@\\#\\(\" \\;x\\ y \"\\;\" \"one\\\n two\" \\${no})");
    assert_argument(world, 0, 0, "q=\t\n\r\\\"$@#(");
    /* A semicolon stays escaped until lists are split. */
    assert_argument(world, 0, 1, "u=\\;x y");
    assert_argument(world, 0, 2, "q=\\;");
    assert_argument(world, 0, 3, "q=one two");
    assert_argument(world, 0, 4, "u=${no}");
    assert_no_diagnostics(world);
}

static void test_references(World *world, gconstpointer data)
{
    (void)data;
    lower(world, "a(${b} x${b}y \"${b}\" ${a${b${c}}d} $ENV{H} $CACHE{C} ${} $b @x@ $<1:${b}>)");
    assert_argument(world, 0, 0, "u${<b>");
    assert_argument(world, 0, 1, "u<x>${<b><y>");
    assert_argument(world, 0, 2, "q${<b>");
    assert_argument(world, 0, 3, "u${<<a>${<<b>${<c>><d>>");
    assert_argument(world, 0, 4, "u$ENV{<H>");
    assert_argument(world, 0, 5, "u$CACHE{<C>");
    assert_argument(world, 0, 6, "u${<>");
    assert_argument(world, 0, 7, "u=$b");
    assert_argument(world, 0, 8, "u=@x@");
    assert_argument(world, 0, 9, "u<$<1:>${<b><>>");
}

static void test_brackets(World *world, gconstpointer data)
{
    (void)data;
    lower(world, "a([[x ${b} \\n]] [==[\n]]]=]]==] [=[]=])\n#[[ set(no)\n]] #[=[ ]] ]=]\nb()\n");
    assert_argument(world, 0, 0, "b=x ${b} \\n");
    assert_argument(world, 0, 1, "b=]]]=]");
    assert_argument(world, 0, 2, "b=");
    g_assert_cmpuint(world->file->command_count, ==, 2);
    assert_no_diagnostics(world);
}

static void test_parentheses(World *world, gconstpointer data)
{
    (void)data;
    lower(world, "if((A OR (B)) AND \"(\")\nendif()\n");
    static const char *const wanted[] = {"u=(", "u=A", "u=OR",  "u=(", "u=B",
                                         "u=)", "u=)", "u=AND", "q=("};
    g_assert_cmpuint(world->file->commands[0].argument_count, ==, G_N_ELEMENTS(wanted));
    for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
        assert_argument(world, 0, i, wanted[i]);
    }
}

static void test_unquoted_legacy(World *world, gconstpointer data)
{
    (void)data;
    lower(world, "a(-Dx=\"y z\" b\"c\"d e;f \"\")");
    assert_argument(world, 0, 0, "u=-Dx=\"y z\"");
    assert_argument(world, 0, 1, "u=b\"c\"d");
    assert_argument(world, 0, 2, "u=e;f");
    assert_argument(world, 0, 3, "q=");
}

static void test_blocks(World *world, gconstpointer data)
{
    (void)data;
    lower(world, "if(A)\n foreach(x y)\n  z()\n endforeach()\nELSEIF(B)\nelse()\n z()\nendif(A)\n"
                 "function(f)\nendfunction()\n");
    const Command *commands = world->file->commands;
    g_assert_cmpuint(world->file->command_count, ==, 10);
    g_assert_cmpint(commands[0].word, ==, WORD_IF);
    g_assert_cmpuint(commands[0].next, ==, 4);
    g_assert_cmpuint(commands[1].next, ==, 3);
    g_assert_cmpint(commands[2].word, ==, WORD_COMMAND);
    g_assert_cmpint(commands[4].word, ==, WORD_ELSEIF);
    g_assert_cmpuint(commands[4].next, ==, 5);
    g_assert_cmpuint(commands[5].next, ==, 7);
    g_assert_cmpuint(commands[8].next, ==, 9);
    assert_no_diagnostics(world);
}

static void test_unmatched_blocks(World *world, gconstpointer data)
{
    (void)data;
    lower(world, "endwhile()\nif(A)\n foreach(x y)\nendif()\nelse()\nmacro(m)\n a()\n");
    const Command *commands = world->file->commands;
    g_assert_cmpuint(commands[1].next, ==, 3);
    g_assert_cmpuint(commands[2].next, ==, 3);
    /* What nothing closes runs to the end. */
    g_assert_cmpuint(commands[5].next, ==, world->file->command_count);
    g_assert_cmpuint(diagnostics_list(world->diagnostics)->len, ==, 4);
    assert_diagnostic(world, 0, 1, "endwhile() closes no block");
    assert_diagnostic(world, 1, 3, "foreach() is not closed before endif() at line 4");
    assert_diagnostic(world, 2, 5, "else() closes no block");
    assert_diagnostic(world, 3, 6, "macro() is never closed");
}

static void test_syntax_errors(World *world, gconstpointer data)
{
    (void)data;
    lower(world, "a(1)\nnonsense here\nb(2)\nc(\"open\nd(3)\n");
    g_assert_cmpstr(world->file->commands[0].name, ==, "a");
    g_assert_cmpstr(world->file->commands[1].name, ==, "b");
    assert_diagnostic(world, 0, 2, "this is no command");
    assert_diagnostic(world, 2, 4, "a quote or bracket is never closed");
    assert_diagnostic(world, 3, 6, "a parenthesis is never closed");
}

static void test_deep_reference(World *world, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) text = g_string_new("a(");
    for (guint i = 0; i < 4 * SOURCE_REFERENCE_DEPTH_MAX; i++) {
        g_string_append(text, "${x");
    }
    for (guint i = 0; i < 4 * SOURCE_REFERENCE_DEPTH_MAX; i++) {
        g_string_append(text, "}");
    }
    g_string_append(text, ")\nb()\n");
    lower(world, text->str);
    guint depth = 0;
    const Argument *argument = &world->file->commands[0].arguments[0];
    const Piece *pieces = argument->pieces;
    guint count = argument->piece_count;
    while (count > 0 && pieces[count - 1].kind == PIECE_VARIABLE &&
           pieces[count - 1].text == NULL) {
        const Piece *inner = &pieces[count - 1];
        pieces = inner->parts;
        count = inner->part_count;
        depth++;
    }
    g_assert_cmpuint(depth, <=, SOURCE_REFERENCE_DEPTH_MAX);
    g_assert_cmpuint(world->file->command_count, ==, 2);
}

static void test_line_ends(World *world, gconstpointer data)
{
    (void)data;
    lower(world, "\xEF\xBB\xBF"
                 "a(b)\r\nc(\r\n d)\r\n# x\r\ne([[\r\nf]])");
    g_assert_cmpuint(world->file->command_count, ==, 3);
    g_assert_cmpuint(world->file->commands[1].line, ==, 2);
    assert_argument(world, 1, 0, "u=d");
    assert_argument(world, 2, 0, "b=f");
    assert_no_diagnostics(world);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(World *world, gconstpointer data);
    } tests[] = {
        {"/cmake/source-file/commands", test_commands},
        {"/cmake/source-file/escapes", test_escapes},
        {"/cmake/source-file/references", test_references},
        {"/cmake/source-file/brackets", test_brackets},
        {"/cmake/source-file/parentheses", test_parentheses},
        {"/cmake/source-file/unquoted-legacy", test_unquoted_legacy},
        {"/cmake/source-file/blocks", test_blocks},
        {"/cmake/source-file/unmatched-blocks", test_unmatched_blocks},
        {"/cmake/source-file/syntax-errors", test_syntax_errors},
        {"/cmake/source-file/deep-reference", test_deep_reference},
        {"/cmake/source-file/line-ends", test_line_ends},
    };
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_test_add(tests[i].name, World, NULL, world_enter, tests[i].run, world_leave);
    }
    return g_test_run();
}
