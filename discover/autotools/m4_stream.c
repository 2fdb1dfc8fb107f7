/* What is read and where it goes. */
#include "discover/autotools/m4_private.h"
#include <string.h>

/* Input ------------------------------------------------------------------------------------- */

void m4_frame_clear(gpointer data)
{
    text_unref(((Frame *)data)->text);
}

void m4_call_clear(gpointer data)
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

void m4_push_frame(M4 *self, Frame frame)
{
    /* Frames that are read to their end go first, so that what calls itself last does not pile up.
     * A macro of AC_DEFUN stays: its end has a meaning. */
    for (Frame *top = top_frame(self);
         top != NULL && !top->defun && text_cursor_peek(&top->cursor) < 0; top = top_frame(self)) {
        pop_frame(self);
    }
    if (self->run->frames->len >= M4_FRAMES_MAX) {
        m4_limit(self, frame.call_at, "limit: macros within macros",
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
    m4_push_frame(self, (Frame){.text = text, .call_at = text_origin(text, 0)});
}

void m4_push_file(M4 *self, Text *text, const char *path)
{
    if (text_length(text) == 0) {
        text_unref(text);
        return;
    }
    m4_push_frame(
        self,
        (Frame){.text = text, .call_at = text_origin(text, 0), .file = m4_intern(self, path)});
}

const char *m4_current_file(const M4 *self)
{
    for (const Run *run = self->run; run != NULL; run = run->outer) {
        for (guint i = run->frames->len; i > 0; i--) {
            const Frame *frame = &g_array_index(run->frames, Frame, i - 1);
            if (frame->file != NULL) {
                return frame->file;
            }
        }
    }
    return NULL;
}

Frame *m4_input(M4 *self)
{
    Frame *frame = top_frame(self);
    while (frame != NULL && text_cursor_peek(&frame->cursor) < 0) {
        pop_frame(self);
        frame = top_frame(self);
    }
    return frame;
}

/* Whether the rest of the frame begins with `text`; what spans two frames is never a delimiter. */
gboolean m4_looks_at(const Frame *frame, const char *text)
{
    return *text != '\0' && g_str_has_prefix(frame->text->bytes->str + frame->cursor.offset, text);
}

void m4_skip(Frame *frame, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        text_cursor_next(&frame->cursor);
    }
}

void m4_skip_line(M4 *self)
{
    for (Frame *frame = m4_input(self); frame != NULL; frame = m4_input(self)) {
        int byte = text_cursor_peek(&frame->cursor);
        text_cursor_next(&frame->cursor);
        if (byte == '\n') {
            return;
        }
    }
}

/* Output ------------------------------------------------------------------------------------ */

Text *m4_destination(M4 *self)
{
    GArray *calls = self->run->calls;
    if (calls->len > 0) {
        return g_array_index(calls, Call, calls->len - 1).current;
    }
    return self->run->discards > 0 ? NULL : self->run->output;
}

void m4_note_started(M4 *self)
{
    GArray *calls = self->run->calls;
    if (calls->len > 0) {
        g_array_index(calls, Call, calls->len - 1).started = TRUE;
    }
}

gboolean m4_has_room(M4 *self, const Text *text, Origin at)
{
    gboolean argument = self->run->calls->len > 0;
    if (text_length(text) < (argument ? M4_TEXT_BYTES_MAX : M4_OUTPUT_BYTES_MAX)) {
        return TRUE;
    }
    m4_limit(self, at, argument ? "limit: length of an argument" : "limit: length of the script",
             "");
    return FALSE;
}

void m4_put_byte(M4 *self, char byte, Origin origin)
{
    Text *text = m4_destination(self);
    if (text != NULL && m4_has_room(self, text, origin)) {
        text_append_byte(text, byte, origin);
    }
}

void m4_emit(M4 *self, const Text *text)
{
    Text *to = m4_destination(self);
    m4_note_started(self);
    if (to != NULL && m4_has_room(self, to, text_origin(text, 0))) {
        text_append(to, text);
    }
}

void m4_emit_string(M4 *self, const char *bytes, Origin origin)
{
    g_autoptr(Text) text = text_of_string(bytes, origin);
    m4_emit(self, text);
}

gboolean m4_is_open(const M4 *self, const Text *text)
{
    for (const Run *run = self->run; run != NULL; run = run->outer) {
        for (guint i = 0; i < run->frames->len; i++) {
            if (g_array_index(run->frames, Frame, i).text == text) {
                return TRUE;
            }
        }
    }
    return FALSE;
}
