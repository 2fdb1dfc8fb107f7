/* The folders that deployment works in, filled from an image: what the project installs as it is,
 * and one configuration's build tree without its objects. */
#pragma once

#include "container/deploy/relocate.h"
#include "container/image/container.h"

typedef struct {
    char *folder; /* temporary; removed with this unless it is kept */
    char *source;
    char *build;
    json_t *recipe;         /* recipe.json; NULL of a source container */
    Relocation *relocation; /* NULL: everything names the prefix that it was configured with */
    char *specification;    /* file of a source container; NULL otherwise */
    gboolean keep;
} DeployTree;

typedef struct {
    const char *layout;
    const char *tag;
    const char *configuration;
    const char *prefix; /* of the deployment, absolute */
    const char *parent; /* folder to make it in */
    gboolean tests;     /* with what the project's own tests read */
} DeployTreeRequest;

/* NULL and an error when the image lacks what is needed, or the disk is full. */
DeployTree *deploy_tree_new(const DeployTreeRequest *request, GError **error);
/* The same of a source container: all of its sources, its specification, and an empty build tree.
 */
DeployTree *deploy_tree_of_sources(const char *layout, const char *tag, const char *parent,
                                   GError **error);
void deploy_tree_free(DeployTree *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(DeployTree, deploy_tree_free)
