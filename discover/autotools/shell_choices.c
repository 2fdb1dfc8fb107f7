#include "discover/autotools/shell_choices.h"
#include "core/switch_word.h"
#include <string.h>

#define VARIABLE_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"
#define WORD_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.+-"
/* Lines that may say which words an option takes. */
#define TESTS_MAX 64u
/* Lines of one case over the words. */
#define CASE_LINES_MAX 100u

/* "take_value X "$1"": the name that a function of the script gets together with the argument. The
 * caller frees it; NULL when there is none. */
static char *handed_name(const char *arm)
{
    g_autoptr(GRegex) regex = g_regex_new(
        "(?:^|[;\n)])[ \t]*[A-Za-z_]\\w* +([A-Za-z_]\\w*) +\"?\\$\\{?1\\}?\"?", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, arm, 0, &match);
    return g_match_info_matches(match) ? g_match_info_fetch(match, 1) : NULL;
}

char *shell_choices_variable(const ShellLines *lines, guint index)
{
    g_autofree char *arm = shell_lines_arm(lines, index);
    g_auto(GStrv) commands = g_strsplit_set(arm, ";\n", -1);
    for (guint i = 0; commands[i] != NULL; i++) {
        const char *command = g_strstrip(commands[i]);
        gsize length = strspn(command, VARIABLE_BYTES);
        if (length > 0 && command[length] == '=' && strchr(command + length, '$') != NULL) {
            return g_strndup(command, length);
        }
    }
    return handed_name(arm);
}

static void add_word(GPtrArray *words, const char *word, gsize length)
{
    g_autofree char *added = g_strndup(word, length);
    if (length > 0 && words->len < SHELL_CHOICES_MAX && strspn(added, WORD_BYTES) == length &&
        !g_ptr_array_find_with_equal_func(words, added, g_str_equal, NULL)) {
        g_ptr_array_add(words, g_steal_pointer(&added));
    }
}

/* Whether one of the commands is made for that; what is only printed may be a warning. */
static gboolean refuses(const char *commands)
{
    return g_regex_match_simple("(?:^|[;&|{)]) *(?:exit\\b|\\w*die\\b|\\w*error|fail|abort)",
                                commands, G_REGEX_CASELESS | G_REGEX_MULTILINE, 0);
}

/* The patterns of the case that begins on a line: only where the arm for all else refuses it. */
static void read_case(const ShellLines *lines, guint begin, GPtrArray *words)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) otherwise = g_string_new(NULL);
    gboolean last = FALSE;
    for (guint i = begin + 1; i < lines->count && i < begin + CASE_LINES_MAX; i++) {
        const char *line = lines->lines[i] + strspn(lines->lines[i], " \t(");
        if (g_str_has_prefix(line, "esac") || g_str_has_prefix(line, "case ")) {
            break;
        }
        last = last || g_str_has_prefix(line, "*)");
        if (last) {
            g_string_append_printf(otherwise, "%s\n", line);
        } else if (g_array_index(lines->patterns, gboolean, i)) {
            g_autofree char *pattern = g_strndup(line, strcspn(line, ")"));
            g_auto(GStrv) ways = g_strsplit_set(pattern, "|\"'", -1);
            for (guint k = 0; ways[k] != NULL; k++) {
                add_word(found, g_strstrip(ways[k]), strlen(ways[k]));
            }
        }
    }
    for (guint i = 0; i < found->len && refuses(otherwise->str); i++) {
        add_word(words, found->pdata[i], strlen(found->pdata[i]));
    }
}

/* The words of a line "NAMES='a b c'". */
static void read_list(const ShellLines *lines, guint index, const char *name, GPtrArray *words)
{
    g_auto(GStrv) parts = g_strsplit_set(lines->lines[index] + strlen(name) + 1, " \t'\"", -1);
    for (guint k = 0; parts[k] != NULL; k++) {
        add_word(words, parts[k], strlen(parts[k]));
    }
}

