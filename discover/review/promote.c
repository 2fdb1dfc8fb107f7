/* A rejected option becomes a point: its lines leave the one list, and a point goes into the other.
 */
#include "discover/review/edit_lines.h"
#include <string.h>

static const json_t *list_of(const ReviewFile *self, const char *name)
{
    return json_object_get(yaml_root(self->document), name);
}

static guint item_line(const ReviewFile *self, const char *name, guint index)
{
    return yaml_item_place(self->document, list_of(self, name), index).line;
}

static const char *line_text(const ReviewFile *self, guint line)
{
    return self->starts->pdata[line - 1];
}

static gsize indentation(const char *line)
{
    return strspn(line, " ");
}

/* The first of the comments right above a line that are about it: deeper ones belong to what is
 * above them. */
static guint with_comments(const ReviewFile *self, guint line, gsize column)
{
    while (line > 1 && edit_comment(line_text(self, line - 1)) != NULL &&
           indentation(line_text(self, line - 1)) <= column) {
        line--;
    }
    return line;
}

/* The line behind a list: that of the next key, or of the end. */
static guint line_behind(const ReviewFile *self, const char *name)
{
    json_t *root = yaml_root(self->document);
    guint begin = yaml_member_place(self->document, root, name).line;
    guint behind = self->starts->len - 1;
    const char *key;
    json_t *value;
    json_object_foreach(root, key, value)
    {
        guint line = yaml_member_place(self->document, root, key).line;
        behind = line > begin ? MIN(behind, line) : behind;
    }
    return with_comments(self, behind, 0);
}

static guint first_line(const ReviewFile *self, const char *name, guint index)
{
    if (index >= json_array_size(list_of(self, name))) {
        return line_behind(self, name);
    }
    guint line = item_line(self, name, index);
    return with_comments(self, line, indentation(line_text(self, line)));
}

static gboolean is_list_by_lines(const ReviewFile *self, const char *name)
{
    guint last = 0;
    for (guint i = 0; i < json_array_size(list_of(self, name)); i++) {
        guint line = item_line(self, name, i);
        const char *text = line == 0 ? "" : line_text(self, line);
        if (line <= last || !g_str_has_prefix(text + indentation(text), "- ")) {
            return FALSE;
        }
        last = line;
    }
    return TRUE;
}

ReviewListLines review_file_lists(const ReviewFile *self)
{
    json_t *root = yaml_root(self->document);
    guint points = yaml_member_place(self->document, root, "points").line;
    return (ReviewListLines){
        .no_points = self->specification->points->len > 0 ? 0 : points,
        .rejected = yaml_member_place(self->document, root, "rejected").line,
    };
}

gboolean edit_is_by_items(const ReviewFile *self)
{
    guint empty = review_file_lists(self).no_points;
    return (empty == 0 || g_str_has_prefix(line_text(self, empty), "points: []\n")) &&
           is_list_by_lines(self, "points") && is_list_by_lines(self, "rejected");
}

/* ---- what a person wrote beside the option -------------------------------------------------- */

/* A '#' behind other things begins a comment only outside of quotes, which the reader of comments
 * knows. */
static void add_trailing(const ReviewFile *self, guint index, GString *comment)
{
    g_autoptr(YamlComments) comments =
        yaml_comments_read(self->text, strlen(self->text), self->document, specification_identity);
    g_autofree char *list = yaml_path_member("", "rejected");
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree char *path = NULL;
    for (guint i = 0; i <= index; i++) {
        g_free(path);
        path = yaml_path_item(list, json_array_get(list_of(self, "rejected"), i),
                              specification_identity, seen);
    }
    const GPtrArray *paths = yaml_comments_paths(comments);
    for (guint i = 0; i < paths->len; i++) {
        const YamlNotes *notes = yaml_comments_at(comments, paths->pdata[i]);
        gboolean own =
            g_str_equal(paths->pdata[i], path) || yaml_path_is_below(paths->pdata[i], path);
        if (own && notes->trailing != NULL) {
            g_string_append_printf(comment, "%s\n", edit_comment(notes->trailing));
        }
    }
}

