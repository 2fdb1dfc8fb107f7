#include "container/record/record.h"
#include "container/record/call.h"
#include "container/record/headers.h"
#include "container/record/tool.h"
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* The folder of links is made just before. */
static struct timespec began(const char *links)
{
    struct stat status = {0};
    return stat(links, &status) == 0 ? status.st_mtim : (struct timespec){0};
}

/* Runs the program, tells what it did, and gives how it ended, as waitpid() does. */
static int record(const char *program, char **words, const char *log, const char *links)
{
    Call call;
    Headers asked = {0};
    int status = 0;
    g_autoptr(GPtrArray) headers = g_ptr_array_new_with_free_func(g_free);
    call_begin(&call, program, words, began(links));
    headers_ask(&asked, log);
    /* What the program itself runs is a part of this call. */
    g_unsetenv(RECORD_LOG);
    gboolean ran = tool_run(program, words, &status);
    headers_tell(&asked, call.words, headers);
    call_include(&call, headers);
    if (!ran || (status == 0 && !call_tell(&call, log))) {
        status = W_EXITCODE(RECORD_STATUS_FAILED, 0);
    }
    call_clear(&call);
    return status;
}

/* The folder of links; NULL: this was not called by one. What a recorded program runs is not told
 * of the folder, but a configure script may have found a link there for it, with its path. */
static char *links_folder(const char *word)
{
    const char *told = g_getenv(RECORD_LINKS);
    gboolean is_link = strchr(word, '/') != NULL && g_file_test(word, G_FILE_TEST_IS_SYMLINK);
    return told != NULL ? g_strdup(told) : is_link ? g_path_get_dirname(word) : NULL;
}

int main(int argc, char **argv)
{
    g_autofree char *links = argc < 1 ? NULL : links_folder(argv[0]);
    if (links == NULL) {
        g_printerr("xaas-record: xaas-container runs this; it stands for a compiler there\n");
        return RECORD_STATUS_FAILED;
    }
    g_autofree char *path = tool_search_path(links);
    g_autofree char *program = tool_find(argv[0], path);
    g_autofree char *log = g_strdup(g_getenv(RECORD_LOG));
    /* What the program runs by full paths is its own affair. */
    g_unsetenv(RECORD_LINKS);
    if (program == NULL) {
        g_printerr("xaas-record: there is no program %s in PATH behind %s\n", argv[0], links);
        return RECORD_STATUS_MISSING;
    }
    if (path != NULL) {
        g_setenv("PATH", path, TRUE);
    }
    /* Its name is what it was called by, unless that leads here. */
    g_autofree char **words = g_new0(char *, (gsize)argc + 1);
    memcpy(words, argv, sizeof(char *) * (gsize)argc);
    words[0] = strchr(argv[0], '/') != NULL ? program : argv[0];
    if (log == NULL) {
        tool_become(program, words);
        return RECORD_STATUS_FAILED;
    }
    tool_end(record(program, words, log, links));
}
