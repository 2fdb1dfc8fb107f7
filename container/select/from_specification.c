#include "container/select/from_specification.h"
#include "container/plan/plan.h"
#include "core/choice.h"
#include "core/json.h"
#include "core/point_flag.h"
#include <string.h>

typedef struct {
    const Selector *selector;
    const Specification *specification;
    GPtrArray *points;    /* MatrixPoint *: of the specification */
    GPtrArray *settings;  /* Setting *: decided so far */
    GPtrArray *decisions; /* Decision * */
} Deciding;

/* Only the project's own build, only what nobody rejected, and only what exists under what was
 * decided so far. */
static gboolean is_open(const Deciding *self, const Point *point)
{
    const GPtrArray *builds = self->specification->builds;
    const Choice choice = {self->specification, self->settings, NULL};
    const SpecificationBuild *own = builds->len == 0 ? NULL : builds->pdata[0];
    gboolean same =
        own == NULL || ((point->build == NULL || g_str_equal(point->build, own->type)) &&
                        g_strcmp0(point->folder, own->folder) == 0);
    return same && !point->vendored && point->review != REVIEW_REJECTED &&
           point->status != STATUS_GONE &&
           choice_condition(&choice, point->condition) != TRUTH_NO &&
           (point->kind == POINT_SWITCH || point->kind == POINT_CHOICE);
}

static const MatrixPoint *told_point(const Deciding *self, const Point *point)
{
    for (guint i = 0; i < self->points->len; i++) {
        const MatrixPoint *told = self->points->pdata[i];
        if (g_str_equal(told->option, point->option)) {
            return told;
        }
    }
    return NULL;
}

static Candidate *candidate_new(const Deciding *self, const Point *point, const char *value,
                                const char *flag)
{
    Arena *arena = self->selector->arena;
    g_autoptr(GPtrArray) settings = g_ptr_array_new();
    g_autoptr(GPtrArray) points = g_ptr_array_new();
    g_ptr_array_add(settings, setting_new(arena, point->option, value));
    const MatrixPoint *told = told_point(self, point);
    if (told != NULL) {
        g_ptr_array_add(points, (gpointer)told);
    }
    Candidate *candidate = arena_new0(arena, Candidate);
    candidate->value = value;
    candidate->flag = flag;
    candidate->judgement = select_judge(self->selector, offer_new(arena, value, settings, points));
    return candidate;
}

static int candidates_order(gconstpointer a, gconstpointer b, gpointer data)
{
    const Candidate *left = *(const Candidate *const *)a;
    const Candidate *right = *(const Candidate *const *)b;
    return select_order(data, left->judgement, right->judgement);
}

/* The default comes first, so that it wins where nothing speaks for another value. */
static GPtrArray *candidates_of(const Deciding *self, const Point *point)
{
    GPtrArray *list = arena_array(self->selector->arena);
    if (point->kind == POINT_SWITCH) {
        /* What leaving an option out gives has no flag. */
        gboolean left_out_on =
            point->only_given && g_strcmp0(point_default_setting(point), "ON") == 0;
        const char *off = left_out_on || point->flag == NULL
                              ? point->flag
                              : flag_off(self->selector->arena, point->flag);
        g_ptr_array_add(list, candidate_new(self, point, "OFF", off));
        g_ptr_array_add(list, candidate_new(self, point, "ON", left_out_on ? NULL : point->flag));
    }
    for (guint i = 0; point->kind == POINT_CHOICE && i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        g_ptr_array_add(list, candidate_new(self, point, value->value, value->flag));
    }
    for (guint i = 1; i < list->len; i++) {
        const Candidate *candidate = list->pdata[i];
        if (g_strcmp0(candidate->value, point_default_setting(point)) == 0) {
            g_ptr_array_insert(list, 0, g_ptr_array_steal_index(list, i));
        }
    }
    for (guint i = 0; i < list->len; i++) {
        Judgement *judgement = (Judgement *)((const Candidate *)list->pdata[i])->judgement;
        judgement->position = i;
    }
    g_ptr_array_sort_with_data(list, candidates_order, (gpointer)self->selector);
    return list;
}

/* Why the specification does not allow a value beside what was decided before; NULL: it does. */
static const char *objection(const Deciding *self, const Point *point, const char *value)
{
    Arena *arena = self->selector->arena;
    g_autoptr(GPtrArray) settings = g_ptr_array_copy(self->settings, NULL, NULL);
    g_ptr_array_add(settings, setting_new(arena, point->option, value));
    const Choice choice = {self->specification, settings, NULL};
    const GPtrArray *objections = choice_objections(&choice, arena);
    return objections->len == 0 ? NULL : objections->pdata[0];
}

/* Code is made for one processor: what is called after another one than that which was chosen is
 * left as it is, though the project may not say so. NULL: none was chosen. */
