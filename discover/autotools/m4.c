#include "discover/autotools/m4.h"
#include <string.h>

typedef struct Macro Macro;
struct Macro {
    Text *body; /* NULL for a builtin */
    M4Builtin builtin;
    gboolean needs_arguments;
    gboolean ours;  /* the body stands for the place of the call */
    gboolean final; /* a definition by the project is ignored */
    gboolean defun;
    gboolean once;
    Macro *below; /* m4_pushdef */
};

/* Text that is being scanned. */
typedef struct {
    Text *text;
    TextCursor cursor;
    const char *macro; /* interned; whose expansion it is; NULL for a file */
    Origin call_at;
    gboolean project; /* a macro of the project */
    gboolean defun;   /* when it ends, a macro of AC_DEFUN ends */
} Frame;

/* A call whose arguments are being read. */
typedef struct {
    const char *name; /* interned; NULL: a list that ends with its input (m4_arguments) */
    Origin at;
    GPtrArray *arguments; /* Text * */
    Text *current;
    guint depth;      /* open parentheses of the argument's own */
    gboolean started; /* something other than blanks was read of it */
} Call;

/* One expansion from its first byte to its last. */
typedef struct Run Run;
struct Run {
    Run *outer;
    GArray *frames; /* Frame */
    GArray *calls;  /* Call */
    Text *output;
    guint defuns;   /* macros of AC_DEFUN under way */
    guint discards; /* what is expanded is dropped */
};

struct M4 {
    M4Client client;
    GHashTable *macros;   /* interned name -> Macro * */
    GHashTable *provided; /* interned name */
    GStringChunk *strings;
    GPtrArray *segments; /* Text *: the main output, one before each outermost AC_DEFUN macro */
    GPtrArray *marks;    /* M4Mark * */
    char *quote_begin;
    char *quote_end;
    char *comment; /* NULL: none */
    Run *run;
    guint runs;
    Text *empty;
    M4Definitions reading; /* whose definitions are read */
    guint64 scanned;
    guint64 expansions;
    gboolean exhausted;
    GHashTable *reported; /* reasons of limits, once each */
};

static void macro_free(Macro *self)
{
    while (self != NULL) {
        Macro *below = self->below;
        text_unref(self->body);
        g_free(self);
        self = below;
    }
}

static void mark_free(gpointer data)
{
    M4Mark *self = data;
    g_ptr_array_unref(self->argv);
    g_array_unref(self->callers);
    g_free(self);
}

M4 *m4_new(const M4Client *client)
{
    M4 *self = g_new0(M4, 1);
    self->client = *client;
    self->macros = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)macro_free);
    self->provided = g_hash_table_new(g_str_hash, g_str_equal);
    self->strings = g_string_chunk_new(4096);
    self->segments = g_ptr_array_new_with_free_func((GDestroyNotify)text_unref);
    self->marks = g_ptr_array_new_with_free_func(mark_free);
    self->empty = text_new();
    self->quote_begin = g_strdup("[");
    self->quote_end = g_strdup("]");
    self->comment = g_strdup("#");
    self->reported = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    m4_add_builtins(self);
    m4_add_sugar(self);
    m4_add_autoconf(self);
    return self;
}

void m4_free(M4 *self)
{
    if (self == NULL) {
        return;
    }
    g_hash_table_unref(self->macros);
    g_hash_table_unref(self->provided);
    g_string_chunk_free(self->strings);
    g_ptr_array_unref(self->segments);
    g_ptr_array_unref(self->marks);
    text_unref(self->empty);
    g_free(self->quote_begin);
    g_free(self->quote_end);
    g_free(self->comment);
    g_hash_table_unref(self->reported);
    g_free(self);
}

static const char *intern(M4 *self, const char *name)
{
    return g_string_chunk_insert_const(self->strings, name);
}

void m4_problem(M4 *self, Origin at, const char *reason, const char *subject)
{
    if (self->client.problem != NULL) {
        self->client.problem(self->client.data, at, reason, subject);
    }
}

static void limit_reached(M4 *self, Origin at, const char *reason, const char *subject)
{
    if (g_hash_table_add(self->reported, g_strdup(reason))) {
        m4_problem(self, at, reason, subject);
    }
}

/* Definitions
 * -------------------------------------------------------------------------------------- */

