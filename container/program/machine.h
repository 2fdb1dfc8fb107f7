/* The machine that a deployment is for, where a file describes it. */
#pragma once

#include <glib.h>

/* What a system file says about the processors, as target_new and target_attributes have it. */
typedef struct {
    char *target;
    char *attributes;
} Machine;

void machine_clear(Machine *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Machine, machine_clear)
/* Nothing without a file (`path` NULL). FALSE and an error when it cannot be read, or does not
 * tell.
 */
gboolean machine_read(Machine *self, const char *path, GError **error);
