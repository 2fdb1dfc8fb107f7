#include "evaluate/truth.h"
#include "evaluate/reference.h"

void truth_free(Truth *self)
{
    if (self == NULL) {
        return;
    }
    json_decref(self->reference);
    yaml_document_free(self->document);
    g_hash_table_unref(self->not_points);
    arena_free(self->arena);
    g_free(self);
}

/* Labels that choose the same thing count once, in any of their categories: the reference layout
 * lists one flag for several libraries, or in several sections. */
static void merge_repeated(Truth *self, const GPtrArray *claims)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < claims->len; i++) {
        Claim *claim = claims->pdata[i];
        const char *key =
            claim->flag.key != NULL ? claim->flag.key : claim_name_key(self->arena, claim->name);
        Claim *first = g_hash_table_lookup(seen, key);
        if (first != NULL) {
            first->categories |= claim->categories;
        } else {
            g_hash_table_insert(seen, (gpointer)key, claim);
            g_ptr_array_add(self->claims, claim);
        }
    }
}

static void note_others(Truth *self)
{
    for (guint i = 0; i < self->labels->others->len; i++) {
        const LabelledOther *other = self->labels->others->pdata[i];
        /* The option may be written bare, as -D takes it, or in full, as --with-x. */
        const char *const forms[] = {"-D", ""};
        for (gsize j = 0; j < G_N_ELEMENTS(forms); j++) {
            g_autofree char *text = g_strdup_printf("%s%s%s%s", forms[j], other->option,
                                                    other->value == NULL ? "" : "=",
                                                    other->value == NULL ? "" : other->value);
            Flag flag = flag_read(self->arena, text);
            g_hash_table_insert(self->not_points,
                                (gpointer)(other->value == NULL ? flag.option : flag.key),
                                (gpointer)other->reason);
        }
    }
}

static gboolean read_root(Truth *self, const YamlDocument *document, GError **error)
{
    json_t *root = yaml_root(document);
    g_autoptr(GPtrArray) claims = g_ptr_array_new();
    if (json_object_get(root, "schema") == NULL && reference_is(root)) {
        self->complete = TRUE;
        self->reference = json_incref(root);
        reference_claims(self->arena, root, document, claims);
    } else {
        self->labels = labels_from_yaml(self->arena, document, error);
        if (self->labels == NULL) {
            return FALSE;
        }
        self->complete = self->labels->complete;
        self->project = self->labels->project;
        claims_of_labels(self->arena, self->labels, claims);
        note_others(self);
    }
    merge_repeated(self, claims);
    /* Labels of our own form have said themselves that there is none. */
    if (self->claims->len == 0 && self->labels == NULL) {
        g_set_error(error, RECORD_ERROR, RECORD_ERROR_MALFORMED,
                    "%s: nothing is labelled; add the project's points", self->path);
        return FALSE;
    }
    return TRUE;
}

Truth *truth_from_yaml(YamlDocument *document, GError **error)
{
    g_autoptr(Truth) self = g_new0(Truth, 1);
    self->document = document;
    self->arena = arena_new();
    self->path = arena_strdup(self->arena, yaml_file(document));
    self->claims = arena_array(self->arena);
    self->not_points = g_hash_table_new(NULL, NULL);
    return read_root(self, document, error) ? g_steal_pointer(&self) : NULL;
}

Truth *truth_load(const char *path, GError **error)
{
    YamlDocument *document = yaml_load(path, error);
    return document == NULL ? NULL : truth_from_yaml(document, error);
}
