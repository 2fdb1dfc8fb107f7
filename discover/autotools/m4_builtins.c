/* What every M4 has. */
#include "discover/autotools/m4.h"
#include <string.h>

static void builtin_define(M4 *self, const M4Call *call)
{
    m4_define(self, m4_argument_string(call, 0), m4_argument(self, call, 1), FALSE);
}

static void builtin_pushdef(M4 *self, const M4Call *call)
{
    m4_define(self, m4_argument_string(call, 0), m4_argument(self, call, 1), TRUE);
}

static void builtin_undefine(M4 *self, const M4Call *call)
{
    for (guint i = 0; i < call->argc; i++) {
        m4_undefine(self, m4_argument_string(call, i), FALSE);
    }
}

static void builtin_popdef(M4 *self, const M4Call *call)
{
    for (guint i = 0; i < call->argc; i++) {
        m4_undefine(self, m4_argument_string(call, i), TRUE);
    }
}

static void builtin_defn(M4 *self, const M4Call *call)
{
    for (guint i = 0; i < call->argc; i++) {
        const Text *body = m4_definition(self, m4_argument_string(call, i));
        if (body != NULL) {
            m4_emit(self, body);
        }
    }
}

/* m4_copy(FROM, TO) */
static void builtin_copy(M4 *self, const M4Call *call)
{
    const Text *body = m4_definition(self, m4_argument_string(call, 0));
    if (body != NULL) {
        m4_define(self, m4_argument_string(call, 1), body, FALSE);
    }
}

/* Whether a program of the project defines that macro in a file that is not there. Where it is
 * asked for only to define it otherwise, the file's own definition is taken. */
static gboolean is_written(M4 *self, const M4Call *call, const char *name)
{
    gboolean by_itself = *m4_argument_string(call, 1) == '\0' &&
                         strstr(m4_argument_string(call, 2), "m4_define") != NULL;
    if (by_itself || !m4_is_written(self, name)) {
        return FALSE;
    }
    m4_problem(self, call->at, "name that a program defines", name);
    return TRUE;
}

static void builtin_ifdef(M4 *self, const M4Call *call)
{
    const char *name = m4_argument_string(call, 0);
    guint index = m4_is_defined(self, name) || is_written(self, call, name) ? 1 : 2;
    m4_push(self, text_ref((Text *)m4_argument(self, call, index)));
}

static void builtin_ifelse(M4 *self, const M4Call *call)
{
    guint i = 0;
    for (; i + 2 < call->argc; i += 3) {
        if (strcmp(m4_argument_string(call, i), m4_argument_string(call, i + 1)) == 0) {
            m4_push(self, text_ref((Text *)m4_argument(self, call, i + 2)));
            return;
        }
    }
    if (i < call->argc && i > 0) {
        m4_push(self, text_ref((Text *)m4_argument(self, call, i)));
    }
}

static void include(M4 *self, const M4Call *call, gboolean must)
{
    const char *path = m4_argument_string(call, 0);
    Text *text = m4_load(self, call->at, path);
    if (text != NULL && m4_is_open(self, text)) {
        m4_problem(self, call->at, "limit: file includes itself", path);
        text_unref(text);
    } else if (text != NULL) {
        m4_push_file(self, text, path);
    } else if (must) {
        m4_problem(self, call->at, "file not found", path);
    }
}

static void builtin_include(M4 *self, const M4Call *call)
{
    include(self, call, TRUE);
}

static void builtin_sinclude(M4 *self, const M4Call *call)
{
    include(self, call, FALSE);
}

static void builtin_dnl(M4 *self, const M4Call *call)
{
    (void)call;
    m4_skip_line(self);
}

static void builtin_changequote(M4 *self, const M4Call *call)
{
    if (call->argc == 0) {
        m4_set_quotes(self, "`", "'");
        return;
    }
    const char *begin = m4_argument_string(call, 0);
    const char *end = m4_argument_string(call, 1);
    m4_set_quotes(self, begin, *begin != '\0' && *end == '\0' ? "'" : end);
}

static void builtin_changecom(M4 *self, const M4Call *call)
{
    m4_set_comment(self, m4_argument_string(call, 0));
}

/* divert(-1) drops text until another divert; other diversions only move it. */
static void builtin_divert(M4 *self, const M4Call *call)
{
    m4_discard(self, FALSE);
    if (*m4_argument_string(call, 0) == '-') {
        m4_discard(self, TRUE);
    }
}

