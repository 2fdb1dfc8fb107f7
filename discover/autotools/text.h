/* Text that remembers where each of its bytes came from.
 *
 * A macro's argument is written in one place, handed through other macros and put into a shell
 * script in a third; what is found there has to be shown where a person wrote it. So bytes carry
 * origins along: a text is a buffer and a list of runs, each an offset and the origin of the byte
 * there. Within a run the line grows with each newline, unless the run is `fixed`: the body of a
 * macro of ours stands for the place that called it. */
#pragma once

#include <glib.h>

typedef struct {
    guint32 file; /* number of a file, given by whoever reads files; 0: nowhere */
    guint32 line : 31;
    guint32 fixed : 1;
} Origin;

typedef struct {
    gsize offset;
    Origin origin;
} OriginRun;

typedef struct {
    gint references;
    GString *bytes;
    GArray *runs; /* OriginRun, by offset */
    Origin next;  /* what a further byte of the last run would have */
} Text;

/* Empty; a new reference, as those below give. */
Text *text_new(void);
/* The whole text of a file: line 1 and on. */
Text *text_of_file(const char *bytes, gsize length, guint32 file);
/* All of it from one place. */
Text *text_of_string(const char *bytes, Origin origin);
Text *text_ref(Text *self);
void text_unref(Text *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Text, text_unref)

/* Appending: bytes that all come from `origin`, or what another text has with its origins. */
void text_append_byte(Text *self, char byte, Origin origin);
void text_append_string(Text *self, const char *bytes, Origin origin);
void text_append(Text *self, const Text *other);
/* `length` bytes of the other from `begin` on. */
void text_append_part(Text *self, const Text *other, gsize begin, gsize length);

/* Another text in which Autoconf's quadrigraphs ("@<:@") are what they stand for ("["), as they are
 * once M4 is done with it. */
Text *text_without_quadrigraphs(const Text *self);

static inline const char *text_string(const Text *self)
{
    return self->bytes->str;
}

static inline gsize text_length(const Text *self)
{
    return self->bytes->len;
}

/* Of the byte at `offset`; of the last one behind the end; file 0 for an empty text. */
Origin text_origin(const Text *self, gsize offset);

/* Walks a text byte by byte with its origins. */
typedef struct {
    const Text *text;
    gsize offset;
    guint run;
    Origin origin; /* of the byte at `offset` */
} TextCursor;

TextCursor text_cursor(const Text *text, gsize offset);
/* The byte there, or -1 at the end. */
static inline int text_cursor_peek(const TextCursor *self)
{
    return self->offset < self->text->bytes->len ? (guchar)self->text->bytes->str[self->offset]
                                                 : -1;
}
/* Moves on by one byte; not to be called at the end. */
void text_cursor_next(TextCursor *self);
