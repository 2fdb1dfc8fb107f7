/* What Autoconf adds to M4 for lists and words. */
#include "discover/autotools/m4_private.h"
#include <string.h>

/* Appends `begin` text `end` with the quotes of now. */
static void append_quoted(M4 *self, Text *to, const Text *text, Origin at)
{
    text_append_string(to, m4_quote_begin(self), at);
    text_append(to, text);
    text_append_string(to, m4_quote_end(self), at);
}

/* The words of a text, each with its origin. Elements are Text *. */
static GPtrArray *words_of(const Text *text)
{
    GPtrArray *words = g_ptr_array_new_with_free_func((GDestroyNotify)text_unref);
    const char *bytes = text_string(text);
    gsize at = 0;
    for (at += strspn(bytes, " \t\r\n"); bytes[at] != '\0'; at += strspn(bytes + at, " \t\r\n")) {
        gsize length = strcspn(bytes + at, " \t\r\n");
        Text *word = text_new();
        text_append_part(word, text, at, length);
        g_ptr_array_add(words, word);
        at += length;
    }
    return words;
}

/* Defines VAR as each element in turn with the body behind it; all of it is scanned again. */
static void push_loop(M4 *self, const M4Call *call, const GPtrArray *elements, const Text *body)
{
    Text *loop = text_new();
    const Text *variable = m4_argument(self, call, 0);
    for (guint i = 0; i < elements->len && text_length(loop) < M4_TEXT_BYTES_MAX; i++) {
        text_append_string(loop, i == 0 ? "m4_pushdef(" : "m4_define(", call->at);
        append_quoted(self, loop, variable, call->at);
        text_append_string(loop, ",", call->at);
        append_quoted(self, loop, elements->pdata[i], call->at);
        text_append_string(loop, ")", call->at);
        text_append(loop, body);
    }
    if (elements->len > 0) {
        text_append_string(loop, "m4_popdef(", call->at);
        append_quoted(self, loop, variable, call->at);
        text_append_string(loop, ")", call->at);
    }
    m4_push(self, loop);
}

/* The elements of the list that is the call's argument at `index`; `word` as m4_note_list has it.
 */
static GPtrArray *elements_of(M4 *self, const M4Call *call, guint index, gboolean word)
{
    m4_note_list(self, m4_argument_string(call, index), call->at, word);
    return m4_arguments(self, m4_argument(self, call, index));
}

/* m4_foreach(VAR, LIST, BODY): the list is [[a], [b]], unquoted once by the call. */
static void sugar_foreach(M4 *self, const M4Call *call)
{
    g_autoptr(GPtrArray) elements = elements_of(self, call, 1, TRUE);
    push_loop(self, call, elements, m4_argument(self, call, 2));
}

static void sugar_foreach_w(M4 *self, const M4Call *call)
{
    g_autoptr(Text) list = m4_expand_part(self, m4_argument(self, call, 1));
    g_autoptr(GPtrArray) elements = words_of(list);
    push_loop(self, call, elements, m4_argument(self, call, 2));
}

#define FOR_TURNS_MAX 10000

/* m4_for(VAR, FIRST, LAST, STEP, BODY) */
static void sugar_for(M4 *self, const M4Call *call)
{
    gint64 first = g_ascii_strtoll(m4_argument_string(call, 1), NULL, 10);
    gint64 last = g_ascii_strtoll(m4_argument_string(call, 2), NULL, 10);
    gint64 step = g_ascii_strtoll(m4_argument_string(call, 3), NULL, 10);
    step = step == 0 ? (first <= last ? 1 : -1) : step;
    if (ABS(first) > G_MAXINT32 || ABS(last) > G_MAXINT32 || ABS(step) > G_MAXINT32 ||
        (last - first) / step > FOR_TURNS_MAX) {
        m4_problem(self, call->at, "limit: loop turns", m4_argument_string(call, 0));
        return;
    }
    g_autoptr(GPtrArray) elements = g_ptr_array_new_with_free_func((GDestroyNotify)text_unref);
    for (gint64 i = first; step > 0 ? i <= last : i >= last; i += step) {
        g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, i);
        g_ptr_array_add(elements, text_of_string(number, call->at));
    }
    push_loop(self, call, elements, m4_argument(self, call, 4));
}

/* MACRO([element]) for each, with a separator between them that may be NULL; of m4_map the elements
 * are argument lists themselves. */
static void push_calls(M4 *self, const M4Call *call, const GPtrArray *elements,
                       const Text *separator, gboolean quote)
{
    Text *calls = text_new();
    for (guint i = 0; i < elements->len && text_length(calls) < M4_TEXT_BYTES_MAX; i++) {
        if (i > 0 && separator != NULL) {
            text_append(calls, separator);
        }
        text_append(calls, m4_argument(self, call, 0));
        text_append_string(calls, "(", call->at);
        if (quote) {
            append_quoted(self, calls, elements->pdata[i], call->at);
        } else {
            text_append(calls, elements->pdata[i]);
        }
        text_append_string(calls, ")", call->at);
    }
    m4_push(self, calls);
}