/* The bytes of a set, where "a-f" is a range. */
static char *translit_set(const char *text)
{
    GString *set = g_string_new(NULL);
    for (const char *at = text; *at != '\0'; at++) {
        if (at[1] == '-' && at[2] != '\0') {
            for (int byte = (guchar)at[0]; byte <= (guchar)at[2]; byte++) {
                g_string_append_c(set, (char)byte);
            }
            at += 2;
        } else {
            g_string_append_c(set, *at);
        }
    }
    return g_string_free(set, FALSE);
}

static void builtin_translit(M4 *self, const M4Call *call)
{
    const Text *text = m4_argument(self, call, 0);
    g_autofree char *from = translit_set(m4_argument_string(call, 1));
    g_autofree char *to = translit_set(m4_argument_string(call, 2));
    g_autoptr(Text) result = text_new();
    TextCursor cursor = text_cursor(text, 0);
    for (int byte = text_cursor_peek(&cursor); byte >= 0; byte = text_cursor_peek(&cursor)) {
        const char *found = byte != '\0' ? strchr(from, byte) : NULL;
        gsize index = found != NULL ? (gsize)(found - from) : 0;
        if (found == NULL || index < strlen(to)) {
            text_append_byte(result, found != NULL ? to[index] : (char)byte, cursor.origin);
        }
        text_cursor_next(&cursor);
    }
    m4_push(self, g_steal_pointer(&result));
}

