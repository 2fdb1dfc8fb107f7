#include "container/build/step.h"
#include "container/build/unit.h"
#include "core/json.h"
#include <string.h>

G_DEFINE_QUARK(xaas - step - error, step_error)

/* Whether "&&" or "||" stands there between blanks: these are read. */
static gboolean is_joint(const char *text, const char *at)
{
    return (at == text || g_ascii_isspace(at[-1])) && at[1] == at[0] &&
           (at[0] == '&' || at[0] == '|') && (at[2] == '\0' || g_ascii_isspace(at[2]));
}

/* The first character that means something to a shell, which is not there to read it, with or
 * without blanks around it. NULL: there is none. */
static const char *shell_operator(const char *text)
{
    char quote = '\0';
    for (const char *c = text; *c != '\0'; c++) {
        gboolean expands = *c == '`' || (*c == '$' && c[1] == '(');
        if (*c == '\\' && c[1] != '\0' && quote != '\'') {
            c++;
        } else if (quote != '\'' && expands) {
            return c;
        } else if (quote != '\0') {
            quote = *c == quote ? '\0' : quote;
        } else if (*c == '\'' || *c == '"') {
            quote = *c;
        } else if (is_joint(text, c)) {
            c++;
        } else if (strchr("|;<>&", *c) != NULL) {
            return c;
        }
    }
    return NULL;
}

static void fail_for_shell(const char *text, const char *word, gsize length, GError **error)
{
    g_set_error(error, STEP_ERROR, STEP_ERROR_SHELL,
                "a step needs a shell for \"%.*s\", and deployment has none: %s", (int)length, word,
                text);
}

/* Whether nothing is done from `place` on: build tools add "&& :". */
static gboolean is_last(const GPtrArray *words, guint place)
{
    for (; place < words->len; place++) {
        if (!g_str_equal(words->pdata[place], "&&") && !g_str_equal(words->pdata[place], ":")) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Whether "|| ..." at `place` says no more than that what stands before it may fail; `place` is
 * then its last word. */
static gboolean takes_failure(const CMakeDriver *driver, const GPtrArray *words, guint *place)
{
    g_autoptr(GString) text = g_string_new(NULL);
    guint end = *place + 1;
    for (; end < words->len && !g_str_equal(words->pdata[end], "&&"); end++) {
        if (g_str_equal(words->pdata[end], "||")) {
            return FALSE;
        }
        g_string_append_printf(text, " %s", (const char *)words->pdata[end]);
    }
    gboolean apart = strchr(text->str, '(') != NULL;
    g_strdelimit(text->str, "()", ' ');
    g_auto(GStrv) parts = g_strsplit_set(text->str, " ", -1);
    g_autoptr(GString) plain = g_string_new(NULL);
    for (char **part = parts; *part != NULL; part++) {
        g_string_append_printf(plain, "%s%s", plain->len > 0 && **part != '\0' ? " " : "", *part);
    }
    *place = end - 1;
    return configure_only_succeeds(driver, plain->str) ||
           ((apart || is_last(words, end)) && configure_ends_well(driver, plain->str));
}

static void end_command(json_t *commands, json_t **command)
{
    if (json_array_size(*command) > 0 &&
        !g_str_equal(json_string_value(json_array_get(*command, 0)), ":")) {
        json_array_append_new(commands, *command);
    } else {
        json_decref(*command);
    }
    *command = json_array();
}

json_t *step_commands(const CMakeDriver *driver, const char *text, char **directory, GError **error)
{
    g_autoptr(Arena) arena = arena_new();
    const char *meant = shell_operator(text);
    if (meant != NULL) {
        fail_for_shell(text, meant, strcspn(meant, " \n"), error);
        return NULL;
    }
    const GPtrArray *words = command_words(arena, text, error);
    json_t *commands = words == NULL ? NULL : json_array();
    json_t *command = json_array();
    for (guint i = 0; commands != NULL && i < words->len; i++) {
        const char *word = words->pdata[i];
        if (g_str_equal(word, "&&")) {
            if (json_array_size(command) == 2 && json_array_size(commands) == 0 &&
                g_str_equal(json_string_value(json_array_get(command, 0)), "cd")) {
                g_free(*directory);
                *directory = g_strdup(json_string_value(json_array_get(command, 1)));
                json_array_clear(command);
            }
            end_command(commands, &command);
        } else if (g_str_equal(word, "||") && takes_failure(driver, words, &i)) {
            json_array_insert_new(command, 0, json_string(STEP_MAY_FAIL));
        } else if (g_str_equal(word, "||")) {
            fail_for_shell(text, word, strlen(word), error);
            g_clear_pointer(&commands, json_decref);
        } else {
            json_array_append_new(command, json_of_text(word));
        }
    }
    if (commands != NULL) {
        end_command(commands, &command);
    }
    json_decref(command);
    return commands;
}

/* A word's parts, as in -Wl,--whole-archive,NAME or --option=NAME. */
static gboolean names_one_of(GHashTable *set, const char *word)
{
    if (g_hash_table_contains(set, word)) {
        return TRUE;
    }
    g_auto(GStrv) parts = g_strsplit_set(word, ",=", -1);
    for (char **part = parts; *part != NULL; part++) {
        if (g_hash_table_contains(set, *part)) {
            return TRUE;
        }
    }
    return FALSE;
}

guint step_names(GHashTable *set, const char *line)
{
    g_autoptr(Arena) arena = arena_new();
    const GPtrArray *words = command_words(arena, line, NULL);
    guint named = 0;
    gboolean starts = TRUE;
    for (guint i = 0; words != NULL && i < words->len; i++) {
        if (names_one_of(set, words->pdata[i])) {
            named |= starts ? STEP_NAMES_PROGRAM : STEP_NAMES_OTHER;
        }
        starts = g_str_equal(words->pdata[i], "&&");
    }
    return named;
}
