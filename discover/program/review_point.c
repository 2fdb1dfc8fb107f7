#include "discover/program/review_point.h"
#include "core/words.h"
#include "discover/review/difference.h"
#include "discover/review/excerpt.h"
#include "discover/review/twins.h"
#include <string.h>

#define REASONS_SHOWN 4u
#define EVIDENCE_SHOWN 3u

static void say(const Terminal *out, const char *label, const char *text)
{
    g_autofree char *safe = terminal_text(text);
    fprintf(out->stream, "  %-10s%s\n", label, safe);
}

static void say_requirements(const Terminal *out, const char *label, const GPtrArray *requirements)
{
    for (guint i = 0; i < requirements->len; i++) {
        g_autofree char *words = requirement_words(requirements->pdata[i]);
        say(out, i == 0 ? label : "", words);
    }
}

static void show_excerpt(const ReviewTerminal *self, Excerpts *excerpts, const Evidence *evidence)
{
    g_autofree char *place = span_text(&evidence->at);
    say(self->out, "at", place);
    g_autoptr(Excerpt) excerpt = excerpts == NULL ? NULL : excerpts_at(excerpts, evidence->at);
    if (excerpt == NULL) {
        say(self->out, "", evidence->text == NULL ? "" : evidence->text);
        return;
    }
    for (guint i = 0; i < excerpt->lines->len; i++) {
        guint number = excerpt->first + i;
        g_autofree char *safe = terminal_text(excerpt->lines->pdata[i]);
        g_autofree char *fitted = terminal_fit(safe, self->out->width - 16);
        g_autofree char *line = g_strdup_printf(
            "  %c%7u  %s\n", number == evidence->at.line ? '>' : ' ', number, fitted);
        terminal_print(self->out, number == evidence->at.line ? STYLE_NAME : STYLE_FAINT, line);
    }
}

void review_point_evidence(const ReviewTerminal *self, const Point *point, guint count)
{
    g_autoptr(Excerpts) excerpts = self->tree == NULL ? NULL : excerpts_new(self->tree);
    for (guint i = 0; i < point->evidence->len && i < count; i++) {
        show_excerpt(self, excerpts, point->evidence->pdata[i]);
    }
    if (point->evidence->len > count) {
        fprintf(self->out->stream, "  %-10s%u more; e shows them\n", "",
                point->evidence->len - count);
    }
}

/* Points of other build systems that may ask for the same decision. */
static void show_twins(const Terminal *out, const Specification *specification, guint index)
{
    g_autoptr(GArray) twins = point_twins(specification);
    for (guint i = 0; i < twins->len; i++) {
        const PointTwins *pair = &g_array_index(twins, PointTwins, i);
        if (pair->first == index || pair->second == index) {
            guint other = pair->first == index ? pair->second : pair->first;
            const Point *point = specification->points->pdata[other];
            const SpecificationBuild *first =
                specification->builds->len > 0 ? specification->builds->pdata[0] : NULL;
            g_autofree char *words =
                g_strdup_printf("the same as %s of %s, by its name", point->option,
                                point->build != NULL ? point->build
                                : first != NULL      ? first->type
                                                     : "the project");
            say(out, "perhaps", words);
        }
    }
}

static void show_changes(const Terminal *out, const Point *point)
{
    if (point->status != STATUS_SAME) {
        say(out, "status", point_status_text(point->status));
    }
    for (guint i = 0; i < point->changes->len; i++) {
        say(out, "", point->changes->pdata[i]);
    }
}

static void show_opinions(const Terminal *out, const Point *point)
{
    g_autofree char *decision =
        g_strdup_printf("%s, %.0f %% sure, by %s", category_title(point->category),
                        100 * point->confidence, point->decided_by);
    say(out, "category", decision);
    for (guint i = 0; i < point->reasons->len && i < REASONS_SHOWN; i++) {
        say(out, i == 0 ? "because" : "", point->reasons->pdata[i]);
    }
    if (point->second_opinion != NULL) {
        g_autofree char *other = g_strdup_printf(
            "%s says %s, %.0f %% sure", point->second_opinion->decided_by,
            point->second_opinion->category, 100 * point->second_opinion->confidence);
        say(out, "but", other);
    }
}

void review_point_show(const ReviewTerminal *self, guint index, guint number, guint count)
{
    const ReviewFile *file = self->store->file;
    const Point *point = file->specification->points->pdata[index];
    const Terminal *out = self->out;
    g_autofree char *option = terminal_text(point->option);
    fprintf(out->stream, "\n%u of %u  ", number, count);
    terminal_print(out, STYLE_NAME, option);
    fputs("\n", out->stream);
    if (point->help != NULL) {
        say(out, "help", point->help);
    }
    show_opinions(out, point);
    say(out, "offers", point_words(point, file->arena));
    if (point->condition->kind != CONDITION_TRUE) {
        g_autofree char *when = condition_words(point->condition);
        say(out, "only when", when);
    }
    say_requirements(out, "needs", point->requires);
    say_requirements(out, "excludes", point->conflicts);
    if (point->reach != NULL) {
        const PointReach *of = point->reach;
        g_autofree char *reach =
            g_strdup_printf("%u %s in %u %s", of->lines, count_noun(of->lines, "line", "lines"),
                            of->files, count_noun(of->files, "file", "files"));
        say(out, "reach", reach);
    }
    show_twins(out, file->specification, index);
    show_changes(out, point);
    g_autofree char *comment = review_file_comment(file, index);
    if (*comment != '\0') {
        say(out, "comment", comment);
    }
    review_point_evidence(self, point, EVIDENCE_SHOWN);
}
