/* Small labels and predictions as text, for the tests of the metrics. */
#pragma once

#include "evaluate/prediction.h"
#include "evaluate/truth.h"
#include <string.h>

/* Labels; their points, one a line beginning with "- {", follow. */
#define LABELS(complete)                                                                           \
    "schema: xaas-labels/1\nproject: sample\ncomplete: " complete "\nlabelled_by: hand\npoints:\n"
/* A specification of a CMake project; its points follow. */
#define SPECIFICATION                                                                              \
    "schema: xaas-spec/1\nproject: {name: sample}\n"                                               \
    "build_systems: [{type: cmake, file: CMakeLists.txt}]\npoints:\n"
/* What every point of a specification has, beside id, category, option and kind. */
#define REST "condition: \"true\", decided_by: rules, confidence: 1, review: pending"
#define SWITCH(category, option, value, more)                                                      \
    "- {id: " category "/" option ", category: " category ", option: " option                      \
    ", kind: switch, flag: \"-D" option "=ON\", default: \"" value "\", " more REST "}\n"

static inline Truth *sample_truth(const char *text)
{
    g_autoptr(GError) error = NULL;
    YamlDocument *document = yaml_parse(text, strlen(text), "labels.yaml", &error);
    g_assert_no_error(error);
    Truth *truth = truth_from_yaml(document, &error);
    g_assert_no_error(error);
    return truth;
}

static inline Prediction *sample_prediction(const char *text)
{
    return prediction_read("sample.xaas.yaml", text, strlen(text));
}
