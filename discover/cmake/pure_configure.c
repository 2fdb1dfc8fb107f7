/* string(CONFIGURE): #cmakedefine, #cmakedefine01, @NAME@ and ${NAME}. */
#include "discover/cmake/pure_internal.h"
#include <string.h>

/* References inside references, "${A_${B}}", deeper than this are given up. */
#define MAX_REFERENCE_DEPTH 64

/* The forms of a reference, each with the text before the name that it is looked up by. */
static const struct {
    const char *begin;
    const char *prefix;
    const char *suffix;
} references[] = {
    {"${", "", ""},
    {"$ENV{", "ENV{", "}"},
    {"$CACHE{", "CACHE{", "}"},
};

typedef struct {
    guint form;  /* of `references` */
    gsize start; /* where its name begins in the result */
} Open;

typedef struct {
    PureCall *call;
    TemplateFlags flags;
    GString *out;
    Open open[MAX_REFERENCE_DEPTH];
    guint depth;
} Expansion;

static gboolean is_name_byte(char byte)
{
    return g_ascii_isalnum(byte) || (byte != '\0' && strchr("/_.+-", byte) != NULL);
}

static void append_value(Expansion *self, const char *value)
{
    for (; value != NULL && *value != '\0'; value++) {
        if (*value == '"' && (self->flags & TEMPLATE_ESCAPE_QUOTES) != 0) {
            g_string_append_c(self->out, '\\');
        }
        g_string_append_c(self->out, *value);
    }
}

static void close_reference(Expansion *self)
{
    const Open *open = &self->open[--self->depth];
    PureCall *call = self->call;
    const char *name = self->out->str + open->start;
    name = arena_printf(call->arena, "%s%s%s", references[open->form].prefix, name,
                        references[open->form].suffix);
    g_string_truncate(self->out, open->start);
    if (text_has_hole(name)) {
        append_value(self, call->derive(call, "variable reference", name));
    } else {
        append_value(self, call->lookup(call, name));
    }
}

static gboolean set_syntax_error(GError **error, const char *text, const char *what)
{
    g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "%s in \"%.80s\"", what, text);
    return FALSE;
}

/* At a dollar sign: opens a reference if there is one, and steps over its first bytes. */
static gboolean open_reference(Expansion *self, const char **at, GError **error)
{
    for (guint i = 0; i < G_N_ELEMENTS(references); i++) {
        if (g_str_has_prefix(*at, references[i].begin)) {
            if (self->depth == MAX_REFERENCE_DEPTH) {
                g_set_error(error, PURE_ERROR, PURE_ERROR_UNSUPPORTED,
                            "references are nested more than %d deep", MAX_REFERENCE_DEPTH);
                return FALSE;
            }
            self->open[self->depth++] = (Open){.form = i, .start = self->out->len};
            *at += strlen(references[i].begin);
            return TRUE;
        }
    }
    const char *name = *at + 1;
    while (is_name_byte(*name)) {
        name++;
    }
    if (name > *at + 1 && *name == '{') {
        return set_syntax_error(error, *at,
                                "only ${}, $ENV{} and $CACHE{} are references, not this");
    }
    g_string_append_c(self->out, *(*at)++);
    return TRUE;
}

/* At "@": the end of the reference "@NAME@", NULL when this is none. */
static const char *at_reference_end(const char *at)
{
    const char *end = at + 1;
    while (is_name_byte(*end)) {
        end++;
    }
    return *end == '@' && end > at + 1 ? end : NULL;
}

static gboolean expand(Expansion *self, const char *text, GError **error)
{
    for (const char *at = text; *at != '\0';) {
        const char *end = NULL;
        if (*at == '}' && self->depth > 0) {
            close_reference(self);
            at++;
        } else if (*at == '$' && (self->flags & TEMPLATE_AT_ONLY) == 0) {
            if (!open_reference(self, &at, error)) {
                return FALSE;
            }
        } else if (*at == '@' && (end = at_reference_end(at)) != NULL) {
            const char *name = arena_strndup(self->call->arena, at + 1, (gsize)(end - at - 1));
            append_value(self, self->call->lookup(self->call, name));
            at = end + 1;
        } else if (*at == HOLE_BEGIN) {
            end = pure_piece_end(at);
            g_string_append_len(self->out, at, end - at);
            at = end;
        } else if (self->depth > 0 && !is_name_byte(*at) && *at != '\\' && *at != '\n') {
            return set_syntax_error(error, at, "a byte that cannot be in a variable's name");
        } else {
            g_string_append_c(self->out, *at++);
        }
    }
    return self->depth == 0 || set_syntax_error(error, text, "a reference is not closed");
}

