/* LLVM modules without what says where and for which CPU they were made, so that equal code is
 * equal bytes.
 *
 * Set aside are the module's identifier, its source's name, where inline assembly stood in what was
 * read (which only messages use), and the target attributes (processor,
 * features, tuning) of functions that have the unit's default; such functions get the marker
 * MODULE_DEFAULT_TARGET instead, so that deployment knows which ones to set. Explicit target
 * attributes stay. Nothing else is changed. */
#pragma once

#include <glib.h>

#define MODULE_DEFAULT_TARGET "xaas-default-target"

typedef struct Module Module;

/* Bitcode or text. NULL and an error when LLVM cannot read it. */
Module *module_load(const char *path, GError **error);
Module *module_parse(const char *text, gsize length, GError **error);
void module_free(Module *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Module, module_free)

/* Sets aside what is said above; `target` is the unit's default: "target-cpu"="..." and so on, as
 * they stand in LLVM's text. Returns how many functions have target attributes of their own. */
guint module_canonicalise(Module *self, const char *target);
/* Puts the target back: the inverse, but for the names. */
void module_set_target(Module *self, const char *target);

/* The module as text without comments, which LLVM reads back to the same module. The caller frees
 * it. */
char *module_text(Module *self);
/* SHA-256 of the text. The caller frees it. */
char *module_digest(const char *text);
gboolean module_write(Module *self, const char *path, GError **error);
/* LLVM's version, as in "19.1.7". The caller frees it. */
char *module_llvm_version(void);

#define MODULE_ERROR module_error_quark()
GQuark module_error_quark(void);
typedef enum { MODULE_ERROR_READ, MODULE_ERROR_WRITE, MODULE_ERROR_DIFFERS } ModuleError;
