/* separate_arguments(): a command line taken apart. */
#include "discover/cmake/pure_internal.h"
#include <string.h>

static char space_to_semicolon(char byte)
{
    return byte == ' ' ? ';' : byte;
}

/* One word of the result being made. */
typedef struct {
    PureCall *call;
    const PureRow *row;
    GPtrArray *words;
    GString *word;
    gboolean open; /* a word has begun; it may be empty */
} Splitter;

/* A semicolon in a word is kept from parting it. A word with a hole is known only as far as that
 * its neighbours begin and end elsewhere: quotes in a hole are taken to be closed there. */
static void end_word(Splitter *self)
{
    if (!self->open) {
        return;
    }
    if (text_has_hole(self->word->str)) {
        const char *input = arena_strdup(self->call->arena, self->word->str);
        const char *hole = self->call->derive(self->call, self->row->operation, input);
        g_ptr_array_add(self->words, (gpointer)hole);
    } else {
        g_string_replace(self->word, ";", "\\;", 0);
        g_ptr_array_add(self->words, arena_strdup(self->call->arena, self->word->str));
    }
    g_string_truncate(self->word, 0);
    self->open = FALSE;
}

static void add_byte(Splitter *self, char byte)
{
    g_string_append_c(self->word, byte);
    self->open = TRUE;
}

/* A backslash takes away the next byte's meaning everywhere, in quotes of both kinds too. */
static void split_unix(Splitter *self, const char *text)
{
    char quote = '\0';
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '\\') {
            if (at[1] == '\0') {
                break;
            }
            add_byte(self, *++at);
        } else if ((*at == '\'' || *at == '"') && (quote == '\0' || quote == *at)) {
            quote = quote == '\0' ? *at : '\0';
            self->open = TRUE;
        } else if (pure_is_space(*at) && quote == '\0') {
            end_word(self);
        } else {
            add_byte(self, *at);
        }
    }
    end_word(self);
}

/* Backslashes are ordinary but before a quote: there two make one, and an odd one escapes the
 * quote. */
static void split_windows(Splitter *self, const char *text)
{
    gboolean quoted = FALSE;
    for (const char *at = text; *at != '\0';) {
        gsize backslashes = strspn(at, "\\");
        at += backslashes;
        gsize kept = *at == '"' ? backslashes / 2 : backslashes;
        for (gsize i = 0; i < kept; i++) {
            add_byte(self, '\\');
        }
        self->open = self->open || backslashes > 0;
        if (*at == '\0') {
            break;
        }
        if (*at == '"' && backslashes % 2 == 0) {
            quoted = !quoted;
            self->open = TRUE;
        } else if (pure_is_space(*at) && !quoted) {
            end_word(self);
        } else {
            add_byte(self, *at);
        }
        at++;
    }
    end_word(self);
}

typedef enum { MODE_UNIX, MODE_WINDOWS, MODE_NATIVE, MODE_PROGRAM, MODE_SEPARATE_ARGS } Mode;
static const char *const mode_names[] = {
    [MODE_UNIX] = "UNIX_COMMAND",           [MODE_WINDOWS] = "WINDOWS_COMMAND",
    [MODE_NATIVE] = "NATIVE_COMMAND",       [MODE_PROGRAM] = "PROGRAM",
    [MODE_SEPARATE_ARGS] = "SEPARATE_ARGS",
};

static const PureRow row = {"", "separate_arguments", NULL, 1, 0, 0, 0};

/* The keywords may stand anywhere; what is none is the command line. */
static gboolean parse(PureCall *call, gboolean modes[], const char **command, GError **error)
{
    for (guint i = 1; i < call->argc; i++) {
        guint mode = 0;
        while (mode < G_N_ELEMENTS(mode_names) && strcmp(mode_names[mode], call->argv[i]) != 0) {
            mode++;
        }
        if (mode < G_N_ELEMENTS(mode_names)) {
            modes[mode] = TRUE;
        } else if (*command == NULL) {
            *command = call->argv[i];
        } else {
            return pure_fail(call, &row, error, PURE_ERROR_USAGE, "there are two command lines");
        }
    }
    int kinds = modes[MODE_UNIX] + modes[MODE_WINDOWS] + modes[MODE_NATIVE];
    if (kinds != 1 || (modes[MODE_SEPARATE_ARGS] && !modes[MODE_PROGRAM])) {
        return pure_fail(
            call, &row, error, PURE_ERROR_USAGE,
            "one of UNIX_COMMAND, WINDOWS_COMMAND and NATIVE_COMMAND is needed, and PROGRAM "
            "with SEPARATE_ARGS");
    }
    return TRUE;
}

gboolean pure_separate_arguments(PureCall *call, GError **error)
{
    if (call->argc == 0) {
        g_set_error(error, PURE_ERROR, PURE_ERROR_USAGE, "separate_arguments needs arguments");
        return FALSE;
    }
    if (call->argc == 1) {
        const char *value = call->lookup(call, call->argv[0]);
        if (value == NULL) {
            return TRUE;
        }
        return pure_set(call, &row, pure_map_bytes(call, row.operation, value, space_to_semicolon),
                        error);
    }
    gboolean modes[G_N_ELEMENTS(mode_names)] = {FALSE};
    const char *command = NULL;
    if (!parse(call, modes, &command, error)) {
        return FALSE;
    }
    if (command == NULL || *command == '\0') {
        return pure_set(call, &row, "", error);
    }
    if (modes[MODE_PROGRAM]) {
        return pure_unknown(call, &row); /* it is searched on the machine */
    }
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    g_autoptr(GString) word = g_string_new(NULL);
    Splitter splitter = {.call = call, .row = &row, .words = words, .word = word};
    if (modes[MODE_WINDOWS]) {
        split_windows(&splitter, command);
    } else {
        split_unix(&splitter, command);
    }
    return pure_set_list(call, &row, (const char *const *)words->pdata, 0, words->len, error);
}