static void sugar_map(M4 *self, const M4Call *call)
{
    g_autoptr(GPtrArray) elements = elements_of(self, call, 1, FALSE);
    push_calls(self, call, elements, NULL, FALSE);
}

/* m4_map_sep(MACRO, SEPARATOR, LIST), whose separator is expanded once */
static void sugar_map_sep(M4 *self, const M4Call *call)
{
    g_autoptr(GPtrArray) elements = elements_of(self, call, 2, FALSE);
    g_autoptr(Text) separator = m4_expand_part(self, m4_argument(self, call, 1));
    push_calls(self, call, elements, separator, FALSE);
}

/* The arguments from the one at `first` on, which may be none. */
static GPtrArray *arguments_from(const M4Call *call, guint first)
{
    GPtrArray *elements = g_ptr_array_new_with_free_func((GDestroyNotify)text_unref);
    for (guint i = first; i < call->argc; i++) {
        g_ptr_array_add(elements, text_ref(call->argv[i]));
    }
    return elements;
}

static void sugar_map_args(M4 *self, const M4Call *call)
{
    g_autoptr(GPtrArray) elements = arguments_from(call, 1);
    push_calls(self, call, elements, NULL, TRUE);
}

/* m4_map_args_sep(BEFORE, BEHIND, SEPARATOR, TEXTS...) */
static void sugar_map_args_sep(M4 *self, const M4Call *call)
{
    Text *result = text_new();
    for (guint i = 3; i < call->argc && text_length(result) < M4_TEXT_BYTES_MAX; i++) {
        if (i > 3) {
            text_append(result, m4_argument(self, call, 2));
        }
        text_append(result, m4_argument(self, call, 0));
        append_quoted(self, result, call->argv[i], call->at);
        text_append(result, m4_argument(self, call, 1));
    }
    m4_push(self, result);
}

/* m4_map_args_w(WORDS, BEFORE, BEHIND, SEPARATOR) */
static void sugar_map_args_w(M4 *self, const M4Call *call)
{
    g_autoptr(Text) list = m4_expand_part(self, m4_argument(self, call, 0));
    g_autoptr(GPtrArray) words = words_of(list);
    Text *result = text_new();
    for (guint i = 0; i < words->len; i++) {
        if (i > 0) {
            text_append(result, m4_argument(self, call, 3));
        }
        text_append(result, m4_argument(self, call, 1));
        text_append(result, words->pdata[i]);
        text_append(result, m4_argument(self, call, 2));
    }
    m4_push(self, result);
}

/* Blanks become one space each, none at the ends. */
static void sugar_normalize(M4 *self, const M4Call *call)
{
    g_autoptr(Text) text = m4_expand_part(self, m4_argument(self, call, 0));
    g_autoptr(GPtrArray) words = words_of(text);
    g_autoptr(Text) result = text_new();
    for (guint i = 0; i < words->len; i++) {
        text_append_string(result, i > 0 ? " " : "", call->at);
        text_append(result, words->pdata[i]);
    }
    m4_emit(self, result);
}

/* m4_split(TEXT): [word], [word], ... */
static void sugar_split(M4 *self, const M4Call *call)
{
    g_autoptr(GPtrArray) words = words_of(m4_argument(self, call, 0));
    Text *result = text_new();
    for (guint i = 0; i < words->len; i++) {
        text_append_string(result, i > 0 ? ", " : "", call->at);
        append_quoted(self, result, words->pdata[i], call->at);
    }
    m4_push(self, result);
}

static void emit_mapped(M4 *self, const M4Call *call, int (*map)(int))
{
    g_autoptr(Text) text = m4_expand_part(self, m4_argument(self, call, 0));
    g_autoptr(Text) result = text_new();
    TextCursor cursor = text_cursor(text, 0);
    for (int byte = text_cursor_peek(&cursor); byte >= 0; byte = text_cursor_peek(&cursor)) {
        text_append_byte(result, (char)map(byte), cursor.origin);
        text_cursor_next(&cursor);
    }
    m4_emit(self, result);
}

static int to_upper(int byte)
{
    return g_ascii_toupper((char)byte);
}

static int to_lower(int byte)
{
    return g_ascii_tolower((char)byte);
}

/* AS_TR_SH: a text as part of a shell variable's name. What is substituted in the shell stays. */
static int to_shell_name(int byte)
{
    if (byte == '*' || byte == '+') {
        return 'p';
    }
    return g_ascii_isalnum(byte) || strchr("_$`{}\\\"", byte) != NULL ? byte : '_';
}

