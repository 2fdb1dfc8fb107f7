#include "discover/program/subcommands.h"
#include "core/file.h"
#include "discover/review/same_source.h"

const Subcommand *const discover_subcommands[] = {&cmd_report, &cmd_review, &cmd_diff, &cmd_export,
                                                  NULL};

ProjectTree *project_tree_open(const char *folder, GError **error)
{
    g_autoptr(ProjectTree) self = g_new0(ProjectTree, 1);
    if (folder == NULL) {
        return g_steal_pointer(&self);
    }
    g_autoptr(GError) local = NULL;
    self->diagnostics = diagnostics_new();
    self->tree = tree_open(folder, self->diagnostics, &local);
    if (self->tree == NULL) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_INPUT, local->message);
        return NULL;
    }
    return g_steal_pointer(&self);
}

gboolean subcommand_spares(const char *specification, const char *output, GError **error)
{
    if (file_is_same(specification, output)) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "%s is the specification itself; name another file to write to", output);
        return FALSE;
    }
    return TRUE;
}

Analysis *subcommand_analyse(const char *folder, int jobs, const Console *console, GError **error)
{
    if (jobs < 0) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "--jobs takes a number of threads, or 0 for one a processor");
        return NULL;
    }
    const DiscoverOptions options = {.project = (char *)folder, .jobs = jobs};
    Progress progress = progress_on(&console->err, TRUE);
    Analysis *analysis = analysis_run(&options, console->program, &progress, error);
    progress_end(&progress);
    return analysis;
}

void subcommand_doubt_source(const Specification *specification, const Tree *tree,
                             const Console *console)
{
    if (tree == NULL || same_source(specification, tree)) {
        return;
    }
    g_autofree char *name = terminal_text(specification->project->name);
    g_autofree char *folder = terminal_text(tree_root(tree));
    fprintf(
        console->err.stream,
        "xaas-discover: warning: none of the places of %s's options is in %s; is it another project?\n",
        name, folder);
}

void project_tree_free(ProjectTree *self)
{
    if (self == NULL) {
        return;
    }
    g_clear_pointer(&self->tree, tree_free);
    g_clear_pointer(&self->diagnostics, diagnostics_free);
    g_free(self);
}
