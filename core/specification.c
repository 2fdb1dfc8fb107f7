#include "core/specification.h"
#include "core/json.h"
#include "core/specification_formats.h"
#include "core/switch_word.h"
#include "core/yaml_write.h"
#include <string.h>

static const struct {
    const char *text;
    const char *suffix;
} formats[] = {
#define X(id, text, suffix) [FORMAT_##id] = {text, suffix},
    SPECIFICATION_FORMATS(X)
#undef X
};

/* The first line makes editors complete and check the file; it stands in the folder beside the
 * specification or where the toolkit is installed, and editors ask when they find neither. */
#define SCHEMA_LINE "# yaml-language-server: "
static const char *const yaml_header[] = {SCHEMA_LINE "$schema=xaas-spec-1.schema.json",
                                          "# Specialization points. For people to edit: review, "
                                          "category, name (then decided_by: person).",
                                          NULL};
/* Members that are written on one line, or an item a line. */
static const char *const yaml_flow[] = {"project",     "build_systems", "values",  "defaults",
                                        "requires",    "conflicts",     "macros",  "evidence",
                                        "reach",       "groups",        "members", "rejected",
                                        "constraints", "ledger",        NULL};

Specification *specification_new(Arena *arena)
{
    Specification *self = arena_new0(arena, Specification);
    self->arena = arena;
    self->schema = SPECIFICATION_SCHEMA;
    self->project = arena_new0(arena, SpecificationProject);
    self->project->name = "";
    self->builds = arena_array(arena);
    self->points = arena_array(arena);
    self->groups = arena_array(arena);
    self->constraints = arena_array(arena);
    self->rejected = arena_array(arena);
    self->ledger = arena_array(arena);
    return self;
}

Point *point_new(Arena *arena)
{
    Point *self = arena_new0(arena, Point);
    self->condition = condition_true();
    self->decided_by = DECIDED_BY_RULES;
    self->defaults = arena_array(arena);
    self->values = arena_array(arena);
    self->alternatives = arena_array(arena);
    self->requires = arena_array(arena);
    self->conflicts = arena_array(arena);
    self->macros = arena_array(arena);
    self->evidence = arena_array(arena);
    self->reasons = arena_array(arena);
    self->changes = arena_array(arena);
    return self;
}

const char *point_default_setting(const Point *self)
{
    const char *value = self->default_value;
    if (self->kind != POINT_SWITCH || value == NULL) {
        return value;
    }
    if (switch_word_is_on(value) || g_ascii_strcasecmp(value, "enabled") == 0) {
        return "ON";
    }
    if (*value == '\0' || switch_word_is_off(value) || g_ascii_strcasecmp(value, "disabled") == 0) {
        return "OFF";
    }
    return value;
}

PointValue *point_find_value(const Point *self, const char *value)
{
    for (guint i = 0; i < self->values->len; i++) {
        PointValue *candidate = self->values->pdata[i];
        if (g_str_equal(candidate->value, value)) {
            return candidate;
        }
    }
    return NULL;
}

