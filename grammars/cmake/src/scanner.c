// The part of CMake's lexical structure that no regular expression can express: brackets that close
// with as many
// `=` as they opened with. Each call reads its input once from left to right, keeps nothing between
// calls, and allocates nothing, so its time is linear and its memory constant whatever the input.

#include "tree_sitter/parser.h"

// In the order of `externals` in grammar.js.
enum token {
    BRACKET_ARGUMENT,
    BRACKET_COMMENT,
    UNTERMINATED,
};

void *tree_sitter_cmake_external_scanner_create(void)
{
    return NULL;
}

void tree_sitter_cmake_external_scanner_destroy(void *payload)
{
    (void)payload;
}

unsigned tree_sitter_cmake_external_scanner_serialize(void *payload, char *buffer)
{
    (void)payload;
    (void)buffer;
    return 0;
}

void tree_sitter_cmake_external_scanner_deserialize(void *payload, const char *buffer,
                                                    unsigned length)
{
    (void)payload;
    (void)buffer;
    (void)length;
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

static bool scan_quoted_rest(TSLexer *lexer)
{
    while (!at_end(lexer)) {
        if (lexer->lookahead == '"') {
            return true;
        }
        if (lexer->lookahead == '\\') {
            advance(lexer);
        }
        advance(lexer);
    }
    return false;
}

bool tree_sitter_cmake_external_scanner_scan(void *payload, TSLexer *lexer,
                                             const bool *valid_symbols)
{
    (void)payload;
    while (lexer->lookahead == ' ' || lexer->lookahead == '\t' || lexer->lookahead == '\r' ||
           lexer->lookahead == '\n') {
        lexer->advance(lexer, true);
    }

    // `unterminated` is valid only while tree-sitter recovers from an error. Without it each quote
    // or bracket of a damaged file would be tried again to the end of the file, which takes
    // quadratic time.
    bool recovering = valid_symbols[UNTERMINATED];
    bool closed = false;
    if (recovering && lexer->lookahead == '"') {
        advance(lexer);
        if (scan_quoted_rest(lexer)) {
            return false;
        }
        lexer->result_symbol = UNTERMINATED;
    } else {
        bool comment = lexer->lookahead == '#';
        if (comment) {
            advance(lexer);
        }
        enum token symbol = comment ? BRACKET_COMMENT : BRACKET_ARGUMENT;
        uint32_t level = 0;
        if (!valid_symbols[symbol] || !scan_bracket_open(lexer, &level)) {
            return false;
        }
        closed = scan_bracket_rest(lexer, level);
        if (!closed && !recovering) {
            return false;
        }
        lexer->result_symbol = closed ? symbol : UNTERMINATED;
    }
    lexer->mark_end(lexer);
    return true;
}
