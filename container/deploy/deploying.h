/* What the stages of a deployment share; nobody else includes it. */
#pragma once

#include "container/deploy/deploy.h"

typedef struct {
    const DeployRequest *request;
    DeployResult *result;
    const json_t *units;
    PipelineRules *rules;
    Callees *callees;
    Failures *failures;
    ObjectCache *cache;
    Target *target;
    DeployTree *tree;
    Sandbox *sandbox;
    Place *place; /* NULL when an image is written */
    char *stage;  /* folder that is installed to, with the whole prefix below it */
    char *staged; /* the prefix there */
    LibraryNeeds *needs;
    ReplayRequest replay;
    char *log;
    char *link_folder;
    char **link_words;
    GPtrArray *linked; /* char * */
    GError **error;
} Deploying;

/* Takes the text. */
void deploying_note(Deploying *self, char *text);
/* The first of many texts, and how many more there are. The caller frees it. */
char *deploying_list(const GPtrArray *texts);
/* Adds a line to the error. */
void deploying_tell_more(const Deploying *self, const char *what);

/* Why a machine with these attributes (NULL: of another architecture) cannot run the result; NULL
 * when it can. The caller frees it. */
char *deploying_refusal(const Deploying *self, const char *machine);

/* The stages of those names; FALSE sets the deployment's error. */
gboolean deploying_lower(Deploying *self);
gboolean deploying_link(Deploying *self);
gboolean deploying_test(Deploying *self);
gboolean deploying_install(Deploying *self);
gboolean deploying_check(Deploying *self);
