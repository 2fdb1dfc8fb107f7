#include "core/point_flag.h"
#include <string.h>

static const struct {
    const char *prefix;
    const char *opposite;
    ArgumentSense sense;
} ways[] = {
    {"--enable-", "--disable-", ARGUMENT_WITH},
    {"--disable-", "--enable-", ARGUMENT_WITHOUT},
    {"--with-", "--without-", ARGUMENT_WITH},
    {"--without-", "--with-", ARGUMENT_WITHOUT},
};

ArgumentSense argument_sense(const char *argument)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        if (g_str_has_prefix(argument, ways[i].prefix)) {
            return ways[i].sense;
        }
    }
    return ARGUMENT_OTHER;
}

const char *argument_subject(const char *argument)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        if (g_str_has_prefix(argument, ways[i].prefix)) {
            return argument + strlen(ways[i].prefix);
        }
    }
    return argument;
}

char *argument_opposite_of(const char *argument, gsize length)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        gsize skip = strlen(ways[i].prefix);
        if (skip <= length && g_str_has_prefix(argument, ways[i].prefix)) {
            return g_strdup_printf("%s%.*s", ways[i].opposite, (int)(length - skip),
                                   argument + skip);
        }
    }
    return NULL;
}

const char *argument_opposite(Arena *arena, const char *argument)
{
    g_autofree char *opposite = argument_opposite_of(argument, strcspn(argument, "="));
    return opposite != NULL ? arena_strdup(arena, opposite) : NULL;
}

/* Meson takes no other word than that which is the opposite of its own; CMake has many. */
static const char *word_off(const char *on)
{
    static const char *const pairs[][2] = {{"true", "false"}, {"enabled", "disabled"}};
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
        if (g_str_equal(on, pairs[i][0])) {
            return pairs[i][1];
        }
    }
    return "OFF";
}

const char *flag_off(Arena *arena, const char *flag)
{
    const char *other = argument_opposite(arena, flag);
    const char *equals = strchr(flag, '=');
    if (other != NULL || equals == NULL) {
        return other;
    }
    return arena_printf(arena, "%.*s=%s", (int)(equals - flag), flag,
                        g_str_has_prefix(flag, "-D") ? word_off(equals + 1) : "");
}
