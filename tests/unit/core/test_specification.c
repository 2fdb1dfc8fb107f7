#include "core/specification.h"
#include "tests/unit/golden.h"
#include <string.h>

static char *data_path(const char *name)
{
    return g_build_filename(XAAS_SOURCE_ROOT, "tests", "unit", "core", "specification", name, NULL);
}

static char *data_text(const char *name)
{
    g_autofree char *path = data_path(name);
    char *text = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

static Specification *load_named(Arena *arena, const char *name)
{
    g_autofree char *path = data_path(name);
    g_autoptr(GError) error = NULL;
    Specification *specification = specification_load(arena, path, &error);
    g_assert_no_error(error);
    return specification;
}

static Specification *load_sample(Arena *arena)
{
    return load_named(arena, "sample.xaas.yaml");
}

static void assert_format(SpecificationFormat format, const char *name)
{
    g_autoptr(Arena) arena = arena_new();
    g_autofree char *text = specification_text(load_sample(arena), format, NULL);
    g_autofree char *path = data_path(name);
    assert_golden(text, path);
}

static void test_yaml(void)
{
    assert_format(FORMAT_YAML, "sample.xaas.yaml");
}

static void test_markdown(void)
{
    assert_format(FORMAT_MARKDOWN, "sample.xaas.md");
}

/* What the project's texts say is never markup, and is written as it is where it can't be. */
static void test_markdown_is_no_markup(void)
{
    static const char text[] =
        "schema: xaas-spec/1\n"
        "project: {name: \"[a](b)\"}\n"
        "build_systems: [{type: cmake, file: CMakeLists.txt}]\n"
        "points:\n"
        "- {id: io/X_Y, category: io, option: X_Y, kind: switch, flag: -DX_Y=ON,\n"
        "   help: \"_a_ b_c (d) `e` <f> *g* h|i __j\",\n"
        "   condition: \"true\", decided_by: rules, confidence: 1, review: pending}\n"
        "- {id: io/Z, category: io, option: Z, kind: switch, help: \"- a list\", default: null,\n"
        "   condition: \"true\", decided_by: rules, confidence: 1, review: pending}\n"
        "rejected: [{option: A, category: io, reason: no, at: \"a|b.cmake:3\"}]\n";
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(YamlDocument) document = yaml_parse(text, strlen(text), "m.yaml", &error);
    g_assert_no_error(error);
    const Specification *self = specification_from_yaml(arena, document, &error);
    g_assert_no_error(error);
    g_autofree char *markdown = specification_text(self, FORMAT_MARKDOWN, NULL);
    g_assert_nonnull(strstr(markdown, "# Specialization points of \\[a\\](b)\n"));
    g_assert_nonnull(strstr(markdown, "\n### X_Y\n"));
    g_assert_nonnull(
        strstr(markdown, "\n\\_a\\_ b_c (d) \\`e\\` &lt;f\\> \\*g\\* h\\|i \\_\\_j\n"));
    g_assert_nonnull(strstr(markdown, "\n\\- a list\n"));
    g_assert_nonnull(strstr(markdown, "| `a\\|b.cmake:3` |\n"));
}

static void test_reference(void)
{
    assert_format(FORMAT_REFERENCE, "sample.reference.json");
}

/* What the layout has no room for, and what it lists in its own way. */
static void test_layout(void)
{
    g_autoptr(Arena) arena = arena_new();
    const Specification *self = load_named(arena, "layout.xaas.yaml");
    g_autofree char *text = specification_text(self, FORMAT_REFERENCE, NULL);
    g_autofree char *path = data_path("layout.reference.json");
    assert_golden(text, path);
}

static void test_fields(void)
{
    g_autoptr(Arena) arena = arena_new();
    const Specification *self = load_sample(arena);
    g_assert_cmpstr(self->project->version, ==, "1.2");
    const Point *gpu = self->points->pdata[1];
    g_assert_cmpint(gpu->category, ==, CATEGORY_GPU_BACKEND);
    g_assert_cmpint(gpu->kind, ==, POINT_CHOICE);
    g_assert_cmpint(gpu->review, ==, REVIEW_ACCEPTED);
    const PointDefault *unknown = gpu->defaults->pdata[1];
    g_assert_null(unknown->value);
    const PointValue *cuda = gpu->values->pdata[1];
    const Requirement *requirement = cuda->requires->pdata[0];
    g_assert_cmpstr(requirement->at.path, ==, "cmake/gpu.cmake");
    g_assert_cmpuint(requirement->at.line, ==, 41);
    g_assert_cmpuint(gpu->evidence->len, ==, 0);
    const Point *mpi = self->points->pdata[2];
    g_assert_null(mpi->default_value);
    g_assert_true(condition_mentions(mpi->condition, "odd name"));
}

/* YAML -> JSON -> YAML is the same. */
static void test_json(void)
{
    g_autoptr(Arena) arena = arena_new();
    Specification *first = load_sample(arena);
    json_t *json = specification_to_json(first);
    g_autoptr(GError) error = NULL;
    const Specification *second = specification_from_json(arena, json, &error);
    g_assert_no_error(error);
    g_autofree char *text = specification_text(second, FORMAT_YAML, NULL);
    g_autofree char *path = data_path("sample.xaas.yaml");
    assert_golden(text, path);
    json_decref(json);
    /* The JSON file is read by the same reader. */
    g_autofree char *dumped = specification_text(first, FORMAT_JSON, NULL);
    g_autoptr(YamlDocument) document = yaml_parse(dumped, strlen(dumped), "x.json", &error);
    g_assert_no_error(error);
    g_assert_nonnull(specification_from_yaml(arena, document, &error));
    g_assert_no_error(error);
}

static void test_empty(void)
{
    g_autoptr(Arena) arena = arena_new();
    Specification *empty = specification_new(arena);
    for (guint format = FORMAT_YAML; format <= FORMAT_REFERENCE; format++) {
        g_autofree char *text = specification_text(empty, (SpecificationFormat)format, NULL);
        g_assert_cmpuint(strlen(text), >, 0);
        g_assert_true(g_str_has_suffix(text, "\n"));
    }
    g_autofree char *yaml = specification_text(empty, FORMAT_YAML, NULL);
    g_autoptr(YamlDocument) document = yaml_parse(yaml, strlen(yaml), "empty", NULL);
    g_assert_nonnull(specification_from_yaml(arena, document, NULL));
}

/* The sample with one text replaced is refused with this message. */
static void assert_refused(const char *sample, const char *from, const char *to,
                           const char *pattern)
{
    const char *at = strstr(sample, from);
    g_assert_nonnull(at);
    g_autofree char *text =
        g_strdup_printf("%.*s%s%s", (int)(at - sample), sample, to, at + strlen(from));
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(YamlDocument) document = yaml_parse(text, strlen(text), "f.yaml", &error);
    g_assert_no_error(error);
    g_assert_null(specification_from_yaml(arena, document, &error));
    g_assert_error(error, RECORD_ERROR, RECORD_ERROR_MALFORMED);
    if (!g_pattern_match_simple(pattern, error->message)) {
        g_error("\"%s\" does not match \"%s\"", error->message, pattern);
    }
}

static void test_refused(void)
{
    static const struct {
        const char *from;
        const char *to;
        const char *pattern;
    } cases[] = {
        {"xaas-spec/1", "xaas-spec/9", "f.yaml:3:1: this version reads \"xaas-spec/1\", not*"},
        {"schema: xaas-spec/1\n", "",
         "f.yaml: this is no specification; one begins with \"schema: xaas-spec/1\""},
        {"  category: simd", "  category: smid",
         "f.yaml:13:3: \"category\" cannot be \"smid\"; write simd, gpu_backend, *or other"},
        {"  review: pending", "  review: yes",
         "f.yaml:*: \"review\" cannot be \"yes\"; write pending, accepted or rejected"},
        {"  kind: choice", "  knid: choice",
         "f.yaml:15:3: a point has no field \"knid\"; it can have id, status, *"},
        {"  kind: choice\n", "", "f.yaml:9:3: this point has no \"kind\"; add it"},
        {"  default: AUTO", "  default: 1.0",
         "f.yaml:18:3: \"default\" must be text, but is a number; put it in double quotes"},
        {"  confidence: 0.98", "  confidence: 98",
         "f.yaml:*:3: \"confidence\" must be a number from 0 to 1*"},
        {"lines: 3456", "lines: -1", "f.yaml:*: \"lines\" must be a whole number from 0 on*"},
        {"reach: {files: 12, lines: 3456, regions: 78}", "reach: 12",
         "f.yaml:*: \"reach\" must be a mapping, but is a number*"},
        {"free_form: true", "free_form: maybe",
         "f.yaml:*: \"free_form\" must be true or false, but is text*"},
        {"condition: \"true\"", "condition: \"A and\"",
         "f.yaml:23:3: \"condition\": column 6 of the condition: *; write for example*"},
        {"[SAMPLE_SIMD_X86_AVX_512]", "[1]",
         "f.yaml:*: \"macros\" must be text in each item, but is a number*"},
        {"- {value: AUTO, flag: -DSAMPLE_SIMD=AUTO}", "- AUTO",
         "f.yaml:20:5: \"values\" must be a mapping in each item, but is text*"},
        {"decided_by: rules", "decided_by: me",
         "f.yaml:*: \"decided_by\" must be rules, person or*"},
        {"id: simd/SAMPLE_SIMD", "id: SAMPLE_SIMD",
         "f.yaml:9:3: \"id\" must be *; write simd/SAMPLE_SIMD"},
        {"{package: MPI, optional: true}", "{package: MPI, option: A}",
         "f.yaml:*: a requirement names a package, an option or a condition; keep just one"},
        {"{package: MPI, optional: true}", "{version: \"1\", at: x}",
         "f.yaml:*: a requirement names *"},
        {"{option: A}", "{option: A, version: \"1\"}", "f.yaml:*: only packages have a version*"},
        {"{option: A}", "{package: A, value: \"1\"}", "f.yaml:*: only options have a value*"},
        {"rejected:\n", "rejected:\n- {option: SAMPLE_SIMD, category: simd, reason: ours}\n",
         "f.yaml:*: SAMPLE_SIMD is there twice, first in line 9; keep the one that holds"},
    };
    g_autofree char *sample = data_text("sample.xaas.yaml");
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        assert_refused(sample, cases[i].from, cases[i].to, cases[i].pattern);
    }
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(YamlDocument) list = yaml_parse("[1]", 3, "f.yaml", NULL);
    g_assert_null(specification_from_yaml(arena, list, &error));
    g_assert_nonnull(strstr(error->message, "this is no specification"));
}

