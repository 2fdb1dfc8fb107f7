#include "tests/unit/pure/pure_maker.h"

guint maker_below(Maker *self, guint limit)
{
    return (guint)g_rand_int_range(self->random, 0, (gint32)limit);
}

void maker_begin(Maker *self, const char *command)
{
    self->current = pure_case_new(0, command);
}

void maker_add(Maker *self, const char *word)
{
    pure_case_add(self->current, word);
}

void maker_add_owned(Maker *self, char *word)
{
    pure_case_add(self->current, word);
    g_free(word);
}

void maker_set_owned(Maker *self, const char *name, char *value)
{
    pure_case_set(self->current, name, value);
    g_free(value);
}

char *maker_pieces(Maker *self, const char *const *from, guint count, guint longest)
{
    GString *text = g_string_new(NULL);
    for (guint n = maker_below(self, longest + 1); n > 0; n--) {
        g_string_append(text, from[maker_below(self, count)]);
    }
    return g_string_free(text, FALSE);
}
