/* Words: what stands between blanks, with its quotes and substitutions. */
#include "discover/autotools/m4.h"
#include "discover/autotools/shell_private.h"
#include <string.h>

/* How far behind its beginning the end of "(one two)" may be; without one it is debris of a macro.
 */
#define ARRAY_BYTES_MAX 4096

typedef struct {
    ShellReader *reader;
    GArray *parts; /* Part */
    GString *literal;
    gboolean literal_quoted;
    gboolean any_literal;
} WordBuilder;

static void flush_literal(WordBuilder *self)
{
    if (!self->any_literal) {
        return;
    }
    Part part = {.kind = PART_LITERAL,
                 .quoted = self->literal_quoted,
                 .text =
                     arena_strndup(self->reader->arena, self->literal->str, self->literal->len)};
    g_array_append_val(self->parts, part);
    g_string_truncate(self->literal, 0);
    self->any_literal = FALSE;
}

static void add_literal(WordBuilder *self, char byte, gboolean quoted)
{
    if (self->any_literal && self->literal_quoted != quoted) {
        flush_literal(self);
    }
    self->any_literal = TRUE;
    self->literal_quoted = quoted;
    g_string_append_c(self->literal, byte);
}

static const Word *finish_word(WordBuilder *self, Origin at)
{
    flush_literal(self);
    Arena *arena = self->reader->arena;
    Word *word = arena_new0(arena, Word);
    word->at = at;
    word->count = self->parts->len;
    if (word->count > 0) {
        Part *parts = arena_alloc(arena, word->count * sizeof(Part));
        memcpy(parts, self->parts->data, word->count * sizeof(Part));
        word->parts = parts;
    }
    return word;
}

static void builder_clear(WordBuilder *self)
{
    g_array_unref(self->parts);
    g_string_free(self->literal, TRUE);
}

static gboolean is_name_byte(int byte)
{
    return g_ascii_isalnum(byte) || byte == '_';
}

static void read_dollar(WordBuilder *self, gboolean quoted);

/* `...` and $(...): the words inside, for what they depend on; they are never run. */
static void read_command(WordBuilder *self, gboolean quoted, gboolean backquote)
{
    ShellReader *reader = self->reader;
    WordBuilder inner = {reader, g_array_new(FALSE, FALSE, sizeof(Part)), g_string_new(NULL), FALSE,
                         FALSE};
    Origin at = reader->cursor.origin;
    guint depth = 1;
    char quote = '\0';
    reader->depth++;
    for (int byte = shell_peek(reader); byte >= 0; byte = shell_peek(reader)) {
        if (byte == '\\') {
            shell_next(reader);
            if (shell_peek(reader) >= 0) {
                add_literal(&inner, (char)shell_next(reader), TRUE);
            }
            continue;
        }
        if (quote == '\0' && backquote && byte == '`') {
            break;
        }
        if (quote == '\0' && !backquote) {
            depth += byte == '(';
            depth -= byte == ')';
            if (depth == 0) {
                break;
            }
        }
        if (backquote && byte == '`') {
            break;
        }
        if ((byte == '\'' || byte == '"') && (quote == '\0' || quote == byte)) {
            quote = quote == '\0' ? (char)byte : '\0';
            shell_next(reader);
            add_literal(&inner, (char)byte, FALSE);
            continue;
        }
        if (byte == '$' && quote != '\'' && reader->depth < SHELL_DEPTH_MAX) {
            read_dollar(&inner, TRUE);
            continue;
        }
        add_literal(&inner, (char)shell_next(reader), FALSE);
    }
    reader->depth--;
    if (shell_peek(reader) >= 0) {
        shell_next(reader);
    }
    flush_literal(self);
    Part part = {
        .kind = PART_COMMAND, .quoted = quoted, .text = "", .argument = finish_word(&inner, at)};
    g_array_append_val(self->parts, part);
    builder_clear(&inner);
}

