#include "evaluate/labels_place.h"
#include "core/point_flag.h"
#include <string.h>

/* What a source names an option by: without --enable- and the like, whose rest is an argument of
 * the macro that declares it. */
static const char *bare_name(const char *option)
{
    /* A line that adds something: "FLAGS+=-DNAME". */
    const char *line = strstr(option, "+=");
    option = line != NULL ? line + strlen("+=") : option;
    gboolean other = argument_sense(option) == ARGUMENT_OTHER;
    return other && (g_str_has_prefix(option, "-D") || g_str_has_prefix(option, "--"))
               ? option + 2
               : argument_subject(option);
}

/* Each "${...}" of a word as "*", for a declaration in a loop or wrapper that puts names together.
 */
static char *pattern_of(const char *word)
{
    g_autoptr(GString) pattern = g_string_new(NULL);
    for (const char *at = word; *at != '\0'; at++) {
        const char *end = at[0] == '$' && at[1] == '{' ? strchr(at, '}') : NULL;
        g_string_append_c(pattern, end != NULL ? '*' : *at);
        at = end != NULL ? end : at;
    }
    return g_string_free(g_steal_pointer(&pattern), FALSE);
}

/* What a wrapper is called with may be the last parts of the name only: ARCH_OPTION(ZEN) declares
 * P_ARCH_ZEN. */
static gboolean is_end_of(const char *option, const char *word)
{
    word += strspn(word, "-");
    gsize length = strlen(word);
    gsize whole = strlen(option);
    return length >= 2 && length < whole && g_str_has_suffix(option, word) &&
           option[whole - length - 1] == '-';
}

/* A program puts names together with "+": 'with-' + package declares --with-fftw. */
static gboolean is_put_together(const char *option, const char *line)
{
    option += strspn(option, "-");
    g_auto(GStrv) literals = g_strsplit_set(line, "'\"", -1);
    /* Between two quotes, so every other piece; what joins it stands right behind. */
    for (gsize i = 1; literals[0] != NULL && literals[i] != NULL && literals[i + 1] != NULL;
         i += 2) {
        const char *word = literals[i] + strspn(literals[i], "-");
        const char *behind = literals[i + 1] + strspn(literals[i + 1], " ");
        if (strlen(word) >= 3 && *behind == '+' && g_str_has_prefix(option, word)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Letter case and separators differ between an option and the words that sources have for it. */
static gboolean names(const char *line, const char *option)
{
    g_autofree char *folded = g_strdelimit(g_ascii_strdown(option, -1), "_.+", '-');
    g_autofree char *text = g_strdelimit(g_ascii_strdown(line, -1), "_.+", '-');
    if (strstr(text, folded) != NULL) {
        return TRUE;
    }
    g_auto(GStrv) words = g_strsplit_set(text, " \t(),;=\"[]", -1);
    for (gsize i = 0; words[i] != NULL; i++) {
        g_autofree char *pattern = pattern_of(words[i]);
        if ((strchr(pattern, '*') != NULL && g_pattern_match_simple(pattern, folded)) ||
            is_end_of(folded, words[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A class that has the options of its bases under its own name, which is that of its file. */
static gboolean is_module_of(const char *path, const char *line, const char *option)
{
    g_autofree char *stem = g_path_get_basename(path);
    stem[strcspn(stem, ".")] = '\0';
    return g_str_has_prefix(line, "class ") && names(option, stem);
}

/* Where a command may end, by the language of the file. */
typedef enum {
    LANGUAGE_CMAKE,
    LANGUAGE_M4,
    LANGUAGE_MAKE,
    LANGUAGE_OTHER, /* programs that configure, settings */
} Language;

static Language language_of(const char *path)
{
    g_autofree char *name = g_path_get_basename(path);
    if (strcmp(name, "CMakeLists.txt") == 0 || g_str_has_suffix(name, ".cmake")) {
        return LANGUAGE_CMAKE;
    }
    if (g_str_has_suffix(name, ".ac") || g_str_has_suffix(name, ".m4") ||
        strcmp(name, "configure.in") == 0) {
        return LANGUAGE_M4;
    }
    gboolean makefile = g_str_has_prefix(name, "Makefile") || g_str_has_prefix(name, "makefile") ||
                        g_str_has_prefix(name, "GNUmakefile") || g_str_has_suffix(name, ".mk");
    return makefile ? LANGUAGE_MAKE : LANGUAGE_OTHER;
}

/* What stands in a line before a comment begins. Quotes are not followed: a text with a comment
 * sign in it is cut short. */
static gsize code_length(const char *line, Language language)
{
    gsize blank = strspn(line, " \t");
    if (language == LANGUAGE_CMAKE) {
        return strcspn(line, "#");
    }
    if (language != LANGUAGE_M4) {
        return strlen(line);
    }
    const char *comment = strstr(line, "dnl");
    return line[blank] == '#' ? 0 : comment == NULL ? strlen(line) : (gsize)(comment - line);
}

/* How many more are opened than closed. */
static int parentheses(const char *line, gsize length)
{
    int open = 0;
    for (gsize i = 0; i < length; i++) {
        open += line[i] == '(' ? 1 : line[i] == ')' ? -1 : 0;
    }
    return open;
}

/* The line behind what begins at the index `first`, and at most LABELS_COMMAND_LINES lines: a
 * command with its arguments, where parentheses group them; a line with those that it continues on.
 * A row of a table that some loop reads, inside of a command, stands for itself. */
static guint declaration_end(char **lines, guint first, guint count, Language language)
{
    guint last = MIN(count, first + LABELS_COMMAND_LINES);
    int open = 0;
    for (guint i = first; i < last; i++) {
        if (language == LANGUAGE_MAKE) {
            const char *begin = lines[i] + strspn(lines[i], " \t");
            open = *begin == '#' || *begin == '\0' || g_str_has_suffix(begin, "\\") ? 1 : 0;
        } else if (language == LANGUAGE_OTHER) {
            open = 1;
        } else {
            open += parentheses(lines[i], code_length(lines[i], language));
        }
        if (open <= 0) {
            return i + 1;
        }
    }
    return last;
}

/* AC_ARG_ENABLE(x) declares --enable-x, and --with-x is another option. */
static gboolean is_of_other_form(const char *line, const char *option)
{
    gboolean with = g_str_has_prefix(option, "--with");
    gboolean enable = g_str_has_prefix(option, "--enable") || g_str_has_prefix(option, "--disable");
    line += strspn(line, " \t");
    return (with && g_str_has_prefix(line, "AC_ARG_ENABLE")) ||
           (enable && g_str_has_prefix(line, "AC_ARG_WITH"));
}

gboolean labels_place_names(const char *path, char **lines, guint line, const char *option)
{
    Language language = language_of(path);
    guint first = line - 1;
    if (is_of_other_form(lines[first], option)) {
        return FALSE;
    }
    guint end = declaration_end(lines, first, g_strv_length(lines), language);
    for (guint i = first; i < end; i++) {
        g_autofree char *code = g_strndup(lines[i], code_length(lines[i], language));
        if (names(code, bare_name(option)) || is_put_together(option, code) ||
            is_module_of(path, code, option)) {
            return TRUE;
        }
    }
    return FALSE;
}
