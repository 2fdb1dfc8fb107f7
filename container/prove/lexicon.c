#include "container/prove/lexicon.h"
#include <string.h>

struct Lexicon {
    GHashTable *ids;  /* name -> id */
    GPtrArray *names; /* by id */
    GArray *marks;    /* guint32 by id: the last file that has the name */
    guint32 file;     /* number of the present file */
    guint32 isa, variant, metadirective;
    guint32 define, undef, include, include_next, import, embed, has_include, has_include_next,
        has_embed, has_builtin, timestamp, push_macro, pop_macro, pragma;
    guint32 defined, ifdef, ifndef, elifdef, elifndef;
};

#define BUILTIN_PREFIX "__builtin"

guint32 lexicon_id(Lexicon *self, const char *name)
{
    gpointer id = g_hash_table_lookup(self->ids, name);
    if (id == NULL) {
        char *kept = g_strdup(name);
        id = GUINT_TO_POINTER(self->names->len);
        g_ptr_array_add(self->names, kept);
        g_hash_table_insert(self->ids, kept, id);
        g_array_set_size(self->marks, self->names->len);
    }
    return GPOINTER_TO_UINT(id);
}

guint32 lexicon_find(const Lexicon *self, const char *name)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(self->ids, name));
}

const char *lexicon_name(const Lexicon *self, guint32 id)
{
    return self->names->pdata[id];
}

guint lexicon_size(const Lexicon *self)
{
    return self->names->len;
}

Lexicon *lexicon_new(void)
{
    Lexicon *self = g_new0(Lexicon, 1);
    self->ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->names = g_ptr_array_new();
    self->marks = g_array_new(FALSE, TRUE, sizeof(guint32));
    for (guint i = 0; i < TOKEN_FIRST_NAME; i++) {
        g_ptr_array_add(self->names, NULL);
    }
    self->isa = lexicon_id(self, "isa");
    self->variant = lexicon_id(self, "variant");
    self->metadirective = lexicon_id(self, "metadirective");
    self->define = lexicon_id(self, "define");
    self->undef = lexicon_id(self, "undef");
    self->include = lexicon_id(self, "include");
    self->include_next = lexicon_id(self, "include_next");
    self->import = lexicon_id(self, "import");
    self->embed = lexicon_id(self, "embed");
    self->has_include = lexicon_id(self, "__has_include");
    self->has_include_next = lexicon_id(self, "__has_include_next");
    self->has_embed = lexicon_id(self, "__has_embed");
    self->has_builtin = lexicon_id(self, "__has_builtin");
    self->timestamp = lexicon_id(self, "__TIMESTAMP__");
    self->push_macro = lexicon_id(self, "push_macro");
    self->pop_macro = lexicon_id(self, "pop_macro");
    self->pragma = lexicon_id(self, "_Pragma");
    self->defined = lexicon_id(self, "defined");
    self->ifdef = lexicon_id(self, "ifdef");
    self->ifndef = lexicon_id(self, "ifndef");
    self->elifdef = lexicon_id(self, "elifdef");
    self->elifndef = lexicon_id(self, "elifndef");
    return self;
}

void lexicon_free(Lexicon *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->ids);
        g_ptr_array_unref(self->names);
        g_array_unref(self->marks);
        g_free(self);
    }
}

/* Lines that end with a backslash go on; the lexer sees them joined. */
static char *joined_lines(const char *text, gsize length, gsize *joined)
{
    char *out = g_malloc(length + 1);
    gsize to = 0;
    for (gsize i = 0; i < length; i++) {
        if (text[i] == '\\') {
            /* Compilers allow blanks between the backslash and the line's end. */
            gsize next = i + 1;
            while (next < length && strchr(" \t\r", text[next]) != NULL && text[next] != '\0') {
                next++;
            }
            if (next < length && text[next] == '\n') {
                i = next;
                continue;
            }
        }
        out[to++] = text[i];
    }
    out[to] = '\0';
    *joined = to;
    return out;
}

