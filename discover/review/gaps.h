/* What the analysis could not follow, in words for who reviews: the reasons of the ledger are short
 * and stay the same from version to version; these say what was met and what it means. */
#pragma once

/* "a shell command whose output is needed; nothing is run" for "shell command not run". For a limit
 * whatever is too much of; NULL for a reason that has no words. Static. */
const char *gap_words(const char *reason);
