/* The layout of the SC'25 label files, so that scores can be compared with the published ones.
 * docs/reference-layout.md describes it and what is put where. */
#include "core/json.h"
#include "core/specification_formats.h"
#include <string.h>

/* The layout's lists, in its order. */
/* clang-format off */
#define SECTIONS(X)                                                  \
    X(GPU,       "gpu_backends")                                     \
    X(PARALLEL,  "parallel_programming_libraries")                   \
    X(ALGEBRA,   "linear_algebra_libraries")                         \
    X(FFT,       "FFT_libraries")                                    \
    X(LIBRARIES, "other_external_libraries")                         \
    X(FLAGS,     "compiler_flags")                                   \
    X(TUNING,    "optimization_build_flags")                         \
    X(SIMD,      "simd_vectorization")                               \
    X(INTERNAL,  "internal_build")                                   \
    X(NONE,      "")
/* clang-format on */

typedef enum {
#define X(id, text) SECTION_##id,
    SECTIONS(X)
#undef X
} Section;

static const char *const section_names[] = {
#define X(id, text) [SECTION_##id] = text,
    SECTIONS(X)
#undef X
};

static Section section_of(Category category)
{
    switch (category) {
    case CATEGORY_SIMD:
        return SECTION_SIMD;
    case CATEGORY_GPU_BACKEND:
        return SECTION_GPU;
    case CATEGORY_MPI:
    case CATEGORY_THREADING:
        return SECTION_PARALLEL;
    case CATEGORY_LINEAR_ALGEBRA:
        return SECTION_ALGEBRA;
    case CATEGORY_FFT:
        return SECTION_FFT;
    case CATEGORY_IO:
    case CATEGORY_LIBRARY:
        return SECTION_LIBRARIES;
    case CATEGORY_PRECISION:
    case CATEGORY_COMPILER:
        return SECTION_FLAGS;
    case CATEGORY_GPU_ARCH:
    case CATEGORY_TUNING:
    case CATEGORY_MEMORY:
        return SECTION_TUNING;
    case CATEGORY_VENDORED:
        return SECTION_INTERNAL;
    case CATEGORY_OTHER:
    case CATEGORY_COUNT:
        break;
    }
    return SECTION_NONE;
}

/* One entry: a point that is no choice, or one value of a choice. */
typedef struct {
    const Point *point;
    const PointValue *value; /* NULL: the point itself */
} Entry;

static gboolean is_on(const char *text)
{
    static const char *const words[] = {"ON", "TRUE", "YES", "1", "Y", NULL};
    g_autofree char *upper = text == NULL ? g_strdup("") : g_ascii_strup(text, -1);
    return g_strv_contains(words, upper);
}

static gboolean is_default(const Entry *entry)
{
    const char *chosen = entry->point->default_value;
    return entry->value == NULL ? is_on(chosen) : g_strcmp0(chosen, entry->value->value) == 0;
}

/* The layout writes a switch without its value: -DNAME. */
static json_t *flag_json(const Entry *entry)
{
    if (entry->value != NULL) {
        return json_of_text(entry->value->flag);
    }
    const char *flag = entry->point->flag;
    const char *equals = flag == NULL ? NULL : strchr(flag, '=');
    if (equals == NULL) {
        return json_of_text(flag);
    }
    g_autofree char *bare = g_strndup(flag, (gsize)(equals - flag));
    return json_of_text(bare);
}

static const GPtrArray *requirements_of(const Entry *entry)
{
    return entry->value == NULL ? entry->point->requires : entry->value->requires;
}

/* The first version that a package needs, without ">="; null when none is said. */
static json_t *version_json(const Entry *entry)
{
    const GPtrArray *requirements = requirements_of(entry);
    for (guint i = 0; i < requirements->len; i++) {
        const Requirement *requirement = requirements->pdata[i];
        if (requirement->package != NULL && requirement->version != NULL) {
            return json_of_text(requirement->version + strspn(requirement->version, "<>= "));
        }
    }
    return json_null();
}

/* Other points that it needs, as "A=x, B"; null when there are none. */
static json_t *dependencies_json(const Entry *entry)
{
    g_autoptr(GString) text = g_string_new(NULL);
    const GPtrArray *requirements = requirements_of(entry);
    for (guint i = 0; i < requirements->len; i++) {
        const Requirement *requirement = requirements->pdata[i];
        if (requirement->package != NULL) {
            continue;
        }
        g_autofree char *part =
            requirement->option == NULL ? condition_text(requirement->condition)
            : requirement->value == NULL
                ? g_strdup(requirement->option)
                : g_strdup_printf("%s=%s", requirement->option, requirement->value);
        g_string_append_printf(text, "%s%s", text->len == 0 ? "" : ", ", part);
    }
    if (entry->point->condition->kind != CONDITION_TRUE && text->len == 0) {
        g_autofree char *condition = condition_text(entry->point->condition);
        g_string_append(text, condition);
    }
    return text->len == 0 ? json_null() : json_of_text(text->str);
}

