#include "discover/llm/session.h"
#include "core/file.h"
#include "core/json.h"
#include "discover/llm/exchange.h"
#include "discover/llm/plain.h"
#include "discover/llm/tokens.h"
#include <errno.h>
#include <string.h>

/* A reply that is no JSON though its status was good is asked for once more: a proxy may have had a
 * bad moment. */
#define FORM_RETRIES_MAX 1u

struct Session {
    const SessionSettings *settings;
    const Endpoint *endpoint;
    Diagnostics *diagnostics;
    Http *http;
    GQueue queue; /* Ask *: not looked at yet */
    SessionCounts counts;
    guint asked;
    gboolean schema_refused; /* the endpoint takes no schema: later questions go without */
};

/* A question on its way. */
typedef struct {
    Session *session;
    char *label;
    char *system;
    char *user;
    json_t *schema;
    guint sample;
    guint output_tokens;
    SessionDone done;
    gpointer data;
    gboolean structured; /* as it is being asked now */
    json_t *request;
    char *key;
    guint form_retries;
} Ask;

GQuark session_error_quark(void)
{
    return g_quark_from_static_string("xaas-session-error");
}

static void ask_free(Ask *self)
{
    g_free(self->label);
    g_free(self->system);
    g_free(self->user);
    json_decref(self->schema);
    json_decref(self->request);
    g_free(self->key);
    g_free(self);
}

static void note_wait(guint status, double seconds, guint attempt, gpointer data)
{
    Session *self = data;
    g_autofree char *why =
        status == 0 ? g_strdup("no answer") : g_strdup_printf("status %u", status);
    diagnostics_add(self->diagnostics, DIAGNOSTIC_NOTE, SPAN_NONE, NULL,
                    "the model's server gave %s; attempt %u follows in %.1f s", why, attempt,
                    seconds);
    self->counts.retries++;
}

Session *session_new(const SessionSettings *settings, const Endpoint *endpoint,
                     Diagnostics *diagnostics)
{
    Session *self = g_new0(Session, 1);
    self->settings = settings;
    self->endpoint = endpoint;
    self->diagnostics = diagnostics;
    self->http = http_new(&settings->http, note_wait, self);
    g_queue_init(&self->queue);
    return self;
}

void session_free(Session *self)
{
    if (self == NULL) {
        return;
    }
    http_free(self->http);
    g_queue_clear_full(&self->queue, (GDestroyNotify)ask_free);
    g_free(self);
}

const SessionCounts *session_counts(const Session *self)
{
    return &self->counts;
}

void session_ask(Session *self, const SessionQuestion *question, SessionDone done, gpointer data)
{
    Ask *ask = g_new0(Ask, 1);
    *ask = (Ask){.session = self,
                 .label = g_strdup(question->label),
                 .system = g_strdup(question->system),
                 .user = g_strdup(question->user),
                 .schema = json_incref(question->schema),
                 .sample = question->sample,
                 .output_tokens = question->output_tokens,
                 .structured = question->schema != NULL,
                 .done = done,
                 .data = data};
    self->asked++;
    g_queue_push_tail(&self->queue, ask);
}

static guint estimate(const Ask *ask)
{
    return tokens_estimate(ask->system) + tokens_estimate(ask->user);
}

/* The request as it is to be sent now, and its key. */
static void make_request(Ask *ask, gboolean structured)
{
    ProviderQuestion question = {.model = ask->session->endpoint->model,
                                 .system = ask->system,
                                 .user = ask->user,
                                 .schema = structured ? ask->schema : NULL,
                                 .input_tokens = estimate(ask),
                                 .output_tokens = ask->output_tokens};
    const Provider *provider = ask->session->endpoint->provider;
    ask->structured = structured;
    json_decref(ask->request);
    g_free(ask->key);
    ask->request = provider->body(&question);
    ask->key = exchange_key(provider->name, ask->sample, ask->request);
}

static void show_progress(const Session *self)
{
    if (self->settings->progress != NULL) {
        self->settings->progress(self->counts.questions, self->asked, &self->counts.usage,
                                 self->settings->progress_data);
    }
}

static void finish(Ask *ask, const Answer *answer, const GError *error)
{
    ask->session->counts.questions++;
    show_progress(ask->session);
    SessionResult result = {.answer = answer,
                            .error = error,
                            .structured = ask->structured,
                            .key = ask->key,
                            .origin = ask};
    ask->done(&result, ask->data);
    ask_free(ask);
}

static void fail(Ask *ask, SessionError code, const char *format, ...) G_GNUC_PRINTF(3, 4);

static void fail(Ask *ask, SessionError code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *clean = endpoint_redact(ask->session->endpoint, message);
    g_autoptr(GError) error = g_error_new(SESSION_ERROR, (int)code, "%s: %s", ask->label, clean);
    finish(ask, NULL, error);
}

/* ---- writing down --------------------------------------------------------------------------- */

static void note_unwritten(Session *self, const GError *error)
{
    self->counts.unwritten++;
    diagnostics_add(self->diagnostics, DIAGNOSTIC_ERROR, SPAN_NONE, NULL, "%s", error->message);
}

