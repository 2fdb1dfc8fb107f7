/* The scanner: words, quotes, comments, calls. */
#include "discover/autotools/m4_private.h"
#include <string.h>

static gboolean is_name_start(int byte)
{
    return g_ascii_isalpha(byte) || byte == '_';
}

static gboolean is_name_byte(int byte)
{
    return g_ascii_isalnum(byte) || byte == '_';
}

/* Copies a quoted string without its outer quotes. FALSE when the input ends first. */
static gboolean scan_quoted(M4 *self)
{
    Frame *frame = m4_input(self);
    Origin at = frame->cursor.origin;
    m4_skip(frame, strlen(self->quote_begin));
    guint depth = 1;
    m4_note_started(self);
    for (frame = m4_input(self); frame != NULL; frame = m4_input(self)) {
        gsize length = 0;
        if (m4_looks_at(frame, self->quote_end)) {
            length = strlen(self->quote_end);
            if (--depth == 0) {
                m4_skip(frame, length);
                return TRUE;
            }
        } else if (m4_looks_at(frame, self->quote_begin)) {
            length = strlen(self->quote_begin);
            depth++;
        }
        for (gsize i = 0; i < MAX(length, 1u); i++) {
            m4_put_byte(self, (char)text_cursor_peek(&frame->cursor), frame->cursor.origin);
            text_cursor_next(&frame->cursor);
            self->scanned++;
        }
    }
    m4_problem(self, at, "unbalanced quotes", self->quote_begin);
    return FALSE;
}

static void scan_comment(M4 *self)
{
    m4_note_started(self);
    for (Frame *frame = m4_input(self); frame != NULL; frame = m4_input(self)) {
        int byte = text_cursor_peek(&frame->cursor);
        m4_put_byte(self, (char)byte, frame->cursor.origin);
        text_cursor_next(&frame->cursor);
        self->scanned++;
        if (byte == '\n') {
            return;
        }
    }
}

void m4_begin_call(M4 *self, const char *name, Origin at)
{
    Call call = {.name = name,
                 .at = at,
                 .arguments = g_ptr_array_new_with_free_func((GDestroyNotify)text_unref),
                 .current = text_new()};
    g_array_append_val(self->run->calls, call);
}

void m4_end_argument(Call *call)
{
    g_ptr_array_add(call->arguments, call->current);
    call->current = text_new();
    call->started = FALSE;
}

/* The body of a macro with $1, $*, $@, $# replaced. */
static Text *substitute(M4 *self, const Macro *macro, const M4Call *call)
{
    Text *result = text_new();
    Origin call_at = call->at;
    call_at.fixed = 1;
    TextCursor cursor = text_cursor(macro->body, 0);
    const char *body = text_string(macro->body);
    for (int byte = text_cursor_peek(&cursor); byte >= 0; byte = text_cursor_peek(&cursor)) {
        Origin origin = macro->ours ? call_at : cursor.origin;
        int next = byte == '$' ? body[cursor.offset + 1] : '\0';
        text_cursor_next(&cursor);
        if (text_length(result) > M4_TEXT_BYTES_MAX) {
            m4_limit(self, call->at, "limit: length of an expansion", call->name);
            break;
        }
        if (g_ascii_isdigit(next)) {
            guint index = 0;
            /* GNU M4 reads all digits, but Autoconf's macros count on one: POSIX. */
            index = (guint)(next - '0');
            text_cursor_next(&cursor);
            if (index == 0) {
                text_append_string(result, call->name, origin);
            } else {
                text_append(result, m4_argument(self, call, index - 1));
            }
        } else if (next == '#') {
            text_cursor_next(&cursor);
            g_autofree char *count = g_strdup_printf("%u", call->argc);
            text_append_string(result, count, origin);
        } else if (next == '*' || next == '@') {
            text_cursor_next(&cursor);
            for (guint i = 0; i < call->argc && text_length(result) <= M4_TEXT_BYTES_MAX; i++) {
                text_append_string(result, i > 0 ? "," : "", origin);
                text_append_string(result, next == '@' ? self->quote_begin : "", origin);
                text_append(result, call->argv[i]);
                text_append_string(result, next == '@' ? self->quote_end : "", origin);
            }
        } else {
            text_append_byte(result, (char)byte, origin);
        }
    }
    return result;
}

