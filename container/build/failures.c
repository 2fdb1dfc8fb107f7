#include "container/build/failures.h"
#include "core/text_list.h"
#include "core/yaml.h"
#include <string.h>

G_DEFINE_QUARK(xaas - failures - error, failures_error)

#define PATTERN_FLAGS (G_REGEX_CASELESS | G_REGEX_OPTIMIZE)

struct Failures {
    GPtrArray *lacking;       /* char *, in lower case */
    GPtrArray *lacking_lines; /* char *, in lower case */
    GPtrArray *lacking_ends;  /* char *, in lower case */
    GPtrArray *lacking_space; /* char *, in lower case */
    GPtrArray *errors;        /* GRegex * */
    GPtrArray *no_errors;     /* char *, in lower case */
    GPtrArray *announces;     /* GRegex * */
    GRegex *quoted;
};

static gboolean malformed(const YamlDocument *document, const char *key, GError **error)
{
    g_autofree char *fault = yaml_member_fault(document, yaml_root(document), key);
    g_set_error_literal(error, FAILURES_ERROR, FAILURES_ERROR_MALFORMED, fault);
    return FALSE;
}

static gboolean read_texts(const YamlDocument *document, const char *key, GPtrArray *texts,
                           GError **error)
{
    const json_t *list = json_object_get(yaml_root(document), key);
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        if (!json_is_string(item)) {
            return malformed(document, key, error);
        }
        g_ptr_array_add(texts, g_ascii_strdown(json_string_value(item), -1));
    }
    return json_is_array(list) || malformed(document, key, error);
}

static GRegex *pattern_of(const json_t *item)
{
    const char *text = json_string_value(item);
    return text == NULL ? NULL : g_regex_new(text, PATTERN_FLAGS, 0, NULL);
}

static gboolean read_patterns(const YamlDocument *document, const char *key, GPtrArray *patterns,
                              GError **error)
{
    const json_t *list = json_object_get(yaml_root(document), key);
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        GRegex *pattern = pattern_of(item);
        if (pattern == NULL) {
            return malformed(document, key, error);
        }
        g_ptr_array_add(patterns, pattern);
    }
    return json_is_array(list) || malformed(document, key, error);
}

Failures *failures_load(const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, "failures.yaml", NULL);
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    if (document == NULL) {
        return NULL;
    }
    g_autoptr(Failures) self = g_new0(Failures, 1);
    self->lacking = g_ptr_array_new_with_free_func(g_free);
    self->lacking_lines = g_ptr_array_new_with_free_func(g_free);
    self->lacking_ends = g_ptr_array_new_with_free_func(g_free);
    self->lacking_space = g_ptr_array_new_with_free_func(g_free);
    self->errors = g_ptr_array_new_with_free_func((GDestroyNotify)g_regex_unref);
    self->no_errors = g_ptr_array_new_with_free_func(g_free);
    self->announces = g_ptr_array_new_with_free_func((GDestroyNotify)g_regex_unref);
    self->quoted = pattern_of(json_object_get(yaml_root(document), "quoted"));
    gboolean read = read_texts(document, "lacking", self->lacking, error) &&
                    read_texts(document, "lacking_lines", self->lacking_lines, error) &&
                    read_texts(document, "lacking_ends", self->lacking_ends, error) &&
                    read_texts(document, "lacking_space", self->lacking_space, error) &&
                    read_patterns(document, "errors", self->errors, error) &&
                    read_patterns(document, "announces", self->announces, error) &&
                    read_texts(document, "no_errors", self->no_errors, error) &&
                    (self->quoted != NULL || malformed(document, "quoted", error));
    return read ? g_steal_pointer(&self) : NULL;
}

void failures_free(Failures *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->lacking);
        g_ptr_array_unref(self->lacking_lines);
        g_ptr_array_unref(self->lacking_ends);
        g_ptr_array_unref(self->lacking_space);
        g_ptr_array_unref(self->errors);
        g_ptr_array_unref(self->no_errors);
        g_ptr_array_unref(self->announces);
        g_clear_pointer(&self->quoted, g_regex_unref);
        g_free(self);
    }
}

static gboolean has_one_of(const char *lower, const GPtrArray *texts)
{
    for (guint i = 0; i < texts->len; i++) {
        if (strstr(lower, texts->pdata[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean ends_with_one_of(const char *lower, const GPtrArray *texts)
{
    for (guint i = 0; i < texts->len; i++) {
        if (g_str_has_suffix(lower, texts->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The lines in lower case, without those that show the source; to be freed with g_strfreev. */
static char **lines_of(const Failures *self, const char *text)
{
    /* What was shown to a person may be in any encoding, and patterns are for UTF-8. */
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_auto(GStrv) lines = g_strsplit(valid, "\n", -1);
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    for (char **line = lines; *line != NULL; line++) {
        if (!g_regex_match(self->quoted, *line, 0, NULL)) {
            g_strv_builder_add(builder, g_strstrip(*line));
        }
    }
    return g_strv_builder_end(builder);
}

gboolean failures_lacked(const Failures *self, const char *text)
{
    g_auto(GStrv) lines = lines_of(self, text);
    for (char **line = lines; *line != NULL; line++) {
        g_autofree char *lower = g_ascii_strdown(*line, -1);
        if (has_one_of(lower, self->lacking) || text_list_has(self->lacking_lines, lower) ||
            ends_with_one_of(lower, self->lacking_ends)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean failures_lacked_space(const Failures *self, const char *text)
{
    g_auto(GStrv) lines = lines_of(self, text);
    for (char **line = lines; *line != NULL; line++) {
        g_autofree char *lower = g_ascii_strdown(*line, -1);
        if (has_one_of(lower, self->lacking_space)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean matches_one_of(const char *line, const GPtrArray *patterns)
{
    for (guint i = 0; i < patterns->len; i++) {
        if (g_regex_match(patterns->pdata[i], line, 0, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean names_error(const Failures *self, const char *line)
{
    g_autofree char *lower = g_ascii_strdown(line, -1);
    return !has_one_of(lower, self->no_errors) && matches_one_of(line, self->errors);
}

char *failures_announced(const Failures *self, const char *text, char **line)
{
    g_auto(GStrv) lines = lines_of(self, text);
    char **at = lines;
    while (*at != NULL && !matches_one_of(*at, self->announces)) {
        at++;
    }
    if (*at == NULL) {
        return NULL;
    }
    *line = g_strdup(*at);
    GString *words = g_string_new(*at);
    char **next = at[1] != NULL && *at[1] == '\0' ? at + 2 : at + 1;
    for (; *next != NULL && **next != '\0'; next++) {
        g_string_append_printf(words, " %s", *next);
    }
    return g_string_free(words, FALSE);
}

char *failures_first_error(const Failures *self, const char *text)
{
    if (failures_lacked(self, text)) {
        return NULL;
    }
    g_auto(GStrv) lines = lines_of(self, text);
    for (char **line = lines; *line != NULL; line++) {
        if (names_error(self, *line)) {
            return g_strdup(*line);
        }
    }
    return NULL;
}

char *failures_source_error(const Failures *self, int status, const char *text)
{
    return status == FAILURES_STATUS_ERROR ? failures_first_error(self, text) : NULL;
}
