#include "discover/autotools/shell.h"
#include <string.h>

static void show(GString *out, const Node *node);

static void show_word(GString *out, const Word *word)
{
    for (guint i = 0; i < word->count; i++) {
        const Part *part = &word->parts[i];
        switch (part->kind) {
        case PART_LITERAL:
            g_string_append_printf(out, part->quoted ? "'%s'" : "%s", part->text);
            break;
        case PART_VARIABLE:
            g_string_append_printf(out, "${%s%s", part->text, part->operation);
            if (part->argument != NULL) {
                show_word(out, part->argument);
            }
            g_string_append_c(out, '}');
            break;
        case PART_COMMAND:
            g_string_append(out, "`");
            show_word(out, part->argument);
            g_string_append(out, "`");
            break;
        }
    }
}

static void show_words(GString *out, const GPtrArray *words)
{
    for (guint i = 0; i < words->len; i++) {
        g_string_append(out, i > 0 ? " " : "");
        show_word(out, words->pdata[i]);
    }
}

static void show_items(GString *out, const GPtrArray *items, const char *separator)
{
    for (guint i = 0; i < items->len; i++) {
        g_string_append(out, i > 0 ? separator : "");
        show(out, items->pdata[i]);
    }
}

static void show_two(GString *out, const char *name, const Node *node)
{
    g_string_append_printf(out, "(%s ", name);
    show(out, node->first);
    g_string_append(out, " ");
    show(out, node->second);
    if (node->third != NULL) {
        g_string_append(out, " ");
        show(out, node->third);
    }
    g_string_append(out, ")");
}

static void show_case(GString *out, const Node *node)
{
    g_string_append(out, "(case ");
    show_word(out, node->subject);
    for (guint i = 0; i < node->arms->len; i++) {
        const Arm *arm = node->arms->pdata[i];
        g_string_append(out, " [");
        show_words(out, arm->patterns);
        g_string_append(out, ": ");
        show(out, arm->body);
        g_string_append(out, "]");
    }
    g_string_append(out, ")");
}

static void show(GString *out, const Node *node)
{
    if (node == NULL) {
        g_string_append(out, "()");
        return;
    }
    switch (node->kind) {
    case NODE_SIMPLE:
        for (guint i = 0; i < node->assignments->len; i++) {
            const Assignment *assignment = node->assignments->pdata[i];
            g_string_append_printf(out, "%s%s%s", i > 0 ? " " : "", assignment->name,
                                   assignment->append ? "+=" : "=");
            show_word(out, assignment->value);
        }
        g_string_append(out, node->assignments->len > 0 && node->words->len > 0 ? " " : "");
        show_words(out, node->words);
        break;
    case NODE_MARK:
        g_string_append_printf(out, "@%u", node->mark);
        break;
    case NODE_LIST:
        show_items(out, node->items, "; ");
        break;
    case NODE_PIPE:
        show_items(out, node->items, " | ");
        break;
    case NODE_AND:
        show_two(out, "and", node);
        break;
    case NODE_OR:
        show_two(out, "or", node);
        break;
    case NODE_NOT:
        g_string_append(out, "! ");
        show(out, node->first);
        break;
    case NODE_IF:
        show_two(out, "if", node);
        break;
    case NODE_CASE:
        show_case(out, node);
        break;
    case NODE_FOR:
        g_string_append_printf(out, "(for %s in ", node->name);
        show_words(out, node->words);
        g_string_append(out, ": ");
        show(out, node->first);
        g_string_append(out, ")");
        break;
    case NODE_WHILE:
        show_two(out, "while", node);
        break;
    case NODE_GROUP:
        g_string_append(out, "{");
        show(out, node->first);
        g_string_append(out, "}");
        break;
    case NODE_FUNCTION:
        g_string_append_printf(out, "(def %s ", node->name);
        show(out, node->first);
        g_string_append(out, ")");
        break;
    }
}

static void note_problem(gpointer data, Origin at, const char *reason, const char *subject)
{
    g_string_append_printf(data, " !%u %s %s", at.line, reason, subject);
}

static void test_trees(void)
{
    static const struct {
        const char *script;
        const char *tree;
    } rows[] = {
        {"a=1 b+='2 3' c=\"$d\"", "a=1 b+='2 3' c=${d}"},
        {"a=(b 'c d'\n e $f) g=() h", "a=b 'c d' e ${f} g= h"},
        {"a=1 cmd x\\ y", "a=1 cmd x' 'y"},
        {"one; two\nthree # four\n", "one; two; three"},
        {"a && b || ! c", "(or (and a b) ! c)"},
        {"if a; then b; elif c; then d; else e; fi", "(if a b (if c d e))"},
        {"if a; then\nfi", "(if a )"},
        {"case $x in a|b*) c;; (d) ;; *) e; esac", "(case ${x} [a b*: c] [d: ] [*: e])"},
        {"for i in a $b \"c d\"; do e; done", "(for i in a ${b} 'c d': e)"},
        {"while read x; do y; done <file", "(while read x y)"},
        {"f() { a; }\nf", "(def f {a}); f"},
        {"( a; b ) >/dev/null 2>&1; c 2>&1 >x", "{a; b}; c"},
        {"a | b | c", "a | b | c"},
        {"x=`echo \"$y\" | sed 's/a/b/'`", "x=`echo \"${y}\" | sed 's/a/b/'`"},
        {"x=$(f $(g))z", "x=`f `g``z"},
        {"${a:-b $c} ${d+set} ${e%%.*} $1 $@", "${a:-b ${c}} ${d+set} ${e%%.*} ${1} ${@}"},
        {"cat <<EOF\nif then fi\nEOF\na", "cat; a"},
        {"cat <<-\\_ACE >x\n$y`\n\t_ACE\na", "cat; a"},
        {"if \x01"
         "3\x02 then \x01"
         "4\x02 \x01"
         "5\x02 fi",
         "(if @3 @4; @5)"},
        {"test x || \n", "(or test x ())"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(Arena) arena = arena_new();
        g_autoptr(Text) text = text_of_file(rows[i].script, strlen(rows[i].script), 1);
        g_autoptr(GString) out = g_string_new(NULL);
        g_autoptr(GString) problems = g_string_new(NULL);
        show(out, shell_parse(arena, text, note_problem, problems));
        g_assert_cmpstr(problems->str, ==, "");
        g_assert_cmpstr(out->str, ==, rows[i].tree);
    }
}

/* What is wrong is reported with its line, and the rest is read. */
static void test_wrong(void)
{
    static const struct {
        const char *script;
        const char *tree;
        const char *problems;
    } rows[] = {
        {"a\nfi\nb", "a; b", " !2 shell not understood fi"},
        {"if a; then b\n", "(if a b)", " !1 shell not understood fi"},
        {"x=\"a\nb", "x='a\nb'", " !1 unbalanced quotes \""},
        {"a\n) ;; b", "a; ; b", " !2 shell not understood ) ;; b !2 shell not understood ;; b"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(Arena) arena = arena_new();
        g_autoptr(Text) text = text_of_file(rows[i].script, strlen(rows[i].script), 1);
        g_autoptr(GString) out = g_string_new(NULL);
        g_autoptr(GString) problems = g_string_new(NULL);
        show(out, shell_parse(arena, text, note_problem, problems));
        g_assert_cmpstr(out->str, ==, rows[i].tree);
        g_assert_cmpstr(problems->str, ==, rows[i].problems);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/autotools/shell/trees", test_trees);
    g_test_add_func("/autotools/shell/wrong", test_wrong);
    return g_test_run();
}
