/* Which instruction-set extensions an instruction needs, in LLVM's words for features.
 *
 * Where LLVM's decoder refuses what the features do not allow, it is asked: an instruction that
 * every CPU of the architecture lacks is tried with one feature after the other. Where it decodes
 * everything (x86), container/knowledge/instructions.yaml tells. Answers are remembered, so that
 * asking a million times costs a look-up each. Not safe for several threads. */
#pragma once

#include "container/lower/names.h"
#include <jansson.h>

typedef struct Extensions Extensions;

/* `folder` holds instructions.yaml; code of several architectures needs one of these each. NULL and
 * an error when LLVM does not know the triple or the file is malformed. */
Extensions *extensions_new(const char *folder, const char *triple, GError **error);
void extensions_free(Extensions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Extensions, extensions_free)

/* Whether a section of that name holds code. */
gboolean extensions_is_code(const Extensions *self, const char *section);

typedef struct {
    gsize length;            /* in bytes; 0: it does not decode */
    const GPtrArray *needed; /* const char *: features; none: every CPU has it. The object's own */
    guint width;             /* bits of the widest vector register that it names; 0: none */
    gboolean scalable;       /* it names registers whose width the CPU decides */
} Instruction;

/* The instruction that the bytes begin with. */
void extensions_decode(Extensions *self, const guint8 *bytes, gsize length, Instruction *result);

#define EXTENSIONS_ERROR extensions_error_quark()
GQuark extensions_error_quark(void);
typedef enum { EXTENSIONS_ERROR_KNOWLEDGE, EXTENSIONS_ERROR_TRIPLE } ExtensionsError;
