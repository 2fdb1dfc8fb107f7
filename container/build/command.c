/* Words: shell quoting and response files. */
#include "container/build/unit.h"
#include "core/file.h"
#include <string.h>

G_DEFINE_QUARK(xaas - unit - error, unit_error)

typedef enum { QUOTE_NONE, QUOTE_SINGLE, QUOTE_DOUBLE } Quote;

/* Which of these a backslash takes its meaning from, in double quotes. */
static gboolean is_escapable(char c)
{
    return c != '\0' && strchr("$`\"\\\n", c) != NULL;
}

GPtrArray *command_words(Arena *arena, const char *text, GError **error)
{
    GPtrArray *words = arena_array(arena);
    g_autoptr(GString) word = g_string_new(NULL);
    gboolean started = FALSE;
    Quote quote = QUOTE_NONE;
    for (const char *c = text; *c != '\0'; c++) {
        gboolean escapes = *c == '\\' && c[1] != '\0' &&
                           (quote == QUOTE_NONE || (quote == QUOTE_DOUBLE && is_escapable(c[1])));
        if (escapes) {
            c++;
            if (*c != '\n') {
                g_string_append_c(word, *c);
                started = TRUE;
            }
        } else if (*c == '\'' && quote != QUOTE_DOUBLE) {
            quote = quote == QUOTE_SINGLE ? QUOTE_NONE : QUOTE_SINGLE;
            started = TRUE;
        } else if (*c == '"' && quote != QUOTE_SINGLE) {
            quote = quote == QUOTE_DOUBLE ? QUOTE_NONE : QUOTE_DOUBLE;
            started = TRUE;
        } else if (quote == QUOTE_NONE && g_ascii_isspace(*c)) {
            if (started) {
                g_ptr_array_add(words, arena_strndup(arena, word->str, word->len));
                g_string_truncate(word, 0);
                started = FALSE;
            }
        } else {
            g_string_append_c(word, *c);
            started = TRUE;
        }
    }
    if (quote != QUOTE_NONE) {
        g_set_error_literal(error, UNIT_ERROR, UNIT_ERROR_MALFORMED,
                            "a quote is not closed; let the build tool write the command anew");
        return NULL;
    }
    if (started) {
        g_ptr_array_add(words, arena_strndup(arena, word->str, word->len));
    }
    return words;
}

typedef struct {
    const UnitReader *reader;
    const char *directory;
    GPtrArray *words;
    guint files; /* read so far */
} Expansion;

static gboolean expand_word(Expansion *self, const char *word, guint depth, GError **error);

static gboolean expand_file(Expansion *self, const char *host_path, guint depth, GError **error)
{
    if (depth >= RESPONSE_FILE_DEPTH_MAX) {
        g_set_error(error, UNIT_ERROR, UNIT_ERROR_LIMIT,
                    "response files nest more than %u deep at %s; write them flat",
                    RESPONSE_FILE_DEPTH_MAX, host_path);
        return FALSE;
    }
    if (++self->files > RESPONSE_FILES_MAX) {
        g_set_error(error, UNIT_ERROR, UNIT_ERROR_LIMIT,
                    "the command reads more than %u response files, the last one %s; write them "
                    "flat",
                    RESPONSE_FILES_MAX, host_path);
        return FALSE;
    }
    g_autofree char *text = file_read(host_path, RESPONSE_FILE_BYTES_MAX, NULL, error);
    GPtrArray *words = text == NULL ? NULL : command_words(self->reader->arena, text, error);
    if (words == NULL) {
        g_prefix_error(error, "%s: ", host_path);
        return FALSE;
    }
    for (guint i = 0; i < words->len; i++) {
        if (!expand_word(self, words->pdata[i], depth + 1, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean expand_word(Expansion *self, const char *word, guint depth, GError **error)
{
    if (word[0] == '@' && word[1] != '\0') {
        g_autofree char *path = g_canonicalize_filename(word + 1, self->directory);
        g_autofree char *host = sandbox_host_path(self->reader->sandbox, self->reader->build, path);
        if (g_file_test(host, G_FILE_TEST_IS_REGULAR)) {
            return expand_file(self, host, depth, error);
        }
    }
    if (self->words->len >= COMMAND_WORDS_MAX) {
        g_set_error(error, UNIT_ERROR, UNIT_ERROR_LIMIT, "the command has more than %u words",
                    COMMAND_WORDS_MAX);
        return FALSE;
    }
    g_ptr_array_add(self->words, (gpointer)word);
    return TRUE;
}

GPtrArray *command_expand(const UnitReader *reader, const GPtrArray *words, const char *directory,
                          GError **error)
{
    Expansion expansion = {reader, directory, arena_array(reader->arena), 0};
    for (guint i = 0; i < words->len; i++) {
        if (!expand_word(&expansion, words->pdata[i], 0, error)) {
            return NULL;
        }
    }
    return expansion.words;
}
