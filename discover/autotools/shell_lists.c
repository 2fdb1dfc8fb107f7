#include "discover/autotools/shell_lists.h"
#include "core/text_list.h"
#include <string.h>

#define NAME_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-"
#define VARIABLE_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"
/* Lines that a loop's words go on over. */
#define LOOP_LINES_MAX 20u
/* Lists that arguments are looked up in. */
#define LISTS_MAX 8u

/* How many loops and functions the lines behind this one stand in, and what it does itself. */
static guint loops_behind(const char *line, guint loops)
{
    gboolean begins =
        g_regex_match_simple("^\\s*(for |while |until |function |\\w+ *\\(\\))", line, 0, 0);
    gboolean ends = g_regex_match_simple("(^|[;\\s])done\\b|^\\s*}|[;\\s]} *$", line, 0, 0);
    if (begins == ends) {
        return loops;
    }
    return begins ? loops + 1 : loops > 0 ? loops - 1 : 0;
}

/* "[[ $OPTIONS =~ ${VAR%%=*} ]]", "[[ " ${OPTIONS} " == *" $1 "* ]]": the names of the lists that
 * arguments of the script are looked up in, one after the other. */
static GPtrArray *asked_lists(const ShellLines *lines, ShellNamed *self)
{
    GPtrArray *lists = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GRegex) regex = g_regex_new(
        "\\[\\[ +!? *\"?[ ,:]?\\$\\{?(\\w+)(?:\\[[*@]\\])?\\}?[ ,:]?\"? +(=~|==?) +([^]]*)", 0, 0,
        NULL);
    guint loops = 0; /* around the line */
    for (guint i = 0; i < lines->count; i++) {
        g_autoptr(GMatchInfo) match = NULL;
        loops = loops_behind(lines->lines[i], loops);
        if (strstr(lines->lines[i], "[[") == NULL ||
            !g_regex_match(regex, lines->lines[i], 0, &match)) {
            continue;
        }
        g_autofree char *name = g_match_info_fetch(match, 1);
        g_autofree char *sign = g_match_info_fetch(match, 2);
        g_autofree char *what = g_match_info_fetch(match, 3);
        gboolean search = strcmp(sign, "=~") == 0 || strchr(what, '*') != NULL;
        if (!search || loops == 0 || g_hash_table_contains(lines->cases->names, name) ||
            !shell_cases_use_argument(lines->cases, i, what) ||
            g_ptr_array_find_with_equal_func(lists, name, g_str_equal, NULL)) {
            continue;
        }
        if (lists->len == LISTS_MAX) {
            shell_named_add_untold(self, name, i);
            break;
        }
        g_ptr_array_add(lists, g_steal_pointer(&name));
    }
    return lists;
}

/* The line without a backslash at its end, and those that it goes on in; their number in `taken`.
 * The caller frees it. */
static char *whole_line(const ShellLines *lines, guint index, guint *taken)
{
    GString *whole = g_string_new(NULL);
    guint i = index;
    for (; i < lines->count && i < index + LOOP_LINES_MAX; i++) {
        const char *line = lines->lines[i];
        gsize length = strlen(line);
        gboolean more = length > 0 && line[length - 1] == '\\';
        g_string_append_len(whole, line, (gssize)(more ? length - 1 : length));
        if (!more) {
            break;
        }
        g_string_append_c(whole, ' ');
    }
    *taken = i - index + 1;
    return g_string_free(whole, FALSE);
}

/* "for PKG in "a" b; do": gives the words to the name, or forgets it when one is not plain. */
static void read_loop(GHashTable *loops, const char *line)
{
    const char *at = line + strspn(line, " \t");
    if (!g_str_has_prefix(at, "for ")) {
        return;
    }
    at += strlen("for ");
    gsize length = strspn(at, VARIABLE_BYTES);
    const char *in = at + length;
    if (length == 0 || !g_str_has_prefix(in, " in ")) {
        return;
    }
    in += strlen(" in ");
    g_autofree char *words = g_strdup(in);
    g_strdelimit(words, "\"'\t", ' ');
    char *name = g_strndup(at, length);
    if (strpbrk(words, "$`*") != NULL) {
        g_hash_table_remove(loops, name);
        g_free(name);
        return;
    }
    g_hash_table_insert(loops, name, g_strsplit(words, " ", -1));
}

/* "OPTIONS=", "OPTIONS+=", "OPTS=(": what stands behind it; NULL when the line is none of these. */
static const char *list_text(const char *line, const GPtrArray *lists)
{
    const char *at = line + strspn(line, " \t");
    gsize length = strspn(at, VARIABLE_BYTES);
    g_autofree char *name = g_strndup(at, length);
    if (!text_list_has(lists, name)) {
        return NULL;
    }
    at += length + (at[length] == '+' ? 1 : 0);
    return *at == '=' ? at + 1 : NULL;
}

