#include "discover/llm/consult.h"
#include "core/word_list.h"
#include "discover/llm/candidate.h"
#include "discover/llm/combine.h"
#include "discover/llm/support.h"
#include <string.h>

static const char *const mode_texts[] = {
#define X(id, text) text,
    CONSULT_MODES(X)
#undef X
        NULL};

const char *consult_mode_text(ConsultMode mode)
{
    return mode_texts[mode];
}

gboolean consult_mode_parse(const char *text, ConsultMode *mode)
{
    guint index;
    if (!word_list_find(mode_texts, text, &index)) {
        return FALSE;
    }
    *mode = (ConsultMode)index;
    return TRUE;
}

char *consult_key(const char *option, const char *folder)
{
    return g_strdup_printf("%s\x01%s", option, folder != NULL ? folder : "");
}

/* All that is known while the questions are out. */
typedef struct {
    const ConsultSettings *settings;
    Session *session;
    Diagnostics *diagnostics;
    GPtrArray *candidates; /* Candidate * */
    Label *labels;         /* of candidate c and vote v: [c * votes + v] */
    GHashTable *index;     /* Candidate * -> its place in `candidates` + 1 */
    ConsultReport report;
} Consultation;

/* One question that is out. */
typedef struct {
    Consultation *consultation;
    GPtrArray *candidates; /* Candidate *, in the order of their numbers */
    char *label;
    guint vote;
    gboolean again; /* what it does not answer stays unanswered */
} Question;

static void question_free(Question *self)
{
    g_ptr_array_unref(self->candidates);
    g_free(self->label);
    g_free(self);
}

static void take_result(const SessionResult *result, gpointer data);

static void ask(Consultation *self, Question *question, gboolean structured)
{
    g_autofree char *text = batch_text(&self->settings->batch, question->candidates);
    guint room = CONSULT_OUTPUT_TOKENS + CONSULT_OUTPUT_TOKENS_EACH * question->candidates->len;
    const Prompts *prompts = self->settings->batch.prompts;
    /* A repetition must not find the answer that was of no use: it counts as a further sample. */
    SessionQuestion sent = {.label = question->label,
                            .system = prompts->system,
                            .user = text,
                            .schema = structured ? prompts->schema : NULL,
                            .sample =
                                question->vote + (question->again ? self->settings->votes : 0),
                            .output_tokens = MIN(room, CONSULT_OUTPUT_TOKENS_MAX)};
    session_ask(self->session, &sent, take_result, question);
}

/* Asks about some of a question's candidates, for the last time. */
static void ask_again(const Question *question, guint first, guint count, const GPtrArray *from,
                      gboolean structured)
{
    Consultation *self = question->consultation;
    Question *next = g_new0(Question, 1);
    next->consultation = self;
    next->candidates = g_ptr_array_new();
    for (guint i = first; i < first + count; i++) {
        g_ptr_array_add(next->candidates, from->pdata[i]);
    }
    next->label = g_strdup_printf("%s, asked again", question->label);
    next->vote = question->vote;
    next->again = TRUE;
    self->report.again++;
    ask(self, next, structured);
}

