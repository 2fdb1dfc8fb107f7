#include "discover/classify/knowledge_reader.h"

#include "discover/classify/words.h"

/* The line of a value. Looked for only when there is something to complain about. */
static guint line_of(const YamlDocument *document, json_t *container, const json_t *node)
{
    guint line = 0;
    if (json_is_array(container)) {
        for (size_t i = 0; line == 0 && i < json_array_size(container); i++) {
            json_t *item = json_array_get(container, i);
            line = item == node ? yaml_item_place(document, container, i).line
                                : line_of(document, item, node);
        }
    } else if (json_is_object(container)) {
        const char *key;
        json_t *value;
        json_object_foreach(container, key, value)
        {
            if (line == 0) {
                line = value == node ? yaml_member_place(document, container, key).line
                                     : line_of(document, value, node);
            }
        }
    }
    return line;
}

gboolean reader_fail(const KnowledgeReader *self, const json_t *node, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    guint line = line_of(self->document, yaml_root(self->document), node);
    g_set_error(self->error, KNOWLEDGE_ERROR, KNOWLEDGE_ERROR_MALFORMED, "%s:%u: %s",
                yaml_file(self->document), MAX(line, 1), message);
    return FALSE;
}

gboolean reader_check_keys(const KnowledgeReader *self, json_t *node, const char *what,
                           const char *const *known)
{
    if (!json_is_object(node)) {
        return reader_fail(self, node, "%s must be a mapping of keys to values", what);
    }
    const char *key;
    json_t *value;
    json_object_foreach(node, key, value)
    {
        if (!g_strv_contains(known, key)) {
            g_autofree char *all = g_strjoinv(", ", (char **)known);
            return reader_fail(self, value, "%s has no key \"%s\"; it may have: %s", what, key,
                               all);
        }
    }
    return TRUE;
}

gboolean reader_text(const KnowledgeReader *self, json_t *node, const char *key, gboolean required,
                     const char **text)
{
    json_t *value = json_object_get(node, key);
    *text = NULL;
    if (value == NULL && !required) {
        return TRUE;
    }
    if (value == NULL) {
        return reader_fail(self, node, "\"%s\" is missing; add it", key);
    }
    if (!json_is_string(value) || json_string_length(value) == 0) {
        return reader_fail(self, value, "\"%s\" must be a text that is not empty; put it in quotes",
                           key);
    }
    *text = arena_intern(self->knowledge->arena, json_string_value(value));
    return TRUE;
}

gboolean reader_weight(const KnowledgeReader *self, json_t *node, double fallback, double *weight)
{
    json_t *value = json_object_get(node, "weight");
    *weight = fallback;
    if (value == NULL) {
        return TRUE;
    }
    if (!json_is_number(value) || json_number_value(value) < 0 || json_number_value(value) > 20) {
        return reader_fail(self, value, "\"weight\" must be a number from 0 to 20");
    }
    *weight = json_number_value(value);
    return TRUE;
}

gboolean reader_each_text(const KnowledgeReader *self, json_t *node, const char *key, TakeText take,
                          void *data)
{
    json_t *list = json_object_get(node, key);
    if (list == NULL) {
        return TRUE;
    }
    if (json_is_string(list)) {
        return take(self, list, json_string_value(list), data);
    }
    if (!json_is_array(list)) {
        return reader_fail(self, list, "\"%s\" must be a list of texts", key);
    }
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *item = json_array_get(list, i);
        if (!json_is_string(item) || json_string_length(item) == 0) {
            return reader_fail(self, item,
                               "\"%s\" must hold texts; put numbers and yes/no in quotes", key);
        }
        if (!g_hash_table_add(seen, (void *)json_string_value(item))) {
            return reader_fail(self, item, "\"%s\" stands twice in \"%s\"; remove one",
                               json_string_value(item), key);
        }
        if (!take(self, item, json_string_value(item), data)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean reader_take_category(const KnowledgeReader *self, const json_t *node, const char *text,
                              void *data)
{
    guint32 *bits = data;
    Category category;
    if (!category_parse(text, &category)) {
        return reader_fail(self, node, "\"%s\" is no category; docs/knowledge.md lists them", text);
    }
    *bits |= 1u << category;
    return TRUE;
}

gboolean reader_take_word(const KnowledgeReader *self, const json_t *node, const char *text,
                          void *data)
{
    char squashed[PHRASE_BYTES_MAX];
    if (words_squash(text, squashed, sizeof squashed) == 0) {
        return reader_fail(self, node, "\"%s\" has no letter or digit", text);
    }
    g_hash_table_add(data, (void *)arena_intern(self->knowledge->arena, squashed));
    return TRUE;
}

gboolean reader_take_term(const KnowledgeReader *self, const json_t *node, const char *text,
                          void *data)
{
    GArray *implied = data;
    const Term *term = knowledge_term(self->knowledge, text);
    if (term == NULL) {
        return reader_fail(self, node,
                           "nothing is called \"%s\"; give a technology or notion an id like it",
                           text);
    }
    g_array_append_val(implied, term->index);
    return TRUE;
}

gboolean reader_each_entry(const KnowledgeReader *self, json_t *root, const char *key,
                           gboolean (*read)(const KnowledgeReader *, json_t *))
{
    json_t *list = json_object_get(root, key);
    if (list == NULL) {
        return TRUE;
    }
    if (!json_is_array(list)) {
        return reader_fail(self, list, "\"%s\" must be a list", key);
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read(self, json_array_get(list, i))) {
            return FALSE;
        }
    }
    return TRUE;
}
