#include "discover/program/model.h"
#include "core/data_folder.h"
#include "core/json.h"
#include "discover/llm/price.h"
#include "discover/llm/whole_file.h"

#define PARALLEL_DEFAULT 4
#define TIMEOUT_DEFAULT 600
#define RETRIES_DEFAULT 2

struct Model {
    const DiscoverOptions *options;
    Endpoint *endpoint;
    Prompts *prompts;
    char *name;  /* "provider:model" */
    char *cache; /* folder; NULL: none */
    char *price_file;
    SessionCounts counts;
    ConsultReport report;
    json_t *grounded; /* the corrected reply of the mode whole-file; NULL: none */
    gboolean priced;
    double dollars; /* when priced */
};

void model_free(Model *self)
{
    if (self == NULL) {
        return;
    }
    g_clear_pointer(&self->endpoint, endpoint_free);
    g_clear_pointer(&self->prompts, prompts_free);
    g_free(self->name);
    g_free(self->cache);
    g_free(self->price_file);
    json_decref(self->grounded);
    g_free(self);
}

static ExitStatus status_of(const GError *error)
{
    gboolean usage = g_error_matches(error, ENDPOINT_ERROR, ENDPOINT_ERROR_USAGE);
    gboolean input = g_error_matches(error, PROMPTS_ERROR, PROMPTS_ERROR_MALFORMED);
    return usage ? EXIT_STATUS_USAGE : input ? EXIT_STATUS_INPUT : EXIT_STATUS_ENVIRONMENT;
}

Model *model_new(const DiscoverOptions *options, const char *program, GError **error)
{
    g_autoptr(Model) self = g_new0(Model, 1);
    self->options = options;
    EndpointOptions wanted = {.model = options->llm,
                              .url = options->llm_url,
                              .key_file = options->llm_key_file,
                              .offline =
                                  options->llm_dry_run != NULL || options->llm_replay != NULL};
    g_autoptr(GError) local = NULL;
    g_autofree char *folder = options->prompt_folder != NULL
                                  ? g_strdup(options->prompt_folder)
                                  : data_folder_find(program, "prompts", error);
    if (folder == NULL) {
        return NULL;
    }
    self->endpoint = endpoint_new(&wanted, &local);
    self->prompts = self->endpoint != NULL ? prompts_load(folder, &local) : NULL;
    if (self->prompts == NULL) {
        g_set_error_literal(error, PROGRAM_ERROR, (int)status_of(local), local->message);
        return NULL;
    }
    self->name = endpoint_model_text(self->endpoint);
    self->price_file = g_build_filename(folder, "prices.yaml", NULL);
    self->cache = options->no_cache
                      ? NULL
                      : g_build_filename(g_get_user_cache_dir(), "xaas", "answers", NULL);
    return g_steal_pointer(&self);
}

static void show_progress(guint done, guint asked, const Usage *usage, gpointer data)
{
    g_autofree char *text =
        g_strdup_printf("asking the model: %u of %u, %" G_GUINT64_FORMAT " tokens so far", done,
                        asked, usage->input + usage->output);
    progress_say(data, text);
}

static guint number_or(int given, guint otherwise)
{
    return given >= 0 ? (guint)given : otherwise;
}

static void find_price(Model *self, Diagnostics *diagnostics)
{
    Price price;
    g_autoptr(GError) error = NULL;
    if (!g_file_test(self->price_file, G_FILE_TEST_EXISTS)) {
        return;
    }
    self->priced = price_find(self->price_file, self->name, &price, &error);
    if (self->priced) {
        self->dollars = price_of(&price, &self->counts.usage);
    } else if (error != NULL) {
        diagnostics_add(diagnostics, DIAGNOSTIC_WARNING, SPAN_NONE, NULL, "%s", error->message);
    }
}

void model_ask(Model *self, const ModelSubject *subject, Progress *progress)
{
    const DiscoverOptions *options = self->options;
    SessionSettings session_settings = {
        .record = options->llm_record,
        .replay = options->llm_replay,
        .cache = self->cache,
        .dry_run = options->llm_dry_run,
        .http = {.parallel = number_or(options->llm_parallel, PARALLEL_DEFAULT),
                 .retries_max = number_or(options->llm_retries, RETRIES_DEFAULT),
                 .timeout_seconds = number_or(options->llm_timeout, TIMEOUT_DEFAULT),
                 .clock = http_clock_system()},
        .progress = show_progress,
        .progress_data = progress};
    ConsultSettings settings = {
        .mode = options->llm_mode,
        .votes = number_or(options->llm_votes, 1),
        .batch = {.prompts = self->prompts,
                  .facts = subject->facts,
                  .folder_name = subject->folder_name,
                  .tokens = number_or(options->llm_batch_tokens, BATCH_TOKENS_DEFAULT)},
        .knowledge = subject->knowledge,
        .sources = subject->sources,
        .settled = subject->settled,
        .model = self->name};
    if (self->endpoint->unprotected) {
        diagnostics_add(subject->diagnostics, DIAGNOSTIC_WARNING, SPAN_NONE,
                        "use https where others can listen",
                        "the key travels to %s without encryption", self->endpoint->url);
    }
    g_autoptr(Session) session =
        session_new(&session_settings, self->endpoint, subject->diagnostics);
    if (options->llm_mode == CONSULT_WHOLE_FILE) {
        WholeFileSettings whole = {.consult = &settings,
                                   .tree = subject->tree,
                                   .diagnostics = subject->diagnostics,
                                   .arena = subject->arena};
        self->report = whole_file_consult(&whole, subject->decisions, session, &self->grounded);
    } else {
        self->report =
            consult(&settings, subject->decisions, session, subject->diagnostics, subject->arena);
    }
    progress_end(progress);
    self->counts = *session_counts(session);
    find_price(self, subject->diagnostics);
}

