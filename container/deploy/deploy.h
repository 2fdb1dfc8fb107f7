/* From one configuration of an IR container to an installed program for one CPU. */
#pragma once

#include "container/audit/audit.h"
#include "container/deploy/library_needs.h"
#include "container/deploy/objects.h"
#include "container/deploy/place.h"
#include "container/deploy/replay.h"

/* What becomes of code that the target cannot run, and of libraries that are missing. */
/* clang-format off */
#define DEPLOY_AUDITS(X)                                                  \
    X(REFUSE, "refuse") /* nothing is installed */                        \
    X(REPORT, "report") /* said */                                        \
    X(NONE,   "none")   /* nobody looks */
/* clang-format on */

typedef enum {
#define X(id, text) DEPLOY_AUDIT_##id,
    DEPLOY_AUDITS(X)
#undef X
} DeployAudit;

typedef struct {
    Container *container; /* as container_open gives it */
    const char *layout;   /* where it was read from */
    const char *tag;
    const char *configuration;
    const char *target;       /* as target_new reads it */
    const char *machine;      /* attributes of the machine that it is for; NULL: this one's */
    const char *prefix;       /* in the image when one is written */
    const char *image_layout; /* image to write in place of a prefix; NULL: none */
    const char *image_tag;
    const char *scratch;   /* folder for temporary files, on the file system of `keep` */
    const char *cache;     /* NULL: the user's */
    const char *keep;      /* folder that becomes the build tree's; NULL: it is removed */
    const char *knowledge; /* folder of the data files */
    const char *program;   /* path of this program */
    const char *root;      /* root file system to link within; NULL: the host's */
    const char *linker;    /* NULL: the recorded one */
    Isolation isolation;
    gboolean keep_unit_targets; /* units keep what the target lacks (objects_check_target()) */
    gboolean everything;
    gboolean check; /* run the project's own tests before anything is installed */
    WholeProgram whole_program;
    DeployAudit audit;
    guint jobs;
    PlaceWatch watch; /* of what lies beside the prefix; NULL: nobody asks */
    /* NULL for silence; from any thread, but one call at a time. */
    void (*progress)(const char *what, guint done, guint total, gpointer data);
    gpointer data;
} DeployRequest;

/* clang-format off */
#define DEPLOY_STAGES(X)                                  \
    X(PREPARE, "prepare")  /* the image's files */        \
    X(LOWER,   "lower")    /* modules become objects */   \
    X(LINK,    "link")     /* objects become programs */  \
    X(TEST,    "test")     /* the project's own tests */  \
    X(INSTALL, "install")  /* beside the prefix */        \
    X(CHECK,   "check")    /* libraries, instructions */  \
    X(COMMIT,  "commit")
/* clang-format on */

typedef enum {
#define X(id, text) DEPLOY_##id,
    DEPLOY_STAGES(X)
#undef X
        DEPLOY_STAGE_COUNT
} DeployStage;

typedef struct {
    char *target; /* attributes of functions that carried the default; NULL: as recorded */
    char *triple;
    char *refusal; /* why the machine that it is for cannot run the result; NULL: it can */
    char *tests;   /* what the project's own tests said at the end; NULL: they did not run */
    guint links;
    GPtrArray *notes;   /* char *: what a person should know, in words */
    GPtrArray *reports; /* AuditReport *: of the installed binaries, with paths in the prefix */
    ObjectsResult objects;
    double seconds[DEPLOY_STAGE_COUNT];
} DeployResult;

void deploy_result_clear(DeployResult *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(DeployResult, deploy_result_clear)

/* The prefix is there, whole, or as it was before and an error says why. */
gboolean deploy_run(const DeployRequest *request, DeployResult *result, GError **error);
/* What was done, for the record in the prefix and for people's tools. A new reference. */
json_t *deploy_json(const DeployRequest *request, const DeployResult *result);

#define DEPLOY_ERROR deploy_error_quark()
GQuark deploy_error_quark(void);
typedef enum { DEPLOY_ERROR_LIBRARIES, DEPLOY_ERROR_EXCEEDS } DeployError;
