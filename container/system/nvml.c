/* dladdr, which tells where the loader found the library. */
#define _GNU_SOURCE
#include "container/system/nvml.h"
#include "container/system/gpu_library.h"
#include <dlfcn.h>
#include <string.h>

#define SUCCESS 0
#define TEXT_BYTES 128
#define MIB (1024u * 1024u)

typedef struct Device *DeviceHandle;

typedef struct {
    char legacy_bus[16];
    unsigned domain, bus, device;
    unsigned device_id, subsystem_id;
    char bus_id[32];
} PciInfo;

typedef struct {
    unsigned long long total, free, used;
} Memory;

typedef struct {
    void *library;
    int (*start)(void);
    int (*stop)(void);
    int (*driver_version)(char *text, unsigned length);
    int (*runtime_version)(int *version);
    int (*count)(unsigned *count);
    int (*by_index)(unsigned index, DeviceHandle *device);
    int (*name)(DeviceHandle device, char *text, unsigned length);
    int (*pci)(DeviceHandle device, PciInfo *info);
    int (*memory)(DeviceHandle device, Memory *memory);
    int (*capability)(DeviceHandle device, int *major, int *minor);
} Nvml;

/* POSIX has it that the address of a function fits an object pointer; C has no cast for it. */
static gboolean find(const Nvml *self, const char *name, void *function)
{
    *(void **)function = dlsym(self->library, name);
    return *(void **)function != NULL;
}

static gboolean load(Nvml *self, const char *path, GError **error)
{
    self->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (self->library == NULL) {
        g_set_error(error, GPU_LIBRARY_ERROR, GPU_LIBRARY_ERROR_MISSING, "%s", dlerror());
        return FALSE;
    }
    gboolean found = find(self, "nvmlInit_v2", &self->start) &&
                     find(self, "nvmlShutdown", &self->stop) &&
                     find(self, "nvmlSystemGetDriverVersion", &self->driver_version) &&
                     find(self, "nvmlSystemGetCudaDriverVersion", &self->runtime_version) &&
                     find(self, "nvmlDeviceGetCount_v2", &self->count) &&
                     find(self, "nvmlDeviceGetHandleByIndex_v2", &self->by_index) &&
                     find(self, "nvmlDeviceGetName", &self->name) &&
                     find(self, "nvmlDeviceGetPciInfo_v3", &self->pci) &&
                     find(self, "nvmlDeviceGetMemoryInfo", &self->memory) &&
                     find(self, "nvmlDeviceGetCudaComputeCapability", &self->capability);
    if (!found) {
        g_set_error(error, GPU_LIBRARY_ERROR, GPU_LIBRARY_ERROR_FAILED,
                    "%s lacks functions of the interface", path);
    }
    return found;
}

/* Fields are between tabs, whatever a driver calls its device. */
static void add_text(GString *text, const char *field)
{
    g_autofree char *plain = g_strdelimit(g_utf8_make_valid(field, -1), "\t\r\n", ' ');
    g_string_append_printf(text, "\t%s", plain);
}

static void add_driver(const Nvml *self, GString *text)
{
    char version[TEXT_BYTES] = "";
    int runtime = 0;
    gboolean told = self->driver_version(version, sizeof version - 1) == SUCCESS;
    g_string_append(text, "driver");
    add_text(text, told ? version : "");
    /* 12040 is 12.4. */
    if (self->runtime_version(&runtime) == SUCCESS && runtime > 0) {
        g_string_append_printf(text, "\t%d.%d", runtime / 1000, runtime % 1000 / 10);
    } else {
        add_text(text, "");
    }
    g_string_append_c(text, '\n');
}

static void add_device(const Nvml *self, DeviceHandle device, GString *text)
{
    PciInfo pci = {.bus_id = ""};
    char name[TEXT_BYTES] = "";
    Memory memory = {0};
    int major = 0;
    int minor = 0;
    if (self->pci(device, &pci) != SUCCESS) {
        return;
    }
    pci.bus_id[sizeof pci.bus_id - 1] = '\0';
    gboolean named = self->name(device, name, sizeof name - 1) == SUCCESS;
    g_string_append(text, "device");
    add_text(text, pci.bus_id);
    add_text(text, named ? name : "");
    if (self->memory(device, &memory) == SUCCESS) {
        g_string_append_printf(text, "\t%llu", memory.total / MIB);
    } else {
        add_text(text, "");
    }
    if (self->capability(device, &major, &minor) == SUCCESS) {
        g_string_append_printf(text, "\t%d\t%d\n", major, minor);
    } else {
        g_string_append(text, "\t\t\n");
    }
}

static char *describe(const Nvml *self)
{
    g_autoptr(GString) text = g_string_new("library");
    Dl_info where = {0};
    /* dladdr takes the address as an object's. */
    void *address = NULL;
    memcpy(&address, &self->start, sizeof address);
    add_text(text, dladdr(address, &where) != 0 ? where.dli_fname : "");
    g_string_append_c(text, '\n');
    add_driver(self, text);
    unsigned count = 0;
    if (self->count(&count) != SUCCESS) {
        count = 0;
    }
    for (unsigned i = 0; i < count; i++) {
        DeviceHandle device = NULL;
        if (self->by_index(i, &device) == SUCCESS) {
            add_device(self, device, text);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char *nvml_describe(const char *library, GError **error)
{
    Nvml self = {0};
    char *text = NULL;
    if (load(&self, library, error)) {
        int status = self.start();
        if (status == SUCCESS) {
            text = describe(&self);
            self.stop();
        } else {
            g_set_error(error, GPU_LIBRARY_ERROR, GPU_LIBRARY_ERROR_FAILED,
                        "%s does not start: status %d", library, status);
        }
    }
    g_clear_pointer(&self.library, dlclose);
    return text;
}
