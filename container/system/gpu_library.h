/* What a driver's own library says about its devices.
 *
 * Loading such a library runs the driver's code, which may wait for a device that does not answer,
 * or end the process. So it is loaded by a copy of this program (`xaas-container gpu-library`) that
 * is given a few seconds. It answers with lines of fields between tabs:
 *
 *   library  PATH
 *   driver   VERSION  RUNTIME                              RUNTIME: the newest that it allows
 *   device   BUS  NAME  MEMORY (MiB)  MAJOR  MINOR         MAJOR, MINOR: of the architecture
 *
 * A field that the library does not tell is empty. */
#pragma once

#include "container/system/survey.h"

/* Whether there is an interface of that name, as gpus.yaml has it. */
gboolean gpu_library_is_known(const char *interface);
/* In the other process: loads the library and returns the lines, to be freed. NULL and an error
 * when it is not there, or does not answer. */
char *gpu_library_describe(const char *interface, const char *library, GError **error);

#define GPU_LIBRARY_ERROR gpu_library_error_quark()
GQuark gpu_library_error_quark(void);
typedef enum { GPU_LIBRARY_ERROR_MISSING, GPU_LIBRARY_ERROR_FAILED } GpuLibraryError;
