#include "discover/cmake/guard_link.h"

/* Whether the condition can hold when the option has one of the texts and `others` hold. */
static gboolean allows_text(const GuardLinkSource *source, Guard guard, gpointer option,
                            const char *text, GArray *others)
{
    guint known = others->len;
    source->assume(option, text, others, source->data);
    gboolean allows = guard_can_hold(source->guards, guard,
                                     (const GuardLiteral *)(const void *)others->data, others->len);
    g_array_set_size(others, known);
    return allows;
}

static gboolean allows_value(const GuardLinkSource *source, Guard guard, gpointer option,
                             const char *value, GArray *others)
{
    g_autoptr(GPtrArray) texts = source->texts(option, value, source->data);
    for (guint i = 0; i < texts->len; i++) {
        if (allows_text(source, guard, option, texts->pdata[i], others)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_defaults_of_others(const GuardLinkSource *source, gpointer option,
                                   const GPtrArray *options, GArray *literals)
{
    for (guint i = 0; i < options->len; i++) {
        gpointer other = options->pdata[i];
        const char *value = other != option ? source->plain_default(other, source->data) : NULL;
        if (value != NULL) {
            g_autoptr(GPtrArray) texts = source->texts(other, value, source->data);
            source->assume(other, texts->pdata[texts->len - 1], literals, source->data);
        }
    }
}

static GuardLink *link_of(const GuardLinkSource *source, Guard guard, gpointer option,
                          const GPtrArray *options)
{
    GuardLink *link = arena_new0(source->arena, GuardLink);
    link->option = option;
    g_autoptr(GPtrArray) values = source->values(option, source->data);
    if (values == NULL) {
        return link;
    }
    g_autoptr(GArray) nothing = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    g_autoptr(GArray) defaults = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    add_defaults_of_others(source, option, options, defaults);
    GPtrArray *allowing = arena_array(source->arena);
    gboolean ruled_out = !allows_text(source, guard, option, GUARD_LINK_OTHER, nothing);
    /* Where nothing is known to be given, anything may be. */
    link->alone = values->len == 0 && !ruled_out &&
                  allows_text(source, guard, option, GUARD_LINK_OTHER, defaults);
    for (guint i = 0; i < values->len && i < GUARD_LINK_VALUES_MAX; i++) {
        const char *value = values->pdata[i];
        if (!allows_value(source, guard, option, value, nothing)) {
            ruled_out = TRUE;
            continue;
        }
        g_ptr_array_add(allowing, (gpointer)value);
        link->alone = link->alone || allows_value(source, guard, option, value, defaults);
    }
    link->values = ruled_out && allowing->len > 0 ? allowing : NULL;
    return link;
}

const GPtrArray *guard_links(const GuardLinkSource *source, GHashTable *memory, Guard guard)
{
    gpointer key = GUINT_TO_POINTER(guard.node);
    const GPtrArray *known = g_hash_table_lookup(memory, key);
    if (known != NULL) {
        return known;
    }
    GPtrArray *links = arena_array(source->arena);
    g_autoptr(GArray) support = guard_support(source->guards, guard);
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    for (guint i = 0; i < support->len; i++) {
        source->add_options(g_array_index(support, guint, i), options, source->data);
    }
    for (guint i = 0; i < options->len && options->len <= GUARD_LINK_OPTIONS_MAX; i++) {
        g_ptr_array_add(links, link_of(source, guard, options->pdata[i], options));
    }
    g_hash_table_insert(memory, key, links);
    return links;
}
