/* list(SORT): by text, by a path's last component or with numbers inside in their natural order. */
#include "core/path.h"
#include "discover/cmake/pure_internal.h"
#include <string.h>

typedef enum { ORDER_STRING, ORDER_FILE_BASENAME, ORDER_NATURAL } SortOrder;

typedef struct {
    SortOrder order;
    gboolean fold_case;
    gboolean descending;
} Sort;

/* The three options, each with its values; a value's position is its meaning. */
static const struct {
    const char *name;
    const char *values[4];
} options[] = {
    {"COMPARE", {"STRING", "FILE_BASENAME", "NATURAL"}},
    {"CASE", {"SENSITIVE", "INSENSITIVE"}},
    {"ORDER", {"ASCENDING", "DESCENDING"}},
};

typedef struct {
    const char *key; /* what is compared */
    const char *item;
} Entry;

/* A run of digits is one number where both texts have digits before or at their first difference:
 * more leading zeros come first (they are fractions), else fewer digits do. */
static int compare_natural(const char *a, const char *b)
{
    gsize at = 0;
    while (a[at] == b[at] && a[at] != '\0') {
        at++;
    }
    if (a[at] == b[at]) {
        return 0;
    }
    gsize begin = at;
    while (begin > 0 && g_ascii_isdigit(a[begin - 1])) {
        begin--;
    }
    gsize ends[2] = {at, at};
    gsize zeros[2] = {0, 0};
    const char *texts[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        while (g_ascii_isdigit(texts[i][ends[i]])) {
            ends[i]++;
        }
        const char *digits = texts[i] + begin;
        while (digits[zeros[i]] == '0' && g_ascii_isdigit(digits[zeros[i] + 1])) {
            zeros[i]++;
        }
    }
    if (ends[0] > begin && ends[1] > begin) {
        if (zeros[0] != zeros[1]) {
            return zeros[0] > zeros[1] ? -1 : 1;
        }
        if (zeros[0] == 0 && ends[0] != ends[1]) {
            return ends[0] > ends[1] ? 1 : -1;
        }
    }
    /* CMake compares plain chars here, which are signed. */
    return (int)(signed char)a[at] - (int)(signed char)b[at];
}

static int compare_entries(const void *a, const void *b, void *data)
{
    const Sort *sort = data;
    const char *left = ((const Entry *)a)->key;
    const char *right = ((const Entry *)b)->key;
    int order = sort->order == ORDER_NATURAL ? compare_natural(left, right) : strcmp(left, right);
    return sort->descending ? -order : order;
}

/* The value's position, -1 for one that the option does not have. */
static int option_value(guint option, const char *value)
{
    for (int i = 0; i < 4 && options[option].values[i] != NULL; i++) {
        if (strcmp(options[option].values[i], value) == 0) {
            return i;
        }
    }
    return -1;
}

static gboolean parse_options(PureCall *call, const PureRow *row, Sort *sort, GError **error)
{
    int chosen[G_N_ELEMENTS(options)] = {-1, -1, -1};
    for (guint i = 2; i < call->argc; i += 2) {
        guint option = 0;
        while (option < G_N_ELEMENTS(options) && strcmp(options[option].name, call->argv[i]) != 0) {
            option++;
        }
        if (option == G_N_ELEMENTS(options) || chosen[option] >= 0) {
            return pure_fail(call, row, error, PURE_ERROR_USAGE, "option \"%s\" is %s",
                             call->argv[i],
                             option == G_N_ELEMENTS(options) ? "not known" : "given twice");
        }
        chosen[option] = i + 1 < call->argc ? option_value(option, call->argv[i + 1]) : -1;
        if (chosen[option] < 0) {
            return pure_fail(call, row, error, PURE_ERROR_USAGE,
                             "option \"%s\" needs another value", call->argv[i]);
        }
    }
    sort->order = (SortOrder)MAX(chosen[0], 0);
    sort->fold_case = chosen[1] == 1;
    sort->descending = chosen[2] == 1;
    return TRUE;
}

gboolean pure_list_sort(PureCall *call, const PureRow *row, GError **error)
{
    Sort sort = {0};
    if (pure_has_hole_from(call, 2)) {
        return pure_unknown(call, row);
    }
    if (!parse_options(call, row, &sort, error)) {
        return FALSE;
    }
    g_auto(PureList) list = {0};
    if (!pure_list_variable(call, row, &list)) {
        return TRUE;
    }
    if (list.holes > 0) {
        return pure_unknown(call, row);
    }
    g_autofree Entry *entries = g_new(Entry, (gsize)list.count + 1);
    for (guint i = 0; i < list.count; i++) {
        const char *key = list.items[i];
        if (sort.order == ORDER_FILE_BASENAME) {
            key = path_base(key);
        }
        if (sort.fold_case) {
            key = pure_map_bytes(call, row->operation, key, pure_lower);
        }
        entries[i] = (Entry){.key = key, .item = list.items[i]};
    }
    g_qsort_with_data(entries, (int)list.count, sizeof *entries, compare_entries, &sort);
    for (guint i = 0; i < list.count; i++) {
        list.items[i] = (char *)entries[i].item;
    }
    return pure_set_list(call, row, (const char *const *)list.items, 0, list.count, error);
}
