/* Whether a folder is the project that a specification tells of. */
#include "container/plan/plan.h"
#include "core/file.h"
#include <string.h>

#define SOURCE_BYTES_MAX ((gsize)4 * 1024 * 1024)

/* A macro of the project's own may put the option's name together, so that the line that it was
 * seen in will do. */
static gboolean is_declared(const Point *point, const Evidence *evidence, const char *source)
{
    g_autofree char *path = g_build_filename(source, evidence->at.path, NULL);
    g_autofree char *text = file_read(path, SOURCE_BYTES_MAX, NULL, NULL);
    return text != NULL && (strstr(text, point->option) != NULL ||
                            (evidence->text != NULL && strstr(text, evidence->text) != NULL));
}

guint plan_strange_options(const Specification *specification, const char *source)
{
    guint strange = 0;
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        const Evidence *evidence = point->evidence->len == 0 ? NULL : point->evidence->pdata[0];
        if (evidence == NULL || evidence->at.path == NULL || point->option == NULL) {
            continue;
        }
        if (is_declared(point, evidence, source)) {
            return 0;
        }
        strange++;
    }
    return strange;
}
