#include "discover/meson/meson_file.h"
#include "discover/meson/meson_token.h"
#include <string.h>

typedef struct {
    Arena *arena;
    MesonTokens tokens;
    guint depth;
    const char *error; /* the first one; NULL for none */
    guint error_line;
} Parser;

static const MesonNode *parse_expression(Parser *self);
static GPtrArray *parse_block(Parser *self, const char *const *ends);

static void fail(Parser *self, const char *message)
{
    if (self->error == NULL) {
        const MesonToken *token = &self->tokens.token;
        self->error = token->kind == TOKEN_ERROR ? token->text : message;
        self->error_line = token->line;
    }
}

static gboolean at(const Parser *self, MesonTokenKind kind, const char *text)
{
    const MesonToken *token = &self->tokens.token;
    return self->error == NULL && token->kind == kind && strcmp(token->text, text) == 0;
}

static gboolean at_sign(const Parser *self, const char *text)
{
    return at(self, TOKEN_SIGN, text);
}

static gboolean at_word(const Parser *self, const char *text)
{
    return at(self, TOKEN_NAME, text);
}

static gboolean take_sign(Parser *self, const char *text)
{
    gboolean there = at_sign(self, text);
    if (there) {
        meson_tokens_next(&self->tokens);
    }
    return there;
}

static gboolean take_word(Parser *self, const char *text)
{
    gboolean there = at_word(self, text);
    if (there) {
        meson_tokens_next(&self->tokens);
    }
    return there;
}

static void want_sign(Parser *self, const char *text, const char *message)
{
    if (!take_sign(self, text)) {
        fail(self, message);
    }
}

static MesonNode *node_new(Parser *self, MesonKind kind, const char *text)
{
    MesonNode *node = arena_new0(self->arena, MesonNode);
    node->kind = kind;
    node->line = self->tokens.token.line;
    node->text = text;
    return node;
}

static gboolean is_reserved(const char *word)
{
    static const char *const words[] = {"and",        "break", "continue", "elif", "else",
                                        "endforeach", "endif", "foreach",  "if",   "in",
                                        "not",        "or",    NULL};
    return g_strv_contains(words, word);
}

/* ---- expressions ----------------------------------------------------------------------------- */

/* The arguments of a call up to the closing bracket. */
static void parse_arguments(Parser *self, MesonNode *call)
{
    call->items = arena_array(self->arena);
    call->names = arena_array(self->arena);
    call->named = arena_array(self->arena);
    while (self->error == NULL && !at_sign(self, ")")) {
        const MesonNode *value = parse_expression(self);
        if (take_sign(self, ":")) {
            gboolean name = value != NULL && value->kind == MESON_NAME;
            const MesonNode *named = parse_expression(self);
            if (self->error == NULL && name) {
                g_ptr_array_add(call->names, (gpointer)value->text);
                g_ptr_array_add(call->named, (gpointer)named);
            } else if (self->error == NULL && value->kind != MESON_TEXT) {
                fail(self, "a named argument has no name");
            }
        } else if (value != NULL) {
            g_ptr_array_add(call->items, (gpointer)value);
        }
        if (!take_sign(self, ",")) {
            break;
        }
    }
    want_sign(self, ")", "a bracket of a call is not closed");
}

static const MesonNode *parse_list(Parser *self)
{
    MesonNode *node = node_new(self, MESON_ARRAY, NULL);
    node->items = arena_array(self->arena);
    meson_tokens_next(&self->tokens);
    while (self->error == NULL && !at_sign(self, "]")) {
        g_ptr_array_add(node->items, (gpointer)parse_expression(self));
        if (!take_sign(self, ",")) {
            break;
        }
    }
    want_sign(self, "]", "a list is not closed");
    return node;
}

static const MesonNode *parse_dictionary(Parser *self)
{
    MesonNode *node = node_new(self, MESON_DICT, NULL);
    node->items = arena_array(self->arena);
    node->keys = arena_array(self->arena);
    meson_tokens_next(&self->tokens);
    while (self->error == NULL && !at_sign(self, "}")) {
        g_ptr_array_add(node->keys, (gpointer)parse_expression(self));
        want_sign(self, ":", "a key has no value");
        g_ptr_array_add(node->items, (gpointer)parse_expression(self));
        if (!take_sign(self, ",")) {
            break;
        }
    }
    want_sign(self, "}", "a dictionary is not closed");
    return node;
}

static const MesonNode *parse_word(Parser *self)
{
    MesonNode *node = node_new(self, MESON_NAME, self->tokens.token.text);
    if (is_reserved(node->text)) {
        fail(self, "a word of the language where a value belongs");
        return NULL;
    }
    meson_tokens_next(&self->tokens);
    if (strcmp(node->text, "true") == 0 || strcmp(node->text, "false") == 0) {
        node->kind = MESON_BOOL;
        node->truth = *node->text == 't';
    } else if (take_sign(self, "(")) {
        node->kind = MESON_CALL;
        parse_arguments(self, node);
    }
    return node;
}