static void macro_put(M4 *self, const char *name, Macro *macro, gboolean push)
{
    const char *key = intern(self, name);
    Macro *old = g_hash_table_lookup(self->macros, key);
    if (old != NULL && old->final && self->reading == M4_DEFINITIONS_PROJECT) {
        macro_free(macro);
        return;
    }
    macro->ours = self->reading != M4_DEFINITIONS_PROJECT;
    macro->final = self->reading == M4_DEFINITIONS_FINAL;
    if (old == NULL) {
        g_hash_table_insert(self->macros, (gpointer)key, macro);
        return;
    }
    g_hash_table_steal(self->macros, key);
    if (push) {
        macro->below = old;
    } else {
        macro->below = old->below;
        old->below = NULL;
        macro_free(old);
    }
    g_hash_table_insert(self->macros, (gpointer)key, macro);
}

void m4_builtin(M4 *self, const char *name, M4Builtin builtin, gboolean needs_arguments)
{
    Macro *macro = g_new0(Macro, 1);
    macro->builtin = builtin;
    macro->needs_arguments = needs_arguments;
    M4Definitions before = self->reading;
    self->reading = M4_DEFINITIONS_FINAL;
    macro_put(self, name, macro, FALSE);
    self->reading = before;
}

void m4_mark_macro(M4 *self, const char *name)
{
    m4_builtin(self, name, m4_make_mark, FALSE);
}

void m4_define(M4 *self, const char *name, const Text *body, gboolean push)
{
    Macro *macro = g_new0(Macro, 1);
    macro->body = text_ref((Text *)body);
    macro_put(self, name, macro, push);
}

void m4_defun(M4 *self, const char *name, const Text *body, gboolean once)
{
    Macro *macro = g_new0(Macro, 1);
    macro->body = text_ref((Text *)body);
    macro->defun = TRUE;
    macro->once = once;
    macro_put(self, name, macro, FALSE);
}

void m4_undefine(M4 *self, const char *name, gboolean pop)
{
    Macro *macro = g_hash_table_lookup(self->macros, name);
    if (macro == NULL || (macro->final && self->reading == M4_DEFINITIONS_PROJECT)) {
        return;
    }
    g_hash_table_steal(self->macros, name);
    if (pop && macro->below != NULL) {
        g_hash_table_insert(self->macros, (gpointer)intern(self, name), macro->below);
        macro->below = NULL;
    }
    macro_free(macro);
}

const Text *m4_definition(const M4 *self, const char *name)
{
    const Macro *macro = g_hash_table_lookup(self->macros, name);
    return macro != NULL ? macro->body : NULL;
}

gboolean m4_is_defined(const M4 *self, const char *name)
{
    return g_hash_table_contains(self->macros, name);
}

gboolean m4_is_provided(const M4 *self, const char *name)
{
    return g_hash_table_contains(self->provided, name);
}

void m4_provide(M4 *self, const char *name)
{
    g_hash_table_add(self->provided, (gpointer)intern(self, name));
}

void m4_set_quotes(M4 *self, const char *begin, const char *end)
{
    char *old_begin = self->quote_begin;
    char *old_end = self->quote_end;
    self->quote_begin = g_strdup(begin);
    self->quote_end = g_strdup(end);
    g_free(old_begin);
    g_free(old_end);
}

void m4_set_comment(M4 *self, const char *begin)
{
    char *old = self->comment;
    self->comment = begin != NULL && *begin != '\0' ? g_strdup(begin) : NULL;
    g_free(old);
}

const char *m4_quote_begin(const M4 *self)
{
    return self->quote_begin;
}

const char *m4_quote_end(const M4 *self)
{
    return self->quote_end;
}

void m4_discard(M4 *self, gboolean discard)
{
    if (discard) {
        self->run->discards++;
    } else if (self->run->discards > 0) {
        self->run->discards--;
    }
}

Text *m4_load(M4 *self, const char *path)
{
    return self->client.load != NULL ? self->client.load(self->client.data, path) : NULL;
}

const Text *m4_argument(const M4 *self, const M4Call *call, guint index)
{
    return index < call->argc ? call->argv[index] : self->empty;
}

const char *m4_argument_string(const M4Call *call, guint index)
{
    return index < call->argc ? text_string(call->argv[index]) : "";
}

/* Input
 * -------------------------------------------------------------------------------------------- */

static void frame_clear(gpointer data)
{
    text_unref(((Frame *)data)->text);
}

static void call_clear(gpointer data)
{
    Call *call = data;
    g_clear_pointer(&call->arguments, g_ptr_array_unref);
    g_clear_pointer(&call->current, text_unref);
}

