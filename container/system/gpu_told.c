#include "container/system/gpu_told.h"
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
    g_assert_not_reached();
}

/* "sm_{major}{minor}" with what was told. */
static const char *architecture_of(Survey *self, const GpuVendor *vendor, const GpuToldDevice *told)
{
    if (vendor->tool_architecture == NULL || told->major == NULL || told->minor == NULL) {
        return NULL;
    }
    g_autoptr(GString) text = g_string_new(vendor->tool_architecture);
    g_string_replace(text, "{major}", told->major, 0);
    g_string_replace(text, "{minor}", told->minor, 0);
    return arena_strdup(self->arena, text->str);
}

/* What the files said stays; who told is noted where that agrees or adds. */
void survey_take_device(Survey *self, const GpuVendor *vendor, const GpuToldDevice *told)
{
    if (told->bus == NULL) {
        return;
    }
    SystemGpu *gpu = device_at(self, vendor, told->bus);
    const char *architecture = architecture_of(self, vendor, told);
    gpu->name = gpu->name != NULL ? gpu->name : told->name;
    if (told->memory != NULL) {
        /* What can be used, where a number of the bus told what is built in. */
        gpu->memory_mib = (guint)MIN(g_ascii_strtoull(told->memory, NULL, 10), G_MAXUINT);
    }
    if (architecture != NULL) {
        gpu->architecture = architecture;
        gpu->architecture_state = STATE_PRESENT;
    }
    survey_note(self, gpu->at, told->where);
}

void survey_take_driver(Survey *self, const GpuVendor *vendor, const GpuToldDriver *told)
{
    GpuDriver *driver = driver_of(self, vendor);
    gboolean adds = driver->version == NULL && told->version != NULL;
    if (adds) {
        driver->version = told->version;
        driver->state = STATE_PRESENT;
        driver->reason = NULL;
    }
    if (told->newest != NULL) {
        driver->newest = told->newest;
    }
    if (adds || told->newest != NULL) {
        survey_note(self, driver->at, told->where);
    }
}