/* Whether the project brings it along: a value that says so. */
static gboolean is_built_in(const Entry *entry)
{
    const char *texts[] = {entry->value == NULL ? NULL : entry->value->value,
                           entry->value == NULL ? entry->point->name : entry->value->name};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *lower = texts[i] == NULL ? NULL : g_ascii_strdown(texts[i], -1);
        if (lower != NULL &&
            (strstr(lower, "built-in") != NULL || strstr(lower, "builtin") != NULL ||
             strstr(lower, "internal") != NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

static json_t *entry_json(Section section, const Entry *entry)
{
    json_t *flag = flag_json(entry);
    gboolean chosen = is_default(entry);
    switch (section) {
    case SECTION_GPU:
    case SECTION_PARALLEL:
        return json_pack("{s:b, s:o, s:o}", "used_as_default", chosen, "build_flag", flag,
                         "minimum_version", version_json(entry));
    case SECTION_ALGEBRA:
        return json_pack("{s:b, s:o, s:o}", "used_as_default", chosen, "build_flag", flag,
                         "condition", dependencies_json(entry));
    case SECTION_FFT:
        return json_pack("{s:b, s:b, s:o, s:o}", "built-in", is_built_in(entry), "used_as_default",
                         chosen, "dependencies", dependencies_json(entry), "build_flag", flag);
    case SECTION_LIBRARIES:
        return json_pack("{s:o, s:b, s:o, s:o}", "version", version_json(entry), "used_as_default",
                         chosen, "conditions", dependencies_json(entry), "build_flag", flag);
    case SECTION_SIMD:
        return json_pack("{s:o, s:b}", "build_flag", flag, "default", chosen);
    case SECTION_INTERNAL:
        return json_pack("{s:o, s:o}", "library_name", json_of_text(entry->point->name),
                         "build_flag", flag);
    case SECTION_FLAGS:
    case SECTION_TUNING:
    case SECTION_NONE:
        break;
    }
    return flag;
}

/* Entries have to differ in their names: a second one of the same name gets its option added. */
static void add_named(json_t *object, const Entry *entry, json_t *value)
{
    const char *given = entry->value != NULL         ? entry->value->value
                        : entry->point->name != NULL ? entry->point->name
                                                     : entry->point->option;
    g_autofree char *name = g_utf8_make_valid(given, -1);
    if (json_object_get(object, name) != NULL) {
        g_autofree char *longer = g_strdup_printf("%s (%s)", name, entry->point->option);
        g_free(name);
        name = g_utf8_make_valid(longer, -1);
    }
    json_object_set_new(object, name, value);
}

static void add_entry(json_t *lists[], Section section, const Entry *entry)
{
    json_t *value = entry_json(section, entry);
    if (json_is_array(lists[section])) {
        json_array_append_new(lists[section], value);
    } else {
        add_named(lists[section], entry, value);
    }
}

static void add_point(json_t *lists[], const Point *point)
{
    Section section = section_of(point->category);
    gboolean whole = point->kind != POINT_CHOICE || point->values->len == 0 ||
                     section == SECTION_FLAGS || section == SECTION_TUNING ||
                     section == SECTION_INTERNAL;
    if (section == SECTION_NONE || point->review == REVIEW_REJECTED ||
        point->status == STATUS_GONE) {
        return;
    }
    if (whole) {
        add_entry(lists, section, &(Entry){.point = point});
        return;
    }
    /* The labels list the value that turns a thing off for SIMD and FFT, but not for GPUs. */
    gboolean with_off = section == SECTION_SIMD || section == SECTION_FFT;
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        if (value->rejected == NULL || with_off) {
            add_entry(lists, section, &(Entry){.point = point, .value = value});
        }
    }
}

/* Whether there is a GPU build at all, and the one option that chooses it when there is just one.
 */
static json_t *gpu_build_json(const Specification *self)
{
    guint count = 0;
    const Point *only = NULL;
    for (guint i = 0; i < self->points->len; i++) {
        const Point *point = self->points->pdata[i];
        if (point->category == CATEGORY_GPU_BACKEND && point->review != REVIEW_REJECTED &&
            point->status != STATUS_GONE) {
            count++;
            only = point;
        }
    }
    json_t *flag = count == 1 ? flag_json(&(Entry){.point = only}) : json_null();
    return json_pack("{s:b, s:o}", "value", count > 0, "build_flag", flag);
}

/* One object as a rule; the layout's users write a list when there are several. */
static json_t *internal_json(json_t *list)
{
    if (json_array_size(list) > 1) {
        return json_incref(list);
    }
    return json_array_size(list) == 1 ? json_incref(json_array_get(list, 0))
                                      : json_pack("{s:n, s:n}", "library_name", "build_flag");
}

json_t *specification_reference_json(const Specification *self)
{
    json_t *lists[SECTION_NONE];
    for (guint i = 0; i < SECTION_NONE; i++) {
        gboolean array = i == SECTION_FLAGS || i == SECTION_TUNING || i == SECTION_INTERNAL;
        lists[i] = array ? json_array() : json_object();
    }
    for (guint i = 0; i < self->points->len; i++) {
        add_point(lists, self->points->pdata[i]);
    }
    json_t *reply = json_object();
    json_object_set_new(reply, "gpu_build", gpu_build_json(self));
    for (guint i = 0; i < SECTION_SIMD; i++) {
        json_object_set(reply, section_names[i], lists[i]);
    }
    /* The specification does not know compilers and processors; the layout wants the keys. */
    json_object_set_new(reply, "compilers", json_object());
    json_object_set_new(reply, "architectures", json_array());
    json_object_set(reply, section_names[SECTION_SIMD], lists[SECTION_SIMD]);
    const SpecificationBuild *build = self->builds->len == 0 ? NULL : self->builds->pdata[0];
    json_object_set_new(
        reply, "build_system",
        json_pack("{s:o, s:o}", "type", json_of_text(build == NULL ? NULL : build->type),
                  "minimum_version", json_of_text(build == NULL ? NULL : build->minimum_version)));
    json_object_set_new(reply, section_names[SECTION_INTERNAL],
                        internal_json(lists[SECTION_INTERNAL]));
    for (guint i = 0; i < SECTION_NONE; i++) {
        json_decref(lists[i]);
    }
    return reply;
}
