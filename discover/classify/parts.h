/* Parts of the project that are told like libraries.
 *
 * "Compile with Levelset capabilities" names something, as "with Landlab support" does. Where a
 * dozen options are told so, and none of them looks for anything or links it, they are a list of
 * the project's own parts. Where a dozen switches for programs are told with the same sentence,
 * "Enable building X", and hardly one is a point, that one is no point for a library that it links.
 */
#pragma once

#include "discover/classify/classify.h"

/* Rejects such points among the decisions (Decision *, of all options). */
void parts_reject(GPtrArray *decisions);
