/* What would run a program. Nothing is run; but what a few commands say of the project's own files
 * is known without them: a version that is kept in a file, a file that may be there. */
#include "discover/autotools/m4.h"
#include <string.h>

/* Appends the first `lines` lines of a file that a command names `at` some place. FALSE when there
 * is no such file. */
static gboolean append_file(M4 *self, Origin at, GString *output, const char *path, guint lines)
{
    g_autoptr(Text) text = m4_load(self, at, path);
    if (text == NULL) {
        return FALSE;
    }
    for (const char *line = text_string(text); *line != '\0' && lines > 0; lines--) {
        gsize length = strcspn(line, "\n");
        length += line[length] == '\n';
        g_string_append_len(output, line, (gssize)length);
        line += length;
    }
    return TRUE;
}

static gboolean run_cat(M4 *self, Origin at, char **words, GString *output)
{
    gboolean known = words[1] != NULL;
    for (guint i = 1; words[i] != NULL; i++) {
        known = known && append_file(self, at, output, words[i], G_MAXUINT);
    }
    return known;
}

/* A file's name when it is there, and nothing otherwise: that is known, too. */
static gboolean run_ls(M4 *self, Origin at, char **words, GString *output)
{
    for (guint i = 1; words[i] != NULL; i++) {
        g_autoptr(Text) text = m4_load(self, at, words[i]);
        if (*words[i] == '-' || strpbrk(words[i], "*?[") != NULL) {
            return FALSE;
        }
        g_string_append_printf(output, "%s%s", text != NULL ? words[i] : "",
                               text != NULL ? "\n" : "");
    }
    return words[1] != NULL;
}

/* head -1 FILE, head -n 1 FILE, head -n1 FILE */
static gboolean run_head(M4 *self, Origin at, char **words, GString *output)
{
    guint next = 1;
    guint64 lines = 10;
    if (words[next] != NULL && *words[next] == '-') {
        const char *number = words[next] + 1 + (words[next][1] == 'n');
        if (*number == '\0' && words[next + 1] != NULL) {
            number = words[++next];
        }
        lines = g_ascii_strtoull(number, NULL, 10);
        next++;
    }
    return words[next] != NULL && words[next + 1] == NULL &&
           append_file(self, at, output, words[next], (guint)MIN(lines, G_MAXUINT));
}

/* tr -d '\n' < FILE */
static gboolean run_tr(M4 *self, Origin at, char **words, GString *output)
{
    gboolean form = g_strv_length(words) == 5 && strcmp(words[1], "-d") == 0 &&
                    strstr(words[2], "n") != NULL && strcmp(words[3], "<") == 0;
    if (!form || !append_file(self, at, output, words[4], G_MAXUINT)) {
        return FALSE;
    }
    g_string_replace(output, "\n", "", 0);
    return TRUE;
}

static gboolean run_echo(M4 *self, Origin at, char **words, GString *output)
{
    (void)self;
    (void)at;
    gboolean newline = strcmp(words[0], "echo") == 0;
    guint next = 1;
    if (words[next] != NULL && strcmp(words[next], "-n") == 0) {
        newline = FALSE;
        next++;
    }
    for (guint i = next; words[i] != NULL; i++) {
        if (strpbrk(words[i], "%\\") != NULL) {
            return FALSE;
        }
        g_string_append_printf(output, "%s%s", i > next ? " " : "", words[i]);
    }
    g_string_append(output, newline ? "\n" : "");
    return TRUE;
}

static gboolean answer(M4 *self, Origin at, const char *command, GString *output)
{
    static const struct {
        const char *name;
        gboolean (*run)(M4 *self, Origin at, char **words, GString *output);
    } rows[] = {{"cat", run_cat}, {"ls", run_ls},     {"head", run_head},
                {"tr", run_tr},   {"echo", run_echo}, {"printf", run_echo}};
    g_autoptr(GRegex) quiet = g_regex_new("\\s*2>\\s*/dev/null\\s*", 0, 0, NULL);
    g_autofree char *plain = g_regex_replace_literal(quiet, command, -1, 0, " ", 0, NULL);
    g_auto(GStrv) words = NULL;
    if (plain == NULL || strpbrk(plain, "|;&`$>(") != NULL ||
        !g_shell_parse_argv(plain, NULL, &words, NULL)) {
        return FALSE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (strcmp(rows[i].name, words[0]) == 0) {
            return rows[i].run(self, at, words, output);
        }
    }
    return FALSE;
}

