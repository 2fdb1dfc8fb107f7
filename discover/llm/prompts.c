#include "discover/llm/prompts.h"
#include "core/file.h"
#include "core/yaml.h"
#include <string.h>

GQuark prompts_error_quark(void)
{
    return g_quark_from_static_string("xaas-prompts-error");
}

/* The files of a prompt folder and the places that each template must have. */
static const char *const classify_places[] = {"categories", "examples", "delimiter",
                                              "candidates", "count",    NULL};
static const char *const whole_file_places[] = {"delimiter", "file", "text", NULL};
static const char *const no_places[] = {NULL};

void prompts_free(Prompts *self)
{
    if (self == NULL) {
        return;
    }
    g_free(self->system);
    g_free(self->classify);
    g_free(self->whole_file);
    g_free(self->categories);
    json_decref(self->schema);
    g_clear_pointer(&self->examples, g_ptr_array_unref);
    g_clear_pointer(&self->documents, g_ptr_array_unref);
    g_free(self->digest);
    g_free(self);
}

static guint line_of(const char *text, const char *at)
{
    guint line = 1;
    for (; text < at; text++) {
        line += *text == '\n';
    }
    return line;
}

/* The place that begins at "{{"; NULL when it is none. To be freed. */
static char *place_at(const char *at)
{
    const char *end = strstr(at, "}}");
    g_autofree char *name = end == NULL ? NULL : g_strndup(at + 2, (gsize)(end - at - 2));
    gboolean word =
        name != NULL && *name != '\0' && name[strspn(name, "abcdefghijklmnopqrstuvwxyz_")] == '\0';
    return word ? g_steal_pointer(&name) : NULL;
}

char *prompts_fill(const char *template, const PromptPlace *places)
{
    GString *text = g_string_new(NULL);
    const char *at = template;
    for (const char *open = strstr(at, "{{"); open != NULL; open = strstr(open, "{{")) {
        g_autofree char *name = place_at(open);
        const PromptPlace *place = places;
        while (name != NULL && place->name != NULL && strcmp(place->name, name) != 0) {
            place++;
        }
        if (name == NULL || place->name == NULL) {
            open += 2;
            continue;
        }
        g_string_append_len(text, at, (gssize)(open - at));
        g_string_append(text, place->text);
        open += strlen(name) + 4;
        at = open;
    }
    g_string_append(text, at);
    return g_string_free(text, FALSE);
}

static gboolean check_places(const char *path, const char *text, const char *const *wanted,
                             GError **error)
{
    g_autoptr(GHashTable) found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (const char *open = strstr(text, "{{"); open != NULL; open = strstr(open + 2, "{{")) {
        char *name = place_at(open);
        if (name == NULL || !g_strv_contains(wanted, name)) {
            g_set_error(error, PROMPTS_ERROR, PROMPTS_ERROR_MALFORMED,
                        "%s:%u: %.20s is no place that is filled here; see docs/prompts.md", path,
                        line_of(text, open), open);
            g_free(name);
            return FALSE;
        }
        g_hash_table_add(found, name);
    }
    for (guint i = 0; wanted[i] != NULL; i++) {
        if (!g_hash_table_contains(found, wanted[i])) {
            g_set_error(error, PROMPTS_ERROR, PROMPTS_ERROR_MALFORMED,
                        "%s: the place {{%s}} is missing; write it where its text belongs", path,
                        wanted[i]);
            return FALSE;
        }
    }
    return TRUE;
}

/* What is read, and the digest over it: each file's name and length go in too, so that no text can
 * pass for two. */
typedef struct {
    const char *folder;
    GChecksum *checksum;
} Reader;

static char *read_text(Reader *self, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(self->folder, name, NULL);
    gsize length = 0;
    GError *local = NULL;
    g_autofree char *text = file_read(path, PROMPT_FILE_BYTES_MAX, &length, &local);
    if (text == NULL) {
        g_set_error_literal(error, PROMPTS_ERROR, PROMPTS_ERROR_UNREADABLE, local->message);
        g_error_free(local);
        return NULL;
    }
    if (!g_utf8_validate(text, (gssize)length, NULL)) {
        g_set_error(error, PROMPTS_ERROR, PROMPTS_ERROR_MALFORMED,
                    "%s: this is not UTF-8; save it as that", path);
        return NULL;
    }
    g_autofree char *head = g_strdup_printf("%s %" G_GSIZE_FORMAT "\n", name, length);
    g_checksum_update(self->checksum, (const guchar *)head, (gssize)strlen(head));
    g_checksum_update(self->checksum, (const guchar *)text, (gssize)length);
    return g_steal_pointer(&text);
}

static char *read_template(Reader *self, const char *name, const char *const *places,
                           GError **error)
{
    g_autofree char *text = read_text(self, name, error);
    g_autofree char *path = g_build_filename(self->folder, name, NULL);
    return text != NULL && check_places(path, text, places, error) ? g_steal_pointer(&text) : NULL;
}

static YamlDocument *read_document(Reader *self, Prompts *prompts, const char *name, GError **error)
{
    g_autofree char *text = read_text(self, name, error);
    g_autofree char *path = g_build_filename(self->folder, name, NULL);
    GError *local = NULL;
    YamlDocument *document = text == NULL ? NULL : yaml_parse(text, strlen(text), path, &local);
    if (document == NULL) {
        if (local != NULL) {
            g_set_error_literal(error, PROMPTS_ERROR, PROMPTS_ERROR_MALFORMED, local->message);
            g_error_free(local);
        }
        return NULL;
    }
    g_ptr_array_add(prompts->documents, document);
    return document;
}