gboolean point_excludes(const Point *self, const char *option)
{
    for (guint i = 0; i < self->conflicts->len; i++) {
        const Requirement *conflict = self->conflicts->pdata[i];
        if (g_strcmp0(conflict->option, option) == 0 && conflict->value == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean point_is_decided(const Point *self)
{
    return self->review != REVIEW_PENDING || g_str_equal(self->decided_by, DECIDED_BY_PERSON);
}

const char *specification_build_type(const Specification *self, const char *build)
{
    if (build != NULL || self->builds->len == 0) {
        return build != NULL ? build : "";
    }
    return ((const SpecificationBuild *)self->builds->pdata[0])->type;
}

char *specification_option_key(const Specification *self, const char *option, const char *folder,
                               const char *build)
{
    return g_strdup_printf("%s\x01%s\x01%s", option, folder == NULL ? "" : folder,
                           specification_build_type(self, build));
}

PointAlternative *point_alternative_new(Arena *arena)
{
    PointAlternative *self = arena_new0(arena, PointAlternative);
    self->values = arena_array(arena);
    return self;
}

PointValue *point_value_new(Arena *arena)
{
    PointValue *self = arena_new0(arena, PointValue);
    self->requires = arena_array(arena);
    self->conflicts = arena_array(arena);
    self->macros = arena_array(arena);
    return self;
}

PointGroup *point_group_new(Arena *arena)
{
    PointGroup *self = arena_new0(arena, PointGroup);
    self->members = arena_array(arena);
    return self;
}

const char *point_id(Arena *arena, Category category, const char *option)
{
    return arena_printf(arena, "%s/%s", category_text(category), option);
}

int point_order(const Point *a, const Point *b)
{
    int order = (int)a->category - (int)b->category;
    order = order == 0 ? g_strcmp0(a->option, b->option) : order;
    order = order == 0 ? g_strcmp0(a->folder, b->folder) : order;
    return order == 0 ? g_strcmp0(a->build, b->build) : order;
}

static int compare_points(gconstpointer left, gconstpointer right)
{
    return point_order(*(const Point *const *)left, *(const Point *const *)right);
}

static int compare_rejected(gconstpointer left, gconstpointer right)
{
    const RejectedOption *a = *(const RejectedOption *const *)left;
    const RejectedOption *b = *(const RejectedOption *const *)right;
    int order = g_strcmp0(a->option, b->option);
    order = order == 0 ? g_strcmp0(a->folder, b->folder) : order;
    return order == 0 ? g_strcmp0(a->build, b->build) : order;
}

void specification_sort(Specification *self)
{
    g_ptr_array_sort(self->points, compare_points);
    g_ptr_array_sort(self->rejected, compare_rejected);
}

json_t *specification_to_json(const Specification *self)
{
    return record_json(&specification_type, self);
}

/* The options that a file has been seen to list. */
typedef struct {
    const YamlDocument *document;
    GHashTable *lines; /* specification_option_key() -> line */
    GError **error;
} SeenOptions;

/* Takes the key. FALSE and an error when the option was seen before. */
static gboolean see_option(const SeenOptions *seen, const char *list, guint index, char *key)
{
    const json_t *items = json_object_get(yaml_root(seen->document), list);
    guint line = yaml_item_place(seen->document, items, index).line;
    guint first = GPOINTER_TO_UINT(g_hash_table_lookup(seen->lines, key));
    if (first == 0) {
        g_hash_table_insert(seen->lines, key, GUINT_TO_POINTER(line));
        return TRUE;
    }
    g_free(key);
    g_set_error(seen->error, RECORD_ERROR, RECORD_ERROR_MALFORMED,
                "%s:%u: %s is there twice, first in line %u; keep the one that holds",
                yaml_file(seen->document), line, json_text(json_array_get(items, index), "option"),
                first);
    return FALSE;
}

/* Of two entries about one option, only one could be obeyed, and a decision in the other would be
 * lost without a word. */
static gboolean refuse_twice(const Specification *self, const YamlDocument *document,
                             GError **error)
{
    g_autoptr(GHashTable) lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const SeenOptions seen = {document, lines, error};
    gboolean once = TRUE;
    for (guint i = 0; i < self->points->len && once; i++) {
        const Point *point = self->points->pdata[i];
        once =
            see_option(&seen, "points", i,
                       specification_option_key(self, point->option, point->folder, point->build));
    }
    for (guint i = 0; i < self->rejected->len && once; i++) {
        const RejectedOption *option = self->rejected->pdata[i];
        once = see_option(
            &seen, "rejected", i,
            specification_option_key(self, option->option, option->folder, option->build));
    }
    return once;
}

Specification *specification_from_yaml(Arena *arena, const YamlDocument *document, GError **error)
{
    Specification *self =
        record_read(&specification_type, arena, document, yaml_root(document), error);
    if (self == NULL || !refuse_twice(self, document, error)) {
        return NULL;
    }
    self->arena = arena;
    return self;
}

Specification *specification_from_json(Arena *arena, const json_t *json, GError **error)
{
    g_autofree char *text = yaml_write(json, &(YamlStyle){0});
    g_autoptr(YamlDocument) document = yaml_parse(text, strlen(text), "the specification", error);
    return document == NULL ? NULL : specification_from_yaml(arena, document, error);
}

Specification *specification_load(Arena *arena, const char *path, GError **error)
{
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    return document == NULL ? NULL : specification_from_yaml(arena, document, error);
}

static char *json_text_and_free(json_t *json)
{
    char *text = json_document_text(json);
    json_decref(json);
    return text;
}

/* Whether a person pointed editors to a schema elsewhere: then the header's first line is not
 * written. */
static gboolean names_schema(const YamlComments *comments)
{
    g_autofree char *path = yaml_path_member("", "schema");
    const YamlNotes *notes = comments == NULL ? NULL : yaml_comments_at(comments, path);
    for (guint i = 0; notes != NULL && i < notes->above->len; i++) {
        const char *line = notes->above->pdata[i];
        if (g_str_has_prefix(line, SCHEMA_LINE) && !g_str_equal(line, yaml_header[0])) {
            return TRUE;
        }
    }
    return FALSE;
}

static char *specification_yaml(const Specification *self, const YamlComments *comments)
{
    json_t *json = specification_to_json(self);
    YamlStyle style = {.header = yaml_header + (names_schema(comments) ? 1 : 0),
                       .flow = yaml_flow,
                       .comments = comments};
    char *text = yaml_write(json, &style);
    json_decref(json);
    return text;
}

static gboolean has_own_line(const GPtrArray *lines)
{
    for (guint i = 0; i < lines->len; i++) {
        const char *line = lines->pdata[i];
        if (*line != '\0' && !g_strv_contains(yaml_header, line)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean specification_has_comments(const YamlComments *comments)
{
    const GPtrArray *paths = yaml_comments_paths(comments);
    for (guint i = 0; i < paths->len; i++) {
        const YamlNotes *notes = yaml_comments_at(comments, paths->pdata[i]);
        if (notes->trailing != NULL || has_own_line(notes->above) || has_own_line(notes->below)) {
            return TRUE;
        }
    }
    return has_own_line(yaml_comments_foot(comments));
}

char *specification_text(const Specification *self, SpecificationFormat format,
                         const YamlComments *comments)
{
    switch (format) {
    case FORMAT_YAML:
        return specification_yaml(self, comments);
    case FORMAT_JSON:
        return json_text_and_free(specification_to_json(self));
    case FORMAT_MARKDOWN:
        return specification_markdown(self);
    case FORMAT_REFERENCE:
        return json_text_and_free(specification_reference_json(self));
    }
    return NULL;
}

gboolean specification_format_parse(const char *text, SpecificationFormat *format)
{
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        if (g_strcmp0(text, formats[i].text) == 0) {
            *format = (SpecificationFormat)i;
            return TRUE;
        }
    }
    return FALSE;
}

const char *specification_format_suffix(SpecificationFormat format)
{
    return formats[format].suffix;
}
