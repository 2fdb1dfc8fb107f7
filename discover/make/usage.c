/* What usage lines say: "# make code [prec=single/double] [gpu=cuda|hip]", in a makefile's comments
 * or in a document. */
#include "discover/make/reading.h"
#include <string.h>

#define USAGE_VALUES_MAX 32u

static gsize name_length(const char *text)
{
    return strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
}

/* The words of "single/double" or "a|b"; fewer than two when it is no such list. */
static char **words_of(const char *text)
{
    gsize length = strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_+-/|");
    g_autofree char *list = g_strndup(text, length);
    /* "a/b/..." goes on, and "lib/x.so" is a path. */
    return text[length] == '.' ? g_new0(char *, 1) : g_strsplit_set(list, "/|", USAGE_VALUES_MAX);
}

/* "usr/local" is a list of words, too: only one of which the makefiles know a word counts. */
static gboolean knows_one(const MakeVariable *variable, char *const *words)
{
    gboolean on = FALSE;
    gboolean off = FALSE;
    for (guint i = 0; words[i] != NULL; i++) {
        if (*words[i] == '\0') {
            return FALSE;
        }
        if (g_hash_table_contains(variable->tested, words[i])) {
            return TRUE;
        }
        on = on || unknown_is_on(words[i]);
        off = off || unknown_is_off(words[i]);
    }
    return on && off;
}

void make_read_usage(MakeReading *self, const char *line, Span at)
{
    for (const char *equal = strchr(line, '='); equal != NULL; equal = strchr(equal + 1, '=')) {
        const char *begin = equal;
        while (begin > line && name_length(begin - 1) > 0) {
            begin--;
        }
        const char *list = equal + 1 + strspn(equal + 1, "[{<\"'");
        g_autofree char *name = g_strndup(begin, (gsize)(equal - begin));
        MakeVariable *variable = g_hash_table_lookup(self->variables, name);
        if (variable == NULL || variable->role != ROLE_OPTION || variable->usage != NULL) {
            continue;
        }
        g_auto(GStrv) words = words_of(list);
        if (g_strv_length(words) < 2 || !knows_one(variable, words)) {
            continue;
        }
        variable->usage = arena_array(self->scratch);
        variable->usage_at = at;
        for (guint i = 0; words[i] != NULL; i++) {
            g_ptr_array_add(variable->usage, (gpointer)arena_intern(self->scratch, words[i]));
        }
    }
}

void make_read_usage_of_file(MakeReading *self, const MakeFile *file)
{
    for (guint i = 1; i <= file->line_starts->len; i++) {
        g_autofree char *line = make_file_line(file, i);
        if (line != NULL && line[strspn(line, " \t")] == '#') {
            make_read_usage(self, line, (Span){file->path, i, 0});
        }
    }
}

const char *make_usage_default(const MakeVariable *variable)
{
    const char *other = NULL;
    guint count = 0;
    for (guint i = 0; variable->usage != NULL && i < variable->usage->len; i++) {
        if (!g_hash_table_contains(variable->tested, variable->usage->pdata[i])) {
            other = variable->usage->pdata[i];
            count++;
        }
    }
    return count == 1 ? other : NULL;
}
