#include "container/program/show_deployment.h"
#include "core/terminal.h"

/* "lib/libapp.so: 512-bit vectors; avx512f 1203, fma 77 (3 in functions with their own target)". */
static void show_report(const AuditReport *report, FILE *out)
{
    g_autofree char *path = terminal_text(report->path);
    if (audit_width(report) > 0) {
        fprintf(out, "%s: vectors of %u bits%s", path, audit_width(report),
                report->scalable > 0 ? ", scalable ones, too" : "");
    } else {
        fprintf(out, "%s: %s vectors", path, report->scalable > 0 ? "scalable" : "no");
    }
    for (guint i = 0; i < report->uses->len; i++) {
        const ExtensionUse *use = report->uses->pdata[i];
        fprintf(out, "%s%s %" G_GUINT64_FORMAT, i > 0 ? ", " : "; ", use->feature,
                use->instructions);
        if (use->allowed > 0) {
            fprintf(out, " (%" G_GUINT64_FORMAT " in functions with a target of their own)",
                    use->allowed);
        }
    }
    fputs("\n", out);
}

void show_deployment(const ShownDeployment *shown, const Console *console)
{
    FILE *out = console->out.stream;
    const DeployResult *result = shown->result;
    g_autofree char *cpu =
        result->target != NULL ? target_value(result->target, "target-cpu") : NULL;
    terminal_say(out, "%s is deployed to %s for %s", shown->configuration, shown->place,
                 cpu != NULL ? cpu : "the CPU of each unit's own command");
    fprintf(out, "%u %s: %u %s lowered, %u taken from the cache; %u %s\n", result->objects.units,
            count_noun(result->objects.units, "unit", "units"), result->objects.lowered,
            count_noun(result->objects.lowered, "module", "modules"), result->objects.cached,
            result->links, count_noun(result->links, "link", "links"));
    if (result->tests != NULL) {
        g_autofree char *safe = terminal_text(result->tests);
        fprintf(out, "the project's own tests: %s\n", safe);
    }
    for (guint i = 0; i < result->reports->len; i++) {
        show_report(result->reports->pdata[i], out);
    }
    for (guint i = 0; i < result->notes->len; i++) {
        g_autofree char *safe = terminal_text(result->notes->pdata[i]);
        fprintf(out, "note: %s\n", safe);
    }
    if (result->refusal != NULL) {
        g_autofree char *safe =
            terminal_text(shown->machine != NULL ? shown->machine : "this machine");
        fprintf(out, "note: %s cannot run it: %s\n", safe, result->refusal);
    }
}
