/* What a driver's library or tool told about devices, added to what its files say. */
#pragma once

#include "container/system/survey.h"

/* Texts of the arena; NULL where nothing was told. */
typedef struct {
    const char *bus;
    const char *name;
    const char *memory; /* MiB */
    const char *major;  /* of the architecture */
    const char *minor;
    const char *where; /* who told it */
} GpuToldDevice;

typedef struct {
    const char *version;
    const char *newest; /* runtime that it allows */
    const char *where;
} GpuToldDriver;

/* A device that the bus does not show, inside a container for instance, is added. */
void survey_take_device(Survey *self, const GpuVendor *vendor, const GpuToldDevice *told);
/* The version stays where a file tells it; the newest runtime is taken, for it is the driver's own
 * word, where we have a table. */
void survey_take_driver(Survey *self, const GpuVendor *vendor, const GpuToldDriver *told);
