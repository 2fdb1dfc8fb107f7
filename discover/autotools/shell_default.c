#include "discover/autotools/shell_default.h"
#include "core/point_flag.h"
#include "core/switch_word.h"
#include <string.h>

/* "[no]", "[autodetect]" at the end of a help text: the word; NULL. The caller frees it. */
static char *word_in_brackets(const char *help)
{
    g_autoptr(GRegex) regex = g_regex_new("\\[(?:default(?:s to|:|=| is)? *)?\"?(\\w+)\"?\\]\\.?$",
                                          G_REGEX_CASELESS, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    return help != NULL && g_regex_match(regex, help, 0, &match) ? g_match_info_fetch(match, 1)
                                                                 : NULL;
}

/* What the help says; NULL: nothing. In brackets behind "--disable-x" it is said of that form, or
 * of x. */
static const char *told(const char *help)
{
    if (help == NULL) {
        return NULL;
    }
    g_autofree char *word = word_in_brackets(help);
    if (word != NULL && switch_word_is_automatic(word)) {
        return "auto";
    }
    if (strstr(help, "enabled by default") != NULL) {
        return "yes";
    }
    if (strstr(help, "disabled by default") != NULL) {
        return "no";
    }
    return g_regex_match_simple("[\\[(]default(?:s to|:|=| is)? *\"?(?:yes|on|true|enabled)\\b",
                                help, G_REGEX_CASELESS, 0)
               ? "yes"
               : NULL;
}

const char *shell_default_of_switch(const ShellLookups *lookups, const char *name, const char *help,
                                    gboolean negative)
{
    if (argument_sense(name) == ARGUMENT_WITHOUT) {
        return "no"; /* what the text says is about the thing itself */
    }
    const char *said = told(help);
    if (said != NULL) {
        return said;
    }
    g_autofree char *word = word_in_brackets(help);
    switch (shell_lookups_switched(lookups, name)) {
    case SHELL_SWITCHED_ALWAYS:
        return "yes";
    case SHELL_SWITCHED_AT_TIMES:
        if (!negative && word == NULL) {
            return NULL;
        }
        break;
    case SHELL_SWITCHED_NEVER:
        /* A function may do it with a name that is made up there. */
        if (help == NULL && lookups->always != NULL &&
            g_hash_table_contains(lookups->names, name)) {
            return NULL;
        }
        break;
    }
    return negative ? "yes" : "no";
}
