#include "container/program/show.h"
#include "core/json.h"

#define FAILURES_SHOWN 20u

void show_failures(const Subcommand *command, const GPtrArray *failures, const Console *console)
{
    for (guint i = 0; i < failures->len && i < FAILURES_SHOWN; i++) {
        g_auto(GStrv) lines = g_strsplit(failures->pdata[i], "\n", -1);
        for (char **text = lines; *text != NULL; text++) {
            g_autofree char *safe = terminal_text(*text);
            if (text == lines) {
                fprintf(console->err.stream, "xaas-container %s: %s\n", command->name, safe);
            } else {
                fprintf(console->err.stream, "    %s\n", safe);
            }
        }
    }
    if (failures->len > FAILURES_SHOWN) {
        fprintf(console->err.stream, "xaas-container %s: and %u more\n", command->name,
                failures->len - FAILURES_SHOWN);
    }
}

/* Nobody should take for compared what is not. */
static void show_objects(const VerifyResult *result, const Console *console)
{
    if (result->objects == 1) {
        fputs("1 unit is kept as an object, which is not compared\n", console->out.stream);
    } else if (result->objects > 1) {
        fprintf(console->out.stream, "%u units are kept as objects, which are not compared\n",
                result->objects);
    }
}

gboolean show_verification(const Subcommand *command, const VerifyResult *result,
                           const CommonOptions *options, const Console *console)
{
    show_failures(command, result->findings, console);
    if (options->json) {
        json_t *summary =
            json_pack("{s:i, s:i, s:i, s:i, s:i, s:o, s:f}", "modules", (int)result->modules,
                      "units", (int)result->units, "failed", (int)result->failed, "objects",
                      (int)result->objects, "differences", (int)result->differences, "findings",
                      json_of_texts(result->findings), "seconds", result->seconds);
        json_dumpf(summary, console->out.stream, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        fputs("\n", console->out.stream);
        json_decref(summary);
    } else if (!options->quiet) {
        g_autofree char *modules = counted(result->modules, "module", "modules");
        g_autofree char *units = counted(result->units, "unit", "units");
        g_autofree char *differences = counted(result->differences, "difference", "differences");
        fprintf(console->out.stream,
                "%s rebuilt and read by LLVM, %s compiled with %s own %s: %s\n", modules, units,
                count_noun(result->units, "its", "their"),
                count_noun(result->units, "command", "commands"), differences);
        show_objects(result, console);
        if (result->failed > 0) {
            g_autofree char *failed = counted(result->failed, "unit", "units");
            fprintf(console->out.stream,
                    "%s did not compile, so that nothing is known of %s; verify --resume tries "
                    "again\n",
                    failed, count_noun(result->failed, "it", "them"));
        }
    }
    return result->differences == 0 && result->failed == 0;
}

void progress_clear(Progress *self)
{
    g_clear_pointer(&self->stage, g_free);
}

void progress_show(const char *what, guint done, guint total, gpointer data)
{
    Progress *self = data;
    const Terminal *err = &self->console->err;
    if (self->quiet) {
        return;
    }
    gboolean same = g_strcmp0(self->stage, what) == 0;
    if (!same) {
        g_free(self->stage);
        self->stage = g_strdup(what);
    }
    if (err->interactive) {
        fprintf(err->stream, "\r%s %u of %u\033[K%s", what, done, total, done == total ? "\n" : "");
        fflush(err->stream);
    } else if (!same) {
        fprintf(err->stream, "%s (%u)\n", what, total);
    }
}
