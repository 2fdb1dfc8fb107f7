#include "discover/make/make_file.h"
#include "core/path.h"
#include "discover/make/comment.h"
#include "discover/make/make_lines.h"
#include "discover/make/make_text.h"
#include "discover/make/unknown.h"
#include <string.h>

/* The variable whose first character begins the lines of recipes: GNU make manual, "Other Special
 * Variables". */
#define RECIPE_PREFIX ".RECIPEPREFIX"

/* A conditional that is open. */
typedef struct {
    guint line;
    gboolean in_rule; /* before it */
    gboolean ends_in; /* a branch before this one ends in a rule */
    gboolean any;     /* one of the branches is always read: there is an "else" without a test */
} Opened;

/* Where the reader of statements stands. */
typedef struct {
    Arena *arena;
    MakeFile *file;
    MakeLines lines;
    gboolean in_rule; /* a line that begins with `prefix` belongs to a recipe */
    char prefix;      /* a tab, or what .RECIPEPREFIX says */
    GArray *opened;   /* Opened */
} Reader;

static MakeStatement *add_statement(Reader *self, MakeKind kind, guint line)
{
    MakeFile *file = self->file;
    if (file->statements->len >= MAKE_STATEMENTS_MAX) {
        file->cut = TRUE;
        return NULL;
    }
    g_array_set_size(file->statements, file->statements->len + 1);
    MakeStatement *statement =
        &g_array_index(file->statements, MakeStatement, file->statements->len - 1);
    *statement = (MakeStatement){.kind = kind, .line = line};
    return statement;
}

static const char *keep(Reader *self, const char *text, gssize length)
{
    g_autofree char *copy = length < 0 ? g_strdup(text) : g_strndup(text, (gsize)length);
    return arena_intern(self->arena, g_strstrip(copy));
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Cuts the comment off; its text, or NULL. "\#" is the character itself. */
static char *cut_comment(char *text)
{
    char *out = text;
    for (char *c = text; *c != '\0'; c++) {
        if (*c == '\\' && c[1] == '#') {
            *out++ = '#';
            c++;
        } else if (*c == '#') {
            char *comment = g_strdup(c + 1);
            *out = '\0';
            return g_strstrip(comment);
        } else {
            *out++ = *c;
        }
    }
    *out = '\0';
    return NULL;
}

/* Whether the line begins with that word; moves behind it and the blanks that follow. */
static gboolean take_word(const char **text, const char *word)
{
    gsize length = strlen(word);
    if (strncmp(*text, word, length) != 0) {
        return FALSE;
    }
    const char *rest = *text + length;
    if (*rest != '\0' && !g_ascii_isspace(*rest) && *rest != '(' && *rest != '"' && *rest != '\'') {
        return FALSE;
    }
    const char *next = rest + strspn(rest, " \t");
    /* "include = x" assigns to a variable of that name. */
    if (*rest != '\0' &&
        (*next == '=' || (strchr(":?+!", *next) != NULL && next[0] != '\0' && next[1] == '='))) {
        return FALSE;
    }
    *text = next;
    return TRUE;
}

/* ---- conditionals ---------------------------------------------------------------------------- */

/* "(a,b)", "'a' 'b'" or mixed quotes. */
static gboolean read_operands(Reader *self, const char *text, MakeStatement *statement)
{
    if (*text == '(') {
        gsize length = strlen(text);
        while (length > 0 && text[length - 1] != ')') {
            length--;
        }
        guint depth = 0;
        for (const char *c = text + 1; length > 1 && c < text + length - 1; c++) {
            if (*c == '(' || *c == '{') {
                depth++;
            } else if ((*c == ')' || *c == '}') && depth > 0) {
                depth--;
            } else if (*c == ',' && depth == 0) {
                statement->left = keep(self, text + 1, c - text - 1);
                statement->right = keep(self, c + 1, text + length - 1 - (c + 1));
                return TRUE;
            }
        }
        return FALSE;
    }
    const char *operands[2] = {NULL, NULL};
    for (guint i = 0; i < G_N_ELEMENTS(operands); i++) {
        text += strspn(text, " \t");
        const char *end = *text == '"' || *text == '\'' ? strchr(text + 1, *text) : NULL;
        if (end == NULL) {
            return FALSE;
        }
        operands[i] = keep(self, text + 1, end - text - 1);
        text = end + 1;
    }
    statement->left = operands[0];
    statement->right = operands[1];
    return TRUE;
}

static gboolean read_test(Reader *self, const char *text, MakeStatement *statement)
{
    static const struct {
        const char *word;
        MakeTest test;
    } words[] = {{"ifdef", TEST_DEFINED},
                 {"ifndef", TEST_NOT_DEFINED},
                 {"ifeq", TEST_EQUAL},
                 {"ifneq", TEST_NOT_EQUAL}};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        const char *rest = text;
        if (!take_word(&rest, words[i].word)) {
            continue;
        }
        statement->test = words[i].test;
        if (words[i].test == TEST_DEFINED || words[i].test == TEST_NOT_DEFINED) {
            statement->left = keep(self, rest, -1);
            return TRUE;
        }
        if (!read_operands(self, rest, statement)) {
            /* Nothing can be said of it: it is neither true nor false. */
            statement->left = keep(self, rest, -1);
            statement->right = NULL;
        }
        return TRUE;
    }
    return FALSE;
}

