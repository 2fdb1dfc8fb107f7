/* Whether an option replaces a copy that the project brings along or fetches. */
#pragma once

#include "discover/classify/subject.h"

/* "ifdef MY_METIS", else "-Imetis-5.1.0/include": what is given takes the place of a copy that the
 * project brings along, builds or fetches otherwise; adds that trait. */
void signs_read_replaced_copy(const Project *project, Subject *subject, Arena *arena,
                              const Effect *effect);
/* The same from all that hangs on the option: a switch that looks for what is installed instead of
 * building a copy, and a place that is declared to be where a copy is fetched to, or lies. */
void signs_read_copies(const Project *project, Subject *subject);