/* A person who moves a point to another category, in either of two fields, has decided. */
static void test_category_edited(void)
{
    g_autofree char *before = data_text("sample.xaas.yaml");
    g_autoptr(GString) text = g_string_new(before);
    g_assert_cmpuint(g_string_replace(text, "  category: simd\n", "  category: fft\n", 1), ==, 1);
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(YamlDocument) document = yaml_parse(text->str, text->len, "f.yaml", &error);
    g_assert_no_error(error);
    const Specification *self = specification_from_yaml(arena, document, &error);
    g_assert_no_error(error);
    const Point *point = self->points->pdata[0];
    g_assert_cmpstr(point->id, ==, "fft/SAMPLE_SIMD");
    g_assert_cmpstr(point->decided_by, ==, "person");
}

/* Damaged files: an error or a specification, never a crash. */
static void test_damaged(void)
{
    g_autofree char *sample = data_text("sample.xaas.yaml");
    gsize length = strlen(sample);
    g_autoptr(GRand) random = g_rand_new_with_seed(7);
    for (guint round = 0; round < 2000; round++) {
        g_autofree char *text = g_strdup(sample);
        gsize used = round % 2 == 0 ? (gsize)g_rand_int_range(random, 0, (gint)length) : length;
        for (guint k = 0; k < round % 5; k++) {
            text[g_rand_int_range(random, 0, (gint)length)] =
                (char)g_rand_int_range(random, 0, 256);
        }
        g_autoptr(Arena) arena = arena_new();
        g_autoptr(GError) error = NULL;
        g_autoptr(YamlDocument) document = yaml_parse(text, used, "f.yaml", &error);
        if (document == NULL) {
            g_assert_nonnull(error);
            continue;
        }
        const Specification *self = specification_from_yaml(arena, document, &error);
        g_assert_true((self == NULL) == (error != NULL));
        if (self != NULL) {
            g_autofree char *yaml = specification_text(self, FORMAT_YAML, NULL);
            g_autofree char *markdown = specification_text(self, FORMAT_MARKDOWN, NULL);
            g_autofree char *reference = specification_text(self, FORMAT_REFERENCE, NULL);
            g_assert_true(g_utf8_validate(yaml, -1, NULL));
            g_assert_true(g_utf8_validate(markdown, -1, NULL));
            g_assert_true(g_utf8_validate(reference, -1, NULL));
        }
    }
}

