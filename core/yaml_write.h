/* JSON values as YAML that people review and compare: a fixed order, one thing a line.
 *
 * Members stand in their order. Lists of objects, and objects, are written in block style, one
 * member a line; members that the style names are written in flow style, an item a line, as long as
 * the line stays below YAML_FLOW_COLUMNS. Texts are bare where both YAML 1.1 and 1.2 read them as
 * that very text, else in double quotes: "ON", "no", "1.0", "a: b". */
#pragma once

#include "core/yaml_comments.h"

#define YAML_FLOW_COLUMNS 160u

typedef struct {
    const char *const
        *header;             /* comment lines before everything, with their '#'; NULL-terminated */
    const char *const *flow; /* names of members to write in flow style; NULL-terminated */
    const YamlComments *comments; /* kept from an older text; NULL: none */
} YamlStyle;

/* The caller frees the text. Comments whose key or item is gone are kept at the end. */
char *yaml_write(const json_t *root, const YamlStyle *style);
/* One text as it would be written inside braces. The caller frees it. */
char *yaml_scalar_text(const char *text);
