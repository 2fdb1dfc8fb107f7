/* From a specification to a matrix: which combinations stay, which go, and why. */
#include "container/plan/plan.h"
#include <glib/gstdio.h>
#include <string.h>

static const char specification[] =
    "schema: xaas-spec/1\n"
    "project: {name: toy, version: \"1\"}\n"
    "build_systems: [{type: cmake, file: CMakeLists.txt}]\n"
    "points:\n"
    "- {id: simd/SIMD, category: simd, option: SIMD, kind: choice, default: None, condition: "
    "\"true\",\n"
    "   values: [{value: None, rejected: turns it off}, {value: SSE}, {value: AVX2, requires: "
    "[{option: DOUBLE,\n"
    "   value: \"OFF\", at: \"CMakeLists.txt:12\"}]}], decided_by: rules, confidence: 1, review: "
    "pending}\n"
    "- {id: precision/DOUBLE, category: precision, option: DOUBLE, kind: switch, default: "
    "\"OFF\",\n"
    "   condition: \"true\", decided_by: rules, confidence: 1, review: pending}\n"
    "- {id: mpi/MPI, category: mpi, option: MPI, kind: switch, default: \"OFF\", condition: \"not "
    "THREADS\",\n"
    "   requires: [{package: MPI}], decided_by: rules, confidence: 1, review: pending}\n"
    "- {id: threading/THREADS, category: threading, option: THREADS, kind: switch, default: "
    "\"OFF\",\n"
    "   condition: \"true\", decided_by: rules, confidence: 1, review: pending}\n"
    "groups:\n"
    "- {kind: at_most_one, members: [{option: MPI}, {option: DOUBLE}], at: \"CMakeLists.txt:20\"}\n"
    "constraints:\n"
    "- {when: \"SIMD=SSE and THREADS\", message: no threads with SSE}\n";

typedef struct {
    char *path;
    Arena *arena;
} Fixture;

static void set_up(Fixture *self, gconstpointer data)
{
    (void)data;
    int descriptor = g_file_open_tmp("xaas-plan-XXXXXX", &self->path, NULL);
    g_assert_cmpint(descriptor, >=, 0);
    g_close(descriptor, NULL);
    g_assert_true(g_file_set_contents(self->path, specification, -1, NULL));
    self->arena = arena_new();
}

static void tear_down(Fixture *self, gconstpointer data)
{
    (void)data;
    g_unlink(self->path);
    g_free(self->path);
    arena_free(self->arena);
}

#include "tests/unit/fixture_tests.h"

#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})

static const Matrix *plan(Fixture *self, PlanRequest request)
{
    g_autoptr(GError) error = NULL;
    request.specification_path = self->path;
    request.source = ".";
    const Matrix *matrix = plan_matrix(self->arena, &request, &error);
    g_assert_no_error(error);
    return matrix;
}

static void refuse(Fixture *self, PlanRequest request, const char *said)
{
    g_autoptr(GError) error = NULL;
    request.specification_path = self->path;
    request.source = ".";
    g_assert_null(plan_matrix(self->arena, &request, &error));
    g_assert_nonnull(error);
    if (strstr(error->message, said) == NULL) {
        g_test_message("%s", error->message);
        g_test_fail();
    }
}

static void test_requirements(Fixture *self, gconstpointer data)
{
    (void)data;
    const Matrix *matrix =
        plan(self, (PlanRequest){.all = TEXTS("SIMD"), .vary = TEXTS("DOUBLE=ON,OFF")});
    g_assert_cmpuint(matrix->configurations->len, ==, 3);
    g_assert_cmpuint(matrix->dropped->len, ==, 2);
    const DroppedConfiguration *dropped = matrix->dropped->pdata[0];
    g_assert_cmpstr(dropped->reasons->pdata[0], ==,
                    "SIMD=AVX2 requires DOUBLE=OFF (CMakeLists.txt:12)");
}

