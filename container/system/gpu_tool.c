/* What a driver's own tool says about its devices: the last source, behind the kernel's files and
 * the driver's library. */
#include "container/build/process.h"
#include "container/system/gpu_told.h"

/* A named group of the line; NULL when the pattern has none, or it holds nothing. In the arena. */
static const char *group_of(Survey *self, const GMatchInfo *match, const char *name)
{
    g_autofree char *text = g_match_info_fetch_named(match, name);
    return text == NULL || *text == '\0' ? NULL : arena_strdup(self->arena, text);
}

static void take_match(Survey *self, const GpuVendor *vendor, const GMatchInfo *match,
                       const char *tool)
{
    survey_take_device(self, vendor,
                       &(GpuToldDevice){.bus = group_of(self, match, "bus"),
                                        .name = group_of(self, match, "name"),
                                        .memory = group_of(self, match, "memory"),
                                        .major = group_of(self, match, "major"),
                                        .minor = group_of(self, match, "minor"),
                                        .where = tool});
    survey_take_driver(self, vendor,
                       &(GpuToldDriver){.version = group_of(self, match, "driver"), .where = tool});
}

void survey_gpu_tool(Survey *self, const GpuVendor *vendor)
{
    g_autofree char *program = vendor->tool == NULL || vendor->tool_line == NULL ||
                                       !self->request->ask_programs || tree_is_recorded(self->tree)
                                   ? NULL
                                   : g_find_program_in_path(vendor->tool);
    g_autoptr(GRegex) pattern = program == NULL ? NULL : g_regex_new(vendor->tool_line, 0, 0, NULL);
    if (pattern == NULL) {
        return;
    }
    g_autoptr(GPtrArray) command = g_ptr_array_new();
    g_ptr_array_add(command, program);
    g_ptr_array_extend(command, vendor->tool_ask, NULL, NULL);
    g_ptr_array_add(command, NULL);
    const ProcessRequest request = {.command = (const char *const *)command->pdata,
                                    .seconds = SURVEY_ASK_SECONDS};
    g_auto(ProcessResult) result = {0};
    if (!process_run(&request, &result, NULL) || result.status != 0 ||
        !g_utf8_validate(result.out, -1, NULL)) {
        return;
    }
    g_auto(GStrv) lines = g_strsplit(result.out, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_autoptr(GMatchInfo) match = NULL;
        if (g_regex_match(pattern, *line, 0, &match)) {
            take_match(self, vendor, match, program);
        }
    }
}