static const MesonNode *parse_primary(Parser *self)
{
    const MesonToken token = self->tokens.token;
    switch (token.kind) {
    case TOKEN_TEXT:
    case TOKEN_NUMBER: {
        MesonNode *node =
            node_new(self, token.kind == TOKEN_TEXT ? MESON_TEXT : MESON_NUMBER, token.text);
        node->formatted = token.formatted;
        meson_tokens_next(&self->tokens);
        return node;
    }
    case TOKEN_NAME:
        return parse_word(self);
    case TOKEN_SIGN:
        if (at_sign(self, "[")) {
            return parse_list(self);
        }
        if (at_sign(self, "{")) {
            return parse_dictionary(self);
        }
        if (take_sign(self, "(")) {
            const MesonNode *inner = parse_expression(self);
            want_sign(self, ")", "a bracket is not closed");
            return inner;
        }
        break;
    case TOKEN_END:
    case TOKEN_NEWLINE:
    case TOKEN_ERROR:
        break;
    }
    fail(self, "a value is missing");
    return NULL;
}

static const MesonNode *parse_postfix(Parser *self)
{
    const MesonNode *value = parse_primary(self);
    while (self->error == NULL && (at_sign(self, ".") || at_sign(self, "["))) {
        gboolean method = at_sign(self, ".");
        meson_tokens_next(&self->tokens);
        MesonNode *node = node_new(self, method ? MESON_METHOD : MESON_INDEX, NULL);
        node->left = value;
        if (method) {
            node->text = self->tokens.token.text;
            if (self->tokens.token.kind != TOKEN_NAME) {
                fail(self, "a method has no name");
                break;
            }
            meson_tokens_next(&self->tokens);
            want_sign(self, "(", "a method is not called");
            parse_arguments(self, node);
        } else {
            node->right = parse_expression(self);
            want_sign(self, "]", "an index is not closed");
        }
        value = node;
    }
    return value;
}

static const MesonNode *parse_unary(Parser *self)
{
    gboolean negation = at_word(self, "not");
    if (!negation && !at_sign(self, "-")) {
        return parse_postfix(self);
    }
    if (self->depth >= MESON_DEPTH_MAX) {
        fail(self, "too many operators within each other");
        return NULL;
    }
    MesonNode *node = node_new(self, negation ? MESON_NOT : MESON_MINUS, NULL);
    meson_tokens_next(&self->tokens);
    self->depth++;
    node->left = parse_unary(self);
    self->depth--;
    return node;
}

/* Operators that bind alike, the loosest first. */
static const char *const levels[][8] = {
    {"or", NULL},     {"and", NULL},         {"==", "!=", "<", "<=", ">", ">=", "in", NULL},
    {"+", "-", NULL}, {"*", "/", "%", NULL},
};

/* The operator of that level that comes next; NULL for none. It is taken. */
static const char *take_operator(Parser *self, guint level)
{
    for (guint i = 0; levels[level][i] != NULL; i++) {
        if (take_sign(self, levels[level][i]) || take_word(self, levels[level][i])) {
            return levels[level][i];
        }
    }
    if (level == 2 && at_word(self, "not")) { /* "not in": nothing else has "not" behind a value */
        meson_tokens_next(&self->tokens);
        if (take_word(self, "in")) {
            return "not in";
        }
        fail(self, "\"not\" behind a value without \"in\"");
    }
    return NULL;
}

static const MesonNode *parse_level(Parser *self, guint level)
{
    if (level == G_N_ELEMENTS(levels)) {
        return parse_unary(self);
    }
    const MesonNode *left = parse_level(self, level + 1);
    for (const char *sign = take_operator(self, level); sign != NULL && self->error == NULL;
         sign = take_operator(self, level)) {
        MesonNode *node = node_new(self, MESON_BINARY, sign);
        node->line = left->line;
        node->left = left;
        node->right = parse_level(self, level + 1);
        left = node;
    }
    return left;
}

/* NULL once something failed. */
static const MesonNode *parse_expression(Parser *self)
{
    if (self->depth >= MESON_DEPTH_MAX) {
        fail(self, "too many expressions within each other");
    }
    if (self->error != NULL) {
        return NULL;
    }
    self->depth++;
    const MesonNode *value = parse_level(self, 0);
    if (take_sign(self, "?")) {
        MesonNode *node = node_new(self, MESON_CHOICE, NULL);
        node->test = value;
        node->left = parse_expression(self);
        want_sign(self, ":", "a choice has no second value");
        node->right = parse_expression(self);
        value = node;
    }
    self->depth--;
    return self->error == NULL ? value : NULL;
}

/* ---- statements ------------------------------------------------------------------------------ */