/* A value that is no choice of its own is named, unless it is off and the default, or wanted. */
static void test_all(Fixture *self, gconstpointer data)
{
    (void)data;
    const Matrix *matrix = plan(self, (PlanRequest){.all = TEXTS("SIMD")});
    g_assert_cmpuint(matrix->configurations->len, ==, 2);
    g_assert_cmpuint(matrix->dropped->len, ==, 1);
    const DroppedConfiguration *dropped = matrix->dropped->pdata[0];
    const Setting *setting = dropped->settings->pdata[0];
    g_assert_cmpstr(setting->option, ==, "SIMD");
    g_assert_cmpstr(setting->value, ==, "None");
    g_assert_cmpstr(dropped->reasons->pdata[0], ==, "turns it off; --vary takes it");
    matrix = plan(self, (PlanRequest){.all = TEXTS("SIMD"), .vary = TEXTS("SIMD=None")});
    g_assert_cmpuint(matrix->configurations->len, ==, 3);
    g_assert_cmpuint(matrix->dropped->len, ==, 0);
    g_auto(GStrv) parts = g_strsplit(specification, "None", -1);
    g_autofree char *off = g_strjoinv("\"OFF\"", parts);
    g_assert_true(g_file_set_contents(self->path, off, -1, NULL));
    matrix = plan(self, (PlanRequest){.all = TEXTS("SIMD")});
    g_assert_cmpuint(matrix->configurations->len, ==, 3);
    g_assert_cmpuint(matrix->dropped->len, ==, 0);
}

/* What the options decide goes with the matrix, and comes back from its text. */
static void test_points(Fixture *self, gconstpointer data)
{
    (void)data;
    const Matrix *matrix = plan(self, (PlanRequest){.set = TEXTS("SIMD=SSE")});
    g_assert_cmpuint(matrix->points->len, ==, 4);
    g_autofree char *text = matrix_text(matrix);
    g_assert_true(g_file_set_contents(self->path, text, -1, NULL));
    g_autoptr(GError) error = NULL;
    const Matrix *again = matrix_load(self->arena, self->path, &error);
    g_assert_no_error(error);
    const MatrixPoint *mpi = again->points->pdata[2];
    g_assert_cmpstr(mpi->option, ==, "MPI");
    g_assert_cmpint(mpi->category, ==, CATEGORY_MPI);
    g_assert_cmpstr(mpi->default_value, ==, "OFF");
    g_assert_cmpuint(mpi->packages->len, ==, 1);
    json_t *array = matrix_points_json(again);
    const GPtrArray *read = matrix_points_read(self->arena, array, "image", &error);
    g_assert_no_error(error);
    g_assert_cmpuint(read->len, ==, 4);
    json_array_append_new(array, json_object());
    g_assert_null(matrix_points_read(self->arena, array, "image", &error));
    g_assert_nonnull(error);
    json_decref(array);
}

static void test_groups_and_constraints(Fixture *self, gconstpointer data)
{
    (void)data;
    const Matrix *matrix =
        plan(self, (PlanRequest){.vary = TEXTS("MPI=ON,OFF", "DOUBLE=ON,OFF", "THREADS=ON,OFF"),
                                 .set = TEXTS("SIMD=SSE")});
    /* SSE goes without threads; MPI not with DOUBLE: of eight, three are left. */
    g_assert_cmpuint(matrix->configurations->len, ==, 3);
    g_assert_cmpuint(matrix->dropped->len, ==, 5);
}

/* A package may be there: it never drops anything. A condition that is false does. */
static void test_conditions(Fixture *self, gconstpointer data)
{
    (void)data;
    const Matrix *matrix = plan(
        self, (PlanRequest){.vary = TEXTS("THREADS=ON,OFF"), .set = TEXTS("MPI=ON", "DOUBLE=OFF")});
    g_assert_cmpuint(matrix->configurations->len, ==, 1);
    const DroppedConfiguration *dropped = matrix->dropped->pdata[0];
    g_assert_nonnull(strstr(dropped->reasons->pdata[0], "exists only under"));
}

static void test_refusals(Fixture *self, gconstpointer data)
{
    (void)data;
    refuse(self, (PlanRequest){.vary = TEXTS("SIMD=NEON")}, "it has: None, SSE, AVX2");
    refuse(self, (PlanRequest){.vary = TEXTS("DOUBLE=maybe")}, "is a switch");
    refuse(
        self, (PlanRequest){.vary = TEXTS("NOTHING=1")},
        "has no point NOTHING; it has SIMD, DOUBLE, MPI, THREADS; what is no point is given with "
        "--define");
    refuse(self, (PlanRequest){.vary = TEXTS("THREDS=1")}, "; did you mean THREADS? it has SIMD,");
    refuse(self, (PlanRequest){.vary = TEXTS("simd/SIND=1")}, "; did you mean simd/SIMD? it has");
    refuse(self, (PlanRequest){.vary = TEXTS("SIMD=SSE"), .set = TEXTS("SIMD=AVX2")}, "varied");
    refuse(self, (PlanRequest){.define = TEXTS("A=1", "A=2")}, "given twice");
    refuse(self, (PlanRequest){.define = TEXTS("-P=x")}, "no option's name");
    refuse(self, (PlanRequest){.define = TEXTS("plain")}, "NAME=VALUE");
    refuse(self, (PlanRequest){.set = TEXTS("SIMD=AVX2", "DOUBLE=ON")}, "no configuration");
    refuse(self, (PlanRequest){.set = TEXTS("SIMD=SSE", "THREADS=ON")}, "no threads with SSE");
}

