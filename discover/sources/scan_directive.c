#include "discover/sources/scan_private.h"
#include <string.h>

typedef enum {
    READ_CONDITION,
    READ_DEFINED,     /* a name that has to be defined, */
    READ_NOT_DEFINED, /* or not */
    READ_NOTHING,
    READ_NAME,
    READ_INCLUDE,
    READ_PRAGMA,
} Operand;

static const struct {
    const char *word;
    Operand operand;
    DirectiveKind kind; /* for the first five */
} directives[] = {
    {"if", READ_CONDITION, DIRECTIVE_IF},
    {"ifdef", READ_DEFINED, DIRECTIVE_IF},
    {"ifndef", READ_NOT_DEFINED, DIRECTIVE_IF},
    {"elif", READ_CONDITION, DIRECTIVE_ELIF},
    {"elifdef", READ_DEFINED, DIRECTIVE_ELIF},
    {"elifndef", READ_NOT_DEFINED, DIRECTIVE_ELIF},
    {"else", READ_NOTHING, DIRECTIVE_ELSE},
    {"endif", READ_NOTHING, DIRECTIVE_ENDIF},
    {"define", READ_NAME, DIRECTIVE_DEFINE},
    {"include", READ_INCLUDE, DIRECTIVE_DEFINE},
    {"include_next", READ_INCLUDE, DIRECTIVE_DEFINE},
    {"import", READ_INCLUDE, DIRECTIVE_DEFINE},
    {"pragma", READ_PRAGMA, DIRECTIVE_DEFINE},
};

/* How many bytes a backslash and the newline behind it take; 0 when that is not what is there. */
static gsize continuation(const guint8 *at)
{
    if (at[0] != '\\') {
        return 0;
    }
    if (at[1] == '\n') {
        return 2;
    }
    return at[1] == '\r' && at[2] == '\n' ? 3 : 0;
}

/* Skips what separates the parts of a directive. */
static const guint8 *skip_blanks(const Scanner *self, const guint8 *at)
{
    for (;;) {
        if (scan_is(*at, BYTE_BLANK)) {
            at++;
        } else if (at[0] == '/' && at[1] == '*') {
            at = scan_block_comment(self, at + 2);
        } else if (continuation(at) > 0) {
            at += continuation(at);
        } else {
            return at;
        }
    }
}

static const guint8 *word_end(const guint8 *at)
{
    while (scan_is(*at, BYTE_WORD)) {
        at++;
    }
    return at;
}

/* Collects the rest of the logical line as Directive.text wants it. Returns its end. */
static const guint8 *read_condition(Scanner *self, const guint8 *at, gboolean *truncated)
{
    GString *text = self->scratch;
    gboolean blank = FALSE;
    while (at < self->end && *at != '\n') {
        const guint8 *from = at;
        if (scan_is(*at, BYTE_BLANK)) {
            blank = TRUE;
            at++;
            continue;
        }
        if (at[0] == '/' && at[1] == '*') {
            blank = TRUE;
            at = scan_block_comment(self, at + 2);
            continue;
        }
        if (at[0] == '/' && at[1] == '/') {
            return scan_line_end(self, at + 2);
        }
        if (continuation(at) > 0) {
            at += continuation(at);
            continue;
        }
        at = *at == '\'' || *at == '"' ? scan_literal(self, at + 1, *at) : at + 1;
        if (text->len + (at - from) + 1 > SCANNER_CONDITION_BYTES_MAX) {
            *truncated = TRUE;
            continue;
        }
        if (*truncated) {
            continue; /* shorter pieces must not be taken after longer ones were left out */
        }
        if (blank && text->len > 0) {
            g_string_append_c(text, ' ');
        }
        blank = FALSE;
        while (from < at) { /* a literal, too, may be continued */
            gsize joined = continuation(from);
            if (joined == 0) {
                g_string_append_c(text, *from == '\0' ? '?' : (char)*from);
            }
            from += MAX(joined, 1);
        }
    }
    return at;
}

void scan_whole(Scanner *self, const MatcherTrie *trie, const guint8 *from, gsize length)
{
    guint32 node = 0;
    for (gsize i = 0; i < length; i++) {
        node = matcher_step(trie, node, from[i]);
        if (node == 0) {
            return;
        }
        if (trie->prefix[node] != MATCHER_NONE) {
            scan_tell(self, trie->prefix[node], from, length, from);
        }
    }
    if (trie->whole[node] != MATCHER_NONE) {
        scan_tell(self, trie->whole[node], from, length, from);
    }
}

