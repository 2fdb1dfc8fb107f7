/* What a person sees of work that takes long, on a terminal and elsewhere. */
#include "discover/program/progress.h"
#include <stdlib.h>

typedef void (*Steps)(Progress *progress);

/* What is left in the stream of a terminal, or of a pipe. The caller frees it. */
static char *shown(gboolean interactive, Steps steps)
{
    char *text = NULL;
    size_t length = 0;
    Terminal terminal = {.stream = open_memstream(&text, &length), .interactive = interactive};
    g_assert_nonnull(terminal.stream);
    Progress progress = progress_on(&terminal, TRUE);
    steps(&progress);
    progress_end(&progress);
    fclose(terminal.stream);
    char *copy = g_strndup(text, length);
    free(text);
    return copy;
}

static void walk(Progress *progress)
{
    progress_count(progress, "folders", 0);
    progress_count(progress, "folders", 256);
    progress_count(progress, "folders", 512); /* too soon for another line */
}

static void test_count(void)
{
    g_autofree char *terminal = shown(TRUE, walk);
    g_assert_cmpstr(terminal, ==, "\r\033[Kreading folders: 256 files so far\r\033[K");
    g_autofree char *pipe = shown(FALSE, walk);
    g_assert_cmpstr(pipe, ==, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/progress/count", test_count);
    return g_test_run();
}
