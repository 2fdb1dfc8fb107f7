#include "evaluate/report.h"
#include <math.h>
#include <string.h>

char *report_number(double value)
{
    if (isnan(value)) {
        return g_strdup("-");
    }
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(buffer, sizeof buffer, "%.4f", value);
    if (strcmp(buffer, "-0.0000") == 0) {
        return g_strdup(".0000");
    }
    gboolean negative = buffer[0] == '-';
    const char *digits = buffer + (negative ? 1 : 0);
    return g_strconcat(negative ? "-" : "", digits + (digits[0] == '0' ? 1 : 0), NULL);
}

char *report_percent(const Share *share)
{
    if (share->of == 0) {
        return g_strdup("-");
    }
    if (share->good == share->of) {
        return g_strdup("100 %");
    }
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(buffer, sizeof buffer, "%.1f", 100 * share_value(share));
    return g_strconcat(buffer, " %", NULL);
}

char *report_interval(double low, double high)
{
    if (isnan(low) || isnan(high)) {
        return g_strdup("");
    }
    g_autofree char *from = report_number(low);
    g_autofree char *to = report_number(high);
    return g_strdup_printf("[%s, %s]", from, to);
}

char *report_metric(const Evaluation *evaluation)
{
    g_autoptr(GString) text = g_string_new(metric_names[evaluation->metric]);
    const char *separator = " (";
    for (guint i = 0; i < SC25_SWITCH_COUNT; i++) {
        if ((evaluation->switches & (1u << i)) != 0) {
            g_string_append_printf(text, "%s%s", separator, sc25_switch_names[i]);
            separator = ", ";
        }
    }
    g_string_append(text, evaluation->switches != 0 ? ")" : "");
    return g_string_free(g_steal_pointer(&text), FALSE);
}

const char *report_short_path(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}
