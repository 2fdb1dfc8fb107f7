#include "discover/cmake/guard_link.h"

struct GuardLinks {
    const GuardLinkMethods *methods;
    Guards *guards;
    Arena *arena;
    gpointer data;
    GHashTable *memory; /* guard node -> GPtrArray of GuardLink * */
};

GuardLinks *guard_links_new(const GuardLinkMethods *methods, Guards *guards, Arena *arena,
                            gpointer data)
{
    GuardLinks *self = g_new0(GuardLinks, 1);
    *self = (GuardLinks){methods, guards, arena, data, g_hash_table_new(NULL, NULL)};
    return self;
}

void guard_links_free(GuardLinks *self)
{
    if (self == NULL) {
        return;
    }
    g_hash_table_unref(self->memory);
    g_free(self);
}

/* Whether the condition can hold when the option has one of the texts and `others` hold. */
static gboolean allows_text(const GuardLinks *self, Guard guard, gpointer option, const char *text,
                            GArray *others)
{
    guint known = others->len;
    self->methods->assume(option, text, others, self->data);
    gboolean allows = guard_can_hold(self->guards, guard,
                                     (const GuardLiteral *)(const void *)others->data, others->len);
    g_array_set_size(others, known);
    return allows;
}

static gboolean allows_value(const GuardLinks *self, Guard guard, gpointer option,
                             const char *value, GArray *others)
{
    g_autoptr(GPtrArray) texts = self->methods->texts(option, value, self->data);
    for (guint i = 0; i < texts->len; i++) {
        if (allows_text(self, guard, option, texts->pdata[i], others)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Those with which the option does not exist are left out: who sets it has set them. */
static void add_defaults_of_others(const GuardLinks *self, gpointer option,
                                   const GPtrArray *options, GArray *literals)
{
    Guard exists = self->methods->existence != NULL ? self->methods->existence(option, self->data)
                                                    : GUARD_TRUE;
    for (guint i = 0; i < options->len; i++) {
        gpointer other = options->pdata[i];
        const char *value =
            other != option ? self->methods->plain_default(other, self->data) : NULL;
        if (value == NULL) {
            continue;
        }
        guint before = literals->len;
        g_autoptr(GPtrArray) texts = self->methods->texts(other, value, self->data);
        self->methods->assume(other, texts->pdata[texts->len - 1], literals, self->data);
        guint added = literals->len - before; /* none: the array may have no memory yet */
        const GuardLiteral *first =
            added > 0 ? &g_array_index(literals, GuardLiteral, before) : NULL;
        if (!guard_can_hold(self->guards, exists, first, added)) {
            g_array_set_size(literals, before);
        }
    }
}

static GuardLink *link_of(const GuardLinks *self, Guard guard, gpointer option,
                          const GPtrArray *options)
{
    GuardLink *link = arena_new0(self->arena, GuardLink);
    link->option = option;
    g_autoptr(GPtrArray) values = self->methods->values(option, self->data);
    if (values == NULL) {
        return link;
    }
    g_autoptr(GArray) nothing = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    g_autoptr(GArray) defaults = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    add_defaults_of_others(self, option, options, defaults);
    GPtrArray *allowing = arena_array(self->arena);
    gboolean ruled_out = !allows_text(self, guard, option, GUARD_LINK_OTHER, nothing);
    /* Where nothing is known to be given, anything may be. */
    link->alone = values->len == 0 && !ruled_out &&
                  allows_text(self, guard, option, GUARD_LINK_OTHER, defaults);
    for (guint i = 0; i < values->len && i < GUARD_LINK_VALUES_MAX; i++) {
        const char *value = values->pdata[i];
        if (!allows_value(self, guard, option, value, nothing)) {
            ruled_out = TRUE;
            continue;
        }
        g_ptr_array_add(allowing, (gpointer)value);
        link->alone = link->alone || allows_value(self, guard, option, value, defaults);
    }
    link->values = ruled_out && allowing->len > 0 ? allowing : NULL;
    return link;
}

const GPtrArray *guard_links_of(GuardLinks *self, Guard guard)
{
    gpointer key = GUINT_TO_POINTER(guard.node);
    const GPtrArray *known = g_hash_table_lookup(self->memory, key);
    if (known != NULL) {
        return known;
    }
    GPtrArray *links = arena_array(self->arena);
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    for (guint i = 0; i < support->len; i++) {
        self->methods->add_options(g_array_index(support, guint, i), options, self->data);
    }
    for (guint i = 0; i < options->len && options->len <= GUARD_LINK_OPTIONS_MAX; i++) {
        g_ptr_array_add(links, link_of(self, guard, options->pdata[i], options));
    }
    g_hash_table_insert(self->memory, key, links);
    return links;
}
