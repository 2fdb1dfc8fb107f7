/* What a setting takes: settings that it needs, and those that it cannot stand beside turned off,
 * as far as the specification says so for sure. A setting that is there already is never changed;
 * when it speaks against what another one takes, the first such pair is told. */
#include "core/switch_word.h"
#include "discover/review/exports/writer.h"
#include <string.h>

/* What a setting takes may take more in turn. */
#define NEEDS_DEPTH_MAX 8u

const ExportSetting *export_setting(const GPtrArray *settings, const Point *point)
{
    for (guint i = 0; i < settings->len; i++) {
        const ExportSetting *setting = settings->pdata[i];
        if (setting->point == point) {
            return setting;
        }
    }
    return NULL;
}

const ExportSetting *export_add_setting(ExportSettings *self, const Point *point, const char *value)
{
    ExportSetting *setting = arena_new0(self->input->arena, ExportSetting);
    *setting = (ExportSetting){point, value};
    g_ptr_array_add(self->settings, setting);
    return setting;
}

static gboolean is_on(const ExportSetting *setting)
{
    return *setting->value != '\0' && !switch_word_is_none(setting->value);
}

/* Projects compare choices with and without regard to case: what differs in case only is not told
 * to be another value. */
static gboolean has_value(const ExportSetting *setting, const char *value)
{
    if (g_ascii_strcasecmp(setting->value, value) == 0) {
        return TRUE;
    }
    return switch_word_is_on(value) ? is_on(setting) : switch_word_is_off(value) && !is_on(setting);
}

/* The value that the option has anyway, or none: such a setting needs nothing that it would be
 * wrong without. */
static gboolean changes_nothing(const ExportSetting *setting)
{
    return !is_on(setting) || g_strcmp0(point_default_setting(setting->point), setting->value) == 0;
}

/* Only the first one is told. */
static void tell_clash(ExportSettings *self, const ExportSetting *setting, const char *what,
                       const Span *at)
{
    if (self->clash == NULL) {
        g_autofree char *place = at == NULL ? g_strdup("") : span_text(at);
        gboolean placed = *place != '\0';
        self->clash =
            arena_printf(self->input->arena, "%s=%s %s%s%s%s", setting->point->option,
                         setting->value, what, placed ? " (" : "", place, placed ? ")" : "");
    }
}

static void take_value(ExportSettings *self, const ExportSetting *setting, const Point *point,
                       const char *value, const Span *at, guint depth)
{
    const ExportSetting *there = export_setting(self->settings, point);
    if (there == NULL) {
        if (depth < NEEDS_DEPTH_MAX && is_one_line(value)) {
            export_add_needs(self, export_add_setting(self, point, value), depth + 1);
        }
    } else if (!has_value(there, value) && !changes_nothing(setting)) {
        g_autofree char *what =
            g_strdup_printf("needs %s=%s, not %s", point->option, value, there->value);
        tell_clash(self, setting, what, at);
    }
}

static void take_requirements(ExportSettings *self, const ExportSetting *setting,
                              const GPtrArray *requirements, guint depth)
{
    for (guint i = 0; i < requirements->len; i++) {
        const Requirement *requirement = requirements->pdata[i];
        const Point *point =
            requirement->option == NULL ? NULL : export_point(self->input, requirement->option);
        if (point != NULL) {
            take_value(self, setting, point,
                       requirement->value == NULL ? SWITCH_ON : requirement->value,
                       &requirement->at, depth);
        }
    }
}

static gboolean is_excluded(const Requirement *conflict, const ExportSetting *there)
{
    return conflict->value == NULL ? is_on(there) : g_str_equal(conflict->value, there->value);
}

/* A switch that is on unless somebody turns it off, and that the project refuses beside this one,
 * is turned off. */
static void take_conflict(ExportSettings *self, const ExportSetting *setting,
                          const Requirement *conflict, const Span *at, guint depth)
{
    const Point *point =
        conflict->option == NULL ? NULL : export_point(self->input, conflict->option);
    if (point == NULL) {
        return;
    }
    const ExportSetting *there = export_setting(self->settings, point);
    if (there != NULL) {
        if (is_excluded(conflict, there)) {
            g_autofree char *what = g_strdup_printf("excludes %s=%s", point->option, there->value);
            tell_clash(self, setting, what, at);
        }
    } else if (conflict->value == NULL && point->kind == POINT_SWITCH &&
               g_strcmp0(point_default_setting(point), SWITCH_ON) == 0) {
        take_value(self, setting, point, SWITCH_OFF, at, depth);
    }
}

static void take_conflicts(ExportSettings *self, const ExportSetting *setting,
                           const GPtrArray *conflicts, guint depth)
{
    for (guint i = 0; i < conflicts->len; i++) {
        const Requirement *conflict = conflicts->pdata[i];
        take_conflict(self, setting, conflict, &conflict->at, depth);
    }
}

static gboolean is_member(const PointGroup *group, const Point *point)
{
    for (guint i = 0; i < group->members->len; i++) {
        const Requirement *member = group->members->pdata[i];
        if (member->value == NULL && g_strcmp0(member->option, point->option) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Of a group of which one member may hold the others exclude it. */
static void take_groups(ExportSettings *self, const ExportSetting *setting, guint depth)
{
    const GPtrArray *groups = self->input->request->specification->groups;
    for (guint i = 0; i < groups->len; i++) {
        const PointGroup *group = groups->pdata[i];
        if (group->kind == GROUP_AT_LEAST_ONE || !is_member(group, setting->point)) {
            continue;
        }
        for (guint k = 0; k < group->members->len; k++) {
            const Requirement *member = group->members->pdata[k];
            if (g_strcmp0(member->option, setting->point->option) != 0) {
                take_conflict(self, setting, member, &group->at, depth);
            }
        }
    }
}

/* What the option's own condition says for sure: "GPU=CUDA", "not MPI". */
static void take_condition(ExportSettings *self, const ExportSetting *setting, guint depth)
{
    g_autoptr(GPtrArray) literals = condition_shared_literals(setting->point->condition);
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        gboolean negated = literal->kind == CONDITION_NOT;
        const Condition *atom = negated ? literal->operands[0] : literal;
        const Point *point = atom->subject_kind == CONDITION_SUBJECT_OPTION
                                 ? export_point(self->input, atom->subject)
                                 : NULL;
        if (point == NULL) {
            continue;
        }
        if (atom->relation == NULL && point->kind == POINT_SWITCH) {
            take_value(self, setting, point, negated ? SWITCH_OFF : SWITCH_ON, NULL, depth);
        } else if (!negated && g_strcmp0(atom->relation, "=") == 0) {
            take_value(self, setting, point, atom->value, NULL, depth);
        }
    }
}

void export_add_needs(ExportSettings *self, const ExportSetting *setting, guint depth)
{
    const Point *point = setting->point;
    take_condition(self, setting, depth);
    /* What a choice needs for any of its values it does not for that which is none. */
    if (is_on(setting)) {
        take_requirements(self, setting, point->requires, depth);
        take_conflicts(self, setting, point->conflicts, depth);
        take_groups(self, setting, depth);
    }
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *candidate = point->values->pdata[i];
        if (g_str_equal(candidate->value, setting->value)) {
            take_requirements(self, setting, candidate->requires, depth);
            take_conflicts(self, setting, candidate->conflicts, depth);
        }
    }
}
