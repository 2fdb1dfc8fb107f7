/* The grammar of the shell, by recursive descent. */
#include "discover/autotools/m4.h"
#include "discover/autotools/shell_private.h"
#include <string.h>

void shell_problem(ShellReader *self, Origin at, const char *reason, const char *subject)
{
    if (self->problem == NULL || self->problems > SHELL_PROBLEMS_MAX) {
        return;
    }
    /* One mistake leads to the next: what comes after many says nothing new. */
    if (self->problems++ == SHELL_PROBLEMS_MAX) {
        self->problem(self->data, at, "limit: problems of one script", "");
    } else {
        self->problem(self->data, at, reason, subject);
    }
}

/* The words that end a list. */
static gboolean at_list_end(const ShellReader *self)
{
    static const char *const keywords[] = {"then", "else", "elif", "fi", "do", "done", "esac", "}"};
    if (shell_peek(self) < 0 || shell_peek(self) == ')' || shell_looks_at(self, ";;")) {
        return TRUE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(keywords); i++) {
        if (shell_at_keyword(self, keywords[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static Node *node_new(ShellReader *self, NodeKind kind)
{
    Node *node = arena_new0(self->arena, Node);
    node->kind = kind;
    node->at = self->cursor.origin;
    return node;
}

static const Node *parse_list(ShellReader *self);
static const Node *parse_and_or(ShellReader *self);

static void expect(ShellReader *self, const char *keyword, Origin begin)
{
    shell_skip_separators(self);
    if (!shell_take_keyword(self, keyword)) {
        shell_problem(self, begin, "shell not understood", keyword);
    }
}

static const Node *parse_if(ShellReader *self)
{
    Node *first = node_new(self, NODE_IF);
    Node *node = first;
    for (;;) {
        node->first = parse_list(self);
        expect(self, "then", node->at);
        node->second = parse_list(self);
        shell_skip_separators(self);
        if (!shell_at_keyword(self, "elif")) {
            break;
        }
        Node *next = node_new(self, NODE_IF);
        shell_take_keyword(self, "elif");
        node->third = next;
        node = next;
    }
    if (shell_take_keyword(self, "else")) {
        node->third = parse_list(self);
    }
    expect(self, "fi", first->at);
    return first;
}

static void parse_arm(ShellReader *self, GPtrArray *arms)
{
    Arm *arm = arena_new0(self->arena, Arm);
    GPtrArray *patterns = arena_array(self->arena);
    if (shell_peek(self) == '(') {
        shell_next(self);
    }
    for (;;) {
        shell_skip_blanks(self);
        arm->at = patterns->len == 0 ? self->cursor.origin : arm->at;
        g_ptr_array_add(patterns, (gpointer)shell_read_word(self));
        shell_skip_blanks(self);
        if (shell_peek(self) != '|') {
            break;
        }
        shell_next(self);
    }
    if (shell_peek(self) == ')') {
        shell_next(self);
    } else {
        shell_problem(self, self->cursor.origin, "shell not understood", "case");
        shell_skip_line(self);
    }
    arm->patterns = patterns;
    arm->body = parse_list(self);
    shell_skip_separators(self);
    if (shell_looks_at(self, ";;")) {
        shell_skip(self, 2);
    }
    g_ptr_array_add(arms, arm);
}

static const Node *parse_case(ShellReader *self)
{
    Node *node = node_new(self, NODE_CASE);
    shell_skip_blanks(self);
    node->subject = shell_read_word(self);
    expect(self, "in", node->at);
    GPtrArray *arms = arena_array(self->arena);
    for (;;) {
        shell_skip_separators(self);
        if (shell_looks_at(self, ";;")) {
            shell_skip(self, 2);
            continue;
        }
        if (shell_peek(self) < 0 || shell_at_keyword(self, "esac")) {
            break;
        }
        gsize before = self->cursor.offset;
        parse_arm(self, arms);
        if (self->cursor.offset == before) {
            shell_next(self);
        }
    }
    node->arms = arms;
    expect(self, "esac", node->at);
    return node;
}

static const Node *parse_loop_body(ShellReader *self, Origin begin)
{
    expect(self, "do", begin);
    const Node *body = parse_list(self);
    expect(self, "done", begin);
    return body;
}

static const Node *parse_for(ShellReader *self)
{
    Node *node = node_new(self, NODE_FOR);
    shell_skip_blanks(self);
    const char *name = word_literal(self->arena, shell_read_word(self));
    node->name = name != NULL ? name : "";
    GPtrArray *words = arena_array(self->arena);
    shell_skip_blanks(self);
    if (shell_take_keyword(self, "in")) {
        for (shell_skip_blanks(self);
             shell_peek(self) >= 0 && strchr(";\n&|()<>", shell_peek(self)) == NULL &&
             shell_peek(self) != MARK_BEGIN;
             shell_skip_blanks(self)) {
            g_ptr_array_add(words, (gpointer)shell_read_word(self));
        }
    }
    node->words = words;
    node->first = parse_loop_body(self, node->at);
    return node;
}

static const Node *parse_while(ShellReader *self)
{
    Node *node = node_new(self, NODE_WHILE);
    node->first = parse_list(self);
    node->second = parse_loop_body(self, node->at);
    return node;
}

static const Node *parse_group(ShellReader *self, const char *end)
{
    Node *node = node_new(self, NODE_GROUP);
    shell_skip(self, 1);
    node->first = parse_list(self);
    shell_skip_separators(self);
    if (shell_looks_at(self, end)) {
        shell_skip(self, 1);
    } else {
        shell_problem(self, node->at, "shell not understood", end);
    }
    return node;
}

/* Gives the word behind it: a file, or a text that is read. */
static const Word *skip_redirection(ShellReader *self)
{
    gboolean document = shell_looks_at(self, "<<") && !shell_looks_at(self, "<<<");
    while (shell_peek(self) == '<' || shell_peek(self) == '>' || shell_peek(self) == '&') {
        shell_next(self);
    }
    if (document && shell_peek(self) == '-') {
        shell_next(self);
    }
    shell_skip_blanks(self);
    const Word *word = shell_read_word(self);
    const char *delimiter = document ? word_literal(self->arena, word) : NULL;
    if (delimiter != NULL && *delimiter != '\0') {
        g_ptr_array_add(self->documents, (gpointer)delimiter);
    }
    return word;
}

/* "NAME=" or "NAME+=" here: its length, else 0. */
static gsize assignment_length(const ShellReader *self, gboolean *append)
{
    const char *text = shell_rest(self);
    gsize length = strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    *append = text[length] == '+' && text[length + 1] == '=';
    if (length == 0 || g_ascii_isdigit(*text) || (text[length] != '=' && !*append)) {
        return 0;
    }
    return length;
}

static const Node *parse_function(ShellReader *self, const char *name)
{
    Node *node = node_new(self, NODE_FUNCTION);
    node->name = name;
    shell_skip_separators(self);
    if (shell_peek(self) == '{' || shell_peek(self) == '(') {
        node->first = parse_group(self, shell_peek(self) == '{' ? "}" : ")");
    }
    return node;
}

/* "NAME=value" or "NAME+=value" here; NULL for another word. */
static Assignment *parse_assignment(ShellReader *self)
{
    gboolean append;
    gsize length = assignment_length(self, &append);
    if (length == 0) {
        return NULL;
    }
    Assignment *assignment = arena_new0(self->arena, Assignment);
    assignment->name = arena_intern_length(self->arena, shell_rest(self), length);
    assignment->append = append;
    shell_skip(self, length + (append ? 2 : 1));
    assignment->value = shell_at_elements(self) ? shell_read_elements(self) : shell_read_word(self);
    return assignment;
}

/* "2>file": the number belongs to the redirection. */
static gboolean is_redirected_number(ShellReader *self, const Word *word)
{
    const char *literal = word_literal(self->arena, word);
    gboolean number =
        literal != NULL && *literal != '\0' && literal[strspn(literal, G_CSET_DIGITS)] == '\0';
    return number && (shell_peek(self) == '>' || shell_peek(self) == '<');
}

static gboolean at_command_end(const ShellReader *self)
{
    int byte = shell_peek(self);
    return byte < 0 || strchr(";\n|)", byte) != NULL || byte == MARK_BEGIN ||
           (byte == '&' && !shell_looks_at(self, "&>"));
}

static const Node *parse_simple(ShellReader *self)
{
    Node *node = node_new(self, NODE_SIMPLE);
    GPtrArray *assignments = arena_array(self->arena);
    GPtrArray *words = arena_array(self->arena);
    GPtrArray *inputs = arena_array(self->arena);
    for (shell_skip_blanks(self); !at_command_end(self); shell_skip_blanks(self)) {
        int byte = shell_peek(self);
        if (byte == '<' || byte == '>' || byte == '&') {
            gboolean text = shell_looks_at(self, "<<<");
            const Word *input = skip_redirection(self);
            if (text) {
                g_ptr_array_add(inputs, (gpointer)input);
            }
            continue;
        }
        if (byte == '(') {
            if (words->len == 1 && shell_looks_at(self, "()")) {
                shell_skip(self, 2);
                const char *name = word_literal(self->arena, words->pdata[0]);
                return parse_function(self, name != NULL ? name : "");
            }
            /* An array, or debris of a macro. */
            shell_skip(self, 1);
            continue;
        }
        Assignment *assignment = words->len == 0 ? parse_assignment(self) : NULL;
        if (assignment != NULL) {
            g_ptr_array_add(assignments, assignment);
            continue;
        }
        gsize before = self->cursor.offset;
        const Word *word = shell_read_word(self);
        if (self->cursor.offset == before) {
            shell_next(self);
        } else if (!is_redirected_number(self, word)) {
            g_ptr_array_add(words, (gpointer)word);
        }
    }
    node->assignments = assignments;
    node->words = words;
    node->inputs = inputs;
    return node;
}

static const Node *parse_mark(ShellReader *self)
{
    Node *node = node_new(self, NODE_MARK);
    shell_next(self);
    while (g_ascii_isdigit(shell_peek(self))) {
        node->mark = node->mark * 10 + (guint)(shell_next(self) - '0');
    }
    if (shell_peek(self) == MARK_END) {
        shell_next(self);
    }
    return node;
}

static const Node *parse_compound(ShellReader *self)
{
    if (shell_peek(self) == MARK_BEGIN) {
        return parse_mark(self);
    }
    if (shell_peek(self) == '(') {
        return parse_group(self, ")");
    }
    if (shell_at_keyword(self, "{")) {
        return parse_group(self, "}");
    }
    static const struct {
        const char *keyword;
        const Node *(*parse)(ShellReader *);
    } rows[] = {{"if", parse_if},
                {"case", parse_case},
                {"for", parse_for},
                {"while", parse_while},
                {"until", parse_while}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (shell_take_keyword(self, rows[i].keyword)) {
            return rows[i].parse(self);
        }
    }
    return NULL;
}

static const Node *parse_command(ShellReader *self)
{
    if (self->depth >= SHELL_DEPTH_MAX) {
        shell_problem(self, self->cursor.origin, "limit: constructs within constructs", "");
        shell_skip_line(self);
        return NULL;
    }
    self->depth++;
    const Node *node = NULL;
    if (shell_take_keyword(self, "!")) {
        shell_skip_blanks(self);
        Node *not = node_new(self, NODE_NOT);
        not->first = parse_command(self);
        node = not;
    } else {
        node = parse_compound(self);
        /* Redirections of a compound command. */
        while (node != NULL && node->kind != NODE_MARK && node->kind != NODE_SIMPLE) {
            const char *rest = shell_rest(self) + strspn(shell_rest(self), " \t" G_CSET_DIGITS);
            if (*rest != '>' && *rest != '<') {
                break;
            }
            shell_skip(self, (gsize)(rest - shell_rest(self)));
            skip_redirection(self);
        }
        if (node == NULL) {
            node = parse_simple(self);
        }
    }
    self->depth--;
    return node;
}

static const Node *parse_pipe(ShellReader *self)
{
    const Node *first = parse_command(self);
    shell_skip_blanks(self);
    if (shell_peek(self) != '|' || shell_looks_at(self, "||")) {
        return first;
    }
    Node *pipe = node_new(self, NODE_PIPE);
    GPtrArray *items = arena_array(self->arena);
    g_ptr_array_add(items, (gpointer)first);
    while (shell_peek(self) == '|' && !shell_looks_at(self, "||")) {
        shell_next(self);
        shell_skip_separators(self);
        g_ptr_array_add(items, (gpointer)parse_command(self));
        shell_skip_blanks(self);
    }
    pipe->items = items;
    return pipe;
}

static const Node *parse_and_or(ShellReader *self)
{
    const Node *left = parse_pipe(self);
    for (guint count = 0;; count++) {
        shell_skip_blanks(self);
        gboolean and = shell_looks_at(self, "&&");
        if (!and&&!shell_looks_at(self, "||")) {
            return left;
        }
        if (count >= SHELL_DEPTH_MAX) {
            shell_problem(self, self->cursor.origin, "limit: constructs within constructs", "");
            shell_skip_line(self);
            return left;
        }
        Node *node = node_new(self, and? NODE_AND : NODE_OR);
        shell_skip(self, 2);
        shell_skip_separators(self);
        node->first = left;
        /* A macro that expands to nothing may be all that stood here. */
        node->second = at_list_end(self) ? NULL : parse_pipe(self);
        left = node;
    }
}

static const Node *parse_list(ShellReader *self)
{
    Node *list = node_new(self, NODE_LIST);
    GPtrArray *items = arena_array(self->arena);
    for (shell_skip_separators(self); !at_list_end(self); shell_skip_separators(self)) {
        gsize before = self->cursor.offset;
        const Node *node = parse_and_or(self);
        if (node != NULL) {
            g_ptr_array_add(items, (gpointer)node);
        }
        if (self->cursor.offset == before) {
            shell_problem(self, self->cursor.origin, "shell not understood", "");
            shell_next(self);
        }
    }
    list->items = items;
    return list;
}

const Node *shell_parse(Arena *arena, const Text *text, ShellProblem problem, gpointer data)
{
    ShellReader self = {.arena = arena,
                        .cursor = text_cursor(text, 0),
                        .documents = g_ptr_array_new(),
                        .problem = problem,
                        .data = data};
    Node *whole = node_new(&self, NODE_LIST);
    GPtrArray *items = arena_array(arena);
    while (shell_peek(&self) >= 0) {
        g_ptr_array_add(items, (gpointer)parse_list(&self));
        if (shell_peek(&self) >= 0) {
            /* Something that ends what was never begun. */
            g_autofree char *line =
                g_strndup(shell_rest(&self), MIN(strcspn(shell_rest(&self), "\n"), 40));
            shell_problem(&self, self.cursor.origin, "shell not understood", line);
            if (shell_peek(&self) == ')' || shell_looks_at(&self, ";;")) {
                shell_next(&self);
            } else {
                shell_skip(&self, strcspn(shell_rest(&self), " \t\n;)"));
            }
            if (shell_peek(&self) == '\n' || shell_peek(&self) == ';') {
                shell_next(&self);
            }
        }
    }
    whole->items = items;
    g_ptr_array_unref(self.documents);
    return whole;
}
