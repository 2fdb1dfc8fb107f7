/* What a driver's own tool says about its devices: the second source, behind the kernel's files. */
#include "container/build/process.h"
#include "container/system/survey.h"
#include <stdio.h>
#include <string.h>

/* Places are written with different widths and cases: "0000:1c:00.0", "00000000:1C:00.0". */
static gboolean is_same_place(const char *left, const char *right)
{
    unsigned a[4], b[4];
    return sscanf(left, "%x:%x:%x.%x", &a[0], &a[1], &a[2], &a[3]) == 4 &&
           sscanf(right, "%x:%x:%x.%x", &b[0], &b[1], &b[2], &b[3]) == 4 &&
           memcmp(a, b, sizeof a) == 0;
}

/* The device at a place; one that the bus does not show, inside a container for instance, is added.
 */
static SystemGpu *device_at(Survey *self, const GpuVendor *vendor, const char *bus)
{
    GPtrArray *devices = self->system->gpus->devices;
    for (guint i = 0; i < devices->len; i++) {
        SystemGpu *gpu = devices->pdata[i];
        if (gpu->bus != NULL && is_same_place(gpu->bus, bus)) {
            return gpu;
        }
    }
    SystemGpu *gpu = arena_new0(self->arena, SystemGpu);
    gpu->vendor = vendor->id;
    gpu->bus = arena_strdup(self->arena, bus);
    gpu->architecture_state = STATE_UNKNOWN;
    gpu->at = arena_array(self->arena);
    g_ptr_array_add(devices, gpu);
    self->system->gpus->state = STATE_PRESENT;
    self->system->gpus->reason = NULL;
    return gpu;
}

static GpuDriver *driver_of(const Survey *self, const GpuVendor *vendor)
{
    const GPtrArray *drivers = self->system->gpus->drivers;
    for (guint i = 0; i < drivers->len; i++) {
        GpuDriver *driver = drivers->pdata[i];
        if (g_str_equal(driver->vendor, vendor->id)) {
            return driver;
        }
    }
    return NULL;
}

/* A named group of the line; NULL when the pattern has none, or it holds nothing. In the arena. */
static const char *group_of(Survey *self, const GMatchInfo *match, const char *name)
{
    g_autofree char *text = g_match_info_fetch_named(match, name);
    return text == NULL || *text == '\0' ? NULL : arena_strdup(self->arena, text);
}

/* "sm_{major}{minor}" with the line's groups. */
static const char *architecture_of(Survey *self, const GpuVendor *vendor, const GMatchInfo *match)
{
    const char *major = group_of(self, match, "major");
    const char *minor = group_of(self, match, "minor");
    if (vendor->tool_architecture == NULL || major == NULL || minor == NULL) {
        return NULL;
    }
    g_autoptr(GString) text = g_string_new(vendor->tool_architecture);
    g_string_replace(text, "{major}", major, 0);
    g_string_replace(text, "{minor}", minor, 0);
    return arena_strdup(self->arena, text->str);
}

/* What the files said stays; the tool is noted where it agrees or adds. */
static void take_device(Survey *self, const GpuVendor *vendor, const GMatchInfo *match,
                        const char *tool)
{
    const char *bus = group_of(self, match, "bus");
    if (bus == NULL) {
        return;
    }
    SystemGpu *gpu = device_at(self, vendor, bus);
    const char *memory = group_of(self, match, "memory");
    const char *architecture = architecture_of(self, vendor, match);
    gpu->name = gpu->name != NULL ? gpu->name : group_of(self, match, "name");
    if (memory != NULL) {
        /* What can be used, where a number of the bus told what is built in. */
        gpu->memory_mib = (guint)MIN(g_ascii_strtoull(memory, NULL, 10), G_MAXUINT);
    }
    if (architecture != NULL) {
        gpu->architecture = architecture;
        gpu->architecture_state = STATE_PRESENT;
    }
    survey_note(self, gpu->at, tool);
    GpuDriver *driver = driver_of(self, vendor);
    const char *version = group_of(self, match, "driver");
    if (driver != NULL && driver->version == NULL && version != NULL) {
        driver->version = version;
        driver->state = STATE_PRESENT;
        driver->reason = NULL;
        survey_note(self, driver->at, tool);
    }
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
            take_device(self, vendor, match, program);
        }
    }
}
