/* The methods of what holds or not: truths, mesonbuild.com/Reference-manual_elementary_bool.html,
 * and features, mesonbuild.com/Reference-manual_returned_feature.html. */
#include "discover/meson/method.h"
#include <string.h>

/* ---- truths ---------------------------------------------------------------------------------- */

static const MesonValue *truth_as(MesonReading *self, const MesonValue *object,
                                  const MesonNode *call)
{
    gboolean number = strcmp(call->text, "to_int") == 0;
    const MesonValue *on = meson_evaluate_argument(self, call, 0);
    const MesonValue *off = meson_evaluate_argument(self, call, 1);
    on = on == NULL || number ? meson_text(self, "true", SPAN_NONE) : on;
    off = off == NULL || number ? meson_text(self, "false", SPAN_NONE) : off;
    return number ? meson_join(self, object->truth, meson_number(self, 1), meson_number(self, 0))
                  : meson_join(self, object->truth, on, off);
}

static const MesonMethodRow truth_methods[] = {
    {"to_int", truth_as},
    {"to_string", truth_as},
};

MesonMethods meson_truth_methods(void)
{
    return MESON_METHODS(truth_methods);
}

/* ---- features -------------------------------------------------------------------------------- */

static const MesonValue *feature_asks(MesonReading *self, const MesonValue *object,
                                      const MesonNode *call)
{
    Guards *guards = self->guards;
    Guard is = object->truth;
    if (strcmp(call->text, "disabled") == 0) {
        is = object->off;
    } else if (strcmp(call->text, "auto") == 0) {
        is = guard_not(guards, guard_or(guards, object->truth, object->off));
    } else if (strcmp(call->text, "allowed") == 0) {
        is = guard_not(guards, object->off);
    }
    return meson_bool(self, is);
}

/* What is auto becomes something else under a condition. What a person has said is refused where it
 * is against that, and does not count there, unless only auto is asked for. */
static const MesonValue *feature_changes(MesonReading *self, const MesonValue *object,
                                         const MesonNode *call)
{
    Guards *guards = self->guards;
    const MesonValue *argument = meson_evaluate_argument(self, call, 0);
    const char *told = meson_text_of(meson_evaluate_named(self, call, "error_message"));
    Guard when = argument != NULL ? meson_truth(self, argument) : GUARD_FALSE;
    gboolean only_auto = g_str_has_suffix(call->text, "_auto_if");
    gboolean enables = g_str_has_prefix(call->text, "enable");
    if (strcmp(call->text, "require") == 0) {
        when = guard_not(guards, when);
    }
    Guard said = enables ? object->off : object->truth;
    if (!only_auto) {
        meson_refuse(self, guard_and(guards, said, when), told != NULL ? told : call->text,
                     call->line);
    }
    if (only_auto) {
        when = guard_minus(guards, when, guard_or(guards, object->truth, object->off));
    }
    Guard on = object->truth;
    Guard off = object->off;
    return enables
               ? meson_feature(self, guard_or(guards, on, when), guard_minus(guards, off, when))
               : meson_feature(self, guard_minus(guards, on, when), guard_or(guards, off, when));
}

static const MesonMethodRow feature_methods[] = {
    {"allowed", feature_asks},
    {"auto", feature_asks},
    {"disable_auto_if", feature_changes},
    {"disable_if", feature_changes},
    {"disabled", feature_asks},
    {"enable_auto_if", feature_changes},
    {"enable_if", feature_changes},
    {"enabled", feature_asks},
    {"require", feature_changes},
};

MesonMethods meson_feature_methods(void)
{
    return MESON_METHODS(feature_methods);
}
