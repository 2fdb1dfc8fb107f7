#include "discover/review/difference.h"
#include "core/words.h"
#include <string.h>

/* More values than this are counted in a sentence. */
#define VALUES_SHOWN 12u

static const char *const kind_words[] = {
#define X(id, text, title) [DIFFERENCE_##id] = text,
    DIFFERENCE_KINDS(X)
#undef X
};
static const char *const kind_titles[] = {
#define X(id, text, title) [DIFFERENCE_##id] = title,
    DIFFERENCE_KINDS(X)
#undef X
};

const char *difference_kind_text(DifferenceKind kind)
{
    return kind_words[kind];
}

const char *difference_kind_title(DifferenceKind kind)
{
    return kind_titles[kind];
}

const Point *specification_counterpart(const Specification *self, const Point *point,
                                       const Specification *of)
{
    const char *build = specification_build_type(of, point->build);
    for (guint i = 0; i < self->points->len; i++) {
        const Point *candidate = self->points->pdata[i];
        if (g_str_equal(candidate->option, point->option) &&
            g_strcmp0(candidate->folder, point->folder) == 0 &&
            g_str_equal(specification_build_type(self, candidate->build), build)) {
            return candidate;
        }
    }
    return NULL;
}

static const char *or_unknown(const char *text)
{
    return text == NULL ? "unknown" : *text == '\0' ? "empty" : text;
}

const char *point_words(const Point *point, Arena *arena)
{
    g_autoptr(GString) out = g_string_new(NULL);
    guint shown = 0;
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        if (value->rejected == NULL && shown++ < VALUES_SHOWN) {
            g_string_append_printf(out, "%s%s", shown == 1 ? "choice of " : ", ", value->value);
        }
    }
    if (shown > VALUES_SHOWN) {
        g_string_append_printf(out, " and %u more", shown - VALUES_SHOWN);
    } else if (shown == 0) {
        g_string_append(out, point_kind_text(point->kind));
    }
    g_string_append_printf(out, "; %s by default", or_unknown(point->default_value));
    return arena_strdup(arena, out->str);
}

/* ---- one point ------------------------------------------------------------------------------ */

typedef struct {
    Arena *arena;
    GPtrArray *words;
} Notes;

static void note_text(Notes *self, const char *what, const char *before, const char *after)
{
    if (g_strcmp0(before, after) != 0) {
        g_ptr_array_add(self->words, arena_printf(self->arena, "%s: was %s, is %s", what,
                                                  or_unknown(before), or_unknown(after)));
    }
}

/* "always", "never", "when GPU is CUDA". The caller frees it. */
static char *when_words(const Condition *condition)
{
    g_autofree char *words = condition_words(condition);
    gboolean constant = condition->kind == CONDITION_TRUE || condition->kind == CONDITION_FALSE;
    return constant ? g_steal_pointer(&words) : g_strdup_printf("when %s", words);
}

static void note_condition(Notes *self, const Condition *before, const Condition *after)
{
    if (!condition_equal(before, after)) {
        g_autofree char *was = when_words(before);
        g_autofree char *is = when_words(after);
        if (g_str_equal(was, is)) {
            g_ptr_array_add(self->words, "exists: under another condition");
        } else {
            g_ptr_array_add(self->words,
                            arena_printf(self->arena, "exists: was %s, is %s", was, is));
        }
    }
}

static void note_values(Notes *self, const char *verb, const Point *has, const Point *lacks)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < has->values->len; i++) {
        const PointValue *value = has->values->pdata[i];
        if (point_find_value(lacks, value->value) == NULL) {
            g_string_append_printf(list, "%s%s", list->len == 0 ? "" : ", ", value->value);
        }
    }
    if (list->len > 0) {
        g_ptr_array_add(self->words, arena_printf(self->arena, "values: %s %s", verb, list->str));
    }
}

