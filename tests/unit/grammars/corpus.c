#include "corpus.h"
#include <stdlib.h>
#include <string.h>

/* One line of the file with its position, so that inputs keep their bytes. */
typedef struct {
    const char *start;
    gsize length;  /* without the newline */
    gsize advance; /* with it */
} Line;

typedef struct {
    const char *at;
    const char *end;
    guint number;
} Reader;

G_DEFINE_QUARK(xaas - corpus - error - quark, corpus_error)

static gboolean next_line(Reader *reader, Line *line)
{
    if (reader->at >= reader->end) {
        return FALSE;
    }
    const char *newline = memchr(reader->at, '\n', (gsize)(reader->end - reader->at));
    line->start = reader->at;
    line->length = (gsize)((newline ? newline : reader->end) - reader->at);
    line->advance = line->length + (newline ? 1 : 0);
    reader->at += line->advance;
    reader->number++;
    return TRUE;
}

static gboolean is_rule(const Line *line, char sign)
{
    for (gsize i = 0; i < line->length; i++) {
        if (line->start[i] != sign) {
            return FALSE;
        }
    }
    return line->length >= 3;
}

static void corpus_case_free(gpointer data)
{
    CorpusCase *self = data;
    g_free(self->name);
    g_free(self->input);
    g_free(self->expected);
    g_free(self);
}

/* Both the written and the generated tree pass through here, so only words and parentheses count.
 */
static char *normalise(const char *text)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (const char *c = text; *c; c++) {
        if (g_ascii_isspace(*c)) {
            if (out->len > 0 && out->str[out->len - 1] != ' ') {
                g_string_append_c(out, ' ');
            }
        } else {
            if (*c == ')' && out->len > 0 && out->str[out->len - 1] == ' ') {
                g_string_truncate(out, out->len - 1);
            }
            g_string_append_c(out, *c);
        }
    }
    return g_strchomp(g_strdup(out->str));
}

static char *without_fields(const char *tree)
{
    g_autoptr(GRegex) field = g_regex_new("[a-z_]+: \\(", 0, 0, NULL);
    return g_regex_replace_literal(field, tree, -1, 0, "(", 0, NULL);
}

static gboolean fail(const Reader *reader, const char *message, GError **error)
{
    g_set_error(error, CORPUS_ERROR, CORPUS_ERROR_FORMAT, "line %u: %s", reader->number, message);
    return FALSE;
}

/* Reads from the name to the second rule. */
static gboolean read_header(Reader *reader, CorpusCase *self, GError **error)
{
    Line line;
    if (!next_line(reader, &line) || line.length == 0) {
        return fail(reader, "the name of a case is missing", error);
    }
    self->name = g_strndup(line.start, line.length);
    while (next_line(reader, &line)) {
        if (is_rule(&line, '=')) {
            return TRUE;
        }
        if (line.length != strlen(":error") || memcmp(line.start, ":error", line.length) != 0) {
            return fail(reader, "expected ':error' or a line of '='", error);
        }
        self->error = TRUE;
    }
    return fail(reader, "the header of a case has no end", error);
}

static gboolean read_input(Reader *reader, CorpusCase *self, GError **error)
{
    const char *start = reader->at;
    Line line;
    while (next_line(reader, &line)) {
        if (is_rule(&line, '-')) {
            gsize length = (gsize)(line.start - start);
            self->input_length = length > 0 ? length - 1 : 0;
            self->input = g_malloc(self->input_length + 1);
            memcpy(self->input, start, self->input_length);
            self->input[self->input_length] = '\0';
            return TRUE;
        }
    }
    return fail(reader, "no line of '-' after the input of a case", error);
}

/* Reads up to the next case, whose first rule is left to the caller. */
static gboolean read_expected(Reader *reader, CorpusCase *self, GError **error)
{
    const char *start = reader->at;
    const char *end = reader->end;
    Line line;
    Reader ahead = *reader;
    while (next_line(&ahead, &line)) {
        if (is_rule(&line, '=')) {
            end = line.start;
            break;
        }
        *reader = ahead;
    }
    g_autofree char *text = g_strndup(start, (gsize)(end - start));
    self->expected = normalise(text);
    if (self->error != (self->expected[0] == '\0')) {
        return fail(reader, "a case has either ':error' or a tree", error);
    }
    return TRUE;
}

GPtrArray *corpus_parse(const char *text, gsize length, GError **error)
{
    g_autoptr(GPtrArray) cases = g_ptr_array_new_with_free_func(corpus_case_free);
    Reader reader = {.at = text, .end = text + length};
    Line line;
    while (next_line(&reader, &line)) {
        if (line.length == 0) {
            continue;
        }
        if (!is_rule(&line, '=')) {
            fail(&reader, "expected a line of '=' before a case", error);
            return NULL;
        }
        CorpusCase *self = g_new0(CorpusCase, 1);
        g_ptr_array_add(cases, self);
        if (!read_header(&reader, self, error) || !read_input(&reader, self, error) ||
            !read_expected(&reader, self, error)) {
            return NULL;
        }
    }
    return g_steal_pointer(&cases);
}

gboolean corpus_case_holds(const CorpusCase *self, const TSLanguage *language, char **found)
{
    g_autoptr(TSParser) parser = ts_parser_new();
    g_assert_true(ts_parser_set_language(parser, language));
    g_autoptr(TSTree) tree =
        ts_parser_parse_string(parser, NULL, self->input, (uint32_t)self->input_length);
    g_assert_nonnull(tree);
    TSNode root = ts_tree_root_node(tree);
    char *allocated = ts_node_string(root);
    g_autofree char *actual = normalise(allocated);
    free(allocated);
    if (!strstr(self->expected, ": (")) {
        g_autofree char *plain = without_fields(actual);
        g_free(actual);
        actual = g_steal_pointer(&plain);
    }
    gboolean holds = self->error ? ts_node_has_error(root) : g_strcmp0(actual, self->expected) == 0;
    if (!holds && found) {
        *found = g_steal_pointer(&actual);
    }
    return holds;
}
