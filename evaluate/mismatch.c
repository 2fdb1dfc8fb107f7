#include "evaluate/mismatch.h"
#include <stdlib.h>
#include <string.h>

/* Numbers that stand behind one another in a version. */
#define NUMBERS_MAX 8u

typedef struct {
    gulong numbers[NUMBERS_MAX];
    guint count;
} Version;

/* "v2022.5", "hypre-2.26.0", "1:0.3.21+ds-4": the numbers before what a distribution adds. A text
 * with blanks names a repository and a commit. */
static Version version_of(const char *text)
{
    Version version = {.count = 0};
    const char *colon = strchr(text, ':');
    const char *at = colon == NULL ? text : colon + 1;
    at += strcspn(at, "0123456789");
    while (strchr(text, ' ') == NULL && g_ascii_isdigit(*at) && version.count < NUMBERS_MAX) {
        char *end = NULL;
        version.numbers[version.count++] = strtoul(at, &end, 10);
        at = *end == '.' ? end + 1 : end;
        if (*end != '.') {
            break;
        }
    }
    return version;
}

/* Whether two versions differ in a number that both have: "v1.2" and "1.2.0-3" do not. FALSE where
 * one of them is none, as a commit or a branch. */
static gboolean versions_differ(const char *one, const char *other)
{
    Version first = version_of(one);
    Version second = version_of(other);
    for (guint i = 0; i < MIN(first.count, second.count); i++) {
        if (first.numbers[i] != second.numbers[i]) {
            return TRUE;
        }
    }
    return FALSE;
}

/* In letters and digits alone, as projects write their names in several ways. */
static char *plain(const char *name)
{
    GString *out = g_string_new(NULL);
    for (const char *at = name; *at != '\0'; at++) {
        if (g_ascii_isalnum(*at)) {
            g_string_append_c(out, g_ascii_tolower(*at));
        }
    }
    return g_string_free(out, FALSE);
}

static gboolean names_same(const char *a, const char *b)
{
    g_autofree char *first = plain(a);
    g_autofree char *second = plain(b);
    return g_str_equal(first, second);
}

static gboolean is_of(const Prediction *prediction, const char *project)
{
    if (names_same(prediction->specification->project->name, project)) {
        return TRUE;
    }
    g_auto(GStrv) parts = g_strsplit(prediction->path, G_DIR_SEPARATOR_S, -1);
    for (gsize i = 0; parts[i] != NULL; i++) {
        if (parts[i + 1] == NULL) {
            parts[i][strcspn(parts[i], ".")] = '\0';
        }
        if (names_same(parts[i], project)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The labels' version; NULL where it is the prediction's, or one of the two is unknown. Either the
 * project's tag or the distribution's version may be written in a way of its own. */
static const char *other_version(const char *predicted, const LabelledSource *source)
{
    const char *const labelled[] = {source->upstream, source->debian};
    const char *other = NULL;
    for (gsize i = 0; i < G_N_ELEMENTS(labelled); i++) {
        if (labelled[i] != NULL && !versions_differ(predicted, labelled[i])) {
            return NULL;
        }
        other = other != NULL ? other : labelled[i];
    }
    return other;
}

char *mismatch_text(const Prediction *prediction, const Truth *truth)
{
    if (prediction->specification == NULL || truth->labels == NULL) {
        return NULL;
    }
    const SpecificationProject *project = prediction->specification->project;
    if (!is_of(prediction, truth->project)) {
        return g_strdup_printf("%s is of the project %s, and the labels are of %s",
                               prediction->path, project->name, truth->project);
    }
    const LabelledSource *source = truth->labels->source;
    const char *other =
        project->version == NULL || source == NULL ? NULL : other_version(project->version, source);
    return other == NULL
               ? NULL
               : g_strdup_printf("%s is of version %s, and the labels are of %s: what came or went "
                                 "between them counts as wrong or missed",
                                 prediction->path, project->version, other);
}