static gboolean mentions(const GPtrArray *requirements, const char *words)
{
    for (guint i = 0; i < requirements->len; i++) {
        g_autofree char *other = requirement_words(requirements->pdata[i]);
        if (g_str_equal(other, words)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void note_requirements(Notes *self, const char *verb, const GPtrArray *has,
                              const GPtrArray *lacks)
{
    g_autoptr(GPtrArray) seen = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < has->len; i++) {
        char *words = requirement_words(has->pdata[i]);
        gboolean known = g_ptr_array_find_with_equal_func(seen, words, g_str_equal, NULL);
        g_ptr_array_add(seen, words);
        if (!known && !mentions(lacks, words)) {
            g_ptr_array_add(self->words, arena_printf(self->arena, "%s %s", verb, words));
        }
    }
}

static void note_needs(Notes *self, const char *subject, const GPtrArray *requires[2],
                       const GPtrArray *conflicts[2])
{
    const char *now = arena_printf(self->arena, "%sneeds now", subject);
    const char *no_longer = arena_printf(self->arena, "%sno longer needs", subject);
    const char *excludes = arena_printf(self->arena, "%sdoes not go together now with", subject);
    const char *goes = arena_printf(self->arena, "%sgoes together now with", subject);
    note_requirements(self, now, requires[1], requires[0]);
    note_requirements(self, no_longer, requires[0], requires[1]);
    note_requirements(self, excludes, conflicts[1], conflicts[0]);
    note_requirements(self, goes, conflicts[0], conflicts[1]);
}

static void compare_points(Notes *notes, const Point *before, const Point *after,
                           DifferenceScope scope)
{
    if (scope == DIFFERENCE_ALL || !point_is_decided(before)) {
        note_text(notes, "category", category_title(before->category),
                  category_title(after->category));
    }
    if (scope == DIFFERENCE_ALL) {
        note_text(notes, "review", review_text(before->review), review_text(after->review));
    }
    note_text(notes, "kind", point_kind_text(before->kind), point_kind_text(after->kind));
    note_text(notes, "default", before->default_value, after->default_value);
    note_text(notes, "set with", before->flag, after->flag);
    note_text(notes, "polarity", polarity_words[before->polarity], polarity_words[after->polarity]);
    note_values(notes, "added", after, before);
    note_values(notes, "removed", before, after);
    note_condition(notes, before->condition, after->condition);
    const GPtrArray *requires[] = {before->requires, after->requires};
    const GPtrArray *conflicts[] = {before->conflicts, after->conflicts};
    note_needs(notes, "", requires, conflicts);
    for (guint i = 0; i < before->values->len; i++) {
        const PointValue *old = before->values->pdata[i];
        const PointValue *new = point_find_value(after, old->value);
        if (new != NULL) {
            const GPtrArray *value_requires[] = {old->requires, new->requires};
            const GPtrArray *value_conflicts[] = {old->conflicts, new->conflicts};
            note_needs(notes, arena_printf(notes->arena, "%s ", old->value), value_requires,
                       value_conflicts);
        }
    }
}

/* ---- the whole ------------------------------------------------------------------------------ */

static Difference *add(GPtrArray *list, Arena *arena, DifferenceKind kind, const char *subject)
{
    Difference *difference = arena_new0(arena, Difference);
    difference->kind = kind;
    difference->subject = subject;
    difference->words = arena_array(arena);
    g_ptr_array_add(list, difference);
    return difference;
}

/* Its counterpart, unless that is listed only as one that the project no longer has. */
static const Point *find_present(const Specification *self, const Point *point,
                                 const Specification *of)
{
    const Point *other = specification_counterpart(self, point, of);
    return other != NULL && other->status != STATUS_GONE ? other : NULL;
}

static const RejectedOption *find_rejected(const Specification *self, const Point *point)
{
    for (guint i = 0; i < self->rejected->len; i++) {
        const RejectedOption *rejected = self->rejected->pdata[i];
        if (g_str_equal(rejected->option, point->option) &&
            g_strcmp0(rejected->folder, point->folder) == 0) {
            return rejected;
        }
    }
    return NULL;
}

/* Whether a person said before that the option is no point. */
static gboolean was_refused_by_person(const Specification *before, const Point *point)
{
    const RejectedOption *rejected = find_rejected(before, point);
    return rejected != NULL && g_strcmp0(rejected->decided_by, DECIDED_BY_PERSON) == 0;
}

static void add_new(GPtrArray *list, const Specification *before, const Specification *after,
                    DifferenceScope scope, Arena *arena)
{
    for (guint i = 0; i < after->points->len; i++) {
        const Point *point = after->points->pdata[i];
        if (find_present(before, point, after) != NULL || point->status == STATUS_GONE ||
            (scope == DIFFERENCE_FACTS && was_refused_by_person(before, point))) {
            continue;
        }
        Difference *difference = add(list, arena, DIFFERENCE_NEW, point->option);
        difference->after = point;
        g_ptr_array_add(difference->words,
                        arena_printf(arena, "%s: %s", category_title(point->category),
                                     point_words(point, arena)));
        const RejectedOption *rejected = find_rejected(before, point);
        if (rejected != NULL) {
            g_ptr_array_add(difference->words,
                            arena_printf(arena, "it was none before: %s", rejected->reason));
        }
    }
}

static void add_gone(GPtrArray *list, const Specification *before, const Specification *after,
                     DifferenceScope scope, Arena *arena)
{
    for (guint i = 0; i < before->points->len; i++) {
        const Point *point = before->points->pdata[i];
        const RejectedOption *rejected = find_rejected(after, point);
        /* What a person made a point stays one, whatever the rules say now. */
        if (find_present(after, point, before) != NULL || point->status == STATUS_GONE ||
            (scope == DIFFERENCE_FACTS && rejected != NULL && point_is_decided(point))) {
            continue;
        }
        Difference *difference = add(list, arena, DIFFERENCE_GONE, point->option);
        difference->before = point;
        g_ptr_array_add(
            difference->words,
            rejected == NULL
                ? "the project no longer has the option"
                : arena_printf(arena, "no specialization point any more: %s", rejected->reason));
    }
}

static void add_changed(GPtrArray *list, const Specification *before, const Specification *after,
                        DifferenceScope scope, Arena *arena)
{
    for (guint i = 0; i < before->points->len; i++) {
        const Point *point = before->points->pdata[i];
        const Point *other = find_present(after, point, before);
        Notes notes = {arena, arena_array(arena)};
        if (other != NULL && point->status != STATUS_GONE) {
            compare_points(&notes, point, other, scope);
        }
        if (notes.words->len > 0) {
            Difference *difference = add(list, arena, DIFFERENCE_CHANGED, point->option);
            difference->before = point;
            difference->after = other;
            difference->words = notes.words;
        }
    }
}

static gboolean has_constraint(const Specification *self, const SpecificationConstraint *wanted)
{
    for (guint i = 0; i < self->constraints->len; i++) {
        const SpecificationConstraint *constraint = self->constraints->pdata[i];
        if (condition_equal(constraint->when, wanted->when) &&
            g_strcmp0(constraint->message, wanted->message) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_constraints(GPtrArray *list, DifferenceKind kind, const Specification *has,
                            const Specification *lacks, Arena *arena)
{
    for (guint i = 0; i < has->constraints->len; i++) {
        const SpecificationConstraint *constraint = has->constraints->pdata[i];
        if (!has_constraint(lacks, constraint)) {
            Difference *difference =
                add(list, arena, kind,
                    constraint->message == NULL ? "(no message)" : constraint->message);
            g_autofree char *when = condition_words(constraint->when);
            g_ptr_array_add(difference->words, arena_printf(arena, "when %s", when));
        }
    }
}

GPtrArray *specification_differences(const Specification *before, const Specification *after,
                                     DifferenceScope scope, Arena *arena)
{
    GPtrArray *list = arena_array(arena);
    Notes project = {arena, arena_array(arena)};
    note_text(&project, "name", before->project->name, after->project->name);
    note_text(&project, "version", before->project->version, after->project->version);
    if (project.words->len > 0 && scope == DIFFERENCE_ALL) {
        add(list, arena, DIFFERENCE_PROJECT, after->project->name)->words = project.words;
    }
    add_new(list, before, after, scope, arena);
    add_gone(list, before, after, scope, arena);
    add_changed(list, before, after, scope, arena);
    if (scope == DIFFERENCE_ALL) {
        add_constraints(list, DIFFERENCE_REFUSED, after, before, arena);
        add_constraints(list, DIFFERENCE_ALLOWED, before, after, arena);
    }
    return list;
}
