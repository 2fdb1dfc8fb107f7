/* if(x MATCHES y), and what it leaves in the CMAKE_MATCH variables. */
#include "discover/cmake/assign.h"
#include "discover/cmake/condition_internal.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/option.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

static const CmakeRegex *regex_for(Evaluator *self, const char *pattern)
{
    gpointer known;
    if (g_hash_table_lookup_extended(self->regexes, pattern, NULL, &known)) {
        return known;
    }
    g_autoptr(GError) error = NULL;
    CmakeRegex *regex = cmake_regex_new(pattern, &error);
    if (regex == NULL) {
        evaluator_ledger(self, "regular expression", error->message, NULL);
    }
    g_hash_table_insert(self->regexes, g_strdup(pattern), regex);
    return regex;
}

static guint parentheses(const char *pattern)
{
    guint count = 0;
    for (const char *c = strchr(pattern, '('); c != NULL; c = strchr(c + 1, '(')) {
        count++;
    }
    return count;
}

static gboolean holds_text(Evaluator *self, const char *name, const char *text)
{
    const Variable *variable = variables_find(self->variables, name);
    const Value *value = variable != NULL ? variable_value(variable) : NULL;
    return value == NULL || g_strcmp0(value_text(value), text) == 0;
}

/* What an earlier match has left is gone once another is tried, whether that succeeds or not.
 * Nothing is, where there is nothing to lose: loops try many that fail. A match of a pattern
 * without parentheses counts nothing, and leaves the whole. */
static void clear_match_groups(Evaluator *self)
{
    if (holds_text(self, CMAKE_MATCH_COUNT, "0") && holds_text(self, cmake_match_names[0], "")) {
        return;
    }
    for (guint i = 0; i < CMAKE_REGEX_GROUPS; i++) {
        if (!holds_text(self, cmake_match_names[i], "")) {
            evaluator_set(self, cmake_match_names[i], "");
        }
    }
    evaluator_set(self, CMAKE_MATCH_COUNT, "0");
}

static void set_match_groups(Evaluator *self, const char *const *groups, guint count)
{
    for (guint i = 0; i < CMAKE_REGEX_GROUPS; i++) {
        evaluator_set(self, cmake_match_names[i], groups[i]);
    }
    /* CMake counts nothing where all of them are empty. */
    g_autofree char *number = g_strdup_printf("%u", count);
    evaluator_set(self, CMAKE_MATCH_COUNT, count > 0 || *groups[0] != '\0' ? number : "");
}

Guard condition_matches(Evaluator *self, const char *text, const char *pattern, Guard when)
{
    if (text_has_hole(text) || text_has_hole(pattern)) {
        evaluator_compared_words(self, text, pattern);
        /* Where it matches, what the groups hold is not known, but for those that no pattern has
         * without a parenthesis for each. */
        const char *groups[CMAKE_REGEX_GROUPS];
        guint known = text_has_hole(pattern) ? CMAKE_REGEX_GROUPS : parentheses(pattern) + 1;
        for (guint i = 0; i < CMAKE_REGEX_GROUPS; i++) {
            groups[i] = i < known ? evaluator_derive(self, cmake_match_names[i], text) : "";
        }
        Guard path = self->path;
        self->path = guard_and(self->guards, path, when);
        set_match_groups(self, groups, 0);
        evaluator_set(self, CMAKE_MATCH_COUNT, evaluator_derive(self, CMAKE_MATCH_COUNT, text));
        self->path = path;
        return text_relation(self->symbols, text, "matches", pattern);
    }
    const CmakeRegex *regex = regex_for(self, pattern);
    g_auto(GStrv) groups = NULL;
    guint count = 0;
    gboolean matches = regex != NULL && cmake_regex_match(regex, text, &groups, &count);
    Guard path = self->path;
    self->path = guard_and(self->guards, path, when);
    gboolean reached = !guard_is_false(self->path);
    if (reached && matches) {
        set_match_groups(self, (const char *const *)groups, count);
    } else if (reached) {
        clear_match_groups(self);
    }
    self->path = path;
    return matches ? GUARD_TRUE : GUARD_FALSE;
}
