#include "discover/autotools/shell_functions.h"
#include <string.h>

#define NAME_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"
/* Functions that call functions that end the script. */
#define CALLS_DEEP_MAX 4u

/* "name() {" or "function name {": the name; the caller frees it. */
static char *function_name(const char *line)
{
    const char *at = line + strspn(line, " \t");
    gboolean word = g_str_has_prefix(at, "function ");
    at += word ? strlen("function ") : 0;
    gsize length = strspn(at, NAME_BYTES);
    const char *rest = at + length + strspn(at + length, " \t");
    return length > 0 && (word || g_str_has_prefix(rest, "()")) ? g_strndup(at, length) : NULL;
}

static void function_free(gpointer data)
{
    g_free(((ShellFunction *)data)->name);
    g_free(data);
}

static void find_functions(ShellFunctions *self, char **lines)
{
    ShellFunction *open = NULL;
    gsize indent = 0;
    for (guint i = 0; lines[i] != NULL; i++) {
        g_autofree char *name = function_name(lines[i]);
        gsize here = strspn(lines[i], " \t");
        if (name != NULL && self->all->len < SHELL_FUNCTIONS_MAX) {
            gboolean whole = strchr(lines[i], '}') != NULL;
            ShellFunction *found = g_new0(ShellFunction, 1);
            *found = (ShellFunction){.name = g_steal_pointer(&name), .first = i, .last = i};
            g_ptr_array_add(self->all, found);
            if (!g_hash_table_contains(self->named, found->name)) {
                g_hash_table_insert(self->named, found->name, found);
            }
            open = whole ? NULL : found;
            indent = here;
        } else if (lines[i][here] == '}' && here <= indent) {
            open = NULL;
        }
        if (open != NULL) {
            open->last = i;
        }
        g_array_append_val(self->owners, open);
    }
}

/* What a function does, without its name; the caller frees it. */
static char *body_of(const ShellFunction *function, char **lines)
{
    GString *body = g_string_new(NULL);
    for (guint i = function->first;
         i <= function->last && i < function->first + SHELL_FUNCTION_LINES_MAX; i++) {
        const char *brace = i == function->first ? strchr(lines[i], '{') : NULL;
        const char *text = brace != NULL ? brace + 1 : i == function->first ? "" : lines[i];
        g_string_append_printf(body, "%s\n", text);
    }
    return g_string_free(body, FALSE);
}

/* "for word in $*; do [ $word = $1 ] && return 0; done": asks each of its words. */
static gboolean goes_through_words(const char *body)
{
    return g_regex_match_simple("\\bfor \\w+(?: in \"?\\$[*@]\"?)? *(?:;|\n)", body, 0, 0) &&
           g_regex_match_simple("(?:\\[|\\btest) +\"?\\$\\{?\\w+\\}?\"? *==? *\"?\\$", body, 0,
                                0) &&
           g_regex_match_simple("\\breturn 0\\b", body, 0, 0);
}

ShellFunctions *shell_functions_new(char **lines)
{
    ShellFunctions *self = g_new0(ShellFunctions, 1);
    *self = (ShellFunctions){g_ptr_array_new_with_free_func(function_free),
                             g_hash_table_new(g_str_hash, g_str_equal),
                             g_array_new(FALSE, FALSE, sizeof(const ShellFunction *))};
    find_functions(self, lines);
    for (guint round = 0; round < CALLS_DEEP_MAX; round++) {
        for (guint i = 0; i < self->all->len; i++) {
            ShellFunction *function = self->all->pdata[i];
            if (function->may_end) {
                continue;
            }
            g_autofree char *body = body_of(function, lines);
            function->looks_up = goes_through_words(body);
            function->may_end = shell_functions_may_end(self, body);
        }
    }
    return self;
}

void shell_functions_free(ShellFunctions *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->all);
        g_hash_table_unref(self->named);
        g_array_unref(self->owners);
        g_free(self);
    }
}

const ShellFunction *shell_functions_around(const ShellFunctions *self, guint index)
{
    return g_array_index(self->owners, const ShellFunction *, index);
}

gboolean shell_functions_may_end(const ShellFunctions *self, const char *commands)
{
    for (const char *at = commands; *at != '\0';) {
        gsize length = strspn(at, NAME_BYTES "-.");
        g_autofree char *word = g_strndup(at, length);
        /* A command stands at the beginning, or behind what ends another one. */
        const char *before = at;
        while (before > commands && (before[-1] == ' ' || before[-1] == '\t')) {
            before--;
        }
        gboolean command = before == commands || strchr("\n;&|{()", before[-1]) != NULL ||
                           (before - commands >= 4 && strncmp(before - 4, "then", 4) == 0) ||
                           (before - commands >= 4 && strncmp(before - 4, "else", 4) == 0);
        const ShellFunction *called = command ? g_hash_table_lookup(self->named, word) : NULL;
        if (command && (strcmp(word, "exit") == 0 || (called != NULL && called->may_end))) {
            return TRUE;
        }
        at += length > 0 ? length : 1;
    }
    return FALSE;
}