static void write_request(Ask *ask)
{
    Session *self = ask->session;
    guint tokens = estimate(ask);
    json_t *document =
        json_pack("{s:s, s:s, s:o, s:s, s:i, s:O}", "schema", EXCHANGE_SCHEMA, "provider",
                  self->endpoint->provider->name, "url", json_of_text(self->endpoint->url), "key",
                  ask->key, "estimated_tokens", (int)tokens, "request", ask->request);
    g_autofree char *text = json_document_text(document);
    json_decref(document);
    g_autofree char *name =
        g_strdup_printf("%03u-%.*s.json", self->counts.written + 1, EXCHANGE_KEY_SHOWN, ask->key);
    g_autofree char *path = g_build_filename(self->settings->dry_run, name, NULL);
    g_autoptr(GError) error = NULL;
    if (g_mkdir_with_parents(self->settings->dry_run, 0777) != 0) {
        g_set_error(&error, SESSION_ERROR, SESSION_ERROR_STORE, "%s: %s; name another folder",
                    self->settings->dry_run, g_strerror(errno));
        note_unwritten(self, error);
    } else if (!file_write(path, text, strlen(text), &error)) {
        note_unwritten(self, error);
    }
    self->counts.written++;
    self->counts.estimated += tokens;
    finish(ask, NULL, NULL);
}

static void record(Ask *ask, const Answer *answer)
{
    Session *self = ask->session;
    g_autoptr(GError) error = NULL;
    if (self->settings->record != NULL &&
        !exchange_write(self->settings->record, ask->key, self->endpoint->provider->name,
                        ask->request, answer, &error)) {
        note_unwritten(self, error);
    }
}

void session_accept(Session *self, const SessionResult *result)
{
    const Ask *ask = result->origin;
    if (self->settings->cache == NULL || result->answer->stop != STOP_COMPLETE) {
        return;
    }
    /* A cache that can't be written costs time, not correctness. */
    g_autoptr(GError) error = NULL;
    if (!exchange_write(self->settings->cache, ask->key, self->endpoint->provider->name,
                        ask->request, result->answer, &error)) {
        diagnostics_add(self->diagnostics, DIAGNOSTIC_NOTE, SPAN_NONE, NULL,
                        "the answer is not cached: %s", error->message);
    }
}

/* ---- answers from files --------------------------------------------------------------------- */

static void add_usage(Usage *sum, const Usage *usage)
{
    sum->input += usage->input;
    sum->output += usage->output;
    sum->cached += usage->cached;
}

/* The exchange of the question as it would be sent first, or as it is sent when the schema was
 * refused: a recording has the one that was answered. */
static gboolean find_exchange(Ask *ask, const char *folder, Answer *answer, GError **error)
{
    gboolean structured = ask->schema != NULL;
    make_request(ask, structured);
    if (exchange_read(folder, ask->key, answer, error)) {
        return TRUE;
    }
    if (!structured || (error != NULL && *error != NULL)) {
        return FALSE;
    }
    make_request(ask, FALSE);
    gboolean found = exchange_read(folder, ask->key, answer, error);
    if (!found) {
        make_request(ask, TRUE);
    }
    return found;
}

static void replay(Ask *ask)
{
    Session *self = ask->session;
    g_autoptr(GError) error = NULL;
    g_auto(Answer) answer = {0};
    if (find_exchange(ask, self->settings->replay, &answer, &error)) {
        self->counts.replayed++;
        add_usage(&self->counts.spared, &answer.usage);
        record(ask, &answer);
        finish(ask, &answer, NULL);
    } else if (error != NULL) {
        fail(ask, SESSION_ERROR_STORE, "%s", error->message);
    } else {
        fail(ask, SESSION_ERROR_MISS,
             "no recording %s.json in %s (--llm-dry-run writes the request); record it with "
             "--llm-record",
             ask->key, self->settings->replay);
    }
}

/* ---- the network ---------------------------------------------------------------------------- */

static void take_reply(const HttpReply *reply, gpointer data);

static void post(Ask *ask)
{
    const Endpoint *endpoint = ask->session->endpoint;
    char *text = json_dumps(ask->request, JSON_COMPACT);
    g_autoptr(GBytes) body = g_bytes_new_with_free_func(text, strlen(text), free, text);
    HttpRequest request = {.url = endpoint->url,
                           .headers = endpoint->headers,
                           .body = body,
                           .final_words = endpoint->provider->final_words};
    http_post(ask->session->http, &request, take_reply, ask);
}

static const char *advice_for(guint status)
{
    switch (status) {
    case 401:
    case 403:
        return "check the key and what it may be used for";
    case 404:
    case 405:
        return "check the model's name and the base URL";
    case 413:
        return "lower --llm-batch-tokens";
    case 429:
        return "the quota is used up or the rate too high: wait, or lower --llm-parallel";
    default:
        return status >= 500 ? "the service has a problem: try again later"
                             : "see docs/llm.md on what is sent";
    }
}

