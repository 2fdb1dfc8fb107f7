/* Modules that become objects in a process of their own: those whose units' commands gave options
 * to LLVM itself (clang's -mllvm, or a library of vector functions).
 *
 * LLVM keeps such options for a process as a whole and takes them once, so that modules with
 * different ones cannot be lowered side by side. Each such module is given to a copy of this
 * program (`xaas-container lower`), which tells LLVM the options and lowers it. The options come
 * with the image, and some write files or start programs: the copy runs in the sandbox, where it
 * sees a folder with what it needs and nothing else that it could write to.
 *
 * In that folder are the program, lowering.yaml, callees.yaml and, for the module N, N.ll and
 * N.json {"words": [WORD, ...], "attributes": TEXT} (and "recorded", "usual", as in lower.h); the
 * answer is N.done, a JSON array of the functions with targets of their own, and N.o. To a question
 * without attributes LLVM lists its options. */
#pragma once

#include "container/build/sandbox.h"
#include "container/lower/lower.h"

typedef struct {
    const char *folder;    /* for everything; made, and removed in the end */
    const char *program;   /* path of this program */
    const char *knowledge; /* folder of the data files */
    Isolation isolation;
} ApartRequest;

typedef struct Apart Apart;

/* NULL and an error when the folder cannot be filled, nothing can be isolated, or LLVM does not say
 * which options it has. */
Apart *apart_new(const ApartRequest *request, GError **error);
void apart_free(Apart *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Apart, apart_free)

/* Whether LLVM has that option, "-name" or "-name=value". It says nothing when it is told one that
 * it does not have: one of the frontend's own. */
gboolean apart_knows(const Apart *self, const char *option);
/* As lower_module, with the pipeline of these words and native code as the form. `number` tells
 * modules apart that are lowered at once. */
gboolean apart_lower(const Apart *self, guint number, const json_t *words,
                     const LowerRequest *request, Lowered *result, GError **error);

/* In the other process: does what NAME.json in the folder asks for. */
gboolean apart_answer(const char *folder, const char *name, GError **error);

#define APART_ERROR apart_error_quark()
GQuark apart_error_quark(void);
typedef enum { APART_ERROR_FOLDER, APART_ERROR_FAILED } ApartError;
