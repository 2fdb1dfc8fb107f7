#include "container/record/headers.h"
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define LIST_ASKED "CC_PRINT_HEADERS"
#define LIST_FILE "CC_PRINT_HEADERS_FILE"
#define RULE_FILE "DEPENDENCIES_OUTPUT"

/* ---- asking ---------------------------------------------------------------------------------- */

/* gcc ends a file's name at the first blank, where the rule's target begins. NULL: there is no
 * place for one. */
static char *rule_name(const char *list)
{
    if (strchr(list, ' ') == NULL) {
        return g_strconcat(list, ".rule", NULL);
    }
    g_autofree char *name = NULL;
    int file = g_file_open_tmp("xaas-record-XXXXXX", &name, NULL);
    if (file < 0) {
        return NULL;
    }
    close(file);
    if (strchr(name, ' ') != NULL) {
        g_unlink(name);
        return NULL;
    }
    return g_steal_pointer(&name);
}

void headers_ask(Headers *self, const char *log)
{
    self->list = g_strdup_printf("%s.%d", log, (int)getpid());
    self->rule = rule_name(self->list);
    const char *own = g_getenv(LIST_FILE);
    self->own_list = g_getenv(LIST_ASKED) == NULL ? NULL : g_strdup(own ? own : "/dev/stderr");
    self->own_rule = g_strdup(g_getenv(RULE_FILE));
    /* What a process of the same number has left that was killed. */
    g_unlink(self->list);
    g_setenv(LIST_ASKED, "1", TRUE);
    g_setenv(LIST_FILE, self->list, TRUE);
    /* "FILE TARGET" */
    const char *target = self->own_rule == NULL ? NULL : strchr(self->own_rule, ' ');
    if (self->rule != NULL) {
        g_autofree char *value = g_strconcat(self->rule, target, NULL);
        g_unlink(self->rule);
        g_setenv(RULE_FILE, value, TRUE);
    }
    if (target != NULL) {
        self->own_rule[target - self->own_rule] = '\0';
    }
    if (g_strcmp0(self->own_rule, "-") == 0) {
        g_free(self->own_rule);
        self->own_rule = g_strdup("/dev/stdout");
    }
}

/* ---- what it has said ------------------------------------------------------------------------ */

/* What clang lists, one a line. */
static void read_lines(GPtrArray *names, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        if (**line != '\0') {
            g_ptr_array_add(names, g_strdup(*line));
        }
    }
}

/* A rule for make: "TARGET...: NAME...", over several lines with "\\" at their ends; blanks and '#'
 * within a name have a "\\" before them, and '$' another one. */
static void read_rule(GPtrArray *names, const char *text)
{
    g_autoptr(GString) word = g_string_new(NULL);
    gboolean is_target = TRUE;
    for (const char *at = text;; at++) {
        gboolean goes_on = at[0] == '\\' && at[1] == '\n';
        if (goes_on || *at == '\0' || strchr(" \t\n", *at) != NULL) {
            gboolean ends_targets = is_target && g_str_has_suffix(word->str, ":");
            if (word->len > 0 && !is_target) {
                g_ptr_array_add(names, g_strdup(word->str));
            }
            g_string_truncate(word, 0);
            is_target = (is_target && !ends_targets) || *at == '\n';
            at += goes_on ? 1 : 0;
            if (*at == '\0') {
                return;
            }
            continue;
        }
        if ((at[0] == '\\' && (at[1] == ' ' || at[1] == '\t' || at[1] == '#')) ||
            (at[0] == '$' && at[1] == '$')) {
            at++;
        }
        g_string_append_c(word, *at);
    }
}

static void read_rule_file(GPtrArray *names, const char *path)
{
    g_autofree char *text = NULL;
    if (g_file_test(path, G_FILE_TEST_IS_REGULAR) && g_file_get_contents(path, &text, NULL, NULL)) {
        read_rule(names, text);
    }
}

/* The file with what stands in front of the last '.' of its name, and the ending ".d". */
static char *rule_beside(const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *dot = strrchr(slash != NULL ? slash : file, '.');
    return g_strdup_printf("%.*s.d", (int)(dot != NULL ? dot - file : (gssize)strlen(file)), file);
}

/* "-Wp,-MD,FILE": to the preprocessor these words are with a value. */
static void read_passed_rule(GPtrArray *names, const char *word)
{
    g_auto(GStrv) pieces = g_strsplit(word, ",", -1);
    for (char **piece = pieces; piece[0] != NULL && piece[1] != NULL; piece++) {
        if (g_str_equal(*piece, "-MD") || g_str_equal(*piece, "-MMD") ||
            g_str_equal(*piece, "-MF")) {
            read_rule_file(names, piece[1]);
        }
    }
}

/* Where gcc writes a rule that its words ask for: what "-MF" names, or beside its output. */
static void read_own_rules(GPtrArray *names, const GPtrArray *words)
{
    gboolean asked = FALSE;
    for (guint i = 1; i < words->len; i++) {
        const char *word = words->pdata[i];
        const char *next = i + 1 < words->len ? words->pdata[i + 1] : NULL;
        asked = asked || g_str_equal(word, "-MD") || g_str_equal(word, "-MMD");
        if (g_str_equal(word, "-MF") && next != NULL) {
            read_rule_file(names, next);
        } else if (g_str_has_prefix(word, "-MF")) {
            read_rule_file(names, word + strlen("-MF"));
        } else if (g_str_has_prefix(word, "-Wp,")) {
            read_passed_rule(names, word);
        }
    }
    for (guint i = 1; asked && i < words->len; i++) {
        const char *word = words->pdata[i];
        gboolean is_output = g_str_equal(words->pdata[i - 1], "-o");
        gboolean is_joined = g_str_has_prefix(word, "-o") && word[2] != '\0';
        if (is_output || is_joined) {
            g_autofree char *path = rule_beside(is_joined ? word + 2 : word);
            read_rule_file(names, path);
        } else if (*word != '-') {
            g_autofree char *base = g_path_get_basename(word);
            g_autofree char *path = rule_beside(base);
            read_rule_file(names, path);
        }
    }
}

/* Gives the project what it has asked for itself. */
static void hand_over(const char *text, const char *path)
{
    int file = text == NULL || path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    gsize length = text == NULL ? 0 : strlen(text);
    if (file >= 0) {
        if (write(file, text, length) != (gssize)length) {
            g_printerr("xaas-record: %s: not all could be written\n", path);
        }
        close(file);
    }
}

void headers_tell(Headers *self, const GPtrArray *words, GPtrArray *names)
{
    g_autofree char *list = NULL;
    g_autofree char *rule = NULL;
    if (g_file_get_contents(self->list, &list, NULL, NULL)) {
        read_lines(names, list);
    }
    if (self->rule != NULL && g_file_get_contents(self->rule, &rule, NULL, NULL)) {
        read_rule(names, rule);
    }
    read_own_rules(names, words);
    hand_over(list, self->own_list);
    hand_over(self->rule == NULL ? NULL : rule, self->own_rule);
    g_unlink(self->list);
    if (self->rule != NULL) {
        g_unlink(self->rule);
    }
    g_clear_pointer(&self->list, g_free);
    g_clear_pointer(&self->rule, g_free);
    g_clear_pointer(&self->own_list, g_free);
    g_clear_pointer(&self->own_rule, g_free);
}
