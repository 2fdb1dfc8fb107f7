/* Where a project's documentation names options that its build description only reads.
 *
 * Nothing tells a variable that people set ("-DGMX_CUDA_TARGET_SM=80") from one that some other
 * file sets, but for the manual. Read are README, INSTALL and BUILD files and what ends in .md,
 * .rst, .txt, .tex or .adoc. */
#pragma once

#include "discover/facts.h"
#include "discover/tree.h"

/* Larger files, and whatever is left once so much has been read, are not looked at. */
#define DOCUMENTED_FILE_BYTES_MAX (1024u * 1024u)
#define DOCUMENTED_BYTES_MAX (64u * 1024u * 1024u)

/* Fills `documented` of the options that nothing declares; facts need not be finished. */
void documented_read(const Tree *tree, Facts *facts);
