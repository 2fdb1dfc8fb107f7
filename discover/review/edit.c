#include "core/file.h"
#include "discover/review/edit_lines.h"
#include <string.h>

static json_t *point_json(const ReviewFile *self, guint index)
{
    return json_array_get(json_object_get(yaml_root(self->document), "points"), index);
}

/* Whether a line holds just a key at that column; and, for `word`, a bare word behind it. */
static gboolean is_key_line(const char *line, guint column, const char *key, gboolean word)
{
    gsize blanks = strspn(line, " ");
    if (blanks + 1 != column || !g_str_has_prefix(line + blanks, key)) {
        return FALSE;
    }
    const char *at = line + blanks + strlen(key);
    if (*at != ':') {
        return FALSE;
    }
    at++;
    at += strspn(at, " ");
    at += strspn(at, "abcdefghijklmnopqrstuvwxyz_");
    at += strspn(at, " \r");
    return !word || *at == '\n' || *at == '\0' || *at == '#';
}

/* The beginning of each line; one more at the end of the text. */
static GPtrArray *line_starts(const char *text)
{
    GPtrArray *starts = g_ptr_array_new();
    for (const char *at = text;; at = strchr(at, '\n') + 1) {
        g_ptr_array_add(starts, (gpointer)at);
        if (strchr(at, '\n') == NULL) {
            break;
        }
    }
    g_ptr_array_add(starts, (gpointer)(text + strlen(text)));
    return starts;
}

