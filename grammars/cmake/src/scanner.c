// The part of CMake's lexical structure that no regular expression can express: brackets that close
// with as many
// `=` as they opened with, and the parenthesis that ends a command. Each call reads its input once
// from left to right; between calls only the depth of parentheses is kept. So time is linear and
// memory constant whatever the input, and as the parser sees no nesting at all, so are its stack
// and its tree's depth.

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

#include <string.h>

// In the order of `externals` in grammar.js.
enum token {
    BRACKET_ARGUMENT,
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

// A zero means the end of the input or a NUL byte, and CMake ends its reading at both.
static bool at_end(const TSLexer *lexer)
{
    return lexer->lookahead == 0;
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
    while (!at_end(lexer)) {
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

static void scan_everything(TSLexer *lexer)
{
    while (!lexer->eof(lexer)) {
        advance(lexer);
    }
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

// Where nothing closes a bracket, one token takes the rest of the file: otherwise each bracket of a
// damaged file would be tried again to the file's end.
static bool scan_bracket(TSLexer *lexer)
{
    enum token symbol = BRACKET_ARGUMENT;
    if (lexer->lookahead == '#') {
        symbol = BRACKET_COMMENT;
        advance(lexer);
    }
    uint32_t level = 0;
    if (!scan_bracket_open(lexer, &level)) {
        return false;
    }
    if (!scan_bracket_rest(lexer, level)) {
        scan_everything(lexer);
        symbol = UNTERMINATED;
    }
    return accept(lexer, symbol);
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
    case '[':
        return scan_bracket(lexer);
    case '"':
        // The grammar has a regular expression for a quoted argument. tree-sitter asks here a
        // second time when that found no end, and then lets every token pass, which never happens
        // together otherwise.
        if (valid_symbols[OPEN] && valid_symbols[UNCLOSED]) {
            scan_everything(lexer);
            return accept(lexer, UNTERMINATED);
        }
        return false;
    case 0:
        if (!lexer->eof(lexer)) {
            scan_everything(lexer);
            return accept(lexer, UNTERMINATED);
        }
        if (valid_symbols[UNCLOSED] && self->depth > 0) {
            self->depth = 0;
            return accept(lexer, UNCLOSED);
        }
        return false;
    default:
        return false;
    }
}
