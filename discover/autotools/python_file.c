#include "discover/autotools/python_file.h"
#include <string.h>

/* References through references when an expression is worked out. */
#define REFERENCES_MAX 12u

static gsize quote_length(const char *at)
{
    return strncmp(at, "'''", 3) == 0 || strncmp(at, "\"\"\"", 3) == 0 ? 3 : 1;
}

/* Behind the string that begins at `at`; its end when nothing closes it. */
static const char *skip_string(const char *at)
{
    gsize length = quote_length(at);
    char quote = *at;
    for (at += length; *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0') {
            at++;
        } else if (*at == quote) {
            gboolean whole = length == 1 || (at[1] == quote && at[2] == quote);
            if (whole) {
                return at + length;
            }
        } else if (*at == '\n' && length == 1) {
            return at;
        }
    }
    return at;
}

static guint count_lines(const char *from, const char *to)
{
    guint lines = 0;
    for (; from < to; from++) {
        lines += *from == '\n';
    }
    return lines;
}

/* Appends a logical line and moves behind it. */
static const char *read_line(GString *line, const char *at)
{
    guint depth = 0;
    while (*at != '\0') {
        if (*at == '\'' || *at == '"') {
            const char *end = skip_string(at);
            g_string_append_len(line, at, end - at);
            at = end;
            continue;
        }
        if (*at == '#') {
            at += strcspn(at, "\n");
            continue;
        }
        if (*at == '\\' && at[1] == '\n') {
            at += 2;
            continue;
        }
        if (*at == '\n' && depth == 0) {
            return at + 1;
        }
        if (strchr("([{", *at) != NULL && depth < PYTHON_NESTING_MAX) {
            depth++;
        } else if (strchr(")]}", *at) != NULL && depth > 0) {
            depth--;
        }
        g_string_append_c(line, *at == '\n' ? ' ' : *at);
        at++;
    }
    return at;
}

GPtrArray *python_lines(Arena *arena, const char *text)
{
    GPtrArray *lines = arena_array(arena);
    guint number = 1;
    for (const char *at = text; *at != '\0';) {
        guint indent = 0;
        const char *start = at;
        for (; *at == ' ' || *at == '\t'; at++) {
            indent += *at == '\t' ? 8 : 1;
        }
        g_autoptr(GString) line = g_string_new(NULL);
        const char *end = read_line(line, at);
        g_strstrip(line->str);
        if (*line->str != '\0') {
            PythonLine *added = arena_new0(arena, PythonLine);
            *added = (PythonLine){number, indent, arena_strdup(arena, line->str)};
            g_ptr_array_add(lines, added);
        }
        number += count_lines(start, end);
        at = end;
    }
    return lines;
}

const char *python_find(const char *text, const char *wanted)
{
    for (const char *at = text; *at != '\0';) {
        if (*at == '\'' || *at == '"') {
            at = skip_string(at);
        } else if (g_str_has_prefix(at, wanted)) {
            return at;
        } else {
            at++;
        }
    }
    return NULL;
}

GPtrArray *python_arguments(Arena *arena, const char *open)
{
    GPtrArray *arguments = arena_array(arena);
    g_autoptr(GString) current = g_string_new(NULL);
    guint depth = 0;
    for (const char *at = open; *at != '\0';) {
        if (*at == '\'' || *at == '"') {
            const char *end = skip_string(at);
            g_string_append_len(current, at, end - at);
            at = end;
            continue;
        }
        gboolean opens = strchr("([{", *at) != NULL;
        gboolean closes = strchr(")]}", *at) != NULL;
        depth -= closes && depth > 0 ? 1 : 0;
        if (depth == 0 && closes) {
            break;
        }
        if (depth == 1 && *at == ',') {
            g_strstrip(current->str);
            g_ptr_array_add(arguments, arena_strdup(arena, current->str));
            g_string_truncate(current, 0);
        } else if (depth > 0) {
            g_string_append_c(current, *at);
        }
        depth += opens ? 1 : 0;
        at++;
    }
    g_strstrip(current->str);
    if (*current->str != '\0') {
        g_ptr_array_add(arguments, arena_strdup(arena, current->str));
    }
    return arguments;
}

/* Appends what the string literal at `at` says; gives what is behind it. */
static const char *append_literal(GString *to, const char *at)
{
    gsize length = quote_length(at);
    const char *end = skip_string(at);
    const char *stop = end - at >= (gssize)(2 * length) ? end - length : end;
    for (const char *byte = at + length; byte < stop; byte++) {
        if (*byte == '\\' && byte + 1 < stop) {
            byte++;
            g_string_append_c(to, *byte == 'n' ? '\n' : *byte);
        } else {
            g_string_append_c(to, *byte);
        }
    }
    return end;
}

typedef struct {
    Arena *arena;
    PythonLookup lookup;
    gpointer data;
    guint depth;
} Evaluation;

static gboolean append_string(Evaluation *self, GString *to, const char *expression);

/* One operand: a literal, self.NAME, NAME or a call of lower() or upper() on it. */
static const char *append_operand(Evaluation *self, GString *to, const char *at)
{
    if (strchr("rRbBuU", *at) != NULL && *at != '\0' && (at[1] == '\'' || at[1] == '"')) {
        at++;
    }
    g_autoptr(GString) value = g_string_new(NULL);
    if (*at == '\'' || *at == '"') {
        at = append_literal(value, at);
    } else {
        gboolean own = g_str_has_prefix(at, "self.");
        at += own ? strlen("self.") : 0;
        gsize length = strspn(at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
        g_autofree char *name = g_strndup(at, length);
        const char *text = length > 0 ? self->lookup(self->data, name, own) : NULL;
        if (text == NULL || !append_string(self, value, text)) {
            return NULL;
        }
        at += length;
    }
    for (;;) {
        gboolean lower = g_str_has_prefix(at, ".lower()");
        if (!lower && !g_str_has_prefix(at, ".upper()")) {
            break;
        }
        g_autofree char *changed =
            lower ? g_ascii_strdown(value->str, -1) : g_ascii_strup(value->str, -1);
        g_string_assign(value, changed);
        at += strlen(".lower()");
    }
    g_string_append(to, value->str);
    return at;
}

static gboolean append_string(Evaluation *self, GString *to, const char *expression)
{
    if (self->depth >= REFERENCES_MAX) {
        return FALSE;
    }
    self->depth++;
    const char *at = expression + strspn(expression, " \t");
    gboolean known = FALSE;
    for (;;) {
        at = append_operand(self, to, at);
        if (at == NULL) {
            break;
        }
        at += strspn(at, " \t");
        if (*at == '\0') {
            known = TRUE;
            break;
        }
        /* Neighbouring literals are one, as with "+". */
        if (*at == '+') {
            at++;
            at += strspn(at, " \t");
        } else if (*at != '\'' && *at != '"') {
            break;
        }
    }
    self->depth--;
    return known;
}

const char *python_string(Arena *arena, const char *expression, PythonLookup lookup, gpointer data)
{
    Evaluation self = {arena, lookup, data, 0};
    g_autoptr(GString) text = g_string_new(NULL);
    return append_string(&self, text, expression) ? arena_strdup(arena, text->str) : NULL;
}
