#include "container/build/step.h"
#include "container/build/driver_parts.h"
#include "container/build/sandbox.h"
#include "container/build/shell_line.h"
#include "core/json.h"
#include <string.h>

G_DEFINE_QUARK(xaas - step - error, step_error)

/* So many words may stand in front of a program that they start. */
#define STARTER_WORDS_MAX 32u
/* A shell's line may hold one for another shell. */
#define SHELL_DEPTH_MAX 4u
#define NOWHERE "/dev/null"

/* How many words from `first` on are what a pattern tells: the longest such beginning. */
static guint words_like(const GRegex *pattern, const GPtrArray *tokens, guint first)
{
    g_autoptr(GString) text = g_string_new(NULL);
    guint words = 0;
    for (guint i = 0; i < STARTER_WORDS_MAX && first + i < tokens->len; i++) {
        const ShellToken *token = tokens->pdata[first + i];
        if (token->kind != SHELL_WORD) {
            break;
        }
        g_autofree char *word = g_strdelimit(g_strdup(token->text), " \t\n", '_');
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", word);
        words = g_regex_match(pattern, text->str, 0, NULL) ? i + 1 : words;
    }
    return words;
}

/* ---- argument vectors ------------------------------------------------------------------------ */

typedef struct {
    const CMakeDriver *driver;
    const char *line;
    const GPtrArray *tokens;
    json_t *commands;
    json_t *command;
    char **directory;
    char *where;    /* the folder that the command runs in; NULL: not known */
    guint together; /* commands since the last ";", without those that only change the folder */
    guint words;    /* of the command, without what says where its streams lead */
    const char *assigns; /* the last word, where all are settings of its environment */
    gboolean writes;     /* its output goes to a file */
    gboolean reads;      /* its input comes from one */
    GError **error;
} Reading;

static gboolean fail_for_shell(const Reading *self, const char *word)
{
    g_set_error(self->error, STEP_ERROR, STEP_ERROR_SHELL,
                "a step needs a shell for \"%s\", and deployment has none: %s", word, self->line);
    return FALSE;
}

static gboolean is_word(const ShellToken *token, const char *text)
{
    return token->kind == SHELL_WORD && strcmp(token->text, text) == 0;
}