typedef struct {
    Lexicon *lexicon;
    LexedFile *file;
    const char *at;
    const char *end;
    GString *word;
    gboolean line_begins;
    gboolean in_directive;
    gboolean read_text;      /* a pragma's text follows: its words count */
    gboolean after_defined;  /* `defined` or #ifdef stands before: this name is not expanded */
    gboolean before_defined; /* the same for the next token */
} Lexer;

static gboolean begins_name(char c)
{
    return g_ascii_isalpha(c) || c == '_' || c == '$' || (guchar)c >= 0x80;
}

static gboolean continues_name(char c)
{
    return begins_name(c) || g_ascii_isdigit(c);
}

static void emit(Lexer *self, guint32 token)
{
    g_array_append_val(self->file->tokens, token);
}

static void mention(Lexer *self, guint32 id)
{
    guint32 *mark = &g_array_index(self->lexicon->marks, guint32, id);
    if (*mark != self->lexicon->file) {
        *mark = self->lexicon->file;
        g_array_append_val(self->file->names, id);
    }
}

static guint32 take_word(Lexer *self, const char *from)
{
    g_string_truncate(self->word, 0);
    g_string_append_len(self->word, from, self->at - from);
    return lexicon_id(self->lexicon, self->word->str);
}

static guint32 take_name(Lexer *self)
{
    const char *from = self->at;
    while (self->at < self->end && continues_name(*self->at)) {
        self->at++;
    }
    return take_word(self, from);
}

static guint32 take_number(Lexer *self)
{
    const char *from = self->at;
    while (self->at < self->end) {
        char c = *self->at;
        gboolean sign = (c == '+' || c == '-') && strchr("eEpP", self->at[-1]) != NULL;
        gboolean separator = c == '\'' && self->at + 1 < self->end && g_ascii_isalnum(self->at[1]);
        if (!continues_name(c) && c != '.' && !(sign && self->at > from) && !separator) {
            break;
        }
        self->at++;
    }
    return take_word(self, from);
}

static void skip_blanks(Lexer *self)
{
    while (self->at < self->end) {
        if (*self->at == ' ' || *self->at == '\t' || *self->at == '\r' || *self->at == '\f' ||
            *self->at == '\v') {
            self->at++;
        } else if (self->at + 1 < self->end && self->at[0] == '/' && self->at[1] == '*') {
            const char *close = strstr(self->at + 2, "*/");
            self->at = close == NULL || close > self->end ? self->end : close + 2;
        } else {
            return;
        }
    }
}

/* The words of a text count where a pragma reads them. */
static void mention_words(Lexer *self, const char *from, const char *to)
{
    while (from < to) {
        if (begins_name(*from)) {
            const char *begin = from;
            while (from < to && continues_name(*from)) {
                from++;
            }
            g_string_truncate(self->word, 0);
            g_string_append_len(self->word, begin, from - begin);
            mention(self, lexicon_id(self->lexicon, self->word->str));
        } else {
            from++;
        }
    }
}

/* A text or character constant. One that does not end on its line is none: what follows is read as
 * if the quote were not there. */
static void skip_quoted(Lexer *self)
{
    char quote = *self->at++;
    const char *from = self->at;
    const char *c = from;
    while (c < self->end && *c != quote && *c != '\n') {
        c += *c == '\\' && c + 1 < self->end && c[1] != '\n' ? 2 : 1;
    }
    if (c >= self->end || *c == '\n') {
        return;
    }
    if (self->read_text) {
        mention_words(self, from, c);
        self->read_text = FALSE;
    }
    self->at = c + 1;
    emit(self, TOKEN_OTHER);
}

/* R"delimiter(...)delimiter": the quote is at `at`. FALSE when it is not that. */
static gboolean skip_raw_text(Lexer *self)
{
    const char *open = memchr(self->at, '(', (gsize)(self->end - self->at));
    if (open == NULL || open - self->at > 17) {
        return FALSE;
    }
    g_autofree char *delimiter = g_strndup(self->at + 1, (gsize)(open - self->at - 1));
    g_autofree char *closing = g_strdup_printf(")%s\"", delimiter);
    const char *close = g_strstr_len(open, self->end - open, closing);
    self->at = close == NULL ? self->end : close + strlen(closing);
    emit(self, TOKEN_OTHER);
    return TRUE;
}

