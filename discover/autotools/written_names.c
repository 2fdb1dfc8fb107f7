#include "discover/autotools/written_names.h"
#include <string.h>

#define VARIABLE "\\$(?:\\{\\w++\\}|\\w++)(?:->\\{\\w++\\})*+"

gboolean written_names_add(GPtrArray *patterns, const char *text)
{
    g_autoptr(GRegex) definition =
        g_regex_new("m4_define\\(\\[((?:\\w|" VARIABLE ")++)\\]", G_REGEX_RAW, 0, NULL);
    g_autoptr(GRegex) variable = g_regex_new(VARIABLE, G_REGEX_RAW, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(definition, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        g_autofree char *pattern =
            g_regex_replace_literal(variable, name, -1, 0, "*", G_REGEX_MATCH_DEFAULT, NULL);
        gsize literal = strcspn(pattern, "*");
        if (pattern[literal] == '*' && literal < WRITTEN_NAME_BEGIN_MIN) {
            continue;
        }
        if (patterns->len >= WRITTEN_NAMES_MAX) {
            return FALSE;
        }
        g_ptr_array_add(patterns, g_pattern_spec_new(pattern));
    }
    return TRUE;
}

gboolean written_names_has(const GPtrArray *patterns, const char *name)
{
    if (name[strspn(name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_")] != '\0') {
        return FALSE; /* put together from something that is not known */
    }
    for (guint i = 0; i < patterns->len; i++) {
        if (g_pattern_spec_match_string(patterns->pdata[i], name)) {
            return TRUE;
        }
    }
    return FALSE;
}
