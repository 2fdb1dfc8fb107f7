#include "discover/program/review_point.h"
#include <string.h>

#define LINE_MAX_BYTES 8192u

typedef enum {
    NEXT_DECIDED,
    NEXT_SKIPPED,
    NEXT_PROMOTED, /* there is one more point; go on with the first that is open */
    NEXT_SAME,     /* ask again about the same point */
    NEXT_END,
} Next;

/* The answers that are understood; the letter, and what the prompt and the help say. */
/* clang-format off */
#define ANSWERS(X)                                                          \
    X(ACCEPT,   'a', "accept")                                              \
    X(REJECT,   'r', "reject: this is no specialization point")             \
    X(CATEGORY, 'c', "put it into another category, and accept it")         \
    X(NOTE,     'n', "write a comment into the file, then decide")          \
    X(PROMOTE,  'p', "promote: make a point of an option that was rejected")\
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
    const ReviewChanges changes = {.edits = edit, .edit_count = 1};
    return review_store_write(self->store, &changes, error) ? next : NEXT_END;
}

/* FALSE when no rejected option has that name. The first of several: their folders differ. */
static gboolean find_rejected(const Specification *specification, const char *option, guint *index)
{
    for (guint i = 0; option != NULL && i < specification->rejected->len; i++) {
        if (g_str_equal(((const RejectedOption *)specification->rejected->pdata[i])->option,
                        option)) {
            *index = i;
            return TRUE;
        }
    }
    return FALSE;
}

static Next promote(const ReviewTerminal *self, GError **error)
{
    const Specification *specification = self->store->file->specification;
    fputs("which rejected option? ", self->out->stream);
    fflush(self->out->stream);
    g_autofree char *name = read_line(self->input);
    ReviewPromotion promotion;
    if (!find_rejected(specification, name, &promotion.rejected)) {
        fputs("No rejected option is called so; nothing was changed.\n", self->out->stream);
        return name == NULL ? NEXT_END : NEXT_SAME;
    }
    const RejectedOption *option = specification->rejected->pdata[promotion.rejected];
    g_autofree char *reason = terminal_text(option->reason);
    fprintf(self->out->stream, "It was rejected: %s\n", reason);
    if (!ask_category(self, &promotion.category)) {
        fputs("That is no category; nothing was changed.\n", self->out->stream);
        return NEXT_SAME;
    }
    const ReviewChanges changes = {.promotions = &promotion, .promotion_count = 1};
    if (!review_store_write(self->store, &changes, error)) {
        return NEXT_END;
    }
    fputs("It is a point now; xaas-discover --update finds out what it offers.\n",
          self->out->stream);
    return NEXT_PROMOTED;
}

static Next comment(const ReviewTerminal *self, ReviewEdit *edit, GError **error)
{
    const Point *point = self->store->file->specification->points->pdata[edit->point];
    fputs("comment? ", self->out->stream);
    fflush(self->out->stream);
    g_autofree char *line = read_line(self->input);
    edit->review = point->review;
    edit->comment = line;
    return line == NULL ? NEXT_END : decide(self, edit, NEXT_SAME, error);
}

static Next answer(const ReviewTerminal *self, guint index, Answer given, GError **error)
{
    ReviewEdit edit = {.point = index, .review = REVIEW_ACCEPTED};
    Category category;
    switch (given) {
    case ANSWER_ACCEPT:
        return decide(self, &edit, NEXT_DECIDED, error);
    case ANSWER_REJECT:
        edit.review = REVIEW_REJECTED;
        return decide(self, &edit, NEXT_DECIDED, error);
    case ANSWER_CATEGORY:
        edit.category = &category;
        if (!ask_category(self, &category)) {
            fputs("That is no category; nothing was changed.\n", self->out->stream);
            return NEXT_SAME;
        }
        return decide(self, &edit, NEXT_DECIDED, error);
    case ANSWER_NOTE:
        return comment(self, &edit, error);
    case ANSWER_PROMOTE:
        return promote(self, error);
    case ANSWER_EVIDENCE:
        review_point_evidence(self, self->store->file->specification->points->pdata[index],
                              G_MAXUINT);
        return NEXT_SAME;
    case ANSWER_SKIP:
        return NEXT_SKIPPED;
    case ANSWER_QUIT:
        return NEXT_END;
    case ANSWER_UNKNOWN:
        show_answers(self->out);
        return NEXT_SAME;
    }
    g_assert_not_reached();
}