/* <name> or "name" behind #include and in __has_include: the last part of the path is noted. */
static gboolean take_header(Lexer *self)
{
    skip_blanks(self);
    if (self->at >= self->end || (*self->at != '<' && *self->at != '"')) {
        return FALSE;
    }
    char closing = *self->at == '<' ? '>' : '"';
    const char *from = self->at + 1;
    const char *c = from;
    while (c < self->end && *c != closing && *c != '\n') {
        c++;
    }
    if (c >= self->end || *c != closing) {
        return FALSE;
    }
    g_autofree char *path = g_strndup(from, (gsize)(c - from));
    g_autofree char *name = g_path_get_basename(path);
    guint32 id = lexicon_id(self->lexicon, name);
    g_array_append_val(self->file->included, id);
    self->at = c + 1;
    return TRUE;
}

/* Behind __has_include and its like. What stands elsewhere, or is made by macros, may be any file.
 */
static void read_lookup(Lexer *self)
{
    skip_blanks(self);
    if (self->at < self->end && *self->at == '(') {
        self->at++;
        self->file->includes_computed = !take_header(self) || self->file->includes_computed;
    } else {
        self->file->includes_computed = !self->after_defined || self->file->includes_computed;
    }
}

/* Behind __has_builtin: a name that is written out there is not expanded. */
static void read_question(Lexer *self)
{
    skip_blanks(self);
    if (self->at < self->end && *self->at == '(') {
        self->at++;
        skip_blanks(self);
        if (self->at < self->end && begins_name(*self->at)) {
            guint32 name = take_name(self);
            emit(self, TOKEN_OPEN);
            emit(self, name);
            mention(self, name);
            g_array_append_val(self->file->builtins, name);
        } else {
            emit(self, TOKEN_OPEN);
        }
    }
}

/* A builtin's name that may come to stand in __has_builtin. */
static void read_builtin(Lexer *self, guint32 name)
{
    skip_blanks(self);
    if (self->at == self->end || *self->at != '(') {
        g_array_append_val(self->file->builtins, name);
    }
}

static void read_directive(Lexer *self)
{
    const Lexicon *lexicon = self->lexicon;
    self->in_directive = TRUE;
    skip_blanks(self);
    if (self->at >= self->end || !begins_name(*self->at)) {
        return;
    }
    guint32 word = take_name(self);
    if (word == lexicon->define || word == lexicon->undef) {
        skip_blanks(self);
        if (self->at < self->end && begins_name(*self->at)) {
            guint32 name = take_name(self);
            gboolean call = self->at < self->end && *self->at == '(';
            emit(self, word == lexicon->undef ? TOKEN_UNDEFINE
                       : call                 ? TOKEN_DEFINE_CALL
                                              : TOKEN_DEFINE);
            emit(self, name);
        }
    } else if (word == lexicon->ifdef || word == lexicon->ifndef || word == lexicon->elifdef ||
               word == lexicon->elifndef) {
        self->before_defined = TRUE;
    } else if (word == lexicon->include || word == lexicon->include_next ||
               word == lexicon->import || word == lexicon->embed) {
        self->file->includes_computed = !take_header(self) || self->file->includes_computed;
        self->file->doubts |= word == lexicon->embed ? FILE_DOUBT_EMBED : FILE_DOUBT_NONE;
    }
}