void scan_pragma(Scanner *self, const MatcherTrie *trie, const guint8 *from)
{
    GString *text = self->scratch;
    g_string_truncate(text, 0);
    gboolean blank = FALSE;
    for (const guint8 *at = from; at < self->end && *at != '\n' && *at != '\0';) {
        if (at[0] == '/' && (at[1] == '/' || at[1] == '*')) {
            break;
        }
        if (continuation(at) > 0 || scan_is(*at, BYTE_BLANK)) {
            at += MAX(continuation(at), 1);
            blank = text->len > 0;
            continue;
        }
        if (text->len + 2 > SCANNER_PRAGMA_BYTES_MAX) {
            break;
        }
        if (blank) {
            g_string_append_c(text, ' ');
            blank = FALSE;
        }
        g_string_append_c(text, *at++);
    }
    const guint8 *bytes = (const guint8 *)text->str;
    guint32 node = 0;
    for (gsize i = 0; i < text->len; i++) {
        node = matcher_step(trie, node, bytes[i]);
        if (node == 0) {
            return;
        }
        guint technology = trie->prefix[node];
        if (technology == MATCHER_NONE && !scan_is(bytes[i + 1], BYTE_WORD)) {
            technology = trie->whole[node];
        }
        if (technology != MATCHER_NONE) {
            scan_tell(self, technology, bytes, text->len, from);
        }
    }
}

static const guint8 *read_include(Scanner *self, const guint8 *at)
{
    if (*at != '<' && *at != '"') {
        return at; /* a macro */
    }
    guint8 closing = *at == '<' ? '>' : '"';
    const guint8 *from = ++at;
    while (*at != closing && *at != '\n' && *at != '\0') {
        at++;
    }
    if (*at != closing) {
        return at;
    }
    scan_whole(self, &self->matcher->headers, from, at - from);
    return at + 1;
}

static void tell(Scanner *self, DirectiveKind kind, gboolean truncated, const guint8 *hash,
                 const guint8 *end)
{
    guint line = scan_line_at(self, hash);
    Directive directive = {.kind = kind,
                           .text = self->scratch->str,
                           .truncated = truncated,
                           .line = line,
                           .last_line = scan_line_at(self, end),
                           .end = end - self->text};
    self->handler->directive(self->handler->data, &directive);
}

const guint8 *scan_directive(Scanner *self, const guint8 *hash)
{
    const guint8 *word = skip_blanks(self, hash + 1);
    const guint8 *at = word_end(word);
    gsize length = at - word;
    gsize row = 0;
    while (row < G_N_ELEMENTS(directives) &&
           (strncmp(directives[row].word, (const char *)word, length) != 0 ||
            directives[row].word[length] != '\0')) {
        row++;
    }
    if (row == G_N_ELEMENTS(directives) || length == 0) {
        return at; /* what follows is read as code, for its comments may go on */
    }
    DirectiveKind kind = directives[row].kind;
    gboolean truncated = FALSE;
    g_string_truncate(self->scratch, 0);
    if (directives[row].operand != READ_NOTHING) {
        at = skip_blanks(self, at);
    }
    const guint8 *name = at;
    switch (directives[row].operand) {
    case READ_CONDITION:
        at = read_condition(self, at, &truncated);
        tell(self, kind, truncated, hash, at);
        return at;
    case READ_DEFINED:
    case READ_NOT_DEFINED:
    case READ_NAME:
        at = word_end(at);
        if (at - name > SCANNER_CONDITION_BYTES_MAX - 16) {
            name = at;
            truncated = TRUE;
        }
        if (directives[row].operand == READ_NAME || at == name) {
            g_string_append_len(self->scratch, (const char *)name, at - name);
        } else {
            g_string_append_printf(self->scratch, "%sdefined(%.*s)",
                                   directives[row].operand == READ_NOT_DEFINED ? "!" : "",
                                   (int)(at - name), name);
        }
        tell(self, kind, truncated, hash, at);
        return at;
    case READ_NOTHING:
        tell(self, kind, FALSE, hash, at);
        return at;
    case READ_INCLUDE:
        return read_include(self, at);
    case READ_PRAGMA:
        scan_pragma(self, &self->matcher->pragmas, at);
        return at;
    }
    return at;
}
