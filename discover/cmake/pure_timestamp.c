/* string(TIMESTAMP): the time of the day is not known, but SOURCE_DATE_EPOCH may stand for it. */
#include "discover/cmake/pure_internal.h"
#include <string.h>
#include <time.h>

/* The seconds that SOURCE_DATE_EPOCH says; FALSE when they are not known. */
static gboolean given_time(PureCall *call, gint64 *seconds)
{
    const char *text = call->lookup(call, "ENV{SOURCE_DATE_EPOCH}");
    if (text == NULL || !g_ascii_isdigit(*text)) {
        return FALSE;
    }
    char *end = NULL;
    *seconds = g_ascii_strtoll(text, &end, 10);
    return *end == '\0';
}

/* The zone of the machine is not known unless the project or its user says it. */
static gboolean is_universal(PureCall *call)
{
    for (guint i = 2; i < call->argc; i++) {
        if (strcmp(call->argv[i], "UTC") == 0) {
            return TRUE;
        }
    }
    const char *zone = call->lookup(call, "ENV{TZ}");
    return zone != NULL && (strcmp(zone, "UTC") == 0 || strcmp(zone, "UTC0") == 0);
}

/* Names are English, whatever language this program speaks. */
static void append_field(GString *text, char field, const struct tm *time, gint64 seconds)
{
    static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                       "Thursday", "Friday", "Saturday"};
    static const char *const months[] = {"January",   "February", "March",    "April",
                                         "May",       "June",     "July",     "August",
                                         "September", "October",  "November", "December"};
    char number[16];
    switch (field) {
    case 'a':
        g_string_append_len(text, days[time->tm_wday], 3);
        break;
    case 'A':
        g_string_append(text, days[time->tm_wday]);
        break;
    case 'b':
        g_string_append_len(text, months[time->tm_mon], 3);
        break;
    case 'B':
        g_string_append(text, months[time->tm_mon]);
        break;
    case 's':
        g_string_append_printf(text, "%" G_GINT64_FORMAT, seconds);
        break;
    case 'f':
        g_string_append(text, "000000");
        break;
    case '%':
        g_string_append_c(text, '%');
        break;
    default:
        if (strchr("dHIjmMSUVwyY", field) == NULL) {
            g_string_append_printf(text, "%%%c", field);
        } else if (strftime(number, sizeof number, (const char[]){'%', field, '\0'}, time) > 0) {
            g_string_append(text, number);
        }
        break;
    }
}

gboolean pure_string_timestamp(PureCall *call, const PureRow *row, GError **error)
{
    gint64 seconds = 0;
    struct tm parts;
    gboolean universal = call->argc > 2 && strcmp(call->argv[call->argc - 1], "UTC") == 0;
    /* "UTC" is never taken for a format, not even before another one. */
    const char *format = call->argc > 2 && strcmp(call->argv[2], "UTC") != 0 ? call->argv[2] : "";
    gboolean known = !text_has_hole(format) && given_time(call, &seconds) &&
                     (is_universal(call) || strcmp(format, "%s") == 0);
    time_t time = (time_t)seconds;
    if (!known || gmtime_r(&time, &parts) == NULL) {
        return pure_unknown(call, row);
    }
    if (*format == '\0') {
        format = universal ? "%Y-%m-%dT%H:%M:%SZ" : "%Y-%m-%dT%H:%M:%S";
    }
    g_autoptr(GString) text = g_string_new(NULL);
    for (const char *c = format; *c != '\0'; c++) {
        if (*c != '%' || c[1] == '\0') {
            g_string_append_c(text, *c);
        } else {
            append_field(text, *++c, &parts, seconds);
        }
    }
    return pure_set(call, row, text->str, error);
}
