/* What the help text of an option claims to be its default. */
#include "discover/autotools/defaults.h"
#include "discover/autotools/option_form.h"
#include <string.h>

/* The value that a word of a help text means; NULL when it means none. */
static const char *value_of_claim(const OptionState *state, const char *claim)
{
    static const char *const rows[][2] = {{"yes", "yes"},    {"no", "no"},       {"on", "yes"},
                                          {"off", "no"},     {"enabled", "yes"}, {"disabled", "no"},
                                          {"enable", "yes"}, {"disable", "no"}};
    gboolean number = option_form_takes_text(state) && claim[strspn(claim, "0123456789")] == '\0';
    if (configure_lists_value(state, claim) || number) {
        return claim;
    }
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (g_ascii_strcasecmp(claim, rows[i][0]) == 0) {
            return rows[i][1];
        }
    }
    return NULL;
}

const char *configure_claimed_default(Configure *self, const OptionState *state)
{
    const DefinitionRecord *definition = state->record->definitions->pdata[0];
    if (definition->help == NULL) {
        return NULL;
    }
    g_autoptr(GRegex) regex = g_regex_new("default(?:s?(?: is| to|:|=)?|ed to)[ \"'`]*([\\w.+-]+)|"
                                          "\\b(enabled|disabled|on|off) by default",
                                          G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, definition->help, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *first = g_match_info_fetch(match, 1);
        g_autofree char *second = g_match_info_fetch(match, 2);
        const char *claimed = first != NULL && *first != '\0' ? first : second;
        const char *value = value_of_claim(state, claimed);
        if (value != NULL) {
            return arena_strdup(self->arena, value);
        }
    }
    return NULL;
}
