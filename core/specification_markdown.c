/* The specification as a document for reviewers. Everything that comes from the project goes
 * through core/markdown.h. */
#include "core/markdown.h"
#include "core/specification_formats.h"
#include "core/terminal.h"
#include "core/words.h"
#include <string.h>

/* More values than this are counted, not listed, in a table; the point's own section has them all.
 */
#define TABLE_VALUES 12u

static void write_place(GString *out, Span at)
{
    if (at.path != NULL) {
        g_autofree char *text = span_text(&at);
        markdown_append_code(out, text);
    }
}

static void write_condition(GString *out, const Condition *condition)
{
    g_autofree char *words = condition_words(condition);
    markdown_append_text(out, words);
}

static void write_values(GString *out, const Point *point)
{
    for (guint i = 0; i < point->values->len && i < TABLE_VALUES; i++) {
        const PointValue *value = point->values->pdata[i];
        g_string_append(out, i == 0 ? "" : " ");
        markdown_append_cell_code(out, value->value);
    }
    if (point->values->len > TABLE_VALUES) {
        g_string_append_printf(out, " and %u more", point->values->len - TABLE_VALUES);
    }
    if (point->values->len == 0) {
        g_string_append(out, point_kind_text(point->kind));
    }
}

static void write_row(GString *out, const Point *point)
{
    g_string_append(out, "| ");
    markdown_append_cell_code(out, point->option);
    g_string_append(out, " | ");
    markdown_append_text(out, point->name);
    g_string_append(out, " | ");
    if (point->default_value == NULL) {
        g_string_append(out, "unknown");
    } else {
        markdown_append_cell_code(out, point->default_value);
    }
    g_string_append(out, " | ");
    write_values(out, point);
    g_string_append(out, " | ");
    if (point->reach != NULL) {
        g_string_append_printf(out, "%u line%s in %u file%s", point->reach->lines,
                               point->reach->lines == 1 ? "" : "s", point->reach->files,
                               point->reach->files == 1 ? "" : "s");
    }
    g_string_append_printf(out, " | %s", review_text(point->review));
    if (point->status != STATUS_SAME) {
        g_string_append_printf(out, ", %s", point_status_text(point->status));
    }
    g_string_append(out, " |\n");
}

static void write_requirement(GString *out, const Requirement *requirement)
{
    if (requirement->package != NULL) {
        g_string_append(out, requirement->optional ? "optionally the package " : "the package ");
        markdown_append_text(out, requirement->package);
        g_string_append(out, requirement->version == NULL ? "" : " ");
        markdown_append_text(out, requirement->version);
    } else if (requirement->option != NULL) {
        g_autofree char *setting =
            requirement->value == NULL
                ? g_strdup(requirement->option)
                : g_strdup_printf("%s=%s", requirement->option, requirement->value);
        markdown_append_code(out, setting);
    } else {
        write_condition(out, requirement->condition);
    }
    if (requirement->at.path != NULL) {
        g_string_append(out, " (");
        write_place(out, requirement->at);
        g_string_append_c(out, ')');
    }
}

static void write_requirements(GString *out, const char *verb, const GPtrArray *requirements)
{
    for (guint i = 0; i < requirements->len; i++) {
        g_string_append(out, i == 0 ? verb : ", ");
        write_requirement(out, requirements->pdata[i]);
    }
}

static void write_value(GString *out, const PointValue *value)
{
    g_string_append(out, "  - ");
    markdown_append_code(out, value->value);
    if (value->name != NULL && !g_str_equal(value->name, value->value)) {
        g_string_append(out, " is ");
        markdown_append_text(out, value->name);
    }
    if (value->rejected != NULL) {
        g_string_append(out, ": ");
        markdown_append_text(out, value->rejected);
    }
    write_requirements(out, "; needs ", value->requires);
    write_requirements(out, "; excludes ", value->conflicts);
    g_string_append_c(out, '\n');
}

static void write_texts(GString *out, const char *title, const GPtrArray *texts, gboolean code)
{
    for (guint i = 0; i < texts->len; i++) {
        g_string_append(out, i == 0 ? title : code ? " " : "; ");
        if (code) {
            markdown_append_code(out, texts->pdata[i]);
        } else {
            markdown_append_text(out, texts->pdata[i]);
        }
    }
    g_string_append(out, texts->len == 0 ? "" : "\n");
}

static void write_defaults(GString *out, const Point *point)
{
    for (guint i = 0; i < point->defaults->len; i++) {
        const PointDefault *fallback = point->defaults->pdata[i];
        g_string_append(out, i == 0 ? "- Defaults: " : "; ");
        if (fallback->value == NULL) {
            g_string_append(out, "unknown");
        } else {
            markdown_append_code(out, fallback->value);
        }
        g_string_append(out, fallback->when->kind == CONDITION_TRUE ? " " : " when ");
        write_condition(out, fallback->when);
    }
    g_string_append(out, point->defaults->len == 0 ? "" : "\n");
}