static void fail_status(Ask *ask, const HttpReply *reply)
{
    if (reply->location != NULL) {
        g_autofree char *target = plain_line(reply->location, HTTP_EXCERPT_BYTES);
        fail(ask, SESSION_ERROR_STATUS,
             "the server redirects to %s (status %u), which is not followed lest credentials go "
             "along; give the right base with --llm-url",
             target, reply->status);
        return;
    }
    g_autofree char *said = provider_failure_text(reply->body, reply->length);
    fail(ask, SESSION_ERROR_STATUS, "status %u after %u attempt%s: %s; %s", reply->status,
         reply->attempts, reply->attempts == 1 ? "" : "s",
         *said != '\0' ? said : "without a message", advice_for(reply->status));
}

/* A prompt that was cut would be answered all the same, and wrongly. */
static gboolean was_cut(const Ask *ask, const Answer *answer)
{
    double share = ask->session->endpoint->provider->cut_share;
    return share > 0 && answer->usage.input > 0 &&
           (double)answer->usage.input < share * estimate(ask);
}

static void take_answer(Ask *ask, Answer *answer)
{
    Session *self = ask->session;
    char *clean = endpoint_redact(self->endpoint, answer->text);
    g_free(answer->text);
    answer->text = clean;
    add_usage(&self->counts.usage, &answer->usage);
    if (ask->schema != NULL && !ask->structured && !self->schema_refused) {
        self->schema_refused = TRUE;
        diagnostics_add(self->diagnostics, DIAGNOSTIC_NOTE, SPAN_NONE, NULL,
                        "the model's server takes no schema for answers; they are checked all the "
                        "same");
    }
    if (was_cut(ask, answer)) {
        fail(ask, SESSION_ERROR_CUT,
             "the server read %" G_GUINT64_FORMAT " tokens of about %u; it cut the request: raise "
             "its context size or lower --llm-batch-tokens",
             answer->usage.input, estimate(ask));
        return;
    }
    record(ask, answer);
    finish(ask, answer, NULL);
}

static void fail_form(Ask *ask, const HttpReply *reply, const char *what)
{
    g_autofree char *type =
        plain_line(reply->content_type != NULL ? reply->content_type : "nothing", 80);
    fail(ask, SESSION_ERROR_FORM, "%s (content type: %s); check the base URL and the provider",
         what, type);
}

static void read_body(Ask *ask, const HttpReply *reply)
{
    json_error_t json_error;
    json_t *body = json_loadb(reply->body, reply->length, 0, &json_error);
    if (body == NULL && ask->form_retries < FORM_RETRIES_MAX) {
        ask->form_retries++;
        ask->session->counts.retries++;
        post(ask);
        return;
    }
    if (body == NULL) {
        g_autofree char *what = g_strdup_printf("the reply is not JSON (%s)", json_error.text);
        fail_form(ask, reply, what);
        return;
    }
    g_auto(Answer) answer = {0};
    g_autoptr(GError) error = NULL;
    if (ask->session->endpoint->provider->read(body, &answer, &error)) {
        take_answer(ask, &answer);
    } else {
        fail_form(ask, reply, error->message);
    }
    json_decref(body);
}

static void take_reply(const HttpReply *reply, gpointer data)
{
    Ask *ask = data;
    Session *self = ask->session;
    self->counts.requests += reply->attempts;
    self->counts.seconds += reply->seconds;
    gboolean refused = reply->status == 400 || reply->status == 422;
    if (reply->failure != NULL) {
        fail(ask, SESSION_ERROR_NETWORK, "%s, after %u attempt%s", reply->failure, reply->attempts,
             reply->attempts == 1 ? "" : "s");
    } else if (refused && ask->structured) {
        self->counts.unstructured++;
        make_request(ask, FALSE);
        post(ask);
    } else if (reply->status != 200) {
        fail_status(ask, reply);
    } else {
        read_body(ask, reply);
    }
}

static void start(Ask *ask)
{
    Session *self = ask->session;
    g_auto(Answer) answer = {0};
    self->counts.estimated += self->settings->dry_run != NULL ? 0 : estimate(ask);
    if (self->settings->dry_run != NULL) {
        make_request(ask, ask->schema != NULL);
        write_request(ask);
    } else if (self->settings->replay != NULL) {
        replay(ask);
    } else if (self->settings->cache != NULL &&
               find_exchange(ask, self->settings->cache, &answer, NULL)) {
        self->counts.cached++;
        add_usage(&self->counts.spared, &answer.usage);
        record(ask, &answer);
        finish(ask, &answer, NULL);
    } else {
        make_request(ask, ask->schema != NULL && !self->schema_refused);
        post(ask);
    }
}

void session_run(Session *self)
{
    do {
        for (Ask *ask = g_queue_pop_head(&self->queue); ask != NULL;
             ask = g_queue_pop_head(&self->queue)) {
            start(ask);
        }
        http_run(self->http);
        /* Answers may have brought further questions. */
    } while (!g_queue_is_empty(&self->queue));
}
