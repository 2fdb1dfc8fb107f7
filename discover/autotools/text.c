#include "discover/autotools/text.h"

static gboolean same_origin(Origin a, Origin b)
{
    return a.file == b.file && a.line == b.line && a.fixed == b.fixed;
}

Text *text_new(void)
{
    Text *self = g_new0(Text, 1);
    self->references = 1;
    self->bytes = g_string_new(NULL);
    self->runs = g_array_new(FALSE, FALSE, sizeof(OriginRun));
    return self;
}

static void begin_run(Text *self, Origin origin)
{
    OriginRun run = {self->bytes->len, origin};
    g_array_append_val(self->runs, run);
    self->next = origin;
}

/* Appends bytes that all lie in the last run. */
static void append_in_run(Text *self, const char *bytes, gsize length)
{
    g_string_append_len(self->bytes, bytes, (gssize)length);
    for (gsize i = 0; i < length && !self->next.fixed; i++) {
        if (bytes[i] == '\n') {
            self->next.line++;
        }
    }
}

Text *text_of_file(const char *bytes, gsize length, guint32 file)
{
    Text *self = text_new();
    begin_run(self, (Origin){.file = file, .line = 1});
    append_in_run(self, bytes, length);
    return self;
}

Text *text_of_string(const char *bytes, Origin origin)
{
    Text *self = text_new();
    text_append_string(self, bytes, origin);
    return self;
}

Text *text_ref(Text *self)
{
    self->references++;
    return self;
}

void text_unref(Text *self)
{
    if (self == NULL || --self->references > 0) {
        return;
    }
    g_string_free(self->bytes, TRUE);
    g_array_unref(self->runs);
    g_free(self);
}

void text_append_byte(Text *self, char byte, Origin origin)
{
    if (self->runs->len == 0 || !same_origin(self->next, origin)) {
        begin_run(self, origin);
    }
    g_string_append_c(self->bytes, byte);
    if (byte == '\n' && !origin.fixed) {
        self->next.line++;
    }
}

void text_append_string(Text *self, const char *bytes, Origin origin)
{
    origin.fixed = 1;
    for (; *bytes != '\0'; bytes++) {
        text_append_byte(self, *bytes, origin);
    }
}

void text_append(Text *self, const Text *other)
{
    text_append_part(self, other, 0, other->bytes->len);
}

void text_append_part(Text *self, const Text *other, gsize begin, gsize length)
{
    TextCursor cursor = text_cursor(other, begin);
    gsize end = MIN(begin + length, other->bytes->len);
    while (cursor.offset < end) {
        gsize run_end = cursor.run + 1 < other->runs->len
                            ? g_array_index(other->runs, OriginRun, cursor.run + 1).offset
                            : other->bytes->len;
        gsize stop = MIN(run_end, end);
        if (self->runs->len == 0 || !same_origin(self->next, cursor.origin)) {
            begin_run(self, cursor.origin);
        }
        append_in_run(self, other->bytes->str + cursor.offset, stop - cursor.offset);
        if (stop < end) {
            cursor.run++;
            cursor.origin = g_array_index(other->runs, OriginRun, cursor.run).origin;
        }
        cursor.offset = stop;
    }
}

#define QUADRIGRAPH_BYTES 4u

Text *text_without_quadrigraphs(const Text *self)
{
    static const char *const rows[][2] = {
        {"@<:@", "["}, {"@:>@", "]"}, {"@S|@", "$"}, {"@%:@", "#"}, {"@&t@", ""}};
    Text *result = text_new();
    TextCursor cursor = text_cursor(self, 0);
    while (text_cursor_peek(&cursor) >= 0) {
        const char *at = self->bytes->str + cursor.offset;
        guint row = 0;
        while (*at == '@' && row < G_N_ELEMENTS(rows) && !g_str_has_prefix(at, rows[row][0])) {
            row++;
        }
        if (*at != '@' || row == G_N_ELEMENTS(rows)) {
            text_append_byte(result, *at, cursor.origin);
            text_cursor_next(&cursor);
            continue;
        }
        if (*rows[row][1] != '\0') {
            text_append_byte(result, *rows[row][1], cursor.origin);
        }
        for (guint i = 0; i < QUADRIGRAPH_BYTES; i++) {
            text_cursor_next(&cursor);
        }
    }
    return result;
}

/* The last run that begins at or before `offset`. */
static guint run_at(const Text *self, gsize offset)
{
    guint low = 0;
    guint high = self->runs->len;
    while (low + 1 < high) {
        guint middle = low + (high - low) / 2;
        if (g_array_index(self->runs, OriginRun, middle).offset <= offset) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

TextCursor text_cursor(const Text *text, gsize offset)
{
    TextCursor self = {.text = text, .offset = offset};
    if (text->bytes->len == 0) {
        return self;
    }
    self.run = run_at(text, offset);
    const OriginRun *run = &g_array_index(text->runs, OriginRun, self.run);
    self.origin = run->origin;
    for (gsize i = run->offset; i < offset && i < text->bytes->len && !self.origin.fixed; i++) {
        if (text->bytes->str[i] == '\n') {
            self.origin.line++;
        }
    }
    return self;
}

void text_cursor_next(TextCursor *self)
{
    if (self->text->bytes->str[self->offset] == '\n' && !self->origin.fixed) {
        self->origin.line++;
    }
    self->offset++;
    if (self->run + 1 < self->text->runs->len &&
        g_array_index(self->text->runs, OriginRun, self->run + 1).offset == self->offset) {
        self->run++;
        self->origin = g_array_index(self->text->runs, OriginRun, self->run).origin;
    }
}

Origin text_origin(const Text *self, gsize offset)
{
    if (self->bytes->len == 0) {
        return (Origin){0};
    }
    return text_cursor(self, MIN(offset, self->bytes->len - 1)).origin;
}