static void read_name(Lexer *self)
{
    const Lexicon *lexicon = self->lexicon;
    const char *from = self->at;
    guint32 name = take_name(self);
    gboolean raw = self->at < self->end && *self->at == '"' && self->at > from &&
                   self->at[-1] == 'R' && self->at - from <= 3;
    if (raw && skip_raw_text(self)) {
        return;
    }
    emit(self, name);
    mention(self, name);
    if (name == lexicon->push_macro || name == lexicon->pop_macro || name == lexicon->pragma) {
        self->read_text = TRUE;
    } else if (name == lexicon->timestamp) {
        self->file->doubts |= FILE_DOUBT_TIMESTAMP;
    } else if (name == lexicon->defined) {
        self->before_defined = TRUE;
    } else if (name == lexicon->has_builtin) {
        read_question(self);
    } else if (name == lexicon->has_include || name == lexicon->has_include_next ||
               name == lexicon->has_embed) {
        gboolean looks = name == lexicon->has_embed && !self->after_defined;
        self->file->doubts |= looks ? FILE_DOUBT_EMBED : FILE_DOUBT_NONE;
        read_lookup(self);
    } else if (g_str_has_prefix(lexicon_name(lexicon, name), BUILTIN_PREFIX)) {
        read_builtin(self, name);
    }
}

static void read_other(Lexer *self)
{
    char c = *self->at;
    char next = self->at + 1 < self->end ? self->at[1] : '\0';
    gboolean digraph = c == '%' && next == ':';
    if ((c == '#' || digraph) && self->line_begins) {
        self->at += digraph ? 2 : 1;
        read_directive(self);
        return;
    }
    if (c == '#' && next == '#') {
        emit(self, TOKEN_PASTE);
        self->at += 2;
        return;
    }
    if (digraph && self->at + 3 < self->end && self->at[2] == '%' && self->at[3] == ':') {
        emit(self, TOKEN_PASTE);
        self->at += 4;
        return;
    }
    if (c == '\\' && (next == 'u' || next == 'U')) {
        self->file->doubts |= FILE_DOUBT_ESCAPES;
    }
    if (c == '(') {
        self->before_defined = self->after_defined;
    }
    emit(self, c == '('   ? TOKEN_OPEN
               : c == ')' ? TOKEN_CLOSE
               : c == ',' ? TOKEN_COMMA
                          : TOKEN_OTHER);
    self->at++;
}

static void end_line(Lexer *self)
{
    if (self->in_directive) {
        emit(self, TOKEN_LINE_END);
    }
    self->in_directive = FALSE;
    self->after_defined = FALSE;
    self->line_begins = TRUE;
    self->read_text = FALSE;
}

static void lex(Lexer *self)
{
    while (self->at < self->end) {
        skip_blanks(self);
        if (self->at >= self->end) {
            break;
        }
        char c = *self->at;
        char next = self->at + 1 < self->end ? self->at[1] : '\0';
        if (c == '\n') {
            self->at++;
            end_line(self);
            continue;
        }
        if (c == '/' && next == '/') {
            const char *line_end = memchr(self->at, '\n', (gsize)(self->end - self->at));
            self->at = line_end == NULL ? self->end : line_end;
            continue;
        }
        if (c == '"' || c == '\'') {
            skip_quoted(self);
        } else if (begins_name(c)) {
            read_name(self);
        } else if (g_ascii_isdigit(c) || (c == '.' && g_ascii_isdigit(next))) {
            guint32 number = take_number(self);
            emit(self, number);
            mention(self, number);
        } else {
            read_other(self);
        }
        self->line_begins = FALSE;
        self->after_defined = self->before_defined;
        self->before_defined = FALSE;
    }
    end_line(self);
}

static gboolean has_name(const Lexicon *self, guint32 name)
{
    return g_array_index(self->marks, guint32, name) == self->file;
}

static int compare_ids(gconstpointer a, gconstpointer b)
{
    guint32 left = *(const guint32 *)a;
    guint32 right = *(const guint32 *)b;
    return left < right ? -1 : left > right;
}