static void warn(const Question *question, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void warn(const Question *question, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    diagnostics_add(question->consultation->diagnostics, DIAGNOSTIC_WARNING, SPAN_NONE, NULL,
                    "model: %s: %s", question->label, message);
}

/* An answer without its end is of no use; half as many candidates need half the room. */
static void split(const Question *question, gboolean structured)
{
    guint half = (question->candidates->len + 1) / 2;
    ask_again(question, 0, half, question->candidates, structured);
    if (half < question->candidates->len) {
        ask_again(question, half, question->candidates->len - half, question->candidates,
                  structured);
    }
}

/* Puts labels where they belong; what has none yet is asked about again, once. */
static LabelCounts take_labels(const Question *question, const char *text, GPtrArray *missing)
{
    Consultation *self = question->consultation;
    guint count = question->candidates->len;
    Label *labels = g_new0(Label, count);
    LabelCounts counts = labels_read(text, labels, count);
    for (guint i = 0; i < count; i++) {
        Candidate *candidate = question->candidates->pdata[i];
        guint place = GPOINTER_TO_UINT(g_hash_table_lookup(self->index, candidate)) - 1;
        Label *target = &self->labels[place * self->settings->votes + question->vote];
        if (!labels[i].given) {
            g_ptr_array_add(missing, candidate);
        } else if (!target->given) {
            *target = labels[i];
            labels[i] = (Label){0};
        }
    }
    labels_free(labels, count);
    self->report.unknown += counts.unknown;
    self->report.repeated += counts.repeated;
    self->report.malformed += counts.malformed;
    self->report.faulty += counts.fault != LABEL_FAULT_NONE ? 1 : 0;
    return counts;
}

static void take_text(const Question *question, const SessionResult *result)
{
    g_autoptr(GPtrArray) missing = g_ptr_array_new();
    LabelCounts counts = take_labels(question, result->answer->text, missing);
    if (missing->len == 0) {
        session_accept(question->consultation->session, result);
        return;
    }
    if (!question->again) {
        /* What came despite the schema, or what the schema made of it, may be its fault. */
        gboolean structured = result->structured && counts.fault == LABEL_FAULT_NONE;
        ask_again(question, 0, missing->len, missing, structured);
        return;
    }
    if (counts.fault != LABEL_FAULT_NONE) {
        warn(question, "%s", label_fault_text(counts.fault));
    } else {
        warn(question, "%u of %u options got no label", missing->len, question->candidates->len);
    }
}

static void take_answer(const Question *question, const SessionResult *result)
{
    ConsultReport *report = &question->consultation->report;
    const Answer *answer = result->answer;
    switch (answer->stop) {
    case STOP_REFUSED:
        report->refused++;
        warn(question, "the model refused to answer (%s)",
             answer->stop_word != NULL ? answer->stop_word : "without a word");
        return;
    case STOP_TRUNCATED:
        report->truncated++;
        if (question->again) {
            warn(question, "the answer was cut off after %" G_GUINT64_FORMAT " tokens",
                 answer->usage.output);
        } else {
            split(question, result->structured);
        }
        return;
    case STOP_COMPLETE:
    case STOP_OTHER:
        take_text(question, result);
        return;
    }
}

static void take_result(const SessionResult *result, gpointer data)
{
    Question *question = data;
    if (result->error != NULL) {
        diagnostics_add(question->consultation->diagnostics, DIAGNOSTIC_WARNING, SPAN_NONE, NULL,
                        "model: %s", result->error->message);
    } else if (result->answer != NULL) {
        take_answer(question, result);
    }
    question_free(question);
}

/* ---- which options, and what comes of them --------------------------------------------------- */

static gboolean is_asked(const ConsultSettings *settings, const Decision *decision)
{
    const Option *option = decision->option;
    g_autofree char *key = consult_key(option->name, option->folder);
    /* An internal variable is nothing that a person can set, whatever anybody calls it. */
    if (option->type == OPTION_INTERNAL ||
        (settings->settled != NULL && g_hash_table_contains(settings->settled, key))) {
        return FALSE;
    }
    return settings->mode != CONSULT_ASSIST || combine_is_open(decision);
}

static void candidate_free(gpointer data)
{
    Candidate *self = data;
    g_free(self->text);
    g_free(self);
}

static GPtrArray *choose_candidates(const ConsultSettings *settings, const GPtrArray *decisions)
{
    GPtrArray *candidates = g_ptr_array_new_with_free_func(candidate_free);
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        if (is_asked(settings, decision)) {
            Candidate *candidate = g_new0(Candidate, 1);
            candidate->decision = decision;
            candidate->text = candidate_text(decision->option);
            g_ptr_array_add(candidates, candidate);
        }
    }
    return candidates;
}

