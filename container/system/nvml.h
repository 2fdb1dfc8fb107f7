/* The NVIDIA Management Library, which comes with the driver. Source of names and layouts: NVIDIA,
 * "NVML API Reference Guide" (functions of version 2 and 3, which drivers since 2018 have).
 *
 * In a process of its own only: see gpu_library.h, which also tells the form of the text. */
#pragma once

#include <glib.h>

/* `library` is a path or a name that the loader finds. NULL and an error. The caller frees it. */
char *nvml_describe(const char *library, GError **error);