/* [[ " $NAMES " =~ " $X " ]]: the name of the list; the caller frees it. NULL for other lines. */
static char *asked_list(const char *line, const char *variable)
{
    g_autofree char *pattern = g_strdup_printf(
        "\\[\\[ +!? *\" ?\\$\\{?(\\w+)\\}? ?\" +(?:=~|==?) +\\*?\" ?\\$\\{?%s\\}? ?\"", variable);
    g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, line, 0, &match);
    return g_match_info_matches(match) ? g_match_info_fetch(match, 1) : NULL;
}

/* What stands behind "--x=" in the patterns of a script. */
typedef struct {
    GPtrArray *words; /* char * */
    GArray *lines;    /* guint, from 0: of each of them */
    gboolean any;     /* "--x=*)" as well */
} Patterns;

static void patterns_free(gpointer data)
{
    Patterns *self = data;
    g_ptr_array_unref(self->words);
    g_array_unref(self->lines);
    g_free(self);
}

/* Notes each "--x=word" of a pattern. */
static void note_patterns(ShellChoices *self, const char *line, guint index)
{
    line += strspn(line, " \t(");
    g_autofree char *head = g_strndup(line, strcspn(line, ")"));
    g_auto(GStrv) ways = g_strsplit_set(head, "| \"'", -1);
    for (guint k = 0; ways[k] != NULL; k++) {
        const char *equals = strchr(ways[k], '=');
        if (equals == NULL) {
            continue;
        }
        g_autofree char *form = g_strndup(ways[k], (gsize)(equals - ways[k]));
        Patterns *patterns = g_hash_table_lookup(self->patterns, form);
        if (patterns == NULL) {
            patterns = g_new0(Patterns, 1);
            patterns->words = g_ptr_array_new_with_free_func(g_free);
            patterns->lines = g_array_new(FALSE, FALSE, sizeof(guint));
            g_hash_table_insert(self->patterns, g_steal_pointer(&form), patterns);
        }
        const char *word = equals + 1;
        patterns->any = patterns->any || *word == '\0' || word[strspn(word, WORD_BYTES)] != '\0';
        if (patterns->words->len < SHELL_CHOICES_MAX) {
            g_ptr_array_add(patterns->words, g_strdup(word));
            g_array_append_val(patterns->lines, index);
        }
    }
}

/* Notes the line for each variable, "$X" or "${X}" with nothing else of it, that it uses. */
static void note_test(ShellChoices *self, const char *line, guint index)
{
    for (const char *at = strchr(line, '$'); at != NULL; at = strchr(at + 1, '$')) {
        const char *name = at + (at[1] == '{' ? 2 : 1);
        gsize length = strspn(name, VARIABLE_BYTES);
        if (length == 0 || (at[1] == '{' && name[length] != '}')) {
            continue;
        }
        g_autofree char *key = g_strndup(name, length);
        GArray *tests = g_hash_table_lookup(self->tests, key);
        if (tests == NULL) {
            tests = g_array_new(FALSE, FALSE, sizeof(guint));
            g_hash_table_insert(self->tests, g_steal_pointer(&key), tests);
        }
        gboolean known = tests->len > 0 && g_array_index(tests, guint, tests->len - 1) == index;
        if (!known && tests->len < TESTS_MAX) {
            g_array_append_val(tests, index);
        }
    }
}

/* Notes "NAMES='a b c'" at the left edge, the first of each name. */
static void note_list(ShellChoices *self, const char *line, guint index)
{
    gsize length = strspn(line, VARIABLE_BYTES);
    if (length == 0 || line[length] != '=' || strpbrk(line, "$`(") != NULL) {
        return;
    }
    g_autofree char *name = g_strndup(line, length);
    if (!g_hash_table_contains(self->lists, name)) {
        g_hash_table_insert(self->lists, g_steal_pointer(&name), GUINT_TO_POINTER(index + 1));
    }
}

static void unref_array(gpointer data)
{
    g_array_unref(data);
}