static Answer ask(const ReviewTerminal *self, const char *prompt)
{
    fputs(prompt, self->out->stream);
    fflush(self->out->stream);
    g_autofree char *line = read_line(self->input);
    if (!self->out->interactive) {
        fputs("\n", self->out->stream);
    }
    return line == NULL ? ANSWER_QUIT : parse_answer(line);
}

static Next ask_about(const ReviewTerminal *self, guint index, GError **error)
{
    return answer(self, index,
                  ask(self, "accept, reject, category, note, promote, evidence, skip, quit "
                            "[arcnpesq]? "),
                  error);
}

/* All is decided: what is left is to bring in what the rules left out. */
static Next ask_for_more(const ReviewTerminal *self, GError **error)
{
    switch (ask(self, "Nothing waits for a decision. promote, quit [pq]? ")) {
    case ANSWER_PROMOTE:
        return promote(self, error);
    case ANSWER_QUIT:
        return NEXT_END;
    case ANSWER_ACCEPT:
    case ANSWER_REJECT:
    case ANSWER_CATEGORY:
    case ANSWER_NOTE:
    case ANSWER_EVIDENCE:
    case ANSWER_SKIP:
    case ANSWER_UNKNOWN:
        return NEXT_SAME;
    }
    g_assert_not_reached();
}

static guint count_pending(const Specification *specification)
{
    guint count = 0;
    for (guint i = 0; i < specification->points->len; i++) {
        count += ((const Point *)specification->points->pdata[i])->review == REVIEW_PENDING;
    }
    return count;
}

/* What tells points apart: each write reads the file anew, and a promotion moves them. The caller
 * frees it. */
static char *key_of(const Point *point)
{
    return g_strjoin("\x01", point->option, point->folder == NULL ? "" : point->folder,
                     point->build == NULL ? "" : point->build, NULL);
}

/* The first point that waits and was not skipped; FALSE when there is none. */
static gboolean find_open(const Specification *specification, GHashTable *skipped, guint *index)
{
    for (guint i = 0; i < specification->points->len; i++) {
        const Point *point = specification->points->pdata[i];
        g_autofree char *key = key_of(point);
        if (point->review == REVIEW_PENDING && !g_hash_table_contains(skipped, key)) {
            *index = i;
            return TRUE;
        }
    }
    return FALSE;
}

gboolean review_terminal_run(const ReviewTerminal *self, GError **error)
{
    g_autoptr(GHashTable) skipped = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GError) local = NULL;
    guint decided = 0;
    guint index = 0;
    Next next = NEXT_SAME;
    while (next == NEXT_SAME && count_pending(self->store->file->specification) == 0) {
        next = ask_for_more(self, &local);
    }
    while (next != NEXT_END && find_open(self->store->file->specification, skipped, &index)) {
        const Specification *specification = self->store->file->specification;
        g_autofree char *key = key_of(specification->points->pdata[index]);
        review_point_show(self, index, decided + g_hash_table_size(skipped) + 1,
                          decided + count_pending(specification));
        do {
            next = ask_about(self, index, &local);
        } while (next == NEXT_SAME);
        decided += next == NEXT_DECIDED;
        if (next == NEXT_SKIPPED) {
            g_hash_table_add(skipped, g_steal_pointer(&key));
        }
    }
    if (local != NULL) {
        g_propagate_error(error, g_steal_pointer(&local));
        return FALSE;
    }
    fprintf(self->out->stream, "%u decided, %u still open\n", decided,
            count_pending(self->store->file->specification));
    return TRUE;
}
