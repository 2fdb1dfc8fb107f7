#include "core/parallel.h"
#include "core/text_order.h"
#include "discover/classify/knowledge_reader.h"

#include <string.h>

static int compare_lengths(const void *a, const void *b)
{
    const char *left = *(const char *const *)a;
    const char *right = *(const char *const *)b;
    gsize left_length = strlen(left);
    gsize right_length = strlen(right);
    if (left_length != right_length) {
        return left_length > right_length ? -1 : 1;
    }
    return strcmp(left, right);
}

/* Paths of all *.yaml directly inside a folder, sorted, so that messages do not depend on the disk.
 */
static gboolean list_files(const char *folder, GPtrArray *paths, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    if (dir == NULL) {
        g_set_error(error, KNOWLEDGE_ERROR, KNOWLEDGE_ERROR_UNREADABLE,
                    "%s cannot be read; a folder of knowledge has the folders technologies and "
                    "rules (docs/knowledge.md)",
                    folder);
        return FALSE;
    }
    const char *name;
    while ((name = g_dir_read_name(dir)) != NULL) {
        if (g_str_has_suffix(name, ".yaml")) {
            g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
        }
    }
    g_ptr_array_sort(paths, text_order);
    return TRUE;
}

static Knowledge *knowledge_new(void)
{
    Knowledge *self = g_new0(Knowledge, 1);
    self->arena = arena_new();
    self->terms = g_ptr_array_new();
    self->rules = g_ptr_array_new_with_free_func((GDestroyNotify)knowledge_rule_free);
    self->flag_prefixes = g_ptr_array_new();
    self->library_prefixes = g_ptr_array_new();
    self->program_prefixes = g_ptr_array_new();
    self->wrapper_prefixes = g_ptr_array_new();
    self->phrases =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_array_unref);
    GHashTable **tables[] = {&self->term_by_id,
                             &self->packages,
                             &self->macros,
                             &self->flags,
                             &self->libraries,
                             &self->languages,
                             &self->programs,
                             &self->wrappers,
                             &self->sets,
                             &self->value_words,
                             &self->patterns.headers,
                             &self->patterns.pragmas,
                             &self->patterns.identifiers,
#define X(name) &self->name,
                             KNOWLEDGE_WORD_LISTS(X)
#undef X
    };
    for (gsize i = 0; i < G_N_ELEMENTS(tables); i++) {
        *tables[i] = g_hash_table_new(g_str_hash, g_str_equal);
    }
    return self;
}

static gboolean read_documents(Knowledge *self, const GPtrArray *documents, GError **error)
{
    gboolean (*passes[])(const KnowledgeReader *, json_t *) = {knowledge_read_terms,
                                                               knowledge_read_rules};
    for (gsize pass = 0; pass < G_N_ELEMENTS(passes); pass++) {
        for (guint i = 0; i < documents->len; i++) {
            const YamlDocument *document = g_ptr_array_index(documents, i);
            KnowledgeReader reader = {.knowledge = self, .document = document, .error = error};
            if (!passes[pass](&reader, yaml_root(document))) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

typedef struct {
    const GPtrArray *paths;
    GPtrArray *documents; /* YamlDocument *, NULL with an error */
    GError **errors;
} Parsing;

static void parse_file(guint index, gpointer data)
{
    const Parsing *self = data;
    self->documents->pdata[index] = yaml_load(self->paths->pdata[index], &self->errors[index]);
}

/* All else waits for these files, so they are parsed side by side. NULL and the error of the first
 * one that cannot be read. */
static GPtrArray *parse_files(const GPtrArray *paths, GError **error)
{
    g_autoptr(GPtrArray) documents =
        g_ptr_array_new_with_free_func((GDestroyNotify)yaml_document_free);
    g_ptr_array_set_size(documents, (gint)paths->len);
    g_autofree GError **errors = g_new0(GError *, paths->len + 1);
    Parsing parsing = {paths, documents, errors};
    parallel_for(paths->len, g_get_num_processors(), parse_file, &parsing);
    gboolean failed = FALSE;
    for (guint i = 0; i < paths->len; i++) {
        if (errors[i] != NULL && !failed) {
            g_propagate_error(error, errors[i]);
            failed = TRUE;
        } else if (errors[i] != NULL) {
            g_error_free(errors[i]);
        }
    }
    return failed ? NULL : g_steal_pointer(&documents);
}

Knowledge *knowledge_load(const char *folder, GError **error)
{
    static const char *const parts[] = {"technologies", "rules"};
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autofree char *part = g_build_filename(folder, parts[i], NULL);
        if (!list_files(part, paths, error)) {
            return NULL;
        }
    }
    g_autoptr(GPtrArray) documents = parse_files(paths, error);
    if (documents == NULL) {
        return NULL;
    }
    g_autoptr(Knowledge) self = knowledge_new();
    if (!read_documents(self, documents, error)) {
        return NULL;
    }
    g_ptr_array_sort(self->flag_prefixes, compare_lengths);
    g_ptr_array_sort(self->library_prefixes, compare_lengths);
    g_ptr_array_sort(self->program_prefixes, compare_lengths);
    g_ptr_array_sort(self->wrapper_prefixes, compare_lengths);
    return g_steal_pointer(&self);
}