gboolean model_failed(const Model *self)
{
    return self->report.unanswered > 0 || self->counts.unwritten > 0;
}

const json_t *model_grounded_reply(const Model *self)
{
    return self->grounded;
}

SpecificationModel *model_record(const Model *self, Arena *arena)
{
    if (self->options->llm_dry_run != NULL) {
        return NULL;
    }
    SpecificationModel *record = arena_new0(arena, SpecificationModel);
    *record = (SpecificationModel){.name = arena_strdup(arena, self->name),
                                   .mode = consult_mode_text(self->options->llm_mode),
                                   .prompt = arena_strdup(arena, self->prompts->digest),
                                   .votes = number_or(self->options->llm_votes, 1),
                                   .asked = self->report.candidates,
                                   .answered = self->report.answered};
    return record;
}

static void say_dropped(GString *text, const ConsultReport *report)
{
    const struct {
        guint count;
        const char *what;
    } rows[] = {
        {report->claims, "claims about the build"},
        {report->corrected, "claims put right by the facts"},
        {report->dropped, "claims about what does not exist, dropped"},
        {report->unanswered, "options without a usable answer (the rules' decision stands)"},
        {report->refused, "answers refused"},
        {report->truncated, "answers cut off"},
        {report->faulty, "answers without usable form"},
        {report->unknown, "labels for options that were not asked about, dropped"},
        {report->repeated, "repeated labels, dropped"},
        {report->malformed, "malformed labels, dropped"},
        {report->names, "names without support in the project, dropped"},
        {report->values, "values to leave out that are not there, or are all, dropped"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i].count > 0) {
            g_string_append_printf(text, "  %u %s\n", rows[i].count, rows[i].what);
        }
    }
}

char *model_summary(const Model *self)
{
    const ConsultReport *report = &self->report;
    const SessionCounts *counts = &self->counts;
    GString *text = g_string_new(NULL);
    if (self->options->llm_dry_run != NULL) {
        g_string_append_printf(text,
                               "Model %s (%s): %u requests about %u options in %s, about "
                               "%" G_GUINT64_FORMAT " tokens; nothing was sent\n",
                               self->name, consult_mode_text(self->options->llm_mode),
                               counts->written, report->candidates, self->options->llm_dry_run,
                               counts->estimated);
        return g_string_free(text, FALSE);
    }
    g_string_append_printf(
        text, "Model %s (%s): %u options asked: %u as the rules say, %u changed, %u disputed\n",
        self->name, consult_mode_text(self->options->llm_mode), report->candidates, report->agreed,
        report->changed, report->disputed);
    say_dropped(text, report);
    g_string_append_printf(text,
                           "  %u requests (%u retries), %u answers replayed, %u from the cache; "
                           "%" G_GUINT64_FORMAT " tokens in (%" G_GUINT64_FORMAT
                           " cached), %" G_GUINT64_FORMAT " out",
                           counts->requests, counts->retries, counts->replayed, counts->cached,
                           counts->usage.input, counts->usage.cached, counts->usage.output);
    if (counts->requests > 0) {
        g_string_append_printf(text, ", %.1f s", counts->seconds);
    }
    if (self->priced) {
        g_string_append_printf(text, ", about %.4f US dollars", self->dollars);
    }
    g_string_append_c(text, '\n');
    return g_string_free(text, FALSE);
}

static json_t *usage_json(const Usage *usage)
{
    return json_pack("{s:I, s:I, s:I}", "input", (json_int_t)usage->input, "cached",
                     (json_int_t)usage->cached, "output", (json_int_t)usage->output);
}

json_t *model_json(const Model *self)
{
    const ConsultReport *report = &self->report;
    const SessionCounts *counts = &self->counts;
    json_t *summary =
        json_pack("{s:o, s:s, s:s, s:b}", "name", json_of_text(self->name), "mode",
                  consult_mode_text(self->options->llm_mode), "prompt", self->prompts->digest,
                  "dry_run", self->options->llm_dry_run != NULL);
    const struct {
        const char *name;
        guint count;
    } rows[] = {{"asked", report->candidates},
                {"answered", report->answered},
                {"agreed", report->agreed},
                {"changed", report->changed},
                {"disputed", report->disputed},
                {"unanswered", report->unanswered},
                {"asked_again", report->again},
                {"truncated", report->truncated},
                {"refused", report->refused},
                {"faulty", report->faulty},
                {"unknown_numbers", report->unknown},
                {"repeated_numbers", report->repeated},
                {"malformed_labels", report->malformed},
                {"unsupported_names", report->names},
                {"unsupported_values", report->values},
                {"claims", report->claims},
                {"claims_corrected", report->corrected},
                {"claims_dropped", report->dropped},
                {"requests", counts->requests},
                {"retries", counts->retries},
                {"replayed", counts->replayed},
                {"from_cache", counts->cached},
                {"without_schema", counts->unstructured},
                {"written", counts->written}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        json_object_set_new(summary, rows[i].name, json_integer(rows[i].count));
    }
    json_object_set_new(summary, "estimated_tokens", json_integer((json_int_t)counts->estimated));
    json_object_set_new(summary, "tokens", usage_json(&counts->usage));
    json_object_set_new(summary, "tokens_spared", usage_json(&counts->spared));
    json_object_set_new(summary, "seconds", json_real(counts->seconds));
    json_object_set_new(summary, "dollars", self->priced ? json_real(self->dollars) : json_null());
    return summary;
}