static Frame *top_frame(const M4 *self)
{
    GArray *frames = self->run->frames;
    return frames->len > 0 ? &g_array_index(frames, Frame, frames->len - 1) : NULL;
}

static void pop_frame(M4 *self)
{
    GArray *frames = self->run->frames;
    if (g_array_index(frames, Frame, frames->len - 1).defun && self->run->defuns > 0) {
        self->run->defuns--;
    }
    g_array_set_size(frames, frames->len - 1);
}

static void push_frame(M4 *self, Frame frame)
{
    /* Frames that are read to their end go first, so that what calls itself last does not pile up.
     * A macro of AC_DEFUN stays: its end has a meaning. */
    for (Frame *top = top_frame(self);
         top != NULL && !top->defun && text_cursor_peek(&top->cursor) < 0; top = top_frame(self)) {
        pop_frame(self);
    }
    if (self->run->frames->len >= M4_FRAMES_MAX) {
        limit_reached(self, frame.call_at, "limit: macros within macros",
                      frame.macro != NULL ? frame.macro : "");
        text_unref(frame.text);
        return;
    }
    frame.cursor = text_cursor(frame.text, 0);
    g_array_append_val(self->run->frames, frame);
}

void m4_push(M4 *self, Text *text)
{
    if (text_length(text) == 0) {
        text_unref(text);
        return;
    }
    push_frame(self, (Frame){.text = text, .call_at = text_origin(text, 0)});
}

/* The frame of the next byte; NULL at the end of the input. */
static Frame *input(M4 *self)
{
    Frame *frame = top_frame(self);
    while (frame != NULL && text_cursor_peek(&frame->cursor) < 0) {
        pop_frame(self);
        frame = top_frame(self);
    }
    return frame;
}

/* Whether the rest of the frame begins with `text`; what spans two frames is never a delimiter. */
static gboolean looks_at(const Frame *frame, const char *text)
{
    return *text != '\0' && g_str_has_prefix(frame->text->bytes->str + frame->cursor.offset, text);
}

static void skip(Frame *frame, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        text_cursor_next(&frame->cursor);
    }
}

void m4_skip_line(M4 *self)
{
    for (Frame *frame = input(self); frame != NULL; frame = input(self)) {
        int byte = text_cursor_peek(&frame->cursor);
        text_cursor_next(&frame->cursor);
        if (byte == '\n') {
            return;
        }
    }
}

/* Output
 * ------------------------------------------------------------------------------------------- */

/* Where text goes: into the argument that is being read, else into the output; NULL: nowhere. */
static Text *destination(M4 *self)
{
    GArray *calls = self->run->calls;
    if (calls->len > 0) {
        return g_array_index(calls, Call, calls->len - 1).current;
    }
    return self->run->discards > 0 ? NULL : self->run->output;
}

static void note_started(M4 *self)
{
    GArray *calls = self->run->calls;
    if (calls->len > 0) {
        g_array_index(calls, Call, calls->len - 1).started = TRUE;
    }
}

static gboolean has_room(M4 *self, const Text *text, Origin at)
{
    if (text_length(text) < M4_TEXT_BYTES_MAX || self->run->calls->len == 0) {
        return TRUE;
    }
    limit_reached(self, at, "limit: length of an argument", "");
    return FALSE;
}

static void put_byte(M4 *self, char byte, Origin origin)
{
    Text *text = destination(self);
    if (text != NULL && has_room(self, text, origin)) {
        text_append_byte(text, byte, origin);
    }
}

void m4_emit(M4 *self, const Text *text)
{
    Text *to = destination(self);
    note_started(self);
    if (to != NULL && has_room(self, to, text_origin(text, 0))) {
        text_append(to, text);
    }
}

void m4_emit_string(M4 *self, const char *bytes, Origin origin)
{
    g_autoptr(Text) text = text_of_string(bytes, origin);
    m4_emit(self, text);
}

/* Scanning
 * ----------------------------------------------------------------------------------------- */

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
    Frame *frame = input(self);
    Origin at = frame->cursor.origin;
    skip(frame, strlen(self->quote_begin));
    guint depth = 1;
    note_started(self);
    for (frame = input(self); frame != NULL; frame = input(self)) {
        gsize length = 0;
        if (looks_at(frame, self->quote_end)) {
            length = strlen(self->quote_end);
            if (--depth == 0) {
                skip(frame, length);
                return TRUE;
            }
        } else if (looks_at(frame, self->quote_begin)) {
            length = strlen(self->quote_begin);
            depth++;
        }
        for (gsize i = 0; i < MAX(length, 1u); i++) {
            put_byte(self, (char)text_cursor_peek(&frame->cursor), frame->cursor.origin);
            text_cursor_next(&frame->cursor);
            self->scanned++;
        }
    }
    m4_problem(self, at, "unbalanced quotes", self->quote_begin);
    return FALSE;
}

