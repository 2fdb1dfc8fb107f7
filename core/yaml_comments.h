/* The comments of a YAML text, each tied to the key or item that it is about, so that a text which
 * is written anew keeps them.
 *
 * libyaml drops comments, but tells where every value begins and ends; what lies between holds
 * nothing but indicators, blanks and comments. A comment on a line of its own belongs to the key or
 * item below it, unless it is indented deeper than that: then it belongs to the one above. A
 * comment at the end of a line belongs to what that line begins. Inside braces it belongs to the
 * key or item that holds them.
 *
 * Keys and items are named by paths. An item of a list is known by the members that say what it is
 * (`identity`), not by its number, so that comments follow an item which moves. */
#pragma once

#include "core/yaml.h"

typedef struct YamlComments YamlComments;

/* What is said about one key or item. Lines are with their '#', or "" for a blank line; never NULL.
 */
typedef struct {
    GPtrArray *above;
    GPtrArray *below;
    char *trailing; /* NULL when there is none */
} YamlNotes;

/* `document` is what yaml_parse made of the same text. `identity` is a NULL-terminated list of
 * names of members; it is not copied. */
YamlComments *yaml_comments_read(const char *text, gsize length, const YamlDocument *document,
                                 const char *const *identity);
void yaml_comments_free(YamlComments *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(YamlComments, yaml_comments_free)

const char *const *yaml_comments_identity(const YamlComments *self);
/* NULL when nothing is said there. */
const YamlNotes *yaml_comments_at(const YamlComments *self, const char *path);
/* Paths with notes, in the order of the text; elements are `const char *`. */
const GPtrArray *yaml_comments_paths(const YamlComments *self);
/* Lines below everything else; never NULL. */
const GPtrArray *yaml_comments_foot(const YamlComments *self);

/* Paths, for the reader and the writer alike; "" is the root. `seen` counts the names within one
 * list, so that two equal items differ: a table from strings, which it owns, to the last number
 * given. The caller frees the result. */
char *yaml_path_member(const char *parent, const char *key);
char *yaml_path_item(const char *parent, const json_t *item, const char *const *identity,
                     GHashTable *seen);
/* Whether `path` lies below `ancestor`. */
gboolean yaml_path_is_below(const char *path, const char *ancestor);
