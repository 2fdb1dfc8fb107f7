#include "discover/option_name.h"
#include "discover/specify_internal.h"
#include <string.h>

static const char *or_null(const char *text)
{
    return text == NULL || *text == '\0' ? NULL : text;
}

/* The first build system that was read and is the project's own; what people call the project's. */
static const BuildSystem *choose_main_build(const Facts *facts)
{
    const BuildSystem *first =
        facts->build_systems->len == 0 ? NULL : facts->build_systems->pdata[0];
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = facts->build_systems->pdata[i];
        if (system->read && !system->vendored) {
            return system;
        }
    }
    return first;
}

static void add_build(Specifier *self, const BuildSystem *system)
{
    SpecificationBuild *build = arena_new0(self->arena, SpecificationBuild);
    *build = (SpecificationBuild){.type = builder_text(system->builder),
                                  .folder = or_null(system->folder),
                                  .file = system->file == NULL ? "" : system->file,
                                  .minimum_version = or_null(system->minimum_version),
                                  .vendored = system->vendored,
                                  .unread = !system->read};
    g_ptr_array_add(self->specification->builds, build);
}

static void add_builds(Specifier *self)
{
    self->main_build = choose_main_build(self->facts);
    if (self->main_build != NULL) {
        add_build(self, self->main_build);
    }
    for (guint i = 0; i < self->facts->build_systems->len; i++) {
        if (self->facts->build_systems->pdata[i] != self->main_build) {
            add_build(self, self->facts->build_systems->pdata[i]);
        }
    }
}

/* NULL when it is the first build system's, which needs no mention. */
static const char *build_of(const Specifier *self, const Option *option)
{
    gboolean same = self->main_build != NULL && self->main_build->builder == option->builder;
    return same ? NULL : builder_text(option->builder);
}