/* Behind "${NAME": the operation and its argument, up to "}". */
static void read_operation(WordBuilder *self, Part *part)
{
    ShellReader *reader = self->reader;
    g_autoptr(GString) operation = g_string_new(NULL);
    while (shell_peek(reader) >= 0 && strchr(":-=+?%#/", shell_peek(reader)) != NULL &&
           shell_peek(reader) != '\0' && operation->len < 2) {
        gboolean colon = shell_peek(reader) == ':';
        g_string_append_c(operation, (char)shell_next(reader));
        if (!colon) {
            break;
        }
    }
    WordBuilder inner = {reader, g_array_new(FALSE, FALSE, sizeof(Part)), g_string_new(NULL), FALSE,
                         FALSE};
    Origin at = reader->cursor.origin;
    char quote = '\0';
    reader->depth++;
    for (int byte = shell_peek(reader); byte >= 0; byte = shell_peek(reader)) {
        if (byte == '}' && quote == '\0') {
            break;
        }
        if (byte == '\\') {
            shell_next(reader);
            if (shell_peek(reader) >= 0) {
                add_literal(&inner, (char)shell_next(reader), TRUE);
            }
        } else if ((byte == '\'' || byte == '"') && (quote == '\0' || quote == byte)) {
            quote = quote == '\0' ? (char)byte : '\0';
            shell_next(reader);
        } else if (byte == '$' && quote != '\'' && reader->depth < SHELL_DEPTH_MAX) {
            read_dollar(&inner, quote == '"');
        } else {
            add_literal(&inner, (char)shell_next(reader), quote != '\0');
        }
    }
    reader->depth--;
    if (shell_peek(reader) >= 0) {
        shell_next(reader);
    }
    part->operation = arena_intern(reader->arena, operation->str);
    part->argument = finish_word(&inner, at);
    builder_clear(&inner);
}

static void read_dollar(WordBuilder *self, gboolean quoted)
{
    ShellReader *reader = self->reader;
    shell_next(reader);
    int byte = shell_peek(reader);
    if (byte == '(') {
        shell_next(reader);
        read_command(self, quoted, FALSE);
        return;
    }
    gboolean braces = byte == '{';
    if (!braces && !is_name_byte(byte) &&
        (byte < 0 || strchr("?#@*!$-", byte) == NULL || byte == 0)) {
        add_literal(self, '$', quoted);
        return;
    }
    if (braces) {
        shell_next(reader);
    }
    g_autoptr(GString) name = g_string_new(NULL);
    if (braces && shell_peek(reader) == '#') {
        shell_next(reader); /* ${#NAME}: its length depends on it */
    }
    if (is_name_byte(shell_peek(reader))) {
        gboolean digit = g_ascii_isdigit(shell_peek(reader));
        do {
            g_string_append_c(name, (char)shell_next(reader));
        } while (is_name_byte(shell_peek(reader)) && !digit);
    } else if (shell_peek(reader) >= 0 && shell_peek(reader) != '}') {
        g_string_append_c(name, (char)shell_next(reader));
    }
    flush_literal(self);
    Part part = {.kind = PART_VARIABLE,
                 .quoted = quoted,
                 .text = arena_intern(reader->arena, name->str),
                 .operation = ""};
    if (braces) {
        read_operation(self, &part);
    }
    g_array_append_val(self->parts, part);
}

static void read_double_quotes(WordBuilder *self)
{
    ShellReader *reader = self->reader;
    Origin at = reader->cursor.origin;
    shell_next(reader);
    self->any_literal = self->any_literal || self->parts->len == 0; /* "" is a word, too */
    for (int byte = shell_peek(reader); byte >= 0; byte = shell_peek(reader)) {
        if (byte == '"') {
            shell_next(reader);
            return;
        }
        if (byte == '\\') {
            shell_next(reader);
            int next = shell_peek(reader);
            if (next == '\n') {
                shell_next(reader);
            } else if (next >= 0 && strchr("$`\"\\", next) != NULL && next != '\0') {
                add_literal(self, (char)shell_next(reader), TRUE);
            } else {
                add_literal(self, '\\', TRUE);
            }
        } else if (byte == '$') {
            read_dollar(self, TRUE);
        } else if (byte == '`') {
            shell_next(reader);
            read_command(self, TRUE, TRUE);
        } else {
            add_literal(self, (char)shell_next(reader), TRUE);
        }
    }
    shell_problem(reader, at, "unbalanced quotes", "\"");
}

