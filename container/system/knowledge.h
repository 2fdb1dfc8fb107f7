/* What is known about hardware and software, and where both can be seen: the data files cpus.yaml,
 * gpus.yaml and software.yaml, read once. Patterns are PCRE; they were tried when they were read.
 */
#pragma once

#include "core/record.h"

/* A feature of LLVM's that Linux shows as one or more flags of other names; all have to be there.
 */
typedef struct {
    const char *feature;
    GPtrArray *flags; /* const char * */
} FeatureFlags;

/* A level of an architecture; it includes those before it. */
typedef struct {
    const char *name;
    GPtrArray *features; /* const char * */
} CpuLevel;

typedef struct {
    const char *name;     /* LLVM's */
    const char *identity; /* pattern for the whole of the identity */
    GPtrArray *with;      /* const char *: features that have to be there, too */
} CpuModel;

typedef struct {
    const char *id;
    const char *name;
} VendorName;

typedef struct {
    const char *name;    /* as `uname -m` says it */
    const char *generic; /* LLVM's name of the processor that all of them can stand in for */
    guint elf_machine;   /* e_machine of its programs and libraries */
    GPtrArray *identity; /* const char *: fields of /proc/cpuinfo that tell one model from others */
    const char *vendor;  /* its fields, NULL where there is none */
    const char *model;   /* name for people */
    const char *flags;   /* features as Linux calls them */
    const char *socket;  /* number of the socket */
    const char *core;    /* number of the core in it */
    GPtrArray *vendors;  /* VendorName *: where the field holds a number */
    GPtrArray *always;   /* const char *: features that every one has, and Linux does not show */
    GPtrArray *same;     /* const char *: features that have the same name as their flag */
    GPtrArray *renamed;  /* FeatureFlags * */
    GPtrArray *levels;   /* CpuLevel * */
    GPtrArray *processors; /* CpuModel *: the first that matches */
} CpuArchitecture;

typedef struct {
    GPtrArray *architectures; /* CpuArchitecture * */
} CpuKnowledge;

/* From this version of a driver on, programs made for this version of the runtime run. */
typedef struct {
    const char *driver;
    const char *runtime;
} DriverRuntime;

typedef struct {
    const char *ids; /* pattern for the PCI device number */
    const char *name;
    const char *architecture; /* as compilers call it */
    guint memory_gib;         /* 0: the number does not tell */
} GpuModel;

typedef struct {
    const char *id;
    const char *name;
    const char *pci;     /* vendor number */
    GPtrArray *files;    /* const char *: that hold the driver's version */
    const char *version; /* pattern, whose first group is the version */
    GPtrArray *modules;  /* const char *: folders that are there when a driver is */
    const char *names;   /* file with a device's name; {bus} stands for its place; NULL: none */
    const char *name_pattern; /* its first group is the name */
    const char *memory_file;  /* in the device's own folder: bytes of memory; NULL: none */
    const char *kfd;          /* folder of the kernel's compute devices; NULL: none */
    guint kfd_vendor;
    const char *runtime;           /* what the drivers' runtime is called */
    const char *same_major_from;   /* from this runtime on, what is newer within a driver's major
                                      version runs, too; NULL: never */
    const char *library;           /* of the driver, as the loader finds it; NULL: none */
    const char *library_interface; /* how it is asked: "nvml" */
    const char *tool;              /* program that tells about devices; NULL: none */
    GPtrArray *tool_ask;           /* const char *: with these arguments */
    const char *tool_line; /* pattern for a device's line: groups bus, name, memory (MiB), major and
                              minor (of the architecture), driver */
    const char *tool_architecture; /* with {major} and {minor}; the library's as well */
    GPtrArray *runtimes;           /* DriverRuntime *, oldest first; empty: drivers do not tell */
    GPtrArray *devices;            /* GpuModel *: the first that matches */
} GpuVendor;

typedef struct {
    GPtrArray *classes; /* const char *: the first two bytes of PCI classes that compute */
    GPtrArray *vendors; /* GpuVendor * */
} GpuKnowledge;

/* Something that a machine has or lacks. It is present when any of its signs is seen. */
typedef struct {
    const char *id;
    const char *name;
    const char *category;
    const char *interface; /* binary interface that programs are linked for; NULL: none told */
    GPtrArray *libraries;  /* patterns for whole names of shared libraries; first group: version */
    const char *text; /* what its libraries hold, and others of that name do not; NULL: the name
                         tells enough */
    const char *text_version;  /* first group: version, in what its libraries hold */
    const char *path;          /* first group: version, in the library's path */
    gboolean fallback;         /* only for libraries that nothing before it in the category took */
    gboolean own_file;         /* so with links only: its name may lead to another one's library */
    GPtrArray *programs;       /* names of programs */
    GPtrArray *ask;            /* arguments with which a program tells its version */
    const char *answer;        /* first group: version */
    GPtrArray *files;          /* patterns of paths (tree_glob) */
    const char *content;       /* what such a file holds; first group: version; NULL: not read */
    GPtrArray *variables;      /* environment variables that are set where it is */
    gboolean system_part;      /* no module brings it */
    gboolean provides_modules; /* it lets people load software that is not seen otherwise */
} Technology;

typedef struct {
    GPtrArray *library_folders;   /* patterns of paths (tree_glob) */
    GPtrArray *library_lists;     /* files that name further ones, as ld.so.conf does */
    GPtrArray *library_variables; /* environment variables that do */
    GPtrArray *program_folders;
    GPtrArray *program_variables;
    GPtrArray *technologies; /* Technology * */
} SoftwareKnowledge;

typedef struct {
    const CpuKnowledge *cpus;
    const GpuKnowledge *gpus;
    const SoftwareKnowledge *software;
} SystemKnowledge;

/* `folder` holds the data files. NULL and an error with file and line when one is malformed. */
const SystemKnowledge *system_knowledge_load(Arena *arena, const char *folder, GError **error);

/* NULL when it is no pattern; `whole` lets it match all of a text only. The caller unrefs. */
GRegex *pattern_compile(const char *pattern, gboolean whole);
/* What the pattern's group holds, "" when it holds nothing or there is none; NULL when nothing
 * matches. Any bytes are allowed. The caller frees it. */
char *pattern_match(const GRegex *regex, const char *text, gsize length);
/* Both at once. The caller frees it. */
char *pattern_find(const char *pattern, const char *text, gsize length, gboolean whole);
/* Orders versions by their numbers: 12.10 is above 12.9; what is no number counts as a text. */
int version_compare(const char *a, const char *b);
