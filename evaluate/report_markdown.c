#include "evaluate/report.h"
char *report_markdown(const Evaluation *e, gboolean d)
{
    (void)e;
    (void)d;
    return g_strdup("");
}
