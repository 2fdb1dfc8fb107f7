/* The schema for editors and the documentation say the same as the tables. */
#include "../schema.h"
#include "core/specification.h"

static void test_same_fields(void)
{
    assert_schema("xaas-spec-1.schema.json", &specification_type, SPECIFICATION_SCHEMA);
}

/* Every field and every word of a closed set is explained to people. */
static void test_documented(void)
{
    g_autofree char *path = g_build_filename(XAAS_SOURCE_ROOT, "docs", "spec-format.md", NULL);
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_autoptr(GPtrArray) types = g_ptr_array_new();
    g_ptr_array_add(types, (gpointer)&specification_type);
    for (guint t = 0; t < types->len; t++) {
        const RecordType *type = types->pdata[t];
        for (guint i = 0; i < type->field_count; i++) {
            const RecordField *field = &type->fields[i];
            g_autofree char *row = g_strdup_printf("| `%s` |", field->name);
            if (strstr(text, row) == NULL) {
                g_error("%s does not explain %s of a %s", path, field->name, type->name);
            }
            for (gsize k = 0; field->words != NULL && field->words[k] != NULL; k++) {
                g_autofree char *word = g_strdup_printf("`%s`", field->words[k]);
                if (strstr(text, word) == NULL) {
                    g_error("%s does not explain the word %s", path, field->words[k]);
                }
            }
            if (field->type != NULL && !g_ptr_array_find(types, field->type, NULL)) {
                g_ptr_array_add(types, (gpointer)field->type);
            }
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/schema/same-fields", test_same_fields);
    g_test_add_func("/schema/documented", test_documented);
    return g_test_run();
}
