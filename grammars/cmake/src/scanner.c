// The part of CMake's lexical structure that no regular expression of tree-sitter can express:
// brackets that close with as many `=` as they opened with, the parenthesis that ends a command,
// and text that may hold NUL bytes. Each call reads its input once from left to right; between
// calls only the depth of parentheses is kept. So time is linear and memory constant whatever the
// input, and as the parser sees no nesting at all, its stack and the tree's depth are constant too.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

#include <string.h>

// In the order of `externals` in grammar.js.
enum token {
    QUOTED_ARGUMENT,
    BRACKET_ARGUMENT,
    LINE_COMMENT,
    BRACKET_COMMENT,
    OPEN,
    CLOSE,
    PARENTHESIS,
    UNCLOSED,
    UNTERMINATED,
};

// Parentheses open before the next token: 0 outside commands, 1 among a command's arguments. A file
// of 4 GiB, the most that tree-sitter reads, cannot overflow it.
typedef struct {
    uint32_t depth;
} Scanner;

void *tree_sitter_cmake_external_scanner_create(void)
{
    return ts_calloc(1, sizeof(Scanner));
}

void tree_sitter_cmake_external_scanner_destroy(void *payload)
{
    ts_free(payload);
}

unsigned tree_sitter_cmake_external_scanner_serialize(void *payload, char *buffer)
{
    memcpy(buffer, payload, sizeof(Scanner));
    return sizeof(Scanner);
}

// tree-sitter hands over no bytes for the start of a file.
void tree_sitter_cmake_external_scanner_deserialize(void *payload, const char *buffer,
                                                    unsigned length)
{
    Scanner *self = payload;
    self->depth = 0;
    if (length == sizeof(Scanner)) {
        memcpy(self, buffer, sizeof(Scanner));
    }
}

static void advance(TSLexer *lexer)
{
    lexer->advance(lexer, false);
}

static uint32_t count_equal_signs(TSLexer *lexer)
{
    uint32_t count = 0;
    while (lexer->lookahead == '=') {
        advance(lexer);
        count++;
    }
    return count;
}

// Reads `[`, any number of `=` and `[`. Without the second bracket it was an ordinary character of
// an unquoted argument or of a line comment.
static bool scan_bracket_open(TSLexer *lexer, uint32_t *level)
{
    if (lexer->lookahead != '[') {
        return false;
    }
    advance(lexer);
    *level = count_equal_signs(lexer);
    if (lexer->lookahead != '[') {
        return false;
    }
    advance(lexer);
    return true;
}

// Reads up to and with the bracket of the same level. A `]` that turns out not to close may be the
// first one of the pair that does (`]=]==]`), so it is looked at again.
static bool scan_bracket_rest(TSLexer *lexer, uint32_t level)
{
    while (!lexer->eof(lexer)) {
        if (lexer->lookahead != ']') {
            advance(lexer);
            continue;
        }
        advance(lexer);
        if (count_equal_signs(lexer) == level && lexer->lookahead == ']') {
            advance(lexer);
            return true;
        }
    }
    return false;
}

static bool accept(TSLexer *lexer, enum token symbol)
{
    lexer->result_symbol = symbol;
    lexer->mark_end(lexer);
    return true;
}

static bool scan_open(Scanner *self, TSLexer *lexer, const bool *valid_symbols, bool same_line)
{
    advance(lexer);
    if (self->depth > 0) {
        self->depth++;
        return accept(lexer, PARENTHESIS);
    }
    if (valid_symbols[OPEN] && same_line) {
        self->depth = 1;
        return accept(lexer, OPEN);
    }
    return accept(lexer, PARENTHESIS);
}

static bool scan_close(Scanner *self, TSLexer *lexer)
{
    advance(lexer);
    if (self->depth == 0) {
        return accept(lexer, PARENTHESIS);
    }
    self->depth--;
    return accept(lexer, self->depth == 0 ? CLOSE : PARENTHESIS);
}

// Where nothing closes a quote or bracket, one token takes the rest of the file: otherwise each of
// them in a damaged file would be tried again to the file's end.
static bool scan_quoted(TSLexer *lexer)
{
    advance(lexer);
    while (lexer->lookahead != '"') {
        if (lexer->lookahead == '\\') {
            advance(lexer);
        }
        if (lexer->eof(lexer)) {
            return accept(lexer, UNTERMINATED);
        }
        advance(lexer);
    }
    advance(lexer);
    return accept(lexer, QUOTED_ARGUMENT);
}

static bool scan_bracket(TSLexer *lexer, enum token symbol)
{
    uint32_t level = 0;
    if (!scan_bracket_open(lexer, &level)) {
        return false;
    }
    bool closed = scan_bracket_rest(lexer, level);
    return accept(lexer, closed ? symbol : UNTERMINATED);
}

static bool scan_comment(TSLexer *lexer)
{
    advance(lexer);
    if (scan_bracket(lexer, BRACKET_COMMENT)) {
        return true;
    }
    while (lexer->lookahead != '\n' && !lexer->eof(lexer)) {
        advance(lexer);
    }
    return accept(lexer, LINE_COMMENT);
}

static bool scan_end(Scanner *self, TSLexer *lexer, const bool *valid_symbols)
{
    if (!lexer->eof(lexer)) {
        while (!lexer->eof(lexer)) {
            advance(lexer);
        }
        return accept(lexer, UNTERMINATED);
    }
    if (valid_symbols[UNCLOSED] && self->depth > 0) {
        self->depth = 0;
        return accept(lexer, UNCLOSED);
    }
    return false;
}

bool tree_sitter_cmake_external_scanner_scan(void *payload, TSLexer *lexer,
                                             const bool *valid_symbols)
{
    Scanner *self = payload;
    bool same_line = true;
    while (lexer->lookahead == ' ' || lexer->lookahead == '\t' || lexer->lookahead == '\r' ||
           lexer->lookahead == '\n') {
        same_line = same_line && lexer->lookahead != '\n';
        lexer->advance(lexer, true);
    }

    switch (lexer->lookahead) {
    case '(':
        return scan_open(self, lexer, valid_symbols, same_line);
    case ')':
        return scan_close(self, lexer);
    case '#':
        return scan_comment(lexer);
    case '[':
        return scan_bracket(lexer, BRACKET_ARGUMENT);
    case '"':
        return scan_quoted(lexer);
    case 0:
        return scan_end(self, lexer, valid_symbols);
    default:
        return false;
    }
}
