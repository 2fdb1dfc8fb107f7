/* From a source container to an installed program: the machine chooses, then its own compilers
 * build in the sandbox, without network. */
#pragma once

#include "container/build/sandbox.h"
#include "container/deploy/place.h"
#include "container/select/from_specification.h"
#include "container/source/source_container.h"

typedef struct {
    const char *layout;
    const char *tag;
    const char *scratch; /* folder for temporary files, on the file system of `keep` */
    const char *prefix;
    const char *knowledge;
    const char *root;                  /* root file system to build within; NULL: the host's */
    const char *keep;                  /* where the build tree stays; NULL: it is removed */
    const char *const *set;            /* POINT=V or NAME=V; NULL-terminated; NULL: none */
    const char *const *arguments;      /* of the configure script, or of make where there is none;
                                          NULL-terminated; NULL: none */
    const char *const *make_arguments; /* likewise, of make */
    const Selector *selector;          /* the machine, and what a person prefers */
    Isolation isolation;
    guint jobs;
    PlaceWatch watch; /* of what lies beside the prefix; NULL: nobody asks */
    /* NULL for silence; from any thread, but one call at a time. */
    void (*progress)(const char *what, guint done, guint total, gpointer data);
    gpointer data;
} SourceDeployRequest;

typedef struct {
    GPtrArray *settings;  /* Setting *: all that were given to the build, in the selector's arena */
    GPtrArray *decisions; /* Decision *, likewise */
    GPtrArray *offered;   /* Setting *, likewise: all that there was to choose from; NULL until the
                             specification is read */
    char *digest;         /* of the image's manifest */
} SourceDeployResult;

void source_deploy_result_clear(SourceDeployResult *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SourceDeployResult, source_deploy_result_clear)

/* The prefix is there, whole, or as it was before and an error says why. */
gboolean source_deploy(const SourceDeployRequest *request, SourceDeployResult *result,
                       GError **error);
/* What was done, for the record in the prefix and for people's tools. A new reference. */
json_t *source_deploy_json(const SourceDeployRequest *request, const SourceDeployResult *result);
