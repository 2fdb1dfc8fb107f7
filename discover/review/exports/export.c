#include "core/record_table.h"
#include "core/switch_word.h"
#include "core/text_order.h"
#include "core/word_list.h"
#include "discover/review/exports/writer.h"
#include <string.h>

const char *const export_names[] = {
#define X(id, text) [EXPORT_##id] = text,
    EXPORT_FORMS(X)
#undef X
        [EXPORT_COUNT] = NULL};

G_DEFINE_QUARK(xaas - export - error, export_error)

gboolean export_form_parse(const char *text, ExportForm *form)
{
    guint index;
    if (!word_list_find(export_names, text, &index)) {
        return FALSE;
    }
    *form = (ExportForm)index;
    return TRUE;
}

/* ---- packages.yaml -------------------------------------------------------------------------- */

typedef struct {
    GPtrArray *packages; /* PackageNames * */
} PackageFile;

static const RecordField names_type_fields[] = {
    FIELD(PackageNames, found_as, "found_as", TEXTS, REQUIRED),
    FIELD(PackageNames, spack, "spack", TEXT, OPTIONAL),
    FIELD(PackageNames, debian, "debian", TEXTS, OPTIONAL),
};
TYPE(names_type, PackageNames, "package");

static const RecordField file_type_fields[] = {
    FIELD(PackageFile, packages, "packages", RECORDS, REQUIRED, .type = &names_type),
};
TYPE(file_type, PackageFile, "list of packages");

static GPtrArray *load_packages(Arena *arena, const char *path, GError **error)
{
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    if (document == NULL) {
        return NULL;
    }
    PackageFile *file = record_read(&file_type, arena, document, yaml_root(document), error);
    return file == NULL ? NULL : file->packages;
}

const PackageNames *export_package(const ExportInput *input, const char *package)
{
    for (guint i = 0; i < input->packages->len; i++) {
        const PackageNames *names = input->packages->pdata[i];
        for (guint k = 0; k < names->found_as->len; k++) {
            if (g_ascii_strcasecmp(names->found_as->pdata[k], package) == 0) {
                return names;
            }
        }
    }
    return NULL;
}

static void add_once(GPtrArray *list, const char *text)
{
    if (!g_ptr_array_find_with_equal_func(list, text, g_str_equal, NULL)) {
        g_ptr_array_add(list, (gpointer)text);
    }
}

static void add_debian(const ExportInput *input, const GPtrArray *requirements, GPtrArray *found,
                       GPtrArray *unknown)
{
    for (guint i = 0; i < requirements->len; i++) {
        const Requirement *requirement = requirements->pdata[i];
        if (requirement->package == NULL) {
            continue;
        }
        const PackageNames *names = export_package(input, requirement->package);
        if (names == NULL || (names->debian->len == 0 && names->spack != NULL)) {
            add_once(unknown, requirement->package);
        } else {
            for (guint k = 0; k < names->debian->len; k++) {
                add_once(found, names->debian->pdata[k]);
            }
        }
    }
}

static const char *value_of(const ExportConfiguration *configuration, const Point *point)
{
    for (guint i = 0; i < configuration->settings->len; i++) {
        const ExportSetting *setting = configuration->settings->pdata[i];
        if (setting->point == point) {
            return setting->value;
        }
    }
    return point->default_value;
}

GPtrArray *export_debian_packages(const ExportInput *input,
                                  const ExportConfiguration *configuration, GPtrArray *unknown)
{
    GPtrArray *found = arena_array(input->arena);
    for (guint i = 0; i < input->points->len; i++) {
        const Point *point = input->points->pdata[i];
        const char *value = value_of(configuration, point);
        if (value == NULL || switch_word_is_none(value)) {
            continue;
        }
        add_debian(input, export_requires(input, point, NULL), found, unknown);
        for (guint k = 0; k < point->values->len; k++) {
            const PointValue *candidate = point->values->pdata[k];
            if (g_str_equal(candidate->value, value)) {
                add_debian(input, export_requires(input, point, candidate), found, unknown);
            }
        }
    }
    g_ptr_array_sort(found, text_order);
    g_ptr_array_sort(unknown, text_order);
    return found;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static gboolean takes_part(const ExportInput *input, const Point *point)
{
    const Specification *specification = input->request->specification;
    const SpecificationBuild *first =
        specification->builds->len == 0 ? NULL : specification->builds->pdata[0];
    gboolean is_own = first != NULL && g_strcmp0(point->folder, first->folder) == 0 &&
                      (point->build == NULL || g_str_equal(point->build, first->type));
    gboolean wanted = point->review == REVIEW_ACCEPTED ||
                      (point->review == REVIEW_PENDING && !input->request->accepted_only);
    return is_own && wanted && point->status != STATUS_GONE && is_one_line(point->option) &&
           (point->flag == NULL || is_one_line(point->flag));
}

static gboolean prepare(ExportInput *input, GError **error)
{
    const Specification *specification = input->request->specification;
    input->points = arena_array(input->arena);
    for (guint i = 0; i < specification->points->len; i++) {
        if (takes_part(input, specification->points->pdata[i])) {
            g_ptr_array_add(input->points, specification->points->pdata[i]);
        }
    }
    if (specification->builds->len > 0) {
        const SpecificationBuild *build = specification->builds->pdata[0];
        input->build = build->type;
        input->folder = build->folder;
    }
    input->packages = load_packages(input->arena, input->request->packages, error);
    if (input->packages == NULL) {
        return FALSE;
    }
    input->configurations = export_configurations(input);
    input->chosen = export_configuration_of(input, error);
    return input->chosen != NULL;
}

static char *write_form(const ExportInput *input, ExportForm form, GError **error)
{
    switch (form) {
    case EXPORT_CMAKE_PRESETS:
        return export_cmake_presets(input, error);
    case EXPORT_SPACK:
        return export_spack(input, error);
    case EXPORT_EASYBUILD:
        return export_easybuild(input, error);
    case EXPORT_APPTAINER:
        return export_apptainer(input, error);
    case EXPORT_CONTAINERFILE:
        return export_containerfile(input, error);
    case EXPORT_HPCCM:
        return export_hpccm(input, error);
    case EXPORT_SARIF:
        return export_sarif(input, error);
    case EXPORT_MATRIX:
        return export_matrix(input, error);
    case EXPORT_CSV:
        return export_csv(input, error);
    case EXPORT_COUNT:
        break;
    }
    g_assert_not_reached();
}

char *export_text(const ExportRequest *request, ExportForm form, GError **error)
{
    g_autoptr(Arena) arena = arena_new();
    ExportInput input = {.request = request, .arena = arena};
    return prepare(&input, error) ? write_form(&input, form, error) : NULL;
}
