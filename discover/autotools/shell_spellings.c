#include "discover/autotools/shell_spellings.h"
#include "core/path.h"
#include "discover/documented.h"
#include <string.h>

#define NAME_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-"

ShellSpellings *shell_spellings_new(const Tree *tree, const char *path, ShellLines *lines)
{
    ShellSpellings *self = g_new0(ShellSpellings, 1);
    *self = (ShellSpellings){
        tree,
        path_base(path),
        lines,
        NULL,
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
        FALSE,
    };
    return self;
}

void shell_spellings_free(ShellSpellings *self)
{
    if (self != NULL) {
        g_clear_pointer(&self->told, g_hash_table_unref);
        g_hash_table_unref(self->chosen);
        g_free(self);
    }
}

static guint times_told(const ShellSpellings *self, const char *spelling)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(self->told, spelling));
}

/* Notes what a line of a document gives to the script. */
static void read_line(ShellSpellings *self, const char *line, guint *dashes)
{
    const char *script = strstr(line, self->script);
    for (const char *at = script != NULL ? strchr(script, '-') : NULL; at != NULL;
         at = strchr(at, '-')) {
        gsize length = strspn(at, NAME_BYTES);
        gsize front = strspn(at, "-");
        if (at > line && strchr(" \t`\"'[(", at[-1]) != NULL && front <= 2 && length > front + 1) {
            char *name = g_strndup(at, length);
            guint times = times_told(self, name) + 1;
            g_hash_table_insert(self->told, name, GUINT_TO_POINTER(times));
            dashes[front - 1]++;
        }
        at += length;
    }
}

static void read_documents(ShellSpellings *self)
{
    guint dashes[2] = {0, 0};
    gsize read = 0;
    self->told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const GPtrArray *files = tree_files(self->tree);
    for (guint i = 0; i < files->len && read < SHELL_SPELLINGS_BYTES_MAX; i++) {
        const TreeFile *file = files->pdata[i];
        if (!documented_is_manual(file) || file->size > SHELL_SPELLINGS_FILE_BYTES_MAX) {
            continue;
        }
        gsize length = 0;
        g_autofree char *text = tree_read_text(self->tree, file->path, &length, NULL);
        if (text == NULL || strstr(text, self->script) == NULL) {
            continue;
        }
        read += length;
        g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
        for (guint k = 0; lines[k] != NULL; k++) {
            read_line(self, lines[k], dashes);
        }
    }
    self->one_dash = dashes[0] > dashes[1];
}

/* char *: the spellings of a pattern without what stands behind "="; NULL when one is more than a
 * name. `*values`: all have something behind "=", `*plain`: none has. */
static GPtrArray *ways_of(const char *line, gboolean *values, gboolean *plain)
{
    const char *begin = line + strspn(line, " \t(");
    g_autofree char *pattern = g_strndup(begin, strcspn(begin, ")"));
    g_auto(GStrv) parts = g_strsplit(pattern, "|", -1);
    g_autoptr(GPtrArray) ways = g_ptr_array_new_with_free_func(g_free);
    *values = TRUE;
    *plain = TRUE;
    for (guint i = 0; parts[i] != NULL; i++) {
        g_strdelimit(parts[i], "\"'", ' ');
        const char *way = g_strstrip(parts[i]);
        gsize length = strspn(way, NAME_BYTES);
        gboolean value = strcmp(way + length, "=*") == 0;
        if (*way != '-' || (!value && way[length] != '\0') || i >= SHELL_SPELLINGS_WAYS_MAX) {
            return NULL;
        }
        *values = *values && value;
        *plain = *plain && !value;
        g_ptr_array_add(ways, g_strndup(way, length));
    }
    return g_steal_pointer(&ways);
}

static const char *word_of(const char *way)
{
    return way + strspn(way, "-");
}

/* Whether they differ in their dashes alone. */
static gboolean are_one_word(const GPtrArray *ways)
{
    for (guint i = 1; i < ways->len; i++) {
        if (strcmp(word_of(ways->pdata[i]), word_of(ways->pdata[0])) != 0) {
            return FALSE;
        }
    }
    return TRUE;
}

/* The way that people use, longer than a letter; NULL: all are letters. */
static const char *best_of(const ShellSpellings *self, const GPtrArray *ways)
{
    const char *best = NULL;
    guint most = 0;
    for (guint i = 0; i < ways->len; i++) {
        const char *way = ways->pdata[i];
        gsize dashes = (gsize)(word_of(way) - way);
        guint score = 2 * times_told(self, way) + ((dashes == 1) == self->one_dash);
        if (strlen(word_of(way)) > 1 && (best == NULL || score > most)) {
            best = way;
            most = score;
        }
    }
    return best;
}

const char *shell_spellings_choose(ShellSpellings *self, guint index)
{
    gboolean values = FALSE;
    gboolean plain = FALSE;
    g_autoptr(GPtrArray) ways = ways_of(self->lines->lines[index], &values, &plain);
    if (ways == NULL || ways->len == 0 || self->lines->one_dash ||
        shell_cases_subject(self->lines->cases, index) == NULL) {
        return NULL;
    }
    const char *known = g_hash_table_lookup(self->chosen, word_of(ways->pdata[0]));
    if (known != NULL) {
        return known;
    }
    g_autofree char *arm = shell_lines_arm(self->lines, index);
    gboolean idle = *g_strstrip(arm) == '\0' || strcmp(arm, ":") == 0;
    gboolean one = are_one_word(ways) ||
                   (plain && !idle && !shell_cases_use_argument(self->lines->cases, index, arm));
    if (!one || !(plain || values) || ways->len < 2) {
        return NULL; /* "--cache-file | --srcdir)" for what is left alone */
    }
    if (self->told == NULL) {
        read_documents(self);
    }
    const char *best = best_of(self, ways);
    for (guint i = 0; best != NULL && i < ways->len; i++) {
        guint shown = shell_lines_shown(self->lines, ways->pdata[i]);
        g_hash_table_insert(self->chosen, g_strdup(word_of(ways->pdata[i])), g_strdup(best));
        if (shown > 0 && shell_lines_shown(self->lines, best) == 0) {
            shell_lines_add_shown(self->lines, best, shown);
        }
    }
    return best != NULL ? g_hash_table_lookup(self->chosen, word_of(best)) : NULL;
}
