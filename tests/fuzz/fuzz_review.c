/* Decisions going into a specification. The first byte chooses: a request as the page sends it to
 * the server, or a text of a specification, with a line before it that says what is decided. What
 * must hold of every write is asserted. */
#include "discover/review/serve/decisions.h"
#include "tests/unit/review/sample.h"
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

/* Where the request says this, it means the digest of the file, which nobody can guess. */
#define DIGEST "@DIGEST@"

static char *contents(const char *path)
{
    g_autoptr(GError) error = NULL;
    char *text = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

/* What decisions may not change: all but the members that say them. */
static json_t *without_decisions(const Specification *specification)
{
    static const char *const members[] = {"id",     "category",   "decided_by",
                                          "review", "confidence", "reasons"};
    json_t *json = specification_to_json(specification);
    gsize index;
    json_t *point;
    json_array_foreach(json_object_get(json, "points"), index, point)
    {
        for (gsize i = 0; i < G_N_ELEMENTS(members); i++) {
            json_object_del(point, members[i]);
        }
    }
    return json;
}

static void assert_same_otherwise(const Specification *before, const Specification *after)
{
    json_t *old = without_decisions(before);
    json_t *new = without_decisions(after);
    g_assert_true(json_equal(old, new));
    json_decref(old);
    json_decref(new);
}

/* The server writes all of a request or nothing, and what it wrote is a specification with as many
 * options. */
static void handle_request(const char *body)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = NULL;
    int descriptor = g_file_open_tmp("xaas-fuzz-XXXXXX", &path, &error);
    g_assert_no_error(error);
    g_assert_cmpint(write(descriptor, sample_text, strlen(sample_text)), ==, strlen(sample_text));
    close(descriptor);
    g_autoptr(ReviewStore) store = review_store_open(path, &error);
    g_assert_no_error(error);
    GString *request = g_string_new(body);
    g_string_replace(request, DIGEST, store->digest, 1);
    const Specification *before = store->file->specification;
    guint options = before->points->len + before->rejected->len;
    DecisionAnswer answer = decisions_write(store, request->str, request->len);
    g_string_free(request, TRUE);
    g_autofree char *text = contents(path);
    if (answer.status == 200) {
        const Specification *after = store->file->specification;
        g_assert_cmpuint(after->points->len + after->rejected->len, ==, options);
        g_assert_cmpstr(store->file->text, ==, text);
        g_assert_false(store->file->rewritten);
    } else {
        g_assert_true(answer.status == 400 || answer.status == 409 || answer.status == 500);
        g_assert_cmpstr(text, ==, sample_text);
    }
    json_t *json = json_loads(answer.body, JSON_REJECT_DUPLICATES, NULL);
    g_assert_true(json_is_object(json));
    json_decref(json);
    decision_answer_clear(&answer);
    g_unlink(path);
}

/* An edit of each point, as a byte says. */
static void edit_points(const ReviewFile *file, const char *choices, const char *comment)
{
    guint count = (guint)MIN(file->specification->points->len, strlen(choices));
    static const Review reviews[] = {REVIEW_PENDING, REVIEW_ACCEPTED, REVIEW_REJECTED};
    g_autofree ReviewEdit *edits = g_new0(ReviewEdit, count + 1);
    g_autofree Category *categories = g_new0(Category, count + 1);
    for (guint i = 0; i < count; i++) {
        guint choice = (guchar)choices[i];
        categories[i] = (Category)(choice / 8 % CATEGORY_COUNT);
        edits[i] = (ReviewEdit){.point = i,
                                .review = reviews[choice % 3],
                                .category = choice & 4 ? &categories[i] : NULL,
                                .comment = choice & 64 ? comment : NULL};
    }
    const ReviewChanges changes = {.edits = edits, .edit_count = count};
    g_autofree char *text = review_file_edit(file, &changes, NULL);
    if (text != NULL) {
        g_autoptr(GError) error = NULL;
        g_autoptr(ReviewFile) after = review_file_parse(text, strlen(text), "edited", &error);
        g_assert_no_error(error);
        assert_same_otherwise(file->specification, after->specification);
    }
}

static void promote_options(const ReviewFile *file, const char *choices)
{
    guint count = (guint)MIN(file->specification->rejected->len, strlen(choices));
    g_autofree ReviewPromotion *promotions = g_new0(ReviewPromotion, count + 1);
    for (guint i = 0; i < count; i++) {
        promotions[i] = (ReviewPromotion){i, (Category)((guchar)choices[i] % CATEGORY_COUNT)};
    }
    const ReviewChanges changes = {.promotions = promotions, .promotion_count = count};
    g_autofree char *text = review_file_edit(file, &changes, NULL);
    if (text != NULL) {
        g_autoptr(ReviewFile) after = review_file_parse(text, strlen(text), "edited", NULL);
        g_assert_nonnull(after);
        g_assert_cmpuint(after->specification->points->len, ==,
                         file->specification->points->len + count);
    }
}

static void edit_text(const char *text)
{
    const char *end = strchr(text, '\n');
    if (end == NULL) {
        return;
    }
    g_autofree char *choices = g_strndup(text, (gsize)(end - text));
    g_autoptr(ReviewFile) file = review_file_parse(end + 1, strlen(end + 1), "input", NULL);
    if (file != NULL) {
        edit_points(file, choices, choices);
        promote_options(file, choices);
    }
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > 0) {
        g_autofree char *text = g_strndup((const char *)data + 1, size - 1);
        if (data[0] == 'R') {
            handle_request(text);
        } else {
            edit_text(text);
        }
    }
    return 0;
}
