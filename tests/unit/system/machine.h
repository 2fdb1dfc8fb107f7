/* A recorded machine (tests/systems), unpacked for a test. */
#pragma once

#include "container/system/survey.h"

typedef struct {
    char *folder;
    Arena *arena;
    Tree *tree;
    const SystemKnowledge *knowledge;
    System *system; /* NULL until machine_look */
} Machine;

/* An empty folder. */
Machine *machine_new(void);
/* The machine called NAME in tests/systems. */
Machine *machine_recorded(const char *name);
void machine_free(Machine *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Machine, machine_free)

/* Writes a file of the machine's. */
void machine_write(Machine *self, const char *path, const char *text);
void machine_link(Machine *self, const char *path, const char *target);
System *machine_look(Machine *self);
