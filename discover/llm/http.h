/* HTTP requests that run side by side over one connection pool (libcurl's multi interface).
 *
 * Only POST of JSON, because that is all that the endpoints of language models take. Redirects are
 * not followed: a redirect would carry the request, and with it credentials and project text, to a
 * host that nobody named. Certificates are verified; proxies come from the usual environment
 * variables. A reply is bounded in bytes, after decompression, and in time. Requests that may pass
 * on another attempt are sent again (discover/llm/retry.h).
 *
 * Headers hold credentials. They are kept in memory only and occur in no message of this module.
 * Everything, callbacks included, runs in the one thread that calls http_run. */
#pragma once

#include <glib.h>

/* A larger reply is dropped as soon as it gets there. */
#define HTTP_REPLY_BYTES_MAX (4u * 1024u * 1024u)
#define HTTP_CONNECT_SECONDS 10
/* Of what a server says in an error, this much is shown. */
#define HTTP_EXCERPT_BYTES 300u

/* The time, so that tests need not wait. */
typedef struct {
    gint64 (*monotonic)(gpointer data); /* microseconds */
    gint64 (*wall)(gpointer data);      /* seconds since 1970 */
    void (*pause)(gint64 microseconds, gpointer data);
    double (*random)(gpointer data); /* 0 to 1 */
    gpointer data;
} HttpClock;

/* The machine's own. */
HttpClock http_clock_system(void);

typedef struct {
    guint parallel;         /* requests at the same time; at least 1 */
    guint retries_max;      /* how many times one request may be sent again */
    gint64 timeout_seconds; /* for one attempt, from connecting to the last byte */
    HttpClock clock;
} HttpSettings;

typedef struct {
    const char *url;
    GPtrArray *headers; /* char *, "Name: value"; borrowed until the reply */
    GBytes *body;
    const char *const *final_words; /* see retry_is_final; NULL for none */
} HttpRequest;

typedef struct {
    guint status;     /* 0: no answer; `failure` says why */
    const char *body; /* NUL-terminated; valid during the call */
    gsize length;
    const char *content_type; /* NULL when not said */
    const char *location;     /* of a redirect; else NULL */
    const char *failure;      /* in words; NULL when there is an answer */
    guint attempts;
    double seconds; /* of all attempts, without the waits between them */
} HttpReply;

typedef void (*HttpDone)(const HttpReply *reply, gpointer data);
/* Called before a wait: the status (0: no answer), seconds, and which attempt comes next. */
typedef void (*HttpWaiting)(guint status, double seconds, guint attempt, gpointer data);

typedef struct Http Http;

/* The settings are copied; `waiting` and its data must stay. The caller frees it. */
Http *http_new(const HttpSettings *settings, HttpWaiting waiting, gpointer data);
/* Requests that were not answered are dropped without their callback. */
void http_free(Http *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Http, http_free)

/* Queues a request; may be called from a callback. `done` is called once, from http_run. */
void http_post(Http *self, const HttpRequest *request, HttpDone done, gpointer data);
/* Returns when every request has been answered or given up. */
void http_run(Http *self);
