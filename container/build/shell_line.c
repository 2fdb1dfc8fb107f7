#include "container/build/shell_line.h"
#include <string.h>

G_DEFINE_QUARK(xaas - shell - error, shell_error)

typedef struct {
    Arena *arena;
    GPtrArray *tokens;
    GString *word;
    gboolean started, quoted, expands;
    gsize bracket; /* how long the word was behind its first "["; 0: it has none */
    gsize pattern; /* how long it was behind what makes it a pattern of names; 0: nothing does */
} Cutting;

static void add_token(Cutting *self, ShellKind kind, const char *text, gsize length)
{
    ShellToken *token = arena_new0(self->arena, ShellToken);
    token->kind = kind;
    token->text = arena_strndup(self->arena, text, length);
    g_ptr_array_add(self->tokens, token);
}

/* Whether what the word may stand for lies in a folder whose name ends with "=": the word sets
 * something to a path ("TESTS=/build/app[1].cmake"), no such folder is there, and a pattern that no
 * file has stands for itself. */
static gboolean is_setting(const Cutting *self)
{
    const char *slash = memchr(self->word->str, '/', self->pattern);
    return slash != NULL && slash > self->word->str && slash[-1] == '=';
}

static void end_word(Cutting *self)
{
    if (self->started) {
        add_token(self, SHELL_WORD, self->word->str, self->word->len);
        ShellToken *token = self->tokens->pdata[self->tokens->len - 1];
        token->quoted = self->quoted;
        token->expands = self->expands || (self->pattern > 0 && !is_setting(self));
    }
    g_string_truncate(self->word, 0);
    self->started = self->quoted = self->expands = FALSE;
    self->bracket = self->pattern = 0;
}

/* A dollar sign at the end of a word, or before most signs, is one. */
static gboolean begins_expansion(const char *c)
{
    return *c == '`' ||
           (*c == '$' && (g_ascii_isalnum(c[1]) || (c[1] != '\0' && strchr("_{(@*#?$!-", c[1]))));
}

/* Whether a home folder may begin here: a word, a setting's value, or a further path of that. */
static gboolean may_be_home(const Cutting *self)
{
    const char *word = self->word->str;
    gsize name = strspn(word, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return !self->started || (name > 0 && word[name] == '=' &&
                              (word[name + 1] == '\0' || g_str_has_suffix(word, ":")));
}

/* Notes where a character makes its word a pattern of names. */
static void look_for_pattern(Cutting *self, char c)
{
    if (c == '[' && self->bracket == 0) {
        self->bracket = self->word->len + 1;
    }
    gboolean closes = c == ']' && self->bracket > 0 && self->word->len > self->bracket;
    if ((c == '*' || c == '?' || closes) && self->pattern == 0) {
        self->pattern = self->bracket > 0 ? self->bracket : self->word->len + 1;
    }
}

/* Reads up to the closing quote and gives its place; NULL: there is none. */
static const char *read_quoted(Cutting *self, const char *c)
{
    char quote = *c;
    self->started = self->quoted = TRUE;
    for (c++; *c != '\0' && *c != quote; c++) {
        if (quote == '"' && *c == '\\' && c[1] != '\0' && strchr("$`\"\\\n", c[1]) != NULL) {
            c++;
            if (*c == '\n') {
                continue;
            }
        } else if (quote == '"' && begins_expansion(c)) {
            self->expands = TRUE;
        }
        g_string_append_c(self->word, *c);
    }
    return *c == quote ? c : NULL;
}

/* How many characters at `c` are a redirection's; digits that stand for themselves before it name
 * what is redirected. 0: it is none. */
static gsize redirect_length(const Cutting *self, const char *c)
{
    gsize digits = self->started ? 0 : strspn(c, "0123456789");
    const char *sign = c + digits;
    if (*sign != '<' && *sign != '>') {
        return 0;
    }
    gboolean has_second = sign[1] == *sign || sign[1] == '&' || (*sign == '>' && sign[1] == '|') ||
                          (*sign == '<' && sign[1] == '>');
    return digits + (has_second ? 2 : 1);
}

static gsize control_length(const char *c)
{
    if (*c == '\0' || strchr("&|;()\n", *c) == NULL) {
        return 0;
    }
    return (*c == '&' || *c == '|') && c[1] == *c ? 2 : 1;
}

/* One character, or what belongs to it, outside of quotes; gives the place of its last one. */
static const char *read_plain(Cutting *self, const char *c)
{
    gsize redirect = redirect_length(self, c);
    gsize control = control_length(c);
    if (redirect > 0 || control > 0) {
        end_word(self);
        add_token(self, redirect > 0 ? SHELL_REDIRECT : SHELL_CONTROL, *c == '\n' ? ";" : c,
                  redirect > 0 ? redirect : control);
        return c + (redirect > 0 ? redirect : control) - 1;
    }
    if (g_ascii_isspace(*c)) {
        end_word(self);
        return c;
    }
    if (*c == '\\' && c[1] != '\0') {
        c++;
        if (*c == '\n') {
            return c;
        }
        self->quoted = TRUE;
    } else if (begins_expansion(c) || (*c == '~' && may_be_home(self)) ||
               (*c == '#' && !self->started)) {
        self->expands = TRUE;
    } else {
        look_for_pattern(self, *c);
    }
    self->started = TRUE;
    g_string_append_c(self->word, *c);
    return c;
}

GPtrArray *shell_tokens(Arena *arena, const char *line, GError **error)
{
    g_autoptr(GString) word = g_string_new(NULL);
    Cutting self = {.arena = arena, .tokens = arena_array(arena), .word = word};
    for (const char *c = line; *c != '\0'; c++) {
        c = *c == '\'' || *c == '"' ? read_quoted(&self, c) : read_plain(&self, c);
        if (c == NULL) {
            g_set_error_literal(error, SHELL_ERROR, SHELL_ERROR_QUOTE,
                                "a quote is not closed; let the build tool write the command anew");
            return NULL;
        }
    }
    end_word(&self);
    return self.tokens;
}

gboolean shell_is(const ShellToken *token, const char *operator)
{
    return token->kind != SHELL_WORD && strcmp(token->text, operator) == 0;
}
