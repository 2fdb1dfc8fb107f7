/* Whether what was installed runs where it is to run: libraries and instructions. */
#include "container/deploy/deploying.h"
#include "container/ir/symbol_text.h"
#include <string.h>

static gboolean refuse(Deploying *self, DeployError code, GPtrArray *texts, const char *what)
{
    for (guint i = 0; i < texts->len && self->request->audit == DEPLOY_AUDIT_REPORT; i++) {
        deploying_note(self, g_strdup(texts->pdata[i]));
    }
    if (texts->len == 0 || self->request->audit == DEPLOY_AUDIT_REPORT) {
        return TRUE;
    }
    g_autofree char *list = deploying_list(texts);
    g_set_error(self->error, DEPLOY_ERROR, code, "%s: %s", what, list);
    return FALSE;
}

static gboolean check_libraries(Deploying *self)
{
    const DeployRequest *request = self->request;
    g_autofree char *host = target_host(self->result->triple);
    if (host == NULL && request->root == NULL) {
        deploying_note(self, g_strdup("libraries were not looked for: this machine is of another "
                                      "architecture; name its root file system with --root"));
        return TRUE;
    }
    for (guint i = 0; i < self->needs->unsearched->len; i++) {
        deploying_note(self,
                       g_strdup_printf("libraries in %s are needed where no run path names it: set "
                                       "LD_LIBRARY_PATH, or name it in ld.so.conf",
                                       (const char *)self->needs->unsearched->pdata[i]));
    }
    return refuse(self, DEPLOY_ERROR_LIBRARIES, self->needs->missing,
                  "the programs cannot run here, for libraries are missing or too old; install "
                  "them, or name the root file system that has them with --root");
}

/* A binary without symbols does not tell which functions were given a target of their own. */
static gboolean is_sure(const Deploying *self, const AuditReport *report)
{
    return report->symbols > 0 || g_hash_table_size(self->result->objects.own_targets) == 0;
}

/* Data may look like code: what a project reads in its tests, or code for other machines. */
static gboolean is_unread(const GError *error)
{
    return g_error_matches(error, AUDIT_ERROR, AUDIT_ERROR_KIND);
}

static void note_unread(Deploying *self, const GPtrArray *paths)
{
    if (paths->len > 0) {
        g_autofree char *more = g_strdup_printf(" and of %u more files", paths->len - 1);
        deploying_note(self,
                       g_strdup_printf("of %s%s it was not looked for what they need of a "
                                       "processor: they are damaged, or no code for this "
                                       "architecture",
                                       (const char *)paths->pdata[0], paths->len > 1 ? more : ""));
    }
}

/* `report` is NULL for what is none of this architecture's code. */
static gboolean audit_installed(Deploying *self, const char *path, AuditReport **report)
{
    const AuditRequest request = {.path = path,
                                  .knowledge = self->request->knowledge,
                                  .triple = self->result->triple,
                                  .attributes = self->result->target,
                                  .own_targets = self->result->objects.own_targets};
    g_autoptr(GError) error = NULL;
    *report = audit_file(&request, &error);
    if (*report != NULL || is_unread(error)) {
        return TRUE;
    }
    g_propagate_error(self->error, g_steal_pointer(&error));
    return FALSE;
}

static void take_report(Deploying *self, const AuditReport *report, GPtrArray *exceeding)
{
    if (report->exceeding_instructions > 0 && is_sure(self, report)) {
        g_autofree char *first = symbol_text(report->exceeding->pdata[0]);
        g_ptr_array_add(exceeding,
                        g_strdup_printf("%s: %" G_GUINT64_FORMAT " instructions, first in %s",
                                        report->path, report->exceeding_instructions, first));
    } else if (report->exceeding_instructions > 0) {
        deploying_note(self,
                       g_strdup_printf("%s has code that the target cannot run, and no symbols "
                                       "that tell whether it stands behind a check",
                                       report->path));
    }
}

static gboolean check_instructions(Deploying *self)
{
    g_autoptr(GPtrArray) exceeding = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) unread = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < self->needs->binaries->len; i++) {
        const char *path = self->needs->binaries->pdata[i];
        AuditReport *report = NULL;
        if (!audit_installed(self, path, &report)) {
            return FALSE;
        }
        char *shown = g_strconcat(self->request->prefix, path + strlen(self->staged), NULL);
        if (report == NULL) {
            g_ptr_array_add(unread, shown);
            continue;
        }
        g_free(report->path);
        report->path = shown;
        g_ptr_array_add(self->result->reports, report);
        take_report(self, report, exceeding);
    }
    note_unread(self, unread);
    return refuse(self, DEPLOY_ERROR_EXCEEDS, exceeding,
                  "code that was not compiled for the target exceeds it; --audit report installs "
                  "it nevertheless");
}

gboolean deploying_check(Deploying *self)
{
    if (self->request->audit == DEPLOY_AUDIT_NONE && self->request->image_layout == NULL) {
        return TRUE;
    }
    const LibraryNeedsRequest request = {.root = self->request->root,
                                         .folder = self->staged,
                                         .prefix = self->request->prefix,
                                         .triple = self->result->triple};
    self->needs = library_needs_find(&request);
    return self->request->audit == DEPLOY_AUDIT_NONE ||
           (check_libraries(self) && check_instructions(self));
}