/* "else" goes on as if the branch before it was not there: a rule in that one has no recipe here.
 * Behind "endif" any of them may, and where none of the branches may have been read, the rule
 * before them goes on. */
static void change_branch(Reader *self, MakeKind kind, MakeTest test)
{
    Opened *opened = &g_array_index(self->opened, Opened, self->opened->len - 1);
    opened->ends_in = opened->ends_in || self->in_rule;
    opened->any = opened->any || (kind == MAKE_ELSE && test == TEST_NONE);
    self->in_rule =
        kind == MAKE_ELSE ? opened->in_rule : opened->ends_in || (!opened->any && opened->in_rule);
    if (kind == MAKE_ENDIF) {
        g_array_set_size(self->opened, self->opened->len - 1);
    }
}

/* TRUE when the line was a conditional's. */
static gboolean read_conditional(Reader *self, const char *text, guint line)
{
    MakeStatement probe = {.test = TEST_NONE};
    const char *rest = text;
    MakeKind kind = MAKE_IF;
    if (take_word(&rest, "endif")) {
        kind = MAKE_ENDIF;
    } else if (take_word(&rest, "else")) {
        kind = MAKE_ELSE;
        read_test(self, rest, &probe);
    } else if (!read_test(self, text, &probe)) {
        return FALSE;
    }
    if (kind == MAKE_IF) {
        const Opened opened = {.line = line, .in_rule = self->in_rule};
        g_array_append_val(self->opened, opened);
    } else if (self->opened->len == 0) {
        self->file->stray_line = self->file->stray_line == 0 ? line : self->file->stray_line;
        return TRUE;
    } else {
        change_branch(self, kind, probe.test);
    }
    MakeStatement *statement = add_statement(self, kind, line);
    if (statement != NULL) {
        statement->test = probe.test;
        statement->left = probe.left;
        statement->right = probe.right;
    }
    return TRUE;
}

/* ---- assignments and rules ------------------------------------------------------------------- */

/* Splits "NAME op VALUE"; FALSE when the text has another form. */
static gboolean split_assignment(const char *text, gsize *name_length, MakeOperation *operation,
                                 const char **value)
{
    const char *equal = make_find_outside(text, "=");
    if (equal == NULL || equal == text) {
        return FALSE;
    }
    const char *end = equal;
    *operation = ASSIGN_RECURSIVE;
    switch (end[-1]) {
    case '?':
        *operation = ASSIGN_DEFAULT;
        end--;
        break;
    case '+':
        *operation = ASSIGN_APPEND;
        end--;
        break;
    case '!':
        *operation = ASSIGN_SHELL;
        end--;
        break;
    case ':':
        *operation = ASSIGN_SIMPLE;
        while (end > text && end[-1] == ':') {
            end--;
        }
        break;
    default:
        break;
    }
    const char *colon = make_find_outside(text, ":");
    if (colon != NULL && colon < end) {
        return FALSE;
    }
    while (end > text && g_ascii_isspace(end[-1])) {
        end--;
    }
    *name_length = (gsize)(end - text);
    *value = equal + 1 + strspn(equal + 1, " \t");
    /* Several words in front of the sign are no name. */
    const char *blank = make_find_outside(text, " \t");
    return *name_length > 0 && (blank == NULL || blank >= end);
}

