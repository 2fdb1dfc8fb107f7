#include "discover/llm/whole_file.h"
#include "core/specification_formats.h"
#include "discover/llm/reply_form.h"
#include "discover/specify.h"
#include <string.h>

static const BuildSystem *main_build(const Facts *facts)
{
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = facts->build_systems->pdata[i];
        if (system->read && !system->vendored) {
            return system;
        }
    }
    return facts->build_systems->len > 0 ? facts->build_systems->pdata[0] : NULL;
}

/* Every option as a point, with the values and the default that the facts give it, whatever the
 * rules think of it. */
static const Specification *all_options(const WholeFileSettings *settings,
                                        const GPtrArray *decisions)
{
    const ConsultSettings *consult = settings->consult;
    GPtrArray *copies = arena_array(settings->arena);
    for (guint i = 0; i < decisions->len; i++) {
        Decision *copy = arena_new0(settings->arena, Decision);
        *copy = *(const Decision *)decisions->pdata[i];
        copy->is_point = TRUE;
        g_ptr_array_add(copies, copy);
    }
    classify_assign(consult->knowledge, consult->batch.facts, NULL, copies, settings->arena);
    return specify(consult->batch.facts, copies, NULL, settings->arena);
}

json_t *whole_file_ground(const WholeFileSettings *settings, const GPtrArray *decisions,
                          const char *text, GroundClaims *claims, GroundCounts *counts)
{
    json_t *reply = reply_form_read(text);
    if (reply == NULL) {
        return NULL;
    }
    Ground ground = {.options = all_options(settings, decisions),
                     .facts = settings->consult->batch.facts,
                     .knowledge = settings->consult->knowledge};
    json_t *grounded = ground_reply(&ground, reply, claims, counts);
    json_decref(reply);
    return grounded;
}

/* The one question that is out. */
typedef struct {
    const WholeFileSettings *settings;
    Session *session;
    ConsultReport *report;
    const GPtrArray *decisions;
    GroundClaims claims;
    GroundCounts counts;
    json_t *grounded; /* NULL: no usable answer */
} WholeFile;

