#include "core/nearest.h"
#include "core/point_flag.h"
#include "discover/program/commands.h"
#include "discover/program/print_explain.h"
#include "discover/program/print_table.h"

#define SUGGESTIONS_MAX 5u

static ExitStatus refuse_unknown(const DiscoverOptions *options, const Analysis *analysis,
                                 const Terminal *err)
{
    g_autofree char *name = terminal_text(options->explain);
    fprintf(err->stream, "xaas-discover: %s has no option %s", analysis->name, name);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < analysis->facts->options->len; i++) {
        const Option *option = g_ptr_array_index(analysis->facts->options, i);
        g_ptr_array_add(names, (gpointer)option->name);
    }
    g_autoptr(GPtrArray) near = nearest_names(names, options->explain, SUGGESTIONS_MAX);
    for (guint i = 0; i < near->len; i++) {
        g_autofree char *safe = terminal_text(g_ptr_array_index(near, i));
        fprintf(err->stream, "%s%s", i == 0 ? "; did you mean " : ", ", safe);
    }
    fputs(near->len > 0 ? "?\n" : "\n", err->stream);
    return EXIT_STATUS_USAGE;
}

/* The decisions on the option that a flag sets, as specifications show flags: "--disable-x",
 * "-DX:BOOL=ON", "X=1". The caller unrefs it. */
static GPtrArray *decisions_of_flag(const Analysis *analysis, const char *flag)
{
    const char *text = flag + (g_str_has_prefix(flag, "-D") ? strlen("-D") : 0);
    g_autofree char *name = g_strndup(text, strcspn(text, text == flag ? "=" : ":="));
    GPtrArray *found = analysis_decisions(analysis, name);
    g_autofree char *opposite = argument_opposite_of(name, strlen(name));
    if (found->len == 0 && opposite != NULL) {
        g_ptr_array_unref(found);
        found = analysis_decisions(analysis, opposite);
    }
    return found;
}

ExitStatus cmd_explain(const DiscoverOptions *options, const Analysis *analysis,
                       const Terminal *out, const Terminal *err)
{
    print_diagnostics(err, analysis, discover_options_severity(options));
    g_autoptr(GPtrArray) found = analysis_decisions(analysis, options->explain);
    if (found->len == 0) {
        g_ptr_array_unref(found);
        found = decisions_of_flag(analysis, options->explain);
    }
    if (found->len == 0) {
        return refuse_unknown(options, analysis, err);
    }
    for (guint i = 0; i < found->len; i++) {
        if (i > 0) {
            fputc('\n', out->stream);
        }
        print_explanation(out, analysis, found->pdata[i], found->len > 1);
    }
    return EXIT_STATUS_DONE;
}
