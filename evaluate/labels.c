#include "evaluate/labels.h"
#include "core/record_table.h"

static const RecordField source_type_fields[] = {
    FIELD(LabelledSource, debian, "debian", TEXT, OPTIONAL),
    FIELD(LabelledSource, package, "package", TEXT, OPTIONAL),
    FIELD(LabelledSource, folder, "folder", TEXT, OPTIONAL),
    FIELD(LabelledSource, upstream, "upstream", TEXT, OPTIONAL),
};
TYPE(source_type, LabelledSource, "source");

static const RecordField build_type_fields[] = {
    FIELD(LabelledBuild, type, "type", TEXT, REQUIRED),
    FIELD(LabelledBuild, folder, "folder", TEXT, OPTIONAL),
};
TYPE(build_type, LabelledBuild, "labelled build system");

static const RecordField point_type_fields[] = {
    FIELD(LabelledPoint, category, "category", WORD, REQUIRED, .words = category_words),
    FIELD(LabelledPoint, name, "name", TEXT, REQUIRED),
    FIELD(LabelledPoint, option, "option", TEXT, REQUIRED),
    FIELD(LabelledPoint, value, "value", TEXT, OPTIONAL),
    FIELD(LabelledPoint, flag, "flag", TEXT, REQUIRED),
    FIELD(LabelledPoint, is_default, "default", FLAG, OPTIONAL),
    FIELD(LabelledPoint, at, "at", PLACE, REQUIRED),
    FIELD(LabelledPoint, also_at, "also_at", TEXTS, OPTIONAL),
    FIELD(LabelledPoint, note, "note", TEXT, OPTIONAL),
};
TYPE(point_type, LabelledPoint, "labelled point");

static const RecordField other_type_fields[] = {
    FIELD(LabelledOther, option, "option", TEXT, REQUIRED),
    FIELD(LabelledOther, value, "value", TEXT, OPTIONAL),
    FIELD(LabelledOther, reason, "reason", TEXT, REQUIRED),
    FIELD(LabelledOther, at, "at", PLACE, OPTIONAL),
};
TYPE(other_type, LabelledOther, "declaration that is no point");

static const RecordField change_type_fields[] = {
    FIELD(LabelledChange, option, "option", TEXT, OPTIONAL),
    FIELD(LabelledChange, change, "change", TEXT, REQUIRED),
    FIELD(LabelledChange, reason, "reason", TEXT, REQUIRED),
};
TYPE(change_type, LabelledChange, "change");

static char *check_labels(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const Labels *self = record;
    if (!g_str_equal(self->schema, LABELS_SCHEMA)) {
        *field = "schema";
        return g_strdup_printf("this version reads \"%s\", not \"%s\"; write it in that form",
                               LABELS_SCHEMA, self->schema);
    }
    /* A project may have none, which only who has looked at all of it can say. */
    if (self->points->len == 0 && !self->complete) {
        *field = "points";
        return g_strdup("nothing is labelled; add the project's points, or say with complete: true "
                        "that it has none");
    }
    return NULL;
}

static const RecordField labels_type_fields[] = {
    FIELD(Labels, schema, "schema", TEXT, REQUIRED),
    FIELD(Labels, project, "project", TEXT, REQUIRED),
    FIELD(Labels, source, "source", RECORD, OPTIONAL, .type = &source_type),
    FIELD(Labels, builds, "build_systems", RECORDS, OPTIONAL, .type = &build_type),
    FIELD(Labels, complete, "complete", FLAG, REQUIRED),
    FIELD(Labels, labelled_by, "labelled_by", TEXT, REQUIRED),
    FIELD(Labels, points, "points", RECORDS, REQUIRED, .type = &point_type),
    FIELD(Labels, others, "not_points", RECORDS, OPTIONAL, .type = &other_type),
    FIELD(Labels, second_reading, "second_reading", RECORDS, OPTIONAL, .type = &change_type),
};
const RecordType labels_type = {.name = "file of labels",
                                .size = sizeof(Labels),
                                .fields = labels_type_fields,
                                .field_count = G_N_ELEMENTS(labels_type_fields),
                                .check = check_labels,
                                .schema = LABELS_SCHEMA};

static Span item_place(Arena *arena, const YamlDocument *document, const json_t *list, guint index)
{
    Span place = yaml_item_place(document, list, index);
    place.path = arena_intern(arena, place.path);
    return place;
}

/* A missing `default` is not the same as false, and each entry knows where it was read. */
static void note_places(Labels *self, Arena *arena, const YamlDocument *document)
{
    const json_t *points = json_object_get(yaml_root(document), "points");
    for (guint i = 0; i < self->points->len; i++) {
        LabelledPoint *point = self->points->pdata[i];
        point->default_known =
            json_is_boolean(json_object_get(json_array_get(points, i), "default"));
        point->label_at = item_place(arena, document, points, i);
    }
    const json_t *others = json_object_get(yaml_root(document), "not_points");
    for (guint i = 0; i < self->others->len; i++) {
        LabelledOther *other = self->others->pdata[i];
        other->label_at = item_place(arena, document, others, i);
    }
}

Labels *labels_from_yaml(Arena *arena, const YamlDocument *document, GError **error)
{
    Labels *self = record_read(&labels_type, arena, document, yaml_root(document), error);
    if (self != NULL) {
        self->path = arena_strdup(arena, yaml_file(document));
        note_places(self, arena, document);
    }
    return self;
}

Labels *labels_load(Arena *arena, const char *path, GError **error)
{
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    return document == NULL ? NULL : labels_from_yaml(arena, document, error);
}