static void write_point(GString *out, const Point *point)
{
    g_string_append(out, "\n### ");
    markdown_append_text(out, point->option);
    g_string_append(out, "\n\n");
    if (point->help != NULL) {
        markdown_append_line(out, point->help);
        g_string_append(out, "\n\n");
    }
    if (point->flag != NULL) {
        g_string_append(out, "- Flag: ");
        markdown_append_code(out, point->flag);
        g_string_append(out, point->only_given
                                 ? "; its opposite does the same: leave it out for the default\n"
                                 : "\n");
    }
    const char *polarity = polarity_saying(point->polarity);
    if (polarity != NULL) {
        g_string_append_printf(out, "- Polarity: %s\n", polarity);
    }
    if (point->condition->kind != CONDITION_TRUE) {
        g_string_append(out, "- Exists when ");
        write_condition(out, point->condition);
        g_string_append_c(out, '\n');
    }
    write_defaults(out, point);
    for (guint i = 0; i < point->values->len; i++) {
        g_string_append(out, i == 0 ? "- Values:\n" : "");
        write_value(out, point->values->pdata[i]);
    }
    if (point->requires->len + point->conflicts->len > 0) {
        write_requirements(out, "- Needs ", point->requires);
        write_requirements(out, point->requires->len > 0 ? "; excludes " : "- Excludes ",
                           point->conflicts);
        g_string_append_c(out, '\n');
    }
    write_texts(out, "- Macros: ", point->macros, TRUE);
    g_string_append(out, "- Decided by ");
    markdown_append_text(out, point->decided_by);
    g_string_append_printf(out, " with confidence %.2f\n", point->confidence);
    write_texts(out, "- Because: ", point->reasons, FALSE);
    write_texts(out, "- Changed: ", point->changes, FALSE);
    for (guint i = 0; i < point->evidence->len; i++) {
        const Evidence *evidence = point->evidence->pdata[i];
        g_string_append(out, "- ");
        write_place(out, evidence->at);
        if (evidence->text != NULL) {
            g_string_append(out, ": ");
            markdown_append_code(out, evidence->text);
        }
        g_string_append_c(out, '\n');
    }
}

static void write_category(GString *out, const Specification *self, Category category)
{
    gboolean begun = FALSE;
    for (guint i = 0; i < self->points->len; i++) {
        const Point *point = self->points->pdata[i];
        if (point->category == category && !begun) {
            g_string_append_printf(out,
                                   "\n## %s\n\n| Option | Stands for | Default | Values | Reach | "
                                   "Review |\n|---|---|---|---|---|---|\n",
                                   category_title(category));
            begun = TRUE;
        }
        if (point->category == category) {
            write_row(out, point);
        }
    }
    for (guint i = 0; i < self->points->len; i++) {
        const Point *point = self->points->pdata[i];
        if (point->category == category) {
            write_point(out, point);
        }
    }
}

static void write_groups(GString *out, const Specification *self)
{
    static const char *const titles[] = {
        [GROUP_ONE_OF] = "Exactly one of ",
        [GROUP_AT_MOST_ONE] = "At most one of ",
        [GROUP_AT_LEAST_ONE] = "At least one of ",
    };
    for (guint i = 0; i < self->groups->len; i++) {
        const PointGroup *group = self->groups->pdata[i];
        g_string_append(out, i == 0 ? "\n## Groups\n\n- " : "- ");
        write_requirements(out, titles[group->kind], group->members);
        g_string_append_c(out, '\n');
    }
    for (guint i = 0; i < self->constraints->len; i++) {
        const SpecificationConstraint *constraint = self->constraints->pdata[i];
        g_string_append(out, i == 0 ? "\n## Refused configurations\n\n- " : "- ");
        write_condition(out, constraint->when);
        g_string_append(out, ": ");
        markdown_append_text(out, constraint->message);
        g_string_append_c(out, ' ');
        write_place(out, constraint->at);
        g_string_append_c(out, '\n');
    }
}

char *specification_markdown(const Specification *self)
{
    GString *out = g_string_new(SPECIFICATION_MARKDOWN_TITLE);
    markdown_append_text(out, self->project->name);
    if (self->project->version != NULL) {
        g_string_append_c(out, ' ');
        markdown_append_text(out, self->project->version);
    }
    g_string_append(out, "\n\n");
    for (guint i = 0; i < self->builds->len; i++) {
        const SpecificationBuild *build = self->builds->pdata[i];
        g_string_append(out, "- Build system ");
        markdown_append_text(out, build->type);
        g_string_append(out, ", ");
        markdown_append_code(out, build->file);
        if (build->minimum_version != NULL) {
            g_string_append(out, ", from version ");
            markdown_append_text(out, build->minimum_version);
        }
        g_string_append(out, build->vendored ? ", of a bundled copy" : "");
        g_string_append(out, build->unread ? ", not read\n" : "\n");
    }
    for (guint category = 0; category < CATEGORY_COUNT; category++) {
        write_category(out, self, (Category)category);
    }
    write_groups(out, self);
    for (guint i = 0; i < self->rejected->len; i++) {
        const RejectedOption *rejected = self->rejected->pdata[i];
        g_string_append(out, i == 0 ? "\n## Options that are no specialization points\n\n"
                                      "| Option | Why | Where |\n|---|---|---|\n| "
                                    : "| ");
        markdown_append_cell_code(out, rejected->option);
        g_string_append(out, " | ");
        markdown_append_text(out, rejected->reason);
        g_string_append(out, " | ");
        g_autofree char *at = rejected->at.path == NULL ? NULL : span_text(&rejected->at);
        if (at != NULL) {
            markdown_append_cell_code(out, at);
        }
        g_string_append(out, " |\n");
    }
    for (guint i = 0; i < self->ledger->len; i++) {
        const LedgerCount *count = self->ledger->pdata[i];
        g_string_append(out, i == 0 ? "\n## What could not be followed\n\n- " : "- ");
        markdown_append_text(out, count->reason);
        g_string_append_printf(out, ": %u", count->count);
        if (count->lost > 0) {
            g_string_append_printf(out, ", %u %s lost", count->lost,
                                   count_noun(count->lost, "variable", "variables"));
        }
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}
