#include "discover/review/same_source.h"
#include "core/point_flag.h"
#include "discover/review/excerpt.h"
#include <string.h>

/* The name as sources have it: "mpi" of "--with-mpi", "USE_X" of "FLAGS+=-DUSE_X". */
static const char *written_name(const char *option)
{
    if (argument_sense(option) != ARGUMENT_OTHER) {
        return argument_subject(option);
    }
    const char *added = strstr(option, "+=");
    added = added == NULL ? option : added + strlen("+=");
    return g_str_has_prefix(added, "-D") ? added + strlen("-D") : added;
}

static gboolean shows(Excerpts *excerpts, const Point *point)
{
    const char *name = written_name(point->option);
    for (guint i = 0; i < point->evidence->len; i++) {
        const Evidence *evidence = point->evidence->pdata[i];
        g_autoptr(Excerpt) excerpt = excerpts_at(excerpts, evidence->at);
        for (guint k = 0; excerpt != NULL && k < excerpt->lines->len; k++) {
            if (strstr(excerpt->lines->pdata[k], name) != NULL) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

gboolean same_source(const Specification *specification, const Tree *tree)
{
    Excerpts *excerpts = excerpts_new(tree);
    gboolean told = FALSE;
    gboolean same = FALSE;
    for (guint i = 0; !same && i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        told = told || point->evidence->len > 0;
        same = shows(excerpts, point);
    }
    excerpts_free(excerpts);
    return same || !told;
}
