/* Lines of commands that only look as if they took a shell, and which programs they start. */
#include "container/build/driver_parts.h"
#include "container/build/step.h"
#include <string.h>

static CMakeDriver *driver(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_build_filename(XAAS_SOURCE_ROOT, "container/knowledge", NULL);
    CMakeDriver *loaded = cmake_driver_load(folder, "cmake", &error);
    g_assert_no_error(error);
    return loaded;
}

/* The vectors as JSON; NULL where the line takes a shell. */
static char *vectors(const CMakeDriver *known, const char *line, char **directory)
{
    g_autoptr(GError) error = NULL;
    json_t *commands = step_commands(known, line, directory, &error);
    g_assert_true((commands == NULL) == (error != NULL));
    char *text = commands == NULL ? NULL : json_dumps(commands, JSON_COMPACT);
    json_decref(commands);
    return text;
}

static void test_vectors(void)
{
    static const struct {
        const char *line;
        const char *commands;
    } rows[] = {
        {"cd /build && a b && :", "[[\"a\",\"b\"]]"},
        {"cd /build && a 'b c' \\; \"d;e\"", "[[\"a\",\"b c\",\";\",\"d;e\"]]"},
        {": && a -Wl,-rpath,\"\\$ORIGIN/..\" && :", "[[\"a\",\"-Wl,-rpath,$ORIGIN/..\"]]"},
        {"a && b || true && c", "[[\"a\"],[\"-\",\"b\"],[\"c\"]]"},
        {"a -D F=/b/x[1]_t.cmake G=/c*", "[[\"a\",\"-D\",\"F=/b/x[1]_t.cmake\",\"G=/c*\"]]"},
        {"a F=x[1]", NULL},
        {"a F*=/x[1]", NULL},
        {"a /b/x[1]", NULL},
        {"a F=/b/$x[1]", NULL},
        {"a || (exit 0)", "[[\"-\",\"a\"]]"},
        {"a || exit 0 && b", NULL},
        {"a || b", NULL},
        {"a ; b", "[[\"-\",\"a\"],[\"b\"]]"},
        {"cd /build && a; b && c", "[[\"-\",\"a\"],[\"b\"],[\"c\"]]"},
        {"a && b ; c", NULL},
        {"a && b ;", "[[\"a\"],[\"b\"]]"},
        {"a > b", "[[\">\",\"b\",\"a\"]]"},
        {"a>>b <c", "[[\"<\",\"c\",\">>\",\"b\",\"a\"]]"},
        {"a >/dev/null 2>&1 || true", "[[\"-\",\"a\"]]"},
        {"a 2>/dev/null >b && c", "[[\">\",\"b\",\"a\"],[\"c\"]]"},
        {"a >b 2>&1", NULL},
        {"a <b <c", NULL},
        {"a <b </dev/null", NULL},
        {"echo 'a\\tb' >c", NULL},
        {"echo -n a >c", NULL},
        {"a 2>b", NULL},
        {"a >b >c", NULL},
        {": > b", "[[\">\",\"b\",\"true\"]]"},
        {"> b", "[[\">\",\"b\",\"true\"]]"},
        {": a b && c", "[[\"c\"]]"},
        {"a && cd b; c", NULL},
        {"a && cd b || true", NULL},
        {"A=b c", "[[\"env\",\"A=b\",\"c\"]]"},
        {"A=b && c", NULL},
        {"a | b", NULL},
        {"a &", NULL},
        {"(a; b)", NULL},
        {"a $b", NULL},
        {"a \"$(b)\"", NULL},
        {"a `b`", NULL},
        {"a *.c", NULL},
        {"a '*.c' \\*", "[[\"a\",\"*.c\",\"*\"]]"},
        {"if a then b", NULL},
        {"a \"b", NULL},
        {"cd b c", NULL},
        {"a [b]", NULL},
        {"a x[0-9]y", NULL},
        {"[ -f a ] && b", "[[\"[\",\"-f\",\"a\",\"]\"],[\"b\"]]"},
        {"a '[b]' [] b]c[", "[[\"a\",\"[b]\",\"[]\",\"b]c[\"]]"},
        {"a ~/b", NULL},
        {"a ~", NULL},
        {"A=~/b c", NULL},
        {"A=b:~/c d", NULL},
        {"A=b:c:~ d", NULL},
        {"a b:~ '-c=d:~' 'A=b:~' B=c~", "[[\"a\",\"b:~\",\"-c=d:~\",\"A=b:~\",\"B=c~\"]]"},
        {"a b~ '~' --c=~", "[[\"a\",\"b~\",\"~\",\"--c=~\"]]"},
        {"cd - && a", NULL},
        {"cd -P b", NULL},
        {"> b cd c", NULL},
        {"A=1 cd b", NULL},
        {"command -v a > b", NULL},
        {"type a", NULL},
        {"hash -r && a", NULL},
        {"a > /dev/stderr && b >> /dev/stdout", "[[\"a\"],[\"b\"]]"},
        {"a > /etc/b", NULL},
        {"a < /etc/os-release", NULL},
        {"cd /build && cd .. && a > b", NULL},
        {"cd /build && a > sub/../b", "[[\">\",\"sub/../b\",\"a\"]]"},
        {"cd /build && a && cd ../source && b < c",
         "[[\"a\"],[\"cd\",\"../source\"],[\"<\",\"c\",\"b\"]]"},
        {"a && cd b && c", "[[\"a\"],[\"cd\",\"b\"],[\"c\"]]"},
    };
    g_autoptr(CMakeDriver) known = driver();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *directory = NULL;
        g_autofree char *commands = vectors(known, rows[i].line, &directory);
        g_test_message("%s", rows[i].line);
        g_assert_cmpstr(commands, ==, rows[i].commands);
        gboolean moves = commands != NULL && g_str_has_prefix(rows[i].line, "cd /build");
        g_assert_cmpstr(directory, ==, moves ? "/build" : directory);
    }
    g_autofree char *below = NULL;
    g_autofree char *inside = vectors(known, "cd /build && cd sub && a", &below);
    g_assert_cmpstr(inside, ==, "[[\"a\"]]");
    g_assert_cmpstr(below, ==, "/build/sub");
}

