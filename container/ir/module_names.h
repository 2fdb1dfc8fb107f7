/* What modules define for others, and what they leave to others: names as linkers have them.
 *
 * Modules are unoptimised, so that what they leave to others is at least what their code will need,
 * but for what a compiler brings by itself: memcpy, which every compiler's driver links, functions
 * of libm behind intrinsics, and what options ask for (instrumentation, libraries of vectors). */
#pragma once

#include "container/ir/canonical.h"

typedef struct ModuleNames ModuleNames;

ModuleNames *module_names_new(void);
void module_names_free(ModuleNames *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ModuleNames, module_names_free)

/* Adds a module under its digest, which is copied. Safe for several threads. */
void module_names_add(ModuleNames *self, const char *digest, const Module *module);

/* The text of a module for that triple that needs all that modules leave to others and none of
 * their own group defines. `groups` are GPtrArray * of digests (const char *): what is always there
 * together. NULL when nobody knows: one of them was not added, or has assembly of its own. The
 * caller frees it. */
char *module_names_open(const ModuleNames *self, const GPtrArray *groups, const char *triple);