/* "<CC>", for which people or a script of theirs put the value. */
static gboolean is_placeholder(const char *value)
{
    gsize length =
        *value == '<' ? strspn(value + 1, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") : 0;
    return length > 0 && value[length + 1] == '>' &&
           value[length + 2 + strspn(value + length + 2, " \t")] == '\0';
}

typedef struct {
    gboolean override;
    const char *targets;
    const char *remark;
} AssignmentTraits;

static gboolean read_assignment(Reader *self, const char *text, guint line,
                                const AssignmentTraits *traits)
{
    gsize length = 0;
    MakeOperation operation = ASSIGN_RECURSIVE;
    const char *value = NULL;
    if (!split_assignment(text, &length, &operation, &value)) {
        return FALSE;
    }
    if (traits->targets == NULL && strncmp(text, RECIPE_PREFIX, length) == 0 &&
        length == strlen(RECIPE_PREFIX)) {
        self->prefix = *value != '\0' && *value != '$' ? *value : '\t';
    }
    MakeStatement *statement = add_statement(self, MAKE_ASSIGNMENT, line);
    if (statement != NULL) {
        statement->name = keep(self, text, (gssize)length);
        statement->operation = operation;
        statement->value = is_placeholder(value) ? "" : keep(self, value, -1);
        statement->override = traits->override;
        statement->targets = traits->targets;
        statement->remark = traits->remark;
        self->file->assignments += traits->targets == NULL ? 1 : 0;
    }
    return TRUE;
}

static void read_recipe(Reader *self, const char *text, guint line)
{
    MakeStatement *statement = add_statement(self, MAKE_RECIPE, line);
    if (statement != NULL) {
        statement->value = keep(self, text, -1);
    }
}

static void read_rule(Reader *self, const char *text, const char *colon, guint line)
{
    const char *rest = colon + strspn(colon, ":");
    const char *targets = keep(self, text, colon - text);
    const AssignmentTraits traits = {.targets = targets};
    const char *assignment = rest + strspn(rest, " \t");
    const char *word = assignment;
    while (take_word(&word, "override") || take_word(&word, "export") ||
           take_word(&word, "private")) {
        assignment = word;
    }
    if (read_assignment(self, assignment, line, &traits)) {
        return;
    }
    const char *recipe = make_find_outside(rest, ";");
    MakeStatement *statement = add_statement(self, MAKE_RULE, line);
    if (statement != NULL) {
        statement->targets = targets;
        statement->value = keep(self, rest, recipe != NULL ? recipe - rest : -1);
        self->file->rules++;
    }
    if (recipe != NULL) {
        read_recipe(self, recipe + 1, line);
    }
    self->in_rule = TRUE;
}

/* The body of define: everything up to its endef, as it stands. */
static void read_define(Reader *self, const char *head, guint line)
{
    g_autoptr(GString) body = g_string_new(NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    guint depth = 1;
    guint number = 0;
    while (depth > 0 && make_lines_next(&self->lines, text, &number)) {
        const char *word = text->str + strspn(text->str, " \t");
        const char *rest = word;
        if (take_word(&rest, "endef")) {
            depth--;
        } else if (take_word(&rest, "define")) {
            depth++;
        }
        if (depth > 0 && body->len < MAKE_LINE_BYTES_MAX) {
            g_string_append_len(body, text->str, (gssize)text->len);
            g_string_append_c(body, '\n');
        }
    }
    if (depth > 0 && self->file->open_line == 0) {
        self->file->open_line = line;
    }
    make_lines_drop_too_deep(&self->lines, body);
    make_round_references(body->str);
    gsize name = strcspn(head, " \t=:?+!");
    MakeStatement *statement = name > 0 ? add_statement(self, MAKE_ASSIGNMENT, line) : NULL;
    if (statement != NULL) {
        const char *sign = head + name + strspn(head + name, " \t");
        statement->name = keep(self, head, (gssize)name);
        statement->value = arena_intern(self->arena, body->str);
        statement->operation = *sign == ':'   ? ASSIGN_SIMPLE
                               : *sign == '+' ? ASSIGN_APPEND
                               : *sign == '?' ? ASSIGN_DEFAULT
                                              : ASSIGN_RECURSIVE;
        statement->defined = TRUE;
    }
}

/* ---- the file -------------------------------------------------------------------------------- */

static void read_commented(Reader *self, const char *text, guint line)
{
    CommentedAssignment found;
    if (make_lines_are_dead(&self->lines, text, line) || !comment_assignment(text, &found)) {
        return;
    }
    MakeStatement *statement = add_statement(self, MAKE_COMMENTED, line);
    if (statement != NULL) {
        statement->name = arena_intern(self->arena, found.name);
        statement->value = arena_intern(self->arena, found.value);
        statement->operation = found.appends ? ASSIGN_APPEND : ASSIGN_RECURSIVE;
        self->file->commented++;
    }
    g_free(found.name);
    g_free(found.value);
}

static void read_plain(Reader *self, const char *text, guint line, const char *remark)
{
    AssignmentTraits traits = {.remark = remark};
    const char *rest = text;
    if (take_word(&rest, "define")) {
        read_define(self, rest, line);
        return;
    }
    gboolean exported = FALSE;
    for (gboolean more = TRUE; more;) {
        more = FALSE;
        if (take_word(&rest, "override")) {
            traits.override = more = TRUE;
        } else if (take_word(&rest, "export") || take_word(&rest, "private")) {
            exported = more = TRUE;
        }
    }
    if (take_word(&rest, "define")) {
        read_define(self, rest, line);
        return;
    }
    self->file->exports = self->file->exports || (exported && *rest == '\0');
    if (read_assignment(self, rest, line, &traits) || exported) {
        return;
    }
    if (take_word(&rest, "unexport") || take_word(&rest, "vpath") || take_word(&rest, "undefine")) {
        return;
    }
    gboolean required = take_word(&rest, "include");
    if (required || take_word(&rest, "-include") || take_word(&rest, "sinclude")) {
        MakeStatement *statement = add_statement(self, MAKE_INCLUDE, line);
        if (statement != NULL) {
            statement->value = keep(self, rest, -1);
            statement->optional = !required;
        }
        return;
    }
    const char *colon = make_find_outside(rest, ":");
    if (colon != NULL) {
        read_rule(self, rest, colon, line);
        return;
    }
    gboolean more = *rest == '$' || *rest == UNKNOWN_HOLE_BEGIN;
    MakeStatement *statement = more ? add_statement(self, MAKE_TEXT, line) : NULL;
    if (statement != NULL) {
        statement->value = keep(self, rest, -1);
    }
}

static void read_line(Reader *self, GString *line, guint number)
{
    if (line->str[strspn(line->str, " \t")] != '#') {
        make_round_references(line->str);
    }
    if (self->in_rule && line->str[0] == self->prefix) {
        /* A conditional may be indented inside a recipe; make itself reads it only without a tab.
         */
        const char *command = line->str + 1 + strspn(line->str + 1, " \t");
        if (*command != '\0') {
            read_recipe(self, command, number);
        }
        return;
    }
    const char *text = line->str + strspn(line->str, " \t");
    if (*text == '\0') {
        return;
    }
    if (*text == '#') {
        read_commented(self, text, number);
        return;
    }
    g_autofree char *plain = g_strdup(text);
    g_autofree char *comment = cut_comment(plain);
    g_strchomp(plain);
    if (read_conditional(self, plain, number)) {
        return;
    }
    self->in_rule = FALSE;
    const char *remark =
        comment != NULL && *comment != '\0' ? arena_intern(self->arena, comment) : NULL;
    read_plain(self, plain, number, remark);
    g_autofree char *emptied = comment_emptied(text);
    if (emptied != NULL) {
        read_commented(self, emptied, number);
    }
}

static void find_lines(MakeFile *self)
{
    gsize start = 0;
    for (const char *c = self->text; *c != '\0'; c++) {
        if (*c == '\n') {
            g_array_append_val(self->line_starts, start);
            start = (gsize)(c - self->text) + 1;
        }
    }
    g_array_append_val(self->line_starts, start);
}

MakeFile *make_file_new(Arena *arena, const char *path, const char *text)
{
    MakeFile *self = arena_new0(arena, MakeFile);
    self->path = path;
    self->folder = arena_intern_length(arena, path, path_folder_length(path));
    self->text = arena_strdup(arena, text);
    self->line_starts = g_array_new(FALSE, FALSE, sizeof(gsize));
    self->statements = g_array_new(FALSE, FALSE, sizeof(MakeStatement));
    find_lines(self);
    g_autoptr(GArray) opened = g_array_new(FALSE, FALSE, sizeof(Opened));
    Reader reader = {.arena = arena,
                     .file = self,
                     .lines = {.cursor = self->text, .line = 1},
                     .prefix = '\t',
                     .opened = opened};
    g_autoptr(GString) line = g_string_new(NULL);
    guint number = 0;
    while (!self->cut && make_lines_next(&reader.lines, line, &number)) {
        read_line(&reader, line, number);
    }
    self->lines_too_long = reader.lines.too_long;
    self->lines_too_deep = reader.lines.too_deep;
    if (opened->len > 0 && self->open_line == 0) {
        self->open_line = g_array_index(opened, Opened, opened->len - 1).line;
    }
    return self;
}

void make_file_free(MakeFile *self)
{
    if (self != NULL) {
        g_array_unref(self->line_starts);
        g_array_unref(self->statements);
    }
}

char *make_file_line(const MakeFile *self, guint line)
{
    if (line == 0 || line > self->line_starts->len) {
        return NULL;
    }
    const char *start = self->text + g_array_index(self->line_starts, gsize, line - 1);
    return g_strndup(start, strcspn(start, "\r\n"));
}
