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

static const char *rest_of(const ShellReader *self)
{
    return text_string(self->cursor.text) + self->cursor.offset;
}

static gboolean looks_at(const ShellReader *self, const char *text)
{
    return g_str_has_prefix(rest_of(self), text);
}

static void skip(ShellReader *self, gsize count)
{
    for (gsize i = 0; i < count && shell_peek(self) >= 0; i++) {
        shell_next(self);
    }
}

static void skip_line(ShellReader *self)
{
    while (shell_peek(self) >= 0 && shell_peek(self) != '\n') {
        shell_next(self);
    }
}

/* Behind the line's end: the here-documents that it began. */
static void skip_documents(ShellReader *self)
{
    for (guint i = 0; i < self->documents->len; i++) {
        const char *delimiter = self->documents->pdata[i];
        while (shell_peek(self) >= 0) {
            const char *line = rest_of(self);
            line += strspn(line, "\t");
            gsize length = strcspn(line, "\n");
            gboolean end = length == strlen(delimiter) && strncmp(line, delimiter, length) == 0;
            skip_line(self);
            skip(self, 1);
            if (end) {
                break;
            }
        }
    }
    g_ptr_array_set_size(self->documents, 0);
}

static void skip_blanks(ShellReader *self)
{
    for (;;) {
        int byte = shell_peek(self);
        if (byte == ' ' || byte == '\t' || byte == '\r') {
            shell_next(self);
        } else if (byte == '\\' && looks_at(self, "\\\n")) {
            skip(self, 2);
        } else if (byte == '#') {
            skip_line(self);
        } else {
            return;
        }
    }
}

/* Blanks, ends of lines and lone semicolons. */
static void skip_separators(ShellReader *self)
{
    for (;;) {
        skip_blanks(self);
        int byte = shell_peek(self);
        if (byte == '\n') {
            shell_next(self);
            skip_documents(self);
        } else if (byte == ';' && !looks_at(self, ";;")) {
            shell_next(self);
        } else if (byte == '&' && !looks_at(self, "&&")) {
            shell_next(self);
        } else {
            return;
        }
    }
}

/* Whether the reserved word stands here, whole. */
static gboolean at_keyword(const ShellReader *self, const char *keyword)
{
    gsize length = strlen(keyword);
    if (!looks_at(self, keyword)) {
        return FALSE;
    }
    char next = rest_of(self)[length];
    return next == '\0' || g_ascii_isspace(next) || strchr(";|&()<>", next) != NULL ||
           next == MARK_BEGIN || next == '#';
}

static gboolean take_keyword(ShellReader *self, const char *keyword)
{
    if (!at_keyword(self, keyword)) {
        return FALSE;
    }
    skip(self, strlen(keyword));
    return TRUE;
}

