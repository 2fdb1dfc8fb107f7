/* What is said in branches that no configuration takes yet: options that are declared later are not
 * set before. */
#include "discover/cmake/evaluator.h"
#include "discover/cmake/outdated.h"

#include <string.h>

/* Whether the condition asks for the name. */
static gboolean asks_for(const Command *arm, const char *name)
{
    for (guint i = 0; i < arm->argument_count; i++) {
        if (g_strcmp0(arm->arguments[i].constant, name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

void evaluator_pass_over(Evaluator *self, const SourceFile *file, const Command *arm)
{
    guint begin = (guint)(arm - file->commands) + 1;
    for (guint i = begin; !file->stub && i < arm->next && i < file->command_count; i++) {
        const Command *command = &file->commands[i];
        const char *text = command->argument_count == 2 ? command->arguments[1].constant : NULL;
        gboolean told = text != NULL && strcmp(command->name, "message") == 0 &&
                        command->arguments[0].constant != NULL &&
                        !g_str_has_suffix(command->arguments[0].constant, "_ERROR");
        g_autoptr(GPtrArray) names = told ? outdated_names(text) : NULL;
        Span at = {.path = file->path, .line = command->line, .column = command->column};
        for (guint k = 0; names != NULL && k < names->len; k++) {
            if (asks_for(arm, names->pdata[k])) {
                recorder_outdated(self->recorder, names->pdata[k], at);
            }
        }
    }
}
