/* What is to be said of several configurations, each thing once. */
#pragma once

#include <glib.h>

typedef struct Notes Notes;

Notes *notes_new(void);
void notes_free(Notes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Notes, notes_free)

/* `configuration` has to outlive the notes. Configurations come one after the other. */
void notes_add(Notes *self, const char *configuration, const char *text);
/* Adds to `told` (char *) what was said, in the order in which it was said first, with the names of
 * the configurations in front, "all configurations" where these are `total`. */
void notes_tell(const Notes *self, guint total, GPtrArray *told);
