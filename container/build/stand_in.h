/* What stands in the place of compilers, archivers and linkers while a project builds itself: links
 * to xaas-record that come first in PATH, and an object that brings there those that are called by
 * their full path (container/record/). */
#pragma once

#include "container/build/driver_parts.h"

typedef struct {
    const ConfigureRequest *request;
    const char *build;  /* the build tree on the host */
    const char *inside; /* as commands see it */
    const char *prefix; /* where the project is to be installed, likewise */
    gboolean preloads;  /* filled: full paths are seen, too */
} StandIns;

/* Puts them into the build tree. FALSE and an error when a file cannot be written, or xaas is not
 * installed whole. */
gboolean stand_ins_put(StandIns *self, GError **error);
/* Adds the variables by which what a command runs is found by them, for "env"; with `records` what
 * they are called with is recorded. */
void stand_ins_add_variables(const StandIns *self, gboolean records, GPtrArray *command);
