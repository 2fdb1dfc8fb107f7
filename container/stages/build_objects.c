#include "container/build/failed.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "container/stages/build_parts.h"
#include "container/stages/notes.h"

#define LOG_LINES_QUOTED 12u

static char *object_path(const BuiltConfiguration *built, const BuiltUnit *unit)
{
    return g_path_is_absolute(unit->unit->output)
               ? g_strdup(unit->unit->output)
               : g_build_filename(built->build, unit->unit->output, NULL);
}

/* The first error in what the build tool said of one output. NULL when it is none of the source's.
 * A compiler that says an error and is then ended has not shown that it is one, so how it ended
 * counts. */
static char *first_error_of(const ConfigureRequest *request, const char *said, const char *output)
{
    const Failures *failures = configure_failures(request->driver);
    g_auto(FailedCommand) failed = {0};
    if (!failed_command_find(&failed, said, output)) {
        /* The build tool did not come to it, for what it needs failed. */
        gboolean is_projects =
            failed_command_any(said) || configure_misses_rule(request->driver, said);
        return !is_projects || failures_lacked(failures, said)
                   ? NULL
                   : g_strdup("what it needs cannot be made");
    }
    char *error = failures_first_error(failures, failed.said);
    int status = failed.status;
    /* Where that cannot be found out, it is not known to be the source's. */
    gboolean known =
        status >= 0 || (error != NULL && configure_status(request, failed.command, FALSE, &status));
    if (!known || status != FAILURES_STATUS_ERROR) {
        g_clear_pointer(&error, g_free);
    }
    return error;
}

/* FALSE when one failed for another reason than its source. */
static gboolean leave_out_missing(Building *self, BuiltConfiguration *built, const GPtrArray *units,
                                  const char *said)
{
    const ConfigureRequest request = build_configure_request(self->request, built->configuration);
    for (guint i = 0; i < units->len; i++) {
        BuiltUnit *unit = units->pdata[i];
        g_autofree char *path = object_path(built, unit);
        if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
            g_autofree char *error = first_error_of(&request, said, unit->unit->output);
            if (error == NULL) {
                g_autofree char *tail = process_last_lines(said, LOG_LINES_QUOTED);
                g_ptr_array_add(self->build->failures,
                                g_strdup_printf("configuration %s, %s: its own compiler does not "
                                                "make it, and not for its source; its log ends "
                                                "with: %s",
                                                built->configuration->name, unit->unit->source,
                                                tail));
                return FALSE;
            }
            unit->left_out = arena_strdup(self->build->arena, error);
            workspace_remove_output(&(OutputFolders){built->build, NULL}, unit->unit->output);
            self->build->counts.others--;
        }
    }
    return TRUE;
}

gboolean build_objects_fail(Building *self, BuiltConfiguration *built)
{
    g_autoptr(GPtrArray) needed = g_ptr_array_new();
    g_autoptr(GPtrArray) optional = g_ptr_array_new();
    g_autoptr(GPtrArray) units = g_ptr_array_new();
    for (guint i = 0; i < built->units->len; i++) {
        BuiltUnit *unit = built->units->pdata[i];
        if (unit->module != NULL || unit->left_out != NULL) {
            continue;
        }
        if (unit->unit->output == NULL) {
            g_ptr_array_add(self->build->failures,
                            g_strdup_printf("configuration %s, %s: its command names no output, so "
                                            "that its object cannot be made; have the build tool "
                                            "list it with -o",
                                            built->configuration->name, unit->unit->source));
            return TRUE;
        }
        g_ptr_array_add(unit->optional ? optional : needed, (gpointer)unit->unit->output);
        if (unit->optional) {
            g_ptr_array_add(units, unit);
        }
    }
    const ConfigureRequest request = build_configure_request(self->request, built->configuration);
    g_autoptr(GError) error = NULL;
    if (!configure_build(&request, needed, &error)) {
        g_ptr_array_add(self->build->failures, g_strdup(error->message));
        return TRUE;
    }
    g_autofree char *said = configure_build_optional(&request, optional);
    return said != NULL && !leave_out_missing(self, built, units, said);
}

static void count_left_out(Building *self, const BuiltUnit *unit)
{
    self->build->counts.left_out++;
    /* The others are counted where their objects are made. */
    self->build->counts.units -=
        unit_kind_has_bitcode(unit->unit->kind) && unit->why_object == NULL ? 1 : 0;
}

void build_tell_without_bitcode(Building *self)
{
    const Build *build = self->build;
    g_autoptr(Notes) notes = notes_new();
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        gboolean has_module = FALSE;
        for (guint k = 0; k < built->units->len; k++) {
            has_module = has_module || ((BuiltUnit *)built->units->pdata[k])->module != NULL;
        }
        if (!has_module) {
            notes_add(
                notes, built->configuration->name,
                "no unit becomes bitcode, so that it cannot be deployed; pack the sources in place "
                "of it (build --source-container)");
        }
    }
    notes_tell(notes, build->configurations->len, build->notes);
}

void build_tell_left_out(Building *self)
{
    const Build *build = self->build;
    g_autoptr(Notes) notes = notes_new();
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        for (guint k = 0; k < built->units->len; k++) {
            const BuiltUnit *unit = built->units->pdata[k];
            if (unit->left_out != NULL && !unit->unasked) {
                g_autofree char *text =
                    g_strdup_printf("%s is left out: %s", unit->unit->source, unit->left_out);
                notes_add(notes, built->configuration->name, text);
                count_left_out(self, unit);
            }
        }
    }
    notes_tell(notes, build->configurations->len, build->left_out);
}
