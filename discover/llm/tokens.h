/* How many tokens a text will count for, without any vendor's tokenizer.
 *
 * An estimate: runs of letters, digits, blanks and marks cost by their length. It was fitted on
 * build files and prompts so that it lies between what the vendors' tokenizers count, which differ
 * by a third among themselves (docs/llm.md has the comparison). */
#pragma once

#include <glib.h>

/* For a text of any bytes; 0 for "". */
guint tokens_estimate(const char *text);