static gboolean read_categories(Prompts *self, const YamlDocument *document, GError **error)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    for (guint i = 0; i < CATEGORY_COUNT; i++) {
        const char *name = category_text((Category)i);
        const char *line = json_string_value(json_object_get(yaml_root(document), name));
        if (line == NULL) {
            g_set_error(error, PROMPTS_ERROR, PROMPTS_ERROR_MALFORMED,
                        "%s: the category %s has no line; add \"%s: what belongs there\"",
                        yaml_file(document), name, name);
            return FALSE;
        }
        g_string_append_printf(lines, "%s- %s: %s", i > 0 ? "\n" : "", name, line);
    }
    self->categories = g_strdup(lines->str);
    return TRUE;
}

static gboolean malformed_example(const YamlDocument *document, gsize index, const char *what,
                                  GError **error)
{
    Span at = yaml_item_place(document, yaml_root(document), index);
    g_autofree char *place = span_text(&at);
    g_set_error(error, PROMPTS_ERROR, PROMPTS_ERROR_MALFORMED, "%s: %s", place, what);
    return FALSE;
}

static gboolean read_example(Prompts *self, const YamlDocument *document, gsize index,
                             GError **error)
{
    const json_t *item = json_array_get(yaml_root(document), index);
    PromptExample *example = g_new0(PromptExample, 1);
    g_ptr_array_add(self->examples, example);
    const struct {
        const char *key;
        const char **field;
    } fields[] = {{"project", &example->project}, {"option", &example->option},
                  {"entry", &example->entry},     {"category", &example->category},
                  {"name", &example->name},       {"reason", &example->reason}};
    for (gsize i = 0; i < G_N_ELEMENTS(fields); i++) {
        *fields[i].field = json_string_value(json_object_get(item, fields[i].key));
        if (*fields[i].field == NULL) {
            g_autofree char *what =
                g_strdup_printf("an example needs the text \"%s\"; add it", fields[i].key);
            return malformed_example(document, index, what, error);
        }
    }
    Category category = CATEGORY_OTHER;
    if (strcmp(example->category, PROMPT_NO_POINT) != 0 &&
        !category_parse(example->category, &category)) {
        return malformed_example(document, index,
                                 "this is no category; take one of docs/spec-format.md, or none",
                                 error);
    }
    return TRUE;
}

static gboolean read_examples(Prompts *self, const YamlDocument *document, GError **error)
{
    gsize count = json_array_size(yaml_root(document));
    if (!json_is_array(yaml_root(document)) || count > PROMPT_EXAMPLES_MAX) {
        g_set_error(error, PROMPTS_ERROR, PROMPTS_ERROR_MALFORMED,
                    "%s: a list of at most %u examples is expected", yaml_file(document),
                    PROMPT_EXAMPLES_MAX);
        return FALSE;
    }
    for (gsize i = 0; i < count; i++) {
        if (!read_example(self, document, i, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static json_t *allowed_categories(void)
{
    json_t *words = json_array();
    for (guint i = 0; i < CATEGORY_COUNT; i++) {
        json_array_append_new(words, json_string(category_text((Category)i)));
    }
    json_array_append_new(words, json_string(PROMPT_NO_POINT));
    return words;
}

/* The closed set stands in one place only, core/category.h: in the file, "enum": "CATEGORIES" asks
 * for it. TRUE when it was asked for. */
static gboolean fill_categories(json_t *schema)
{
    gboolean filled = FALSE;
    const char *key = NULL;
    json_t *value = NULL;
    json_object_foreach(schema, key, value)
    {
        if (strcmp(key, "enum") == 0 && g_strcmp0(json_string_value(value), "CATEGORIES") == 0) {
            json_object_set_new(schema, key, allowed_categories());
            filled = TRUE;
        } else {
            filled = fill_categories(value) || filled;
        }
    }
    return filled;
}

static gboolean read_schema(Prompts *self, const YamlDocument *document, GError **error)
{
    self->schema = json_deep_copy(yaml_root(document));
    if (!json_is_object(self->schema) || !fill_categories(self->schema)) {
        g_set_error(error, PROMPTS_ERROR, PROMPTS_ERROR_MALFORMED,
                    "%s: a JSON Schema is expected, with \"enum\": \"CATEGORIES\" where the "
                    "categories belong",
                    yaml_file(document));
        return FALSE;
    }
    return TRUE;
}

static gboolean read_data(Reader *reader, Prompts *self, GError **error)
{
    static const struct {
        const char *name;
        gboolean (*read)(Prompts *, const YamlDocument *, GError **);
    } files[] = {{"categories.yaml", read_categories},
                 {"examples.yaml", read_examples},
                 {"answer.schema.json", read_schema}};
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        const YamlDocument *document = read_document(reader, self, files[i].name, error);
        if (document == NULL || !files[i].read(self, document, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void document_free(gpointer document)
{
    yaml_document_free(document);
}

Prompts *prompts_load(const char *folder, GError **error)
{
    g_autoptr(Prompts) self = g_new0(Prompts, 1);
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    Reader reader = {.folder = folder, .checksum = checksum};
    self->documents = g_ptr_array_new_with_free_func(document_free);
    self->examples = g_ptr_array_new_with_free_func(g_free);
    self->system = read_template(&reader, "system.md", no_places, error);
    if (self->system == NULL) {
        return NULL;
    }
    self->classify = read_template(&reader, "classify.md", classify_places, error);
    if (self->classify == NULL) {
        return NULL;
    }
    self->whole_file = read_template(&reader, "whole-file.md", whole_file_places, error);
    if (self->whole_file == NULL || !read_data(&reader, self, error)) {
        return NULL;
    }
    self->digest = g_strconcat("sha256:", g_checksum_get_string(checksum), NULL);
    return g_steal_pointer(&self);
}