/* What the specification does not know is varied by name. A comma may belong to a value, and the
 * dashes of compilers' options to no name. */
static void test_definitions(Fixture *self, gconstpointer data)
{
    (void)data;
    const Matrix *matrix =
        plan(self, (PlanRequest){.vary = TEXTS("SIMD=SSE,AVX2"),
                                 .vary_define = TEXTS("FLAGS=-O2,-Wl\\,-z", "FLAGS=--x\\y")});
    static const char *const expected[][2] = {{"SSE-O2", "-O2"},        {"SSE-Wl_-z", "-Wl,-z"},
                                              {"SSE-x_y", "--x\\y"},    {"AVX2-O2", "-O2"},
                                              {"AVX2-Wl_-z", "-Wl,-z"}, {"AVX2-x_y", "--x\\y"}};
    g_assert_cmpuint(matrix->configurations->len, ==, G_N_ELEMENTS(expected));
    for (gsize i = 0; i < G_N_ELEMENTS(expected); i++) {
        const Configuration *configuration = matrix->configurations->pdata[i];
        g_assert_cmpstr(configuration->name, ==, expected[i][0]);
        const Setting *setting = configuration->settings->pdata[1];
        g_assert_cmpstr(setting->option, ==, "FLAGS");
        g_assert_cmpstr(setting->value, ==, expected[i][1]);
    }
    refuse(self, (PlanRequest){.vary_define = TEXTS("-P=x")}, "no option's name");
    refuse(self, (PlanRequest){.vary_define = TEXTS("plain")}, "NAME=V1,V2");
    refuse(self, (PlanRequest){.vary_define = TEXTS("A=1,2"), .define = TEXTS("A=1")}, "varied");
}

/* Where the project is configured: its top, the one other folder, or what was asked for. */
static void test_folder(Fixture *self, gconstpointer data)
{
    (void)data;
    g_assert_null(plan(self, (PlanRequest){0})->folder);
    g_assert_cmpstr(plan(self, (PlanRequest){.folder = "a/b"})->folder, ==, "a/b");
    refuse(self, (PlanRequest){.folder = "a/../../b"}, "within the source");
    refuse(self, (PlanRequest){.folder = "/a"}, "within the source");
    static const struct {
        const char *builds;
        const char *folder;
        const char *said;
    } cases[] = {
        {"{type: cmake, folder: x, file: x/CMakeLists.txt}, {type: make, file: Makefile, unread: "
         "true}",
         "x", NULL},
        /* A part of the project is built with CMake, and the whole with make. */
        {"{type: cmake, folder: x, file: x/CMakeLists.txt}, {type: make, file: Makefile}", NULL,
         NULL},
        {"{type: cmake, folder: x, file: f}, {type: cmake, file: f}", NULL, NULL},
        {"{type: cmake, folder: x, file: f}, {type: cmake, folder: y, file: f, vendored: true}",
         "x", NULL},
        {"{type: cmake, folder: x, file: f}, {type: cmake, folder: y, file: f}", NULL,
         "folders: x, y"},
        {"{type: cmake, folder: ../x, file: f}", NULL, "no folder within"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) text = g_string_new(specification);
        g_string_replace(text, "{type: cmake, file: CMakeLists.txt}", cases[i].builds, 1);
        g_assert_true(g_file_set_contents(self->path, text->str, -1, NULL));
        if (cases[i].said != NULL) {
            refuse(self, (PlanRequest){0}, cases[i].said);
        } else {
            g_assert_cmpstr(plan(self, (PlanRequest){0})->folder, ==, cases[i].folder);
        }
    }
}

/* A point that another build system comes first with is set as CMake has it, whichever of its names
 * is given; what CMake does not have is refused, and decides nothing. */
