/* Whether label files are what the guide (datasets/README.md) asks for: what the schema cannot say,
 * and what only the labelled source can tell. */
#pragma once

#include "core/diagnostic.h"
#include "evaluate/labels.h"

/* Adds what is wrong with the labels: a point twice, a flag that does not spell its option and
 * value, an option in two categories, one that is a point and none. With `source` (the folder of
 * the project; NULL: not there) each `at` is looked up, too: the line exists and begins a command
 * that names the option. */
void labels_check(const Labels *labels, const char *source, Diagnostics *diagnostics);

/* Larger files of a labelled project are not read. */
#define LABELS_SOURCE_BYTES_MAX (64u * 1024u * 1024u)
