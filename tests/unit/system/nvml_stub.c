/* A driver's library with two devices, the second of which tells little; NVML_STUB in the
 * environment makes it fail. Layouts as NVIDIA's "NVML API Reference Guide" has them. */
#include <stdlib.h>
#include <string.h>

typedef struct {
    char legacy_bus[16];
    unsigned domain, bus, device, device_id, subsystem_id;
    char bus_id[32];
} PciInfo;

typedef struct {
    unsigned long long total, free, used;
} Memory;

#define NOT_SUPPORTED 3
#define DRIVER_NOT_LOADED 9

static char devices[2];

int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlSystemGetDriverVersion(char *text, unsigned length);
int nvmlSystemGetCudaDriverVersion(int *version);
int nvmlDeviceGetCount_v2(unsigned *count);
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device);
int nvmlDeviceGetName(void *device, char *text, unsigned length);
int nvmlDeviceGetPciInfo_v3(void *device, PciInfo *info);
int nvmlDeviceGetMemoryInfo(void *device, Memory *memory);
int nvmlDeviceGetCudaComputeCapability(void *device, int *major, int *minor);

int nvmlInit_v2(void)
{
    const char *wanted = getenv("NVML_STUB");
    if (wanted != NULL && strcmp(wanted, "crash") == 0) {
        abort();
    }
    return wanted != NULL ? DRIVER_NOT_LOADED : 0;
}

int nvmlShutdown(void)
{
    return 0;
}

int nvmlSystemGetDriverVersion(char *text, unsigned length)
{
    strncpy(text, "550.54.14", length);
    return 0;
}

int nvmlSystemGetCudaDriverVersion(int *version)
{
    *version = 12080;
    return 0;
}

int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = 2;
    return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device)
{
    *device = &devices[index];
    return 0;
}

int nvmlDeviceGetName(void *device, char *text, unsigned length)
{
    strncpy(text, "Test\tDevice", length);
    return device == &devices[0] ? 0 : NOT_SUPPORTED;
}

int nvmlDeviceGetPciInfo_v3(void *device, PciInfo *info)
{
    strcpy(info->bus_id, device == &devices[0] ? "00000FED:FE:1C.0" : "00000FED:FE:1C.1");
    return 0;
}

int nvmlDeviceGetMemoryInfo(void *device, Memory *memory)
{
    memory->total = 80ull << 30;
    return device == &devices[0] ? 0 : NOT_SUPPORTED;
}

int nvmlDeviceGetCudaComputeCapability(void *device, int *major, int *minor)
{
    *major = 9;
    *minor = 0;
    return device == &devices[0] ? 0 : NOT_SUPPORTED;
}
