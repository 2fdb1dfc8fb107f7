/* The language model that the command line names: made ready before the analysis, asked after it.
 */
#pragma once

#include "core/specification.h"
#include "discover/llm/consult.h"
#include "discover/program/options.h"
#include "discover/program/progress.h"
#include "discover/tree.h"

typedef struct Model Model;

/* NULL and a PROGRAM_ERROR when options, credentials or prompts are not as they should be; nothing
 * has been sent then. `options` must outlive the model. */
Model *model_new(const DiscoverOptions *options, const char *program, GError **error);
void model_free(Model *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Model, model_free)

/* What there is to ask about. */
typedef struct {
    const Facts *facts;
    const Knowledge *knowledge;
    const SourceIndex *sources;
    const char *folder_name;
    const Tree *tree;
    GPtrArray *decisions; /* Decision *, changed by the answers */
    GHashTable *settled;  /* see ConsultSettings */
    Diagnostics *diagnostics;
    Arena *arena;
} ModelSubject;

/* Asks, and changes the decisions. What goes wrong is in the diagnostics and the report. */
void model_ask(Model *self, const ModelSubject *subject, Progress *progress);

/* Whether some options were left without a usable answer, or a recording could not be written. */
gboolean model_failed(const Model *self);
/* What the specification says of the model, in the arena; NULL after a dry run. */
SpecificationModel *model_record(const Model *self, Arena *arena);
/* In the mode whole-file the model's reply, corrected, in the layout of the SC'25 label files; NULL
 * when there is none. Borrowed. */
const json_t *model_grounded_reply(const Model *self);
/* What was asked, answered, spent: for people, in lines; to be freed. And for --json: a new
 * reference. */
char *model_summary(const Model *self);
json_t *model_json(const Model *self);
