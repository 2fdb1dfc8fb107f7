/* One module becomes an object, within this process. Safe for several threads: each call has an
 * LLVM context of its own. */
#pragma once

#include "container/lower/bitcode.h"
#include "container/lower/callees.h"
#include "container/lower/pipeline.h"
#include "container/lower/target.h"

/* What an object holds. */
typedef enum {
    LOWER_CODE,    /* native code */
    LOWER_BITCODE, /* bitcode: only a linker that optimises whole programs can read it */
    LOWER_BOTH     /* native code, and the bitcode that such a linker takes in its place */
} LowerForm;

typedef struct {
    const char *text; /* of the module, NUL-terminated */
    gsize length;
    const char *attributes; /* for functions that carried the unit's default target */
    const char *recorded;   /* what these carried when the module was made; NULL: the same */
    const char *usual;      /* what other units get in their place, where this one keeps what the
                             * machine may lack (keep.h); NULL: the same */
    const Callees *callees; /* with a `usual` only */
    const Pipeline *pipeline;
    LowerForm form;
    WholeProgram whole_program; /* what the bitcode is for */
} LowerRequest;

typedef struct {
    char *bytes;
    gsize length;
    GPtrArray *own_targets; /* char *: functions defined with another target than the usual one,
                             * as symbols */
    GPtrArray *exposed;     /* char *: symbols that other units could take from one with a `usual`;
                             * NULL for other units */
} Lowered;

void lowered_clear(Lowered *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Lowered, lowered_clear)

/* FALSE and an error with LLVM's words. */
gboolean lower_module(const LowerRequest *request, Lowered *result, GError **error);

#define LOWER_ERROR lower_error_quark()
GQuark lower_error_quark(void);
typedef enum {
    LOWER_ERROR_TARGET,
    LOWER_ERROR_PASSES,
    LOWER_ERROR_CODE,
    LOWER_ERROR_EARLY
} LowerError;