static void test_several_build_systems(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char text[] =
        "schema: xaas-spec/1\n"
        "project: {name: toy}\n"
        "build_systems: [{type: make, file: Makefile}, {type: cmake, folder: c, file: "
        "c/CMakeLists.txt}]\n"
        "points:\n"
        "- {id: io/HAVE_Z, category: io, option: HAVE_Z, kind: switch, flag: HAVE_Z=1, default: "
        "\"OFF\",\n"
        "   alternatives: [{option: TOY_Z, build: cmake, folder: c, flag: -DTOY_Z=ON, default: "
        "\"OFF\"},\n"
        "   {option: no_z, build: meson, flag: -Dno_z=false}], condition: NOWHERE,\n"
        "   decided_by: rules, confidence: 1, review: pending}\n"
        "- {id: simd/ASM, category: simd, option: ASM, kind: switch, flag: ASM=1, default: "
        "\"OFF\",\n"
        "   condition: \"true\", decided_by: rules, confidence: 1, review: pending}\n";
    static const struct {
        const char *vary;
        const char *values[2];
    } cases[] = {{"HAVE_Z=ON,OFF", {"ON", "OFF"}},
                 {"io/HAVE_Z=1,0", {"1", "0"}},
                 {"TOY_Z=OFF,ON", {"OFF", "ON"}},
                 {"no_z=ON,OFF", {"OFF", "ON"}}};
    g_assert_true(g_file_set_contents(self->path, text, -1, NULL));
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Matrix *matrix = plan(self, (PlanRequest){.vary = TEXTS(cases[i].vary)});
        g_assert_cmpuint(matrix->configurations->len, ==, 2);
        for (guint k = 0; k < 2; k++) {
            const Configuration *configuration = matrix->configurations->pdata[k];
            const Setting *setting = configuration->settings->pdata[0];
            g_assert_cmpstr(setting->option, ==, "TOY_Z");
            g_assert_cmpstr(setting->value, ==, cases[i].values[k]);
        }
        g_assert_cmpuint(matrix->points->len, ==, 1);
        g_assert_cmpstr(((const MatrixPoint *)matrix->points->pdata[0])->option, ==, "TOY_Z");
    }
    refuse(self, (PlanRequest){.set = TEXTS("ASM=ON")}, "ASM is an option of make");
    refuse(self, (PlanRequest){.set = TEXTS("HAVE_Z=ON"), .folder = "other"},
           "HAVE_Z is an option of make");
}

/* An id speaks as the option that it is named for, whatever CMake's says. */
static void test_opposite_by_id(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char text[] =
        "schema: xaas-spec/1\n"
        "project: {name: toy}\n"
        "build_systems: [{type: autotools, file: configure.ac}, {type: cmake, file: "
        "CMakeLists.txt}]\n"
        "points:\n"
        "- {id: io/--enable-z, category: io, option: --enable-z, kind: switch, flag: --enable-z,\n"
        "   default: \"no\", alternatives: [{option: NO_Z, build: cmake, flag: -DNO_Z=OFF, "
        "default: \"ON\"}],\n"
        "   requires: [{package: Z}, {option: F}],\n"
        "   condition: \"true\", decided_by: rules, confidence: 1, review: pending}\n"
        "- {id: mpi/NO_M, category: mpi, option: NO_M, build: cmake, kind: switch, flag: "
        "-DNO_M=ON,\n"
        "   alternatives: [{option: --with-m, build: autotools, flag: --without-m, default: "
        "\"no\"}],\n"
        "   condition: \"true\", decided_by: rules, confidence: 1, review: pending}\n"
        "- {id: fft/--with-f, category: fft, option: --with-f, kind: switch, flag: --without-f,\n"
        "   default: \"yes\", only_given: true, alternatives: [{option: F, build: cmake,\n"
        "   flag: -DF=ON, default: \"ON\"}], condition: \"true\", decided_by: rules, confidence: "
        "1,\n"
        "   review: pending}\n";
    static const struct {
        const char *set, *option, *value;
    } cases[] = {{"io/--enable-z=yes", "NO_Z", "OFF"},
                 {"--enable-z=yes", "NO_Z", "OFF"},
                 {"NO_Z=ON", "NO_Z", "ON"},
                 {"mpi/NO_M=yes", "NO_M", "yes"},
                 {"--with-m=yes", "NO_M", "OFF"},
                 {"--without-m=yes", "NO_M", "yes"},
                 {"fft/--with-f=yes", "F", "yes"},
                 {"--with-f=yes", "F", "yes"}};
    g_assert_true(g_file_set_contents(self->path, text, -1, NULL));
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Matrix *matrix = plan(self, (PlanRequest){.set = TEXTS(cases[i].set)});
        const Setting *setting = matrix->common->pdata[0];
        g_assert_cmpstr(setting->option, ==, cases[i].option);
        g_assert_cmpstr(setting->value, ==, cases[i].value);
        const MatrixPoint *point = matrix->points->pdata[0];
        g_assert_cmpstr(point->option, ==, "NO_Z");
        g_assert_cmpint(point->polarity, ==, POLARITY_NEGATIVE);
        g_assert_cmpuint(point->packages->len, ==, 1);
    }
}

