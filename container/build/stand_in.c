#include "container/build/stand_in.h"
#include "container/build/recorded.h"
#include "container/record/record.h"
#include "container/record/variables.h"
#include "core/file.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define RECORD RECORDED_OWN "/record"
#define NOTHING RECORDED_OWN "/nothing"
#define PRELOADED RECORDED_OWN "/preload.so"
/* Beside xaas-record. */
#define PRELOADED_FILE "xaas-record-preload.so"

/* ---- links ----------------------------------------------------------------------------------- */

static gboolean add_link(const StandIns *self, const char *name, const char *target, GError **error)
{
    g_autofree char *path = g_build_filename(self->build, RECORDED_LINKS, name, NULL);
    if (symlink(target, path) == 0 || errno == EEXIST) {
        return TRUE;
    }
    g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED, "%s: cannot be made: %s", path,
                g_strerror(errno));
    return FALSE;
}

/* What a program of PATH is to be replaced with; NULL: it stays. */
static const char *stand_in(const StandIns *self, const char *name)
{
    const RecordedWords *words = &self->request->driver->recorded;
    const char *const *ask = NULL;
    UnitKind kind;
    if (g_regex_match(words->do_nothing, name, 0, NULL)) {
        return "../nothing";
    }
    return compilers_program(self->request->compilers, name, &kind, &ask) ||
                   g_regex_match(words->stand_in, name, 0, NULL)
               ? "../record"
               : NULL;
}

static const char *search_path(const StandIns *self)
{
    const char *own = g_getenv("PATH");
    return self->request->sandbox->isolation == ISOLATION_NONE && own != NULL ? own : SANDBOX_PATH;
}

static gboolean add_links(const StandIns *self, GError **error)
{
    g_auto(GStrv) folders = g_strsplit(search_path(self), ":", -1);
    for (char **folder = folders; *folder != NULL; folder++) {
        g_autofree char *host = sandbox_host_path(self->request->sandbox, self->build, *folder);
        g_autoptr(GDir) open = g_dir_open(host, 0, NULL);
        for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
            const char *target = stand_in(self, name);
            if (target != NULL && !add_link(self, name, target, error)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* ---- what they lead to ----------------------------------------------------------------------- */

static gboolean copy(const StandIns *self, const char *from, const char *to, GError **error)
{
    g_autofree char *path = g_build_filename(self->build, to, NULL);
    const char *const command[] = {"cp", "--", from, path, NULL};
    g_auto(ProcessResult) result = {0};
    return process_run_well(&(ProcessRequest){.command = command}, &result, error);
}

static gboolean copy_recorder(const StandIns *self, GError **error)
{
    const char *recorder = self->request->recorder;
    if (recorder == NULL || !g_file_test(recorder, G_FILE_TEST_IS_EXECUTABLE)) {
        g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_KNOWLEDGE,
                    "%s is not there, which a build by makefiles needs; install xaas whole",
                    recorder == NULL ? "xaas-record" : recorder);
        return FALSE;
    }
    return copy(self, recorder, RECORD, error);
}

/* As a word of LD_PRELOAD, in which blanks and colons stand between words. NULL: it cannot be one.
 */
static char *preload_word(const StandIns *self)
{
    const char *own = g_getenv("LD_PRELOAD");
    gboolean keeps = self->request->sandbox->isolation == ISOLATION_NONE && own != NULL;
    return strpbrk(self->inside, " :") != NULL
               ? NULL
               : g_strdup_printf("LD_PRELOAD=%s/" PRELOADED "%s%s", self->inside, keeps ? ":" : "",
                                 keeps ? own : "");
}

/* Whether programs in the sandbox can be started with it: with another C library, or an older one,
 * they may not, or say so each time. */
static gboolean preload_works(const StandIns *self)
{
    g_autofree char *word = preload_word(self);
    const char *const command[] = {"env", word, "/bin/sh", "-c", "exec /bin/sh -c :", NULL};
    g_auto(GStrv) inside =
        word == NULL
            ? NULL
            : sandbox_command(self->request->sandbox, &(SandboxRequest){.command = command,
                                                                        .build = self->build,
                                                                        .build_is_writable = TRUE});
    g_auto(ProcessResult) result = {0};
    const ProcessRequest request = {.command = (const char *const *)inside};
    return inside != NULL && process_run(&request, &result, NULL) && result.status == 0 &&
           *result.out == '\0' && *result.err == '\0';
}

static gboolean copy_preloaded(StandIns *self, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(self->request->recorder);
    g_autofree char *preloaded = g_build_filename(folder, PRELOADED_FILE, NULL);
    if (!g_file_test(preloaded, G_FILE_TEST_IS_REGULAR)) {
        return TRUE;
    }
    if (!copy(self, preloaded, PRELOADED, error)) {
        return FALSE;
    }
    self->preloads = preload_works(self);
    return TRUE;
}

static gboolean write_nothing(const StandIns *self, GError **error)
{
    const char *text = self->request->driver->recorded.nothing;
    g_autofree char *to = g_build_filename(self->build, NOTHING, NULL);
    if (!file_write(to, text, strlen(text), error)) {
        return FALSE;
    }
    if (g_chmod(to, 0755) != 0) {
        g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED, "%s: cannot be made: %s", to,
                    g_strerror(errno));
        return FALSE;
    }
    return TRUE;
}

gboolean stand_ins_put(StandIns *self, GError **error)
{
    g_autofree char *links = g_build_filename(self->build, RECORDED_LINKS, NULL);
    g_autofree char *seen = g_build_filename(self->build, RECORDED_SEEN, NULL);
    return configure_make_folder(links, error) && configure_make_folder(seen, error) &&
           copy_recorder(self, error) && write_nothing(self, error) &&
           copy_preloaded(self, error) && add_links(self, error);
}

void stand_ins_add_variables(const StandIns *self, gboolean records, GPtrArray *command)
{
    g_ptr_array_add(
        command, g_strdup_printf("PATH=%s/" RECORDED_LINKS ":%s", self->inside, search_path(self)));
    g_ptr_array_add(command, g_strdup_printf(RECORD_LINKS "=%s/" RECORDED_LINKS, self->inside));
    if (!records) {
        return;
    }
    if (self->preloads) {
        g_ptr_array_add(command, preload_word(self));
        /* A program with that runtime as a shared library would end because of it. */
        g_ptr_array_add(command, g_strdup("ASAN_OPTIONS=verify_asan_link_order=0"));
    }
    if (self->request->sandbox->isolation == ISOLATION_NONE) {
        g_autofree char *given = record_variables();
        g_ptr_array_add(command, g_strconcat(RECORD_GIVEN "=", given, NULL));
    }
    g_ptr_array_add(command, g_strdup_printf(RECORD_LOG "=%s/" RECORDED_LOG, self->inside));
    g_ptr_array_add(command, g_strdup_printf(RECORD_SEEN "=%s/" RECORDED_SEEN, self->inside));
    g_ptr_array_add(command, g_strdup_printf(RECORD_ROOTS "=%s:%s", self->inside, self->prefix));
}
