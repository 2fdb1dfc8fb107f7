#include "discover/llm/http.h"
#include "discover/llm/retry.h"
#include <curl/curl.h>
#include <string.h>

/* Waiting for the network is cut into pieces so that requests whose time has come get started. */
#define POLL_MILLISECONDS 1000

typedef struct {
    char *url;
    struct curl_slist *headers;
    GBytes *body;
    const char *const *final_words;
    HttpDone done;
    gpointer data;
    CURL *easy; /* while it runs */
    char failure[CURL_ERROR_SIZE];
    GString *reply;
    gboolean too_large;
    guint attempt;
    gint64 ready_at; /* not to be sent before */
    double seconds;
} Transfer;

struct Http {
    CURLM *multi;
    HttpSettings settings;
    HttpWaiting waiting;
    gpointer waiting_data;
    GQueue queue; /* Transfer *, in the order in which they were posted */
    guint running;
};

static void transfer_free(Transfer *self)
{
    g_free(self->url);
    curl_slist_free_all(self->headers);
    g_bytes_unref(self->body);
    g_clear_pointer(&self->easy, curl_easy_cleanup);
    g_string_free(self->reply, TRUE);
    g_free(self);
}

static gint64 system_monotonic(gpointer data)
{
    (void)data;
    return g_get_monotonic_time();
}

static gint64 system_wall(gpointer data)
{
    (void)data;
    return g_get_real_time() / G_USEC_PER_SEC;
}

static void system_pause(gint64 microseconds, gpointer data)
{
    (void)data;
    g_usleep((gulong)microseconds);
}

static double system_random(gpointer data)
{
    (void)data;
    return g_random_double();
}

HttpClock http_clock_system(void)
{
    return (HttpClock){.monotonic = system_monotonic,
                       .wall = system_wall,
                       .pause = system_pause,
                       .random = system_random};
}

Http *http_new(const HttpSettings *settings, HttpWaiting waiting, gpointer data)
{
    curl_global_init(CURL_GLOBAL_DEFAULT); /* counted: each call has its cleanup in http_free */
    Http *self = g_new0(Http, 1);
    self->multi = curl_multi_init();
    self->settings = *settings;
    self->waiting = waiting;
    self->waiting_data = data;
    g_queue_init(&self->queue);
    return self;
}

static void drop_transfer(gpointer data, gpointer http)
{
    Transfer *transfer = data;
    if (transfer->easy != NULL) {
        curl_multi_remove_handle(((Http *)http)->multi, transfer->easy);
    }
    transfer_free(transfer);
}

void http_free(Http *self)
{
    if (self == NULL) {
        return;
    }
    g_queue_foreach(&self->queue, drop_transfer, self);
    g_queue_clear(&self->queue);
    curl_multi_cleanup(self->multi);
    curl_global_cleanup();
    g_free(self);
}

void http_post(Http *self, const HttpRequest *request, HttpDone done, gpointer data)
{
    Transfer *transfer = g_new0(Transfer, 1);
    transfer->url = g_strdup(request->url);
    for (guint i = 0; i < request->headers->len; i++) {
        transfer->headers = curl_slist_append(transfer->headers, request->headers->pdata[i]);
    }
    transfer->body = g_bytes_ref(request->body);
    transfer->final_words = request->final_words;
    transfer->done = done;
    transfer->data = data;
    transfer->reply = g_string_new(NULL);
    g_queue_push_tail(&self->queue, transfer);
}

/* Taking less than was offered makes libcurl give the transfer up. */
static size_t take_bytes(char *bytes, size_t size, size_t count, void *data)
{
    Transfer *transfer = data;
    if (transfer->reply->len + size * count > HTTP_REPLY_BYTES_MAX) {
        transfer->too_large = TRUE;
        return 0;
    }
    g_string_append_len(transfer->reply, bytes, (gssize)(size * count));
    return size * count;
}

/* The library knows no variable for the certificates of a site's own authority; people expect those
 * of the common tools to work. */
static const char *own_certificates(void)
{
    static const char *const variables[] = {"CURL_CA_BUNDLE", "SSL_CERT_FILE"};
    for (gsize i = 0; i < G_N_ELEMENTS(variables); i++) {
        const char *path = g_getenv(variables[i]);
        if (path != NULL && *path != '\0') {
            return path;
        }
    }
    return NULL;
}

static void start(Http *self, Transfer *transfer)
{
    gsize length = 0;
    const void *bytes = g_bytes_get_data(transfer->body, &length);
    CURL *easy = curl_easy_init();
    transfer->easy = easy;
    transfer->too_large = FALSE;
    transfer->failure[0] = '\0';
    g_string_truncate(transfer->reply, 0);
    curl_easy_setopt(easy, CURLOPT_URL, transfer->url);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    if (own_certificates() != NULL) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, own_certificates());
    }
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headers);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, bytes);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)HTTP_REPLY_BYTES_MAX);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)HTTP_CONNECT_SECONDS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)(self->settings.timeout_seconds * 1000));
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->failure);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl_multi_add_handle(self->multi, easy);
    self->running++;
}

/* Posted requests start in their order; one that waits for its next attempt holds up nobody. */
static void start_ready(Http *self)
{
    gint64 now = self->settings.clock.monotonic(self->settings.clock.data);
    for (GList *link = self->queue.head;
         link != NULL && self->running < MAX(self->settings.parallel, 1); link = link->next) {
        Transfer *transfer = link->data;
        if (transfer->easy == NULL && transfer->ready_at <= now) {
            start(self, transfer);
        }
    }
}

