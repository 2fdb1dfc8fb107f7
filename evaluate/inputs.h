/* Which files there are to score, and which labels belong to them. */
#pragma once

#include "evaluate/truth.h"

/* The files that an argument stands for: itself, or what a folder holds, in the order that a person
 * would count them (2 before 10). NULL and an error when there are none. Elements are `char *`,
 * freed with the array. */
GPtrArray *inputs_files(const char *path, GError **error);

/* Labels by project: one file, or a folder of projects. */
typedef struct TruthTable TruthTable;

/* Reads `labels`, one file for all projects; where that is NULL, FOLDER/PROJECT/labels.yaml below
 * `datasets` are read when they are asked for, and only those of `split`, unless that is NULL, too.
 * NULL and an error when what is read at once is not there or malformed. The caller frees it. */
TruthTable *truth_table_new(const char *labels, const char *datasets, const char *split,
                            GError **error);
void truth_table_free(TruthTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TruthTable, truth_table_free)

/* Whether there are labels of the project, in the split or not. */
gboolean truth_table_knows(const TruthTable *self, const char *project);
/* Borrowed. NULL and an error when nobody has labelled the project; NULL without an error when the
 * split leaves it out. */
const Truth *truth_table_find(TruthTable *self, const char *project, GError **error);
