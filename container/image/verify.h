/* Verification: every unit of every configuration is compiled with its own command, and what comes
 * out is compared with what the container's store gives back; what is done with it is compared with
 * what the build tool says. */
#pragma once

#include "container/image/container.h"
#include "container/stages/build.h"

typedef struct {
    const BuildRequest *build_request;
    const Build *build;         /* at least to the proof: commands and targets are taken from it */
    const Container *container; /* with its store */
    guint sample;               /* 0: every unit; else about so many, evenly */
    gboolean resume;            /* keep what an interrupted verification compiled */
} VerifyRequest;

typedef struct {
    guint modules; /* rebuilt from the store, read by LLVM and found unchanged */
    guint units;   /* compiled and compared */
    guint failed;  /* not compiled: nothing is known of them */
    guint objects; /* units that the container has as objects, which are compared with nothing */
    guint differences;
    GPtrArray *findings; /* char * */
    double seconds;
} VerifyResult;

void verify_result_clear(VerifyResult *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(VerifyResult, verify_result_clear)

/* FALSE and an error when it cannot be done; differences are findings. */
gboolean verify_container(const VerifyRequest *request, VerifyResult *result, GError **error);
