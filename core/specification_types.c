/* The fields of a specification as files have them: the one place that names them. */
#include "core/record_table.h"
#include "core/specification.h"
#include <string.h>

static const char *const kind_words[] = {
#define X(id, text) text,
    POINT_KINDS(X)
#undef X
        NULL};
static const char *const review_words[] = {
#define X(id, text) text,
    REVIEWS(X)
#undef X
        NULL};
static const char *const status_words[] = {
#define X(id, text) text,
    POINT_STATUSES(X)
#undef X
        NULL};
static const char *const group_words[] = {
#define X(id, text) text,
    GROUP_KINDS(X)
#undef X
        NULL};

const char *point_kind_text(PointKind kind)
{
    return kind_words[kind];
}

const char *review_text(Review review)
{
    return review_words[review];
}

const char *point_status_text(PointStatus status)
{
    return status_words[status];
}

static const RecordField project_type_fields[] = {
    FIELD(SpecificationProject, name, "name", TEXT, REQUIRED),
    FIELD(SpecificationProject, version, "version", TEXT, OPTIONAL),
    FIELD(SpecificationProject, at, "at", PLACE, OPTIONAL),
};
TYPE(project_type, SpecificationProject, "project");

static const RecordField build_type_fields[] = {
    FIELD(SpecificationBuild, type, "type", TEXT, REQUIRED),
    FIELD(SpecificationBuild, folder, "folder", TEXT, OPTIONAL),
    FIELD(SpecificationBuild, file, "file", TEXT, REQUIRED),
    FIELD(SpecificationBuild, minimum_version, "minimum_version", TEXT, OPTIONAL),
    FIELD(SpecificationBuild, vendored, "vendored", FLAG, OPTIONAL),
    FIELD(SpecificationBuild, unread, "unread", FLAG, OPTIONAL),
};
TYPE(build_type, SpecificationBuild, "build system");

/* A requirement that names nothing, or two things, would be obeyed by nobody. */
static char *check_requirement(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const Requirement *self = record;
    guint subjects = (self->package != NULL ? 1 : 0) + (self->option != NULL ? 1 : 0) +
                     (self->condition != NULL ? 1 : 0);
    if (subjects != 1) {
        *field = self->package != NULL ? "package" : self->option != NULL ? "option" : "at";
        return g_strdup("a requirement names a package, an option or a condition; keep just one");
    }
    if (self->package == NULL && (self->version != NULL || self->optional)) {
        *field = self->version != NULL ? "version" : "optional";
        return g_strdup("only packages have a version or are optional; remove it");
    }
    if (self->option == NULL && self->value != NULL) {
        *field = "value";
        return g_strdup("only options have a value; remove it");
    }
    return NULL;
}

static const RecordField requirement_type_fields[] = {
    FIELD(Requirement, package, "package", TEXT, OPTIONAL),
    FIELD(Requirement, version, "version", TEXT, OPTIONAL),
    FIELD(Requirement, optional, "optional", FLAG, OPTIONAL),
    FIELD(Requirement, option, "option", TEXT, OPTIONAL),
    FIELD(Requirement, value, "value", TEXT, OPTIONAL),
    FIELD(Requirement, condition, "condition", CONDITION, OPTIONAL),
    FIELD(Requirement, at, "at", PLACE, OPTIONAL),
};
TYPE(requirement_type, Requirement, "requirement", .check = check_requirement);

static const RecordField default_type_fields[] = {
    FIELD(PointDefault, value, "value", TEXT, NULLABLE),
    FIELD(PointDefault, when, "when", CONDITION, REQUIRED),
};
TYPE(default_type, PointDefault, "default");

static const RecordField value_type_fields[] = {
    FIELD(PointValue, value, "value", TEXT, REQUIRED),
    FIELD(PointValue, name, "name", TEXT, OPTIONAL),
    FIELD(PointValue, flag, "flag", TEXT, OPTIONAL),
    FIELD(PointValue, rejected, "rejected", TEXT, OPTIONAL),
    FIELD(PointValue, requires, "requires", RECORDS, OPTIONAL, .type = &requirement_type),
    FIELD(PointValue, conflicts, "conflicts", RECORDS, OPTIONAL, .type = &requirement_type),
    FIELD(PointValue, macros, "macros", TEXTS, OPTIONAL),
    FIELD(PointValue, at, "at", PLACE, OPTIONAL),
};
TYPE(value_type, PointValue, "value");