/* A default as people give it to the build. */
static void test_default_setting(void)
{
    static const struct {
        PointKind kind;
        const char *value;
        const char *setting;
    } rows[] = {
        {POINT_SWITCH, "yes", "ON"},
        {POINT_SWITCH, "Enabled", "ON"},
        {POINT_SWITCH, "0", "OFF"},
        {POINT_SWITCH, "", "OFF"},
        {POINT_SWITCH, "disabled", "OFF"},
        {POINT_SWITCH, "${USE_MPI}", "${USE_MPI}"},
        {POINT_SWITCH, NULL, NULL},
        {POINT_CHOICE, "yes", "yes"},
        {POINT_STRING, "", ""},
        {POINT_STRING, NULL, NULL},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        Point *point = point_new(arena);
        point->kind = rows[i].kind;
        point->default_value = rows[i].value;
        g_assert_cmpstr(point_default_setting(point), ==, rows[i].setting);
    }
}

/* By category, then option, then folder, then build: whatever order they came in. */
static void test_order(void)
{
    g_autoptr(Arena) arena = arena_new();
    static const struct {
        Category category;
        const char *option, *folder, *build;
    } sorted[] = {
        {CATEGORY_SIMD, "Z", "z", NULL},  {CATEGORY_MPI, "A", NULL, "make"},
        {CATEGORY_MPI, "A", "a", "make"}, {CATEGORY_MPI, "A", "b", "cmake"},
        {CATEGORY_MPI, "A", "b", "make"}, {CATEGORY_MPI, "B", "a", "cmake"},
    };
    g_autoptr(GPtrArray) points = g_ptr_array_new();
    for (gsize i = 0; i < G_N_ELEMENTS(sorted); i++) {
        Point *point = point_new(arena);
        point->category = sorted[i].category;
        point->option = sorted[i].option;
        point->folder = sorted[i].folder;
        point->build = sorted[i].build;
        g_ptr_array_add(points, point);
    }
    for (guint i = 0; i < points->len; i++) {
        for (guint j = 0; j < points->len; j++) {
            int order = point_order(points->pdata[i], points->pdata[j]);
            g_assert_true((order < 0) == (i < j) && (order == 0) == (i == j));
        }
    }
}

static void test_formats(void)
{
    SpecificationFormat format = FORMAT_YAML;
    g_assert_true(specification_format_parse("reference-json", &format));
    g_assert_cmpint(format, ==, FORMAT_REFERENCE);
    g_assert_cmpstr(specification_format_suffix(FORMAT_YAML), ==, ".xaas.yaml");
    g_assert_false(specification_format_parse("xml", &format));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/specification/fields", test_fields);
    g_test_add_func("/specification/yaml", test_yaml);
    g_test_add_func("/specification/json", test_json);
    g_test_add_func("/specification/markdown", test_markdown);
    g_test_add_func("/specification/markdown/no_markup", test_markdown_is_no_markup);
    g_test_add_func("/specification/reference", test_reference);
    g_test_add_func("/specification/layout", test_layout);
    g_test_add_func("/specification/empty", test_empty);
    g_test_add_func("/specification/refused", test_refused);
    g_test_add_func("/specification/category-edited", test_category_edited);
    g_test_add_func("/specification/damaged", test_damaged);
    g_test_add_func("/specification/formats", test_formats);
    g_test_add_func("/specification/default-setting", test_default_setting);
    g_test_add_func("/specification/order", test_order);
    return g_test_run();
}