static void read_single_quotes(WordBuilder *self)
{
    ShellReader *reader = self->reader;
    Origin at = reader->cursor.origin;
    shell_next(reader);
    self->any_literal = self->any_literal || self->parts->len == 0;
    for (int byte = shell_peek(reader); byte >= 0; byte = shell_peek(reader)) {
        shell_next(reader);
        if (byte == '\'') {
            return;
        }
        add_literal(self, (char)byte, TRUE);
    }
    shell_problem(reader, at, "unbalanced quotes", "'");
}

const Word *shell_read_word(ShellReader *reader)
{
    WordBuilder self = {reader, g_array_new(FALSE, FALSE, sizeof(Part)), g_string_new(NULL), FALSE,
                        FALSE};
    Origin at = reader->cursor.origin;
    for (int byte = shell_peek(reader); byte >= 0; byte = shell_peek(reader)) {
        if (byte == '\\') {
            shell_next(reader);
            int next = shell_peek(reader);
            if (next == '\n') {
                shell_next(reader);
            } else if (next >= 0) {
                add_literal(&self, (char)shell_next(reader), TRUE);
            }
        } else if (byte == '"') {
            read_double_quotes(&self);
        } else if (byte == '\'') {
            read_single_quotes(&self);
        } else if (byte == '$') {
            read_dollar(&self, FALSE);
        } else if (byte == '`') {
            shell_next(reader);
            read_command(&self, FALSE, TRUE);
        } else if (g_ascii_isspace(byte) || strchr(";|&<>()", byte) != NULL || byte == MARK_BEGIN) {
            break;
        } else {
            add_literal(&self, (char)shell_next(reader), FALSE);
        }
    }
    const Word *word = finish_word(&self, at);
    builder_clear(&self);
    return word;
}

/* Adds the parts of a word to those of another, with a blank between them. */
static void add_parts(GArray *parts, const Word *word)
{
    static const Part blank = {.kind = PART_LITERAL, .text = " "};
    if (parts->len > 0) {
        g_array_append_val(parts, blank);
    }
    g_array_append_vals(parts, word->parts, word->count);
}

gboolean shell_at_elements(const ShellReader *self)
{
    return shell_peek(self) == '(' && g_strstr_len(shell_rest(self), ARRAY_BYTES_MAX, ")") != NULL;
}

const Word *shell_read_elements(ShellReader *self)
{
    Word *all = arena_new0(self->arena, Word);
    all->at = self->cursor.origin;
    g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(Part));
    shell_skip(self, 1);
    for (shell_skip_separators(self); shell_peek(self) >= 0 && shell_peek(self) != ')';
         shell_skip_separators(self)) {
        gsize before = self->cursor.offset;
        const Word *word = shell_read_word(self);
        if (self->cursor.offset == before) {
            shell_next(self);
        } else {
            add_parts(parts, word);
        }
    }
    shell_skip(self, shell_peek(self) == ')' ? 1 : 0);
    all->count = parts->len;
    if (parts->len > 0) {
        Part *kept = arena_alloc(self->arena, parts->len * sizeof(Part));
        memcpy(kept, parts->data, parts->len * sizeof(Part));
        all->parts = kept;
    }
    return all;
}

const char *word_literal(Arena *arena, const Word *word)
{
    if (word->count == 0) {
        return "";
    }
    if (word->count == 1 && word->parts[0].kind == PART_LITERAL) {
        return word->parts[0].text;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < word->count; i++) {
        if (word->parts[i].kind != PART_LITERAL) {
            return NULL;
        }
        g_string_append(text, word->parts[i].text);
    }
    return arena_strdup(arena, text->str);
}

gboolean word_is_pattern(const Word *word)
{
    for (guint i = 0; i < word->count; i++) {
        if (word->parts[i].kind == PART_LITERAL && !word->parts[i].quoted &&
            strpbrk(word->parts[i].text, "*?[") != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}
