/* Options that are there for tests, examples or benchmarks only. */
#pragma once

#include "discover/classify/subject.h"

/* Whether the build declares the option in folders of tests, reads it there, and nothing anywhere
 * else hangs on it. */
gboolean for_tests_declare(const Project *project, const Option *option);

/* Whether a switch that is named after tests, examples or benchmarks has to be on wherever the
 * option is declared, or for all that it has fetched and does else: "where GoogleTest comes from"
 * under "build the tests". FALSE where these are what people build: without a build of the root, or
 * with little code beside them. */
gboolean for_tests_are_all(const Project *project, const Option *option);
