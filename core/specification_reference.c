/* The layout of the SC'25 label files, so that scores can be compared with the published ones.
 * docs/reference-layout.md describes it and what is put where. */
#include "core/json.h"
#include "core/specification_formats.h"
#include "core/switch_word.h"
#include <string.h>

static const char *const section_names[] = {
#define X(id, text) [SECTION_##id] = text,
    REFERENCE_SECTIONS(X)
#undef X
};

const char *reference_section_text(ReferenceSection section)
{
    return section_names[section];
}

ReferenceSection reference_section_of(Category category)
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

/* Whether the section lists technologies by name, one of which may be chosen by a choice's value.
 */
static gboolean is_alternatives(ReferenceSection section)
{
    switch (section) {
    case SECTION_ALGEBRA:
    case SECTION_FFT:
    case SECTION_SIMD:
        return TRUE;
    case SECTION_GPU:
    case SECTION_PARALLEL:
    case SECTION_LIBRARIES:
    case SECTION_FLAGS:
    case SECTION_TUNING:
    case SECTION_INTERNAL:
    case SECTION_NONE:
        break;
    }
    return FALSE;
}

/* One entry: a point that is no choice, or one value of a choice. */
typedef struct {
    const Specification *specification;
    const Point *point;
    const PointValue *value; /* NULL: the point itself */
} Entry;

static const Point *find_point(const Specification *self, const char *option)
{
    for (guint i = 0; i < self->points->len; i++) {
        const Point *point = self->points->pdata[i];
        if (g_str_equal(point->option, option)) {
            return point;
        }
    }
    return NULL;
}

/* Whether an option has a value while all points have their defaults; unknown counts as yes. */
static gboolean atom_may_hold(const Specification *self, const Condition *atom, gboolean wanted)
{
    const Point *point =
        atom->subject_kind == CONDITION_SUBJECT_OPTION ? find_point(self, atom->subject) : NULL;
    const char *chosen = point == NULL ? NULL : point->default_value;
    if (chosen == NULL || (atom->relation != NULL && !g_str_equal(atom->relation, "="))) {
        return TRUE;
    }
    gboolean is_off = *chosen == '\0' || g_ascii_strcasecmp(chosen, "OFF") == 0;
    gboolean holds = atom->relation == NULL ? !is_off : g_str_equal(chosen, atom->value);
    return holds == wanted;
}

