#include "discover/environment/settings_file.h"
#include "discover/make/comment.h"
#include "discover/make/comment_values.h"
#include <string.h>

static const char name_marks[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";

/* ---- assignments ----------------------------------------------------------------------------- */

/* The constant at `begin`, up to one of the marks that end it; NULL when it has to be worked out.
 * `rest` is what stands behind it. The caller frees it. */
static char *read_constant(const char *begin, const char *ends, const char **rest)
{
    char quote = *begin == '"' || *begin == '\'' ? *begin : '\0';
    const char quotes[] = {quote, '\0'};
    begin += quote != '\0' ? 1 : 0;
    gsize length = strcspn(begin, quote != '\0' ? quotes : ends);
    if (quote != '\0' && begin[length] != quote) {
        return NULL;
    }
    *rest = begin + length + (quote != '\0' ? 1 : 0);
    char *value = g_strndup(begin, length);
    if (strpbrk(value, "$`(){}") != NULL) {
        g_free(value);
        return NULL;
    }
    return value;
}

/* Whether nothing but a comment, or a further command, stands there. */
static gboolean ends_assignment(const char *rest)
{
    rest += strspn(rest, " \t");
    return *rest == '\0' || *rest == '#' || *rest == ';';
}

/* "NAME=value" behind "export". */
static gboolean read_exported(Arena *arena, const char *text, EnvironmentSetting *setting)
{
    gsize length = strspn(text, name_marks);
    if (length == 0 || g_ascii_isdigit(*text) || text[length] != '=') {
        return FALSE;
    }
    const char *rest = NULL;
    g_autofree char *value = read_constant(text + length + 1, " \t;#", &rest);
    if (value == NULL || !ends_assignment(rest)) {
        return FALSE;
    }
    setting->name = arena_intern_length(arena, text, length);
    setting->value = arena_strdup(arena, value);
    return TRUE;
}

/* "${NAME:=value}" behind ":", which leaves what is set. */
static gboolean read_unless_set(Arena *arena, const char *text, EnvironmentSetting *setting)
{
    text += *text == '"' ? 1 : 0;
    gsize length = g_str_has_prefix(text, "${") ? strspn(text + 2, name_marks) : 0;
    const char *mark = text + 2 + length;
    if (length == 0 || g_ascii_isdigit(text[2])) {
        return FALSE;
    }
    mark += *mark == ':' ? 1 : 0;
    const char *rest = NULL;
    g_autofree char *value = *mark == '=' ? read_constant(mark + 1, "}", &rest) : NULL;
    if (value == NULL || *rest != '}') {
        return FALSE;
    }
    setting->name = arena_intern_length(arena, text + 2, length);
    setting->value = arena_strdup(arena, value);
    return TRUE;
}

/* "NAME value" behind "setenv". */
static gboolean read_setenv(Arena *arena, const char *text, EnvironmentSetting *setting)
{
    gsize length = strspn(text, name_marks);
    const char *begin = text + length + strspn(text + length, " \t");
    if (length == 0 || g_ascii_isdigit(*text) || begin == text + length) {
        return FALSE;
    }
    const char *rest = NULL;
    g_autofree char *value = read_constant(begin, " \t;#", &rest);
    if (value == NULL || !ends_assignment(rest)) {
        return FALSE;
    }
    setting->name = arena_intern_length(arena, text, length);
    setting->value = arena_strdup(arena, value);
    return TRUE;
}

/* `all`: each assignment exports. */
static gboolean read_line(Arena *arena, const char *line, gboolean all, EnvironmentSetting *setting)
{
    static const char exports[] = "export ";
    static const char setenv[] = "setenv ";
    const char *text = line + strspn(line, "#");
    setting->off = text > line;
    if (g_str_has_prefix(text, exports)) {
        text += strlen(exports);
        return read_exported(arena, text + strspn(text, " \t"), setting);
    }
    if (g_str_has_prefix(text, setenv)) {
        text += strlen(setenv);
        return read_setenv(arena, text + strspn(text, " \t"), setting);
    }
    if (g_str_has_prefix(text, ": ")) {
        return read_unless_set(arena, text + 1 + strspn(text + 1, " \t"), setting);
    }
    return all && read_exported(arena, text, setting);
}

/* "set -a" and what ends it. */
static gboolean exports_all(const char *line, gboolean before)
{
    if (!g_str_has_prefix(line, "set ")) {
        return before;
    }
    gboolean begins = g_regex_match_simple("^set\\s(.*\\s)?-(\\w*a|o\\s+allexport)", line, 0, 0);
    gboolean ends = g_regex_match_simple("^set\\s(.*\\s)?\\+(\\w*a|o\\s+allexport)", line, 0, 0);
    return begins || (before && !ends);
}

/* ---- what comments list ---------------------------------------------------------------------- */

/* Behind "=" or "NAME =" at the beginning of a comment's line; NULL for another line. */
static const char *behind_equal(const char *line, const char *name)
{
    line += strspn(line, " \t");
    if (g_str_has_prefix(line, name)) {
        line += strlen(name);
        line += strspn(line, " \t");
    }
    return *line == '=' ? line + 1 : NULL;
}

/* Where the comment begins to list values; NULL: nowhere. The setting notes the line. */
static const char *find_list(EnvironmentSetting *setting)
{
    for (const char *line = setting->comment; line != NULL;) {
        const char *list = behind_equal(line, setting->name);
        const char *end = strchr(line, '\n');
        const char *mark = list != NULL ? strchr(list, '|') : NULL;
        if (mark != NULL && (end == NULL || mark < end)) {
            setting->list = line;
            return list;
        }
        line = end != NULL ? end + 1 : NULL;
    }
    return NULL;
}

/* A comment that is nothing but "binary, netcdf, parallel", where one of these is what is set. */
static void read_plain_list(Arena *arena, EnvironmentSetting *setting)
{
    g_autoptr(GPtrArray) listed = comment_plain_list(arena, setting->comment);
    if (g_ptr_array_find_with_equal_func(listed, setting->value, g_str_equal, NULL)) {
        g_ptr_array_extend(setting->values, listed, NULL, NULL);
    }
}

/* "A | B | C", which goes on where a line ends or the next begins with the mark. Patterns, which
 * stand for several, are left out. */
static void read_values(Arena *arena, EnvironmentSetting *setting)
{
    static const char marks[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_+-.";
    const char *text = find_list(setting);
    while (text != NULL && setting->values->len < COMMENT_VALUES_MAX) {
        text += strspn(text, " \t\n");
        gsize length = strcspn(text, "| \t\n");
        if (length > 0 && strspn(text, marks) >= length) {
            const char *value = arena_intern_length(arena, text, length);
            g_ptr_array_add(setting->values, (gpointer)value);
        }
        setting->list_end = text + length;
        text += length + strspn(text + length, " \t\n");
        text = *text == '|' ? text + 1 : NULL;
    }
    if (setting->values->len < 2) {
        g_ptr_array_set_size(setting->values, 0);
        setting->list = setting->list_end = NULL;
        read_plain_list(arena, setting);
    }
}

const char *setting_help(Arena *arena, const EnvironmentSetting *setting)
{
    if (setting->comment == NULL) {
        return NULL;
    }
    g_autoptr(GString) words = g_string_new(setting->comment);
    if (setting->list != NULL) {
        g_string_erase(words, setting->list - setting->comment, setting->list_end - setting->list);
    }
    g_autofree char *title = g_strdup_printf("[%s]", setting->name);
    gsize begin = g_str_has_prefix(words->str, title) ? strlen(title) : 0;
    begin += strspn(words->str + begin, " \t\n-:");
    const char *summary = comment_summary(arena, words->str + begin);
    gsize length = strlen(summary);
    while (length > 0 && summary[length - 1] == ':') {
        length--;
    }
    return length > 0 ? arena_strndup(arena, summary, length) : NULL;
}

/* ---- the file -------------------------------------------------------------------------------- */

static gboolean is_one_of(const char *word, gsize length, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strlen(*words) == length && strncmp(word, *words, length) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Behind what stands in quotation marks, or the text's end. */
static const char *behind_quoted(const char *open)
{
    const char *close = strchr(open + 1, *open);
    return close != NULL ? close + 1 : open + strlen(open);
}

/* "if ($X == 1) setenv Y 2", all in one line of the C shell. */
static gboolean is_lone_if(const char *line)
{
    const char *test = g_str_has_prefix(line, "if") ? line + strlen("if") : "";
    test += strspn(test, " \t");
    return *test == '(' && !g_str_has_suffix(line, "then");
}

/* How many blocks are open behind the line: "if", "case", "{" and their like where a command may
 * begin, and what closes them. */
static guint follow_blocks(const char *line, guint open)
{
    static const char *const begins[] = {"if",     "case", "for",     "while",  "until",
                                         "select", "{",    "foreach", "switch", NULL};
    static const char *const ends[] = {"fi", "esac", "done", "}", "endif", "end", "endsw", NULL};
    static const char *const leads[] = {"then", "do", "else", "elif", "!", NULL};
    gboolean command = TRUE;
    line += is_lone_if(line) ? strlen("if") : 0;
    while (*line != '\0' && *line != '#') {
        if (*line == '"' || *line == '\'') {
            line = behind_quoted(line);
            command = FALSE;
            continue;
        }
        gsize length = strcspn(line, " \t;&|()\"'");
        gboolean lead = is_one_of(line, length, leads);
        if (length > 0 && (command || *line == '{')) {
            open += is_one_of(line, length, begins) ? 1 : 0;
            open -= is_one_of(line, length, ends) && open > 0 ? 1 : 0;
        }
        command = length == 0 ? command : lead;
        line += length;
        command = command || (*line != '\0' && strchr(";&|()", *line) != NULL);
        line += strspn(line, ";&|()");
        line += strspn(line, " \t");
    }
    return open;
}

/* What is said behind the line, or else above. */
static const char *told_of(Arena *arena, const MakeFile *file, guint line)
{
    const char *behind = comment_behind(arena, file, line);
    return behind != NULL ? behind : comment_above(arena, file, line);
}

GArray *settings_file_read(Arena *arena, const char *path, const char *text, gboolean *cut)
{
    GArray *settings = g_array_new(FALSE, FALSE, sizeof(EnvironmentSetting));
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(MakeFile) file = make_file_new(arena, path, text);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint open = 0;
    gboolean all = FALSE;
    *cut = FALSE;
    for (guint i = 0; lines[i] != NULL && !*cut; i++) {
        EnvironmentSetting setting = {.line = i + 1, .text = g_strstrip(lines[i])};
        open = *setting.text == '#' ? open : follow_blocks(setting.text, open);
        all = open == 0 ? exports_all(setting.text, all) : all;
        if (open > 0 || !read_line(arena, setting.text, all, &setting) ||
            g_hash_table_contains(names, setting.name)) {
            continue;
        }
        setting.comment = told_of(arena, file, setting.line);
        g_hash_table_add(names, (gpointer)setting.name);
        setting.text = arena_strdup(arena, setting.text);
        setting.values = arena_array(arena);
        if (setting.comment != NULL) {
            read_values(arena, &setting);
        }
        g_array_append_val(settings, setting);
        *cut = settings->len == SETTINGS_FILE_MAX;
    }
    return settings;
}
