#include "discover/program/review_terminal.h"
#include "discover/review/difference.h"
#include "discover/review/excerpt.h"
#include "discover/review/words.h"
#include <string.h>

#define LINE_MAX_BYTES 8192u
#define REASONS_SHOWN 4u
#define EVIDENCE_SHOWN 3u

typedef enum {
    NEXT_POINT,
    NEXT_SAME, /* ask again about the same point */
    NEXT_END,
} Next;

/* The answers that are understood; the letter, and what the prompt and the help say. */
/* clang-format off */
#define ANSWERS(X)                                                          \
    X(ACCEPT,   'a', "accept")                                              \
    X(REJECT,   'r', "reject: this is no specialization point")             \
    X(CATEGORY, 'c', "put it into another category, and accept it")         \
    X(NOTE,     'n', "write a comment into the file, then decide")          \
    X(EVIDENCE, 'e', "show all evidence")                                   \
    X(SKIP,     's', "skip: leave it open")                                 \
    X(QUIT,     'q', "quit; what was decided is in the file")
/* clang-format on */

typedef enum {
#define X(id, letter, help) ANSWER_##id,
    ANSWERS(X)
#undef X
        ANSWER_UNKNOWN
} Answer;

static Answer parse_answer(const char *line)
{
    static const char letters[] = {
#define X(id, letter, help) letter,
        ANSWERS(X)
#undef X
    };
    const char *found =
        line[0] != '\0' && line[1] == '\0' ? memchr(letters, line[0], sizeof letters) : NULL;
    return found == NULL ? ANSWER_UNKNOWN : (Answer)(found - letters);
}

/* One line without its end, blanks around it removed; NULL at the end of the input. What is longer
 * than LINE_MAX_BYTES is cut. The caller frees it. */
static char *read_line(FILE *input)
{
    char buffer[LINE_MAX_BYTES];
    if (fgets(buffer, sizeof buffer, input) == NULL) {
        return NULL;
    }
    if (strchr(buffer, '\n') == NULL) {
        for (int c = fgetc(input); c != EOF && c != '\n'; c = fgetc(input)) {
            continue;
        }
    }
    return g_strdup(g_strstrip(buffer));
}

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

static void show_evidence(const ReviewTerminal *self, const Point *point, guint count)
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

static void show_point(const ReviewTerminal *self, guint index, guint number, guint count)
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
        g_autofree char *reach =
            g_strdup_printf("%u lines in %u files", point->reach->lines, point->reach->files);
        say(out, "reach", reach);
    }
    show_changes(out, point);
    g_autofree char *comment = review_file_comment(file, index);
    if (*comment != '\0') {
        say(out, "comment", comment);
    }
    show_evidence(self, point, EVIDENCE_SHOWN);
}

static void show_answers(const Terminal *out)
{
#define X(id, letter, help) fprintf(out->stream, "  %c  %s\n", letter, help);
    ANSWERS(X)
#undef X
}

/* FALSE when the person thought better of it. */
static gboolean ask_category(const ReviewTerminal *self, Category *category)
{
    for (guint i = 0; i < CATEGORY_COUNT; i++) {
        fprintf(self->out->stream, "  %2u  %-15s %s\n", i + 1, category_text((Category)i),
                category_title((Category)i));
    }
    fputs("category (number or word)? ", self->out->stream);
    fflush(self->out->stream);
    g_autofree char *line = read_line(self->input);
    guint64 number = 0;
    if (line != NULL && g_ascii_string_to_unsigned(line, 10, 1, CATEGORY_COUNT, &number, NULL)) {
        *category = (Category)(number - 1);
        return TRUE;
    }
    return line != NULL && category_parse(line, category);
}

static Next decide(const ReviewTerminal *self, const ReviewEdit *edit, Next next, GError **error)
{
    return review_store_write(self->store, edit, 1, error) ? next : NEXT_END;
}

static Next answer(const ReviewTerminal *self, guint index, Answer given, GError **error)
{
    const Point *point = self->store->file->specification->points->pdata[index];
    ReviewEdit edit = {.point = index, .review = REVIEW_ACCEPTED};
    Category category;
    switch (given) {
    case ANSWER_ACCEPT:
        return decide(self, &edit, NEXT_POINT, error);
    case ANSWER_REJECT:
        edit.review = REVIEW_REJECTED;
        return decide(self, &edit, NEXT_POINT, error);
    case ANSWER_CATEGORY:
        edit.category = &category;
        if (!ask_category(self, &category)) {
            fputs("That is no category; nothing was changed.\n", self->out->stream);
            return NEXT_SAME;
        }
        return decide(self, &edit, NEXT_POINT, error);
    case ANSWER_NOTE: {
        fputs("comment? ", self->out->stream);
        fflush(self->out->stream);
        g_autofree char *line = read_line(self->input);
        edit.review = point->review;
        edit.comment = line;
        return line == NULL ? NEXT_END : decide(self, &edit, NEXT_SAME, error);
    }
    case ANSWER_EVIDENCE:
        show_evidence(self, point, G_MAXUINT);
        return NEXT_SAME;
    case ANSWER_SKIP:
        return NEXT_POINT;
    case ANSWER_QUIT:
        return NEXT_END;
    case ANSWER_UNKNOWN:
        show_answers(self->out);
        return NEXT_SAME;
    }
    g_assert_not_reached();
}

static Next ask(const ReviewTerminal *self, guint index, GError **error)
{
    fputs("accept, reject, category, note, evidence, skip, quit [arcnesq]? ", self->out->stream);
    fflush(self->out->stream);
    g_autofree char *line = read_line(self->input);
    if (!self->out->interactive) {
        fputs("\n", self->out->stream);
    }
    return line == NULL ? NEXT_END : answer(self, index, parse_answer(line), error);
}

static guint count_pending(const Specification *specification)
{
    guint count = 0;
    for (guint i = 0; i < specification->points->len; i++) {
        count += ((const Point *)specification->points->pdata[i])->review == REVIEW_PENDING;
    }
    return count;
}

gboolean review_terminal_run(const ReviewTerminal *self, GError **error)
{
    g_autoptr(GError) local = NULL;
    guint count = count_pending(self->store->file->specification);
    guint number = 0;
    Next next = NEXT_POINT;
    /* Decisions replace the specification, but not its points' number and order. */
    for (guint i = 0; i < self->store->file->specification->points->len && next != NEXT_END; i++) {
        const Point *point = self->store->file->specification->points->pdata[i];
        if (point->review != REVIEW_PENDING) {
            continue;
        }
        show_point(self, i, ++number, count);
        do {
            next = ask(self, i, &local);
        } while (next == NEXT_SAME);
    }
    if (local != NULL) {
        g_propagate_error(error, g_steal_pointer(&local));
        return FALSE;
    }
    guint left = count_pending(self->store->file->specification);
    fprintf(self->out->stream, "%u decided, %u still open\n", count - left, left);
    return TRUE;
}
