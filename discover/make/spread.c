/* Variables each word of which makes a definition: "$(NAME:%=-DUSE_%)", "$(addprefix -D,$(NAME))".
 * The makefiles are looked through once for all of them. */
#include "discover/make/reading.h"

static void note_in(const GRegex *regex, const char *text, GHashTable *names)
{
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *listed = g_match_info_fetch(match, 1);
        g_hash_table_add(names, listed != NULL && *listed != '\0' ? g_steal_pointer(&listed)
                                                                  : g_match_info_fetch(match, 2));
    }
}

/* The caller unrefs it. */
static GHashTable *spread_names(const MakeReading *self)
{
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GRegex) regex = g_regex_new("\\((\\w+):%=-D|(?:addprefix +|patsubst +%, *)"
                                          "-D\\w*%?, *\\$\\((\\w+)\\)",
                                          G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
    for (guint i = 0; i < self->order->len; i++) {
        const MakeSource *source = self->order->pdata[i];
        for (guint k = 0; source->central && k < source->file->statements->len; k++) {
            const MakeStatement *statement =
                &g_array_index(source->file->statements, MakeStatement, k);
            if (statement->kind == MAKE_ASSIGNMENT) {
                note_in(regex, statement->value, names);
            }
        }
    }
    return names;
}

gboolean make_is_spread(MakeReading *self, const char *name)
{
    if (self->spread == NULL) {
        self->spread = spread_names(self);
    }
    return g_hash_table_contains(self->spread, name);
}