static void scan_comment(M4 *self)
{
    note_started(self);
    for (Frame *frame = input(self); frame != NULL; frame = input(self)) {
        int byte = text_cursor_peek(&frame->cursor);
        put_byte(self, (char)byte, frame->cursor.origin);
        text_cursor_next(&frame->cursor);
        self->scanned++;
        if (byte == '\n') {
            return;
        }
    }
}

static void begin_call(M4 *self, const char *name, Origin at)
{
    Call call = {.name = name,
                 .at = at,
                 .arguments = g_ptr_array_new_with_free_func((GDestroyNotify)text_unref),
                 .current = text_new()};
    g_array_append_val(self->run->calls, call);
}

static void end_argument(Call *call)
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
            limit_reached(self, call->at, "limit: length of an expansion", call->name);
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
    note_started(self);
    if (++self->expansions > M4_EXPANSIONS_MAX) {
        self->exhausted = TRUE;
        limit_reached(self, call->at, "limit: expanded macros", call->name);
        return;
    }
    if (macro == NULL) {
        macro = g_hash_table_lookup(self->macros, M4_UNKNOWN_MACRO);
    }
    if (macro->builtin != NULL) {
        macro->builtin(self, call);
        return;
    }
    if (macro->once && m4_is_provided(self, call->name)) {
        return;
    }
    Text *text = substitute(self, macro, call);
    Frame frame = {.text = text,
                   .macro = intern(self, call->name),
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
    push_frame(self, frame);
}

static void finish_call(M4 *self)
{
    GArray *calls = self->run->calls;
    Call call = g_array_index(calls, Call, calls->len - 1);
    end_argument(&call);
    /* The array's clearing must not free what goes on being used. */
    g_array_index(calls, Call, calls->len - 1) = (Call){0};
    g_array_set_size(calls, calls->len - 1);
    M4Call made = {call.name, call.at, call.arguments->len, (Text *const *)call.arguments->pdata};
    expand_macro(self, &made);
    call_clear(&call);
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
    const Text *text = destination(self);
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
    const Frame *frame = input(self);
    if (frame == NULL) {
        return TRUE;
    }
    const char *rest = text_string(frame->text) + frame->cursor.offset;
    rest += strspn(rest, " \t\r");
    return *rest == '\n' || *rest == '\0' || *rest == '#' || *rest == ';';
}

static void scan_word(M4 *self)
{
    Frame *frame = input(self);
    Origin at = frame->cursor.origin;
    const char *start = text_string(frame->text) + frame->cursor.offset;
    gsize length = 0;
    while (is_name_byte((guchar)start[length])) {
        length++;
    }
    g_autofree char *word = g_strndup(start, length);
    gsize begin = frame->cursor.offset;
    g_autoptr(Text) source = text_ref(frame->text);
    skip(frame, length);
    self->scanned += length;
    const Frame *next = input(self);
    gboolean parenthesis = next != NULL && text_cursor_peek(&next->cursor) == '(';
    const Macro *macro = g_hash_table_lookup(self->macros, word);
    if (macro == NULL) {
        gboolean candidate = parenthesis
                                 ? is_reserved(word) || (is_macro_like(word) && begins_line(self))
                                 : is_reserved(word) && begins_line(self) && ends_line(self);
        if (candidate && self->client.find != NULL && self->client.find(self->client.data, word)) {
            macro = g_hash_table_lookup(self->macros, word);
        } else if (candidate && self->run->discards == 0) {
            macro = g_hash_table_lookup(self->macros, M4_UNKNOWN_MACRO);
        }
        frame = NULL; /* the client may have read files: frames moved */
    }
    if (macro == NULL || (macro->needs_arguments && !parenthesis)) {
        note_started(self);
        Text *to = destination(self);
        if (to != NULL && has_room(self, to, at)) {
            text_append_part(to, source, begin, length);
        }
        return;
    }
    const char *name = intern(self, word);
    if (!parenthesis) {
        M4Call call = {.name = name, .at = at};
        expand_macro(self, &call);
        return;
    }
    if (self->run->calls->len >= M4_CALLS_MAX) {
        limit_reached(self, at, "limit: calls within calls", name);
        return;
    }
    frame = input(self);
    text_cursor_next(&frame->cursor);
    begin_call(self, name, at);
}

