#include "discover/make/script_text.h"
#include <string.h>

/* A script while it is read. `at` and `to` are the same place in the text and in its copy. */
typedef struct {
    const char *at;
    char *to;
    char quote;     /* that is open; 0 */
    gboolean begin; /* a statement may begin here, or goes on with assignments */
    gboolean word;  /* a word begins here */
    char *end;      /* of the document that begins with the next line; NULL */
} Scan;

static const char name_bytes[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";

gboolean script_text_is_shell(const char *text)
{
    return g_regex_match_simple("^#!.*\\b(ba|da|k|z|c|tc)?sh\\b", text, 0, 0);
}

static void move(Scan *self, gsize count)
{
    self->at += count;
    self->to += count;
}

static void blank(Scan *self, gsize count)
{
    memset(self->to, ' ', count);
    move(self, count);
}

/* Words behind which a statement begins, or assignments go on. */
static gboolean is_lead(const char *word, gsize length)
{
    static const char *const leads[] = {"if",    "then",    "elif",    "else",     "while",
                                        "until", "do",      "time",    "!",        "{",
                                        "local", "declare", "typeset", "readonly", NULL};
    for (guint i = 0; leads[i] != NULL; i++) {
        if (strlen(leads[i]) == length && strncmp(leads[i], word, length) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A word begins at a place that is not quoted. */
static void begin_word(Scan *self)
{
    gsize name = strspn(self->at, name_bytes);
    gsize behind = name + (self->at[name] == '+' ? 1 : 0);
    if (self->begin && name > 0 && self->at[behind] == '=') {
        blank(self, name);
    } else if (self->begin) {
        gsize length = strcspn(self->at, " \t\n;&|()<>\"'`\\");
        self->begin = is_lead(self->at, length);
    }
    self->word = FALSE;
}

/* "<<EOF", "<<-'EOF'" */
static void note_document(Scan *self)
{
    const char *begin = self->at + 2;
    begin += strspn(begin, "- \t\\\"'");
    gsize length = strspn(begin, name_bytes);
    if (self->at[2] != '<' && length > 0 && self->end == NULL) {
        self->end = g_strndup(begin, length);
    }
    move(self, strspn(self->at, "<"));
}

/* Passes the lines of a document, and the one that ends it. */
static void pass_document(Scan *self)
{
    gsize length = strlen(self->end);
    gboolean last = FALSE;
    while (*self->at != '\0' && !last) {
        const char *line = self->at + strspn(self->at, "\t");
        last = strncmp(line, self->end, length) == 0 && strchr("\r\n", line[length]) != NULL;
        gsize whole = strcspn(self->at, "\n");
        move(self, whole + (self->at[whole] == '\n' ? 1 : 0));
    }
    g_clear_pointer(&self->end, g_free);
}

static void read_quoted(Scan *self)
{
    if (*self->at == '\\' && self->quote == '"' && self->at[1] != '\0') {
        move(self, 2);
        return;
    }
    self->quote = *self->at == self->quote ? 0 : self->quote;
    move(self, 1);
}

/* A byte between words, or one that quotes others. */
static void read_mark(Scan *self)
{
    char byte = *self->at;
    gboolean separates = strchr("\n;&|()`", byte) != NULL;
    if (byte == '\\' && self->at[1] != '\0') {
        self->begin = self->begin && self->at[1] == '\n';
        move(self, 2);
        return;
    }
    self->quote = byte == '"' || byte == '\'' ? byte : 0;
    self->begin = self->begin || separates;
    self->word = separates || byte == ' ' || byte == '\t';
    move(self, 1);
    if (byte == '\n' && self->end != NULL) {
        pass_document(self);
    }
}

char *script_text_without_own(const char *text)
{
    char *copy = g_strdup(text);
    Scan scan = {.at = text, .to = copy, .begin = TRUE, .word = TRUE};
    while (*scan.at != '\0') {
        if (scan.quote != 0) {
            read_quoted(&scan);
        } else if (*scan.at == '#' && scan.word) {
            blank(&scan, strcspn(scan.at, "\n"));
        } else if (g_str_has_prefix(scan.at, "<<")) {
            note_document(&scan);
        } else if (strchr(" \t\n;&|()`\\\"'", *scan.at) != NULL) {
            if (scan.word && strchr("\"'", *scan.at) != NULL) {
                scan.begin = FALSE;
            }
            read_mark(&scan);
        } else if (scan.word) {
            begin_word(&scan);
            gsize rest = strcspn(scan.at, " \t\n;&|()<`\\\"'");
            move(&scan, rest > 0 || *scan.at != '<' ? rest : 1);
        } else {
            move(&scan, 1);
        }
    }
    g_free(scan.end);
    return copy;
}