static void ask_all(Consultation *self)
{
    g_autoptr(GPtrArray) batches = batch_split(&self->settings->batch, self->candidates);
    self->report.batches = batches->len;
    for (guint vote = 0; vote < self->settings->votes; vote++) {
        for (guint i = 0; i < batches->len; i++) {
            Question *question = g_new0(Question, 1);
            question->consultation = self;
            question->candidates = g_ptr_array_ref(batches->pdata[i]);
            question->label =
                self->settings->votes == 1
                    ? g_strdup_printf("batch %u of %u", i + 1, batches->len)
                    : g_strdup_printf("batch %u of %u, vote %u", i + 1, batches->len, vote + 1);
            question->vote = vote;
            ask(self, question, TRUE);
        }
    }
    session_run(self->session);
}

/* A decision in which a label had a say. */
typedef struct {
    Decision *decision;
    Label label;      /* borrows its texts */
    gboolean changed; /* the rules had decided otherwise */
    gboolean named;   /* the label's name is supported */
} Settled;

/* One candidate's labels become its decision; the name is kept only as far as it is supported. */
static void settle(Consultation *self, guint index, GArray *settled, Arena *arena)
{
    Candidate *candidate = self->candidates->pdata[index];
    guint votes = self->settings->votes;
    Label label = combine_votes(self->labels + index * votes, votes, candidate->decision);
    if (!label.given) {
        self->report.unanswered++;
        return;
    }
    self->report.answered++;
    const char *name = label.name != NULL ? label.name : "";
    gboolean supported =
        *name != '\0' && support_has_name(self->settings->knowledge, candidate->text, name);
    self->report.names += *name != '\0' && !supported ? 1 : 0;
    Combined combined = combine_decision(candidate->decision, &label, self->settings, arena);
    self->report.agreed += combined == COMBINED_AGREED ? 1 : 0;
    self->report.changed += combined == COMBINED_CHANGED ? 1 : 0;
    self->report.disputed += combined == COMBINED_DISPUTED ? 1 : 0;
    if (combined != COMBINED_DISPUTED) {
        const Settled one = {.decision = candidate->decision,
                             .label = label,
                             .changed = combined == COMBINED_CHANGED,
                             .named = supported};
        g_array_append_val(settled, one);
    }
}

/* What goes with the category of a decision is known only after the rules have given a changed one
 * its values: then come the label's name and its word on the values. */
static void complete(Consultation *self, const GArray *settled, Arena *arena)
{
    const ConsultSettings *settings = self->settings;
    g_autoptr(GPtrArray) changed = g_ptr_array_new();
    for (guint i = 0; i < settled->len; i++) {
        const Settled *one = &g_array_index(settled, Settled, i);
        if (one->changed) {
            g_ptr_array_add(changed, one->decision);
        }
    }
    classify_assign(settings->knowledge, settings->batch.facts, settings->sources, changed, arena);
    for (guint i = 0; i < settled->len; i++) {
        const Settled *one = &g_array_index(settled, Settled, i);
        if (one->changed && one->named) {
            one->decision->name = arena_strdup(arena, one->label.name);
        }
        self->report.values += combine_values(one->decision, &one->label, settings, arena);
    }
}

ConsultReport consult(const ConsultSettings *settings, GPtrArray *decisions, Session *session,
                      Diagnostics *diagnostics, Arena *arena)
{
    g_autoptr(GPtrArray) candidates = choose_candidates(settings, decisions);
    g_autoptr(GHashTable) index = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < candidates->len; i++) {
        g_hash_table_insert(index, candidates->pdata[i], GUINT_TO_POINTER(i + 1));
    }
    guint label_count = candidates->len * settings->votes;
    Consultation self = {.settings = settings,
                         .session = session,
                         .diagnostics = diagnostics,
                         .candidates = candidates,
                         .labels = g_new0(Label, label_count + 1),
                         .index = index,
                         .report.candidates = candidates->len};
    ask_all(&self);
    g_autoptr(GArray) settled = g_array_new(FALSE, FALSE, sizeof(Settled));
    if (session_counts(session)->written == 0) {
        for (guint i = 0; i < candidates->len; i++) {
            settle(&self, i, settled, arena);
        }
    }
    complete(&self, settled, arena);
    labels_free(self.labels, label_count);
    return self.report;
}
