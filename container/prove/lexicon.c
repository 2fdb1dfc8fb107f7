#include "container/prove/lexicon.h"
#include <string.h>

struct Lexicon {
    GHashTable *ids;  /* name -> id */
    GPtrArray *names; /* by id */
    GArray *marks;    /* guint32 by id: the last file that has the name */
    guint32 file;     /* number of the present file */
    guint32 isa, variant, metadirective, required_simd_align;
    guint32 wide_atomics, evaluation, sse;
    guint32 define, undef, include, include_next, import, embed, has_include, has_include_next,
        has_embed, has_builtin, timestamp, push_macro, pop_macro, pragma;
    guint32 defined, ifdef, ifndef, elifdef, elifndef, error, warning;
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
    self->required_simd_align = lexicon_id(self, QUESTION_SIMD_ALIGNMENT);
    self->evaluation = lexicon_id(self, "__FLT_EVAL_METHOD__"); /* -dM does not print it */
    self->sse = lexicon_id(self, "__SSE__");
    self->wide_atomics = lexicon_id(self, MACRO_WIDE_ATOMICS);
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
    self->error = lexicon_id(self, "error");
    self->warning = lexicon_id(self, "warning");
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

/* Lines that end with a backslash go on; the lexer sees them joined. `seams` (gsize) gets where. */
static char *joined_lines(const char *text, gsize length, gsize *joined, GArray *seams)
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
                g_array_append_val(seams, to);
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
    const char *begin;
    const char *at;
    const char *end;
    const GArray *seams; /* gsize: where lines were joined, from `begin` on */
    guint seam;          /* those before it are behind `at` */
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

static void emit_character(Lexer *self, char c)
{
    emit(self, c == '('   ? TOKEN_OPEN
               : c == ')' ? TOKEN_CLOSE
               : c == ',' ? TOKEN_COMMA
                          : TOKEN_OTHER);
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

/* Where the text begins; NULL when it does not come. Zero bytes are bytes like others. */
static const char *find(const char *from, const char *end, const char *text)
{
    gsize length = strlen(text);
    for (const char *at = from; (gsize)(end - at) >= length; at++) {
        at = memchr(at, *text, (gsize)(end - at) - length + 1);
        if (at == NULL || memcmp(at, text, length) == 0) {
            return at;
        }
    }
    return NULL;
}

static void skip_blanks(Lexer *self)
{
    while (self->at < self->end) {
        if (*self->at == ' ' || *self->at == '\t' || *self->at == '\r' || *self->at == '\f' ||
            *self->at == '\v') {
            self->at++;
        } else if (self->at + 1 < self->end && self->at[0] == '/' && self->at[1] == '*') {
            const char *close = find(self->at + 2, self->end, "*/");
            self->at = close == NULL ? self->end : close + 2;
        } else {
            return;
        }
    }
}

/* The words of a text. Where a pragma reads it they are tokens like others; else they are kept, as
 * one might. */
static void note_words(Lexer *self, const char *from, const char *to)
{
    while (from < to) {
        const char *begin = from;
        while (from < to && continues_name(*from)) {
            from++;
        }
        if (from > begin) {
            g_string_truncate(self->word, 0);
            g_string_append_len(self->word, begin, from - begin);
            guint32 id = lexicon_id(self->lexicon, self->word->str);
            if (self->read_text) {
                emit(self, id);
                mention(self, id);
            } else if (begins_name(*begin)) {
                g_array_append_val(self->file->text_names, id);
            }
            continue;
        }
        if (self->read_text && !g_ascii_isspace(*from)) {
            emit_character(self, *from);
        }
        from++;
    }
    self->read_text = FALSE;
}

static const char *line_end(const Lexer *self)
{
    const char *end = memchr(self->at, '\n', (gsize)(self->end - self->at));
    return end == NULL ? self->end : end;
}

/* The rest of the line, in which no comment begins; its words count. */
static void read_plain_rest(Lexer *self)
{
    const char *end = line_end(self);
    self->read_text = TRUE;
    note_words(self, self->at, end);
    self->at = end;
}

/* A text or character constant. One that does not end on its line goes on to there, so that no
 * comment begins in it. */
static void skip_quoted(Lexer *self)
{
    char quote = *self->at++;
    const char *from = self->at;
    const char *c = from;
    while (c < self->end && *c != quote && *c != '\n') {
        c += *c == '\\' && c + 1 < self->end && c[1] != '\n' ? 2 : 1;
    }
    if (c >= self->end || *c == '\n') {
        read_plain_rest(self);
        return;
    }
    note_words(self, from, c);
    self->at = c + 1;
    emit(self, TOKEN_OTHER);
}

#define RAW_DELIMITER_BYTES_MAX 16

/* Whether lines were joined behind `from` and before `to`: in a raw text they are not. */
static gboolean has_seam(Lexer *self, const char *from, const char *to)
{
    const GArray *seams = self->seams;
    while (self->seam < seams->len &&
           self->begin + g_array_index(seams, gsize, self->seam) <= self->at) {
        self->seam++;
    }
    for (guint i = self->seam; i < seams->len; i++) {
        const char *seam = self->begin + g_array_index(seams, gsize, i);
        if (seam >= to) {
            return FALSE;
        }
        if (seam > from) {
            return TRUE;
        }
    }
    return FALSE;
}

/* R"delimiter(...)delimiter": the quote is at `at`. FALSE when it is not that. */
static gboolean skip_raw_text(Lexer *self)
{
    const char *open = self->at + 1;
    while (open < self->end && open - self->at <= RAW_DELIMITER_BYTES_MAX + 1 && *open != '\0' &&
           strchr("() \\\"\t\v\f\r\n", *open) == NULL) {
        open++;
    }
    if (open >= self->end || *open != '(') {
        return FALSE;
    }
    g_autofree char *delimiter = g_strndup(self->at + 1, (gsize)(open - self->at - 1));
    g_autofree char *closing = g_strdup_printf(")%s\"", delimiter);
    const char *close = find(open, self->end, closing);
    const char *behind = close == NULL ? self->end : close + strlen(closing);
    if (has_seam(self, self->at, open + 1) || (close != NULL && has_seam(self, close, behind))) {
        self->file->doubts |= FILE_DOUBT_ESCAPES; /* what looks like its end may be none */
    }
    note_words(self, open, behind);
    self->file->raw_texts = TRUE;
    self->at = behind;
    emit(self, TOKEN_OTHER);
    return TRUE;
}

/* Whether a name and a quote begin a raw text. */
static gboolean is_raw_prefix(const char *name)
{
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R", NULL};
    return g_strv_contains(prefixes, name);
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
    if (find(from, c, "/*") != NULL) {
        self->file->doubts |= FILE_DOUBT_COMMENT;
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

/* Behind _Pragma. A text that is written out there has the words that count; tokens that `#` makes
 * one of are mentioned where they stand. Anything else may be any text. */
static void read_pragma(Lexer *self)
{
    skip_blanks(self);
    if (self->at < self->end && *self->at == '(') {
        emit(self, TOKEN_OPEN);
        self->at++;
        skip_blanks(self);
    }
    const char *c = self->at;
    while (c < self->end && g_ascii_isalnum(*c)) {
        c++; /* the prefix of a text */
    }
    if (c < self->end && *c == '"') {
        self->read_text = TRUE;
    } else if (self->at >= self->end || *self->at != '#') {
        self->file->pragmas_computed = TRUE;
    }
}

/* Behind #error and #warning. A comment that begins there does so only where the line is skipped.
 */
static void read_message(Lexer *self)
{
    const char *end = line_end(self);
    const char *comment = find(self->at, end, "/*");
    if (comment != NULL && find(comment + 2, end, "*/") == NULL) {
        self->file->doubts |= FILE_DOUBT_COMMENT;
    }
    read_plain_rest(self);
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
    } else if (word == lexicon->error || word == lexicon->warning) {
        read_message(self);
    } else if (word == lexicon->include || word == lexicon->include_next ||
               word == lexicon->import || word == lexicon->embed) {
        self->file->includes_computed = !take_header(self) || self->file->includes_computed;
        self->file->doubts |= word == lexicon->embed ? FILE_DOUBT_EMBED : FILE_DOUBT_NONE;
    }
}

/* __atomic_always_lock_free() and its like. */
static gboolean asks_lock_free(const char *name)
{
    return g_str_has_suffix(name, QUESTION_LOCK_FREE_ENDING) &&
           (g_str_has_prefix(name, "__atomic_") || g_str_has_prefix(name, "__c11_atomic_"));
}

static void read_name(Lexer *self)
{
    const Lexicon *lexicon = self->lexicon;
    guint32 name = take_name(self);
    if (self->at < self->end && *self->at == '"' && is_raw_prefix(lexicon_name(lexicon, name)) &&
        skip_raw_text(self)) {
        return;
    }
    emit(self, name);
    mention(self, name);
    if (asks_lock_free(lexicon_name(lexicon, name))) {
        mention(self, lexicon->wide_atomics);
    } else if (name == lexicon->evaluation) {
        mention(self, lexicon->sse);
    }
    if (name == lexicon->push_macro || name == lexicon->pop_macro) {
        self->read_text = TRUE;
    } else if (name == lexicon->pragma) {
        read_pragma(self);
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
    emit_character(self, c);
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
            self->file->two_comments =
                self->file->two_comments || (self->at + 2 < self->end && self->at[2] == '*');
            self->at = line_end(self);
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

/* Sorted, each once, without those that are mentioned. */
static void settle_text_names(const Lexicon *self, GArray *names)
{
    g_array_sort(names, compare_ids);
    guint kept = 0;
    for (guint i = 0; i < names->len; i++) {
        guint32 name = g_array_index(names, guint32, i);
        if (!has_name(self, name) &&
            (kept == 0 || g_array_index(names, guint32, kept - 1) != name)) {
            g_array_index(names, guint32, kept++) = name;
        }
    }
    g_array_set_size(names, kept);
}

/* "??=" is a "#" and "??/" a backslash where the language has trigraphs. */
static gboolean has_trigraphs(const char *text, gsize length)
{
    for (const char *at = text; (at = memchr(at, '?', length - (gsize)(at - text))) != NULL; at++) {
        gsize left = length - (gsize)(at - text);
        if (left > 2 && at[1] == '?' && (at[2] == '=' || at[2] == '/')) {
            return TRUE;
        }
    }
    return FALSE;
}

LexedFile *lexicon_read(Lexicon *self, char *text, gsize length)
{
    LexedFile *file = g_new0(LexedFile, 1);
    file->text = text;
    file->length = length;
    file->digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    file->tokens = g_array_new(FALSE, FALSE, sizeof(guint32));
    file->names = g_array_new(FALSE, FALSE, sizeof(guint32));
    file->text_names = g_array_new(FALSE, FALSE, sizeof(guint32));
    file->included = g_array_new(FALSE, FALSE, sizeof(guint32));
    file->builtins = g_array_new(FALSE, FALSE, sizeof(guint32));
    file->plain_lines = g_array_new(FALSE, FALSE, sizeof(PlainLine));
    gsize joined = 0;
    g_autoptr(GArray) seams = g_array_new(FALSE, FALSE, sizeof(gsize));
    g_autofree char *lines = joined_lines(text, length, &joined, seams);
    g_autoptr(GString) word = g_string_new(NULL);
    self->file++;
    Lexer lexer = {.lexicon = self,
                   .file = file,
                   .begin = lines,
                   .at = lines,
                   .end = lines + joined,
                   .seams = seams,
                   .word = word,
                   .line_begins = TRUE};
    lex(&lexer);
    file->asks_target = (has_name(self, self->isa) &&
                         (has_name(self, self->variant) || has_name(self, self->metadirective))) ||
                        has_name(self, self->required_simd_align);
    file->doubts |= has_trigraphs(text, length) ? FILE_DOUBT_ESCAPES : 0;
    settle_text_names(self, file->text_names);
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
        g_array_unref(self->text_names);
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
    if (size == 0 || text[size - 1] == '\\' || strstr(text, "R\"") != NULL ||
        memchr(line, '\0', length) != NULL) {
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
    if (find(file->text, file->text + file->length, "R\"") != NULL) {
        return;
    }
    gboolean in_comment = FALSE;
    gboolean goes_on = FALSE;
    for (gsize at = 0; at < file->length;) {
        const char *line = file->text + at;
        const char *end = memchr(line, '\n', file->length - at);
        gsize length = end == NULL ? file->length - at : (gsize)(end - line);
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
