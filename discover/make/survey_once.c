/* Files that are to be read once: all of such a file stands below a test that a variable is not set
 * yet, and begins by setting it. */
#include "discover/make/survey.h"
#include <string.h>

/* Statements apart from the test, the assignment and the end: a test around nothing but an
 * assignment gives a variable its default. */
#define ENCLOSED_MIN 1u

static const MakeStatement *statement_at(const MakeFile *file, guint index)
{
    return &g_array_index(file->statements, MakeStatement, index);
}

/* The variable that a test says is not set: "ifndef X", "ifeq ($(X),)". NULL for any other test;
 * the caller frees it. */
static char *unset_name(const MakeStatement *statement)
{
    if (statement->kind != MAKE_IF) {
        return NULL;
    }
    if (statement->test == TEST_NOT_DEFINED) {
        return g_strdup(statement->left);
    }
    gboolean empty = statement->test == TEST_EQUAL && g_strcmp0(statement->right, "") == 0 &&
                     statement->left != NULL;
    return empty ? survey_only_reference(statement->left) : NULL;
}

/* Whether the conditional at `begin` has no other branch and ends with the file. */
static gboolean reaches_end(const MakeFile *file, guint begin)
{
    guint depth = 0;
    for (guint i = begin; i < file->statements->len; i++) {
        MakeKind kind = statement_at(file, i)->kind;
        if (kind == MAKE_ELSE && depth == 1) {
            return FALSE;
        }
        depth += kind == MAKE_IF ? 1 : 0;
        depth -= kind == MAKE_ENDIF && depth > 0 ? 1 : 0;
        if (depth == 0 && kind != MAKE_COMMENTED) {
            return i + 1 == file->statements->len;
        }
    }
    return FALSE;
}

void survey_once(MakeReading *self, const MakeFile *file)
{
    guint begin = 0;
    while (begin < file->statements->len && statement_at(file, begin)->kind == MAKE_COMMENTED) {
        begin++;
    }
    if (begin + 2 + ENCLOSED_MIN >= file->statements->len) {
        return;
    }
    g_autofree char *name = unset_name(statement_at(file, begin));
    const MakeStatement *next = statement_at(file, begin + 1);
    gboolean sets = name != NULL && next->kind == MAKE_ASSIGNMENT && next->targets == NULL &&
                    next->operation != ASSIGN_DEFAULT && g_strcmp0(next->name, name) == 0 &&
                    next->value != NULL && strchr(next->value, '$') == NULL;
    if (sets && reaches_end(file, begin)) {
        gboolean template = g_str_has_suffix(file->path, ".in");
        make_variable(self, name)->encloses = template ? ENCLOSES_TEMPLATE : ENCLOSES_MAKEFILE;
    }
}