static const char *other_processor(const Deciding *self, const Point *point,
                                   const Candidate *candidate)
{
    const NeedProcessor *processor = candidate->judgement->processor;
    gboolean asks =
        processor != NULL && g_strcmp0(point_default_setting(point), candidate->value) != 0;
    for (guint i = 0; asks && i < self->decisions->len; i++) {
        const Decision *before = self->decisions->pdata[i];
        const NeedProcessor *chosen =
            before->chosen == NULL ? NULL : before->chosen->judgement->processor;
        if (chosen != NULL && chosen != processor) {
            return arena_printf(self->selector->arena, "%s=%s is made for another processor",
                                before->point->option, before->chosen->value);
        }
    }
    return NULL;
}

/* Nothing needs to be said to keep off what is off by itself. */
static gboolean stays_off(const Point *point, const Candidate *candidate)
{
    return candidate->judgement->technology[point->category] == NULL && point->defaults->len < 2 &&
           g_strcmp0(point_default_setting(point), candidate->value) == 0;
}

static gboolean says_something(const Candidate *candidate, const Point *point)
{
    return candidate->judgement->technology[point->category] != NULL;
}

typedef struct {
    const Point *point;
    GPtrArray *candidates; /* Candidate * */
    const Judgement *best; /* of those that fit and bring something; NULL: there is none */
    guint waits;           /* for so many of those that are pending */
} Pending;

static Pending pending_new(const Deciding *self, const Point *point)
{
    Pending pending = {.point = point, .candidates = candidates_of(self, point)};
    for (guint i = 0; pending.best == NULL && i < pending.candidates->len; i++) {
        const Candidate *candidate = pending.candidates->pdata[i];
        if (candidate->judgement->fits && says_something(candidate, point)) {
            pending.best = candidate->judgement;
        }
    }
    return pending;
}

/* A point all of whose values the specification rules out does not exist under what was decided. */
static void decide(const Deciding *self, const Pending *pending)
{
    const Point *point = pending->point;
    Decision *decision = arena_new0(self->selector->arena, Decision);
    decision->point = point;
    decision->candidates = pending->candidates;
    gboolean known = FALSE;
    gboolean possible = FALSE;
    for (guint i = 0; i < decision->candidates->len; i++) {
        known = known || says_something(decision->candidates->pdata[i], point);
    }
    for (guint i = 0; known && i < decision->candidates->len; i++) {
        Candidate *candidate = decision->candidates->pdata[i];
        candidate->impossible = objection(self, point, candidate->value);
        if (candidate->impossible == NULL) {
            candidate->impossible = other_processor(self, point, candidate);
        }
        possible = possible || candidate->impossible == NULL;
        if (decision->chosen == NULL && candidate->judgement->fits &&
            candidate->impossible == NULL) {
            decision->chosen = candidate;
            candidate->flag = stays_off(point, candidate) ? NULL : candidate->flag;
        }
    }
    if (possible) {
        g_ptr_array_add(self->decisions, decision);
    }
    if (decision->chosen != NULL) {
        g_ptr_array_add(self->settings,
                        setting_new(self->selector->arena, point->option, decision->chosen->value));
    }
}

/* Whether a condition asks for the option, and not only for its absence. */
static gboolean asks_for(const Condition *condition, const char *option, gboolean negated)
{
    if (condition->kind == CONDITION_ATOM) {
        return !negated && condition->subject_kind == CONDITION_SUBJECT_OPTION &&
               g_str_equal(condition->subject, option);
    }
    gboolean asks = FALSE;
    for (guint i = 0; !asks && i < condition->operand_count; i++) {
        asks =
            asks_for(condition->operands[i], option, negated != (condition->kind == CONDITION_NOT));
    }
    return asks;
}

