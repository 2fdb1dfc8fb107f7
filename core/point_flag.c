#include "core/point_flag.h"
#include <string.h>

const char *argument_opposite(Arena *arena, const char *argument)
{
    static const char *const pairs[][2] = {{"--enable-", "--disable-"}, {"--with-", "--without-"}};
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
        for (guint on = 0; on < 2; on++) {
            if (g_str_has_prefix(argument, pairs[i][on])) {
                const char *rest = argument + strlen(pairs[i][on]);
                return arena_printf(arena, "%s%.*s", pairs[i][1 - on], (int)strcspn(rest, "="),
                                    rest);
            }
        }
    }
    return NULL;
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