/* A word and the number that a command is given for it. */
typedef struct {
    const char *word;
    gint64 number;
} Ranked;

static int compare_ranks(gconstpointer a, gconstpointer b)
{
    const Ranked *x = a;
    const Ranked *y = b;
    if (x->number != y->number) {
        return x->number > y->number ? -1 : 1;
    }
    return strcmp(x->word, y->word);
}

static gboolean is_integer(const char *text)
{
    const char *digits = text + (*text == '-' ? 1 : 0);
    return *digits != '\0' && strlen(digits) < 18 && digits[strspn(digits, G_CSET_DIGITS)] == '\0';
}

static gboolean is_plain_word(const char *text)
{
    return g_ascii_isalpha(*text) &&
           text[strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-")] == '\0';
}

/* "config/sort.pl first 20 second 80": a script of the project's own that is given nothing but
 * words, each with a number, puts the words in order, or chooses among them. What it is not known
 * to leave out is taken for its answer, as an M4 list with the greatest number first; the ledger
 * says that it was not run. FALSE for any other command. */
static gboolean rank_words(M4 *self, Origin at, const char *command, GString *output)
{
    g_autofree char *plain = g_strstrip(g_strdup(command));
    g_auto(GStrv) words = g_strsplit_set(plain, " \t\n", -1);
    g_autoptr(GPtrArray) given = g_ptr_array_new();
    for (guint i = 1; words[0] != NULL && words[i] != NULL; i++) {
        if (*words[i] != '\0') {
            g_ptr_array_add(given, words[i]);
        }
    }
    if (given->len < 2 || given->len % 2 != 0 || strchr(words[0], '/') == NULL) {
        return FALSE;
    }
    g_autoptr(GArray) ranked = g_array_new(FALSE, FALSE, sizeof(Ranked));
    for (guint i = 0; i < given->len; i += 2) {
        if (!is_plain_word(given->pdata[i]) || !is_integer(given->pdata[i + 1])) {
            return FALSE;
        }
        const Ranked one = {given->pdata[i], g_ascii_strtoll(given->pdata[i + 1], NULL, 10)};
        g_array_append_val(ranked, one);
    }
    g_autoptr(Text) script = m4_load(self, at, words[0]);
    if (script == NULL || !g_str_has_prefix(text_string(script), "#!")) {
        return FALSE;
    }
    g_array_sort(ranked, compare_ranks);
    for (guint i = 0; i < ranked->len; i++) {
        g_string_append_printf(output, "%s%s", i > 0 ? ", " : "",
                               g_array_index(ranked, Ranked, i).word);
    }
    return TRUE;
}

static void run(M4 *self, const M4Call *call, gboolean strip)
{
    g_autoptr(Text) command = m4_expand_part(self, m4_argument(self, call, 0));
    g_autoptr(GString) output = g_string_new(NULL);
    if (rank_words(self, call->at, text_string(command), output)) {
        m4_problem(self, call->at, "command not run, its words taken in order of their numbers",
                   text_string(command));
    } else if (!answer(self, call->at, text_string(command), output)) {
        m4_problem(self, call->at, "command not run", text_string(command));
        return;
    }
    while (strip && output->len > 0 && output->str[output->len - 1] == '\n') {
        g_string_truncate(output, output->len - 1);
    }
    m4_push(self, text_of_string(output->str, call->at));
}

static void command_esyscmd(M4 *self, const M4Call *call)
{
    run(self, call, FALSE);
}

static void command_esyscmd_s(M4 *self, const M4Call *call)
{
    run(self, call, TRUE);
}

/* Its output goes to the terminal. */
static void command_syscmd(M4 *self, const M4Call *call)
{
    m4_problem(self, call->at, "command not run", m4_argument_string(call, 0));
}

void m4_add_commands(M4 *self)
{
    m4_builtin(self, "m4_esyscmd", command_esyscmd, TRUE);
    m4_builtin(self, "esyscmd", command_esyscmd, TRUE);
    m4_builtin(self, "m4_esyscmd_s", command_esyscmd_s, TRUE);
    m4_builtin(self, "m4_syscmd", command_syscmd, TRUE);
}