LexedFile *lexicon_read(Lexicon *self, char *text, gsize length)
{
    LexedFile *file = g_new0(LexedFile, 1);
    file->text = text;
    file->length = length;
    file->digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    file->tokens = g_array_new(FALSE, FALSE, sizeof(guint32));
    file->names = g_array_new(FALSE, FALSE, sizeof(guint32));
    file->included = g_array_new(FALSE, FALSE, sizeof(guint32));
    file->builtins = g_array_new(FALSE, FALSE, sizeof(guint32));
    file->plain_lines = g_array_new(FALSE, FALSE, sizeof(PlainLine));
    gsize joined = 0;
    g_autofree char *lines = joined_lines(text, length, &joined);
    g_autoptr(GString) word = g_string_new(NULL);
    self->file++;
    Lexer lexer = {.lexicon = self,
                   .file = file,
                   .at = lines,
                   .end = lines + joined,
                   .word = word,
                   .line_begins = TRUE};
    lex(&lexer);
    file->asks_target = has_name(self, self->isa) &&
                        (has_name(self, self->variant) || has_name(self, self->metadirective));
    g_array_sort(file->names, compare_ids);
    return file;
}

void lexed_file_free(LexedFile *self)
{
    if (self != NULL) {
        g_free(self->text);
        g_free(self->digest);
        g_array_unref(self->tokens);
        g_array_unref(self->names);
        g_array_unref(self->included);
        g_array_unref(self->builtins);
        g_array_unref(self->plain_lines);
        g_free(self);
    }
}

/* The name in "#define NAME ..." or "#undef NAME", or in a comment that is all of a line and holds
 * the latter, as configuration tools write it. 0 when the line is something else, goes on behind a
 * backslash, or holds a comment that does not end on it. */
static guint32 plain_name(Lexicon *self, const char *line, gsize length)
{
    g_autofree char *copy = g_strndup(line, length);
    char *text = g_strstrip(copy);
    gsize size = strlen(text);
    if (size == 0 || text[size - 1] == '\\' || strstr(text, "R\"") != NULL) {
        return 0;
    }
    if (g_str_has_prefix(text, "/*") && g_str_has_suffix(text, "*/") && size >= 4 &&
        strstr(text, "*/") == text + size - 2) {
        text[size - 2] = '\0';
        text = g_strstrip(text + 2);
    } else if (strstr(text, "/*") != NULL) {
        return 0;
    }
    if (*text != '#') {
        return 0;
    }
    text = g_strchug(text + 1);
    const char *words[] = {"define", "undef"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        gsize skip = strlen(words[i]);
        if (g_str_has_prefix(text, words[i]) && (text[skip] == ' ' || text[skip] == '\t')) {
            text = g_strchug(text + skip);
            gsize end = 0;
            while (continues_name(text[end])) {
                end++;
            }
            g_autofree char *name = g_strndup(text, end);
            return end == 0 ? 0 : lexicon_id(self, name);
        }
    }
    return 0;
}

/* A line is plain only outside of comments and texts that go over lines; a file with raw texts, or
 * where a line ends in a backslash before it, has none there. */
void lexicon_plain_lines(Lexicon *self, LexedFile *file)
{
    if (file->lines_are_known) {
        return;
    }
    file->lines_are_known = TRUE;
    if (strstr(file->text, "R\"") != NULL) {
        return;
    }
    gboolean in_comment = FALSE;
    gboolean goes_on = FALSE;
    for (gsize at = 0; at < file->length;) {
        const char *line = file->text + at;
        const char *line_end = memchr(line, '\n', file->length - at);
        gsize length = line_end == NULL ? file->length - at : (gsize)(line_end - line);
        guint32 name = in_comment || goes_on ? 0 : plain_name(self, line, length);
        if (name != 0) {
            g_array_append_val(file->plain_lines,
                               ((PlainLine){.offset = at, .length = length, .name = name}));
        }
        /* A text that looks like a comment's beginning may only cost us lines that were plain. */
        for (gsize i = 0; name == 0 && i + 1 < length; i++) {
            if (!in_comment && line[i] == '/' && line[i + 1] == '*') {
                in_comment = TRUE;
                i++;
            } else if (in_comment && line[i] == '*' && line[i + 1] == '/') {
                in_comment = FALSE;
                i++;
            }
        }
        gsize last = length;
        while (last > 0 && g_ascii_isspace(line[last - 1])) {
            last--;
        }
        goes_on = last > 0 && line[last - 1] == '\\';
        at += length + 1;
    }
}