/* A byte that is neither word, quote nor comment; parentheses and commas matter in a call. */
static void scan_byte(M4 *self)
{
    Frame *frame = input(self);
    char byte = (char)text_cursor_peek(&frame->cursor);
    Origin origin = frame->cursor.origin;
    text_cursor_next(&frame->cursor);
    self->scanned++;
    GArray *calls = self->run->calls;
    if (calls->len == 0) {
        put_byte(self, byte, origin);
        return;
    }
    Call *call = &g_array_index(calls, Call, calls->len - 1);
    if (byte == '(') {
        call->depth++;
    } else if (byte == ')') {
        if (call->depth == 0 && call->name != NULL) {
            finish_call(self);
            return;
        }
        call->depth -= call->depth > 0 ? 1 : 0;
    } else if (byte == ',' && call->depth == 0) {
        end_argument(call);
        return;
    }
    if (!call->started && g_ascii_isspace(byte)) {
        return;
    }
    call->started = TRUE;
    put_byte(self, byte, origin);
}

/* Scans until the input ends. */
static void scan(M4 *self)
{
    for (Frame *frame = input(self); frame != NULL && !self->exhausted; frame = input(self)) {
        if (self->scanned > M4_BYTES_MAX) {
            self->exhausted = TRUE;
            limit_reached(self, frame->cursor.origin, "limit: scanned bytes", "");
            return;
        }
        int byte = text_cursor_peek(&frame->cursor);
        if (is_name_start(byte)) {
            scan_word(self);
        } else if (g_ascii_isdigit(byte)) {
            /* Digits begin no name, and a name that they run into is none either. */
            while (frame != NULL && is_name_byte(text_cursor_peek(&frame->cursor))) {
                note_started(self);
                put_byte(self, (char)text_cursor_peek(&frame->cursor), frame->cursor.origin);
                text_cursor_next(&frame->cursor);
                self->scanned++;
            }
        } else if (self->comment != NULL && looks_at(frame, self->comment)) {
            scan_comment(self);
        } else if (looks_at(frame, self->quote_begin)) {
            if (!scan_quoted(self)) {
                return;
            }
        } else {
            scan_byte(self);
        }
    }
}

/* Reads what is in the frames and returns when all of it is expanded; an open call ends there. */
static void finish_run(M4 *self)
{
    scan(self);
    while (self->run->calls->len > 0 && !self->exhausted) {
        const Call *call = &g_array_index(self->run->calls, Call, self->run->calls->len - 1);
        if (call->name == NULL) {
            return;
        }
        m4_problem(self, call->at, "unbalanced parentheses", call->name);
        finish_call(self);
        scan(self);
    }
}

static void run_begin(M4 *self, Run *run)
{
    *run = (Run){.outer = self->run,
                 .frames = g_array_new(FALSE, FALSE, sizeof(Frame)),
                 .calls = g_array_new(FALSE, FALSE, sizeof(Call))};
    g_array_set_clear_func(run->frames, frame_clear);
    g_array_set_clear_func(run->calls, call_clear);
    self->run = run;
    self->runs++;
}

static void run_end(M4 *self)
{
    Run *run = self->run;
    self->run = run->outer;
    self->runs--;
    g_array_unref(run->frames);
    g_array_unref(run->calls);
}

static gboolean may_run(M4 *self, Origin at)
{
    if (self->runs < M4_RUNS_MAX) {
        return TRUE;
    }
    limit_reached(self, at, "limit: expansions within expansions", "");
    return FALSE;
}

Text *m4_expand_part(M4 *self, const Text *text)
{
    Text *output = text_new();
    if (text_length(text) == 0 || !may_run(self, text_origin(text, 0))) {
        return output;
    }
    Run run;
    run_begin(self, &run);
    run.output = output;
    m4_push(self, text_ref((Text *)text));
    finish_run(self);
    run_end(self);
    return output;
}

