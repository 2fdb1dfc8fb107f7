#include "container/prove/lexer.h"

#include <string.h>

gboolean lexer_begins_name(char c)
{
    return g_ascii_isalpha(c) || c == '_' || c == '$' || (guchar)c >= 0x80;
}

gboolean lexer_continues_name(char c)
{
    return lexer_begins_name(c) || g_ascii_isdigit(c);
}

const char *lexer_find(const char *from, const char *end, const char *text)
{
    gsize length = strlen(text);
    for (const char *at = from; (gsize)(end - at) >= length; at++) {
        at = memchr(at, *text, (gsize)(end - at) - length + 1);
        if (at == NULL || memcmp(at, text, length) == 0) {
            return at;
        }
    }
    return NULL;
}

const char *lexer_line_end(const Lexer *self)
{
    const char *end = memchr(self->at, '\n', (gsize)(self->end - self->at));
    return end == NULL ? self->end : end;
}

void lexer_emit(Lexer *self, guint32 token)
{
    g_array_append_val(self->file->tokens, token);
}

void lexer_emit_character(Lexer *self, char c)
{
    lexer_emit(self, c == '('   ? TOKEN_OPEN
                     : c == ')' ? TOKEN_CLOSE
                     : c == ',' ? TOKEN_COMMA
                                : TOKEN_OTHER);
}

void lexer_mention(Lexer *self, guint32 id)
{
    guint32 *mark = &g_array_index(self->lexicon->marks, guint32, id);
    if (*mark != self->lexicon->file) {
        *mark = self->lexicon->file;
        g_array_append_val(self->file->names, id);
    }
}

static guint32 take_word(Lexer *self, const char *from)
{
    g_string_truncate(self->word, 0);
    g_string_append_len(self->word, from, self->at - from);
    return lexicon_id(self->lexicon, self->word->str);
}

static guint32 take_name(Lexer *self)
{
    const char *from = self->at;
    while (self->at < self->end && lexer_continues_name(*self->at)) {
        self->at++;
    }
    return take_word(self, from);
}

static guint32 take_number(Lexer *self)
{
    const char *from = self->at;
    while (self->at < self->end) {
        char c = *self->at;
        gboolean sign = (c == '+' || c == '-') && strchr("eEpP", self->at[-1]) != NULL;
        gboolean separator = c == '\'' && self->at + 1 < self->end && g_ascii_isalnum(self->at[1]);
        if (!lexer_continues_name(c) && c != '.' && !(sign && self->at > from) && !separator) {
            break;
        }
        self->at++;
    }
    return take_word(self, from);
}

static void skip_blanks(Lexer *self)
{
    while (self->at < self->end) {
        if (*self->at == ' ' || *self->at == '\t' || *self->at == '\r' || *self->at == '\f' ||
            *self->at == '\v') {
            self->at++;
        } else if (self->at + 1 < self->end && self->at[0] == '/' && self->at[1] == '*') {
            const char *close = lexer_find(self->at + 2, self->end, "*/");
            self->at = close == NULL ? self->end : close + 2;
        } else {
            return;
        }
    }
}

/* <name> or "name" behind #include and in __has_include: the last part of the path is noted. */
static gboolean take_header(Lexer *self)
{
    skip_blanks(self);
    if (self->at >= self->end || (*self->at != '<' && *self->at != '"')) {
        return FALSE;
    }
    char closing = *self->at == '<' ? '>' : '"';
    const char *from = self->at + 1;
    const char *c = from;
    while (c < self->end && *c != closing && *c != '\n') {
        c++;
    }
    if (c >= self->end || *c != closing) {
        return FALSE;
    }
    if (lexer_find(from, c, "/*") != NULL) {
        self->file->doubts |= FILE_DOUBT_COMMENT;
    }
    g_autofree char *path = g_strndup(from, (gsize)(c - from));
    self->file->includes_computed = self->file->includes_computed || lexicon_leaves_folder(path);
    g_autofree char *name = g_path_get_basename(path);
    guint32 id = lexicon_id(self->lexicon, name);
    g_array_append_val(self->file->included, id);
    self->at = c + 1;
    return TRUE;
}

