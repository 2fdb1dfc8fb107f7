/* What is kept of one call while it is recorded. */
#pragma once

#include <glib.h>
#include <time.h>

/* A file that a call may read or write. */
typedef struct {
    char *path;        /* absolute, as it was named */
    char *real;        /* where links lead from there; NULL: it was not there */
    char *id;          /* before the call; NULL: it was not there */
    char *digest;      /* the same; NULL: not asked */
    guint word;        /* the one that names it; 0: none does */
    gboolean searched; /* by -l */
    gboolean is_code;  /* before the call: made by a compiler, linker or archiver */
} CallFile;

typedef struct {
    char *directory;
    char **roots;
    GPtrArray *words;      /* char *: all, with response files written out */
    GPtrArray *files;      /* CallFile * */
    GHashTable *seen;      /* char * -> CallFile *, the first of a path */
    struct timespec since; /* when recording began */
    gint64 began;          /* and when this call, by a clock that all have */
    GPtrArray *included;   /* char *: paths of what a compiler took in */
} Call;

/* A call of this process, before it runs: `words` with response files written out, and the files
 * that they name. `since` is when recording began. */
void call_begin(Call *self, const char *program, char **words, struct timespec since);
/* After it has run: what it included, as it called that, of `names`, char *. Adds to them. */
void call_include(Call *self, GPtrArray *names);
void call_clear(Call *self);

/* Adds the call's line to the log. FALSE where that cannot be done, which has been said. */
gboolean call_tell(const Call *self, const char *log);
