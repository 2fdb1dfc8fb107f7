/* What a machine is: the file system.yaml, which `xaas-container system` writes, people may edit,
 * and `select` and `deploy` read. docs/system-format.md explains each field,
 * docs/xaas-system-1.schema.json is for editors.
 *
 * Everything that can be had or lacked is present, absent or unknown. Absent is said only where all
 * places were looked into; who reads this must never take unknown for present. All memory belongs
 * to the arena; lists are never NULL. Paths are those of the machine. */
#pragma once

#include "core/record.h"

#define SYSTEM_SCHEMA "xaas-system/1"

/* clang-format off */
#define SYSTEM_STATES(X)                                                        \
    X(PRESENT, "present")                                                       \
    X(ABSENT,  "absent")   /* everything was looked into, and it is not there */ \
    X(UNKNOWN, "unknown")  /* `reason` says what kept us from knowing */
/* clang-format on */

typedef enum {
#define X(id, text) STATE_##id,
    SYSTEM_STATES(X)
#undef X
} SystemState;

const char *system_state_text(SystemState state);

/* Processors of one kind; machines with large and small cores have several. */
typedef struct {
    const char *name;           /* LLVM's name of the processor */
    const char *why;            /* why it is not the exact one; NULL: it is */
    const char *identity;       /* as the system tells it: "GenuineIntel 6 85", "0x41 0xd40" */
    const char *model;          /* for people; NULL: not told */
    const char *level;          /* the highest one that it has: x86-64-v4; NULL: no levels */
    const char *processors;     /* their numbers: "0-15,32-47" */
    GPtrArray *features;        /* const char *: LLVM's names */
    GPtrArray *absent_features; /* those that are certain not to be there; others are unknown */
} CpuKind;

typedef struct {
    SystemState state;
    const char *architecture; /* as `uname -m` says it; NULL: unknown */
    const char *generic;      /* LLVM's name for what all of that architecture can do */
    const char *vendor;
    guint sockets, cores, threads; /* 0: unknown */
    GPtrArray *kinds;              /* CpuKind *: in the order of their first processor */
    GPtrArray *at;                 /* const char *: where it was seen, or looked for */
    const char *reason;
} SystemCpu;

/* All caches of one kind. */
typedef struct {
    guint level;
    const char *type; /* Data, Instruction, Unified */
    guint size_kib;   /* of each */
    guint count;
    guint shared_by; /* hardware threads that share one */
} SystemCache;

typedef struct {
    guint number;
    const char *processors; /* "0-15"; "" for memory without processors */
    guint memory_mib;       /* 0: unknown */
} NumaNode;

typedef struct {
    const char *vendor; /* nvidia, amd, intel */
    const char *name;   /* NULL: unknown */
    const char *device; /* PCI number: "0x1db4" */
    const char *bus;    /* "0000:1c:00.0" */
    SystemState architecture_state;
    const char *architecture; /* as compilers call it: sm_70, gfx90a; NULL: unknown */
    guint memory_mib;         /* 0: unknown */
    GPtrArray *at;            /* const char *: what says so */
} SystemGpu;

typedef struct {
    const char *vendor;
    SystemState state;
    const char *version; /* NULL: unknown */
    const char *runtime; /* cuda, rocm, level_zero */
    const char *newest;  /* the newest version of that runtime that is sure to run; NULL: unknown */
    gboolean same_major; /* newer ones of the same major version run, too, with machine code */
    GPtrArray *at;
    const char *reason;
} GpuDriver;

typedef struct {
    SystemState state;
    GPtrArray *devices; /* SystemGpu * */
    GPtrArray *drivers; /* GpuDriver *: one a vendor that is known */
    GPtrArray *at;
    const char *reason;
} SystemGpus;

/* A piece of software, or of hardware that only its driver shows. */
typedef struct {
    const char *id;
    const char *name;
    const char *category;
    SystemState state;
    const char *version;   /* NULL: unknown */
    const char *interface; /* binary interface that programs are linked for; NULL: none told */
    GPtrArray *at;         /* const char *: where it was seen */
    const char *reason;
} SystemFinding;

/* Where software was looked for. */
typedef struct {
    GPtrArray *library_folders; /* const char *: that are there */
    GPtrArray *program_folders;
    GPtrArray *unreadable;     /* folders that this user may not look into */
    GPtrArray *modules;        /* const char *: that are loaded */
    const char *module_system; /* by which more can come; NULL: none seen */
} SystemSearch;

typedef struct {
    Arena *arena;
    const char *schema;
    gboolean recorded; /* from a recorded tree: no program was asked */
    SystemCpu *cpu;
    GPtrArray *caches; /* SystemCache * */
    GPtrArray *numa;   /* NumaNode * */
    guint memory_mib;  /* 0: unknown */
    SystemGpus *gpus;
    SystemSearch *search;
    GPtrArray *findings; /* SystemFinding *: in the order of knowledge/software.yaml */
} System;

extern const RecordType system_type;

System *system_new(Arena *arena);
/* Reads a file, YAML or JSON. NULL and an error with file, line and remedy. */
System *system_load(Arena *arena, const char *path, GError **error);
/* From the text of such a file; `name` is for messages. */
System *system_parse(Arena *arena, const char *text, gsize length, const char *name,
                     GError **error);
/* The file's text. The caller frees it. */
char *system_text(const System *self);
/* A new reference. */
json_t *system_json(const System *self);

/* The first finding of that id that is present; without one, the first of that id; NULL when
 * the file does not mention it. */
const SystemFinding *system_finding(const System *self, const char *id);
/* NULL when the file has no driver of that runtime. */
const GpuDriver *system_driver(const System *self, const char *runtime);
/* Whether all kinds of processors have a feature. */
SystemState system_has_feature(const System *self, const char *feature);
/* What code for this machine may use, in LLVM's notation: "+avx2,-avx512f"; features that only some
 * kinds have are left out ("-"). The caller frees it. */
char *system_target_features(const System *self);
/* The processor's name for LLVM: that of the only kind, else the architecture's common ground.
 * NULL when the processor is unknown. Belongs to the system. */
const char *system_target_cpu(const System *self);