/* Behind __has_include and its like. What stands elsewhere, or is made by macros, may be any file.
 */
static void read_lookup(Lexer *self)
{
    skip_blanks(self);
    if (self->at < self->end && *self->at == '(') {
        self->at++;
        self->file->includes_computed = !take_header(self) || self->file->includes_computed;
    } else {
        self->file->includes_computed = !self->after_defined || self->file->includes_computed;
    }
}

/* Behind __has_builtin: a name that is written out there is not expanded. */
static void read_question(Lexer *self)
{
    skip_blanks(self);
    if (self->at < self->end && *self->at == '(') {
        self->at++;
        skip_blanks(self);
        if (self->at < self->end && lexer_begins_name(*self->at)) {
            guint32 name = take_name(self);
            lexer_emit(self, TOKEN_OPEN);
            lexer_emit(self, name);
            lexer_mention(self, name);
            g_array_append_val(self->file->builtins, name);
        } else {
            lexer_emit(self, TOKEN_OPEN);
        }
    }
}

/* A builtin's name that may come to stand in __has_builtin. */
static void read_builtin(Lexer *self, guint32 name)
{
    skip_blanks(self);
    if (self->at == self->end || *self->at != '(') {
        g_array_append_val(self->file->builtins, name);
    }
}

/* Behind _Pragma. A text that is written out there has the words that count; tokens that `#` makes
 * one of are mentioned where they stand. Anything else may be any text. */
static void read_pragma(Lexer *self)
{
    skip_blanks(self);
    if (self->at < self->end && *self->at == '(') {
        lexer_emit(self, TOKEN_OPEN);
        self->at++;
        skip_blanks(self);
    }
    const char *c = self->at;
    while (c < self->end && g_ascii_isalnum(*c)) {
        c++; /* the prefix of a text */
    }
    if (c < self->end && *c == '"') {
        self->read_text = TRUE;
    } else if (self->at >= self->end || *self->at != '#') {
        self->file->pragmas_computed = TRUE;
    }
}

/* Behind #error and #warning. A comment that begins there does so only where the line is skipped.
 */
static void read_message(Lexer *self)
{
    const char *end = lexer_line_end(self);
    const char *comment = lexer_find(self->at, end, "/*");
    if (comment != NULL && lexer_find(comment + 2, end, "*/") == NULL) {
        self->file->doubts |= FILE_DOUBT_COMMENT;
    }
    lexer_read_plain_rest(self);
}

static void read_directive(Lexer *self)
{
    const Lexicon *lexicon = self->lexicon;
    self->in_directive = TRUE;
    skip_blanks(self);
    if (self->at >= self->end || !lexer_begins_name(*self->at)) {
        return;
    }
    guint32 word = take_name(self);
    if (word == lexicon->define || word == lexicon->undef) {
        skip_blanks(self);
        if (self->at < self->end && lexer_begins_name(*self->at)) {
            guint32 name = take_name(self);
            gboolean call = self->at < self->end && *self->at == '(';
            lexer_emit(self, word == lexicon->undef ? TOKEN_UNDEFINE
                             : call                 ? TOKEN_DEFINE_CALL
                                                    : TOKEN_DEFINE);
            lexer_emit(self, name);
        }
    } else if (word == lexicon->ifdef || word == lexicon->ifndef || word == lexicon->elifdef ||
               word == lexicon->elifndef) {
        self->before_defined = TRUE;
    } else if (word == lexicon->error || word == lexicon->warning) {
        read_message(self);
    } else if (word == lexicon->include || word == lexicon->include_next ||
               word == lexicon->import || word == lexicon->embed) {
        self->file->includes_computed = !take_header(self) || self->file->includes_computed;
        self->file->doubts |= word == lexicon->embed ? FILE_DOUBT_EMBED : FILE_DOUBT_NONE;
    }
}

