/* The steps that the image recorded, run again: archive, link, name, and the project's own commands
 * that work on what was linked; then the installation. Everything runs in the sandbox as at build
 * time, or without isolation at the real paths. */
#pragma once

#include "container/build/failures.h"
#include "container/build/sandbox.h"
#include "container/deploy/tree.h"

typedef struct {
    const DeployTree *tree;
    const Sandbox *sandbox;        /* its source is the tree's */
    const char *linker;            /* stands in for the recorded one; NULL: the recorded one */
    const char *const *link_words; /* put at the end of each link; NULL: none */
    const char *link_folder;       /* on the host, for links to write to; NULL: none */
    guint jobs;                    /* tests at once */
    guint link_jobs;               /* steps at once */
    gboolean everything;           /* what the project builds only on request, too */
    const Failures *failures;      /* what programs say of a full disk */
    const char *log;               /* for what steps say; those at once have one each beside it */
    const char *place, *placed;    /* as those of SandboxRequest */
    /* NULL for silence; from any thread, but one call at a time. */
    void (*progress)(const char *what, guint done, guint total, gpointer data);
    gpointer data;
} ReplayRequest;

/* Words of the steps that would run, and the objects that are installed, a set: what is not among
 * them is not needed. The caller unrefs it. */
GHashTable *replay_words(const ReplayRequest *request);
/* Those that something else than a link reads, and what is installed, as the build tree calls it:
 * texts of the set. The caller unrefs it. */
GHashTable *replay_words_of_others(const ReplayRequest *request);
/* Programs and files outside of the project that the steps name and this machine lacks, char *. The
 * caller unrefs it. */
GPtrArray *replay_missing(const ReplayRequest *request);
/* FALSE and an error that names the step, its command and its log. The outputs of links are added
 * to `linked`, char *: paths on the host. */
gboolean replay_steps(const ReplayRequest *request, GPtrArray *linked, GError **error);
/* Runs the project's own tests in the build tree, and those that fail once more, one by one; `said`
 * receives the end of what they said, to be freed. FALSE and an error, REPLAY_ERROR_TESTS when some
 * failed. */
gboolean replay_check(const ReplayRequest *request, char **said, GError **error);
/* Installs with DESTDIR at the folder `stage`, for the final place `prefix`. What a script writes
 * there without DESTDIR arrives in the stage as well, where commands are isolated. */
gboolean replay_install(const ReplayRequest *request, const char *stage, const char *prefix,
                        GError **error);

#define REPLAY_ERROR replay_error_quark()
GQuark replay_error_quark(void);
typedef enum {
    REPLAY_ERROR_FAILED,
    REPLAY_ERROR_MISSING,
    REPLAY_ERROR_TESTS,
    REPLAY_ERROR_SPACE, /* a command found a disk full */
} ReplayError;
