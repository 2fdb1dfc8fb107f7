#include "core/specification_update.h"
#include "core/file.h"
#include <string.h>

const char *const specification_identity[] = {"option", "value", "folder",  "build",   "when",
                                              "file",   "text",  "package", "message", NULL};

/* Both files speak of build systems as the newer one does, see say_builds(). */
static GHashTable *index_points(const Specification *self, const GPtrArray *points)
{
    GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < points->len; i++) {
        Point *point = points->pdata[i];
        g_hash_table_insert(
            table, specification_option_key(self, point->option, point->folder, point->build),
            point);
    }
    return table;
}

static GHashTable *index_rejected(const Specification *self, const GPtrArray *rejected)
{
    GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < rejected->len; i++) {
        RejectedOption *option = rejected->pdata[i];
        g_hash_table_insert(
            table, specification_option_key(self, option->option, option->folder, option->build),
            option);
    }
    return table;
}

static gboolean is_person(const char *decided_by)
{
    return g_strcmp0(decided_by, DECIDED_BY_PERSON) == 0;
}

static void note_text(Specification *self, Point *point, const char *what, const char *before,
                      const char *after)
{
    if (g_strcmp0(before, after) != 0) {
        g_ptr_array_add(point->changes, arena_printf(self->arena, "%s: %s -> %s", what,
                                                     before == NULL ? "unknown" : before,
                                                     after == NULL ? "unknown" : after));
    }
}

static void note_condition(Specification *self, Point *point, const Condition *before)
{
    if (!condition_equal(before, point->condition)) {
        g_autofree char *old_text = condition_text(before);
        g_autofree char *new_text = condition_text(point->condition);
        note_text(self, point, "condition", old_text, new_text);
    }
}

/* "values: added A, B" for those of one point that the other lacks. */
static void note_values(Specification *self, Point *point, const char *verb, const Point *has,
                        const Point *lacks)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < has->values->len; i++) {
        const PointValue *value = has->values->pdata[i];
        if (point_find_value(lacks, value->value) == NULL) {
            g_string_append_printf(text, "%s%s", text->len == 0 ? "" : ", ", value->value);
        }
    }
    if (text->len > 0) {
        g_ptr_array_add(point->changes,
                        arena_printf(self->arena, "values: %s %s", verb, text->str));
    }
}

static gboolean same_requirement(const Requirement *a, const Requirement *b)
{
    gboolean same_condition = (a->condition == NULL) == (b->condition == NULL) &&
                              (a->condition == NULL || condition_equal(a->condition, b->condition));
    return same_condition && g_strcmp0(a->package, b->package) == 0 &&
           g_strcmp0(a->version, b->version) == 0 && g_strcmp0(a->option, b->option) == 0 &&
           g_strcmp0(a->value, b->value) == 0 && a->optional == b->optional;
}