/* Where "#", blanks, `word` and at least a blank stand in the line. `indent` is the blanks' length,
 * and `name` the variable's name, which may be empty. */
static gboolean find_directive(const char *line, const char *word, gsize *indent,
                               const char **begin, const char **name, gsize *name_length)
{
    for (const char *hash = strchr(line, '#'); hash != NULL; hash = strchr(hash + 1, '#')) {
        *indent = strspn(hash + 1, " \t");
        const char *rest = hash + 1 + *indent;
        if (!g_str_has_prefix(rest, word)) {
            continue;
        }
        rest += strlen(word);
        gsize blanks = strspn(rest, " \t");
        if (blanks == 0) {
            continue;
        }
        *begin = hash;
        *name = rest + blanks;
        *name_length = 0;
        while (g_ascii_isalnum((*name)[*name_length]) || (*name)[*name_length] == '_') {
            (*name_length)++;
        }
        return TRUE;
    }
    return FALSE;
}

/* Every directive of the line that is indented as the first one loses "cmake" (and "01"). */
static char *plain_define(const char *line, const char *begin, gsize indent, const char *word)
{
    gsize length = 1 + indent + strlen(word);
    g_autofree char *directive = g_strndup(begin, length);
    g_autofree char *define = g_strdup_printf("%.*sdefine", (int)(1 + indent), begin);
    g_autoptr(GString) text = g_string_new(line);
    g_string_replace(text, directive, define, 0);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* A line, its directive decided. When what decides is not known the whole line becomes a hole. */
static gboolean configure_line(Expansion *self, const char *line, GString *out, GError **error)
{
    static const char *const words[] = {"cmakedefine", "cmakedefine01"};
    PureCall *call = self->call;
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        gsize indent = 0;
        gsize length = 0;
        const char *begin = NULL;
        const char *at = NULL;
        if (!find_directive(line, words[i], &indent, &begin, &at, &length)) {
            continue;
        }
        const char *name = arena_strndup(call->arena, at, length);
        const char *value = call->lookup(call, name);
        g_autofree char *define = plain_define(line, begin, indent, words[i]);
        if (value != NULL && text_has_hole(value)) {
            Expansion inner = *self;
            g_autoptr(GString) expanded = g_string_new(NULL);
            inner.out = expanded;
            if (!expand(&inner, define, error)) {
                return FALSE;
            }
            const char *input = arena_printf(call->arena, "%s\x1f%s", expanded->str, value);
            const char *operation = arena_printf(call->arena, "#%s", words[i]);
            g_string_append(out, call->derive(call, operation, input));
            return TRUE;
        }
        gboolean on = value != NULL && !cmake_is_false(value);
        if (i == 0 && !on) {
            g_string_append_printf(out, "/* #undef %s */", name);
        } else {
            g_string_append(out, define);
        }
        if (i == 1) {
            g_string_append(out, on ? " 1" : " 0");
        }
        return TRUE;
    }
    g_string_append(out, line);
    return TRUE;
}

const char *pure_configure(PureCall *call, const char *text, TemplateFlags flags, GError **error)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    g_autoptr(GString) out = g_string_new(NULL);
    Expansion self = {.call = call, .flags = flags, .out = out};
    for (const char *at = text; *at != '\0';) {
        gsize length = strcspn(at, "\n");
        g_autofree char *line = g_strndup(at, length);
        if (!configure_line(&self, line, lines, error)) {
            return NULL;
        }
        at += length;
        if (*at == '\n') {
            g_string_append_c(lines, *at++);
        }
    }
    if (!expand(&self, lines->str, error)) {
        return NULL;
    }
    return arena_strndup(call->arena, out->str, out->len);
}

gboolean pure_string_configure(PureCall *call, const PureRow *row, GError **error)
{
    TemplateFlags flags = TEMPLATE_PLAIN;
    for (guint i = 3; i < call->argc; i++) {
        if (strcmp(call->argv[i], "@ONLY") == 0) {
            flags |= TEMPLATE_AT_ONLY;
        } else if (strcmp(call->argv[i], "ESCAPE_QUOTES") == 0) {
            flags |= TEMPLATE_ESCAPE_QUOTES;
        } else {
            return pure_fail(call, row, error, PURE_ERROR_USAGE, "option \"%s\" is not expected",
                             call->argv[i]);
        }
    }
    if (text_has_hole(call->argv[1])) {
        return pure_unknown(call, row);
    }
    g_autoptr(GError) problem = NULL;
    const char *text = pure_configure(call, call->argv[1], flags, &problem);
    if (text == NULL) {
        return pure_fail(call, row, error, (PureError)problem->code, "%s", problem->message);
    }
    return pure_set(call, row, text, error);
}
