#include "discover/autotools/written_makefile.h"
#include "core/path.h"
#include "discover/shell_line.h"
#include <string.h>

/* The file itself, as a regular expression. */
#define MAKEFILE "(?:\\./)?(?:GNUm|M|m)akefile"
#define WORD_ENDS "(?=[\\s;&|)<]|$)"

/* The variables that hold the name, "MAKEFILE=Makefile", "${MAKEFILE:-Makefile}". A set of char *.
 */
static GHashTable *variables_of(const char *script)
{
    GHashTable *found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GRegex) regex = g_regex_new("\\b(\\w+)(?:=|:[=-])[\"']?" MAKEFILE "[\"'}]*" WORD_ENDS,
                                          G_REGEX_RAW, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, script, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_hash_table_add(found, g_match_info_fetch(match, 1));
    }
    return found;
}

/* "cat > Makefile", "echo ... >> $MAKEFILE". */
static gboolean goes_to_makefile(const GRegex *target, GHashTable *variables, const char *line)
{
    gboolean goes = FALSE;
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(target, line, 0, &match);
    for (; !goes && g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *variable = g_match_info_fetch(match, 1);
        goes = variable == NULL || *variable == '\0' || g_hash_table_contains(variables, variable);
    }
    return goes;
}

/* What ends the text that begins behind the line, "<<EOF"; NULL when none does. */
static char *end_of_text(const GRegex *begin, const char *line)
{
    g_autoptr(GMatchInfo) match = NULL;
    return g_regex_match(begin, line, 0, &match) ? g_match_info_fetch(match, 1) : NULL;
}

static void append_line(GString *text, const char *line)
{
    if (!shell_line_is_comment(line)) {
        g_string_append_printf(text, "%s\n", line);
    }
}

/* Where each line stands last, without tabs in front: what looks like the begin of a text and has
 * no end is none. From char * to the number. */
static GHashTable *last_lines(char **lines)
{
    GHashTable *last = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; lines[i] != NULL; i++) {
        g_hash_table_insert(last, lines[i] + strspn(lines[i], "\t"), GUINT_TO_POINTER(i));
    }
    return last;
}

char *written_makefile(const char *script)
{
    g_autoptr(GRegex) target = g_regex_new(
        ">[ \\t]*[\"']?(?:" MAKEFILE "|\\$\\{?(\\w+)\\}?)[\"']?" WORD_ENDS, G_REGEX_RAW, 0, NULL);
    g_autoptr(GRegex) begin =
        g_regex_new("(?<!<)<<-?[ \\t]*\\\\?[\"']?([A-Za-z_]\\w*)", G_REGEX_RAW, 0, NULL);
    g_autoptr(GHashTable) variables = variables_of(script);
    g_auto(GStrv) lines = g_strsplit(script, "\n", -1);
    g_autoptr(GHashTable) last = last_lines(lines);
    g_autoptr(GString) written = g_string_new(NULL);
    for (guint i = 0; lines[i] != NULL; i++) {
        if (shell_line_is_comment(lines[i])) {
            continue;
        }
        gboolean goes = goes_to_makefile(target, variables, lines[i]);
        if (goes) {
            append_line(written, lines[i]);
        }
        g_autofree char *end = end_of_text(begin, lines[i]);
        if (end == NULL || GPOINTER_TO_UINT(g_hash_table_lookup(last, end)) <= i) {
            continue;
        }
        for (i++; strcmp(lines[i] + strspn(lines[i], "\t"), end) != 0; i++) {
            if (goes) {
                append_line(written, lines[i]);
            }
        }
    }
    return written->len > 0 ? g_string_free(g_steal_pointer(&written), FALSE) : NULL;
}

/* ---- names of sources ------------------------------------------------------------------------ */

struct WrittenNames {
    GHashTable *names; /* set of char *: "main.c", "main.o" */
    GHashTable *kinds; /* set of const char *: "c", "F" */
};

WrittenNames *written_names_of(const Tree *tree)
{
    WrittenNames *self = g_new0(WrittenNames, 1);
    self->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->kinds = g_hash_table_new(g_str_hash, g_str_equal);
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        const char *base = path_base(file->path);
        const char *dot = strrchr(base, '.');
        if (dot == NULL || dot == base || !tree_kind_is_source(file->kind)) {
            continue;
        }
        g_hash_table_add(self->names, g_strdup(base));
        g_hash_table_add(self->names, g_strdup_printf("%.*s.o", (int)(dot - base), base));
        g_hash_table_add(self->kinds, (gpointer)(dot + 1));
    }
    return self;
}

void written_names_free(WrittenNames *self)
{
    g_hash_table_unref(self->names);
    g_hash_table_unref(self->kinds);
    g_free(self);
}

/* ".c", "%.c", "*.c", and ".F.f" of a rule for all of them. */
static gboolean names_kind(const WrittenNames *self, const char *word)
{
    word += *word == '%' || *word == '*' ? 1 : 0;
    g_auto(GStrv) parts = g_strsplit(*word == '.' ? word + 1 : "", ".", -1);
    gboolean names = FALSE;
    for (guint i = 0; parts[i] != NULL; i++) {
        names = names || g_hash_table_contains(self->kinds, parts[i]);
    }
    return names;
}

gboolean written_names_sources(const WrittenNames *self, const char *text)
{
    gboolean names = FALSE;
    g_autoptr(GRegex) regex = g_regex_new("[\\w.%*+-]+", G_REGEX_RAW, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, text, 0, &match);
    for (; !names && g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *word = g_match_info_fetch(match, 0);
        names = g_hash_table_contains(self->names, word) || names_kind(self, word);
    }
    return names;
}
