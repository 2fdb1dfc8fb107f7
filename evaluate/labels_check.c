#include "evaluate/labels_check.h"
#include "core/file.h"
#include "evaluate/flag.h"
#include <string.h>

typedef struct {
    const Labels *labels;
    Arena *arena; /* for normalised flags */
    Diagnostics *diagnostics;
    const char *source;
    GHashTable *files; /* path -> GStrv of lines; NULL: could not be read */
} Check;

static void report(const Check *check, Span at, const char *remedy, const char *message)
{
    diagnostics_add(check->diagnostics, DIAGNOSTIC_ERROR, at, remedy, "%s", message);
}

static void check_twice(const Check *check)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < check->labels->points->len; i++) {
        const LabelledPoint *point = check->labels->points->pdata[i];
        const char *key = flag_read(check->arena, point->flag).key;
        const LabelledPoint *first = g_hash_table_lookup(seen, key);
        if (first != NULL) {
            g_autofree char *message = g_strdup_printf("%s is there twice, first in line %u",
                                                       point->flag, first->label_at.line);
            report(check, point->label_at, "keep one of them", message);
            continue;
        }
        g_hash_table_insert(seen, (gpointer)key, (gpointer)point);
    }
}

static void check_one_category(const Check *check)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < check->labels->points->len; i++) {
        const LabelledPoint *point = check->labels->points->pdata[i];
        const LabelledPoint *first = g_hash_table_lookup(seen, point->option);
        if (first == NULL) {
            g_hash_table_insert(seen, (gpointer)point->option, (gpointer)point);
        } else if (first->category != point->category) {
            g_autofree char *message = g_strdup_printf(
                "%s is %s here, but %s in line %u", point->option, category_text(point->category),
                category_text(first->category), first->label_at.line);
            report(check, point->label_at, "give all its values one category", message);
        }
    }
}

/* The option in the form that flags have: without the prefix, '_' as '-' where the flag does so. */
static gboolean same_option(const Check *check, const LabelledPoint *point, const Flag *flag)
{
    g_autofree char *definition = g_strconcat("-D", point->option, NULL);
    return flag_read(check->arena, definition).option == flag->option ||
           flag_read(check->arena, point->option).option == flag->option;
}

/* What is no word, such as "make target", is chosen by the value alone: "make linux-gnu". */
static gboolean is_chosen_alone(const char *option)
{
    return strchr(option, ' ') != NULL;
}

static void check_flag(const Check *check, const LabelledPoint *point)
{
    if (is_chosen_alone(point->option) && g_strcmp0(point->flag, point->value) == 0) {
        return;
    }
    Flag flag = flag_read(check->arena, point->flag);
    if (!same_option(check, point, &flag)) {
        g_autofree char *message = g_strdup_printf("the flag %s does not begin with the option %s",
                                                   point->flag, point->option);
        report(check, point->label_at, "write one argument as a person types it", message);
    } else if (point->value == NULL ? *flag.value != '\0'
                                    : flag_value(check->arena, point->value) != flag.value) {
        g_autofree char *message =
            g_strdup_printf("the flag %s does not choose the value %s", point->flag,
                            point->value == NULL ? "(free: it would end in =)" : point->value);
        report(check, point->label_at, "make flag and value agree", message);
    }
}

static void check_others(const Check *check)
{
    g_autoptr(GHashTable) points = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < check->labels->points->len; i++) {
        const LabelledPoint *point = check->labels->points->pdata[i];
        g_hash_table_insert(
            points,
            g_strdup_printf("%s=%s", point->option, point->value == NULL ? "" : point->value),
            (gpointer)point);
        g_hash_table_insert(points, g_strdup(point->option), (gpointer)point);
    }
    for (guint i = 0; i < check->labels->others->len; i++) {
        const LabelledOther *other = check->labels->others->pdata[i];
        g_autofree char *key =
            g_strdup_printf("%s%s%s", other->option, other->value == NULL ? "" : "=",
                            other->value == NULL ? "" : other->value);
        const LabelledPoint *point = g_hash_table_lookup(points, key);
        if (point != NULL) {
            g_autofree char *message =
                g_strdup_printf("%s is a point, and listed under not_points as well", key);
            report(check, point->label_at, "decide", message);
        }
    }
}

/* The lines of a file of the source; NULL when it cannot be read. */
static char **lines_of(const Check *check, const char *path)
{
    char **lines = NULL;
    if (!g_hash_table_lookup_extended(check->files, path, NULL, (gpointer *)&lines)) {
        g_autofree char *full = g_build_filename(check->source, path, NULL);
        g_autofree char *text = file_read(full, LABELS_SOURCE_BYTES_MAX, NULL, NULL);
        lines = text == NULL ? NULL : g_strsplit(text, "\n", -1);
        g_hash_table_insert(check->files, g_strdup(path), lines);
    }
    return lines;
}

/* What a source names an option by: without --enable- and the like, whose rest is an argument of
 * the macro that declares it. */
static const char *bare_name(const char *option)
{
    static const char *const prefixes[] = {"--enable-", "--with-", "--disable-", "--without-",
                                           "-D",        "--",      NULL};
    for (gsize i = 0; prefixes[i] != NULL; i++) {
        if (g_str_has_prefix(option, prefixes[i])) {
            return option + strlen(prefixes[i]);
        }
    }
    return option;
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

static void check_place(const Check *check, Span label_at, Span at, const char *option)
{
    char **lines = lines_of(check, at.path);
    g_autofree char *where = span_text(&at);
    if (lines == NULL) {
        g_autofree char *message = g_strdup_printf("%s: there is no such file", where);
        report(check, label_at, "is this the labelled version?", message);
        return;
    }
    guint count = g_strv_length(lines);
    if (at.line == 0 || at.line > count) {
        g_autofree char *message = g_strdup_printf("%s: there is no such line", where);
        report(check, label_at, "is this the labelled version?", message);
        return;
    }
    gboolean named = FALSE;
    for (guint i = at.line - 1; !named && i < MIN(count, at.line - 1 + LABELS_COMMAND_LINES); i++) {
        named = names(lines[i], bare_name(option)) || is_put_together(option, lines[i]) ||
                is_module_of(at.path, lines[i], option);
    }
    if (!named) {
        g_autofree char *message = g_strdup_printf("%s does not name %s", where, option);
        report(check, label_at, "give the line of the command that declares it", message);
    }
}

static void check_source(const Check *check)
{
    for (guint i = 0; i < check->labels->points->len; i++) {
        const LabelledPoint *point = check->labels->points->pdata[i];
        const char *named = is_chosen_alone(point->option) ? point->value : point->option;
        check_place(check, point->label_at, point->at, named);
        for (guint j = 0; j < point->also_at->len; j++) {
            Span also = record_place(check->arena, point->also_at->pdata[j]);
            check_place(check, point->label_at, also, named);
        }
    }
    for (guint i = 0; i < check->labels->others->len; i++) {
        const LabelledOther *other = check->labels->others->pdata[i];
        if (other->at.path != NULL) {
            gboolean alone = is_chosen_alone(other->option) && other->value != NULL;
            check_place(check, other->label_at, other->at, alone ? other->value : other->option);
        }
    }
}

void labels_check(const Labels *labels, const char *source, Diagnostics *diagnostics)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GHashTable) files =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_strfreev);
    Check check = {labels, arena, diagnostics, source, files};
    check_twice(&check);
    check_one_category(&check);
    for (guint i = 0; i < labels->points->len; i++) {
        check_flag(&check, labels->points->pdata[i]);
    }
    check_others(&check);
    if (source != NULL) {
        check_source(&check);
    }
}
