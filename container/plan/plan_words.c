/* Values in the words that a build tool other than CMake takes. */
#include "container/plan/plan.h"
#include "core/point_flag.h"
#include <string.h>

static const Point *point_of(const Specification *specification, const char *option)
{
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        if (g_str_equal(point->option, option)) {
            return point;
        }
    }
    return NULL;
}

/* "1" of "USE_X=1" for USE_X; NULL: the flag is another one's. */
static const char *value_in(const char *flag, const char *option)
{
    gsize length = strlen(option);
    return flag != NULL && g_str_has_prefix(flag, option) && flag[length] == '=' ? flag + length + 1
                                                                                 : NULL;
}

/* The flag says one of the two; the other is nothing, which all ways to ask take for off, or what
 * most take for on. */
static const char *switch_word(const Point *point, gboolean on)
{
    const char *told = value_in(point->flag, point->option);
    gboolean told_on = told != NULL && value_is_on(told);
    return told != NULL && told_on == on ? told : on ? "1" : "";
}

static const char *choice_word(Arena *arena, const Point *point, const char *value)
{
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *known = point->values->pdata[i];
        const char *told = value_in(known->flag, point->option);
        const char *opposite = argument_opposite(arena, point->option);
        if (!g_str_equal(known->value, value) || known->flag == NULL) {
            continue;
        }
        return told != NULL                              ? told
               : g_str_equal(known->flag, point->option) ? "ON"
               : g_strcmp0(known->flag, opposite) == 0   ? "OFF"
                                                         : value;
    }
    return value;
}

void plan_word_settings(Arena *arena, const Specification *specification, const GPtrArray *settings)
{
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        const Point *point = point_of(specification, setting->option);
        gboolean is_argument = argument_sense(setting->option) != ARGUMENT_OTHER;
        if (point == NULL || (point->kind == POINT_SWITCH && is_argument)) {
            continue;
        }
        const char *word = point->kind == POINT_SWITCH
                               ? switch_word(point, value_is_on(setting->value))
                               : choice_word(arena, point, setting->value);
        settings->pdata[i] = setting_new(arena, setting->option, word);
    }
}
