/* The schema for editors and the documentation say the same as the tables. */
#include "../schema.h"
#include "core/specification.h"

static void test_same_fields(void)
{
    assert_schema("xaas-spec-1.schema.json", &specification_type, SPECIFICATION_SCHEMA);
}

static void test_documented(void)
{
    assert_documented("spec-format.md", &specification_type);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/schema/same-fields", test_same_fields);
    g_test_add_func("/schema/documented", test_documented);
    return g_test_run();
}
