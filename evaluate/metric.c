#include "evaluate/metric.h"

const char *const metric_names[] = {
#define X(id, text) text,
    METRICS(X)
#undef X
        NULL};

const char *const report_format_names[] = {
#define X(id, text) text,
    REPORT_FORMATS(X)
#undef X
        NULL};

const char *const sc25_switch_names[] = {
#define X(id, text, revised) text,
    SC25_SWITCHES(X)
#undef X
        SC25_REVISED,
    NULL};

static const gboolean is_revised[] = {
#define X(id, text, revised) revised,
    SC25_SWITCHES(X)
#undef X
};

gboolean sc25_switches_parse(const char *text, Sc25Switches *switches, char **unknown)
{
    g_auto(GStrv) names = g_strsplit(text == NULL ? "" : text, ",", -1);
    *switches = 0;
    for (gsize i = 0; names[i] != NULL; i++) {
        const char *name = g_strstrip(names[i]);
        gboolean revised = g_str_equal(name, SC25_REVISED);
        if (!g_strv_contains(sc25_switch_names, name)) {
            *unknown = g_strdup(name);
            return FALSE;
        }
        for (guint j = 0; j < SC25_SWITCH_COUNT; j++) {
            if (g_str_equal(name, sc25_switch_names[j]) || (revised && is_revised[j])) {
                *switches |= 1u << j;
            }
        }
    }
    return TRUE;
}