/* Whether something else than a line feed ends a line: places in the file count such lines, too. */
static gboolean has_other_line_ends(const char *text)
{
    for (const char *at = text; (at = strpbrk(at, "\r\xC2\xE2")) != NULL; at++) {
        if ((*at == '\r' && at[1] != '\n') || g_str_has_prefix(at, "\xC2\x85") ||
            g_str_has_prefix(at, "\xE2\x80\xA8") || g_str_has_prefix(at, "\xE2\x80\xA9")) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether every decision stands on a line of its own, as this toolkit writes it. */
static gboolean is_by_lines(const ReviewFile *self)
{
    if (has_other_line_ends(self->text)) {
        return FALSE;
    }
    static const struct {
        const char *name;
        gboolean word;
    } keys[] = {{"review", TRUE}, {"category", TRUE}, {"decided_by", FALSE}, {"confidence", FALSE}};
    const GPtrArray *starts = self->starts;
    for (guint i = 0; i < self->specification->points->len; i++) {
        const json_t *point = point_json(self, i);
        guint column = yaml_member_place(self->document, point, "review").column;
        for (gsize k = 0; k < G_N_ELEMENTS(keys); k++) {
            Span at = yaml_member_place(self->document, point, keys[k].name);
            if (at.line == 0 || at.line >= starts->len || at.column != column ||
                !is_key_line(starts->pdata[at.line - 1], column, keys[k].name, keys[k].word)) {
                return FALSE;
            }
        }
    }
    return g_str_has_suffix(self->text, "\n") && edit_is_by_items(self);
}

static ReviewFile *parse(const char *text, gsize length, const char *file, GError **error)
{
    g_autoptr(ReviewFile) self = g_new0(ReviewFile, 1);
    self->arena = arena_new();
    self->text = g_strndup(text, length);
    self->starts = line_starts(self->text);
    self->document = yaml_parse(text, length, file, error);
    if (self->document == NULL) {
        return NULL;
    }
    self->specification = specification_from_yaml(self->arena, self->document, error);
    return self->specification == NULL ? NULL : g_steal_pointer(&self);
}

ReviewFile *review_file_parse(const char *text, gsize length, const char *file, GError **error)
{
    g_autoptr(ReviewFile) self = parse(text, length, file, error);
    if (self == NULL || is_by_lines(self)) {
        return g_steal_pointer(&self);
    }
    g_autoptr(YamlComments) comments =
        yaml_comments_read(text, length, self->document, specification_identity);
    g_autofree char *canonical = specification_text(self->specification, FORMAT_YAML, comments);
    g_autoptr(ReviewFile) rewritten = parse(canonical, strlen(canonical), file, error);
    if (rewritten == NULL) {
        return NULL;
    }
    if (!is_by_lines(rewritten)) {
        g_set_error(error, RECORD_ERROR, RECORD_ERROR_MALFORMED,
                    "%s: decisions do not stand on lines of their own; let xaas-discover --update "
                    "write the file anew",
                    file);
        return NULL;
    }
    rewritten->rewritten = TRUE;
    return g_steal_pointer(&rewritten);
}

ReviewFile *review_file_load(const char *path, GError **error)
{
    gsize length = 0;
    g_autofree char *text = file_read(path, YAML_BYTES_MAX, &length, error);
    return text == NULL ? NULL : review_file_parse(text, length, path, error);
}

void review_file_free(ReviewFile *self)
{
    if (self == NULL) {
        return;
    }
    g_clear_pointer(&self->document, yaml_document_free);
    g_clear_pointer(&self->arena, arena_free);
    g_clear_pointer(&self->starts, g_ptr_array_unref);
    g_free(self->text);
    g_free(self);
}

const char *edit_comment(const char *line)
{
    const char *at = line + strspn(line, " ");
    return *at != '#' ? NULL : at[1] == ' ' ? at + 2 : at + 1;
}

/* The line behind what a member of the point holds, which is where another one begins, or the
 * comment above that. */
static guint end_of_member(const ReviewFile *self, json_t *point, guint begin)
{
    guint end = self->starts->len;
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(point, key, value)
    {
        guint line = yaml_member_place(self->document, point, key).line;
        end = line > begin ? MIN(end, line) : end;
    }
    while (end > begin + 1 && edit_comment(self->starts->pdata[end - 2]) != NULL) {
        end--;
    }
    return end;
}

ReviewLines review_file_lines(const ReviewFile *self, guint index)
{
    const json_t *point = point_json(self, index);
    Span review = yaml_member_place(self->document, point, "review");
    ReviewLines lines = {
        .review = review.line,
        .category = yaml_member_place(self->document, point, "category").line,
        .decided_by = yaml_member_place(self->document, point, "decided_by").line,
        .confidence = yaml_member_place(self->document, point, "confidence").line,
        .comment = review.line,
        .indentation = review.column - 1,
    };
    if (json_object_get(point, "reasons") != NULL) {
        lines.reasons = yaml_member_place(self->document, point, "reasons").line;
        lines.reasons_end = end_of_member(self, (json_t *)point, lines.reasons);
    }
    while (lines.comment > 1 && edit_comment(self->starts->pdata[lines.comment - 2]) != NULL) {
        lines.comment--;
    }
    return lines;
}

char *review_file_comment(const ReviewFile *self, guint point)
{
    ReviewLines lines = review_file_lines(self, point);
    GString *comment = g_string_new(NULL);
    for (guint line = lines.comment; line < lines.review; line++) {
        const char *text = edit_comment(self->starts->pdata[line - 1]);
        g_string_append(comment, line == lines.comment ? "" : "\n");
        g_string_append_len(comment, text, (gssize)strcspn(text, "\r\n"));
    }
    return g_string_free(comment, FALSE);
}

/* What stands on one line instead. */
typedef struct {
    guint line;
    guint removed;     /* lines that go, from this one on */
    char *text;        /* with line ends */
    gboolean is_point; /* a point that comes in */
} LineChange;

static void change_clear(gpointer data)
{
    g_free(((LineChange *)data)->text);
}

/* "  key: word", with the comment that stood behind the old one. */
static char *key_line(const char *old, guint indentation, const char *key, const char *word)
{
    gsize length = strcspn(old, "\r\n");
    g_autofree char *line = g_strndup(old, length);
    const char *comment = strstr(line, " #");
    g_autofree char *blanks = g_strnfill(indentation, ' ');
    return g_strdup_printf("%s%s: %s%s\n", blanks, key, word, comment == NULL ? "" : comment);
}

/* Whatever a person typed: no character of it may end the comment. */
char *edit_comment_lines(const char *comment, guint indentation)
{
    g_autofree char *valid = g_utf8_make_valid(comment, -1);
    g_autofree char *blanks = g_strnfill(indentation, ' ');
    g_auto(GStrv) lines = g_strsplit_set(g_strstrip(valid), "\r\n", -1);
    GString *out = g_string_new(NULL);
    for (guint i = 0; lines[i] != NULL; i++) {
        if (*lines[i] == '\0') {
            continue;
        }
        g_string_append_printf(out, "%s# ", blanks);
        for (const char *at = lines[i]; *at != '\0'; at = g_utf8_next_char(at)) {
            gunichar character = g_utf8_get_char(at);
            gboolean breaks = g_unichar_iscntrl(character) || character == 0x2028 ||
                              character == 0x2029 || character == 0xFEFF || character == 0xFFFE ||
                              character == 0xFFFF;
            g_string_append_unichar(out, breaks ? ' ' : character);
        }
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

static void add_change(GArray *changes, guint line, guint removed, char *text)
{
    const LineChange change = {.line = line, .removed = removed, .text = text};
    g_array_append_val(changes, change);
}

static void add_edit(const ReviewFile *self, const ReviewEdit *edit, GArray *changes)
{
    const Point *point = self->specification->points->pdata[edit->point];
    ReviewLines lines = review_file_lines(self, edit->point);
    const char *old = self->starts->pdata[lines.review - 1];
    if (edit->review != point->review) {
        add_change(changes, lines.review, 1,
                   key_line(old, lines.indentation, "review", review_text(edit->review)));
    }
    if (edit->category != NULL && *edit->category != point->category) {
        add_change(changes, lines.category, 1,
                   key_line(self->starts->pdata[lines.category - 1], lines.indentation, "category",
                            category_text(*edit->category)));
        add_change(changes, lines.decided_by, 1,
                   key_line(self->starts->pdata[lines.decided_by - 1], lines.indentation,
                            "decided_by", DECIDED_BY_PERSON));
        /* What spoke for the category before says nothing of this one. */
        add_change(changes, lines.confidence, 1,
                   key_line(self->starts->pdata[lines.confidence - 1], lines.indentation,
                            "confidence", "1.0"));
        if (lines.reasons > 0) {
            add_change(changes, lines.reasons, lines.reasons_end - lines.reasons, g_strdup(""));
        }
    }
    if (edit->comment != NULL) {
        add_change(changes, lines.comment, lines.review - lines.comment,
                   edit_comment_lines(edit->comment, lines.indentation));
    }
}

/* Points of one place go there in the order of files. */
static int compare_promotions(gconstpointer left, gconstpointer right)
{
    const ReviewPromotion *a = left;
    const ReviewPromotion *b = right;
    int order = (int)a->category - (int)b->category;
    return order != 0 ? order : a->rejected < b->rejected ? -1 : a->rejected > b->rejected;
}

static void add_promotions(const ReviewFile *self, const ReviewChanges *given, GArray *changes)
{
    if (given->promotion_count == 0) {
        return;
    }
    ReviewListLines lists = review_file_lists(self);
    if (lists.no_points > 0) {
        add_change(changes, lists.no_points, 1, g_strdup("points:\n"));
    }
    if (given->promotion_count == self->specification->rejected->len) {
        add_change(changes, lists.rejected, 1, g_strdup(""));
    }
    g_autofree ReviewPromotion *sorted =
        g_memdup2(given->promotions, given->promotion_count * sizeof *given->promotions);
    qsort(sorted, given->promotion_count, sizeof *sorted, compare_promotions);
    for (guint i = 0; i < given->promotion_count; i++) {
        ReviewPromotionLines lines = review_file_promotion(self, &sorted[i]);
        const LineChange point = {.line = lines.point, .text = lines.text, .is_point = TRUE};
        g_array_append_val(changes, point);
        add_change(changes, lines.first, lines.count, g_strdup(""));
    }
}

/* What is put in front of a line comes before what replaces the line. */
static int compare_changes(gconstpointer left, gconstpointer right)
{
    const LineChange *a = left;
    const LineChange *b = right;
    if (a->line != b->line) {
        return a->line < b->line ? -1 : 1;
    }
    return a->removed < b->removed ? -1 : a->removed > b->removed;
}

/* Where a point is in the result: promotions above it moved it down. */
static const Point *find_edited(const ReviewFile *self, const GArray *changes, guint index,
                                const Specification *result)
{
    guint line = review_file_lines(self, index).review;
    guint found = index;
    for (guint i = 0; i < changes->len; i++) {
        const LineChange *change = &g_array_index(changes, LineChange, i);
        found += change->is_point && change->line <= line;
    }
    return result->points->pdata[found];
}

static gboolean has_promotion(const Specification *result, const RejectedOption *option,
                              Category category)
{
    for (guint i = 0; i < result->points->len; i++) {
        const Point *point = result->points->pdata[i];
        if (g_str_equal(point->option, option->option) && point->category == category &&
            g_strcmp0(point->folder, option->folder) == 0 &&
            g_strcmp0(point->build, option->build) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* An option of which the result does not say what was meant; NULL: all is well. */
static const char *find_lost(const ReviewFile *self, const ReviewChanges *given,
                             const GArray *changes, const Specification *result)
{
    const Specification *before = self->specification;
    gboolean moved = result->points->len == before->points->len + given->promotion_count &&
                     result->rejected->len + given->promotion_count == before->rejected->len;
    for (guint i = 0; i < given->promotion_count; i++) {
        const RejectedOption *option = before->rejected->pdata[given->promotions[i].rejected];
        if (!moved || !has_promotion(result, option, given->promotions[i].category)) {
            return option->option;
        }
    }
    for (guint i = 0; i < given->edit_count; i++) {
        const ReviewEdit *edit = &given->edits[i];
        const Point *point = find_edited(self, changes, edit->point, result);
        if (!moved || point->review != edit->review ||
            (edit->category != NULL && point->category != *edit->category)) {
            return ((const Point *)before->points->pdata[edit->point])->option;
        }
    }
    return NULL;
}

static gboolean is_as_meant(const ReviewFile *self, const char *text, const ReviewChanges *given,
                            const GArray *changes, GError **error)
{
    g_autoptr(ReviewFile) result = parse(text, strlen(text), "the reviewed text", error);
    if (result == NULL) {
        return FALSE;
    }
    const char *lost = find_lost(self, given, changes, result->specification);
    if (lost != NULL) {
        g_set_error(error, RECORD_ERROR, RECORD_ERROR_MALFORMED,
                    "the decision about %s cannot be written into this file; "
                    "let xaas-discover --update write it anew",
                    lost);
    }
    return lost == NULL;
}

char *review_file_edit(const ReviewFile *self, const ReviewChanges *given, GError **error)
{
    g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(LineChange));
    g_array_set_clear_func(changes, change_clear);
    for (guint i = 0; i < given->edit_count; i++) {
        add_edit(self, &given->edits[i], changes);
    }
    add_promotions(self, given, changes);
    g_array_sort(changes, compare_changes);
    g_autoptr(GString) out = g_string_new(NULL);
    const char *kept = self->text;
    for (guint i = 0; i < changes->len; i++) {
        const LineChange *change = &g_array_index(changes, LineChange, i);
        const char *from = self->starts->pdata[change->line - 1];
        g_string_append_len(out, kept, from - kept);
        g_string_append(out, change->text);
        kept = self->starts->pdata[change->line - 1 + change->removed];
    }
    g_string_append(out, kept);
    return is_as_meant(self, out->str, given, changes, error)
               ? g_string_free(g_steal_pointer(&out), FALSE)
               : NULL;
}
