/* The compile graph that Ninja runs: one edge a job, each calling this program again. */
#pragma once

#include <glib.h>

typedef struct {
    const char *folder;   /* the work folder */
    const char *program;  /* this program, absolute */
    const char *launcher; /* put in front of each command as it is; NULL: nothing */
    guint jobs;
    gboolean keep_going; /* after a failure, do all the others */
    const char *what;    /* for progress */
    /* NULL for silence; from any thread, but one call at a time. */
    void (*progress)(const char *what, guint done, guint total, gpointer data);
    gpointer data;
} GraphRequest;

/* Runs the jobs with these keys (`const char *`), as far as their results are not there. TRUE also
 * when jobs failed: which ones is seen from what is missing. FALSE and an error when Ninja cannot
 * be run. */
gboolean graph_run(const GraphRequest *request, const GPtrArray *keys, GError **error);

#define GRAPH_ERROR graph_error_quark()
GQuark graph_error_quark(void);
typedef enum { GRAPH_ERROR_PATH, GRAPH_ERROR_RUN } GraphError;