static const RecordField alternative_type_fields[] = {
    FIELD(PointAlternative, option, "option", TEXT, REQUIRED),
    FIELD(PointAlternative, build, "build", TEXT, REQUIRED),
    FIELD(PointAlternative, folder, "folder", TEXT, OPTIONAL),
    FIELD(PointAlternative, flag, "flag", TEXT, OPTIONAL),
    FIELD(PointAlternative, default_value, "default", TEXT, NULLABLE),
    FIELD(PointAlternative, values, "values", RECORDS, OPTIONAL, .type = &value_type),
    FIELD(PointAlternative, at, "at", PLACE, OPTIONAL),
};
TYPE(alternative_type, PointAlternative, "alternative");

static const RecordField reach_type_fields[] = {
    FIELD(PointReach, files, "files", COUNT, REQUIRED),
    FIELD(PointReach, lines, "lines", COUNT, REQUIRED),
    FIELD(PointReach, regions, "regions", COUNT, OPTIONAL),
};
TYPE(reach_type, PointReach, "reach");

static const RecordField evidence_type_fields[] = {
    FIELD(Evidence, at, "at", PLACE, REQUIRED),
    FIELD(Evidence, text, "text", TEXT, OPTIONAL),
};
TYPE(evidence_type, Evidence, "piece of evidence");

static const RecordField opinion_type_fields[] = {
    FIELD(Opinion, decided_by, "decided_by", TEXT, REQUIRED),
    FIELD(Opinion, category, "category", TEXT, REQUIRED),
    FIELD(Opinion, confidence, "confidence", FRACTION, REQUIRED),
    FIELD(Opinion, reasons, "reasons", TEXTS, OPTIONAL),
};
TYPE(opinion_type, Opinion, "opinion");

static const RecordField model_type_fields[] = {
    FIELD(SpecificationModel, name, "name", TEXT, REQUIRED),
    FIELD(SpecificationModel, mode, "mode", TEXT, REQUIRED),
    FIELD(SpecificationModel, prompt, "prompt", TEXT, REQUIRED),
    FIELD(SpecificationModel, votes, "votes", COUNT, REQUIRED),
    FIELD(SpecificationModel, asked, "asked", COUNT, REQUIRED),
    FIELD(SpecificationModel, answered, "answered", COUNT, REQUIRED),
};
TYPE(model_type, SpecificationModel, "model");

/* Who edits the category but not the id, or the other way round, has decided: the category counts.
 */
static char *check_point(void *record, Arena *arena, const char **field)
{
    Point *self = record;
    if (!g_str_equal(self->decided_by, DECIDED_BY_RULES) &&
        !g_str_equal(self->decided_by, DECIDED_BY_PERSON) &&
        !g_str_has_prefix(self->decided_by, DECIDED_BY_MODEL_PREFIX)) {
        *field = "decided_by";
        return g_strdup("\"decided_by\" must be rules, person or model:NAME");
    }
    const char *slash = strchr(self->id, '/');
    if (slash == NULL || !g_str_equal(slash + 1, self->option)) {
        *field = "id";
        return g_strdup_printf("\"id\" must be the category, a slash and the option; write %s",
                               point_id(arena, self->category, self->option));
    }
    if (!g_str_equal(self->id, point_id(arena, self->category, self->option))) {
        self->id = point_id(arena, self->category, self->option);
        self->decided_by = DECIDED_BY_PERSON;
    }
    return NULL;
}

static const RecordField point_type_fields[] = {
    FIELD(Point, id, "id", TEXT, REQUIRED),
    FIELD(Point, status, "status", WORD, OPTIONAL, .words = status_words),
    FIELD(Point, changes, "changes", TEXTS, OPTIONAL),
    FIELD(Point, category, "category", WORD, REQUIRED, .words = category_words),
    FIELD(Point, option, "option", TEXT, REQUIRED),
    FIELD(Point, build, "build", TEXT, OPTIONAL),
    FIELD(Point, folder, "folder", TEXT, OPTIONAL),
    FIELD(Point, name, "name", TEXT, OPTIONAL),
    FIELD(Point, kind, "kind", WORD, REQUIRED, .words = kind_words),
    FIELD(Point, help, "help", TEXT, OPTIONAL),
    FIELD(Point, flag, "flag", TEXT, OPTIONAL),
    FIELD(Point, default_value, "default", TEXT, NULLABLE),
    FIELD(Point, defaults, "defaults", RECORDS, OPTIONAL, .type = &default_type),
    FIELD(Point, free_form, "free_form", FLAG, OPTIONAL),
    FIELD(Point, only_given, "only_given", FLAG, OPTIONAL),
    FIELD(Point, polarity, "polarity", WORD, OPTIONAL, .words = polarity_words),
    FIELD(Point, advanced, "advanced", FLAG, OPTIONAL),
    FIELD(Point, vendored, "vendored", FLAG, OPTIONAL),
    FIELD(Point, values, "values", RECORDS, OPTIONAL, .type = &value_type),
    FIELD(Point, alternatives, "alternatives", RECORDS, OPTIONAL, .type = &alternative_type),
    FIELD(Point, condition, "condition", CONDITION, REQUIRED),
    FIELD(Point, requires, "requires", RECORDS, OPTIONAL, .type = &requirement_type),
    FIELD(Point, conflicts, "conflicts", RECORDS, OPTIONAL, .type = &requirement_type),
    FIELD(Point, macros, "macros", TEXTS, OPTIONAL),
    FIELD(Point, reach, "reach", RECORD, OPTIONAL, .type = &reach_type),
    FIELD(Point, evidence, "evidence", RECORDS, OPTIONAL, .type = &evidence_type),
    FIELD(Point, decided_by, "decided_by", TEXT, REQUIRED),
    FIELD(Point, confidence, "confidence", FRACTION, REQUIRED),
    FIELD(Point, reasons, "reasons", TEXTS, OPTIONAL),
    FIELD(Point, second_opinion, "second_opinion", RECORD, OPTIONAL, .type = &opinion_type),
    FIELD(Point, review, "review", WORD, REQUIRED, .words = review_words),
};
TYPE(point_type, Point, "point", .check = check_point);

