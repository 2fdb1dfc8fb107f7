/* Graphics processors: the devices on the PCI bus, what the kernel and the drivers tell about them,
 * and which runtimes the drivers allow. */
#include "container/system/survey.h"
#include <stdio.h>
#include <string.h>

#define PCI_FOLDER "/sys/bus/pci/devices"
#define CLASS_LENGTH (sizeof("0x0302") - 1)
#define MIB (1024u * 1024u)

/* A line of one of the device's own files. The caller frees it. */
static char *device_line(const Survey *self, const char *bus, const char *file)
{
    g_autofree char *path = g_build_filename(PCI_FOLDER, bus, file, NULL);
    return tree_read_line(self->tree, path);
}

static const GpuVendor *vendor_of(const Survey *self, const char *bus)
{
    const GpuKnowledge *gpus = self->request->knowledge->gpus;
    g_autofree char *class = device_line(self, bus, "class");
    g_autofree char *number = device_line(self, bus, "vendor");
    if (class == NULL || number == NULL || strlen(class) < CLASS_LENGTH) {
        return NULL;
    }
    class[CLASS_LENGTH] = '\0';
    if (!g_ptr_array_find_with_equal_func(gpus->classes, class, g_str_equal, NULL)) {
        return NULL;
    }
    for (guint i = 0; i < gpus->vendors->len; i++) {
        const GpuVendor *vendor = gpus->vendors->pdata[i];
        if (g_str_equal(vendor->pci, number)) {
            return vendor;
        }
    }
    return NULL;
}

static const GpuModel *model_of(const GpuVendor *vendor, const char *device)
{
    for (guint i = 0; i < vendor->devices->len; i++) {
        const GpuModel *model = vendor->devices->pdata[i];
        g_autofree char *matched = pattern_find(model->ids, device, strlen(device), TRUE);
        if (matched != NULL) {
            return model;
        }
    }
    return NULL;
}

/* The driver's own name of a device; it knows better than the number. */
static void take_driver_name(Survey *self, const GpuVendor *vendor, SystemGpu *gpu)
{
    if (vendor->names == NULL || vendor->name_pattern == NULL) {
        return;
    }
    g_auto(GStrv) parts = g_strsplit(vendor->names, "{bus}", 2);
    g_autofree char *path = g_strjoinv(gpu->bus, parts);
    g_autofree char *text = tree_read(self->tree, path, NULL);
    g_autofree char *name =
        text == NULL ? NULL : pattern_find(vendor->name_pattern, text, strlen(text), FALSE);
    if (name != NULL && *name != '\0') {
        gpu->name = arena_strdup(self->arena, name);
        survey_note(self, gpu->at, path);
    }
}

static void take_memory_file(Survey *self, const GpuVendor *vendor, SystemGpu *gpu)
{
    g_autofree char *bytes =
        vendor->memory_file == NULL ? NULL : device_line(self, gpu->bus, vendor->memory_file);
    if (bytes != NULL) {
        gpu->memory_mib = (guint)MIN(g_ascii_strtoull(bytes, NULL, 10) / MIB, G_MAXUINT);
        g_autofree char *path = g_build_filename(PCI_FOLDER, gpu->bus, vendor->memory_file, NULL);
        survey_note(self, gpu->at, path);
    }
}

/* ---- the kernel's description of AMD's compute devices (linux/kfd_sysfs) -----------------------
 */

/* The number behind a name in lines "name number"; 0 when it is not there. */
static guint64 property_of(const char *text, const char *name)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    gsize length = strlen(name);
    for (char **line = lines; *line != NULL; line++) {
        if (strncmp(*line, name, length) == 0 && (*line)[length] == ' ') {
            return g_ascii_strtoull(*line + length + 1, NULL, 10);
        }
    }
    return 0;
}

/* A node tells its place as the PCI bus numbers it: bus, device and function in 16 bits. */
static gboolean is_at(const char *properties, const char *bus)
{
    unsigned domain, number, device, function;
    if (sscanf(bus, "%x:%x:%x.%x", &domain, &number, &device, &function) != 4) {
        return FALSE;
    }
    return property_of(properties, "domain") == domain &&
           property_of(properties, "location_id") == (number << 8 | device << 3 | function);
}

/* 90010 is gfx90a: major, minor and stepping, the last two in hexadecimal. */
static const char *kfd_architecture(Survey *self, guint64 version)
{
    return version == 0 ? NULL
                        : arena_printf(self->arena, "gfx%u%x%x", (guint)(version / 10000),
                                       (guint)(version / 100 % 100), (guint)(version % 100));
}

static void take_kfd(Survey *self, const GpuVendor *vendor, SystemGpu *gpu)
{
    g_autoptr(GPtrArray) nodes =
        vendor->kfd == NULL ? NULL : tree_list(self->tree, vendor->kfd, NULL);
    for (guint i = 0; nodes != NULL && i < nodes->len; i++) {
        g_autofree char *path = g_build_filename(vendor->kfd, nodes->pdata[i], "properties", NULL);
        g_autofree char *text = tree_read(self->tree, path, NULL);
        if (text == NULL || property_of(text, "vendor_id") != vendor->kfd_vendor ||
            !is_at(text, gpu->bus)) {
            continue;
        }
        const char *architecture = kfd_architecture(self, property_of(text, "gfx_target_version"));
        if (architecture != NULL) {
            gpu->architecture = architecture;
            survey_note(self, gpu->at, path);
        }
    }
}

