#include "discover/review/report_data.h"
#include "core/json.h"
#include "core/words.h"
#include "discover/review/coverage.h"
#include "discover/review/excerpt.h"
#include "discover/review/gaps.h"
#include "discover/review/links.h"
#include "discover/review/twins.h"
#include <string.h>

char *report_digest(const char *text)
{
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

/* ---- conditions in words -------------------------------------------------------------------- */

/* Pages look a condition up by its notation, which is what the specification itself holds. */
static void add_words(json_t *words, const Condition *condition)
{
    g_autofree char *text = condition_text(condition);
    if (json_object_get(words, text) == NULL) {
        json_object_set_new(words, text, condition_words_json(condition));
    }
}

static void add_requirement_words(json_t *words, const GPtrArray *requirements)
{
    for (guint i = 0; i < requirements->len; i++) {
        const Requirement *requirement = requirements->pdata[i];
        if (requirement->condition != NULL) {
            add_words(words, requirement->condition);
        }
    }
}

static json_t *all_words(const Specification *self)
{
    json_t *words = json_object();
    for (guint i = 0; i < self->points->len; i++) {
        const Point *point = self->points->pdata[i];
        add_words(words, point->condition);
        for (guint k = 0; k < point->defaults->len; k++) {
            add_words(words, ((const PointDefault *)point->defaults->pdata[k])->when);
        }
        add_requirement_words(words, point->requires);
        add_requirement_words(words, point->conflicts);
        for (guint k = 0; k < point->values->len; k++) {
            const PointValue *value = point->values->pdata[k];
            add_requirement_words(words, value->requires);
            add_requirement_words(words, value->conflicts);
        }
    }
    for (guint i = 0; i < self->constraints->len; i++) {
        add_words(words, ((const SpecificationConstraint *)self->constraints->pdata[i])->when);
    }
    for (guint i = 0; i < self->groups->len; i++) {
        add_requirement_words(words, ((const PointGroup *)self->groups->pdata[i])->members);
    }
    return words;
}

/* ---- pieces of source ----------------------------------------------------------------------- */

typedef struct {
    Excerpts *excerpts;
    json_t *found; /* "path:line" -> {first, lines} */
    gsize bytes;
    guint left_out;
} ExcerptList;

static void add_excerpt(ExcerptList *self, Span at)
{
    g_autofree char *place = span_text(&at);
    if (at.line == 0 || json_object_get(self->found, place) != NULL) {
        return;
    }
    if (self->bytes > REPORT_EXCERPT_BYTES_MAX) {
        self->left_out++;
        return;
    }
    g_autoptr(Excerpt) excerpt = excerpts_at(self->excerpts, at);
    if (excerpt == NULL) {
        return;
    }
    for (guint i = 0; i < excerpt->lines->len; i++) {
        self->bytes += strlen(excerpt->lines->pdata[i]);
    }
    json_object_set_new(self->found, place,
                        json_pack("{s:i, s:o}", "first", (int)excerpt->first, "lines",
                                  json_of_texts(excerpt->lines)));
}

static void add_excerpts(json_t *data, const ReportInput *input)
{
    const Specification *specification = input->file->specification;
    ExcerptList list = {.excerpts = excerpts_new(input->tree), .found = json_object()};
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        for (guint k = 0; k < point->evidence->len; k++) {
            add_excerpt(&list, ((const Evidence *)point->evidence->pdata[k])->at);
        }
    }
    for (guint i = 0; i < specification->constraints->len; i++) {
        add_excerpt(&list,
                    ((const SpecificationConstraint *)specification->constraints->pdata[i])->at);
    }
    for (guint i = 0; i < specification->rejected->len; i++) {
        add_excerpt(&list, ((const RejectedOption *)specification->rejected->pdata[i])->at);
    }
    excerpts_free(list.excerpts);
    json_object_set_new(data, "excerpts", list.found);
    json_object_set_new(data, "excerpts_left_out", json_integer(list.left_out));
}

/* ---- the map -------------------------------------------------------------------------------- */

static void add_coverage(json_t *data, const ReportInput *input)
{
    g_autoptr(Coverage) coverage =
        coverage_count(input->file->specification, input->sources, input->decisions);
    json_t *folders = json_array();
    for (guint i = 0; i < coverage->folders->len; i++) {
        const CoverageFolder *folder = coverage->folders->pdata[i];
        json_t *points = json_array();
        for (guint k = 0; k < coverage->point_count; k++) {
            json_array_append_new(points, json_integer(folder->points[k]));
        }
        json_array_append_new(folders,
                              json_pack("{s:o, s:i, s:o}", "path", json_of_text(folder->path),
                                        "lines", (int)folder->lines, "points", points));
    }
    json_object_set_new(data, "folders", folders);
    json_object_set_new(
        data, "sources",
        json_pack("{s:i, s:i}", "files", (int)coverage->files, "lines", (int)coverage->lines));
}