static gboolean has_value(const GPtrArray *values, const char *text)
{
    for (guint i = 0; i < values->len; i++) {
        if (g_str_equal(((const PointValue *)values->pdata[i])->value, text)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_values(Specifier *self, GPtrArray *values, const Decision *decision)
{
    for (guint i = 0; decision->values != NULL && i < decision->values->len; i++) {
        const ValueDecision *given = decision->values->pdata[i];
        if (has_value(values, given->value->value)) {
            continue;
        }
        PointValue *value = point_value_new(self->arena);
        value->value = given->value->value;
        gboolean named = given->name != NULL && !g_str_equal(given->name, value->value);
        value->name = named ? given->name : NULL;
        value->flag = specify_flag(self->arena, decision->option, POINT_CHOICE, value->value);
        value->rejected = !given->rejected        ? NULL
                          : given->reason == NULL ? "no choice of its own"
                                                  : specify_text(self->arena, given->reason);
        g_ptr_array_add(values, value);
    }
}

/* Places that another build system adds to a point. */
#define EVIDENCE_OF_OTHERS_MAX 3u

static void add_reasons(Specifier *self, GPtrArray *reasons, const GPtrArray *given)
{
    for (guint i = 0; given != NULL && i < given->len; i++) {
        const char *text = specify_text(self->arena, given->pdata[i]);
        if (text != NULL) {
            g_ptr_array_add(reasons, (gpointer)text);
        }
    }
}

/* Two digits are all that a confidence is worth, and they keep differences small. */
static double round_confidence(double confidence)
{
    return (guint)(CLAMP(confidence, 0.0, 1.0) * 100 + 0.5) / 100.0;
}

static Opinion *tidy_opinion(Specifier *self, const Opinion *given)
{
    if (given == NULL) {
        return NULL;
    }
    Opinion *opinion = arena_new0(self->arena, Opinion);
    *opinion = *given;
    opinion->confidence = round_confidence(given->confidence);
    opinion->reasons = arena_array(self->arena);
    add_reasons(self, opinion->reasons, given->reasons);
    return opinion;
}

/* Of what is told of the opposite, "do not use x", the form goes in front: "--disable-x: do not use
 * x". */
static const char *help_of(Arena *arena, const Option *option)
{
    for (guint i = 0; option->definitions != NULL && i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        if (or_null(definition->help) != NULL) {
            return definition->help_form == NULL
                       ? definition->help
                       : arena_printf(arena, "%s: %s", definition->help_form, definition->help);
        }
    }
    return NULL;
}

static gboolean is_on(const Point *point)
{
    return g_strcmp0(point_default_setting(point), "ON") == 0;
}

static void add_point(Specifier *self, const Decision *decision, gboolean with_reach)
{
    const Option *option = decision->option;
    Point *point = point_new(self->arena);
    point->category = decision->category;
    point->option = option->name;
    point->id = point_id(self->arena, decision->category, option->name);
    point->build = build_of(self, option);
    point->folder = or_null(option->folder);
    point->name = or_null(decision->name);
    point->kind = specify_kind(option, decision);
    point->help = specify_text(self->arena, help_of(self->arena, option));
    point->free_form = option->free_form && point->kind == POINT_CHOICE;
    point->only_given = option->only_given && point->kind == POINT_SWITCH;
    point->polarity = point->kind == POINT_SWITCH ? decision->polarity : POLARITY_POSITIVE;
    point->advanced = option->advanced;
    point->vendored = option->vendored;
    point->condition = specify_existence(self, option);
    specify_defaults(self, point, option);
    point->flag = point->only_given && is_on(point)
                      ? specify_flag_off(self->arena, option)
                      : specify_flag(self->arena, option, point->kind, NULL);
    if (point->kind == POINT_CHOICE) {
        add_values(self, point->values, decision);
    }
    for (guint i = 0; decision->macros != NULL && i < decision->macros->len; i++) {
        g_ptr_array_add(point->macros, decision->macros->pdata[i]);
    }
    if (with_reach) {
        point->reach = arena_new0(self->arena, PointReach);
        *point->reach =
            (PointReach){decision->reach.files, decision->reach.lines, decision->reach.regions};
    }
    specify_add_evidence(self, point, option, SPECIFY_EVIDENCE_MAX);
    specify_place_values(point, decision);
    point->confidence = round_confidence(decision->confidence);
    add_reasons(self, point->reasons, decision->reasons);
    point->decided_by = decision->decided_by == NULL ? DECIDED_BY_RULES : decision->decided_by;
    point->second_opinion = tidy_opinion(self, decision->second_opinion);
    g_ptr_array_add(self->specification->points, point);
    if (!g_hash_table_contains(self->points, option->name)) {
        g_hash_table_insert(self->points, (gpointer)option->name, point);
    }
}

/* What another build system calls the decision. */
static void add_alternative(Specifier *self, const Decision *decision)
{
    const Decision *leader = g_hash_table_lookup(self->leaders, decision);
    const Option *option = decision->option;
    Point *point = NULL;
    for (guint i = 0; i < self->specification->points->len && point == NULL; i++) {
        Point *candidate = self->specification->points->pdata[i];
        const char *build = build_of(self, leader->option);
        gboolean same = g_str_equal(candidate->option, leader->option->name) &&
                        g_strcmp0(candidate->build, build) == 0 &&
                        g_strcmp0(candidate->folder, or_null(leader->option->folder)) == 0;
        point = same ? candidate : NULL;
    }
    if (point == NULL) {
        return;
    }
    specify_add_evidence(self, point, option, EVIDENCE_OF_OTHERS_MAX);
    /* What is only read takes what the one that is declared takes; a place, where it is. */
    gboolean place = option_name_says_place(option->name);
    PointKind kind = option->type == OPTION_UNTYPED && point->kind == POINT_SWITCH && !place
                         ? point->kind
                         : specify_kind(option, decision);
    Point other = {
        .kind = kind, .condition = condition_true(), .defaults = arena_array(self->arena)};
    specify_defaults(self, &other, option);
    PointAlternative *alternative = point_alternative_new(self->arena);
    alternative->option = option->name;
    alternative->build = builder_text(option->builder);
    alternative->folder = or_null(option->folder);
    gboolean opposite = other.kind == POINT_SWITCH && point->kind == POINT_SWITCH &&
                        specify_is_opposite(leader->option, option);
    other.only_given = option->only_given && other.kind == POINT_SWITCH;
    /* What only leaving it out gives has no flag. */
    if (!other.only_given || is_on(&other) == opposite) {
        alternative->flag = opposite ? specify_flag_off(self->arena, option)
                                     : specify_flag(self->arena, option, other.kind, NULL);
    }
    alternative->default_value = other.default_value;
    if (other.kind == POINT_CHOICE) {
        add_values(self, alternative->values, decision);
    }
    if (option->definitions != NULL && option->definitions->len > 0) {
        alternative->at = ((const Definition *)option->definitions->pdata[0])->at;
        alternative->at.column = 0;
    }
    g_ptr_array_add(point->alternatives, alternative);
}

static void add_rejected(Specifier *self, const Decision *decision)
{
    const Option *option = decision->option;
    const char *reason = decision->reasons == NULL || decision->reasons->len == 0
                             ? NULL
                             : specify_text(self->arena, decision->reasons->pdata[0]);
    RejectedOption *rejected = arena_new0(self->arena, RejectedOption);
    *rejected = (RejectedOption){.option = option->name,
                                 .build = build_of(self, option),
                                 .folder = or_null(option->folder),
                                 .category = decision->is_far ? CATEGORY_OTHER : decision->category,
                                 .reason = reason == NULL ? "no evidence for any category" : reason,
                                 .decided_by = decision->decided_by,
                                 .second_opinion = tidy_opinion(self, decision->second_opinion)};
    if (option->definitions != NULL && option->definitions->len > 0) {
        const Definition *first = option->definitions->pdata[0];
        rejected->at = first->at.path == NULL ? first->declared_at : first->at;
    } else if (option->uses != NULL && option->uses->len > 0) {
        rejected->at = *(const Span *)option->uses->pdata[0];
    }
    g_ptr_array_add(self->specification->rejected, rejected);
    if (decision->is_beside) {
        g_hash_table_add(self->beside, (gpointer)option->name);
    }
}

typedef struct {
    const Specifier *specifier;
    gboolean found;
} PointSearch;

static void find_point(const Condition *atom, void *data)
{
    PointSearch *search = data;
    search->found =
        search->found || (atom->subject_kind == CONDITION_SUBJECT_OPTION &&
                          g_hash_table_contains(search->specifier->points, atom->subject));
}

static gboolean mentions_point(const Specifier *self, const Condition *condition)
{
    PointSearch search = {.specifier = self};
    condition_each_atom(condition, find_point, &search);
    return search.found;
}

static LedgerCount *add_ledger(Specifier *self, const char *reason, guint count)
{
    LedgerCount *entry = arena_new0(self->arena, LedgerCount);
    *entry = (LedgerCount){.reason = reason, .count = count};
    g_ptr_array_add(self->specification->ledger, entry);
    return entry;
}

/* Only what somebody who chooses among the points can bring about; the others are demands on the
 * machine, or about options that are no points. */
static void add_constraints(Specifier *self)
{
    guint left_out = 0;
    guint unknown = 0;
    for (guint i = 0; i < self->facts->constraints->len; i++) {
        const Constraint *given = self->facts->constraints->pdata[i];
        const Condition *plain = specify_plain(self, given->when);
        if (!mentions_point(self, plain)) {
            continue;
        }
        const Condition *when = specify_known(self, plain);
        if (when->kind == CONDITION_FALSE) {
            unknown += plain->kind == CONDITION_FALSE ? 0 : 1;
            continue;
        }
        if (self->specification->constraints->len >= SPECIFY_CONSTRAINTS_MAX) {
            left_out++;
            continue;
        }
        SpecificationConstraint *constraint = arena_new0(self->arena, SpecificationConstraint);
        *constraint = (SpecificationConstraint){
            .when = when, .message = specify_message(self->arena, given->message), .at = given->at};
        g_ptr_array_add(self->specification->constraints, constraint);
    }
    if (unknown > 0) {
        add_ledger(self, "refused configurations that depend on something unknown", unknown);
    }
    if (left_out > 0) {
        add_ledger(self, "limit: refused configurations in the specification", left_out);
    }
}

static int compare_counts(gconstpointer left, gconstpointer right)
{
    const LedgerCount *a = *(const LedgerCount *const *)left;
    const LedgerCount *b = *(const LedgerCount *const *)right;
    return a->lost != b->lost ? (a->lost > b->lost ? -1 : 1) : g_strcmp0(a->reason, b->reason);
}

/* `lost`: "reason\1name" of what has been counted. */
static void count_lost(LedgerCount *count, const LedgerEntry *entry, GHashTable *lost)
{
    for (guint i = 0; entry->lost != NULL && i < entry->lost->len; i++) {
        const char *name = entry->lost->pdata[i];
        g_autofree char *key = g_strdup_printf("%s\1%s", entry->reason, name);
        count->lost += g_hash_table_add(lost, g_steal_pointer(&key)) ? 1 : 0;
    }
}

static void add_ledger_counts(Specifier *self)
{
    g_autoptr(GHashTable) counts = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) lost = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < self->facts->ledger->len; i++) {
        const LedgerEntry *entry = self->facts->ledger->pdata[i];
        LedgerCount *count = g_hash_table_lookup(counts, entry->reason);
        if (count == NULL) {
            count = add_ledger(self, entry->reason, 0);
            g_hash_table_insert(counts, (gpointer)entry->reason, count);
        }
        count->count++;
        count_lost(count, entry, lost);
    }
    g_ptr_array_sort(self->specification->ledger, compare_counts);
}

Specification *specify(const Facts *facts, const GPtrArray *decisions, const SourceIndex *sources,
                       Arena *arena)
{
    g_autoptr(GHashTable) points = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) beside = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) cut = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) plain_defaults = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) plain = g_hash_table_new(NULL, NULL);
    Specifier self = {.arena = arena,
                      .facts = facts,
                      .specification = specification_new(arena),
                      .points = points,
                      .beside = beside,
                      .cut = cut,
                      .plain = plain,
                      .plain_defaults = plain_defaults};
    SpecificationProject *project = self.specification->project;
    project->name = facts->project_name == NULL ? "" : facts->project_name;
    project->version = specify_version(facts->project_version);
    project->at = facts->project_at;
    add_builds(&self);
    g_autoptr(GHashTable) leaders = specify_join(&self, decisions);
    self.leaders = leaders;
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        if (g_hash_table_contains(leaders, decision)) {
            continue;
        }
        if (decision->is_point) {
            add_point(&self, decision, sources != NULL);
        } else {
            add_rejected(&self, decision);
        }
    }
    specify_note_cut(&self);
    /* Dependencies name other points, so that all have to be there first. */
    guint next = 0;
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        if (g_hash_table_contains(leaders, decision)) {
            add_alternative(&self, decision);
        } else if (decision->is_point) {
            specify_option_needs(&self, self.specification->points->pdata[next++],
                                 decision->option);
        }
    }
    add_constraints(&self);
    specify_refusals(&self);
    for (guint i = 0; i < self.specification->points->len; i++) {
        specify_in_context(&self, self.specification->points->pdata[i]);
    }
    specify_simplest(&self);
    add_ledger_counts(&self);
    specification_sort(self.specification);
    return self.specification;
}

const Point *specify_point_of(const Specification *specification, const Option *option)
{
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        const char *build = specification_build_type(specification, point->build);
        if (g_str_equal(point->option, option->name) &&
            g_str_equal(build, builder_text(option->builder)) &&
            g_strcmp0(point->folder, or_null(option->folder)) == 0) {
            return point;
        }
    }
    return NULL;
}
