#include "container/build/workspace.h"
#include "container/stages/build_parts.h"
#include "container/stages/notes.h"
#include "core/nearest.h"
#include "core/text_order.h"
#include <string.h>

/* The point that a misspelt option may mean, in words; the caller frees it. */
static char *question_for(const Matrix *matrix, const char *option)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < matrix->points->len; i++) {
        const MatrixPoint *point = matrix->points->pdata[i];
        if (!g_str_equal(point->option, option)) {
            g_ptr_array_add(names, (gpointer)point->option);
        }
    }
    char *question = nearest_question(names, option, "");
    if (*question == '\0') {
        g_free(question);
        return g_strdup("; is it spelt as the project spells it?");
    }
    return question;
}

/* A name that is misspelt in the matrix would give configurations that are all the same. */
void build_note_unused(Building *self)
{
    Build *build = self->build;
    g_autoptr(Notes) notes = notes_new();
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        const ConfigureRequest request =
            build_configure_request(self->request, built->configuration);
        g_autoptr(GPtrArray) unused = configure_unused(&request);
        for (guint k = 0; k < unused->len; k++) {
            g_autofree char *question = question_for(self->request->matrix, unused->pdata[k]);
            g_autofree char *text =
                g_strdup_printf("the project does not look at %s, which the matrix sets%s",
                                (const char *)unused->pdata[k], question);
            notes_add(notes, built->configuration->name, text);
        }
    }
    notes_tell(notes, build->configurations->len, build->notes);
}

/* The installation of a deployment would fail, as the project's own does. Where commands may write
 * among the sources, a file may still come; what a rule puts together when it runs is not known. */
void build_note_missing(Building *self)
{
    static const char source[] = SANDBOX_SOURCE "/";
    Build *build = self->build;
    const Sandbox *sandbox = self->request->sandbox;
    g_autoptr(Notes) notes = notes_new();
    for (guint i = 0; !sandbox->own_sources && i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        const ConfigureRequest request =
            build_configure_request(self->request, built->configuration);
        g_autoptr(GHashTable) installed = configure_installed(&request);
        g_autoptr(GPtrArray) missing = g_ptr_array_new();
        GHashTableIter iter;
        gpointer name, may_miss;
        g_hash_table_iter_init(&iter, installed);
        while (g_hash_table_iter_next(&iter, &name, &may_miss)) {
            g_autofree char *host =
                g_str_has_prefix(name, source)
                    ? g_build_filename(sandbox->source, (const char *)name + strlen(source), NULL)
                    : NULL;
            if (host != NULL && !GPOINTER_TO_INT(may_miss) && strpbrk(name, "$*?[") == NULL &&
                !g_file_test(host, G_FILE_TEST_EXISTS) &&
                !g_file_test(host, G_FILE_TEST_IS_SYMLINK)) {
                g_ptr_array_add(missing, name);
            }
        }
        g_ptr_array_sort(missing, text_order);
        for (guint k = 0; k < missing->len; k++) {
            g_autofree char *text =
                g_strdup_printf("the project installs %s, which is not there, so that installing "
                                "it fails; add it to the sources",
                                (const char *)missing->pdata[k] + strlen(source));
            notes_add(notes, built->configuration->name, text);
        }
    }
    notes_tell(notes, build->configurations->len, build->notes);
}
