#include "discover/autotools/shell_toggles.h"
#include <string.h>

#define VARIABLE_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"

void shell_toggles_learn(ShellToggles *self, char **lines)
{
    g_autoptr(GRegex) regex =
        g_regex_new("\\beval +[\"']?(\\w+_)\\$\\{?(\\w+)\\}?=\\\\?[\"']--(?:en|dis)able-"
                    "\\$\\{?(\\w+)\\}? *\\\\?[\"']",
                    0, 0, NULL);
    *self = (ShellToggles){NULL, FALSE};
    for (guint i = 0; lines[i] != NULL && self->variable == NULL; i++) {
        g_autoptr(GMatchInfo) match = NULL;
        if (strstr(lines[i], "eval") == NULL || !g_regex_match(regex, lines[i], 0, &match)) {
            continue;
        }
        g_autofree char *name = g_match_info_fetch(match, 2);
        g_autofree char *shown = g_match_info_fetch(match, 3);
        self->variable = g_match_info_fetch(match, 1);
        self->dashed = strcmp(name, shown) != 0; /* what else would have been made of it */
    }
}

void shell_toggles_clear(ShellToggles *self)
{
    g_clear_pointer(&self->variable, g_free);
}

char *shell_toggles_show(const ShellToggles *self, char *text)
{
    const char *at = text + strspn(text, " \t[");
    if (self->variable == NULL || *at != '$') {
        return text;
    }
    const char *name = at + (at[1] == '{' ? 2 : 1);
    gsize length = strspn(name, VARIABLE_BYTES);
    gsize front = strlen(self->variable);
    const char *behind = name + length + (at[1] == '{' && name[length] == '}' ? 1 : 0);
    if (length <= front || strncmp(name, self->variable, front) != 0) {
        return text;
    }
    g_autofree char *word = g_strndup(name + front, length - front);
    if (self->dashed) {
        g_strdelimit(word, "_", '-');
    }
    char *shown = g_strdup_printf("%.*s--enable-%s%s", (int)(at - text), text, word, behind);
    g_free(text);
    return shown;
}
