#include "evaluate/report_plots.h"
#include "core/html.h"
#include <math.h>
#include <string.h>

#define WIDTH 860
#define NAME_WIDTH 190
#define NAME_CHARACTERS 28
#define ROW_HEIGHT 28
/* Colours and marks repeat after so many rows. */
#define SERIES_COUNT 8

/* So much of a name as there is room for; the whole of it on hovering. */
static void add_name(GString *page, const char *name)
{
    g_autofree char *valid = g_utf8_make_valid(name, -1);
    if (g_utf8_strlen(valid, -1) > NAME_CHARACTERS) {
        g_autofree char *begin = g_utf8_substring(valid, 0, NAME_CHARACTERS - 1);
        html_append_text(page, begin);
        g_string_append(page, "…<title>");
        html_append_text(page, valid);
        g_string_append(page, "</title>");
        return;
    }
    html_append_text(page, valid);
}

static void begin(GString *page, const char *title, int width, int height)
{
    g_string_append_printf(page,
                           "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\" "
                           "style=\"max-width:%dpx\">\n",
                           width, height, title, width);
}

static void end(GString *page)
{
    g_string_append(page, "</svg>\n");
}

static void add_line(GString *page, const char *style, const int from[2], const int to[2])
{
    g_string_append_printf(page, "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n",
                           style, from[0], from[1], to[0], to[1]);
}

/* `style` is a class; one with "end" or "middle" in it is anchored there. */
static void add_label(GString *page, const char *style, int x, int y, const char *text)
{
    g_string_append_printf(page, "<text class=\"%s\" x=\"%d\" y=\"%d\">", style, x, y);
    add_name(page, text);
    g_string_append(page, "</text>\n");
}

static void add_number(GString *page, const char *style, int x, int y, double value)
{
    g_autofree char *text = report_number(value);
    add_label(page, style, x, y, text);
}

/* The mark of a row: a colour and a form, so that colours are not all that tells rows apart. */
static void add_mark(GString *page, guint series, int x, int y, int size, const char *extra)
{
    guint colour = series % SERIES_COUNT;
    switch ((series + series / SERIES_COUNT) % 4) {
    case 0:
        g_string_append_printf(page, "<circle class=\"s%u %s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>",
                               colour, extra, x, y, size);
        break;
    case 1:
        g_string_append_printf(
            page, "<rect class=\"s%u %s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", colour,
            extra, x - size, y - size, 2 * size, 2 * size);
        break;
    case 2:
        g_string_append_printf(page, "<path class=\"s%u %s\" d=\"M%d %dl%d %dh%dz\"/>", colour,
                               extra, x, y - size, size, 2 * size, -2 * size);
        break;
    default:
        g_string_append_printf(page, "<path class=\"s%u %s\" d=\"M%d %dl%d %dl%d %dl%d %dz\"/>",
                               colour, extra, x, y - size - 1, size + 1, size + 1, -size - 1,
                               size + 1, -size - 1, -size - 1);
    }
    g_string_append_c(page, '\n');
}

/* A scale from a value between `low` and 1 to pixels. */
typedef struct {
    double low;
    int from;
    int length;
} Scale;

static int place(const Scale *scale, double value)
{
    double share = (CLAMP(value, scale->low, 1) - scale->low) / (1 - scale->low);
    return scale->from + (int)lround(share * scale->length);
}

/* The tenth below all defined values, so that nothing is outside and little is empty. */
static double lower_end(const GPtrArray *rows, const Summary *(*of)(const ReportRow *))
{
    double low = 0.9;
    for (guint i = 0; i < rows->len; i++) {
        const Summary *summary = of(rows->pdata[i]);
        if (!isnan(summary->min)) {
            low = MIN(low, floor(summary->min * 10) / 10);
        }
    }
    return MAX(low, 0);
}

static const Summary *f1_of(const ReportRow *row)
{
    return &row->f1;
}

static const Summary *precision_of(const ReportRow *row)
{
    return &row->precision;
}

