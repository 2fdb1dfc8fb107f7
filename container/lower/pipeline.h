/* How a unit's module becomes code: what its own command said about optimising and generating.
 *
 * What the frontend's words mean is data: container/knowledge/lowering.yaml. */
#pragma once

#include <glib.h>
#include <jansson.h>
#include <llvm-c/TargetMachine.h>

typedef struct {
    char *passes;       /* LLVM's name for the level: "O3" */
    const char *before; /* a pass that comes first; NULL: none; borrowed */
    LLVMCodeGenOptLevel level;
    LLVMRelocMode relocation;
    LLVMCodeModel code_model;
    gboolean vectorize;
    gboolean slp;
    gboolean unroll;
    gboolean function_sections;
    gboolean data_sections;
    GPtrArray *llvm;  /* char *: options of LLVM itself, which holds them for a whole process */
    GPtrArray *notes; /* const char *: what of the command has no counterpart; borrowed */
} Pipeline;

typedef struct PipelineRules PipelineRules;

/* `folder` holds lowering.yaml. NULL and an error with file and line when it is malformed. */
PipelineRules *pipeline_rules_load(const char *folder, GError **error);
void pipeline_rules_free(PipelineRules *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PipelineRules, pipeline_rules_free)

/* Features that every CPU of the triple's architecture has: "+a,+b". The caller frees it. */
char *pipeline_rules_baseline(const PipelineRules *self, const char *triple);
/* The same of features that no machine lacks: that say how fast it is, or whose instructions are
 * only made where a source asks for them by name. The caller frees it. */
char *pipeline_rules_unneeded(const PipelineRules *self, const char *triple);
/* All features that no machine of the architecture lacks, by name; a "*" stands for anything. The
 * caller frees it. */
GStrv pipeline_rules_not_compared(const PipelineRules *self, const char *architecture);
/* Names of the architecture's features that are choices of the compiler; a "*" stands for anything.
 * The caller frees it. */
GStrv pipeline_rules_choices(const PipelineRules *self, const char *triple);
/* What the frontend's words (a JSON array of texts) say; words without a row say nothing. The rules
 * have to outlive it. */
Pipeline *pipeline_new(const PipelineRules *rules, const json_t *words);
void pipeline_free(Pipeline *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Pipeline, pipeline_free)
/* Whether a linker that optimises whole programs does with the unit what its own command said: it
 * has one pipeline for all, with everything that its level brings. */
gboolean pipeline_is_usual(const Pipeline *self);
/* How such a linker is asked for: the member "link_time" of the rules. Borrowed. */
const json_t *pipeline_rules_link_time(const PipelineRules *self);
/* Everything that code depends on, for keys. The caller frees it. */
char *pipeline_text(const Pipeline *self);

#define PIPELINE_ERROR pipeline_error_quark()
GQuark pipeline_error_quark(void);
typedef enum { PIPELINE_ERROR_KNOWLEDGE } PipelineError;
