#include "container/prove/flow.h"

#define NO_WATCH G_MAXUINT

typedef struct {
    GArray *elements; /* guint32 */
    GHashTable *has;
    GArray *targets; /* guint: sets that hold all of this one */
    GHashTable *links;
    guint done;    /* so many elements were handed on */
    guint watch;   /* NO_WATCH: nobody looks */
    guint visited; /* so many elements were shown */
    gboolean queued;
} Set;

struct Flow {
    GPtrArray *sets;
    GQueue *changed; /* Set */
};

static void set_free(gpointer data)
{
    Set *set = data;
    g_array_unref(set->elements);
    g_hash_table_unref(set->has);
    g_array_unref(set->targets);
    g_hash_table_unref(set->links);
    g_free(set);
}

Flow *flow_new(void)
{
    Flow *self = g_new0(Flow, 1);
    self->sets = g_ptr_array_new_with_free_func(set_free);
    self->changed = g_queue_new();
    return self;
}

void flow_free(Flow *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->sets);
        g_queue_free(self->changed);
        g_free(self);
    }
}

guint flow_set(Flow *self)
{
    Set *set = g_new0(Set, 1);
    set->elements = g_array_new(FALSE, FALSE, sizeof(guint32));
    set->has = g_hash_table_new(NULL, NULL);
    set->targets = g_array_new(FALSE, FALSE, sizeof(guint));
    set->links = g_hash_table_new(NULL, NULL);
    set->watch = NO_WATCH;
    g_ptr_array_add(self->sets, set);
    return self->sets->len - 1;
}

static void queue(Flow *self, Set *set)
{
    if (!set->queued) {
        set->queued = TRUE;
        g_queue_push_tail(self->changed, set);
    }
}

static void add(Flow *self, Set *set, guint32 element)
{
    if (g_hash_table_add(set->has, GUINT_TO_POINTER(element))) {
        g_array_append_val(set->elements, element);
        queue(self, set);
    }
}

void flow_add(Flow *self, guint set, guint32 element)
{
    add(self, self->sets->pdata[set], element);
}

void flow_link(Flow *self, guint from, guint to)
{
    Set *source = self->sets->pdata[from];
    if (from == to || !g_hash_table_add(source->links, GUINT_TO_POINTER(to))) {
        return;
    }
    g_array_append_val(source->targets, to);
    /* What is not handed on yet will be, over the new link as well. */
    for (guint i = 0; i < source->done; i++) {
        add(self, self->sets->pdata[to], g_array_index(source->elements, guint32, i));
    }
}

void flow_watch(Flow *self, guint set, guint watch)
{
    Set *watched = self->sets->pdata[set];
    watched->watch = watch;
    queue(self, watched);
}

static void hand_on(Flow *self, Set *set)
{
    for (; set->done < set->elements->len; set->done++) {
        guint32 element = g_array_index(set->elements, guint32, set->done);
        for (guint i = 0; i < set->targets->len; i++) {
            add(self, self->sets->pdata[g_array_index(set->targets, guint, i)], element);
        }
    }
}

void flow_run(Flow *self, FlowVisit visit, gpointer data)
{
    while (!g_queue_is_empty(self->changed)) {
        Set *set = g_queue_pop_head(self->changed);
        set->queued = FALSE;
        hand_on(self, set);
        while (set->watch != NO_WATCH && set->visited < set->elements->len) {
            visit(set->watch, g_array_index(set->elements, guint32, set->visited++), data);
        }
    }
}

const GArray *flow_elements(const Flow *self, guint set)
{
    return ((const Set *)self->sets->pdata[set])->elements;
}
