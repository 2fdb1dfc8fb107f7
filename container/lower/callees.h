/* What functions of other units and of libraries, of which no code is seen, may do with addresses
 * of functions. Those of the runtimes are data: container/knowledge/callees.yaml. */
#pragma once

#include <glib.h>
#include <llvm-c/Core.h>

typedef enum {
    CALLEE_CALLS_ANY,  /* all that it can have an address of: what holds for most */
    CALLEE_CALLS_OWN,  /* the functions that it is given, as `atexit` does */
    CALLEE_CALLS_NONE, /* it looks at no such address, can be given none, or calls only what another
                        * function was given before */
} CalleeCalls;

typedef struct Callees Callees;

/* `folder` holds callees.yaml. NULL and an error with file and line when it is malformed, or names
 * a function twice. */
Callees *callees_load(const char *folder, GError **error);
void callees_free(Callees *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Callees, callees_free)

/* Whether the lists say anything about functions of that name. */
gboolean callees_names(const Callees *self, const char *name);

/* Tells lists with different functions apart, for keys; borrowed. */
const char *callees_digest(const Callees *self);

/* What a call of `function`, a declaration with that signature, may call at once or later. One that
 * is not known calls any if its arguments can hold an address. */
CalleeCalls callees_calls(const Callees *self, LLVMValueRef function, LLVMTypeRef signature);

/* Whether that argument, from 0, of one that calls what it is given is a function that it calls. */
gboolean callees_takes(const Callees *self, LLVMValueRef function, guint argument);

#define CALLEES_ERROR callees_error_quark()
GQuark callees_error_quark(void);
typedef enum { CALLEES_ERROR_MALFORMED } CalleesError;