/* Microseconds until the next request that waits may be sent; negative when none waits. */
static gint64 next_start(const Http *self)
{
    gint64 now = self->settings.clock.monotonic(self->settings.clock.data);
    gint64 next = -1;
    for (const GList *link = self->queue.head; link != NULL; link = link->next) {
        const Transfer *transfer = link->data;
        gint64 left = MAX(0, transfer->ready_at - now);
        if (transfer->easy == NULL && (next < 0 || left < next)) {
            next = left;
        }
    }
    return next;
}

static const char *header_of(CURL *easy, const char *name)
{
    struct curl_header *header = NULL;
    return curl_easy_header(easy, name, 0, CURLH_HEADER, -1, &header) == CURLHE_OK ? header->value
                                                                                   : NULL;
}

static char *failure_text(const Http *self, const Transfer *transfer, CURLcode code)
{
    if (transfer->too_large || code == CURLE_FILESIZE_EXCEEDED) {
        return g_strdup_printf("the reply is larger than %u MiB",
                               HTTP_REPLY_BYTES_MAX / (1024u * 1024u));
    }
    if (code == CURLE_OPERATION_TIMEDOUT) {
        return g_strdup_printf("no complete reply within %" G_GINT64_FORMAT " s",
                               self->settings.timeout_seconds);
    }
    return g_strdup(transfer->failure[0] != '\0' ? transfer->failure : curl_easy_strerror(code));
}

/* What no second attempt can change: our own limits, names that do not exist, bad certificates. */
static gboolean is_lasting(const Transfer *transfer, CURLcode code)
{
    return transfer->too_large || code == CURLE_FILESIZE_EXCEEDED ||
           code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_URL_MALFORMAT ||
           code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE;
}

/* TRUE when the transfer was put back to be sent again. */
static gboolean send_again(Http *self, Transfer *transfer, guint status)
{
    RetryInput input = {.status = status,
                        .attempt = transfer->attempt,
                        .retries_max = self->settings.retries_max,
                        .now = self->settings.clock.wall(self->settings.clock.data),
                        .random = self->settings.clock.random(self->settings.clock.data)};
    if (status != 0) {
        input.retry_after_ms = header_of(transfer->easy, "retry-after-ms");
        input.retry_after = header_of(transfer->easy, "retry-after");
        input.should_retry = header_of(transfer->easy, "x-should-retry");
    }
    double wait = retry_wait(&input);
    if (wait < 0 || (status >= 400 && retry_is_final(transfer->reply->str, transfer->reply->len,
                                                     transfer->final_words))) {
        return FALSE;
    }
    transfer->attempt++;
    transfer->ready_at =
        self->settings.clock.monotonic(self->settings.clock.data) + (gint64)(wait * G_USEC_PER_SEC);
    if (self->waiting != NULL) {
        self->waiting(status, wait, transfer->attempt + 1, self->waiting_data);
    }
    return TRUE;
}

static void finish(Http *self, Transfer *transfer, CURLcode code)
{
    long status = 0;
    double seconds = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_TOTAL_TIME, &seconds);
    transfer->seconds += seconds;
    if (code == CURLE_OK) {
        curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    }
    curl_multi_remove_handle(self->multi, transfer->easy);
    self->running--;
    /* Success needs no look at the rules: nothing but a failure is sent again. */
    gboolean failed = code != CURLE_OK || status >= 400;
    if (failed && !is_lasting(transfer, code) && send_again(self, transfer, (guint)status)) {
        g_clear_pointer(&transfer->easy, curl_easy_cleanup);
        return;
    }
    g_autofree char *failure = code == CURLE_OK ? NULL : failure_text(self, transfer, code);
    const char *content_type = NULL;
    curl_easy_getinfo(transfer->easy, CURLINFO_CONTENT_TYPE, &content_type);
    HttpReply reply = {
        .status = (guint)status,
        .body = transfer->reply->str,
        .length = transfer->reply->len,
        .content_type = content_type,
        .location = status >= 300 && status < 400 ? header_of(transfer->easy, "location") : NULL,
        .failure = failure,
        .attempts = transfer->attempt + 1,
        .seconds = transfer->seconds};
    g_queue_remove(&self->queue, transfer);
    transfer->done(&reply, transfer->data);
    transfer_free(transfer);
}

static void finish_all(Http *self)
{
    int left = 0;
    for (CURLMsg *message = curl_multi_info_read(self->multi, &left); message != NULL;
         message = curl_multi_info_read(self->multi, &left)) {
        if (message->msg == CURLMSG_DONE) {
            Transfer *transfer = NULL;
            CURLcode code = message->data.result;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
            finish(self, transfer, code);
        }
    }
}

void http_run(Http *self)
{
    while (!g_queue_is_empty(&self->queue)) {
        start_ready(self);
        /* While all places are taken nothing can start, whenever its time comes. */
        gboolean full = self->running >= MAX(self->settings.parallel, 1);
        gint64 next = full ? -1 : next_start(self);
        if (self->running == 0) {
            self->settings.clock.pause(MAX(next, 0), self->settings.clock.data);
            continue;
        }
        int active = 0;
        curl_multi_perform(self->multi, &active);
        finish_all(self);
        if (self->running > 0 && (guint)active == self->running) {
            gint64 milliseconds = next < 0 ? POLL_MILLISECONDS : next / 1000 + 1;
            curl_multi_poll(self->multi, NULL, 0, (int)MIN(milliseconds, POLL_MILLISECONDS), NULL);
        }
    }
}
