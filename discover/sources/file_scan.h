/* What is kept of one scanned file: its groups of conditional text, definitions and hits.
 *
 * A worker thread owns a `ScanWorker`, whose arena and tables all its files share; FileScan and
 * what it points at live as long as the worker. Conditions are kept once a worker and are still
 * plain text here: they are parsed once for the whole tree. */
#pragma once

#include "discover/sources/scanner.h"

#define FILE_SCAN_DEPTH_MAX 256 /* #if inside #if; what is nested deeper is not told apart */

#define FILE_SCAN_ARMS_MAX 50000 /* #if, #elif and #else in one file */

/* A condition's text. Only those of include guards are not `used`. `meaning` is for whoever
 * resolves it later. */
typedef struct {
    const char *text;
    gboolean used;
    gpointer meaning;
} ConditionText;

/* The text between one directive of a group and the next. */
typedef struct {
    ConditionText *condition; /* NULL: #else */
    guint at;                 /* line of the directive */
    guint first, last;        /* lines between; last < first when there are none */
} ConditionalArm;

/* #if to #endif. */
typedef struct {
    guint first_arm; /* index into FileScan.arms */
    guint arm_count;
} ConditionalGroup;

typedef struct {
    guint technology;
    guint line;
    const char *text;
} FileHit;

/* clang-format off */
#define FILE_NOTES(X)                                                                            \
    X(STRAY,      "#elif, #else or #endif without an #if; it was passed over")                   \
    X(UNCLOSED,   "#if without an #endif; it was taken to end with the file")                    \
    X(DEPTH,      "#if inside " G_STRINGIFY(FILE_SCAN_DEPTH_MAX)                                  \
                  " others; what depends on it was not looked at")                               \
    X(ARMS,       "more than " G_STRINGIFY(FILE_SCAN_ARMS_MAX)                                     \
                  " conditional directives; those from here on were not looked at")              \
    X(CONDITION,  "condition longer than " G_STRINGIFY(SCANNER_CONDITION_BYTES_MAX)               \
                  " bytes; what follows in it was not looked at")
/* clang-format on */

typedef enum {
#define X(id, text) FILE_NOTE_##id,
    FILE_NOTES(X)
#undef X
        FILE_NOTE_COUNT
} FileNote;

typedef struct {
    guint lines;
    /* All NULL when there is nothing of the kind; order of appearance, groups by their #endif. */
    ConditionalArm *arms;
    ConditionalGroup *groups;
    guint group_count;
    FileHit *hits;
    guint hit_count;
    guint note_lines[FILE_NOTE_COUNT]; /* line of the first; 0: none */
    const char *error;                 /* it could not be read, and why; else NULL */
} FileScan;

typedef struct ScanWorker ScanWorker;

ScanWorker *scan_worker_new(const SourceMatcher *matcher);
void scan_worker_free(ScanWorker *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ScanWorker, scan_worker_free)

/* Scans text as scanner_run does (same rule for what follows it). */
void scan_worker_text(ScanWorker *self, const guint8 *text, gsize length, ScanForm form,
                      FileScan *result);
/* Reads and scans one file of a tree. */
void scan_worker_file(ScanWorker *self, const Tree *tree, const TreeFile *file, FileScan *result);

/* Texts of all conditions so far; const char * -> ConditionText *. The worker's, as the next. */
GHashTable *scan_worker_conditions(const ScanWorker *self);
/* Macros that a #define was seen of, unless it only gives a default (it stands where the macro is
 * not defined); a set of const char *. */
GHashTable *scan_worker_defines(const ScanWorker *self);
