/* file(): what is in files, and what follows from it. */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/written_file.h"
#include <string.h>

#define READ_BYTES_MAX (1u << 20)

char *command_file_text(Evaluator *self, const char *name)
{
    const char *written = evaluator_written(self, name);
    if (written != NULL) {
        return g_strdup(written);
    }
    g_autofree char *path = evaluator_tree_path(self, name);
    if (path == NULL && !text_has_hole(name)) {
        g_autofree char *absolute = evaluator_absolute(self, name, "CMAKE_CURRENT_SOURCE_DIR");
        return evaluator_answer_file(self, absolute);
    }
    const TreeFile *file = path != NULL ? tree_find(self->tree, path) : NULL;
    if (file == NULL || file->size > READ_BYTES_MAX) {
        return NULL;
    }
    return tree_read_text(self->tree, path, NULL, NULL);
}

/* What file(STRINGS) is asked for; 0 for no limit, but where nothing can be one. */
typedef struct {
    guint64 shortest, longest;
    guint64 count;
    guint64 input, output; /* bytes; G_MAXUINT64 for no limit */
    CmakeRegex *regex;
    gboolean newlines; /* are a part of strings */
    gboolean utf8;
} Wanted;

static void wanted_clear(Wanted *self)
{
    g_clear_pointer(&self->regex, cmake_regex_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Wanted, wanted_clear)

/* TRUE when what is found depends on more than where lines end. */
static gboolean read_wanted(const Call *call, Wanted *wanted)
{
    const struct {
        const char *word;
        guint64 *number;
    } numbers[] = {{"LENGTH_MINIMUM", &wanted->shortest},
                   {"LENGTH_MAXIMUM", &wanted->longest},
                   {"LIMIT_COUNT", &wanted->count},
                   {"LIMIT_INPUT", &wanted->input},
                   {"LIMIT_OUTPUT", &wanted->output}};
    gboolean chosen = FALSE;
    for (guint i = 3; i < call->argc; i++) {
        const char *word = call->argv[i];
        const char *next = i + 1 < call->argc ? call->argv[i + 1] : NULL;
        wanted->newlines = wanted->newlines || strcmp(word, "NEWLINE_CONSUME") == 0;
        if (next == NULL) {
            break;
        }
        for (guint n = 0; n < G_N_ELEMENTS(numbers); n++) {
            if (strcmp(word, numbers[n].word) == 0) {
                *numbers[n].number = g_ascii_strtoull(next, NULL, 10);
                chosen = TRUE;
            }
        }
        if (strcmp(word, "REGEX") == 0) {
            wanted_clear(wanted);
            wanted->regex = cmake_regex_new(next, NULL);
            chosen = TRUE;
            i++;
        } else if (strcmp(word, "ENCODING") == 0) {
            wanted->utf8 = strcmp(next, "UTF-8") == 0;
        }
    }
    return chosen;
}

typedef struct {
    const Wanted *wanted;
    GString *list;
    GString *string; /* under way */
    guint64 count;
    guint64 bytes; /* of all strings, each with what ends it */
    gboolean full;
} Strings;

static void end_string(Strings *self)
{
    const Wanted *wanted = self->wanted;
    GString *string = self->string;
    if (string->len >= wanted->shortest &&
        (wanted->regex == NULL || cmake_regex_match(wanted->regex, string->str, NULL, NULL))) {
        self->bytes += string->len + 1;
        self->full = self->bytes >= wanted->output;
        if (!self->full) {
            g_string_append(self->list, self->count > 0 ? ";" : "");
            for (const char *at = string->str; *at != '\0';) {
                gsize plain = strcspn(at, ";");
                g_string_append_len(self->list, at, (gssize)plain);
                at += plain;
                if (*at == ';') {
                    g_string_append(self->list, "\\;");
                    at++;
                }
            }
            self->count++;
            self->full = self->count == wanted->count;
        }
    }
    g_string_truncate(string, 0);
}

/* Whether the byte is of a string. What stands for something unknown is. */
static gboolean is_string_byte(const Wanted *wanted, char byte)
{
    return g_ascii_isprint(byte) || byte == '\t' || (byte == '\n' && wanted->newlines) ||
           ((guchar)byte >= 0x80 && (wanted->utf8 || byte == HOLE_BEGIN || byte == HOLE_END));
}

/* Where the bytes of a string that begin here end. */
static guint64 span_behind(const Wanted *wanted, const char *text, guint64 from)
{
    guint64 at = from + 1;
    while (text[at] != '\0' && text[at] != '\r' && is_string_byte(wanted, text[at])) {
        at++;
    }
    return at;
}

/* As CMake reads it: byte by byte, as long as they can be shown. An empty line is a string, nothing
 * between two bytes of another kind is none. */
static void split_strings(Strings *self, const char *text)
{
    const Wanted *wanted = self->wanted;
    guint64 at = 0;
    for (; text[at] != '\0' && at < wanted->input && !self->full; at++) {
        if (text[at] == '\r') {
            continue;
        }
        if (is_string_byte(wanted, text[at])) {
            guint64 behind = MIN(span_behind(wanted, text, at), wanted->input);
            if (wanted->longest > 0) {
                behind = MIN(behind, at + wanted->longest - self->string->len);
            }
            g_string_append_len(self->string, text + at, (gssize)(behind - at));
            at = behind - 1;
        } else if (text[at] == '\n' || self->string->len > 0) {
            end_string(self);
        }
        if (!self->full && wanted->longest > 0 && self->string->len == wanted->longest) {
            end_string(self);
        }
    }
    if (!self->full && self->string->len > 0) {
        end_string(self);
    }
}

void command_file_strings(Evaluator *self, const Call *call)
{
    g_auto(Wanted) wanted = {.input = G_MAXUINT64, .output = G_MAXUINT64};
    g_autofree char *text = command_file_text(self, call->argv[1]);
    /* What is not known in a text that was written may be, or have, any line. */
    if (read_wanted(call, &wanted) && text != NULL && text_has_hole(text)) {
        g_clear_pointer(&text, g_free);
    }
    if (text == NULL) {
        evaluator_set(self, call->argv[2], evaluator_derive(self, "lines", call->argv[1]));
        return;
    }
    g_autoptr(GString) list = g_string_new(NULL);
    g_autoptr(GString) string = g_string_new(NULL);
    Strings strings = {.wanted = &wanted, .list = list, .string = string};
    split_strings(&strings, text);
    evaluator_set(self, call->argv[2], list->str);
}

static void append_hexadecimal(GString *out, const char *text, guint64 limit)
{
    for (; *text != '\0' && limit > 0; text++, limit--) {
        g_string_append_printf(out, "%02x", (guchar)*text);
    }
}

/* Line by line: what is cut off of one is not its end, and a return in front of that is dropped. */
static void append_lines(GString *out, const char *text, guint64 limit)
{
    while (*text != '\0' && limit > 0) {
        const char *end = text + strcspn(text, "\n");
        gsize length = (gsize)(end - text);
        length -= length > 0 && text[length - 1] == '\r';
        length = MIN(length, limit);
        g_string_append_len(out, text, (gssize)length);
        limit -= limit == G_MAXUINT64 ? 0 : length;
        if (*end == '\n') {
            g_string_append_c(out, '\n');
            limit -= limit == G_MAXUINT64 || limit == 0 ? 0 : 1;
            end++;
        }
        text = end;
    }
}

void command_file_read(Evaluator *self, const Call *call)
{
    g_autofree char *text = command_file_text(self, call->argv[1]);
    guint64 offset = 0;
    guint64 limit = G_MAXUINT64;
    for (guint i = 3; i + 1 < call->argc; i++) {
        guint64 number = g_ascii_strtoull(call->argv[i + 1], NULL, 10);
        if (strcmp(call->argv[i], "OFFSET") == 0) {
            offset = number;
        } else if (strcmp(call->argv[i], "LIMIT") == 0) {
            limit = number;
        }
    }
    /* Where the parts of a text are in which something is unknown is not known either. */
    if (text == NULL || (call->argc > 3 && text_has_hole(text))) {
        evaluator_set(self, call->argv[2], evaluator_derive(self, "text", call->argv[1]));
        return;
    }
    g_autoptr(GString) out = g_string_new(NULL);
    const char *from = text + MIN(offset, strlen(text));
    if (call_has(call, 3, "HEX")) {
        append_hexadecimal(out, from, limit);
    } else {
        append_lines(out, from, limit);
    }
    evaluator_set(self, call->argv[2], out->str);
}

void command_file_checksum(Evaluator *self, const Call *call)
{
    static const struct {
        const char *verb;
        GChecksumType type;
    } kinds[] = {{"MD5", G_CHECKSUM_MD5},
                 {"SHA1", G_CHECKSUM_SHA1},
                 {"SHA256", G_CHECKSUM_SHA256},
                 {"SHA384", G_CHECKSUM_SHA384},
                 {"SHA512", G_CHECKSUM_SHA512}};
    const char *written = evaluator_written(self, call->argv[1]);
    g_autofree char *result = NULL;
    /* A file of the tree may have bytes that no text has. */
    for (guint i = 0; written != NULL && !text_has_hole(written) && i < G_N_ELEMENTS(kinds); i++) {
        if (strcmp(kinds[i].verb, call->argv[0]) == 0) {
            result = g_compute_checksum_for_string(kinds[i].type, written, -1);
        }
    }
    evaluator_set(self, call->argv[2],
                  result != NULL ? result : evaluator_derive(self, call->argv[0], call->argv[1]));
}

/* -1 when it is not known. */
static gint64 file_size(Evaluator *self, const char *name)
{
    const char *written = evaluator_written(self, name);
    if (written != NULL) {
        return text_has_hole(written) ? -1 : (gint64)strlen(written);
    }
    g_autofree char *path = evaluator_tree_path(self, name);
    const TreeFile *file = path != NULL ? tree_find(self->tree, path) : NULL;
    if (file == NULL || file->kind != TREE_OTHER) {
        return file != NULL ? (gint64)file->size : -1;
    }
    gsize length = 0;
    g_autofree char *text = tree_read_text(self->tree, path, &length, NULL);
    return text != NULL ? (gint64)length : -1;
}

void command_file_size(Evaluator *self, const Call *call)
{
    gint64 size = file_size(self, call->argv[1]);
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, size);
    evaluator_set(self, call->argv[2],
                  size >= 0 ? number : evaluator_derive(self, "SIZE", call->argv[1]));
}