static const RecordField group_type_fields[] = {
    FIELD(PointGroup, kind, "kind", WORD, REQUIRED, .words = group_words),
    FIELD(PointGroup, members, "members", RECORDS, REQUIRED, .type = &requirement_type),
    FIELD(PointGroup, text, "text", TEXT, OPTIONAL),
    FIELD(PointGroup, at, "at", PLACE, OPTIONAL),
};
TYPE(group_type, PointGroup, "group");

static const RecordField constraint_type_fields[] = {
    FIELD(SpecificationConstraint, when, "when", CONDITION, REQUIRED),
    FIELD(SpecificationConstraint, message, "message", TEXT, OPTIONAL),
    FIELD(SpecificationConstraint, at, "at", PLACE, OPTIONAL),
};
TYPE(constraint_type, SpecificationConstraint, "constraint");

static const RecordField rejected_type_fields[] = {
    FIELD(RejectedOption, option, "option", TEXT, REQUIRED),
    FIELD(RejectedOption, build, "build", TEXT, OPTIONAL),
    FIELD(RejectedOption, folder, "folder", TEXT, OPTIONAL),
    FIELD(RejectedOption, category, "category", WORD, REQUIRED, .words = category_words),
    FIELD(RejectedOption, reason, "reason", TEXT, REQUIRED),
    FIELD(RejectedOption, decided_by, "decided_by", TEXT, OPTIONAL),
    FIELD(RejectedOption, second_opinion, "second_opinion", RECORD, OPTIONAL,
          .type = &opinion_type),
    FIELD(RejectedOption, at, "at", PLACE, OPTIONAL),
};
TYPE(rejected_type, RejectedOption, "rejected option");

static const RecordField ledger_type_fields[] = {
    FIELD(LedgerCount, reason, "reason", TEXT, REQUIRED),
    FIELD(LedgerCount, count, "count", COUNT, REQUIRED),
    FIELD(LedgerCount, lost, "lost", COUNT, OPTIONAL),
};
TYPE(ledger_type, LedgerCount, "count");

static char *check_specification(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const Specification *self = record;
    if (g_str_equal(self->schema, SPECIFICATION_SCHEMA)) {
        return NULL;
    }
    *field = "schema";
    return g_strdup_printf("this version reads \"%s\", not \"%s\"; let it write the file anew",
                           SPECIFICATION_SCHEMA, self->schema);
}

static const RecordField specification_type_fields[] = {
    FIELD(Specification, schema, "schema", TEXT, REQUIRED),
    FIELD(Specification, project, "project", RECORD, REQUIRED, .type = &project_type),
    FIELD(Specification, model, "model", RECORD, OPTIONAL, .type = &model_type),
    FIELD(Specification, builds, "build_systems", RECORDS, REQUIRED, .type = &build_type),
    FIELD(Specification, points, "points", RECORDS, REQUIRED, .type = &point_type),
    FIELD(Specification, groups, "groups", RECORDS, OPTIONAL, .type = &group_type),
    FIELD(Specification, constraints, "constraints", RECORDS, OPTIONAL, .type = &constraint_type),
    FIELD(Specification, rejected, "rejected", RECORDS, OPTIONAL, .type = &rejected_type),
    FIELD(Specification, ledger, "ledger", RECORDS, OPTIONAL, .type = &ledger_type),
};
const RecordType specification_type = {.name = "specification",
                                       .schema = SPECIFICATION_SCHEMA,
                                       .size = sizeof(Specification),
                                       .fields = specification_type_fields,
                                       .field_count = G_N_ELEMENTS(specification_type_fields),
                                       .check = check_specification};
