/* YAML in: one document becomes a JSON value, with the place of every member and item on the side.
 *
 * Plain scalars follow YAML 1.2's core schema: true, false, null, numbers; everything else is text,
 * so an unquoted ON, yes or 3.16.3 is text. Input is hostile: its size, depth and number of values
 * are bounded; aliases, tags (but !!str), keys that are no text, duplicate keys and a second
 * document are errors. Every message is "FILE:LINE:COLUMN: what is wrong; what to do". JSON is
 * YAML, so this reads JSON files too. */
#pragma once

#include "core/span.h"
#include <jansson.h>

#define YAML_BYTES_MAX (32u * 1024u * 1024u)
#define YAML_DEPTH_MAX 64u
#define YAML_VALUES_MAX 2000000u

typedef struct YamlDocument YamlDocument;

/* `file` is for messages. NULL and an error when the text is malformed. An empty text is null. */
YamlDocument *yaml_parse(const char *text, gsize length, const char *file, GError **error);
/* Leaves out the byte order mark that some editors begin a text with. */
void yaml_skip_mark(const char **text, gsize *length);
/* Reads a file, too. */
YamlDocument *yaml_load(const char *path, GError **error);
void yaml_document_free(YamlDocument *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(YamlDocument, yaml_document_free)

/* Borrowed; lives as long as the document, longer with json_incref. */
json_t *yaml_root(const YamlDocument *self);
/* What messages call the file; borrowed. */
const char *yaml_file(const YamlDocument *self);

/* Where a member's key or an array's item begins. `container` is an object or array of this very
 * document; what is not found yields the file as a whole. The path belongs to the document. */
Span yaml_member_place(const YamlDocument *self, const json_t *container, const char *key);
Span yaml_item_place(const YamlDocument *self, const json_t *container, gsize index);
/* What to say of a data file of this program in which a member is missing, or is not what it has to
 * be: where, and what to do. The caller frees it. */
char *yaml_member_fault(const YamlDocument *self, const json_t *container, const char *key);

#define YAML_ERROR yaml_error_quark()
GQuark yaml_error_quark(void);
typedef enum { YAML_ERROR_SYNTAX, YAML_ERROR_LIMIT, YAML_ERROR_UNSUPPORTED } YamlError;
