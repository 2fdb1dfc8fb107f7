#include "container/system/gpu_library.h"
#include "container/build/process.h"
#include "container/system/gpu_told.h"
#include "container/system/nvml.h"

G_DEFINE_QUARK(xaas - gpu - library - error, gpu_library_error)

typedef struct {
    const char *name;
    char *(*describe)(const char *library, GError **error);
} Interface;

static const Interface interfaces[] = {{"nvml", nvml_describe}};

static const Interface *interface_of(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(interfaces); i++) {
        if (g_strcmp0(interfaces[i].name, name) == 0) {
            return &interfaces[i];
        }
    }
    return NULL;
}

gboolean gpu_library_is_known(const char *interface)
{
    return interface_of(interface) != NULL;
}

char *gpu_library_describe(const char *interface, const char *library, GError **error)
{
    const Interface *known = interface_of(interface);
    if (known == NULL) {
        g_set_error(error, GPU_LIBRARY_ERROR, GPU_LIBRARY_ERROR_FAILED,
                    "%s is no interface of drivers", interface);
        return NULL;
    }
    return known->describe(library, error);
}

/* ---- here ------------------------------------------------------------------------------------ */

/* NULL: not told. In the arena. */
static const char *field(Survey *self, char **fields, guint number)
{
    return number < g_strv_length(fields) && *fields[number] != '\0'
               ? arena_strdup(self->arena, fields[number])
               : NULL;
}

static void take_line(Survey *self, const GpuVendor *vendor, const char *line, const char **where)
{
    g_auto(GStrv) fields = g_strsplit(line, "\t", -1);
    if (g_strcmp0(fields[0], "library") == 0 && field(self, fields, 1) != NULL) {
        *where = field(self, fields, 1);
    } else if (g_strcmp0(fields[0], "driver") == 0) {
        survey_take_driver(self, vendor,
                           &(GpuToldDriver){.version = field(self, fields, 1),
                                            .newest = field(self, fields, 2),
                                            .where = *where});
    } else if (g_strcmp0(fields[0], "device") == 0) {
        survey_take_device(self, vendor,
                           &(GpuToldDevice){.bus = field(self, fields, 1),
                                            .name = field(self, fields, 2),
                                            .memory = field(self, fields, 3),
                                            .major = field(self, fields, 4),
                                            .minor = field(self, fields, 5),
                                            .where = *where});
    }
}

gboolean survey_gpu_library(Survey *self, const GpuVendor *vendor)
{
    const SurveyRequest *request = self->request;
    if (vendor->library == NULL || !request->ask_programs || request->program == NULL ||
        tree_is_recorded(self->tree)) {
        return FALSE;
    }
    const char *const command[] = {request->program, "gpu-library", vendor->library_interface,
                                   vendor->library, NULL};
    g_auto(ProcessResult) result = {0};
    if (!process_run(&(ProcessRequest){.command = command, .seconds = SURVEY_ASK_SECONDS}, &result,
                     NULL) ||
        result.status != 0 || !g_utf8_validate(result.out, -1, NULL)) {
        return FALSE;
    }
    const char *where = vendor->library;
    g_auto(GStrv) lines = g_strsplit(result.out, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        take_line(self, vendor, *line, &where);
    }
    return TRUE;
}
