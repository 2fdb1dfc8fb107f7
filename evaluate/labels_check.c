#include "evaluate/labels_check.h"
#include "core/file.h"
#include "evaluate/flag.h"
#include "evaluate/labels_place.h"
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
    if (!labels_place_names(at.path, lines, at.line, option)) {
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
