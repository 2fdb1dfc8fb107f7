/* Where a deployment goes: all of it or nothing.
 *
 * It is installed into a folder beside the prefix, .NAME.xaas-part, and renamed when it is whole.
 * What a run that was killed left there is removed by the next one; two runs at a time exclude each
 * other by a lock, a file that goes with them. A prefix that holds something else than a deployment
 * is never replaced. */
#pragma once

#include <glib.h>

/* Relative to the prefix: what tells a deployment from everything else. */
#define PLACE_RECORD "share/xaas/deployment.json"

/* Told which paths (NULL-terminated) lie beside the prefix for now, and NULL when none does any
 * more: for who has to end the program before its time. */
typedef void (*PlaceWatch)(const char *const *paths);

typedef struct {
    char *prefix; /* absolute */
    char *stage;  /* folder to install into, with the whole prefix below it */
    char *lock_path;
    int lock;
    PlaceWatch watch; /* NULL: nobody asks */
} Place;

/* NULL and an error when the prefix is occupied, in use, or cannot be written. */
Place *place_open(const char *prefix, PlaceWatch watch, GError **error);
/* Removes what was not committed. */
void place_close(Place *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Place, place_close)

/* Where the prefix stands below the stage. The caller frees it. */
char *place_staged(const Place *self);
/* Moves what a project installed to the folder `stage` by absolute paths below `configured`, the
 * prefix that it was configured with, to where its relative paths went: below `staged`, which is
 * within `stage`. What is there already stays, and so does what links lead to or from. The number
 * of files that were moved. */
guint place_gather(const char *stage, const char *configured, const char *staged);
/* What was installed to the folder `stage` but not below `staged`, the prefix in it, char *:
 * absolute paths. It will not be put anywhere. The caller unrefs it. */
GPtrArray *place_outside(const char *stage, const char *staged);
/* Puts what was staged at the prefix; an older deployment is replaced, in one step where the file
 * system can exchange two folders. */
gboolean place_commit(Place *self, GError **error);

#define PLACE_ERROR place_error_quark()
GQuark place_error_quark(void);
typedef enum { PLACE_ERROR_OCCUPIED, PLACE_ERROR_LOCKED, PLACE_ERROR_WRITE } PlaceError;
