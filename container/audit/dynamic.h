/* What a program or library tells the dynamic linker. */
#pragma once

#include "container/audit/binary.h"

typedef struct {
    const char *library; /* soname */
    const char *version;
} NeededVersion;

/* All texts are the binary's. */
typedef struct {
    GPtrArray *needed;       /* const char *: sonames */
    GPtrArray *paths;        /* const char *: run paths, joined by ':' */
    GArray *versions;        /* NeededVersion */
    GPtrArray *defined;      /* const char *: versions that it defines */
    const char *interpreter; /* the dynamic linker; NULL: none is named */
} Dynamic;

/* So many entries of each kind are read; a linker makes some hundreds at most. */
#define DYNAMIC_ENTRIES_MAX 100000u

/* Empty lists for what is not linked dynamically, or is no ELF file of 64 bits in this machine's
 * byte order. Offsets that point out of their section end the reading. */
Dynamic *dynamic_read(const Binary *binary);
void dynamic_free(Dynamic *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Dynamic, dynamic_free)
