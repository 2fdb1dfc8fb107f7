#include "core/terminal.h"
#include <locale.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void terminal_take_locale(void)
{
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
}

Terminal terminal_of(FILE *stream)
{
    Terminal self = {.stream = stream, .width = TERMINAL_WIDTH_PIPED};
    int descriptor = fileno(stream);
    self.interactive = descriptor >= 0 && isatty(descriptor);
    const char *no_colour = g_getenv("NO_COLOR");
    const char *kind = g_getenv("TERM");
    self.colours = self.interactive && (no_colour == NULL || *no_colour == '\0') &&
                   g_strcmp0(kind, "dumb") != 0;
    struct winsize size;
    if (self.interactive && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        self.width = size.ws_col;
    }
    const char *columns = g_getenv("COLUMNS");
    guint64 wanted = 0;
    if (columns != NULL && g_ascii_string_to_unsigned(columns, 10, 1, 10000, &wanted, NULL)) {
        self.width = (guint)wanted;
    }
    self.width = MAX(self.width, TERMINAL_WIDTH_MIN);
    return self;
}

gboolean character_is_unsafe(gunichar character)
{
    return g_unichar_iscntrl(character) || character == 0x2028 || character == 0x2029 ||
           character == 0x061C || (character >= 0x200E && character <= 0x200F) ||
           (character >= 0x202A && character <= 0x202E) ||
           (character >= 0x2066 && character <= 0x2069);
}

static char *line_with(const char *text, char replacement)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *safe = g_string_new(NULL);
    for (const char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        if (character == '\t') {
            g_string_append_c(safe, ' ');
        } else {
            g_string_append_unichar(safe, character_is_unsafe(character) ? (guchar)replacement
                                                                         : character);
        }
    }
    return g_string_free(safe, FALSE);
}

char *terminal_line(const char *text)
{
    return line_with(text, '?');
}

char *terminal_blanked(const char *text)
{
    return line_with(text, ' ');
}

char *terminal_text(const char *text)
{
    g_autofree char *line = terminal_line(text);
    return g_get_charset(NULL) ? g_steal_pointer(&line) : g_str_to_ascii(line, NULL);
}

const char *terminal_ellipsis(void)
{
    return g_get_charset(NULL) ? "\xE2\x80\xA6" : "...";
}

char *terminal_lines(const char *text, const char *indent)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *all = g_string_new(NULL);
    for (guint i = 0; lines[i] != NULL; i++) {
        g_autofree char *safe = terminal_text(lines[i]);
        g_string_append_printf(all, "%s%s%s", i > 0 ? "\n" : "", i > 0 ? indent : "", safe);
    }
    return g_string_free(all, FALSE);
}

static guint character_columns(gunichar character)
{
    if (g_unichar_iszerowidth(character)) {
        return 0;
    }
    return g_unichar_iswide(character) ? 2 : 1;
}

guint terminal_columns(const char *text)
{
    guint columns = 0;
    for (; *text != '\0'; text = g_utf8_next_char(text)) {
        columns += character_columns(g_utf8_get_char(text));
    }
    return columns;
}

char *terminal_fit(const char *text, guint columns)
{
    if (terminal_columns(text) <= columns) {
        return g_strdup(text);
    }
    const char *mark = terminal_ellipsis();
    guint room = terminal_columns(mark);
    guint used = 0;
    const char *end = text;
    for (; *end != '\0'; end = g_utf8_next_char(end)) {
        guint next = character_columns(g_utf8_get_char(end));
        if (used + next + room > columns) {
            break;
        }
        used += next;
    }
    return g_strdup_printf("%.*s%s", (int)(end - text), text, columns >= room ? mark : "");
}

char *terminal_fit_end(const char *text, guint columns)
{
    guint left = terminal_columns(text);
    if (left <= columns) {
        return g_strdup(text);
    }
    const char *mark = terminal_ellipsis();
    guint room = terminal_columns(mark);
    for (; *text != '\0' && left + room > columns; text = g_utf8_next_char(text)) {
        left -= character_columns(g_utf8_get_char(text));
    }
    return g_strconcat(columns >= room ? mark : "", text, NULL);
}

/* Where a line that does not end before `end` is broken. */
static const char *break_of(const char *line, const char *end)
{
    const char *blank = *end == ' ' ? end : g_strrstr_len(line, end - line, " ");
    if (blank != NULL && blank > line + strspn(line, " ")) {
        return blank;
    }
    for (const char *at = end; at > line + 1; at--) {
        if (strchr("_-/", at[-1]) != NULL) {
            return at;
        }
    }
    return end;
}

char **terminal_wrap(const char *text, guint columns)
{
    g_autoptr(GStrvBuilder) lines = g_strv_builder_new();
    for (const char *line = text;;) {
        guint used = 0;
        const char *end = line;
        for (; *end != '\0'; end = g_utf8_next_char(end)) {
            guint next = character_columns(g_utf8_get_char(end));
            if (used + next > columns && end > line) {
                break;
            }
            used += next;
        }
        const char *cut = *end == '\0' ? end : break_of(line, end);
        g_autofree char *part = g_strndup(line, (gsize)(cut - line));
        g_strv_builder_add(lines, part);
        if (*end == '\0') {
            return g_strv_builder_end(lines);
        }
        line = cut + strspn(cut, " ");
    }
}

static const char *const style_codes[] = {
    [STYLE_PLAIN] = "",        [STYLE_HEADING] = "\033[1m", [STYLE_NAME] = "\033[36m",
    [STYLE_FAINT] = "\033[2m", [STYLE_GOOD] = "\033[32m",   [STYLE_BAD] = "\033[31m",
};

void terminal_print(const Terminal *self, TerminalStyle style, const char *text)
{
    if (self->colours && style != STYLE_PLAIN && *text != '\0') {
        fprintf(self->stream, "%s%s\033[0m", style_codes[style], text);
    } else {
        fputs(text, self->stream);
    }
}

void terminal_say(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *safe = terminal_text(text);
    fprintf(stream, "%s\n", safe);
}

gboolean terminal_flush(FILE *stream)
{
    return fflush(stream) == 0 && ferror(stream) == 0;
}

const char *count_noun(guint64 count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

char *counted(guint64 count, const char *one, const char *many)
{
    return g_strdup_printf("%" G_GUINT64_FORMAT " %s", count, count_noun(count, one, many));
}