/* Values are the project's, however they are spelled, and each counts once. */
static void test_same_values(Fixture *self, gconstpointer data)
{
    (void)data;
    const Matrix *matrix = plan(self, (PlanRequest){.vary = TEXTS("SIMD=sse,SSE,Avx2")});
    g_assert_cmpuint(matrix->configurations->len, ==, 2);
    static const char *const values[] = {"SSE", "AVX2"};
    for (guint i = 0; i < 2; i++) {
        const Configuration *configuration = matrix->configurations->pdata[i];
        g_assert_cmpstr(((const Setting *)configuration->settings->pdata[0])->value, ==, values[i]);
    }
    /* Numbers, of which some are words for on and off, are named with their option. */
    matrix = plan(self, (PlanRequest){.vary_define = TEXTS("WIDTH=1,2.5", "FFT=kiss,fftw")});
    static const char *const names[] = {"WIDTH_1-kiss", "WIDTH_1-fftw", "WIDTH_2.5-kiss"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const Configuration *configuration = matrix->configurations->pdata[i];
        g_assert_cmpstr(configuration->name, ==, names[i]);
    }
    g_assert_true(values_are_same("1", "ON") && values_are_same("no", "OFF"));
    g_assert_false(values_are_same("1", "OFF") || values_are_same("2", "ON") ||
                   values_are_same("AVX2", "ON"));
}

/* What brings something where it is off is certain only where the option exists; what does without
 * it needs nothing. */
static void test_negated_defaults(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char text[] =
        "schema: xaas-spec/1\n"
        "project: {name: toy}\n"
        "build_systems: [{type: cmake, file: CMakeLists.txt}]\n"
        "points:\n"
        "- {id: mpi/NO_M, category: mpi, option: NO_M, kind: switch, default: \"%s\",\n"
        "   polarity: negative, condition: \"%s\", decided_by: rules, confidence: 1, review: "
        "pending}\n"
        "- {id: fft/F, category: fft, option: F, kind: switch, default: \"OFF\", condition: "
        "\"true\",\n"
        "   decided_by: rules, confidence: 1, review: pending}\n";
    static const struct {
        const char *value, *condition, *told;
    } cases[] = {{"OFF", "true", "OFF"}, {"OFF", "found(M)", NULL}, {"ON", "found(M)", "ON"}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *file = g_strdup_printf(text, cases[i].value, cases[i].condition);
        g_assert_true(g_file_set_contents(self->path, file, -1, NULL));
        const Matrix *matrix = plan(self, (PlanRequest){.set = TEXTS("F=ON")});
        const MatrixPoint *point = matrix->points->pdata[0];
        g_assert_cmpstr(point->default_value, ==, cases[i].told);
        g_autoptr(GError) error = NULL;
        json_t *points = matrix_points_json(matrix);
        const GPtrArray *read = matrix_points_read(self->arena, points, "points", &error);
        json_decref(points);
        g_assert_no_error(error);
        g_assert_cmpint(((const MatrixPoint *)read->pdata[0])->polarity, ==, POLARITY_NEGATIVE);
    }
}

/* A default counts where the option certainly exists, or it is off. */
static void test_certain_defaults(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) text = g_string_new(specification);
    g_string_replace(text, "option: MPI, kind: switch, default: \"OFF\"",
                     "option: MPI, kind: switch, default: \"ON\"", 1);
    g_assert_true(g_file_set_contents(self->path, text->str, -1, NULL));
    static const struct {
        const char *vary, *told;
    } cases[] = {{"THREADS=OFF", "ON"}, {"THREADS=ON,OFF", NULL}, {"THREADS=ON", NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Matrix *matrix = plan(self, (PlanRequest){.vary = TEXTS(cases[i].vary)});
        const MatrixPoint *mpi = matrix->points->pdata[2];
        g_assert_cmpstr(mpi->option, ==, "MPI");
        g_assert_cmpstr(mpi->default_value, ==, cases[i].told);
        g_assert_cmpstr(((const MatrixPoint *)matrix->points->pdata[1])->default_value, ==, "OFF");
    }
}

