#include "discover/program/people.h"
#include "discover/specify.h"

static gboolean is_person(const char *decided_by)
{
    return g_strcmp0(decided_by, DECIDED_BY_PERSON) == 0;
}

/* What has no place was written by a person. */
static gboolean have_written(const GPtrArray *requirements)
{
    for (guint i = 0; i < requirements->len; i++) {
        const Requirement *requirement = requirements->pdata[i];
        if (requirement->at.path == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean have_worked_on_point(const Point *point)
{
    gboolean written = have_written(point->requires) || have_written(point->conflicts);
    for (guint i = 0; i < point->values->len && !written; i++) {
        const PointValue *value = point->values->pdata[i];
        written = have_written(value->requires) || have_written(value->conflicts);
    }
    return written || point_is_decided(point);
}

gboolean people_have_worked(const Specification *present, const YamlComments *comments)
{
    gboolean worked = specification_has_comments(comments);
    for (guint i = 0; i < present->points->len && !worked; i++) {
        worked = have_worked_on_point(present->points->pdata[i]);
    }
    for (guint i = 0; i < present->rejected->len && !worked; i++) {
        worked = is_person(((const RejectedOption *)present->rejected->pdata[i])->decided_by);
    }
    for (guint i = 0; i < present->groups->len && !worked; i++) {
        worked = ((const PointGroup *)present->groups->pdata[i])->at.path == NULL;
    }
    for (guint i = 0; i < present->constraints->len && !worked; i++) {
        worked = ((const SpecificationConstraint *)present->constraints->pdata[i])->at.path == NULL;
    }
    return worked;
}

GHashTable *people_settled_options(const Specification *present)
{
    GHashTable *settled = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < present->points->len; i++) {
        const Point *point = present->points->pdata[i];
        if (point_is_decided(point)) {
            g_hash_table_add(settled, consult_key(point->option, point->folder));
        }
    }
    for (guint i = 0; i < present->rejected->len; i++) {
        const RejectedOption *rejected = present->rejected->pdata[i];
        if (is_person(rejected->decided_by)) {
            g_hash_table_add(settled, consult_key(rejected->option, rejected->folder));
        }
    }
    return settled;
}

/* The rules' opinion stays as the reason: a better one, of who promoted the option, comes from the
 * file with the update. */
static void overrule(Decision *decision, const Point *point)
{
    if (decision->reasons->len == 0) {
        g_ptr_array_add(decision->reasons, "no evidence for any category");
    }
    decision->is_point = TRUE;
    decision->category = point->category;
    decision->decided_by = DECIDED_BY_PERSON;
    decision->confidence = 1;
}

void people_keep_points(const Specification *present, const Analysis *analysis)
{
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (guint i = 0; i < analysis->decisions->len; i++) {
        Decision *decision = analysis->decisions->pdata[i];
        /* Of an option that is only mentioned, the older file knows more than we do. */
        const GPtrArray *definitions = decision->option->definitions;
        gboolean asked = !decision->is_point && definitions != NULL && definitions->len > 0;
        const Point *point = asked ? specify_point_of(present, decision->option) : NULL;
        if (point != NULL && point_is_decided(point)) {
            overrule(decision, point);
            g_ptr_array_add(kept, decision);
        }
    }
    classify_assign(analysis->knowledge, analysis->facts, analysis->sources, kept, analysis->arena);
}
