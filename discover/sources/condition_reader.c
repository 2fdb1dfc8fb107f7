#include "discover/sources/condition_reader.h"
#include "core/identifier.h"
#include "grammars/grammars.h"
#include <string.h>

struct ConditionReader {
    TSParser *parser;
    GString *program;    /* the condition, made a whole program */
    GByteArray *negated; /* of the node that the cursor is in and those above */
};

/* Words that are no macros wherever they stand. */
static const char *const reserved[] = {"defined", "true", "false",  "and",   "or",   "not",
                                       "not_eq",  "xor",  "bitand", "bitor", "compl"};

ConditionReader *condition_reader_new(void)
{
    ConditionReader *self = g_new0(ConditionReader, 1);
    self->parser = ts_parser_new();
    ts_parser_set_language(self->parser, grammar_c());
    self->program = g_string_new(NULL);
    self->negated = g_byte_array_new();
    return self;
}

void condition_reader_free(ConditionReader *self)
{
    if (self == NULL) {
        return;
    }
    ts_parser_delete(self->parser);
    g_string_free(self->program, TRUE);
    g_byte_array_unref(self->negated);
    g_free(self);
}

/* Whether the compiler answers it by itself: __has_include, __has_attribute, ... Their operands are
 * no macros of interest either. */
static gboolean is_compiler_question(const char *word, gsize length)
{
    return length > 6 && strncmp(word, "__has_", 6) == 0;
}

static gboolean is_macro_name(const char *word, gsize length)
{
    for (gsize i = 0; i < G_N_ELEMENTS(reserved); i++) {
        if (strlen(reserved[i]) == length && strncmp(reserved[i], word, length) == 0) {
            return FALSE;
        }
    }
    for (gsize i = 0; i < length; i++) {
        if (!g_ascii_isalnum(word[i]) && word[i] != '_') {
            return FALSE; /* it would not be UTF-8 for certain */
        }
    }
    return length > 0 && !g_ascii_isdigit(word[0]) && !is_compiler_question(word, length);
}

static void add_use(GArray *uses, Arena *arena, const char *word, gsize length, gboolean negated)
{
    if (is_macro_name(word, length)) {
        MacroUse use = {arena_intern_length(arena, word, length), negated};
        g_array_append_val(uses, use);
    }
}

static gboolean is_type(TSNode node, const char *type)
{
    return strcmp(ts_node_type(node), type) == 0;
}

static gboolean is_zero(const char *text, gsize length)
{
    g_autofree char *number = g_strndup(text, length);
    char *end = NULL;
    return g_ascii_strtoull(number, &end, 0) == 0 && end > number;
}

/* Whether what stands in the node is asked about in the opposite sense: !X, X == 0, X != 1. */
static gboolean node_negates(const ConditionReader *self, TSNode node)
{
    if (is_type(node, "unary_expression")) {
        return is_type(ts_node_child(node, 0), "!");
    }
    if (!is_type(node, "binary_expression") || ts_node_child_count(node) != 3) {
        return FALSE;
    }
    TSNode operator= ts_node_child(node, 1);
    gboolean equal = is_type(operator, "==");
    if (!equal && !is_type(operator, "!=")) {
        return FALSE;
    }
    for (guint side = 0; side <= 2; side += 2) {
        TSNode operand = ts_node_child(node, side);
        if (is_type(operand, "number_literal")) {
            guint start = ts_node_start_byte(operand);
            gboolean zero = is_zero(self->program->str + start, ts_node_end_byte(operand) - start);
            return equal ? zero : !zero;
        }
    }
    return FALSE;
}

/* Handles a node; whether to look inside. */
static gboolean visit(ConditionReader *self, TSNode node, Arena *arena, GArray *uses)
{
    gboolean negated = self->negated->data[self->negated->len - 1];
    const char *text = self->program->str + ts_node_start_byte(node);
    if (is_type(node, "identifier")) {
        add_use(uses, arena, text, ts_node_end_byte(node) - ts_node_start_byte(node), negated);
        return FALSE;
    }
    if (is_type(node, "call_expression")) {
        TSNode function = ts_node_child(node, 0);
        guint start = ts_node_start_byte(function);
        return !is_compiler_question(self->program->str + start,
                                     ts_node_end_byte(function) - start);
    }
    return TRUE;
}

/* With a stack of our own and no recursion, for a hostile condition nests as deep as it is long. */
static void read_tree(ConditionReader *self, TSNode root, Arena *arena, GArray *uses)
{
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    g_byte_array_set_size(self->negated, 1);
    self->negated->data[0] = FALSE;
    gboolean more = TRUE;
    while (more) {
        TSNode node = ts_tree_cursor_current_node(&cursor);
        guint8 negated = self->negated->data[self->negated->len - 1] ^ node_negates(self, node);
        if (visit(self, node, arena, uses) && ts_tree_cursor_goto_first_child(&cursor)) {
            g_byte_array_append(self->negated, &negated, 1);
            continue;
        }
        while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
            more = ts_tree_cursor_goto_parent(&cursor);
            g_byte_array_set_size(self->negated, MAX(self->negated->len, 2) - 1);
        }
    }
    ts_tree_cursor_delete(&cursor);
}

static gsize skip_literal(const char *text)
{
    gsize at = 1;
    while (text[at] != '\0' && text[at] != text[0]) {
        at += text[at] == '\\' && text[at + 1] != '\0' ? 2 : 1;
    }
    return text[at] == '\0' ? at : at + 1;
}

/* Behind the bracket that closes the one at `text`, if there is one here. */
static gsize skip_brackets(const char *text)
{
    gsize at = strspn(text, " ");
    guint depth = 0;
    if (text[at] != '(') {
        return 0;
    }
    do {
        depth += text[at] == '(';
        depth -= text[at] == ')';
        at++;
    } while (depth > 0 && text[at] != '\0');
    return at;
}

void condition_read_words(const char *text, Arena *arena, GArray *uses)
{
    gboolean negated = FALSE; /* the last thing before was a '!', or `defined` after one */
    while (*text != '\0') {
        if (*text == '"' || *text == '\'') {
            text += skip_literal(text);
            negated = FALSE;
        } else if (identifier_has_byte(*text)) {
            gsize length = identifier_length(text);
            add_use(uses, arena, text, length, negated);
            if (is_compiler_question(text, length)) {
                length += skip_brackets(text + length);
            }
            if (length == 3 && strncmp(text, "not", 3) == 0) {
                negated = !negated;
            } else if (length != 7 || strncmp(text, "defined", 7) != 0) {
                negated = FALSE;
            }
            text += length;
        } else {
            if (*text == '!' && text[1] != '=') {
                negated = !negated;
            } else if (*text != ' ' && *text != '(') {
                negated = FALSE;
            }
            text++;
        }
    }
}

void condition_reader_read(ConditionReader *self, const char *text, Arena *arena, GArray *uses)
{
    g_string_assign(self->program, "#if ");
    g_string_append(self->program, text);
    g_string_append(self->program, "\n#endif\n");
    TSTree *tree =
        ts_parser_parse_string(self->parser, NULL, self->program->str, self->program->len);
    TSNode root = tree == NULL ? (TSNode){0} : ts_tree_root_node(tree);
    if (tree != NULL && !ts_node_has_error(root)) {
        read_tree(self, root, arena, uses);
    } else {
        condition_read_words(text, arena, uses);
    }
    if (tree != NULL) {
        ts_tree_delete(tree);
    }
}
