/* What instruction sets a binary, or an archive of objects, uses, by disassembling all of its code,
 * and whether a target has them. */
#pragma once

#include "container/audit/extensions.h"
#include "container/lower/target.h"

#define AUDIT_FUNCTIONS_MAX 100u
#define AUDIT_FILE_BYTES_MAX ((gsize)4 * 1024 * 1024 * 1024)

/* How often a feature is needed. */
typedef struct {
    const char *feature;
    guint64 instructions;
    guint64 allowed;  /* of them, in functions with a target of their own */
    char *function;   /* the first that needs it; NULL when no symbol tells */
    gboolean lacking; /* the target does not have it */
} ExtensionUse;

typedef struct {
    char *path;
    char *triple;
    guint64 instructions;
    guint symbols;
    guint members;     /* of an archive, that were looked into; 0: it is none */
    guint left_out;    /* of an archive, objects for other machines */
    guint64 undecoded; /* bytes that are no instruction */
    GPtrArray *uses;   /* ExtensionUse *, sorted by feature */
    GHashTable *by_feature;
    guint64 width_128, width_256, width_512, scalable; /* instructions by their widest register */
    GPtrArray *exceeding; /* char *: functions that need what the target lacks, the first of them */
    guint64 exceeding_instructions;
} AuditReport;

typedef struct {
    const char *path;
    const char *knowledge;   /* folder of the data files */
    const char *triple;      /* only code of its architecture counts; NULL: of the first's */
    const char *attributes;  /* the target's, as LLVM prints them; NULL: nothing is compared */
    const char *cpu;         /* instead of them the target by name (target_new()); or NULL */
    GHashTable *own_targets; /* symbols of functions that the project gave a target; NULL: none */
} AuditRequest;

/* NULL and an error when the file is no object, library or program that LLVM reads, and no archive
 * of such objects, whose members are told as one. One at a time: it starts a process while there is
 * one thread. */
AuditReport *audit_file(const AuditRequest *request, GError **error);
void audit_report_free(AuditReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AuditReport, audit_report_free)
/* A new reference. */
json_t *audit_json(const AuditReport *self);
/* The widest vector registers in bits; 0: none. */
guint audit_width(const AuditReport *self);

#define AUDIT_ERROR audit_error_quark()
GQuark audit_error_quark(void);
typedef enum { AUDIT_ERROR_READ, AUDIT_ERROR_KIND } AuditError;
