#include "discover/review/serve/decisions.h"
#include "core/file.h"
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

/* What tells options apart, as the page names them. */
typedef struct {
    const char *option;
    const char *folder;
    const char *build;
} OptionName;

static OptionName name_of(const json_t *decision)
{
    return (OptionName){json_string_value(json_object_get(decision, "option")),
                        json_string_value(json_object_get(decision, "folder")),
                        json_string_value(json_object_get(decision, "build"))};
}

static gboolean is_same(const OptionName *a, const OptionName *b)
{
    return g_strcmp0(a->option, b->option) == 0 && g_strcmp0(a->folder, b->folder) == 0 &&
           g_strcmp0(a->build, b->build) == 0;
}

static gboolean find_point(const Specification *specification, const json_t *decision, guint *index)
{
    OptionName wanted = name_of(decision);
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        const OptionName name = {point->option, point->folder, point->build};
        if (is_same(&name, &wanted)) {
            *index = i;
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean find_rejected(const Specification *specification, const json_t *decision,
                              guint *index)
{
    OptionName wanted = name_of(decision);
    for (guint i = 0; i < specification->rejected->len; i++) {
        const RejectedOption *option = specification->rejected->pdata[i];
        const OptionName name = {option->option, option->folder, option->build};
        if (is_same(&name, &wanted)) {
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

/* NULL when one of them is malformed or two are about the same option. */
static ReviewPromotion *parse_promotions(const Specification *specification, const json_t *list)
{
    gsize count = json_array_size(list);
    g_autofree ReviewPromotion *promotions = g_new0(ReviewPromotion, count + 1);
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (gsize i = 0; i < count; i++) {
        const json_t *given = json_array_get(list, i);
        const char *category = json_string_value(json_object_get(given, "category"));
        if (!find_rejected(specification, given, &promotions[i].rejected) || category == NULL ||
            !category_parse(category, &promotions[i].category) ||
            !g_hash_table_add(seen, GUINT_TO_POINTER(promotions[i].rejected))) {
            return NULL;
        }
    }
    return g_steal_pointer(&promotions);
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

static DecisionAnswer write_changes(ReviewStore *store, const ReviewChanges *changes)
{
    g_autoptr(GError) error = NULL;
    if (review_store_write(store, changes, &error)) {
        g_autofree char *digest = report_digest(store->file->text);
        return answer(STATUS_OK, json_pack("{s:s, s:i}", "digest", digest, "written",
                                           (int)(changes->edit_count + changes->promotion_count)));
    }
    if (g_error_matches(error, FILE_ERROR, FILE_ERROR_CHANGED)) {
        return conflict(store);
    }
    return refuse(STATUS_FAILED, error->message);
}

static DecisionAnswer write_lists(ReviewStore *store, const json_t *decisions,
                                  const json_t *promotions)
{
    const Specification *specification = store->file->specification;
    if (json_array_size(decisions) > specification->points->len ||
        json_array_size(promotions) > specification->rejected->len) {
        return refuse(STATUS_BAD, "There are more decisions than options.");
    }
    g_autofree Decision *parsed = g_new0(Decision, json_array_size(decisions) + 1);
    g_autofree ReviewEdit *edits = parse_decisions(specification, decisions, parsed);
    g_autofree ReviewPromotion *promoted = parse_promotions(specification, promotions);
    if (edits == NULL || promoted == NULL) {
        return refuse(STATUS_BAD, "A decision names no option, or says what none can.");
    }
    const ReviewChanges changes = {.edits = edits,
                                   .edit_count = (guint)json_array_size(decisions),
                                   .promotions = promoted,
                                   .promotion_count = (guint)json_array_size(promotions)};
    return write_changes(store, &changes);
}

DecisionAnswer decisions_write(ReviewStore *store, const char *body, gsize length)
{
    json_t *request = json_loadb(body, length, JSON_REJECT_DUPLICATES, NULL);
    const char *digest = json_string_value(json_object_get(request, "digest"));
    const json_t *decisions = json_object_get(request, "decisions");
    const json_t *promotions = json_object_get(request, "promotions");
    DecisionAnswer result = {0};
    g_autofree char *present = report_digest(store->file->text);
    gboolean lists = (decisions == NULL || json_is_array(decisions)) &&
                     (promotions == NULL || json_is_array(promotions)) &&
                     (decisions != NULL || promotions != NULL);
    if (digest == NULL || !lists) {
        result = refuse(STATUS_BAD, "This is no list of decisions.");
    } else if (!g_str_equal(digest, present)) {
        result = conflict(store);
    } else {
        result = write_lists(store, decisions, promotions);
    }
    json_decref(request);
    return result;
}
