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
    const ReviewChanges changes = {.edits = edits, .edit_count = count};
    char *text = review_file_edit(file, &changes, &error);
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
    g_assert_cmpfloat(point->confidence, ==, 1);
    g_assert_cmpuint(point->reasons->len, ==, 0);
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

static char *promoted(const ReviewFile *file, const ReviewPromotion *promotions, guint count)
{
    g_autoptr(GError) error = NULL;
    const ReviewChanges changes = {.promotions = promotions, .promotion_count = count};
    char *text = review_file_edit(file, &changes, &error);
    g_assert_no_error(error);
    return text;
}

/* The option leaves the one list, with what people wrote about it, for its place in the other. */
static void test_promotion(void)
{
    g_autoptr(ReviewFile) file = sample();
    const ReviewPromotion promotion = {.rejected = 1, .category = CATEGORY_MPI};
    g_autofree char *text = promoted(file, &promotion, 1);
    g_autofree char *without =
        replaced(sample_text,
                 "# asked for on the list\n"
                 "- {option: FAST_IO, category: io, reason: \"no evidence # none\", "
                 "at: \"a.cmake:7\"} # really\n",
                 "");
    g_autofree char *expected =
        replaced(without, "- id: mpi/MPI\n",
                 "- id: mpi/FAST_IO\n"
                 "  status: new\n"
                 "  category: mpi\n"
                 "  option: FAST_IO\n"
                 "  kind: string\n"
                 "  default: null\n"
                 "  condition: \"true\"\n"
                 "  evidence:\n"
                 "  - {at: \"a.cmake:7\"}\n"
                 "  decided_by: person\n"
                 "  confidence: 1.0\n"
                 "  reasons:\n"
                 "  - \"a person wants it as a point; it was rejected: no evidence # none\"\n"
                 "  # asked for on the list\n"
                 "  # really\n"
                 "  review: pending\n"
                 "- id: mpi/MPI\n");
    g_assert_cmpstr(text, ==, expected);
}

/* Behind all others, from a list that is gone then; together with edits of points around it. */
static void test_promotion_of_all(void)
{
    g_autoptr(ReviewFile) file = sample();
    const ReviewPromotion promotions[] = {
        {.rejected = 2, .category = CATEGORY_SIMD},
        {.rejected = 0, .category = CATEGORY_OTHER},
        {.rejected = 1, .category = CATEGORY_OTHER},
    };
    const ReviewEdit edits[] = {{.point = 0, .review = REVIEW_ACCEPTED, .comment = "first"},
                                {.point = 2, .review = REVIEW_REJECTED}};
    const ReviewChanges changes = {.edits = edits,
                                   .edit_count = G_N_ELEMENTS(edits),
                                   .promotions = promotions,
                                   .promotion_count = G_N_ELEMENTS(promotions)};
    g_autoptr(GError) error = NULL;
    g_autofree char *text = review_file_edit(file, &changes, &error);
    g_assert_no_error(error);
    g_autoptr(ReviewFile) again = review_file_parse(text, strlen(text), "again", &error);
    g_assert_no_error(error);
    g_assert_false(again->rewritten);
    static const char *const options[] = {"odd: name", "GPU",         "MPI",
                                          "CLUSTER",   "BUILD_TESTS", "FAST_IO"};
    const GPtrArray *points = again->specification->points;
    g_assert_cmpuint(points->len, ==, G_N_ELEMENTS(options));
    for (guint i = 0; i < points->len; i++) {
        g_assert_cmpstr(((const Point *)points->pdata[i])->option, ==, options[i]);
    }
    g_assert_cmpstr(((const Point *)points->pdata[0])->folder, ==, "tools");
    g_assert_cmpint(((const Point *)points->pdata[1])->review, ==, REVIEW_ACCEPTED);
    g_assert_cmpint(((const Point *)points->pdata[3])->review, ==, REVIEW_REJECTED);
    g_assert_cmpuint(again->specification->rejected->len, ==, 0);
    g_autofree char *comment = review_file_comment(again, 0);
    g_assert_cmpstr(comment, ==, "below");
    g_assert_nonnull(strstr(text, "# at the end"));
}

static void test_promotion_to_the_first_point(void)
{
    static const char text[] = "schema: xaas-spec/1\n"
                               "project: {name: none}\n"
                               "build_systems: []\n"
                               "points: []\n"
                               "rejected:\n"
                               "- {option: A, category: io, reason: none}\n"
                               "ledger:\n"
                               "- {reason: x, count: 1}\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(ReviewFile) file = review_file_parse(text, strlen(text), "none", &error);
    g_assert_no_error(error);
    g_assert_false(file->rewritten);
    const ReviewPromotion promotion = {.rejected = 0, .category = CATEGORY_IO};
    g_autofree char *edited_text = promoted(file, &promotion, 1);
    g_assert_nonnull(strstr(edited_text, "points:\n- id: io/A\n"));
    g_assert_nonnull(strstr(edited_text, "  review: pending\nledger:\n"));
    g_assert_null(strstr(edited_text, "rejected:\n"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/review/edit/one_line", test_review_changes_one_line);
    g_test_add_func("/review/edit/category", test_category_is_a_persons);
    g_test_add_func("/review/edit/comments", test_comments);
    g_test_add_func("/review/edit/comment_cannot_break_out", test_comment_cannot_break_out);
    g_test_add_func("/review/edit/promotion", test_promotion);
    g_test_add_func("/review/edit/promotion/all", test_promotion_of_all);
    g_test_add_func("/review/edit/promotion/first_point", test_promotion_to_the_first_point);
    g_test_add_func("/review/edit/other_forms", test_other_forms_are_rewritten);
    g_test_add_func("/review/edit/malformed", test_malformed);
    return g_test_run();
}