/* Whether a condition can be `wanted` when nobody sets anything. */
static gboolean may_hold(const Specification *self, const Condition *condition, gboolean wanted)
{
    switch (condition->kind) {
    case CONDITION_TRUE:
        return wanted;
    case CONDITION_FALSE:
        return !wanted;
    case CONDITION_ATOM:
        return atom_may_hold(self, condition, wanted);
    case CONDITION_NOT:
        return may_hold(self, condition->operands[0], !wanted);
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    /* "all of them" and "none of them" ask each operand, the other two ask for one. */
    gboolean each = (condition->kind == CONDITION_ALL) == wanted;
    for (guint i = 0; i < condition->operand_count; i++) {
        if (may_hold(self, condition->operands[i], wanted) != each) {
            return !each;
        }
    }
    return each;
}

/* What an option would be by default is not used where the option does not even exist. */
static gboolean is_default(const Entry *entry)
{
    const char *chosen = entry->point->default_value;
    gboolean named = entry->value == NULL ? switch_word_is_on(chosen)
                                          : g_strcmp0(chosen, entry->value->value) == 0;
    return named && may_hold(entry->specification, entry->point->condition, TRUE);
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
            const char *first = requirement->version + strspn(requirement->version, "<>= ");
            g_autofree char *version = g_strndup(first, strcspn(first, ","));
            return json_of_text(version);
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

/* Whether the switch takes an installed copy: then no flag builds the project's own. */
static gboolean takes_other_copy(const Point *point)
{
    static const char *const words[] = {"EXTERNAL", "SYSTEM", "INSTALLED"};
    g_autofree char *upper = g_ascii_strup(point->option, -1);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strstr(upper, words[i]) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

static json_t *entry_json(ReferenceSection section, const Entry *entry)
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
        if (takes_other_copy(entry->point)) {
            json_decref(flag);
            flag = json_null();
        }
        return json_pack("{s:o, s:o}", "library_name", json_of_text(entry->point->name),
                         "build_flag", flag);
    case SECTION_FLAGS:
    case SECTION_TUNING:
    case SECTION_NONE:
        break;
    }
    return flag;
}

/* The layout has a name of its own for what the machine that builds can do. */
static const char *layout_name(const char *name)
{
    return g_str_equal(name, "native CPU") ? "AUTO" : name;
}

/* A value is named as it is written; with what the help text adds to it when that follows it. */
static const char *entry_name(const Entry *entry)
{
    const PointValue *value = entry->value;
    if (value != NULL) {
        gboolean longer = value->name != NULL && g_str_has_prefix(value->name, value->value);
        return longer ? value->name : value->value;
    }
    return entry->point->name != NULL ? layout_name(entry->point->name) : entry->point->option;
}

/* Entries have to differ in their names: a second one of the same name gets its option added. */
static void add_named(json_t *object, const Entry *entry, json_t *value)
{
    g_autofree char *name = g_utf8_make_valid(entry_name(entry), -1);
    if (json_object_get(object, name) != NULL) {
        g_autofree char *longer = g_strdup_printf("%s (%s)", name, entry->point->option);
        g_free(name);
        name = g_utf8_make_valid(longer, -1);
    }
    json_object_set_new(object, name, value);
}

static void add_entry(json_t *lists[], ReferenceSection section, const Entry *entry)
{
    json_t *value = entry_json(section, entry);
    if (json_is_array(lists[section])) {
        json_array_append_new(lists[section], value);
    } else {
        add_named(lists[section], entry, value);
    }
}

/* The processor as one of several devices is no instruction set, and the layout has a section for
 * these alone. */
static gboolean is_processor(const Point *point)
{
    return point->category == CATEGORY_SIMD && point->kind == POINT_SWITCH &&
           g_strcmp0(point->name, "CPU") == 0;
}

/* The layout knows one build system, the first; its points name none. */
static gboolean is_listed(const Point *point)
{
    return reference_section_of(point->category) != SECTION_NONE && point->build == NULL &&
           !is_processor(point) && point->review != REVIEW_REJECTED && point->status != STATUS_GONE;
}

/* A choice that exists only under another option of its category says how, not what: the layout has
 * no room for it. */
static gboolean is_refinement(const Specification *self, const Point *point)
{
    for (guint i = 0; point->kind == POINT_CHOICE && i < self->points->len; i++) {
        const Point *other = self->points->pdata[i];
        if (other != point && other->category == point->category &&
            condition_mentions(point->condition, other->option)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean has_choice(const Specification *self, ReferenceSection section)
{
    for (guint i = 0; i < self->points->len; i++) {
        const Point *point = self->points->pdata[i];
        if (is_listed(point) && reference_section_of(point->category) == section &&
            point->kind == POINT_CHOICE && !is_refinement(self, point)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A free value names nothing. Where one choice lists the alternatives, a switch beside it is about
 * something further. */
static ReferenceSection section_for(const Specification *self, const Point *point)
{
    ReferenceSection section = reference_section_of(point->category);
    gboolean is_list = section == SECTION_FLAGS || section == SECTION_TUNING;
    if (!is_list && point->kind != POINT_SWITCH && point->kind != POINT_CHOICE) {
        return SECTION_TUNING;
    }
    if (point->kind == POINT_SWITCH && is_alternatives(section) && has_choice(self, section)) {
        return section == SECTION_SIMD ? SECTION_TUNING : SECTION_LIBRARIES;
    }
    return section;
}

static void add_point(json_t *lists[], const Specification *self, const Point *point)
{
    if (!is_listed(point) || is_refinement(self, point)) {
        return;
    }
    ReferenceSection section = section_for(self, point);
    gboolean whole = point->kind != POINT_CHOICE || point->values->len == 0 ||
                     section == SECTION_FLAGS || section == SECTION_TUNING ||
                     section == SECTION_INTERNAL;
    if (whole) {
        add_entry(lists, section, &(Entry){.specification = self, .point = point});
        return;
    }
    /* The labels list the value that turns a thing off for SIMD and FFT, but not for GPUs. */
    gboolean with_off = section == SECTION_SIMD || section == SECTION_FFT;
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        if (value->rejected == NULL || with_off) {
            add_entry(lists, section,
                      &(Entry){.specification = self, .point = point, .value = value});
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
        if (is_listed(point) && !is_refinement(self, point) &&
            section_for(self, point) == SECTION_GPU) {
            count++;
            only = point;
        }
    }
    json_t *flag =
        count == 1 ? flag_json(&(Entry){.specification = self, .point = only}) : json_null();
    return json_pack("{s:b, s:o}", "value", count > 0, "build_flag", flag);
}

/* The two interfaces that the layout writes as one entry. */
static void join_interfaces(json_t *algebra)
{
    static const char joint[] = "BLAS/LAPACK";
    json_t *blas = json_object_get(algebra, "BLAS");
    json_t *lapack = json_object_get(algebra, "LAPACK");
    if (blas == NULL || lapack == NULL || json_object_get(algebra, joint) != NULL) {
        return;
    }
    json_t *both = json_copy(blas);
    gboolean chosen = json_is_true(json_object_get(blas, "used_as_default")) &&
                      json_is_true(json_object_get(lapack, "used_as_default"));
    json_object_set_new(both, "used_as_default", json_boolean(chosen));
    const char *flags[] = {json_string_value(json_object_get(blas, "build_flag")),
                           json_string_value(json_object_get(lapack, "build_flag"))};
    if (flags[0] != NULL && flags[1] != NULL) {
        json_object_set_new(both, "build_flag", json_sprintf("%s %s", flags[0], flags[1]));
    }
    json_object_set_new(algebra, joint, both);
    json_object_del(algebra, "BLAS");
    json_object_del(algebra, "LAPACK");
}

/* The layout has room for one: the first that a flag builds, else the first. */
static json_t *internal_json(json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (json_is_string(json_object_get(json_array_get(list, i), "build_flag"))) {
            return json_incref(json_array_get(list, i));
        }
    }
    return json_array_size(list) > 0 ? json_incref(json_array_get(list, 0))
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
        add_point(lists, self, self->points->pdata[i]);
    }
    join_interfaces(lists[SECTION_ALGEBRA]);
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