ShellChoices *shell_choices_new(const ShellLines *lines)
{
    ShellChoices *self = g_new0(ShellChoices, 1);
    *self = (ShellChoices){
        .lines = lines,
        .tests = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, unref_array),
        .lists = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .patterns = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, patterns_free),
    };
    for (guint i = 0; i < lines->count; i++) {
        const char *line = lines->lines[i] + strspn(lines->lines[i], " \t");
        if (strstr(line, "[[") != NULL || g_str_has_prefix(line, "case ")) {
            note_test(self, line, i);
        }
        if (g_array_index(lines->patterns, gboolean, i)) {
            note_patterns(self, line, i);
        }
        note_list(self, lines->lines[i], i);
    }
    return self;
}

void shell_choices_free(ShellChoices *self)
{
    g_hash_table_unref(self->tests);
    g_hash_table_unref(self->lists);
    g_hash_table_unref(self->patterns);
    g_free(self);
}

GPtrArray *shell_choices_read(const ShellChoices *self, guint index)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *variable = shell_choices_variable(self->lines, index);
    const GArray *tests = variable != NULL ? g_hash_table_lookup(self->tests, variable) : NULL;
    for (guint k = 0; tests != NULL && k < tests->len; k++) {
        const guint i = g_array_index(tests, guint, k);
        const char *line = self->lines->lines[i] + strspn(self->lines->lines[i], " \t");
        g_autofree char *list = strstr(line, "[[") != NULL ? asked_list(line, variable) : NULL;
        guint number = list != NULL ? GPOINTER_TO_UINT(g_hash_table_lookup(self->lists, list)) : 0;
        if (number > 0) {
            read_list(self->lines, number - 1, list, words);
        } else if (list == NULL && g_str_has_prefix(line, "case ") &&
                   strstr(line, "esac") == NULL &&
                   !g_array_index(self->lines->patterns, gboolean, i)) {
            read_case(self->lines, i, words);
        }
    }
    return words;
}

static gpointer copy_word(gconstpointer word, gpointer data)
{
    (void)data;
    return g_strdup(word);
}

GPtrArray *shell_choices_of_patterns(const ShellChoices *self, const char *pattern)
{
    const Patterns *patterns = g_hash_table_lookup(self->patterns, pattern);
    return patterns != NULL && !patterns->any ? g_ptr_array_copy(patterns->words, copy_word, NULL)
                                              : NULL;
}

/* "download" of "download*", which is there for what people may write behind it. NULL for what is
 * no word, or says yes or no; the caller frees it. */
static char *named_word(const char *text)
{
    gsize length = strspn(text, WORD_BYTES);
    gboolean whole = text[length] == '\0' || strcmp(text + length, "*") == 0;
    if (length < 2 || !whole || !g_ascii_isalpha(*text)) {
        return NULL;
    }
    g_autofree char *word = g_strndup(text, length);
    return switch_word_is_on(word) || switch_word_is_off(word) ? NULL : g_steal_pointer(&word);
}

static void free_named(gpointer data)
{
    g_free((char *)((ShellNamedWord *)data)->word);
}

GArray *shell_choices_named(const ShellChoices *self, const char *pattern)
{
    GArray *named = g_array_new(FALSE, FALSE, sizeof(ShellNamedWord));
    g_array_set_clear_func(named, free_named);
    const Patterns *patterns = g_hash_table_lookup(self->patterns, pattern);
    /* "--x=download*)" alone takes what goes on like that. */
    gboolean open = FALSE;
    for (guint i = 0; patterns != NULL && i < patterns->words->len; i++) {
        const char *word = patterns->words->pdata[i];
        open = open || strcmp(word, "*") == 0 || *word == '\0';
    }
    for (guint i = 0; open && i < patterns->words->len; i++) {
        char *word = named_word(patterns->words->pdata[i]);
        if (word != NULL) {
            const ShellNamedWord added = {word, g_array_index(patterns->lines, guint, i)};
            g_array_append_val(named, added);
        }
    }
    return named;
}

gboolean shell_choices_are_answers(const GPtrArray *words)
{
    for (guint i = 0; i < words->len; i++) {
        if (!switch_word_is_on(words->pdata[i]) && !switch_word_is_off(words->pdata[i])) {
            return FALSE;
        }
    }
    return TRUE;
}