/* AS_TR_CPP: the same as a macro of C. */
static int to_macro_name(int byte)
{
    if (byte == '*') {
        return 'P';
    }
    return g_ascii_isalnum(byte) ? g_ascii_toupper((char)byte)
                                 : (strchr("_$`{}\\\"", byte) != NULL ? byte : '_');
}

static void sugar_toupper(M4 *self, const M4Call *call)
{
    emit_mapped(self, call, to_upper);
}

static void sugar_tolower(M4 *self, const M4Call *call)
{
    emit_mapped(self, call, to_lower);
}

static void sugar_tr_sh(M4 *self, const M4Call *call)
{
    emit_mapped(self, call, to_shell_name);
}

static void sugar_tr_cpp(M4 *self, const M4Call *call)
{
    emit_mapped(self, call, to_macro_name);
}

/* The folders with a configure script of their own, which Autoconf lists for --help=recursive: a
 * macro of a project that starts such a script adds to the list what AC_CONFIG_SUBDIRS would. */
static void tell_listed_folder(M4 *self, const M4Call *call)
{
    if (strcmp(m4_argument_string(call, 0), "_AC_LIST_SUBDIRS") == 0) {
        g_autofree char *mark =
            g_strdup_printf("\nxaas_configured([%s])\n", m4_argument_string(call, 1));
        g_autoptr(Text) text = text_of_string(mark, call->at);
        m4_push(self, g_steal_pointer(&text));
    }
}

/* m4_append(NAME, TEXT, SEPARATOR) */
static void sugar_append(M4 *self, const M4Call *call)
{
    const char *name = m4_argument_string(call, 0);
    const Text *old = m4_definition(self, name);
    g_autoptr(Text) body = text_new();
    if (old != NULL) {
        text_append(body, old);
        text_append(body, m4_argument(self, call, 2));
    }
    text_append(body, m4_argument(self, call, 1));
    if (text_length(body) > M4_TEXT_BYTES_MAX) {
        m4_problem(self, call->at, "limit: length of an expansion", name);
        return;
    }
    m4_define(self, name, body, FALSE);
    tell_listed_folder(self, call);
}

/* m4_case(TEXT, VALUE, IF, ..., DEFAULT) */
static void sugar_case(M4 *self, const M4Call *call)
{
    guint i = 1;
    for (; i + 1 < call->argc; i += 2) {
        if (strcmp(m4_argument_string(call, 0), m4_argument_string(call, i)) == 0) {
            m4_push(self, text_ref((Text *)m4_argument(self, call, i + 1)));
            return;
        }
    }
    m4_push(self, text_ref((Text *)m4_argument(self, call, i)));
}

/* m4_join(SEPARATOR, TEXTS...): empty ones are left out. */
static void sugar_join(M4 *self, const M4Call *call)
{
    Text *result = text_new();
    for (guint i = 1; i < call->argc; i++) {
        if (text_length(call->argv[i]) > 0) {
            if (text_length(result) > 0) {
                text_append(result, m4_argument(self, call, 0));
            }
            text_append(result, call->argv[i]);
        }
    }
    m4_push(self, result);
}

static gboolean is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

static void sugar_ifblank(M4 *self, const M4Call *call)
{
    guint index = is_blank(m4_argument_string(call, 0)) ? 1 : 2;
    m4_push(self, text_ref((Text *)m4_argument(self, call, index)));
}

void m4_add_sugar(M4 *self)
{
    static const struct {
        const char *name;
        M4Builtin builtin;
    } rows[] = {
        {"m4_foreach", sugar_foreach},
        {"m4_foreach_w", sugar_foreach_w},
        {"AC_FOREACH", sugar_foreach_w},
        {"m4_for", sugar_for},
        {"m4_map", sugar_map},
        {"m4_map_sep", sugar_map_sep},
        {"m4_mapall", sugar_map},
        {"m4_mapall_sep", sugar_map_sep},
        {"m4_map_args", sugar_map_args},
        {"m4_map_args_sep", sugar_map_args_sep},
        {"m4_map_args_w", sugar_map_args_w},
        {"m4_normalize", sugar_normalize},
        {"m4_strip", sugar_normalize},
        {"m4_flatten", sugar_normalize},
        {"m4_split", sugar_split},
        {"m4_toupper", sugar_toupper},
        {"m4_tolower", sugar_tolower},
        {"AS_TR_SH", sugar_tr_sh},
        {"AS_TR_CPP", sugar_tr_cpp},
        {"m4_append", sugar_append},
        {"m4_append_uniq", sugar_append},
        {"m4_case", sugar_case},
        {"m4_join", sugar_join},
        {"m4_ifblank", sugar_ifblank},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        m4_builtin(self, rows[i].name, rows[i].builtin, TRUE);
    }
}