static gboolean has_requirement(const GPtrArray *list, const Requirement *wanted)
{
    for (guint i = 0; i < list->len; i++) {
        if (same_requirement(list->pdata[i], wanted)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Requirements without a place were written by a person, and are kept. */
static void keep_requirements(GPtrArray *list, const GPtrArray *older)
{
    for (guint i = 0; i < older->len; i++) {
        Requirement *requirement = older->pdata[i];
        if (requirement->at.path == NULL && !has_requirement(list, requirement)) {
            g_ptr_array_add(list, requirement);
        }
    }
}

/* Places move with every edit of the project and are no change. */
static gboolean same_requirements(const GPtrArray *a, const GPtrArray *b)
{
    for (guint i = 0; i < a->len; i++) {
        if (!has_requirement(b, a->pdata[i])) {
            return FALSE;
        }
    }
    return a->len == b->len;
}

static void note_requirements(Specification *self, Point *point, const char *what,
                              const GPtrArray *before, const GPtrArray *after)
{
    if (!same_requirements(before, after)) {
        g_ptr_array_add(point->changes, arena_printf(self->arena, "%s: changed", what));
    }
}

static gboolean same_defaults(const GPtrArray *a, const GPtrArray *b)
{
    for (guint i = 0; i < a->len && a->len == b->len; i++) {
        const PointDefault *left = a->pdata[i];
        const PointDefault *right = b->pdata[i];
        if (g_strcmp0(left->value, right->value) != 0 ||
            !condition_equal(left->when, right->when)) {
            return FALSE;
        }
    }
    return a->len == b->len;
}

static void update_values(Specification *self, Point *point, const Point *older)
{
    gboolean settled = point_is_decided(older);
    for (guint i = 0; i < older->values->len; i++) {
        const PointValue *before = older->values->pdata[i];
        PointValue *value = point_find_value(point, before->value);
        if (value == NULL) {
            continue;
        }
        keep_requirements(value->requires, before->requires);
        keep_requirements(value->conflicts, before->conflicts);
        if (settled) {
            value->name = before->name;
            value->rejected = before->rejected;
        }
        g_autofree char *requires = g_strdup_printf("requires of %s", value->value);
        g_autofree char *conflicts = g_strdup_printf("conflicts of %s", value->value);
        note_requirements(self, point, requires, before->requires, value->requires);
        note_requirements(self, point, conflicts, before->conflicts, value->conflicts);
    }
    note_values(self, point, "added", point, older);
    note_values(self, point, "removed", older, point);
}

static void take_decisions(Specification *self, Point *point, const Point *older)
{
    point->review = older->review;
    if (point_is_decided(older)) {
        point->category = older->category;
        point->id = older->id;
        point->name = older->name;
    } else {
        note_text(self, point, "category", category_text(older->category),
                  category_text(point->category));
    }
    /* What a person accepted stays with its reasons when somebody else than the rules had decided;
     * nobody's second opinion is asked for then. */
    if (!g_str_equal(older->decided_by, DECIDED_BY_RULES) && point_is_decided(older)) {
        point->second_opinion = NULL;
        point->decided_by = older->decided_by;
        point->confidence = older->confidence;
        point->reasons = older->reasons;
    }
}

/* What people accepted because the rules had said so, and the rules no longer say. */
static void note_rejection(Specification *self, Point *point, const char *reason)
{
    const char *note = arena_printf(self->arena, "the rules would reject it now: %s", reason);
    if (!g_ptr_array_find_with_equal_func(point->changes, note, g_str_equal, NULL)) {
        g_ptr_array_add(point->changes, (gpointer)note);
    }
    point->status = STATUS_CHANGED;
}

static void take_over(Specification *self, Point *point, const Point *older)
{
    if (older->status == STATUS_CHANGED) {
        g_ptr_array_extend(point->changes, older->changes, NULL, NULL);
    }
    guint known = point->changes->len;
    if (is_person(point->decided_by) && !is_person(older->decided_by) &&
        older->review == REVIEW_ACCEPTED) {
        note_rejection(self, point, point->reasons->len > 0 ? point->reasons->pdata[0] : "");
    }
    take_decisions(self, point, older);
    note_text(self, point, "kind", point_kind_text(older->kind), point_kind_text(point->kind));
    note_text(self, point, "default", older->default_value, point->default_value);
    note_text(self, point, "flag", older->flag, point->flag);
    note_text(self, point, "polarity", polarity_words[older->polarity],
              polarity_words[point->polarity]);
    note_condition(self, point, older->condition);
    if (!same_defaults(older->defaults, point->defaults)) {
        g_ptr_array_add(point->changes, "defaults: changed");
    }
    keep_requirements(point->requires, older->requires);
    keep_requirements(point->conflicts, older->conflicts);
    note_requirements(self, point, "requires", older->requires, point->requires);
    note_requirements(self, point, "conflicts", older->conflicts, point->conflicts);
    update_values(self, point, older);
    if (older->status == STATUS_GONE) {
        g_ptr_array_add(point->changes, "the option is back");
    }
    if (older->status == STATUS_NEW && older->review == REVIEW_PENDING) {
        point->status = STATUS_NEW;
        g_ptr_array_set_size(point->changes, 0);
    } else if (point->changes->len > known || older->status == STATUS_CHANGED) {
        point->status = STATUS_CHANGED;
    }
}

/* The points found now, each with what was decided about it; those that a person put among the
 * rejected leave the list. */
static void update_points(Specification *self, GHashTable *older_points, GHashTable *older_rejected)
{
    GPtrArray *kept = arena_array(self->arena);
    for (guint i = 0; i < self->points->len; i++) {
        Point *point = self->points->pdata[i];
        g_autofree char *key =
            specification_option_key(self, point->option, point->folder, point->build);
        const Point *older = g_hash_table_lookup(older_points, key);
        RejectedOption *rejected = g_hash_table_lookup(older_rejected, key);
        if (older != NULL) {
            take_over(self, point, older);
        } else if (rejected != NULL && is_person(rejected->decided_by)) {
            g_ptr_array_add(self->rejected, rejected);
            continue;
        } else {
            point->status = STATUS_NEW;
        }
        g_ptr_array_add(kept, point);
    }
    self->points = kept;
}

/* Older points that were not found: a person's choice overrules the rules, what the rules alone had
 * chosen goes, and what the project no longer has is marked. */
static void keep_older_points(Specification *self, const Specification *older,
                              GHashTable *points_now, GHashTable *rejected_now)
{
    for (guint i = 0; i < older->points->len; i++) {
        Point *point = older->points->pdata[i];
        g_autofree char *key =
            specification_option_key(self, point->option, point->folder, point->build);
        RejectedOption *rejected = g_hash_table_lookup(rejected_now, key);
        if (g_hash_table_contains(points_now, key)) {
            continue;
        }
        if (rejected == NULL) {
            point->status = STATUS_GONE;
            g_ptr_array_add(self->points, point);
        } else if (point_is_decided(point)) {
            if (!is_person(point->decided_by) && point->review == REVIEW_ACCEPTED) {
                note_rejection(self, point, rejected->reason);
            }
            g_ptr_array_remove(self->rejected, rejected);
            g_ptr_array_add(self->points, point);
        }
    }
}

static void keep_older_rejected(Specification *self, const Specification *older,
                                GHashTable *points_now, GHashTable *rejected_now)
{
    for (guint i = 0; i < older->rejected->len; i++) {
        RejectedOption *option = older->rejected->pdata[i];
        g_autofree char *key =
            specification_option_key(self, option->option, option->folder, option->build);
        RejectedOption *now = g_hash_table_lookup(rejected_now, key);
        if (!is_person(option->decided_by) || g_hash_table_contains(points_now, key)) {
            continue;
        }
        if (now == NULL) {
            g_ptr_array_add(self->rejected, option);
        } else {
            now->decided_by = option->decided_by;
            now->reason = option->reason;
            now->category = option->category;
        }
    }
}

static gboolean same_group(const PointGroup *a, const PointGroup *b)
{
    return a->kind == b->kind && same_requirements(a->members, b->members);
}

/* What has no place was written by a person. */
static void keep_written(Specification *self, const Specification *older)
{
    for (guint i = 0; i < older->groups->len; i++) {
        PointGroup *group = older->groups->pdata[i];
        gboolean known = group->at.path != NULL;
        for (guint k = 0; k < self->groups->len && !known; k++) {
            known = same_group(group, self->groups->pdata[k]);
        }
        if (!known) {
            g_ptr_array_add(self->groups, group);
        }
    }
    for (guint i = 0; i < older->constraints->len; i++) {
        SpecificationConstraint *constraint = older->constraints->pdata[i];
        if (constraint->at.path == NULL) {
            g_ptr_array_add(self->constraints, constraint);
        }
    }
}

/* Makes the older file name build systems as the newer one does, if it does not. What names none
 * belongs to the first one, and a project may have got another one since that comes first. */
static gboolean say_builds(const Specification *self, const Specification *older, json_t *root)
{
    const char *then = specification_build_type(older, NULL);
    const char *now = specification_build_type(self, NULL);
    if (*then == '\0' || g_str_equal(then, now)) {
        return FALSE;
    }
    json_array_insert_new(json_object_get(root, "build_systems"), 0,
                          json_pack("{s:s, s:s}", "type", now, "file", ""));
    static const char *const lists[] = {"points", "rejected"};
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        gsize index = 0;
        json_t *item = NULL;
        json_array_foreach(json_object_get(root, lists[i]), index, item)
        {
            const json_t *build = json_object_get(item, "build");
            if (!json_is_string(build)) {
                json_object_set_new(item, "build", json_string(then));
            } else if (g_strcmp0(json_string_value(build), now) == 0) {
                json_object_del(item, "build");
            }
        }
    }
    return TRUE;
}

/* `older` is in the arena of `self`, and gives some of its points away. */
static void update(Specification *self, const Specification *older)
{
    g_autoptr(GHashTable) older_points = index_points(self, older->points);
    g_autoptr(GHashTable) older_rejected = index_rejected(self, older->rejected);
    g_autoptr(GHashTable) points_now = index_points(self, self->points);
    g_autoptr(GHashTable) rejected_now = index_rejected(self, self->rejected);
    update_points(self, older_points, older_rejected);
    keep_older_points(self, older, points_now, rejected_now);
    keep_older_rejected(self, older, points_now, rejected_now);
    keep_written(self, older);
    specification_sort(self);
}

gboolean specification_update_from(Specification *self, const char *path, YamlComments **comments,
                                   GError **error)
{
    gsize length = 0;
    g_autofree char *text = file_read(path, YAML_BYTES_MAX, &length, error);
    if (text == NULL) {
        return FALSE;
    }
    g_autoptr(YamlDocument) document = yaml_parse(text, length, path, error);
    if (document == NULL) {
        return FALSE;
    }
    const Specification *older = specification_from_yaml(self->arena, document, error);
    if (older != NULL && say_builds(self, older, yaml_root(document))) {
        older = specification_from_yaml(self->arena, document, error);
    }
    if (older == NULL) {
        return FALSE;
    }
    *comments = yaml_comments_read(text, length, document, specification_identity);
    update(self, older);
    return TRUE;
}