/* The main output goes on in a new segment, so that what AC_REQUIRE asks for can be put before. */
static void begin_segment(M4 *self)
{
    if (self->run->outer == NULL) {
        self->run->output = text_new();
        g_ptr_array_add(self->segments, self->run->output);
    }
}

static void expand_macro(M4 *self, const M4Call *call)
{
    const Macro *macro = g_hash_table_lookup(self->macros, call->name);
    m4_note_started(self);
    if (++self->expansions > M4_EXPANSIONS_MAX) {
        self->exhausted = TRUE;
        m4_limit(self, call->at, "limit: expanded macros", call->name);
        return;
    }
    if (macro == NULL) {
        macro = g_hash_table_lookup(self->macros, M4_UNKNOWN_MACRO);
    }
    if (macro->builtin != NULL) {
        macro->builtin(self, call);
        return;
    }
    if (macro->endless || (macro->once && m4_is_provided(self, call->name))) {
        return;
    }
    Text *text = substitute(self, macro, call);
    Frame frame = {.text = text,
                   .macro = m4_intern(self, call->name),
                   .call_at = call->at,
                   .project = !macro->ours,
                   .defun = macro->defun};
    if (macro->defun) {
        m4_provide(self, call->name);
        if (self->run->defuns == 0 && self->run->calls->len == 0) {
            begin_segment(self);
        }
        self->run->defuns++;
    }
    m4_push_frame(self, frame);
}

void m4_finish_call(M4 *self)
{
    GArray *calls = self->run->calls;
    Call call = g_array_index(calls, Call, calls->len - 1);
    m4_end_argument(&call);
    /* The array's clearing must not free what goes on being used. */
    g_array_index(calls, Call, calls->len - 1) = (Call){0};
    g_array_set_size(calls, calls->len - 1);
    M4Call made = {call.name, call.at, call.arguments->len, (Text *const *)call.arguments->pdata};
    expand_macro(self, &made);
    m4_call_clear(&call);
}

/* Namespaces that belong to Autoconf, Automake, Libtool, pkg-config and the macro archives: a name
 * in one of them that is not defined is a macro we do not know, not a word. */
static gboolean is_reserved(const char *name)
{
    static const char *const prefixes[] = {"AC_", "AM_",  "AX_", "ACX_", "AS_",
                                           "LT_", "PKG_", "AU_", "m4_",  "_AC_"};
    for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++) {
        if (g_str_has_prefix(name, prefixes[i])) {
            return name[strlen(prefixes[i])] != '\0';
        }
    }
    return FALSE;
}

/* Capitals with an underscore, as macros are named by their authors. */
static gboolean is_macro_like(const char *name)
{
    gboolean underscore = FALSE;
    for (; *name != '\0'; name++) {
        if (g_ascii_islower(*name)) {
            return FALSE;
        }
        underscore = underscore || *name == '_';
    }
    return underscore;
}

/* Whether nothing but blanks stands before this place on its line of the script. */
static gboolean begins_line(M4 *self)
{
    const Text *text = m4_destination(self);
    if (text == NULL) {
        return FALSE;
    }
    const char *bytes = text_string(text);
    gsize end = text_length(text);
    while (end > 0 && (bytes[end - 1] == ' ' || bytes[end - 1] == '\t')) {
        end--;
    }
    return end == 0 || bytes[end - 1] == '\n' || bytes[end - 1] == ';' ||
           bytes[end - 1] == MARK_END;
}

/* Whether the word is the last of its line. */
static gboolean ends_line(M4 *self)
{
    const Frame *frame = m4_input(self);
    if (frame == NULL) {
        return TRUE;
    }
    const char *rest = text_string(frame->text) + frame->cursor.offset;
    rest += strspn(rest, " \t\r");
    return *rest == '\n' || *rest == '\0' || *rest == '#' || *rest == ';';
}

