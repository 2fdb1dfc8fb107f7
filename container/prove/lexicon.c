#include "container/prove/lexer.h"

#include <string.h>

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
    self->declare = lexicon_id(self, "declare");
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
    self->has_builtin = lexicon_id(self, QUESTION_BUILTIN);
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
            while (next < length && strchr(" \t\r\f\v", text[next]) != NULL && text[next] != '\0') {
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

/* A line may end in "\r" alone for the compiler; this reads it as a blank. */
static gboolean has_lone_return(const char *text, gsize length)
{
    for (const char *at = text; (at = memchr(at, '\r', length - (gsize)(at - text))) != NULL;
         at++) {
        if (at + 1 == text + length || at[1] != '\n') {
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
    lexer_run(&lexer);
    /* By what a variant is chosen may be the name of a macro. */
    file->asks_target = (has_name(self, self->declare) && has_name(self, self->variant)) ||
                        has_name(self, self->metadirective) ||
                        has_name(self, self->required_simd_align);
    gboolean doubtful = has_trigraphs(text, length) || has_lone_return(text, length);
    file->doubts |= doubtful ? FILE_DOUBT_ESCAPES : 0;
    settle_text_names(self, file->text_names);
    g_array_sort(file->names, compare_ids);
    return file;
}

gboolean lexicon_leaves_folder(const char *path)
{
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    gboolean named = FALSE;
    for (char **part = parts; *part != NULL; part++) {
        if (named && g_str_equal(*part, "..")) {
            return TRUE;
        }
        named = named || (**part != '\0' && !g_str_equal(*part, ".") && !g_str_equal(*part, ".."));
    }
    return FALSE;
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