GPtrArray *m4_arguments(M4 *self, const Text *list)
{
    if (text_length(list) == 0 || !may_run(self, text_origin(list, 0))) {
        return g_ptr_array_new_with_free_func((GDestroyNotify)text_unref);
    }
    Run run;
    run_begin(self, &run);
    run.output = NULL;
    begin_call(self, NULL, text_origin(list, 0));
    m4_push(self, text_ref((Text *)list));
    finish_run(self);
    GPtrArray *result = NULL;
    if (run.calls->len > 0) {
        Call *call = &g_array_index(run.calls, Call, 0);
        end_argument(call);
        result = g_steal_pointer(&call->arguments);
    }
    run_end(self);
    return result != NULL ? result : g_ptr_array_new_with_free_func((GDestroyNotify)text_unref);
}

/* Autoconf puts what a macro requires before the outermost macro of AC_DEFUN that is under way. */
void m4_require(M4 *self, const M4Call *call, const char *name)
{
    if (m4_is_provided(self, name) || *name == '\0' || !may_run(self, call->at)) {
        return;
    }
    m4_provide(self, name);
    Macro *macro = g_hash_table_lookup(self->macros, name);
    gboolean once = macro != NULL && macro->once;
    if (once) {
        g_hash_table_remove(self->provided, name);
    }
    Run *outermost = self->run;
    while (outermost->outer != NULL) {
        outermost = outermost->outer;
    }
    g_autoptr(Text) word = text_of_string(name, call->at);
    Text *text = m4_expand_part(self, word);
    text_append_string(text, "\n", call->at);
    if (self->run->discards > 0 || self->segments->len == 0) {
        text_unref(text);
        return;
    }
    guint before = outermost->defuns > 0 ? self->segments->len - 1 : self->segments->len;
    g_ptr_array_insert(self->segments, (int)before, text);
    if (outermost->defuns == 0) {
        /* What follows comes behind it. */
        outermost->output = text_new();
        g_ptr_array_add(self->segments, outermost->output);
    }
}

static void collect_callers(const Run *run, GArray *callers)
{
    if (run == NULL) {
        return;
    }
    collect_callers(run->outer, callers);
    for (guint i = 0; i < run->frames->len; i++) {
        const Frame *frame = &g_array_index(run->frames, Frame, i);
        if (frame->project && frame->macro != NULL) {
            M4Caller caller = {frame->macro, frame->call_at};
            g_array_append_val(callers, caller);
        }
    }
}

void m4_make_mark(M4 *self, const M4Call *call)
{
    M4Mark *mark = g_new0(M4Mark, 1);
    mark->name = intern(self, call->name);
    mark->at = call->at;
    mark->argv = g_ptr_array_new_with_free_func((GDestroyNotify)text_unref);
    for (guint i = 0; i < call->argc; i++) {
        g_ptr_array_add(mark->argv, m4_expand_part(self, call->argv[i]));
    }
    mark->callers = g_array_new(FALSE, FALSE, sizeof(M4Caller));
    collect_callers(self->run, mark->callers);
    g_ptr_array_add(self->marks, mark);
    g_autofree char *text = g_strdup_printf("%c%u%c", MARK_BEGIN, self->marks->len - 1, MARK_END);
    m4_emit_string(self, text, call->at);
}

const M4Mark *m4_mark(const M4 *self, guint index)
{
    return index < self->marks->len ? self->marks->pdata[index] : NULL;
}

void m4_read(M4 *self, const Text *text, M4Definitions kind)
{
    M4Definitions before = self->reading;
    char *begin = g_strdup(self->quote_begin);
    char *end = g_strdup(self->quote_end);
    char *comment = g_strdup(self->comment);
    /* Each file begins with Autoconf's quotes, whatever the one that asked for it has set. */
    m4_set_quotes(self, "[", "]");
    m4_set_comment(self, "#");
    self->reading = kind;
    if (may_run(self, text_origin(text, 0))) {
        Run run;
        run_begin(self, &run);
        run.discards = 1;
        m4_push(self, text_ref((Text *)text));
        finish_run(self);
        run_end(self);
    }
    self->reading = before;
    m4_set_quotes(self, begin, end);
    m4_set_comment(self, comment);
    g_free(begin);
    g_free(end);
    g_free(comment);
}

Text *m4_expand(M4 *self, const Text *text)
{
    Run run;
    run_begin(self, &run);
    run.output = text_new();
    g_ptr_array_add(self->segments, run.output);
    m4_push(self, text_ref((Text *)text));
    finish_run(self);
    run_end(self);
    Text *whole = text_new();
    for (guint i = 0; i < self->segments->len; i++) {
        text_append(whole, self->segments->pdata[i]);
    }
    return whole;
}
