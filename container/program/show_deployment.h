/* What a person is told of a deployment. */
#pragma once

#include "container/deploy/deploy.h"
#include "container/program/subcommands.h"

typedef struct {
    const DeployResult *result;
    const char *configuration;
    const char *place;   /* as it was given: a prefix or an image */
    const char *machine; /* the file that describes it; NULL: this one */
} ShownDeployment;

void show_deployment(const ShownDeployment *shown, const Console *console);