/* patsubst and regexp speak the dialect of Emacs: \( \) \| group and choose, ( ) | are plain. */
static GRegex *basic_regex(const char *pattern)
{
    g_autoptr(GString) translated = g_string_new(NULL);
    for (const char *at = pattern; *at != '\0'; at++) {
        if (*at == '\\' && at[1] != '\0' && strchr("(){}|", at[1]) != NULL) {
            g_string_append_c(translated, *++at);
        } else if (*at == '\\' && (at[1] == '`' || at[1] == '\'')) {
            g_string_append(translated, *++at == '`' ? "\\A" : "\\z");
        } else if (*at == '\\' && at[1] != '\0') {
            g_string_append_len(translated, at++, 2);
        } else if (strchr("(){}|", *at) != NULL) {
            g_string_append_printf(translated, "\\%c", *at);
        } else if (*at == '[') {
            /* A bracket expression is copied whole: "]" may be its first member. */
            const char *end = at + 1 + (at[1] == '^');
            end = *end != '\0' ? strchr(end + 1, ']') : NULL;
            if (end == NULL) {
                return NULL;
            }
            for (; at < end; at++) {
                g_string_append(translated, *at == '\\' ? "\\\\" : "");
                g_string_append_len(translated, at, *at == '\\' ? 0 : 1);
            }
            g_string_append_c(translated, ']');
        } else {
            g_string_append_c(translated, *at);
        }
    }
    return g_regex_new(translated->str, G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
}

static void builtin_patsubst(M4 *self, const M4Call *call)
{
    const char *text = m4_argument_string(call, 0);
    g_autoptr(GRegex) regex = basic_regex(m4_argument_string(call, 1));
    g_autofree char *result =
        regex != NULL ? g_regex_replace(regex, text, -1, 0, m4_argument_string(call, 2), 0, NULL)
                      : NULL;
    if (result == NULL) {
        m4_problem(self, call->at, "regular expression not followed", m4_argument_string(call, 1));
    }
    /* It is still what was written there. */
    m4_push(self, text_of_string(result != NULL ? result : text,
                                 text_origin(m4_argument(self, call, 0), 0)));
}

/* m4_bmatch(STRING, REGEX, VALUE, ..., DEFAULT) */
static void builtin_bmatch(M4 *self, const M4Call *call)
{
    guint i = 1;
    for (; i + 1 < call->argc; i += 2) {
        g_autoptr(GRegex) regex = basic_regex(m4_argument_string(call, i));
        if (regex != NULL && g_regex_match(regex, m4_argument_string(call, 0), 0, NULL)) {
            m4_push(self, text_ref((Text *)m4_argument(self, call, i + 1)));
            return;
        }
    }
    m4_push(self, text_ref((Text *)m4_argument(self, call, i)));
}

static void builtin_len(M4 *self, const M4Call *call)
{
    g_autofree char *length = g_strdup_printf("%zu", strlen(m4_argument_string(call, 0)));
    m4_emit_string(self, length, call->at);
}

static void builtin_index(M4 *self, const M4Call *call)
{
    const char *text = m4_argument_string(call, 0);
    const char *found = strstr(text, m4_argument_string(call, 1));
    g_autofree char *index = g_strdup_printf("%zd", found != NULL ? found - text : (gssize)-1);
    m4_emit_string(self, index, call->at);
}

static void builtin_substr(M4 *self, const M4Call *call)
{
    const Text *text = m4_argument(self, call, 0);
    gint64 begin = g_ascii_strtoll(m4_argument_string(call, 1), NULL, 10);
    gint64 length =
        call->argc > 2 ? g_ascii_strtoll(m4_argument_string(call, 2), NULL, 10) : G_MAXINT32;
    if (begin < 0 || length <= 0 || (gsize)begin >= text_length(text)) {
        return;
    }
    Text *part = text_new();
    text_append_part(part, text, (gsize)begin,
                     MIN((gsize)length, text_length(text) - (gsize)begin));
    m4_push(self, part);
}

static void emit_number(M4 *self, const M4Call *call, gint64 number)
{
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
    m4_emit_string(self, text, call->at);
}

static void builtin_incr(M4 *self, const M4Call *call)
{
    gint64 number = g_ascii_strtoll(m4_argument_string(call, 0), NULL, 10);
    emit_number(self, call, number < G_MAXINT32 ? number + 1 : number);
}

static void builtin_decr(M4 *self, const M4Call *call)
{
    gint64 number = g_ascii_strtoll(m4_argument_string(call, 0), NULL, 10);
    emit_number(self, call, number > G_MININT32 ? number - 1 : number);
}

/* eval: a plain number, or two with one operator; more is left as it is written. */
static void builtin_eval(M4 *self, const M4Call *call)
{
    static const char *const operators[] = {"==", "!=", "<=", ">=", "<", ">", "+", "-", "*"};
    const char *text = m4_argument_string(call, 0);
    char *end = NULL;
    gint64 left = g_ascii_strtoll(text, &end, 10);
    end += strspn(end, " \t\n");
    if (*end == '\0') {
        emit_number(self, call, left);
        return;
    }
    for (guint i = 0; i < G_N_ELEMENTS(operators); i++) {
        if (!g_str_has_prefix(end, operators[i])) {
            continue;
        }
        gint64 right = g_ascii_strtoll(end + strlen(operators[i]), &end, 10);
        end += strspn(end, " \t\n");
        gboolean small = ABS(left) < G_MAXINT32 && ABS(right) < G_MAXINT32;
        if (*end != '\0' || !small) {
            break;
        }
        const gint64 results[] = {
            left == right,           left != right, left <= right, left >= right,
            left<right, left> right, left + right,  left - right,  left * right};
        emit_number(self, call, results[i]);
        return;
    }
    m4_problem(self, call->at, "arithmetic not followed", text);
    m4_emit(self, m4_argument(self, call, 0));
}

static void builtin_shift(M4 *self, const M4Call *call)
{
    Text *rest = text_new();
    for (guint i = 1; i < call->argc; i++) {
        text_append_string(rest, i > 1 ? "," : "", call->at);
        text_append_string(rest, m4_quote_begin(self), call->at);
        text_append(rest, call->argv[i]);
        text_append_string(rest, m4_quote_end(self), call->at);
    }
    m4_push(self, rest);
}

static void builtin_format(M4 *self, const M4Call *call)
{
    g_autoptr(GString) result = g_string_new(NULL);
    guint next = 1;
    for (const char *at = m4_argument_string(call, 0); *at != '\0'; at++) {
        if (*at == '%' && at[1] != '\0') {
            at++;
            at += strspn(at, "0123456789.-+ #");
            g_string_append(result, *at == '%' ? "%" : m4_argument_string(call, next++));
            if (*at == '\0') {
                break;
            }
        } else {
            g_string_append_c(result, *at);
        }
    }
    m4_push(self, text_of_string(result->str, call->at));
}

/* indir(NAME, ARGUMENTS...) */
static void builtin_indir(M4 *self, const M4Call *call)
{
    Text *text = text_new();
    text_append(text, m4_argument(self, call, 0));
    text_append_string(text, "(", call->at);
    for (guint i = 1; i < call->argc; i++) {
        text_append_string(text, i > 1 ? "," : "", call->at);
        text_append_string(text, m4_quote_begin(self), call->at);
        text_append(text, call->argv[i]);
        text_append_string(text, m4_quote_end(self), call->at);
    }
    text_append_string(text, ")", call->at);
    m4_push(self, text);
}

static void builtin_file(M4 *self, const M4Call *call)
{
    const char *file = m4_current_file(self);
    m4_emit_string(self, file != NULL ? file : "configure.ac", call->at);
}

static void builtin_line(M4 *self, const M4Call *call)
{
    g_autofree char *line = g_strdup_printf("%u", call->at.line);
    m4_emit_string(self, line, call->at);
}

static void builtin_nothing(M4 *self, const M4Call *call)
{
    (void)self;
    (void)call;
}

typedef struct {
    const char *name; /* Autoconf calls it m4_NAME */
    M4Builtin builtin;
    gboolean needs_arguments;
    gboolean plain; /* Autoconf leaves the plain name, too */
} Row;

static void builtin_builtin(M4 *self, const M4Call *call);

static const Row rows[] = {
    {"builtin", builtin_builtin, TRUE, TRUE},
    {"define", builtin_define, TRUE, TRUE},
    {"pushdef", builtin_pushdef, TRUE, TRUE},
    {"undefine", builtin_undefine, TRUE, TRUE},
    {"popdef", builtin_popdef, TRUE, TRUE},
    {"defn", builtin_defn, TRUE, TRUE},
    {"copy", builtin_copy, TRUE, FALSE},
    {"copy_force", builtin_copy, TRUE, FALSE},
    {"ifdef", builtin_ifdef, TRUE, TRUE},
    {"ifelse", builtin_ifelse, TRUE, TRUE},
    {"if", builtin_ifelse, TRUE, FALSE},
    {"include", builtin_include, TRUE, TRUE},
    {"sinclude", builtin_sinclude, TRUE, TRUE},
    {"dnl", builtin_dnl, FALSE, TRUE},
    {"changequote", builtin_changequote, FALSE, TRUE},
    {"changecom", builtin_changecom, FALSE, TRUE},
    {"divert", builtin_divert, FALSE, TRUE},
    {"undivert", builtin_nothing, FALSE, TRUE},
    {"divnum", builtin_nothing, FALSE, FALSE},
    {"translit", builtin_translit, TRUE, TRUE},
    {"patsubst", builtin_patsubst, TRUE, TRUE},
    {"bpatsubst", builtin_patsubst, TRUE, FALSE},
    {"bmatch", builtin_bmatch, TRUE, FALSE},
    {"len", builtin_len, TRUE, TRUE},
    {"index", builtin_index, TRUE, TRUE},
    {"substr", builtin_substr, TRUE, FALSE},
    {"incr", builtin_incr, TRUE, TRUE},
    {"decr", builtin_decr, TRUE, TRUE},
    {"eval", builtin_eval, TRUE, FALSE},
    {"shift", builtin_shift, TRUE, FALSE},
    {"format", builtin_format, TRUE, FALSE},
    {"indir", builtin_indir, TRUE, FALSE},
    {"errprintn", builtin_nothing, FALSE, FALSE},
    {"errprint", builtin_nothing, FALSE, TRUE},
};

/* builtin(NAME, ARGUMENTS...): what NAME does by itself, whatever it is defined as now. A NAME that
 * is "builtin" again is passed over here: a text may hold as many of them as it likes, and calls
 * inside calls would use up the stack. */
static void builtin_builtin(M4 *self, const M4Call *call)
{
    M4Call inner = *call;
    while (inner.argc > 1 && strcmp(m4_argument_string(&inner, 0), rows[0].name) == 0) {
        inner.argc--;
        inner.argv++;
    }
    for (guint i = 1; i < G_N_ELEMENTS(rows) && inner.argc > 0; i++) {
        if (strcmp(rows[i].name, m4_argument_string(&inner, 0)) == 0) {
            inner.name = rows[i].name;
            inner.argc--;
            inner.argv++;
            rows[i].builtin(self, &inner);
            return;
        }
    }
    m4_problem(self, call->at, "unknown macro", m4_argument_string(&inner, 0));
}

void m4_add_builtins(M4 *self)
{
    m4_builtin(self, "__file__", builtin_file, FALSE);
    m4_builtin(self, "__line__", builtin_line, FALSE);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *name = g_strconcat("m4_", rows[i].name, NULL);
        m4_builtin(self, name, rows[i].builtin, rows[i].needs_arguments);
        if (rows[i].plain) {
            m4_builtin(self, rows[i].name, rows[i].builtin, rows[i].needs_arguments);
        }
    }
}