/* A switch has two values, however they are spelt. */
static void test_spellings(Fixture *self, gconstpointer data)
{
    (void)data;
    const Matrix *matrix = plan(self, (PlanRequest){.vary = TEXTS("DOUBLE=on,ON,1,no,0")});
    g_assert_cmpuint(matrix->configurations->len, ==, 2);
    const Configuration *second = matrix->configurations->pdata[1];
    g_assert_cmpstr(second->name, ==, "DOUBLE_no");
}

/* A matrix that people wrote cannot lead out of the sources. */
static void test_hostile_folder(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autofree char *text = matrix_text(plan(self, (PlanRequest){.folder = "inside"}));
    g_autoptr(GString) hostile = g_string_new(text);
    g_assert_cmpuint(g_string_replace(hostile, "folder: inside", "folder: x/../..", 0), ==, 1);
    g_assert_true(g_file_set_contents(self->path, hostile->str, -1, NULL));
    g_autoptr(GError) error = NULL;
    g_assert_null(matrix_load(self->arena, self->path, &error));
    g_assert_nonnull(strstr(error->message, "a folder within the source"));
}

/* Values are whatever they are; names are for folders. */
static void test_hostile(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char value[] = "a\nb; \"c\" $(d) ../../e";
    const Matrix *matrix = plan(self, (PlanRequest){.vary = TEXTS("SIMD=SSE"),
                                                    .define = TEXTS("X=a\nb; \"c\" $(d) ../../e")});
    g_assert_cmpstr(((const Setting *)matrix->common->pdata[0])->value, ==, value);
    g_autofree char *text = matrix_text(matrix);
    g_assert_true(g_file_set_contents(self->path, text, -1, NULL));
    g_autoptr(GError) error = NULL;
    const Matrix *again = matrix_load(self->arena, self->path, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(((const Setting *)again->common->pdata[0])->value, ==, value);
    const Configuration *configuration = again->configurations->pdata[0];
    g_assert_cmpstr(configuration->name, ==, "SSE");
}

static void test_presets(Fixture *self, gconstpointer data)
{
    (void)data;
    const Matrix *matrix =
        plan(self, (PlanRequest){.vary = TEXTS("SIMD=SSE,AVX2"), .define = TEXTS("X=$env{HOME}")});
    g_autofree char *text = matrix_presets(matrix);
    json_t *root = json_loads(text, 0, NULL);
    g_assert_cmpint(json_integer_value(json_object_get(root, "version")), ==, 3);
    const json_t *presets = json_object_get(root, "configurePresets");
    g_assert_cmpuint(json_array_size(presets), ==, 3);
    /* CMake would look the macro up. */
    const json_t *common = json_object_get(json_array_get(presets, 0), "cacheVariables");
    g_assert_cmpstr(json_string_value(json_object_get(common, "X")), ==, "${dollar}env{HOME}");
    const json_t *avx2 = json_object_get(json_array_get(presets, 2), "cacheVariables");
    g_assert_cmpstr(json_string_value(json_object_get(avx2, "SIMD")), ==, "AVX2");
    json_decref(root);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const FixtureTest tests[] = {
        {"/container/plan/requirements", test_requirements},
        {"/container/plan/all", test_all},
        {"/container/plan/points", test_points},
        {"/container/plan/groups_and_constraints", test_groups_and_constraints},
        {"/container/plan/conditions", test_conditions},
        {"/container/plan/refusals", test_refusals},
        {"/container/plan/definitions", test_definitions},
        {"/container/plan/folder", test_folder},
        {"/container/plan/several_build_systems", test_several_build_systems},
        {"/container/plan/opposite_by_id", test_opposite_by_id},
        {"/container/plan/same_values", test_same_values},
        {"/container/plan/negated_defaults", test_negated_defaults},
        {"/container/plan/certain_defaults", test_certain_defaults},
        {"/container/plan/spellings", test_spellings},
        {"/container/plan/hostile_folder", test_hostile_folder},
        {"/container/plan/hostile", test_hostile},
        {"/container/plan/presets", test_presets},
    };
    add_fixture_tests(tests, G_N_ELEMENTS(tests));
    return g_test_run();
}
