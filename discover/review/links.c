#include "discover/review/links.h"
#include <string.h>

static const char *const kind_words[] = {
#define X(id, text) [LINK_##id] = text,
    LINK_KINDS(X)
#undef X
};

const char *link_kind_text(LinkKind kind)
{
    return kind_words[kind];
}

static void link_free(gpointer data)
{
    g_free(((PointLink *)data)->setting);
    g_free(data);
}

/* One point's links while they are collected. */
typedef struct {
    GHashTable *points; /* option -> index + 1 of its first point */
    GPtrArray *links;
    guint from;
    guint first; /* the first link of this point */
    Span at;
} Collector;

static void add_link(Collector *self, LinkKind kind, const char *option, const char *setting,
                     Span at)
{
    guint to = GPOINTER_TO_UINT(g_hash_table_lookup(self->points, option));
    if (to == 0 || to - 1 == self->from) {
        return;
    }
    for (guint i = self->first; i < self->links->len; i++) {
        PointLink *known = self->links->pdata[i];
        if (known->to == to - 1 && known->kind == kind) {
            if (g_strcmp0(known->setting, setting) != 0) {
                g_clear_pointer(&known->setting, g_free);
            }
            return;
        }
    }
    PointLink *link = g_new0(PointLink, 1);
    *link = (PointLink){self->from, to - 1, kind, g_strdup(setting), at};
    g_ptr_array_add(self->links, link);
}

static void visit_atom(const Condition *atom, void *data)
{
    Collector *self = data;
    if (atom->subject_kind == CONDITION_SUBJECT_OPTION) {
        gboolean is_value = g_strcmp0(atom->relation, "=") == 0;
        add_link(self, LINK_EXISTS, atom->subject, is_value ? atom->value : NULL, self->at);
    }
}

static void add_requirements(Collector *self, const GPtrArray *requirements, LinkKind kind)
{
    for (guint i = 0; i < requirements->len; i++) {
        const Requirement *requirement = requirements->pdata[i];
        if (requirement->option != NULL) {
            add_link(self, kind, requirement->option, requirement->value, requirement->at);
        }
    }
}

GPtrArray *point_links(const Specification *self)
{
    g_autoptr(GHashTable) points = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = self->points->len; i > 0; i--) {
        const Point *point = self->points->pdata[i - 1];
        g_hash_table_insert(points, (gpointer)point->option, GUINT_TO_POINTER(i));
    }
    Collector collector = {.points = points, .links = g_ptr_array_new_with_free_func(link_free)};
    for (guint i = 0; i < self->points->len; i++) {
        const Point *point = self->points->pdata[i];
        collector.from = i;
        collector.first = collector.links->len;
        collector.at = SPAN_NONE;
        add_requirements(&collector, point->requires, LINK_NEEDS);
        add_requirements(&collector, point->conflicts, LINK_EXCLUDES);
        for (guint k = 0; k < point->values->len; k++) {
            const PointValue *value = point->values->pdata[k];
            add_requirements(&collector, value->requires, LINK_NEEDS);
            add_requirements(&collector, value->conflicts, LINK_EXCLUDES);
        }
        condition_each_atom(point->condition, visit_atom, &collector);
    }
    return collector.links;
}