/* __atomic_always_lock_free() and its like. */
static gboolean asks_lock_free(const char *name)
{
    return g_str_has_suffix(name, QUESTION_LOCK_FREE_ENDING) &&
           (g_str_has_prefix(name, "__atomic_") || g_str_has_prefix(name, "__c11_atomic_"));
}

static void read_name(Lexer *self)
{
    const Lexicon *lexicon = self->lexicon;
    guint32 name = take_name(self);
    if (self->at < self->end && *self->at == '"' &&
        lexer_is_raw_prefix(lexicon_name(lexicon, name)) && lexer_skip_raw_text(self)) {
        return;
    }
    lexer_emit(self, name);
    lexer_mention(self, name);
    if (asks_lock_free(lexicon_name(lexicon, name))) {
        lexer_mention(self, lexicon->wide_atomics);
    } else if (name == lexicon->evaluation) {
        lexer_mention(self, lexicon->sse);
    }
    if (name == lexicon->push_macro || name == lexicon->pop_macro) {
        self->read_text = TRUE;
    } else if (name == lexicon->pragma) {
        read_pragma(self);
    } else if (name == lexicon->timestamp) {
        self->file->doubts |= FILE_DOUBT_TIMESTAMP;
    } else if (name == lexicon->defined) {
        self->before_defined = TRUE;
    } else if (name == lexicon->has_builtin) {
        read_question(self);
    } else if (name == lexicon->has_include || name == lexicon->has_include_next ||
               name == lexicon->has_embed) {
        gboolean looks = name == lexicon->has_embed && !self->after_defined;
        self->file->doubts |= looks ? FILE_DOUBT_EMBED : FILE_DOUBT_NONE;
        read_lookup(self);
    } else if (g_str_has_prefix(lexicon_name(lexicon, name), BUILTIN_PREFIX)) {
        read_builtin(self, name);
    }
}

static void read_other(Lexer *self)
{
    char c = *self->at;
    char next = self->at + 1 < self->end ? self->at[1] : '\0';
    gboolean digraph = c == '%' && next == ':';
    if ((c == '#' || digraph) && self->line_begins) {
        self->at += digraph ? 2 : 1;
        read_directive(self);
        return;
    }
    if (c == '#' && next == '#') {
        lexer_emit(self, TOKEN_PASTE);
        self->at += 2;
        return;
    }
    if (digraph && self->at + 3 < self->end && self->at[2] == '%' && self->at[3] == ':') {
        lexer_emit(self, TOKEN_PASTE);
        self->at += 4;
        return;
    }
    if (c == '\\' && (next == 'u' || next == 'U')) {
        self->file->doubts |= FILE_DOUBT_ESCAPES;
    }
    if (c == '(') {
        self->before_defined = self->after_defined;
    }
    lexer_emit_character(self, c);
    self->at++;
}

static void end_line(Lexer *self)
{
    if (self->in_directive) {
        lexer_emit(self, TOKEN_LINE_END);
    }
    self->in_directive = FALSE;
    self->after_defined = FALSE;
    self->line_begins = TRUE;
    self->read_text = FALSE;
}

void lexer_run(Lexer *self)
{
    while (self->at < self->end) {
        skip_blanks(self);
        if (self->at >= self->end) {
            break;
        }
        char c = *self->at;
        char next = self->at + 1 < self->end ? self->at[1] : '\0';
        if (c == '\n') {
            self->at++;
            end_line(self);
            continue;
        }
        if (c == '/' && next == '/') {
            self->file->two_comments =
                self->file->two_comments || (self->at + 2 < self->end && self->at[2] == '*');
            self->at = lexer_line_end(self);
            continue;
        }
        if (c == '"' || c == '\'') {
            lexer_skip_quoted(self);
        } else if (lexer_begins_name(c)) {
            read_name(self);
        } else if (g_ascii_isdigit(c) || (c == '.' && g_ascii_isdigit(next))) {
            guint32 number = take_number(self);
            lexer_emit(self, number);
            lexer_mention(self, number);
        } else {
            read_other(self);
        }
        self->line_begins = FALSE;
        self->after_defined = self->before_defined;
        self->before_defined = FALSE;
    }
    end_line(self);
}
