/* Headings of a list of options in a document, each a line of its own, with what the option does
 * indented below it:
 *
 *     USE_METIS = YES/NO
 *        Use the library METIS to divide meshes. */
#include "discover/make/make_text.h"
#include "discover/make/reading.h"
#include <string.h>

#define HEADING_VALUES_MAX 32u
/* What is told below a heading is told up to here. */
#define BELOW_BYTES_MAX 400u
#define BELOW_LINES_MAX 16u

static gsize indentation(const char *line)
{
    return strspn(line, " \t");
}

/* "YES/NO", "a | b": the words, when the line holds nothing else; NULL otherwise. */
static char **values_of(const char *text)
{
    g_autofree char *list = g_strstrip(g_strdup(text));
    g_auto(GStrv) words = g_strsplit_set(list, "/|", HEADING_VALUES_MAX);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *word = g_strstrip(words[i]);
        if (*word == '\0' ||
            word[strspn(word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_+-")] != '\0') {
            return NULL;
        }
    }
    return g_strv_length(words) > 1 ? g_steal_pointer(&words) : NULL;
}

/* What stands below the line and further in, up to the next empty line; no text when nothing does.
 * The caller frees it. */
static char *text_below(char *const *lines, guint at)
{
    GString *text = g_string_new(NULL);
    for (guint i = at + 1;
         i - at <= BELOW_LINES_MAX && lines[i] != NULL && !make_is_blank(lines[i]) &&
         indentation(lines[i]) > indentation(lines[at]);
         i++) {
        g_autofree char *line = g_strstrip(g_strdup(lines[i]));
        g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", line);
    }
    g_string_truncate(text, MIN(text->len, BELOW_BYTES_MAX));
    return g_string_free(text, FALSE);
}

void make_read_heading(MakeReading *self, char *const *lines, guint at, const char *path)
{
    const char *name = lines[at] + indentation(lines[at]);
    gsize length = strspn(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
    const char *equal = name + length + strspn(name + length, " \t");
    if (length == 0 || *equal != '=') {
        return;
    }
    g_autofree char *known = g_strndup(name, length);
    MakeVariable *variable = g_hash_table_lookup(self->variables, known);
    if (variable == NULL || variable->role != ROLE_OPTION) {
        return;
    }
    g_auto(GStrv) words = values_of(equal + 1);
    g_autofree char *told = text_below(lines, at);
    if (words == NULL || *told == '\0') {
        return;
    }
    const Span place = {path, at + 1, 0};
    if (variable->listed == NULL) {
        g_autofree char *valid = g_utf8_make_valid(told, -1);
        variable->listed = arena_strdup(self->arena, valid);
        variable->listed_at = place;
    }
    if (variable->usage == NULL) {
        variable->usage = arena_array(self->scratch);
        variable->usage_at = place;
        for (guint i = 0; words[i] != NULL; i++) {
            g_ptr_array_add(variable->usage, (gpointer)arena_intern(self->scratch, words[i]));
        }
    }
}