static const Summary *recall_of(const ReportRow *row)
{
    return &row->recall;
}

/* Tenths from the scale's lower end to 1, at most ten. */
static void add_ticks(GString *page, const Scale *scale, gboolean across, int from, int to)
{
    int first = (int)lround(scale->low * 10);
    for (int tenth = first; tenth <= 10; tenth++) {
        int at = place(scale, tenth / 10.0);
        g_autofree char *text = tenth == 10 ? g_strdup("1") : g_strdup_printf("0.%d", tenth);
        if (across) {
            add_line(page, "grid", (int[]){at, from}, (int[]){at, to});
            add_label(page, "tick middle", at, to + 16, text);
        } else {
            add_line(page, "grid", (int[]){from, at}, (int[]){to, at});
            add_label(page, "tick end", from - 6, at + 4, text);
        }
    }
}

static void add_f1_row(GString *page, const ReportRow *row, const Scale *scale, guint index)
{
    int y = 20 + (int)index * ROW_HEIGHT;
    add_label(page, "name end", NAME_WIDTH - 10, y + 4, row->name);
    if (row->f1.count == 0) {
        add_label(page, "tick", scale->from + 6, y + 4, "not defined");
        return;
    }
    for (guint i = 0; row->scores->len > 1 && i < row->scores->len; i++) {
        double value = score_f1(row->scores->pdata[i]);
        if (!isnan(value)) {
            g_string_append_printf(page, "<circle class=\"run\" cx=\"%d\" cy=\"%d\" r=\"3\"/>\n",
                                   place(scale, value), y);
        }
    }
    if (!isnan(row->f1.low)) {
        add_line(page, "interval", (int[]){place(scale, row->f1.low), y},
                 (int[]){place(scale, row->f1.high), y});
        int median = place(scale, row->f1.median);
        add_line(page, "median", (int[]){median, y - 8}, (int[]){median, y + 8});
    }
    g_string_append_printf(page, "<circle class=\"mean\" cx=\"%d\" cy=\"%d\" r=\"5\"/>\n",
                           place(scale, row->f1.mean), y);
    add_number(page, "value", WIDTH - 56, y + 4, row->f1.mean);
}

void plot_f1(GString *page, const GPtrArray *rows)
{
    int bottom = 8 + (int)rows->len * ROW_HEIGHT;
    Scale scale = {lower_end(rows, f1_of), NAME_WIDTH, WIDTH - NAME_WIDTH - 70};
    begin(page, "F1 with interval", WIDTH, bottom + 26);
    add_ticks(page, &scale, TRUE, 4, bottom);
    for (guint i = 0; i < rows->len; i++) {
        add_f1_row(page, rows->pdata[i], &scale, i);
    }
    end(page);
}

/* Where precision and recall give the same F1. */
static void add_equal_f1(GString *page, const Scale *across, const Scale *up, double f1)
{
    g_autoptr(GString) path = g_string_new(NULL);
    int label_x = 0;
    int label_y = 0;
    guint points = 0;
    for (int step = 100; step >= 0; step--) {
        double recall = across->low + (1 - across->low) * step / 100;
        double precision = 2 * recall > f1 ? f1 * recall / (2 * recall - f1) : 2;
        if (precision < up->low || precision > 1) {
            continue;
        }
        int x = place(across, recall);
        int y = up->from - (place(up, precision) - up->from);
        g_string_append_printf(path, "%s%d %d", path->len == 0 ? "M" : "L", x, y);
        points++;
        if (label_x == 0) {
            label_x = x;
            label_y = y;
        }
    }
    /* Of one that only touches the corner there is nothing to see, and its name hides the scale's.
     */
    if (points > 1) {
        g_string_append_printf(page, "<path class=\"iso\" d=\"%s\"/>\n", path->str);
        g_autofree char *text = g_strdup_printf("F1 0.%d", (int)lround(f1 * 10));
        add_label(page, "tick", label_x + 6, label_y + 4, text);
    }
}

#define SQUARE 420

