/* Scripts that compare an argument with one word after the other, without a case:
 *     if [ "$arg" = "--with-x" ]; then ... elif [ "$arg" = "--with-y" ]; then ... fi
 * Such a chain says what a case over the argument does, and is read as one. */
#pragma once

#include "discover/autotools/shell_cases.h"

/* Puts the lines of chains over names that hold an argument in the form of a case, in place: "--x)"
 * for the tests, and ";;" in front of what ends an arm. The lines keep their numbers, and the arms
 * get the name for their subject. */
void shell_chains_rewrite(ShellCases *cases, char **lines);