static void end_line(Parser *self)
{
    MesonTokenKind kind = self->tokens.token.kind;
    if (self->error == NULL && kind != TOKEN_NEWLINE && kind != TOKEN_END) {
        fail(self, "a statement goes on where it should end");
    }
}

static void add_branch(Parser *self, MesonStatement *statement, const MesonNode *test)
{
    static const char *const ends[] = {"elif", "else", "endif", NULL};
    MesonBranch *branch = arena_new0(self->arena, MesonBranch);
    branch->test = test;
    end_line(self);
    branch->block = parse_block(self, ends);
    g_ptr_array_add(statement->branches, branch);
}

static void parse_if(Parser *self, MesonStatement *statement)
{
    statement->kind = MESON_IF;
    statement->branches = arena_array(self->arena);
    add_branch(self, statement, parse_expression(self));
    while (take_word(self, "elif")) {
        add_branch(self, statement, parse_expression(self));
    }
    if (take_word(self, "else")) {
        add_branch(self, statement, NULL);
    }
    if (!take_word(self, "endif")) {
        fail(self, "\"endif\" is missing");
    }
}

static const char *parse_name(Parser *self)
{
    const char *name = self->tokens.token.text;
    if (self->tokens.token.kind != TOKEN_NAME || is_reserved(name)) {
        fail(self, "a name is missing");
        return NULL;
    }
    meson_tokens_next(&self->tokens);
    return name;
}

static void parse_foreach(Parser *self, MesonStatement *statement)
{
    static const char *const ends[] = {"endforeach", NULL};
    statement->kind = MESON_FOREACH;
    statement->name = parse_name(self);
    statement->second = take_sign(self, ",") ? parse_name(self) : NULL;
    want_sign(self, ":", "a loop says not what it goes through");
    statement->value = parse_expression(self);
    end_line(self);
    statement->block = parse_block(self, ends);
    if (!take_word(self, "endforeach")) {
        fail(self, "\"endforeach\" is missing");
    }
}

static void parse_plain(Parser *self, MesonStatement *statement)
{
    statement->value = parse_expression(self);
    gboolean assigned = at_sign(self, "=") || at_sign(self, "+=");
    if (!assigned || self->error != NULL) {
        return;
    }
    statement->kind = at_sign(self, "=") ? MESON_ASSIGN : MESON_ADD;
    statement->name = statement->value->text;
    if (statement->value->kind != MESON_NAME) {
        fail(self, "only names are assigned to");
    }
    meson_tokens_next(&self->tokens);
    statement->value = parse_expression(self);
}

static MesonStatement *parse_statement(Parser *self)
{
    MesonStatement *statement = arena_new0(self->arena, MesonStatement);
    statement->line = self->tokens.token.line;
    if (take_word(self, "if")) {
        parse_if(self, statement);
    } else if (take_word(self, "foreach")) {
        parse_foreach(self, statement);
    } else if (take_word(self, "break")) {
        statement->kind = MESON_BREAK;
    } else if (take_word(self, "continue")) {
        statement->kind = MESON_CONTINUE;
    } else {
        parse_plain(self, statement);
    }
    end_line(self);
    return self->error == NULL ? statement : NULL;
}

/* Up to a word that ends it, or to the end of the file. */
static GPtrArray *parse_block(Parser *self, const char *const *ends)
{
    GPtrArray *block = arena_array(self->arena);
    if (self->depth >= MESON_DEPTH_MAX) {
        fail(self, "too many blocks within each other");
    }
    self->depth++;
    while (self->error == NULL && self->tokens.token.kind != TOKEN_END) {
        const MesonToken *token = &self->tokens.token;
        if (token->kind == TOKEN_NEWLINE) {
            meson_tokens_next(&self->tokens);
        } else if (token->kind == TOKEN_NAME && g_strv_contains(ends, token->text)) {
            break;
        } else {
            MesonStatement *statement = parse_statement(self);
            if (statement != NULL) {
                g_ptr_array_add(block, statement);
            }
        }
    }
    self->depth--;
    return block;
}

MesonFile *meson_file_parse(Arena *arena, const char *text)
{
    static const char *const none[] = {NULL};
    Parser parser = {.arena = arena};
    meson_tokens_begin(&parser.tokens, arena, text);
    MesonFile *file = arena_new0(arena, MesonFile);
    file->statements = parse_block(&parser, none);
    file->error = parser.error;
    file->error_line = parser.error_line;
    return file;
}

const MesonNode *meson_named(const MesonNode *call, const char *name)
{
    for (guint i = 0; call->names != NULL && i < call->names->len; i++) {
        if (strcmp(call->names->pdata[i], name) == 0) {
            return call->named->pdata[i];
        }
    }
    return NULL;
}

const MesonNode *meson_argument(const MesonNode *call, guint n)
{
    return call->items != NULL && n < call->items->len ? call->items->pdata[n] : NULL;
}