/* The words that end a list. */
static gboolean at_list_end(const ShellReader *self)
{
    static const char *const keywords[] = {"then", "else", "elif", "fi", "do", "done", "esac", "}"};
    if (shell_peek(self) < 0 || shell_peek(self) == ')' || looks_at(self, ";;")) {
        return TRUE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(keywords); i++) {
        if (at_keyword(self, keywords[i])) {
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
    skip_separators(self);
    if (!take_keyword(self, keyword)) {
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
        skip_separators(self);
        if (!at_keyword(self, "elif")) {
            break;
        }
        Node *next = node_new(self, NODE_IF);
        take_keyword(self, "elif");
        node->third = next;
        node = next;
    }
    if (take_keyword(self, "else")) {
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
        skip_blanks(self);
        arm->at = patterns->len == 0 ? self->cursor.origin : arm->at;
        g_ptr_array_add(patterns, (gpointer)shell_read_word(self));
        skip_blanks(self);
        if (shell_peek(self) != '|') {
            break;
        }
        shell_next(self);
    }
    if (shell_peek(self) == ')') {
        shell_next(self);
    } else {
        shell_problem(self, self->cursor.origin, "shell not understood", "case");
        skip_line(self);
    }
    arm->patterns = patterns;
    arm->body = parse_list(self);
    skip_separators(self);
    if (looks_at(self, ";;")) {
        skip(self, 2);
    }
    g_ptr_array_add(arms, arm);
}

static const Node *parse_case(ShellReader *self)
{
    Node *node = node_new(self, NODE_CASE);
    skip_blanks(self);
    node->subject = shell_read_word(self);
    expect(self, "in", node->at);
    GPtrArray *arms = arena_array(self->arena);
    for (;;) {
        skip_separators(self);
        if (looks_at(self, ";;")) {
            skip(self, 2);
            continue;
        }
        if (shell_peek(self) < 0 || at_keyword(self, "esac")) {
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
    skip_blanks(self);
    const char *name = word_literal(self->arena, shell_read_word(self));
    node->name = name != NULL ? name : "";
    GPtrArray *words = arena_array(self->arena);
    skip_blanks(self);
    if (take_keyword(self, "in")) {
        for (skip_blanks(self);
             shell_peek(self) >= 0 && strchr(";\n&|()<>", shell_peek(self)) == NULL &&
             shell_peek(self) != MARK_BEGIN;
             skip_blanks(self)) {
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
    skip(self, 1);
    node->first = parse_list(self);
    skip_separators(self);
    if (looks_at(self, end)) {
        skip(self, 1);
    } else {
        shell_problem(self, node->at, "shell not understood", end);
    }
    return node;
}

/* Gives the word behind it: a file, or a text that is read. */
static const Word *skip_redirection(ShellReader *self)
{
    gboolean document = looks_at(self, "<<") && !looks_at(self, "<<<");
    while (shell_peek(self) == '<' || shell_peek(self) == '>' || shell_peek(self) == '&') {
        shell_next(self);
    }
    if (document && shell_peek(self) == '-') {
        shell_next(self);
    }
    skip_blanks(self);
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
    const char *text = rest_of(self);
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
    skip_separators(self);
    if (shell_peek(self) == '{' || shell_peek(self) == '(') {
        node->first = parse_group(self, shell_peek(self) == '{' ? "}" : ")");
    }
    return node;
}

static const Node *parse_simple(ShellReader *self)
{
    Node *node = node_new(self, NODE_SIMPLE);
    GPtrArray *assignments = arena_array(self->arena);
    GPtrArray *words = arena_array(self->arena);
    GPtrArray *inputs = arena_array(self->arena);
    for (;;) {
        skip_blanks(self);
        int byte = shell_peek(self);
        if (byte < 0 || strchr(";\n|)", byte) != NULL || byte == MARK_BEGIN) {
            break;
        }
        if (byte == '&' && !looks_at(self, "&>")) {
            break;
        }
        if (byte == '<' || byte == '>' || byte == '&') {
            gboolean text = looks_at(self, "<<<");
            const Word *input = skip_redirection(self);
            if (text) {
                g_ptr_array_add(inputs, (gpointer)input);
            }
            continue;
        }
        if (byte == '(') {
            if (words->len == 1 && looks_at(self, "()")) {
                skip(self, 2);
                const char *name = word_literal(self->arena, words->pdata[0]);
                return parse_function(self, name != NULL ? name : "");
            }
            /* An array, or debris of a macro. */
            skip(self, 1);
            continue;
        }
        gboolean append;
        gsize length = words->len == 0 ? assignment_length(self, &append) : 0;
        if (length > 0) {
            Assignment *assignment = arena_new0(self->arena, Assignment);
            assignment->name = arena_intern_length(self->arena, rest_of(self), length);
            assignment->append = append;
            skip(self, length + (append ? 2 : 1));
            assignment->value = shell_read_word(self);
            g_ptr_array_add(assignments, assignment);
            continue;
        }
        gsize before = self->cursor.offset;
        const Word *word = shell_read_word(self);
        if (self->cursor.offset == before) {
            shell_next(self);
            continue;
        }
        /* "2>file": the number belongs to the redirection. */
        const char *literal = word_literal(self->arena, word);
        gboolean number =
            literal != NULL && *literal != '\0' && literal[strspn(literal, G_CSET_DIGITS)] == '\0';
        if (number && (shell_peek(self) == '>' || shell_peek(self) == '<')) {
            continue;
        }
        g_ptr_array_add(words, (gpointer)word);
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
    if (at_keyword(self, "{")) {
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
        if (take_keyword(self, rows[i].keyword)) {
            return rows[i].parse(self);
        }
    }
    return NULL;
}

static const Node *parse_command(ShellReader *self)
{
    if (self->depth >= SHELL_DEPTH_MAX) {
        shell_problem(self, self->cursor.origin, "limit: constructs within constructs", "");
        skip_line(self);
        return NULL;
    }
    self->depth++;
    const Node *node = NULL;
    if (take_keyword(self, "!")) {
        skip_blanks(self);
        Node *not = node_new(self, NODE_NOT);
        not->first = parse_command(self);
        node = not;
    } else {
        node = parse_compound(self);
        /* Redirections of a compound command. */
        while (node != NULL && node->kind != NODE_MARK && node->kind != NODE_SIMPLE) {
            const char *rest = rest_of(self) + strspn(rest_of(self), " \t" G_CSET_DIGITS);
            if (*rest != '>' && *rest != '<') {
                break;
            }
            skip(self, (gsize)(rest - rest_of(self)));
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
    skip_blanks(self);
    if (shell_peek(self) != '|' || looks_at(self, "||")) {
        return first;
    }
    Node *pipe = node_new(self, NODE_PIPE);
    GPtrArray *items = arena_array(self->arena);
    g_ptr_array_add(items, (gpointer)first);
    while (shell_peek(self) == '|' && !looks_at(self, "||")) {
        shell_next(self);
        skip_separators(self);
        g_ptr_array_add(items, (gpointer)parse_command(self));
        skip_blanks(self);
    }
    pipe->items = items;
    return pipe;
}

static const Node *parse_and_or(ShellReader *self)
{
    const Node *left = parse_pipe(self);
    for (guint count = 0;; count++) {
        skip_blanks(self);
        gboolean and = looks_at(self, "&&");
        if (!and&&!looks_at(self, "||")) {
            return left;
        }
        if (count >= SHELL_DEPTH_MAX) {
            shell_problem(self, self->cursor.origin, "limit: constructs within constructs", "");
            skip_line(self);
            return left;
        }
        Node *node = node_new(self, and? NODE_AND : NODE_OR);
        skip(self, 2);
        skip_separators(self);
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
    for (skip_separators(self); !at_list_end(self); skip_separators(self)) {
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
                g_strndup(rest_of(&self), MIN(strcspn(rest_of(&self), "\n"), 40));
            shell_problem(&self, self.cursor.origin, "shell not understood", line);
            if (shell_peek(&self) == ')' || looks_at(&self, ";;")) {
                shell_next(&self);
            } else {
                skip(&self, strcspn(rest_of(&self), " \t\n;)"));
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
