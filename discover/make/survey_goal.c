/* Conditionals that ask what make was called for. */
#include "discover/make/survey.h"
#include <string.h>

/* So many statements of a branch are looked at. */
#define GOAL_STATEMENTS_MAX 2000u

/* "ifneq (,$(filter check,$(MAKECMDGOALS)))", "ifeq ($(MAKECMDGOALS),check)". Whatever is not for
 * some goals ("ifneq ($(MAKECMDGOALS),clean)") is the build itself. */
static gboolean asks_for_goal(const MakeStatement *statement)
{
    const char *sides[] = {statement->left, statement->right};
    for (guint i = 0; i < 2 && sides[0] != NULL && sides[1] != NULL; i++) {
        gboolean empty = *sides[1 - i] == '\0';
        gboolean filters =
            strstr(sides[i], "$(filter ") != NULL || strstr(sides[i], "$(findstring ") != NULL;
        if (strstr(sides[i], "(MAKECMDGOALS)") != NULL &&
            (statement->test == TEST_EQUAL
                 ? !empty && !filters
                 : statement->test == TEST_NOT_EQUAL && empty && filters)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The names of files that makefiles include, without folders; found out once. */
static GHashTable *included_names(MakeReading *self)
{
    if (self->included_names != NULL) {
        return self->included_names;
    }
    self->included_names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < self->order->len; i++) {
        const MakeFile *file = ((const MakeSource *)self->order->pdata[i])->file;
        for (guint k = 0; k < file->statements->len; k++) {
            const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, k);
            if (statement->kind != MAKE_INCLUDE) {
                continue;
            }
            g_auto(GStrv) words = make_include_words(file, statement->value);
            for (guint w = 0; words[w] != NULL; w++) {
                g_hash_table_add(self->included_names, g_strdup(make_last_part(words[w])));
            }
        }
    }
    return self->included_names;
}

/* "$(file > $(TOP)/.config.mk,...)", "$(shell echo ... > .config.mk)": whether makefiles include
 * what the text writes. */
static gboolean writes_makefile(MakeReading *self, const char *text)
{
    if (strstr(text, "$(file >") == NULL && strstr(text, "$(shell ") == NULL) {
        return FALSE;
    }
    for (const char *at = strchr(text, '>'); at != NULL; at = strchr(at + 1, '>')) {
        const char *begin = at + strspn(at, "> \t\"'");
        const char *end = begin;
        while (*end != '\0' && strchr(" \t,\"');|&", *end) == NULL) {
            end = *end == '$' ? make_reference_end(end) : end + 1;
        }
        g_autofree char *path = g_strndup(begin, (gsize)(end - begin));
        const char *name = make_last_part(path);
        if (*name != '\0' && strchr(name, '$') == NULL &&
            g_hash_table_contains(included_names(self), name)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean make_goal_configures(MakeReading *self, const MakeFile *file,
                              const MakeStatement *statement)
{
    if (!asks_for_goal(statement)) {
        return FALSE;
    }
    guint depth = 0;
    guint first = (guint)(statement - &g_array_index(file->statements, MakeStatement, 0)) + 1;
    for (guint i = first; i < file->statements->len; i++) {
        if (i - first == GOAL_STATEMENTS_MAX) {
            make_ledger(self, "limit: statements of a goal", file->path, NULL);
            return FALSE;
        }
        const MakeStatement *inner = &g_array_index(file->statements, MakeStatement, i);
        if (depth == 0 && (inner->kind == MAKE_ENDIF || inner->kind == MAKE_ELSE)) {
            return FALSE;
        }
        depth += inner->kind == MAKE_IF ? 1 : 0;
        depth -= inner->kind == MAKE_ENDIF ? 1 : 0;
        if ((inner->kind == MAKE_TEXT || inner->kind == MAKE_ASSIGNMENT) &&
            writes_makefile(self, inner->value)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean survey_asks_for_goal(MakeReading *self, const MakeFile *file,
                              const MakeStatement *statement)
{
    return asks_for_goal(statement) && !make_goal_configures(self, file, statement);
}