/* What stands for a loop's name in help texts: "--with-PACKAGE-lib=DIR" of "--with-$PKG-lib". */
static gboolean tells_of_form(const char *text, const char *prefix, const char *suffix,
                              const char **behind)
{
    const char *at = text + strspn(text, " \t[");
    gsize length = strlen(prefix);
    if (strncmp(at, prefix, length) != 0) {
        return FALSE;
    }
    at += length + strspn(at + length, "<");
    gsize capitals = strspn(at, G_CSET_A_2_Z);
    at += capitals + (at[capitals] == '>' ? 1 : 0);
    *behind = at + strlen(suffix);
    return capitals > 1 && g_str_has_prefix(at, suffix) && strchr(NAME_BYTES, **behind) == NULL;
}

/* Whether the help shows a value that has to be there: "=DIR", not "[=DIR]". */
static gboolean shows_value(const ShellLines *lines, const char *prefix, const char *suffix)
{
    for (guint i = 0; i < lines->texts->len; i++) {
        const char *behind = NULL;
        if (tells_of_form(lines->texts->pdata[i], prefix, suffix, &behind)) {
            return *behind == '=';
        }
    }
    return FALSE;
}

/* The number of the line that begins with a loop's word: "  zlib   : read packed files". */
static guint told_at(const ShellLines *lines, const char *word)
{
    gsize length = strlen(word);
    for (guint i = 0; i < lines->texts->len; i++) {
        const char *text = lines->texts->pdata[i];
        const char *at = text + strspn(text, " \t");
        if (at > text && g_str_has_prefix(at, word) &&
            (g_str_has_prefix(at + length, "  ") || g_str_has_prefix(at + length, " : ") ||
             g_str_has_prefix(at + length, ": "))) {
            return i + 1;
        }
    }
    return 0;
}

static gboolean is_full(const ShellNamed *self)
{
    return self->options->len >= SHELL_LISTS_MAX;
}

/* "--arch": as its own line of the help shows it. */
static void add_plain(ShellNamed *self, const ShellLines *lines, const char *word, guint line)
{
    guint shown = shell_lines_shown(lines, word);
    const char *text = shown > 0 ? lines->texts->pdata[shown - 1] : "";
    const char *at = strstr(text, word);
    shell_named_add(self, (ShellNamedOption){.name = g_strdup(word),
                                             .line = line,
                                             .shown = shown,
                                             .value = at != NULL && at[strlen(word)] == '='});
}

/* "--with-$PKG-lib" in a loop over names: one option for each. */
static void add_composed(ShellNamed *self, const ShellLines *lines, GHashTable *loops,
                         const char *word, guint line)
{
    const char *dollar = strchr(word, '$');
    const char *at = dollar + 1 + (dollar[1] == '{' ? 1 : 0);
    gsize length = strspn(at, VARIABLE_BYTES);
    g_autofree char *prefix = g_strndup(word, (gsize)(dollar - word));
    g_autofree char *name = g_strndup(at, length);
    const char *suffix = at + length + (dollar[1] == '{' && at[length] == '}' ? 1 : 0);
    char **stems = g_hash_table_lookup(loops, name);
    if (stems == NULL || suffix[strspn(suffix, NAME_BYTES)] != '\0') {
        shell_named_add_untold(self, word, line);
        return;
    }
    gboolean value = shows_value(lines, prefix, suffix);
    for (guint i = 0; stems[i] != NULL; i++) {
        if (is_full(self)) {
            shell_named_add_untold(self, word, line);
            return;
        }
        if (*stems[i] != '\0') {
            shell_named_add(
                self, (ShellNamedOption){.name = g_strconcat(prefix, stems[i], suffix, NULL),
                                         .line = line,
                                         .shown = *suffix == '\0' ? told_at(lines, stems[i]) : 0,
                                         .value = value});
        }
    }
}

static void read_words(ShellNamed *self, const ShellLines *lines, GHashTable *loops,
                       const char *text, guint line)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \t\"'()", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *word = words[i];
        if (is_full(self) && *word == '-') {
            shell_named_add_untold(self, word, line);
            return;
        }
        if (*word != '-') {
            continue;
        }
        if (strchr(word, '$') != NULL) {
            add_composed(self, lines, loops, word, line);
        } else if (strspn(word, NAME_BYTES) == strlen(word)) {
            add_plain(self, lines, word, line);
        }
    }
}

static void read_lists(ShellNamed *self, const ShellLines *lines, const GPtrArray *lists)
{
    g_autoptr(GHashTable) loops =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_strfreev);
    guint taken = 1;
    for (guint i = 0; i < lines->count; i += taken) {
        g_autofree char *line = whole_line(lines, i, &taken);
        g_auto(GStrv) commands = g_strsplit(line, ";", -1);
        for (guint k = 0; commands[k] != NULL; k++) {
            const char *command = g_strstrip(commands[k]);
            command += g_str_has_prefix(command, "do ") ? strlen("do ") : 0;
            const char *text = list_text(command, lists);
            read_loop(loops, command);
            if (text != NULL) {
                read_words(self, lines, loops, text, i);
            }
        }
    }
}

ShellNamed *shell_lists_read(const ShellLines *lines)
{
    ShellNamed *self = shell_named_new();
    g_autoptr(GPtrArray) lists = asked_lists(lines, self);
    if (lists->len > 0) {
        read_lists(self, lines, lists);
    }
    return self;
}