static void add_points(GString *page, const ReportRow *row, guint index, const Scale *across,
                       const Scale *up)
{
    for (guint i = 0; i < row->scores->len; i++) {
        const Score *score = row->scores->pdata[i];
        double precision = score_precision(score);
        if (!isnan(precision)) { /* then there is a recall as well */
            int y = up->from - (place(up, precision) - up->from);
            add_mark(page, index, place(across, score_recall(score)), y, 4, "mark");
        }
    }
}

void plot_precision_recall(GString *page, const GPtrArray *rows)
{
    const int bottom = SQUARE + 10;
    const int right = 50 + SQUARE;
    /* One scale for both, so that the diagonal is where they are equal. */
    double low = MIN(lower_end(rows, recall_of), lower_end(rows, precision_of));
    Scale across = {low, 50, SQUARE};
    Scale up = {low, bottom, SQUARE};
    int height = MAX(bottom + 44, 30 + (int)rows->len * 22);
    begin(page, "Precision and recall", WIDTH, height);
    add_ticks(page, &across, TRUE, 10, bottom);
    /* Upwards, pixels shrink: the scale is mirrored at its beginning. */
    int first = (int)lround(up.low * 10);
    for (int tenth = first; tenth <= 10; tenth++) {
        int y = bottom - (place(&up, tenth / 10.0) - bottom);
        g_autofree char *text = tenth == 10 ? g_strdup("1") : g_strdup_printf("0.%d", tenth);
        add_line(page, "grid", (int[]){50, y}, (int[]){right, y});
        add_label(page, "tick end", 44, y + 4, text);
    }
    for (int tenth = 1; tenth <= 9; tenth++) {
        add_equal_f1(page, &across, &up, tenth / 10.0);
    }
    add_label(page, "axis middle", 50 + SQUARE / 2, bottom + 36, "recall");
    g_string_append_printf(page,
                           "<text class=\"axis middle\" transform=\"translate(12 %d) "
                           "rotate(-90)\">precision</text>\n",
                           10 + SQUARE / 2);
    for (guint i = 0; i < rows->len; i++) {
        add_points(page, rows->pdata[i], i, &across, &up);
        int y = 24 + (int)i * 22;
        add_mark(page, i, right + 76, y, 5, "");
        add_label(page, "name", right + 90, y + 4, ((const ReportRow *)rows->pdata[i])->name);
    }
    end(page);
}

/* A box (x, y, width, height) whose colour says a share of 1; `text` may be NULL. */
static void add_cell(GString *page, const char *style, const int box[4], double share,
                     const char *text)
{
    g_string_append_printf(page,
                           "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                           "fill-opacity=\"%d%%\"/>\n",
                           style, box[0], box[1], box[2] - 2, box[3] - 2, (int)lround(100 * share));
    if (text != NULL) {
        add_label(page, share > 0.55 ? "high middle" : "low middle", box[0] + box[2] / 2 - 1,
                  box[1] + box[3] / 2 + 3, text);
    }
}

/* A slanted title over a column. */
static void add_column_title(GString *page, int x, int y, const char *text)
{
    g_string_append_printf(page, "<text class=\"name\" transform=\"translate(%d %d) rotate(-40)\">",
                           x, y);
    add_name(page, text);
    g_string_append(page, "</text>\n");
}

/* What slanted titles need; a letter goes up by less than this. */
#define LETTER_HEIGHT 5
#define LETTER_WIDTH 7

static int longest(const char *const *names, guint count, const gboolean *used)
{
    gsize letters = 0;
    for (guint i = 0; i < count; i++) {
        letters = used == NULL || used[i] ? MAX(letters, strlen(names[i])) : letters;
    }
    return (int)MIN(letters, NAME_CHARACTERS);
}

/* Two digits after the point. */
static char *short_number(double value)
{
    g_autofree char *text = report_number(round(value * 100) / 100);
    text[strlen(text) - 2] = '\0';
    return g_steal_pointer(&text);
}