/* Whether nothing is done from `place` on: build tools add "&& :". */
static gboolean is_last(const GPtrArray *tokens, guint place)
{
    for (; place < tokens->len; place++) {
        const ShellToken *token = tokens->pdata[place];
        if (!shell_is(token, "&&") && !shell_is(token, ";") && !is_word(token, ":")) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Whether "|| ..." at `place` says no more than that what stands before it may fail; `place` is
 * then its last token. */
static gboolean takes_failure(const Reading *self, guint *place)
{
    g_autoptr(GString) text = g_string_new(NULL);
    gboolean apart = FALSE;
    guint end = *place + 1;
    for (; end < self->tokens->len; end++) {
        const ShellToken *token = self->tokens->pdata[end];
        gboolean paren = shell_is(token, "(") || shell_is(token, ")");
        if (shell_is(token, "&&") || shell_is(token, ";")) {
            break;
        }
        if (token->kind != SHELL_WORD && !paren) {
            return FALSE;
        }
        apart = apart || paren;
        if (!paren) {
            g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", token->text);
        }
    }
    *place = end - 1;
    return configure_only_succeeds(self->driver, text->str) ||
           ((apart || is_last(self->tokens, end)) && configure_ends_well(self->driver, text->str));
}

static const char *first_word(const json_t *command)
{
    return json_string_value(json_array_get(command, 0));
}

/* The step's own folder is where its first commands go to, one from where the one before went. */
static void take_folder(Reading *self)
{
    const char *to = json_string_value(json_array_get(self->command, 1));
    gboolean known = self->where != NULL && g_path_is_absolute(self->where);
    char *folder = known ? g_canonicalize_filename(to, self->where) : g_strdup(to);
    g_free(self->where);
    self->where = folder;
    if (json_array_size(self->commands) == 0) {
        g_free(*self->directory);
        *self->directory = g_strdup(folder);
        json_array_clear(self->command);
    }
}

static gboolean moves(const json_t *command)
{
    return g_strcmp0(first_word(command), "cd") == 0;
}

/* ":" does nothing; where its streams lead it still makes a file. */
static void drop_nothing(Reading *self)
{
    gsize first = step_command(self->command).first;
    const char *program = json_string_value(json_array_get(self->command, first));
    if (program != NULL && !g_str_equal(program, ":")) {
        return;
    }
    if (first == 0) {
        json_array_clear(self->command);
    } else if (program == NULL) {
        json_array_append_new(self->command, json_string("true"));
    } else {
        json_array_set_new(self->command, first, json_string("true"));
    }
}

/* The shell's own echo makes other bytes of such words than the program does. */
static gboolean is_shells_echo(const json_t *command)
{
    gsize first = step_command(command).first;
    if (g_strcmp0(json_string_value(json_array_get(command, first)), "echo") != 0) {
        return FALSE;
    }
    for (gsize i = first + 1; i < json_array_size(command); i++) {
        const char *word = json_string_value(json_array_get(command, i));
        if (*word == '-' || strchr(word, '\\') != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

static const char *word_at(const json_t *command, gsize place)
{
    return json_string_value(json_array_get(command, place));
}

/* Whether it goes to a folder in a way that no vector can say: with options, back to where it was,
 * or with streams or an environment of its own. */
static gboolean moves_oddly(const json_t *command)
{
    gsize at = step_command(command).first;
    gboolean alone = at == 0;
    if (g_strcmp0(word_at(command, at), "env") == 0) {
        alone = FALSE;
        for (at++; at < json_array_size(command) && strchr(word_at(command, at), '=') != NULL;) {
            at++;
        }
    }
    return g_strcmp0(word_at(command, at), "cd") == 0 &&
           (!alone || json_array_size(command) != 2 || *word_at(command, 1) == '-');
}

/* Deployment opens files of the project and of its build tree. */
static gboolean check_stream(const Reading *self, const char *name)
{
    static const char source[] = SANDBOX_SOURCE "/", build[] = SANDBOX_BUILD "/";
    gboolean known = self->where != NULL && g_path_is_absolute(self->where);
    if (name == NULL || (!known && !g_path_is_absolute(name))) {
        return TRUE;
    }
    g_autofree char *full = g_canonicalize_filename(name, known ? self->where : "/");
    if (g_str_has_prefix(full, source) || g_str_has_prefix(full, build)) {
        return TRUE;
    }
    g_set_error(self->error, STEP_ERROR, STEP_ERROR_OUTSIDE,
                "a step reads or writes \"%s\", which lies neither in the project nor in its build "
                "tree, so that deployment has none: %s",
                name, self->line);
    return FALSE;
}

/* FALSE and an error when only a shell could run it. */
static gboolean end_command(Reading *self)
{
    const StepCommand told = step_command(self->command);
    if (is_shells_echo(self->command)) {
        return fail_for_shell(self, "echo");
    }
    if (self->assigns != NULL || moves_oddly(self->command)) {
        return fail_for_shell(self, self->assigns != NULL ? self->assigns : "cd");
    }
    if (!check_stream(self, told.reads) || !check_stream(self, told.writes)) {
        return FALSE;
    }
    drop_nothing(self);
    if (moves(self->command)) {
        take_folder(self);
    }
    if (json_array_size(self->command) > 0) {
        json_array_append(self->commands, self->command);
        self->together += moves(self->command) ? 0 : 1;
    }
    json_decref(self->command);
    self->command = json_array();
    self->words = 0;
    self->writes = self->reads = FALSE;
    return TRUE;
}

/* Settings before a program are its environment, which a program of that name gives it. */
static gboolean read_word(Reading *self, const ShellToken *token)
{
    gboolean starts = self->words == 0 || self->assigns != NULL;
    gboolean sets = starts && g_regex_match(self->driver->setting, token->text, 0, NULL);
    if (token->expands || (starts && !token->quoted &&
                           g_regex_match(self->driver->needs_shell, token->text, 0, NULL))) {
        return fail_for_shell(self, token->text);
    }
    if (sets && self->words == 0) {
        json_array_append_new(self->command, json_string("env"));
    }
    self->assigns = sets ? token->text : NULL;
    self->words++;
    json_array_append_new(self->command, json_of_text(token->text));
    return TRUE;
}

static void let_fail(json_t *command)
{
    if (g_strcmp0(first_word(command), STEP_MAY_FAIL) != 0) {
        json_array_insert_new(command, 0, json_string(STEP_MAY_FAIL));
    }
}

/* What stands behind ";" runs in any case, which is the same as that one command before it may
 * fail. Of several the rest is not run when the first one fails, and that no vector can say. */
static gboolean end_list(Reading *self, guint place)
{
    if (!end_command(self)) {
        return FALSE;
    }
    if (is_last(self->tokens, place + 1)) {
        return TRUE;
    }
    json_t *last = json_array_get(self->commands, json_array_size(self->commands) - 1);
    if (self->together > 1 || (self->together == 1 && moves(last))) {
        return fail_for_shell(self, ";");
    }
    if (self->together == 1) {
        let_fail(last);
    }
    self->together = 0;
    return TRUE;
}

static gboolean read_control(Reading *self, guint *place)
{
    const ShellToken *token = self->tokens->pdata[*place];
    if (shell_is(token, "&&")) {
        return end_command(self);
    }
    if (shell_is(token, ";")) {
        return end_list(self, *place);
    }
    if (shell_is(token, "||") && !moves(self->command) && takes_failure(self, place)) {
        let_fail(self->command);
        return TRUE;
    }
    return fail_for_shell(self, token->text);
}

/* Nobody keeps what is said: to say it is to write it nowhere. */
static gboolean is_nowhere(const char *file, gboolean writes)
{
    return g_str_equal(file, NOWHERE) ||
           (writes && (g_str_equal(file, "/dev/stdout") || g_str_equal(file, "/dev/stderr")));
}

/* Puts words in front of a command that say where its streams lead. What only says where messages
 * go does not matter to what is made. */
static gboolean read_redirect(Reading *self, guint *place)
{
    const ShellToken *token = self->tokens->pdata[*place];
    const ShellToken *target =
        *place + 1 < self->tokens->len ? self->tokens->pdata[*place + 1] : NULL;
    gboolean is_plain = target != NULL && target->kind == SHELL_WORD && !target->expands;
    const char *sign = g_str_equal(token->text, "1>") || g_str_equal(token->text, ">|") ? ">"
                       : g_str_equal(token->text, "1>>")                                ? ">>"
                       : g_str_equal(token->text, "0<")                                 ? "<"
                                                        : token->text;
    gboolean writes = g_str_equal(sign, STEP_WRITES) || g_str_equal(sign, STEP_APPENDS);
    gboolean reads = g_str_equal(sign, STEP_READS);
    gboolean nowhere = is_plain && is_nowhere(target->text, writes);
    gboolean told = is_plain && g_str_equal(sign, "2>&") && g_str_equal(target->text, "1");
    if (!is_plain || (!writes && !told && !reads && !(g_str_equal(sign, "2>") && nowhere)) ||
        (writes && self->writes) || (told && self->writes) || (reads && self->reads)) {
        return fail_for_shell(self, token->text);
    }
    ++*place;
    if (!nowhere && !told) {
        gsize at = g_strcmp0(first_word(self->command), STEP_MAY_FAIL) == 0 ? 1 : 0;
        json_array_insert_new(self->command, at, json_string(sign));
        json_array_insert_new(self->command, at + 1, json_of_text(target->text));
    }
    self->writes = self->writes || (writes && !nowhere);
    self->reads = self->reads || reads;
    return TRUE;
}

static gboolean read_tokens(Reading *self)
{
    for (guint i = 0; i < self->tokens->len; i++) {
        const ShellToken *token = self->tokens->pdata[i];
        gboolean good = FALSE;
        switch (token->kind) {
        case SHELL_WORD:
            good = read_word(self, token);
            break;
        case SHELL_CONTROL:
            good = read_control(self, &i);
            break;
        case SHELL_REDIRECT:
            good = read_redirect(self, &i);
            break;
        }
        if (!good) {
            return FALSE;
        }
    }
    return end_command(self);
}

json_t *step_commands(const CMakeDriver *driver, const char *text, char **directory, GError **error)
{
    g_autoptr(Arena) arena = arena_new();
    const GPtrArray *tokens = shell_tokens(arena, text, error);
    if (tokens == NULL) {
        return NULL;
    }
    Reading self = {.driver = driver,
                    .line = text,
                    .tokens = tokens,
                    .commands = json_array(),
                    .command = json_array(),
                    .directory = directory,
                    .where = g_strdup(*directory),
                    .error = error};
    if (!read_tokens(&self)) {
        g_clear_pointer(&self.commands, json_decref);
    }
    json_decref(self.command);
    g_free(self.where);
    return self.commands;
}

StepCommand step_command(const json_t *command)
{
    StepCommand self = {0};
    for (gsize size = json_array_size(command); self.first < size; self.first++) {
        const char *word = json_string_value(json_array_get(command, self.first));
        const char *file = json_string_value(json_array_get(command, self.first + 1));
        if (g_strcmp0(word, STEP_MAY_FAIL) == 0) {
            self.may_fail = TRUE;
            continue;
        }
        gboolean appends = g_strcmp0(word, STEP_APPENDS) == 0;
        if (g_strcmp0(word, STEP_READS) == 0) {
            self.reads = file;
        } else if (appends || g_strcmp0(word, STEP_WRITES) == 0) {
            self.writes = file;
            self.appends = appends;
        } else {
            break;
        }
        self.first++;
    }
    return self;
}

/* ---- what a line names ----------------------------------------------------------------------- */

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

static guint line_names(const CMakeDriver *driver, GHashTable *set, const char *line, guint depth)
{
    g_autoptr(Arena) arena = arena_new();
    const GPtrArray *tokens = shell_tokens(arena, line, NULL);
    guint named = 0;
    guint program = 0;        /* where the command's program stands */
    guint script = G_MAXUINT; /* the same of a line for another shell */
    for (guint i = 0; tokens != NULL && i < tokens->len; i++) {
        const ShellToken *token = tokens->pdata[i];
        if (token->kind == SHELL_CONTROL) {
            program = i + 1;
            continue;
        }
        if (i == program) {
            program += words_like(driver->starts, tokens, i);
        }
        if (i == program) {
            guint words = words_like(driver->shell, tokens, i);
            script = words > 0 && depth < SHELL_DEPTH_MAX ? i + words : G_MAXUINT;
        }
        if (token->kind == SHELL_WORD && i == script) {
            named |= line_names(driver, set, token->text, depth + 1);
        } else if (token->kind == SHELL_WORD && names_one_of(set, token->text)) {
            named |= i == program ? STEP_NAMES_PROGRAM : STEP_NAMES_OTHER;
        }
    }
    return named;
}

guint step_names(const CMakeDriver *driver, GHashTable *set, const char *line)
{
    return line_names(driver, set, line, 0);
}
