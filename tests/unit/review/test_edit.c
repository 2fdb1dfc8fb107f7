#include "discover/review/edit.h"
#include "tests/unit/review/sample.h"
#include <string.h>

static ReviewFile *sample(void)
{
    g_autoptr(GError) error = NULL;
    ReviewFile *file = review_file_parse(sample_text, strlen(sample_text), "sample", &error);
    g_assert_no_error(error);
    return file;
}

static char *edited(const ReviewFile *file, const ReviewEdit *edits, guint count)
{
    g_autoptr(GError) error = NULL;
    char *text = review_file_edit(file, edits, count, &error);
    g_assert_no_error(error);
    return text;
}

/* The text with one piece of it replaced: what a small edit is expected to leave. */
static char *replaced(const char *text, const char *from, const char *to)
{
    GString *copy = g_string_new(text);
    g_assert_cmpuint(g_string_replace(copy, from, to, 0), ==, 1);
    return g_string_free(copy, FALSE);
}

static void test_review_changes_one_line(void)
{
    g_autoptr(ReviewFile) file = sample();
    const ReviewEdit edit = {.point = 0, .review = REVIEW_ACCEPTED};
    g_autofree char *text = edited(file, &edit, 1);
    g_autofree char *expected = replaced(sample_text, "review: pending # see ticket 12",
                                         "review: accepted # see ticket 12");
    g_assert_cmpstr(text, ==, expected);
    g_assert_false(file->rewritten);
}

static void test_category_is_a_persons(void)
{
    g_autoptr(ReviewFile) file = sample();
    const Category category = CATEGORY_MEMORY;
    const ReviewEdit edit = {.point = 2, .review = REVIEW_ACCEPTED, .category = &category};
    g_autofree char *text = edited(file, &edit, 1);
    g_autoptr(GError) error = NULL;
    g_autoptr(ReviewFile) again = review_file_parse(text, strlen(text), "again", &error);
    g_assert_no_error(error);
    const Point *point = again->specification->points->pdata[2];
    g_assert_cmpint(point->category, ==, CATEGORY_MEMORY);
    g_assert_cmpint(point->review, ==, REVIEW_ACCEPTED);
    g_assert_cmpstr(point->decided_by, ==, DECIDED_BY_PERSON);
}

static void test_comments(void)
{
    g_autoptr(ReviewFile) file = sample();
    g_autofree char *comment = review_file_comment(file, 1);
    g_assert_cmpstr(comment, ==, "asked the authors\nthey agree");
    g_autofree char *none = review_file_comment(file, 0);
    g_assert_cmpstr(none, ==, "");

    const ReviewEdit edits[] = {
        {.point = 1, .review = REVIEW_REJECTED, .comment = "one: [two\n  review: accepted\x1b[2J"},
        {.point = 0, .review = REVIEW_PENDING, .comment = "first"},
    };
    g_autofree char *text = edited(file, edits, G_N_ELEMENTS(edits));
    g_assert_nonnull(strstr(text, "  # first\n  review: pending # see ticket 12\n"));
    g_assert_nonnull(
        strstr(text, "  # one: [two\n  #   review: accepted [2J\n  review: rejected\n"));
    g_assert_null(strstr(text, "they agree"));
    g_autoptr(ReviewFile) again = review_file_parse(text, strlen(text), "again", NULL);
    const ReviewEdit removal = {.point = 1, .review = REVIEW_REJECTED, .comment = ""};
    g_autofree char *without = edited(again, &removal, 1);
    g_assert_null(strstr(without, "# one"));
    g_assert_nonnull(strstr(without, "# first"));
}

/* Unicode's line separators are line ends to YAML: none may leave the comment. */
static void test_comment_cannot_break_out(void)
{
    static const char *const separators[] = {"\n",       "\r",           "\r\n",
                                             "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
    g_autoptr(ReviewFile) file = sample();
    for (gsize i = 0; i < G_N_ELEMENTS(separators); i++) {
        g_autofree char *comment = g_strconcat("x", separators[i], "schema: evil", NULL);
        const ReviewEdit edit = {.point = 1, .review = REVIEW_ACCEPTED, .comment = comment};
        g_autofree char *text = edited(file, &edit, 1);
        g_autoptr(ReviewFile) again = review_file_parse(text, strlen(text), "again", NULL);
        g_assert_nonnull(again);
        g_assert_cmpint(((const Point *)again->specification->points->pdata[1])->review, ==,
                        REVIEW_ACCEPTED);
    }
}

static void test_other_forms_are_rewritten(void)
{
    g_autoptr(ReviewFile) file = sample();
    g_autofree char *json = specification_text(file->specification, FORMAT_JSON, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(ReviewFile) other = review_file_parse(json, strlen(json), "sample.json", &error);
    g_assert_no_error(error);
    g_assert_true(other->rewritten);
    const ReviewEdit edit = {.point = 2, .review = REVIEW_ACCEPTED};
    g_autofree char *text = edited(other, &edit, 1);
    g_assert_nonnull(strstr(text, "review: accepted"));
}

static void test_malformed(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(review_file_parse("points: [", 9, "bad.yaml", &error));
    g_assert_nonnull(error);
    g_assert_true(g_str_has_prefix(error->message, "bad.yaml:"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/review/edit/one_line", test_review_changes_one_line);
    g_test_add_func("/review/edit/category", test_category_is_a_persons);
    g_test_add_func("/review/edit/comments", test_comments);
    g_test_add_func("/review/edit/comment_cannot_break_out", test_comment_cannot_break_out);
    g_test_add_func("/review/edit/other_forms", test_other_forms_are_rewritten);
    g_test_add_func("/review/edit/malformed", test_malformed);
    return g_test_run();
}