static gboolean requires_option(const GPtrArray *requires, const char *option)
{
    for (guint i = 0; i < requires->len; i++) {
        const Requirement *requirement = requires->pdata[i];
        if (g_strcmp0(requirement->option, option) == 0 ||
            (requirement->condition != NULL && asks_for(requirement->condition, option, FALSE))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a point makes sense only once another one is decided. Of two that exclude each other
 * neither waits: the better one goes first. */
static gboolean waits_for(const Point *self, const Point *other)
{
    if (self == other || g_str_equal(self->option, other->option) ||
        point_excludes(self, other->option)) {
        return FALSE;
    }
    gboolean waits = condition_mentions(self->condition, other->option) ||
                     requires_option(self->requires, other->option);
    for (guint i = 0; !waits && i < self->values->len; i++) {
        waits =
            requires_option(((const PointValue *)self->values->pdata[i])->requires, other->option);
    }
    return waits;
}

static void count_waits(GArray *pending)
{
    for (guint i = 0; i < pending->len; i++) {
        Pending *waiting = &g_array_index(pending, Pending, i);
        for (guint k = 0; k < pending->len; k++) {
            const Point *other = g_array_index(pending, Pending, k).point;
            waiting->waits += waits_for(waiting->point, other) ? 1 : 0;
        }
    }
}

static gboolean is_better(const Selector *selector, const Pending *a, const Pending *b)
{
    return a->best != NULL && (b->best == NULL || select_better(selector, a->best, b->best) < 0);
}

/* Takes out the first point that waits for none of the others, or the best of its category: of two
 * that exclude each other the better one is to be decided before the other. Where they wait for
 * each other, the first. */
static Pending take_next(const Selector *selector, GArray *pending)
{
    guint next = 0;
    while (next < pending->len && g_array_index(pending, Pending, next).waits > 0) {
        next++;
    }
    next = next == pending->len ? 0 : next;
    for (guint i = next + 1; i < pending->len; i++) {
        const Pending *first = &g_array_index(pending, Pending, next);
        const Pending *other = &g_array_index(pending, Pending, i);
        if (other->waits == 0 && first->waits == 0 &&
            other->point->category == first->point->category && is_better(selector, other, first)) {
            next = i;
        }
    }
    Pending taken = g_array_index(pending, Pending, next);
    g_array_remove_index(pending, next);
    for (guint i = 0; i < pending->len; i++) {
        Pending *waiting = &g_array_index(pending, Pending, i);
        waiting->waits -= waits_for(waiting->point, taken.point) ? 1 : 0;
    }
    return taken;
}

static gboolean is_given(const GPtrArray *settings, const Point *point)
{
    for (guint i = 0; i < settings->len; i++) {
        if (g_str_equal(((const Setting *)settings->pdata[i])->option, point->option)) {
            return TRUE;
        }
    }
    return FALSE;
}

GPtrArray *select_for_specification(const Selector *selector, const Specification *specification,
                                    const GPtrArray *given)
{
    const Deciding self = {selector, specification,
                           plan_points(selector->arena, specification, NULL),
                           arena_array(selector->arena), arena_array(selector->arena)};
    if (given != NULL) {
        g_ptr_array_extend(self.settings, (GPtrArray *)given, NULL, NULL);
    }
    g_autoptr(GArray) pending = g_array_new(FALSE, FALSE, sizeof(Pending));
    for (guint i = 0; i < selector->needs->categories->len; i++) {
        const NeedCategory *category = selector->needs->categories->pdata[i];
        for (guint k = 0; k < specification->points->len; k++) {
            const Point *point = specification->points->pdata[k];
            if (point->category == category->category && !is_given(self.settings, point)) {
                Pending one = pending_new(&self, point);
                g_array_append_val(pending, one);
            }
        }
    }
    count_waits(pending);
    while (pending->len > 0) {
        Pending next = take_next(selector, pending);
        if (is_open(&self, next.point)) {
            decide(&self, &next);
        }
    }
    return self.decisions;
}

GPtrArray *decisions_settings(Arena *arena, const GPtrArray *decisions)
{
    GPtrArray *settings = arena_array(arena);
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        if (decision->chosen != NULL) {
            g_ptr_array_add(settings,
                            setting_new(arena, decision->point->option, decision->chosen->value));
        }
    }
    return settings;
}

GPtrArray *specification_settings(Arena *arena, const Specification *specification)
{
    GPtrArray *settings = arena_array(arena);
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        for (guint k = 0; k < point->values->len; k++) {
            const PointValue *value = point->values->pdata[k];
            g_ptr_array_add(settings, setting_new(arena, point->option, value->value));
        }
        if (point->kind == POINT_SWITCH) {
            g_ptr_array_add(settings, setting_new(arena, point->option, "ON"));
            g_ptr_array_add(settings, setting_new(arena, point->option, "OFF"));
        }
    }
    return settings;
}

json_t *decisions_json(const Selector *selector, const GPtrArray *decisions)
{
    json_t *list = json_array();
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        g_autoptr(GPtrArray) judgements = g_ptr_array_new();
        for (guint k = 0; k < decision->candidates->len; k++) {
            const Candidate *candidate = decision->candidates->pdata[k];
            g_ptr_array_add(judgements, (gpointer)candidate->judgement);
        }
        const Candidate *chosen = decision->chosen;
        json_t *judged = select_json(selector, judgements);
        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:O, s:O}", "point", json_of_text(decision->point->id),
                            "value", json_of_text(chosen == NULL ? NULL : chosen->value), "flag",
                            json_of_text(chosen == NULL ? NULL : chosen->flag), "fits",
                            json_object_get(judged, "fits"), "ruled_out",
                            json_object_get(judged, "ruled_out")));
        json_decref(judged);
    }
    g_autofree char *features = system_target_features(selector->system);
    return json_pack("{s:{s:o, s:s}, s:o}", "target", "cpu",
                     json_of_text(system_target_cpu(selector->system)), "features", features,
                     "decisions", list);
}
