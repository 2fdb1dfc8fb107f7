/* The linker that optimises whole programs, and the words that make recorded links use it.
 *
 * Which definition of a symbol counts, what an archive brings, what a version script hides, what
 * code that is no bitcode refers to: a linker knows, and so it is the linker that does it, with the
 * LLVM that it is part of. What it is called and told is data: "link_time" in
 * container/knowledge/lowering.yaml. */
#pragma once

#include "container/build/sandbox.h"
#include "container/lower/pipeline.h"

typedef struct {
    const PipelineRules *rules;
    const Sandbox *sandbox;
    const char *build; /* the build tree, on the host */
    const char *cache; /* folder for code of earlier links, on the host */
    const char *cpu;   /* NULL: what each function says */
    guint level;       /* of the units, 0 to 3 */
    guint jobs;
} WholeLinkRequest;

/* The words, NULL-terminated, to be freed with g_strfreev. NULL and an error when there is no such
 * linker, or it is of another LLVM than this program: it could not read the bitcode. */
char **whole_link_words(const WholeLinkRequest *request, GError **error);

#define WHOLE_LINK_ERROR whole_link_error_quark()
GQuark whole_link_error_quark(void);
typedef enum { WHOLE_LINK_ERROR_MISSING } WholeLinkError;
