/* Variables that programs of the build write to makefiles: scripts, sources of programs that it
 * compiles and runs, "echo NAME=value >> file", and a configure script that somebody wrote by hand.
 */
#include "discover/make/reading.h"
#include <string.h>

/* Programs whose text is searched for what they write. */
#define WRITERS_MAX 64u
#define WRITER_BYTES_MAX (1024u * 1024u)

static void mark_name(MakeReading *self, const char *begin, const char *end)
{
    g_autofree char *name = g_strndup(begin, (gsize)(end - begin));
    MakeVariable *variable = g_hash_table_lookup(self->variables, name);
    if (variable != NULL) {
        variable->written = TRUE;
    }
}

/* "export NAME=value" is the environment of a script and of what it runs, nothing that it writes.
 */
static gboolean is_exported(const char *text, const char *name)
{
    static const char word[] = "export";
    const char *end = name;
    while (end > text && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    gsize length = sizeof word - 1;
    return end < name && (gsize)(end - text) >= length && strncmp(end - length, word, length) == 0;
}

/* The end of the name that a "=", "?=" or ":=" of a makefile assigns to. */
static const char *assigned_end(const char *text, const char *equal)
{
    const char *end = equal;
    if (end > text && (end[-1] == ':' || end[-1] == '?')) {
        end--;
        while (end > text && (end[-1] == ' ' || end[-1] == '\t')) {
            end--;
        }
    }
    return end;
}

/* Marks NAME for each "NAME=" in a program's text. */
static void mark_written(MakeReading *self, const char *text)
{
    for (const char *mark = strchr(text, '='); mark != NULL; mark = strchr(mark + 1, '=')) {
        const char *equal = assigned_end(text, mark);
        const char *begin = equal;
        while (begin > text && (g_ascii_isalnum(begin[-1]) || begin[-1] == '_')) {
            begin--;
        }
        if (begin < equal && !g_ascii_isdigit(*begin) && begin > text &&
            strchr("\"' \\\t\n", begin[-1]) != NULL && !is_exported(text, begin)) {
            /* In "\nNAME=" the first letter belongs to the escape. */
            mark_name(self, begin + (begin[-1] == '\\' ? 1 : 0), equal);
        }
    }
}

/* "echo NAME=value >> file" */
static void mark_echoed(MakeReading *self, const char *command)
{
    for (const char *echo = strstr(command, "echo "); echo != NULL && strchr(command, '>') != NULL;
         echo = strstr(echo + 1, "echo ")) {
        const char *begin = echo + strlen("echo ");
        begin += strspn(begin, " \"'");
        const char *end = begin;
        while (g_ascii_isalnum(*end) || *end == '_') {
            end++;
        }
        if (*end == '=' && end > begin) {
            mark_name(self, begin, end);
        }
    }
}

/* Whether a name is one that a script writes, not a word of its messages. */
static gboolean is_written_name(const char *name, char behind)
{
    return behind == '=' || (strchr(name, '_') != NULL &&
                             strspn(name, G_CSET_A_2_Z G_CSET_DIGITS "_") == strlen(name));
}

/* Marks each NAME that stands in a script for itself: "set_symbol NAME", "echo NAME=yes". */
static void mark_named(MakeReading *self, const char *text)
{
    static const char letters[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";
    for (const char *at = strpbrk(text, letters); at != NULL; at = strpbrk(at, letters)) {
        const char *end = at + strspn(at, letters);
        g_autofree char *name = g_strndup(at, (gsize)(end - at));
        if (at > text && strchr("\"' \t\n", at[-1]) != NULL && strchr("\"' \t\n=", *end) != NULL &&
            is_written_name(name, *end)) {
            mark_name(self, at, end);
        }
        at = end;
    }
}

/* "include config-host.mak", which is not there because the configure script beside it writes it.
 */
static void mark_configured(MakeReading *self, const MakeFile *file, const char *included)
{
    g_auto(GStrv) words = make_include_words(file, included);
    g_autofree char *script =
        *self->top != '\0' ? g_strconcat(self->top, "/configure", NULL) : g_strdup("configure");
    for (guint i = 0; words[i] != NULL && tree_find(self->tree, script) != NULL; i++) {
        const char *base = make_include_base(file, words[i]);
        if (*base == '\0' || strchr(base, '$') != NULL ||
            g_hash_table_contains(self->base_names, base)) {
            continue;
        }
        g_autofree char *text = tree_read_text(self->tree, script, NULL, NULL);
        if (text != NULL && strlen(text) <= WRITER_BYTES_MAX && strstr(text, base) != NULL) {
            mark_named(self, text);
            return;
        }
    }
}

/* Whether a file is run, or compiled and run: what documents say is no program's doing. */
static gboolean is_program(const char *path, const char *text)
{
    TreeKind kind = tree_kind_of(path);
    gboolean script = kind == TREE_OTHER || kind == TREE_CONFIGURE;
    return script ? g_str_has_prefix(text, "#!") : tree_kind_is_source(kind);
}

/* Adds the files of the tree that a command names. */
static void find_writers(MakeReading *self, const MakeFile *file, const char *command,
                         GHashTable *writers)
{
    g_auto(GStrv) words = g_strsplit_set(command, " \t\"'`;|&()$", -1);
    for (guint i = 0; words[i] != NULL && g_hash_table_size(writers) < WRITERS_MAX; i++) {
        const char *slash = strrchr(words[i], '/');
        const char *base = slash != NULL ? slash + 1 : words[i];
        const GPtrArray *paths = *base != '\0' ? g_hash_table_lookup(self->base_names, base) : NULL;
        for (guint k = 0; paths != NULL && k < paths->len; k++) {
            const char *path = paths->pdata[k];
            g_autofree char *folder = g_path_get_dirname(path);
            const char *plain = strcmp(folder, ".") == 0 ? "" : folder;
            const char *named =
                strchr(words[i], '/') != NULL ? make_path(self, file->folder, words[i]) : NULL;
            gboolean near = strcmp(plain, file->folder) == 0 || strcmp(plain, self->top) == 0 ||
                            g_strcmp0(path, named) == 0;
            if (near && tree_kind_of(path) != TREE_MAKE) {
                g_hash_table_add(writers, (gpointer)path);
            }
        }
    }
}

/* Include files that are made by the build are written by its programs or by "echo NAME=... >>". */
void make_survey_writers(MakeReading *self)
{
    g_autoptr(GHashTable) writers = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->order->len; i++) {
        const MakeFile *file = ((const MakeSource *)self->order->pdata[i])->file;
        for (guint k = 0; k < file->statements->len; k++) {
            const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, k);
            const char *text = statement->value;
            if (statement->kind == MAKE_INCLUDE) {
                mark_configured(self, file, text);
            }
            if (statement->kind != MAKE_RECIPE &&
                !(statement->kind == MAKE_ASSIGNMENT && strstr(text, "$(shell ") != NULL)) {
                continue;
            }
            find_writers(self, file, text, writers);
            mark_echoed(self, text);
        }
    }
    GHashTableIter iterator;
    gpointer path = NULL;
    g_hash_table_iter_init(&iterator, writers);
    while (g_hash_table_iter_next(&iterator, &path, NULL)) {
        g_autofree char *text = tree_read_text(self->tree, path, NULL, NULL);
        if (text != NULL && strlen(text) <= WRITER_BYTES_MAX && is_program(path, text)) {
            mark_written(self, text);
        }
    }
}