/* ---- the rest ------------------------------------------------------------------------------- */

static json_t *places_of_decisions(const ReviewFile *file)
{
    json_t *points = json_array();
    for (guint i = 0; i < file->specification->points->len; i++) {
        ReviewLines lines = review_file_lines(file, i);
        g_autofree char *comment = review_file_comment(file, i);
        json_array_append_new(
            points,
            json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:o}", "review", (int)lines.review,
                      "category", (int)lines.category, "decided_by", (int)lines.decided_by,
                      "confidence", (int)lines.confidence, "reasons", (int)lines.reasons,
                      "reasons_end", (int)lines.reasons_end, "first_comment", (int)lines.comment,
                      "indentation", (int)lines.indentation, "comment", json_of_text(comment)));
    }
    return points;
}

/* What making a point of each rejected option changes in the text; `points` by category: the line
 * in front of which it goes. Its text is that of the category which came nearest. */
static json_t *places_of_promotions(const ReviewFile *file)
{
    json_t *options = json_array();
    for (guint i = 0; i < file->specification->rejected->len; i++) {
        const RejectedOption *option = file->specification->rejected->pdata[i];
        ReviewPromotion promotion = {i, option->category};
        ReviewPromotionLines lines = review_file_promotion(file, &promotion);
        json_t *points = json_array();
        for (guint category = 0; category < CATEGORY_COUNT; category++) {
            promotion.category = (Category)category;
            json_array_append_new(points,
                                  json_integer(review_file_promotion_line(file, &promotion)));
        }
        json_array_append_new(options, json_pack("{s:i, s:i, s:o, s:o}", "first", (int)lines.first,
                                                 "count", (int)lines.count, "text",
                                                 json_of_text(lines.text), "points", points));
        g_free(lines.text);
    }
    ReviewListLines lists = review_file_lists(file);
    return json_pack("{s:i, s:i, s:o}", "no_points", (int)lists.no_points, "rejected",
                     (int)lists.rejected, "options", options);
}

static json_t *links_json(const Specification *specification)
{
    g_autoptr(GPtrArray) links = point_links(specification);
    json_t *list = json_array();
    for (guint i = 0; i < links->len; i++) {
        const PointLink *link = links->pdata[i];
        json_array_append_new(
            list, json_pack("{s:i, s:i, s:s, s:o, s:o}", "from", (int)link->from, "to",
                            (int)link->to, "kind", link_kind_text(link->kind), "setting",
                            json_of_text(link->setting), "at", json_of_span(link->at)));
    }
    return list;
}

static json_t *twins_json(const Specification *specification)
{
    g_autoptr(GArray) twins = point_twins(specification);
    json_t *list = json_array();
    for (guint i = 0; i < twins->len; i++) {
        const PointTwins *pair = &g_array_index(twins, PointTwins, i);
        json_array_append_new(list, json_pack("[i, i]", (int)pair->first, (int)pair->second));
    }
    return list;
}

static json_t *gaps_json(const Specification *specification)
{
    json_t *words = json_object();
    for (guint i = 0; i < specification->ledger->len; i++) {
        const LedgerCount *item = specification->ledger->pdata[i];
        const char *text = gap_words(item->reason);
        if (text != NULL) {
            json_object_set_new(words, item->reason, json_of_text(text));
        }
    }
    return words;
}

static json_t *categories_json(void)
{
    json_t *list = json_array();
    for (guint i = 0; i < CATEGORY_COUNT; i++) {
        json_array_append_new(list, json_pack("{s:s, s:s}", "id", category_text((Category)i),
                                              "title", category_title((Category)i)));
    }
    return list;
}

json_t *report_data(const ReportInput *input)
{
    const ReviewFile *file = input->file;
    g_autofree char *digest = report_digest(file->text);
    json_t *data = json_object();
    json_object_set_new(data, "name", json_of_text(input->name));
    json_object_set_new(data, "text", json_of_text(file->text));
    json_object_set_new(data, "digest", json_of_text(digest));
    json_object_set_new(data, "rewritten", json_boolean(file->rewritten));
    json_object_set_new(data, "token", json_of_text(input->token));
    json_object_set_new(data, "categories", categories_json());
    json_object_set_new(data, "specification", specification_to_json(file->specification));
    json_object_set_new(data, "decisions", places_of_decisions(file));
    json_object_set_new(data, "promotions", places_of_promotions(file));
    json_object_set_new(data, "words", all_words(file->specification));
    json_object_set_new(data, "links", links_json(file->specification));
    json_object_set_new(data, "twins", twins_json(file->specification));
    json_object_set_new(data, "gaps", gaps_json(file->specification));
    if (input->tree != NULL) {
        add_excerpts(data, input);
    }
    if (input->sources != NULL) {
        add_coverage(data, input);
    }
    return data;
}
