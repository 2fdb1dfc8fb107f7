#include "container/ir/work.h"
#include <glib.h>

/* LLVM hands no data to who is told of its end, so this is found by thread alone. */
static GPrivate work = G_PRIVATE_INIT(g_free);

void work_begin(const char *what)
{
    g_private_replace(&work, g_strdup(what));
}

void work_end(void)
{
    g_private_replace(&work, NULL);
}

const char *work_now(void)
{
    return g_private_get(&work);
}
