#include "core/nearest.h"
#include "core/point_flag.h"
#include "discover/program/commands.h"
#include "discover/program/print_explain.h"
#include "discover/program/print_table.h"
#include <stdlib.h>
#include <string.h>

#define SUGGESTIONS_MAX 5u

static ExitStatus refuse_unknown(const DiscoverOptions *options, const Analysis *analysis,
                                 const Terminal *err)
{
    g_autofree char *name = terminal_text(options->explain);
    fprintf(err->stream, "xaas-discover: %s has no option %s", analysis->name, name);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < analysis->facts->options->len; i++) {
        const Option *option = g_ptr_array_index(analysis->facts->options, i);
        if (!g_ptr_array_find_with_equal_func(names, option->name, g_str_equal, NULL)) {
            g_ptr_array_add(names, (gpointer)option->name);
        }
    }
    g_autoptr(GPtrArray) near = nearest_names(names, options->explain, SUGGESTIONS_MAX);
    for (guint i = 0; i < near->len; i++) {
        g_autofree char *safe = terminal_text(g_ptr_array_index(near, i));
        fprintf(err->stream, "%s%s", i == 0 ? "; did you mean " : ", ", safe);
    }
    fputs(near->len > 0 ? "?\n" : "\n", err->stream);
    return EXIT_STATUS_USAGE;
}

/* Autoconf makes no difference between "--enable-a-b" and "--enable-a_b". The caller unrefs it. */
static GPtrArray *decisions_spelled_alike(const Analysis *analysis, const char *name)
{
    GPtrArray *found = g_ptr_array_new();
    g_autofree char *wanted = g_strdelimit(g_strdup(name), "_", '-');
    for (guint i = 0; g_str_has_prefix(name, "--") && i < analysis->decisions->len; i++) {
        Decision *decision = g_ptr_array_index(analysis->decisions, i);
        g_autofree char *own = g_strdelimit(g_strdup(decision->option->name), "_", '-');
        if (decision->option->builder == BUILDER_AUTOTOOLS && strcmp(own, wanted) == 0) {
            g_ptr_array_add(found, decision);
        }
    }
    return found;
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
    if (found->len == 0) {
        g_ptr_array_unref(found);
        found = decisions_spelled_alike(analysis, name);
    }
    if (found->len == 0 && opposite != NULL) {
        g_ptr_array_unref(found);
        found = decisions_spelled_alike(analysis, opposite);
    }
    return found;
}

/* What is told about an option behind its name. The caller frees it. */
static char *explanation_of(const Terminal *out, const Analysis *analysis, const Decision *decision)
{
    char *text = NULL;
    size_t length = 0;
    Terminal memory = *out;
    memory.stream = open_memstream(&text, &length);
    if (memory.stream == NULL) {
        g_error("no memory"); /* as GLib's own functions end */
    }
    print_explanation(&memory, analysis, decision);
    fclose(memory.stream);
    char *copy = g_strndup(text, length);
    free(text);
    return copy;
}

/* Options of several folders of which the same is told are told once. */
static void print_all(const Terminal *out, const Analysis *analysis, const GPtrArray *found)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < found->len; i++) {
        g_ptr_array_add(texts, explanation_of(out, analysis, found->pdata[i]));
    }
    for (guint i = 0; i < found->len; i++) {
        const Decision *decision = found->pdata[i];
        g_autoptr(GPtrArray) folders = g_ptr_array_new();
        gboolean told = FALSE;
        for (guint k = 0; k < found->len; k++) {
            const Decision *other = found->pdata[k];
            if (other->option->builder == decision->option->builder &&
                strcmp(texts->pdata[k], texts->pdata[i]) == 0) {
                told = told || k < i;
                g_ptr_array_add(folders, (gpointer)other->option->folder);
            }
        }
        if (!told) {
            fputs(i > 0 ? "\n" : "", out->stream);
            print_explanation_name(out, decision, found->len > 1 ? folders : NULL);
            fputs(texts->pdata[i], out->stream);
        }
    }
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
    print_all(out, analysis, found);
    return EXIT_STATUS_DONE;
}