static void scan_word(M4 *self)
{
    Frame *frame = m4_input(self);
    Origin at = frame->cursor.origin;
    const char *start = text_string(frame->text) + frame->cursor.offset;
    gsize length = 0;
    while (is_name_byte((guchar)start[length])) {
        length++;
    }
    g_autofree char *word = g_strndup(start, length);
    m4_skip(frame, length);
    self->scanned += length;
    const Frame *next = m4_input(self);
    gboolean parenthesis = next != NULL && text_cursor_peek(&next->cursor) == '(';
    const Macro *macro = g_hash_table_lookup(self->macros, word);
    if (macro == NULL) {
        gboolean reserved = is_reserved(word);
        gboolean placed =
            parenthesis ? reserved || begins_line(self) : begins_line(self) && ends_line(self);
        gboolean candidate = (placed && (reserved || is_macro_like(word))) ||
                             (parenthesis && m4_names_missing(self, word));
        if (candidate && self->client.find != NULL && self->client.find(self->client.data, word)) {
            macro = g_hash_table_lookup(self->macros, word);
        } else if (candidate && (reserved || parenthesis) && self->run->discards == 0) {
            macro = g_hash_table_lookup(self->macros, M4_UNKNOWN_MACRO);
        }
        frame = NULL; /* the client may have read files: frames moved */
    }
    if (macro == NULL || (macro->needs_arguments && !parenthesis)) {
        m4_note_started(self);
        Text *to = m4_destination(self);
        for (gsize i = 0; to != NULL && m4_has_room(self, to, at) && i < length; i++) {
            text_append_byte(to, word[i], at);
        }
        return;
    }
    const char *name = m4_intern(self, word);
    if (!parenthesis) {
        M4Call call = {.name = name, .at = at};
        expand_macro(self, &call);
        return;
    }
    if (self->run->calls->len >= M4_CALLS_MAX) {
        m4_limit(self, at, "limit: calls within calls", name);
        return;
    }
    frame = m4_input(self);
    text_cursor_next(&frame->cursor);
    m4_begin_call(self, name, at);
}

/* A byte that is neither word, quote nor comment; parentheses and commas matter in a call. */
static void scan_byte(M4 *self)
{
    Frame *frame = m4_input(self);
    char byte = (char)text_cursor_peek(&frame->cursor);
    Origin origin = frame->cursor.origin;
    text_cursor_next(&frame->cursor);
    self->scanned++;
    GArray *calls = self->run->calls;
    if (calls->len == 0) {
        m4_put_byte(self, byte, origin);
        return;
    }
    Call *call = &g_array_index(calls, Call, calls->len - 1);
    if (byte == '(') {
        call->depth++;
    } else if (byte == ')') {
        if (call->depth == 0 && call->name != NULL) {
            m4_finish_call(self);
            return;
        }
        call->depth -= call->depth > 0 ? 1 : 0;
    } else if (byte == ',' && call->depth == 0) {
        m4_end_argument(call);
        return;
    }
    if (!call->started && g_ascii_isspace(byte)) {
        return;
    }
    call->started = TRUE;
    m4_put_byte(self, byte, origin);
}

/* Scans until the input ends. */
void m4_scan(M4 *self)
{
    for (Frame *frame = m4_input(self); frame != NULL && !self->exhausted; frame = m4_input(self)) {
        if (self->scanned > self->client.most_bytes) {
            self->exhausted = TRUE;
            m4_limit(self, frame->cursor.origin, "limit: scanned bytes", "");
            return;
        }
        int byte = text_cursor_peek(&frame->cursor);
        if (is_name_start(byte)) {
            scan_word(self);
        } else if (g_ascii_isdigit(byte)) {
            /* Digits begin no name, and a name that they run into is none either. */
            while (frame != NULL && is_name_byte(text_cursor_peek(&frame->cursor))) {
                m4_note_started(self);
                m4_put_byte(self, (char)text_cursor_peek(&frame->cursor), frame->cursor.origin);
                text_cursor_next(&frame->cursor);
                self->scanned++;
            }
        } else if (self->comment != NULL && m4_looks_at(frame, self->comment)) {
            scan_comment(self);
        } else if (m4_looks_at(frame, self->quote_begin)) {
            if (!scan_quoted(self)) {
                return;
            }
        } else {
            scan_byte(self);
        }
    }
}
