/* Stage d for one class of units: compiled in the sandbox, made canonical, and described.
 *
 * This is what each edge of the Ninja graph runs, on this machine or, behind a launcher, on another
 * one that sees the same work folder. What a job is stands in units/KEY.json; nothing of it passes
 * through a shell. */
#pragma once

#include "container/build/failures.h"
#include <jansson.h>

/* What is known about a compiled class: modules/KEY.json. */
typedef struct {
    char *digest;       /* of the canonical text */
    char *target;       /* the job's, for which it was compiled; NULL: none was told */
    char *dependence;   /* why it holds for one target only; NULL: it does not */
    char *reads;        /* by what its assembly may read a file; NULL: nothing does */
    gboolean relocates; /* it holds the path that stands for the prefix */
    guint explicit_targets;
    guint64 bytes; /* of the canonical bitcode */
} ModuleRecord;

void module_record_clear(ModuleRecord *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ModuleRecord, module_record_clear)

/* One job, as it is written to units/KEY.json. */
typedef struct {
    const char *key;
    const char *configuration;
    const char *source;
    const char *const *command; /* as seen inside, for people */
    const char *const *vector;  /* what is run */
    const char *target;         /* the default target attributes */
    const char *placeholder;    /* what stands for the prefix */
    gboolean compare_only;      /* for verification: the bitcode is not kept */
} CompileJob;

/* Drops the result of an earlier run that is none of this job. */
gboolean compile_job_write(const char *folder, const CompileJob *job, GError **error);
/* Does the job, unless its result is there. FALSE and an error that names the command and its
 * log. */
gboolean compile_job_run(const char *folder, const char *key, GError **error);
/* FALSE and an error when there is no result. */
gboolean module_record_read(const char *folder, const char *key, ModuleRecord *record,
                            GError **error);
/* The make rule, for "0", of all that the compiler has read; NULL when nothing tells. The caller
 * frees it. */
char *compile_job_rule(const char *folder, const char *key);
/* What a failed job said: the command and the end of its log. The caller frees it. */
char *compile_job_failure(const char *folder, const char *key);
/* The compiler's first error about the source of a failed job. NULL when the job did not fail for
 * its source: it was never started, something ended it, or the machine lacks something (see
 * failures_source_error). The caller frees it. */
char *compile_job_source_error(const Failures *failures, const char *folder, const char *key);

#define COMPILE_ERROR compile_error_quark()
GQuark compile_error_quark(void);
typedef enum { COMPILE_ERROR_JOB, COMPILE_ERROR_FAILED } CompileError;