/* ---- devices --------------------------------------------------------------------------------- */

static void add_device(Survey *self, const GpuVendor *vendor, const char *bus)
{
    g_autofree char *device = device_line(self, bus, "device");
    if (device == NULL) {
        return;
    }
    SystemGpu *gpu = arena_new0(self->arena, SystemGpu);
    gpu->vendor = vendor->id;
    gpu->bus = arena_strdup(self->arena, bus);
    gpu->device = arena_strdup(self->arena, device);
    gpu->at = arena_array(self->arena);
    g_autofree char *path = g_build_filename(PCI_FOLDER, bus, "device", NULL);
    survey_note(self, gpu->at, path);
    const GpuModel *model = model_of(vendor, device);
    if (model != NULL) {
        gpu->name = model->name;
        gpu->architecture = model->architecture;
        gpu->memory_mib = model->memory_gib * 1024;
    }
    take_driver_name(self, vendor, gpu);
    take_memory_file(self, vendor, gpu);
    take_kfd(self, vendor, gpu);
    gpu->architecture_state = gpu->architecture != NULL ? STATE_PRESENT : STATE_UNKNOWN;
    g_ptr_array_add(self->system->gpus->devices, gpu);
}

static void survey_devices(Survey *self)
{
    SystemGpus *gpus = self->system->gpus;
    g_autoptr(GPtrArray) names = tree_list(self->tree, PCI_FOLDER, NULL);
    survey_note(self, gpus->at, PCI_FOLDER);
    if (names == NULL) {
        gpus->state = STATE_UNKNOWN;
        gpus->reason = PCI_FOLDER " cannot be read";
        return;
    }
    for (guint i = 0; i < names->len; i++) {
        const GpuVendor *vendor = vendor_of(self, names->pdata[i]);
        if (vendor != NULL) {
            add_device(self, vendor, names->pdata[i]);
        }
    }
    gpus->state = gpus->devices->len > 0 ? STATE_PRESENT : STATE_ABSENT;
}

/* ---- drivers --------------------------------------------------------------------------------- */

static void read_driver(Survey *self, const GpuVendor *vendor, GpuDriver *driver)
{
    gboolean module = FALSE;
    for (guint i = 0; i < vendor->modules->len; i++) {
        const char *path = vendor->modules->pdata[i];
        if (tree_kind(self->tree, path) == TREE_FOLDER) {
            module = TRUE;
            survey_note(self, driver->at, path);
        }
    }
    for (guint i = 0; driver->version == NULL && i < vendor->files->len; i++) {
        const char *path = vendor->files->pdata[i];
        g_autofree char *text = tree_read(self->tree, path, NULL);
        g_autofree char *version =
            text == NULL ? NULL : pattern_find(vendor->version, text, strlen(text), FALSE);
        if (version != NULL && *version != '\0') {
            driver->version = arena_strdup(self->arena, version);
            survey_note(self, driver->at, path);
        }
    }
    if (driver->version != NULL || module) {
        driver->state = STATE_PRESENT;
        return;
    }
    for (guint i = 0; i < vendor->files->len; i++) {
        survey_note(self, driver->at, vendor->files->pdata[i]);
    }
    gboolean looked = tree_kind(self->tree, "/sys/module") == TREE_FOLDER;
    driver->state = looked ? STATE_ABSENT : STATE_UNKNOWN;
    driver->reason = looked ? NULL : "/sys/module cannot be read";
}

static void find_newest(const GpuVendor *vendor, GpuDriver *driver)
{
    gboolean told = driver->newest != NULL;
    for (guint i = 0; !told && driver->version != NULL && i < vendor->runtimes->len; i++) {
        const DriverRuntime *row = vendor->runtimes->pdata[i];
        if (version_compare(driver->version, row->driver) >= 0) {
            driver->newest = row->runtime;
        }
    }
    driver->same_major = driver->newest != NULL && vendor->same_major_from != NULL &&
                         version_compare(driver->newest, vendor->same_major_from) >= 0;
    if (driver->state == STATE_PRESENT && driver->newest == NULL) {
        driver->reason = "nothing tells which runtimes this driver allows";
    }
}

void survey_gpus(Survey *self)
{
    survey_devices(self);
    const GPtrArray *vendors = self->request->knowledge->gpus->vendors;
    for (guint i = 0; i < vendors->len; i++) {
        const GpuVendor *vendor = vendors->pdata[i];
        GpuDriver *driver = arena_new0(self->arena, GpuDriver);
        driver->vendor = vendor->id;
        driver->runtime = vendor->runtime;
        driver->at = arena_array(self->arena);
        read_driver(self, vendor, driver);
        g_ptr_array_add(self->system->gpus->drivers, driver);
        if (!survey_gpu_library(self, vendor)) {
            survey_gpu_tool(self, vendor);
        }
        find_newest(vendor, driver);
    }
}