void plot_categories(GString *page, const Evaluation *evaluation, const GPtrArray *rows)
{
    g_autofree gboolean *used = report_used_parts(evaluation);
    int columns = 0;
    for (guint part = 0; part < evaluation->part_count; part++) {
        columns += used[part] ? 1 : 0;
    }
    const int size[2] = {MAX(44, MIN(64, (WIDTH - NAME_WIDTH - 90) / MAX(columns, 1))), ROW_HEIGHT};
    int letters = longest(evaluation->part_names, evaluation->part_count, used);
    int top = 20 + letters * LETTER_HEIGHT;
    begin(page, "F1 by category", NAME_WIDTH + columns * size[0] + letters * LETTER_WIDTH,
          top + (int)rows->len * size[1] + 8);
    int column = 0;
    for (guint part = 0; part < evaluation->part_count; part++) {
        if (!used[part]) {
            continue;
        }
        int x = NAME_WIDTH + column * size[0];
        add_column_title(page, x + size[0] / 2, top - 8, evaluation->part_names[part]);
        for (guint i = 0; i < rows->len; i++) {
            double value = report_part_value(evaluation, rows->pdata[i], part);
            if (isnan(value)) {
                continue;
            }
            g_autofree char *text = short_number(value);
            add_cell(page, "cell", (int[]){x, top + (int)i * size[1], size[0], size[1]}, value,
                     text);
        }
        column++;
    }
    for (guint i = 0; i < rows->len; i++) {
        add_label(page, "name end", NAME_WIDTH - 10, top + (int)i * size[1] + 17,
                  ((const ReportRow *)rows->pdata[i])->name);
    }
    end(page);
}

static const char *confusion_name(const Evaluation *evaluation, guint index, gboolean row)
{
    return index < evaluation->part_count ? evaluation->part_names[index]
           : row                          ? "not labelled"
                                          : "missed";
}

/* How much a row or column of the matrix holds. */
static guint confusion_sum(const guint *cells, guint side, guint index)
{
    guint sum = 0;
    for (guint i = 0; i < side; i++) {
        sum += cells[index * side + i] + cells[i * side + index];
    }
    return sum;
}

void plot_confusion(GString *page, const Evaluation *evaluation)
{
    g_autofree guint *cells = report_confusion(evaluation);
    if (cells == NULL) {
        return;
    }
    guint side = evaluation->part_count + 1;
    g_autoptr(GArray) shown = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < side; i++) {
        if (i == evaluation->part_count || confusion_sum(cells, side, i) > 0) {
            g_array_append_val(shown, i);
        }
    }
    const int size[2] = {40, ROW_HEIGHT};
    int letters = longest(evaluation->part_names, evaluation->part_count, NULL);
    int top = 20 + letters * LETTER_HEIGHT;
    begin(page, "Confusion matrix", NAME_WIDTH + (int)shown->len * size[0] + letters * LETTER_WIDTH,
          top + (int)shown->len * size[1] + 8);
    for (guint i = 0; i < shown->len; i++) {
        guint row = g_array_index(shown, guint, i);
        add_label(page, "name end", NAME_WIDTH - 10, top + (int)i * size[1] + 17,
                  confusion_name(evaluation, row, TRUE));
        add_column_title(page, NAME_WIDTH + (int)i * size[0] + size[0] / 2, top - 8,
                         confusion_name(evaluation, row, FALSE));
        guint total = 0;
        for (guint column = 0; column < side; column++) {
            total += cells[row * side + column];
        }
        for (guint j = 0; j < shown->len; j++) {
            guint column = g_array_index(shown, guint, j);
            guint count = cells[row * side + column];
            g_autofree char *text = count == 0 ? NULL : g_strdup_printf("%u", count);
            add_cell(
                page, row == column && row < side - 1 ? "cell" : "cell off",
                (int[]){NAME_WIDTH + (int)j * size[0], top + (int)i * size[1], size[0], size[1]},
                total == 0 ? 0 : (double)count / total, text);
        }
    }
    end(page);
}