/* A comment a line, without '#'. The caller frees it. */
static char *comment_of(const ReviewFile *self, guint index, guint first, guint behind)
{
    GString *comment = g_string_new(NULL);
    gboolean trailing = FALSE;
    for (guint line = first; line < behind; line++) {
        const char *text = line_text(self, line);
        gsize length = strcspn(text, "\r\n");
        const char *found = edit_comment(text);
        if (found != NULL) {
            g_string_append_len(comment, found, (gssize)(length - (gsize)(found - text)));
            g_string_append_c(comment, '\n');
        }
        trailing = trailing || (found == NULL && g_strstr_len(text, (gssize)length, " #") != NULL);
    }
    if (trailing) {
        add_trailing(self, index, comment);
    }
    return g_string_free(comment, FALSE);
}

/* ---- the point ------------------------------------------------------------------------------ */

static Point *point_of(Arena *arena, const RejectedOption *option, Category category)
{
    Point *point = point_new(arena);
    point->option = option->option;
    point->category = category;
    point->id = point_id(arena, category, option->option);
    point->status = STATUS_NEW;
    point->build = option->build;
    point->folder = option->folder;
    point->kind = POINT_STRING;
    point->decided_by = DECIDED_BY_PERSON;
    point->confidence = 1;
    g_ptr_array_add(
        point->reasons,
        arena_printf(arena, "a person wants it as a point; it was rejected: %s", option->reason));
    if (option->at.path != NULL) {
        Evidence *evidence = arena_new0(arena, Evidence);
        evidence->at = option->at;
        evidence->at.column = 0;
        g_ptr_array_add(point->evidence, evidence);
    }
    return point;
}

/* As the file would be written anew with this point alone. The caller frees it. */
static char *point_text(const Point *point, Arena *arena, const char *comment, gsize column)
{
    Specification *alone = specification_new(arena);
    g_ptr_array_add(alone->points, (gpointer)point);
    g_autofree char *text = specification_text(alone, FORMAT_YAML, NULL);
    const char *begin = strstr(text, "\npoints:\n") + strlen("\npoints:\n");
    g_auto(GStrv) lines = g_strsplit(begin, "\n", -1);
    g_autofree char *blanks = g_strnfill(column, ' ');
    g_autofree char *inner = edit_comment_lines(comment, (guint)column + 2);
    GString *out = g_string_new(NULL);
    for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++) {
        g_string_append(out, g_str_has_prefix(lines[i], "  review:") ? inner : "");
        g_string_append_printf(out, "%s%s\n", blanks, lines[i]);
    }
    return g_string_free(out, FALSE);
}

guint review_file_promotion_line(const ReviewFile *self, const ReviewPromotion *promotion)
{
    guint empty = review_file_lists(self).no_points;
    if (empty > 0) {
        return empty + 1;
    }
    const RejectedOption *option = self->specification->rejected->pdata[promotion->rejected];
    const Point point = {.category = promotion->category,
                         .option = option->option,
                         .folder = option->folder,
                         .build = option->build};
    const GPtrArray *points = self->specification->points;
    guint index = 0;
    while (index < points->len && point_order(points->pdata[index], &point) < 0) {
        index++;
    }
    return first_line(self, "points", index);
}

ReviewPromotionLines review_file_promotion(const ReviewFile *self, const ReviewPromotion *promotion)
{
    guint index = promotion->rejected;
    guint first = first_line(self, "rejected", index);
    guint behind = first_line(self, "rejected", index + 1);
    gsize column = self->specification->points->len == 0
                       ? 0
                       : indentation(line_text(self, item_line(self, "points", 0)));
    g_autoptr(Arena) arena = arena_new();
    const RejectedOption *option = self->specification->rejected->pdata[index];
    const Point *point = point_of(arena, option, promotion->category);
    g_autofree char *comment = comment_of(self, index, first, behind);
    return (ReviewPromotionLines){.first = first,
                                  .count = behind - first,
                                  .point = review_file_promotion_line(self, promotion),
                                  .text = point_text(point, arena, comment, column)};
}
