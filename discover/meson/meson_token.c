#include "discover/meson/meson_token.h"
#include <string.h>

static const char name_marks[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";

static void skip_blanks(MesonTokens *self)
{
    for (;;) {
        char byte = *self->cursor;
        gsize gap = byte == '\\' ? 1 + strspn(self->cursor + 1, " \t\r") : 0;
        gsize note = gap > 0 && self->cursor[gap] == '#' ? strcspn(self->cursor + gap, "\n") : 0;
        gboolean continued = gap > 0 && self->cursor[gap + note] == '\n';
        if (byte == ' ' || byte == '\t' || byte == '\r' || continued) {
            self->cursor += continued ? gap + note + 1 : 1;
            self->line += continued ? 1 : 0;
        } else if (byte == '#') {
            self->cursor += strcspn(self->cursor, "\n");
        } else if (byte == '\n' && self->brackets > 0) {
            self->cursor++;
            self->line++;
        } else {
            return;
        }
    }
}

static void found(MesonTokens *self, MesonTokenKind kind, gsize length)
{
    self->token = (MesonToken){.kind = kind,
                               .line = self->line,
                               .text = arena_intern_length(self->arena, self->cursor, length)};
    self->cursor += length;
}

static void failed(MesonTokens *self, const char *message)
{
    self->token = (MesonToken){.kind = TOKEN_ERROR, .line = self->line, .text = message};
}

/* What a backslash in a text stands for; others stay as they are written. */
static void add_escaped(GString *text, const char **cursor)
{
    static const char marks[] = "\\'abfnrtv";
    static const char bytes[] = "\\'\a\b\f\n\r\t\v";
    const char *mark = (*cursor)[1] != '\0' ? strchr(marks, (*cursor)[1]) : NULL;
    if (mark != NULL) {
        g_string_append_c(text, bytes[mark - marks]);
        *cursor += 2;
    } else {
        g_string_append_c(text, *(*cursor)++);
    }
}

static void read_text(MesonTokens *self, gboolean formatted)
{
    gboolean block = g_str_has_prefix(self->cursor, "'''");
    guint line = self->line;
    const char *cursor = self->cursor + (block ? 3 : 1);
    g_autoptr(GString) text = g_string_new(NULL);
    for (;;) {
        if (*cursor == '\0') {
            self->line = line; /* what is wrong is where it begins */
            failed(self, "a text is not closed");
            return;
        }
        if (block ? g_str_has_prefix(cursor, "'''") : *cursor == '\'') {
            break;
        }
        if (*cursor == '\\' && !block) {
            add_escaped(text, &cursor);
        } else {
            self->line += *cursor == '\n' ? 1 : 0;
            g_string_append_c(text, *cursor++);
        }
    }
    self->cursor = cursor + (block ? 3 : 1);
    self->token = (MesonToken){.kind = TOKEN_TEXT,
                               .line = line,
                               .text = arena_intern(self->arena, text->str),
                               .formatted = formatted};
}

static void read_sign(MesonTokens *self)
{
    static const char *const pairs[] = {"==", "!=", "<=", ">=", "+="};
    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
        if (strncmp(self->cursor, pairs[i], 2) == 0) {
            found(self, TOKEN_SIGN, 2);
            return;
        }
    }
    if (strchr("()[]{},.:=+-*/%<>?", *self->cursor) == NULL) {
        failed(self, "a character that means nothing here");
        return;
    }
    if (strchr("([{", *self->cursor) != NULL) {
        self->brackets++;
    } else if (strchr(")]}", *self->cursor) != NULL && self->brackets > 0) {
        self->brackets--;
    }
    found(self, TOKEN_SIGN, 1);
}

void meson_tokens_begin(MesonTokens *self, Arena *arena, const char *text)
{
    *self = (MesonTokens){.arena = arena, .cursor = text, .line = 1};
    meson_tokens_next(self);
}

void meson_tokens_next(MesonTokens *self)
{
    skip_blanks(self);
    const char *cursor = self->cursor;
    if (*cursor == '\0') {
        self->token = (MesonToken){.kind = TOKEN_END, .line = self->line};
    } else if (*cursor == '\n') {
        found(self, TOKEN_NEWLINE, 1);
        self->line++;
    } else if (*cursor == '\'' || (*cursor == 'f' && cursor[1] == '\'')) {
        self->cursor += *cursor == 'f' ? 1 : 0;
        read_text(self, *cursor == 'f');
    } else if (g_ascii_isdigit(*cursor)) {
        found(self, TOKEN_NUMBER, strspn(cursor, G_CSET_DIGITS "xXoOabcdefABCDEF"));
    } else if (g_ascii_isalpha(*cursor) || *cursor == '_') {
        found(self, TOKEN_NAME, strspn(cursor, name_marks));
    } else {
        read_sign(self);
    }
}