/* What a vector says before its program comes out of it again. */
static void test_command(void)
{
    json_t *command = json_pack("[s, s, s, s, s, s, s]", "-", "<", "in", ">>", "out", "a", "-");
    const StepCommand told = step_command(command);
    g_assert_true(told.may_fail && told.appends);
    g_assert_cmpstr(told.reads, ==, "in");
    g_assert_cmpstr(told.writes, ==, "out");
    g_assert_cmpuint(told.first, ==, 5);
    json_decref(command);
}

static void test_names(void)
{
    static const struct {
        const char *line;
        guint named;
    } rows[] = {
        {"gen a", STEP_NAMES_PROGRAM},
        {"a gen", STEP_NAMES_OTHER},
        {"a --with=gen", STEP_NAMES_OTHER},
        {"gen gen", STEP_NAMES_PROGRAM | STEP_NAMES_OTHER},
        {"general a", 0},
        {"a && gen", STEP_NAMES_PROGRAM},
        {"a;gen|b", STEP_NAMES_PROGRAM},
        {"a | gen > b", STEP_NAMES_PROGRAM},
        {"a < gen", STEP_NAMES_OTHER},
        {"/usr/bin/cmake -E env A=b C= gen", STEP_NAMES_PROGRAM},
        {"/usr/bin/cmake -E env A=gen b", STEP_NAMES_OTHER},
        {"/usr/bin/cmake -E env --unset=A -- gen", STEP_NAMES_PROGRAM},
        {"/usr/bin/cmake -E copy gen b", STEP_NAMES_OTHER},
        {"env -i A=b /usr/bin/cmake -E time gen", STEP_NAMES_PROGRAM},
        {"A=b gen", STEP_NAMES_PROGRAM},
        {"sh -c 'A=b gen > c'", STEP_NAMES_PROGRAM},
        {"/bin/sh -e -c \"cat gen\"", STEP_NAMES_OTHER},
        {"sh gen", STEP_NAMES_OTHER},
    };
    g_autoptr(CMakeDriver) known = driver();
    g_autoptr(GHashTable) set = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(set, (gpointer) "gen");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_test_message("%s", rows[i].line);
        g_assert_cmpuint(step_names(known, set, rows[i].line), ==, rows[i].named);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/steps/vectors", test_vectors);
    g_test_add_func("/container/steps/command", test_command);
    g_test_add_func("/container/steps/names", test_names);
    return g_test_run();
}
