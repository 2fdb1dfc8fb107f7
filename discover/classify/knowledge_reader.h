/* What reading any part of the knowledge files needs: places for messages, texts, lists,
 * references.
 *
 * Everything here returns FALSE with the error set ("FILE:LINE: what is wrong; what to do"), and
 * TRUE otherwise. Nothing in the document is kept: texts are interned in the knowledge's arena. */
#pragma once

#include "core/yaml.h"
#include "discover/classify/knowledge.h"

typedef struct {
    Knowledge *knowledge;
    const YamlDocument *document;
    GError **error;
} KnowledgeReader;

/* Called for each text of a list. */
typedef gboolean (*TakeText)(const KnowledgeReader *self, const json_t *node, const char *text,
                             void *data);

/* Sets the error at the node's line; FALSE, always, so that callers can return it. */
gboolean reader_fail(const KnowledgeReader *self, const json_t *node, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
/* Every key of a mapping must be one of these, so that a misspelt one is not lost silently. */
gboolean reader_check_keys(const KnowledgeReader *self, json_t *node, const char *what,
                           const char *const *known);
/* `text` becomes NULL when an optional key is missing. */
gboolean reader_text(const KnowledgeReader *self, json_t *node, const char *key, gboolean required,
                     const char **text);
gboolean reader_weight(const KnowledgeReader *self, json_t *node, double fallback, double *weight);
/* A single text stands for a list of one; a missing key for an empty list. What a list holds twice
 * is refused. */
gboolean reader_each_text(const KnowledgeReader *self, json_t *node, const char *key, TakeText take,
                          void *data);
gboolean reader_each_entry(const KnowledgeReader *self, json_t *root, const char *key,
                           gboolean (*read)(const KnowledgeReader *, json_t *));

/* For reader_each_text: a category's name becomes a bit of a guint32; */
gboolean reader_take_category(const KnowledgeReader *self, const json_t *node, const char *text,
                              void *data);
/* a word goes, squashed, into a GHashTable used as a set; */
gboolean reader_take_word(const KnowledgeReader *self, const json_t *node, const char *text,
                          void *data);
/* a term's identifier adds its index to a GArray of guint. */
gboolean reader_take_term(const KnowledgeReader *self, const json_t *node, const char *text,
                          void *data);

/* The two passes over each file: rules and implications may name terms of files that are read
 * later. */
gboolean knowledge_read_terms(const KnowledgeReader *self, json_t *root);
gboolean knowledge_read_rules(const KnowledgeReader *self, json_t *root);
void knowledge_rule_free(Rule *rule);
