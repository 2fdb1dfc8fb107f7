#include "discover/review/serve/decisions.h"
#include "core/json.h"
#include "discover/review/difference.h"
#include "discover/review/report_data.h"
#include <string.h>

#define STATUS_OK 200u
#define STATUS_BAD 400u
#define STATUS_CONFLICT 409u
#define STATUS_FAILED 500u

void decision_answer_clear(DecisionAnswer *self)
{
    g_clear_pointer(&self->body, g_free);
}

static DecisionAnswer answer(guint status, json_t *json)
{
    DecisionAnswer self = {status, json_document_text(json)};
    json_decref(json);
    return self;
}

static DecisionAnswer refuse(guint status, const char *message)
{
    return answer(status, json_pack("{s:o}", "error", json_of_text(message)));
}

static gboolean find_point(const Specification *specification, const json_t *decision, guint *index)
{
    const char *option = json_string_value(json_object_get(decision, "option"));
    const char *folder = json_string_value(json_object_get(decision, "folder"));
    const char *build = json_string_value(json_object_get(decision, "build"));
    for (guint i = 0; option != NULL && i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        if (g_str_equal(point->option, option) && g_strcmp0(point->folder, folder) == 0 &&
            g_strcmp0(point->build, build) == 0) {
            *index = i;
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean parse_review(const char *text, Review *review)
{
    static const Review all[] = {REVIEW_PENDING, REVIEW_ACCEPTED, REVIEW_REJECTED};
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++) {
        if (g_strcmp0(text, review_text(all[i])) == 0) {
            *review = all[i];
            return TRUE;
        }
    }
    return FALSE;
}

/* The category of an edit is kept here, where the edit can point at it. */
typedef struct {
    ReviewEdit edit;
    Category category;
} Decision;

static gboolean parse_decision(const Specification *specification, const json_t *json,
                               Decision *decision)
{
    const char *review = json_string_value(json_object_get(json, "review"));
    const char *category = json_string_value(json_object_get(json, "category"));
    const char *comment = json_string_value(json_object_get(json, "comment"));
    *decision = (Decision){.edit = {.comment = comment}};
    return find_point(specification, json, &decision->edit.point) &&
           parse_review(review, &decision->edit.review) &&
           (category == NULL || category_parse(category, &decision->category)) &&
           (comment == NULL || strlen(comment) <= EDIT_COMMENT_MAX);
}

/* NULL when one of them is malformed or two are about the same point. */
static ReviewEdit *parse_decisions(const Specification *specification, const json_t *list,
                                   Decision *decisions)
{
    gsize count = json_array_size(list);
    g_autofree ReviewEdit *edits = g_new0(ReviewEdit, count + 1);
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (gsize i = 0; i < count; i++) {
        if (!parse_decision(specification, json_array_get(list, i), &decisions[i]) ||
            !g_hash_table_add(seen, GUINT_TO_POINTER(decisions[i].edit.point))) {
            return NULL;
        }
        const Point *point = specification->points->pdata[decisions[i].edit.point];
        edits[i] = decisions[i].edit;
        gboolean has_category = json_object_get(json_array_get(list, i), "category") != NULL &&
                                decisions[i].category != point->category;
        edits[i].category = has_category ? &decisions[i].category : NULL;
    }
    return g_steal_pointer(&edits);
}

/* The file is not what the page shows: says what differs, and the next page shows the file as it
 * is. */
static DecisionAnswer conflict(ReviewStore *store)
{
    g_autoptr(Arena) arena = arena_new();
    json_t *changes = json_array();
    g_autoptr(ReviewStore) now = review_store_open(store->path, NULL);
    const GPtrArray *differences =
        now == NULL ? arena_array(arena)
                    : specification_differences(store->file->specification,
                                                now->file->specification, DIFFERENCE_ALL, arena);
    for (guint i = 0; i < differences->len; i++) {
        const Difference *difference = differences->pdata[i];
        for (guint k = 0; k < difference->words->len; k++) {
            g_autofree char *line = g_strdup_printf("%s: %s", difference->subject,
                                                    (const char *)difference->words->pdata[k]);
            json_array_append_new(changes, json_of_text(line));
        }
    }
    return answer(STATUS_CONFLICT,
                  json_pack("{s:s, s:o}", "error",
                            "The file was changed by somebody else meanwhile. Nothing was "
                            "written.",
                            "changes", changes));
}

static DecisionAnswer write_edits(ReviewStore *store, const ReviewEdit *edits, guint count)
{
    g_autoptr(GError) error = NULL;
    if (review_store_write(store, edits, count, &error)) {
        g_autofree char *digest = report_digest(store->file->text);
        return answer(STATUS_OK, json_pack("{s:s, s:i}", "digest", digest, "written", (int)count));
    }
    if (g_error_matches(error, REVIEW_ERROR, REVIEW_ERROR_CHANGED)) {
        return conflict(store);
    }
    return refuse(STATUS_FAILED, error->message);
}

DecisionAnswer decisions_write(ReviewStore *store, const char *body, gsize length)
{
    json_t *request = json_loadb(body, length, JSON_REJECT_DUPLICATES, NULL);
    const char *digest = json_string_value(json_object_get(request, "digest"));
    const json_t *list = json_object_get(request, "decisions");
    DecisionAnswer result = {0};
    g_autofree char *present = report_digest(store->file->text);
    const Specification *specification = store->file->specification;
    if (digest == NULL || !json_is_array(list) ||
        json_array_size(list) > specification->points->len) {
        result = refuse(STATUS_BAD, "This is no list of decisions.");
    } else if (!g_str_equal(digest, present)) {
        result = conflict(store);
    } else {
        g_autofree Decision *decisions = g_new0(Decision, json_array_size(list) + 1);
        g_autofree ReviewEdit *edits = parse_decisions(specification, list, decisions);
        result = edits == NULL
                     ? refuse(STATUS_BAD, "A decision names no point, or says what none can.")
                     : write_edits(store, edits, (guint)json_array_size(list));
    }
    json_decref(request);
    return result;
}
