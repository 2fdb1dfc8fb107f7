/* Questions to one model: sent side by side, or played back, or only written down.
 *
 * Answers come from, in this order: the folder of recordings (and then from nowhere else), the
 * cache, the network. Structured output is asked for where the provider has it; when the endpoint
 * refuses the request with it, the same question goes out once more without. Every answer's text is
 * free of credentials before anybody gets it.
 *
 * Everything, callbacks included, runs in the one thread that calls session_run. What a callback
 * gets is valid during the call. */
#pragma once

#include "core/diagnostic.h"
#include "discover/llm/endpoint.h"
#include "discover/llm/http.h"

typedef struct {
    const char *record;  /* folder that gets every answer; NULL: none */
    const char *replay;  /* folder that answers come from; NULL: the network */
    const char *cache;   /* folder of accepted answers; NULL: none */
    const char *dry_run; /* folder that gets the requests, which are not sent; NULL: send them */
    HttpSettings http;
    /* Called after each answer and before each wait; NULL for silence. */
    void (*progress)(guint done, guint asked, const Usage *usage, gpointer data);
    gpointer progress_data;
} SessionSettings;

typedef struct {
    guint questions;    /* that got an answer, or failed */
    guint requests;     /* sent over the network, repeated ones included */
    guint retries;      /* of these, how many were repetitions */
    guint replayed;     /* answers from recordings */
    guint cached;       /* answers from the cache */
    guint unstructured; /* questions that were asked again without structured output */
    guint written;      /* requests written by a dry run */
    guint unwritten;    /* recordings and requests that could not be written */
    guint64 estimated;  /* tokens of the requests, estimated */
    Usage usage;        /* of answers over the network */
    Usage spared;       /* of answers from recordings and the cache */
    double seconds;     /* that the network took, all requests added up */
} SessionCounts;

typedef struct {
    const char *label; /* for messages: "batch 2 of 5" */
    const char *system;
    const char *user;
    json_t *schema; /* NULL: free text */
    guint sample;
    guint output_tokens;
} SessionQuestion;

/* What came of a question. */
typedef struct {
    const Answer *answer; /* NULL: none; `error` says why */
    const GError *error;  /* NULL with an answer, and in a dry run */
    gboolean structured;  /* the answer was asked for with the schema */
    const char *key;      /* of the exchange */
    gpointer origin;      /* for session_accept */
} SessionResult;

typedef void (*SessionDone)(const SessionResult *result, gpointer data);

typedef struct Session Session;

/* All of the settings, the endpoint and `diagnostics`, which gets notes and warnings, must outlive
 * the session. The caller frees it. */
Session *session_new(const SessionSettings *settings, const Endpoint *endpoint,
                     Diagnostics *diagnostics);
void session_free(Session *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Session, session_free)

/* Queues a question, whose texts are copied; may be called from a callback. `done` is called once,
 * from session_run. */
void session_ask(Session *self, const SessionQuestion *question, SessionDone done, gpointer data);
/* Returns when every question has its answer or failure. */
void session_run(Session *self);
/* From a callback: the answer is complete and makes sense, so that it may be cached. */
void session_accept(Session *self, const SessionResult *result);
/* So far; belongs to the session. */
const SessionCounts *session_counts(const Session *self);

#define SESSION_ERROR session_error_quark()
GQuark session_error_quark(void);
typedef enum {
    SESSION_ERROR_MISS,    /* no recording of the request */
    SESSION_ERROR_NETWORK, /* no answer, or not in time, or too large */
    SESSION_ERROR_STATUS,  /* the server refused */
    SESSION_ERROR_FORM,    /* the reply is not what the provider's format says */
    SESSION_ERROR_CUT,     /* the server cut the prompt */
    SESSION_ERROR_STORE,   /* a recording can't be read or written */
} SessionError;