static void warn(const WholeFile *self, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void warn(const WholeFile *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    diagnostics_add(self->settings->diagnostics, DIAGNOSTIC_WARNING, SPAN_NONE, NULL, "model: %s",
                    message);
}

static void take_result(const SessionResult *result, gpointer data)
{
    WholeFile *self = data;
    if (result->answer == NULL) {
        if (result->error != NULL) {
            warn(self, "%s", result->error->message);
        }
        return;
    }
    switch (result->answer->stop) {
    case STOP_REFUSED:
        self->report->refused++;
        warn(self, "the model refused to answer (%s)",
             result->answer->stop_word != NULL ? result->answer->stop_word : "without a word");
        return;
    case STOP_TRUNCATED:
        self->report->truncated++;
        warn(self, "the answer was cut off after %" G_GUINT64_FORMAT " tokens",
             result->answer->usage.output);
        return;
    case STOP_COMPLETE:
    case STOP_OTHER:
        break;
    }
    self->grounded = whole_file_ground(self->settings, self->decisions, result->answer->text,
                                       &self->claims, &self->counts);
    if (self->grounded == NULL) {
        self->report->faulty++;
        warn(self, "the reply makes no claim in the layout that was asked for");
        return;
    }
    session_accept(self->session, result);
}

/* The text of the question; NULL when there is no file that can be sent, which is reported. */
static char *question_text(const WholeFile *self)
{
    const WholeFileSettings *settings = self->settings;
    const BuildSystem *build = main_build(settings->consult->batch.facts);
    g_autoptr(GError) error = NULL;
    gsize length = 0;
    g_autofree char *text =
        build == NULL ? NULL : tree_read_text(settings->tree, build->file, &length, &error);
    if (text == NULL || length > WHOLE_FILE_BYTES_MAX) {
        warn(self, "the build file is not sent: %s",
             error != NULL ? error->message : "there is none, or it is larger than 256 KiB");
        return NULL;
    }
    g_autofree char *delimiter = batch_delimiter(text);
    const PromptPlace places[] = {
        {"delimiter", delimiter}, {"file", build->file}, {"text", text}, {NULL, NULL}};
    return prompts_fill(settings->consult->batch.prompts->whole_file, places);
}

static void ask(WholeFile *self)
{
    g_autofree char *text = question_text(self);
    if (text == NULL) {
        return;
    }
    SessionQuestion question = {.label = "the build file",
                                .system = self->settings->consult->batch.prompts->system,
                                .user = text,
                                .output_tokens = WHOLE_FILE_OUTPUT_TOKENS};
    session_ask(self->session, &question, take_result, self);
    session_run(self->session);
}

/* The category that goes with a section: the rules' own when they agree on the section, else the
 * first of those that go there. */
static Category category_for(const Decision *decision, ReferenceSection section)
{
    if (reference_section_of(decision->category) == section) {
        return decision->category;
    }
    for (guint i = 0; i < CATEGORY_COUNT; i++) {
        if (reference_section_of((Category)i) == section) {
            return (Category)i;
        }
    }
    return CATEGORY_OTHER;
}

static void keep_claimed_values(Decision *decision, const GroundClaims *claims)
{
    for (guint i = 0; i < decision->values->len; i++) {
        ValueDecision *value = decision->values->pdata[i];
        g_autofree char *key =
            g_strdup_printf("%s=%s", decision->option->name, value->value->value);
        if (!g_hash_table_contains(claims->values, key)) {
            value->rejected = TRUE;
            value->reason = "the model did not name it";
        }
    }
}

static void apply(const WholeFile *self, GPtrArray *decisions, const GroundClaims *claims)
{
    const ConsultSettings *consult = self->settings->consult;
    Arena *arena = self->settings->arena;
    const char *model = arena_printf(arena, DECIDED_BY_MODEL_PREFIX "%s", consult->model);
    g_autoptr(GPtrArray) changed = g_ptr_array_new();
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        g_autofree char *key = consult_key(decision->option->name, decision->option->folder);
        if (consult->settled != NULL && g_hash_table_contains(consult->settled, key)) {
            continue;
        }
        guint section =
            GPOINTER_TO_UINT(g_hash_table_lookup(claims->sections, decision->option->name));
        decision->decided_by = model;
        decision->is_point = section != 0;
        decision->confidence = 1;
        decision->reasons = arena_array(arena);
        g_ptr_array_add(decision->reasons,
                        (gpointer)(section != 0 ? "the model named it, and the build has it"
                                                : "the model did not name it"));
        if (section != 0) {
            decision->category = category_for(decision, (ReferenceSection)(section - 1));
        }
        g_ptr_array_add(changed, decision);
    }
    classify_assign(consult->knowledge, consult->batch.facts, consult->sources, changed, arena);
    for (guint i = 0; i < changed->len; i++) {
        keep_claimed_values(changed->pdata[i], claims);
    }
}

ConsultReport whole_file_consult(const WholeFileSettings *settings, GPtrArray *decisions,
                                 Session *session, json_t **grounded)
{
    ConsultReport report = {.candidates = 1, .batches = 1};
    WholeFile self = {
        .settings = settings, .session = session, .report = &report, .decisions = decisions};
    ground_claims_init(&self.claims);
    ask(&self);
    *grounded = self.grounded;
    if (self.grounded == NULL) {
        report.unanswered = session_counts(session)->written > 0 ? 0 : 1;
    } else {
        report.answered = 1;
        report.claims = self.counts.claims;
        report.corrected = self.counts.corrected;
        report.dropped = self.counts.dropped;
        apply(&self, decisions, &self.claims);
    }
    ground_claims_clear(&self.claims);
    return report;
}
