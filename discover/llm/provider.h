/* The wire formats of the services that run language models: one table row a service.
 *
 * A provider turns a question into the JSON that its endpoint takes, and the JSON that comes back
 * into an answer. It knows no network. Fields are those that the vendors document (docs/llm.md
 * names them); what a reply has beyond them is ignored. */
#pragma once

#include <glib.h>
#include <jansson.h>

/* What is asked, the same for every service. */
typedef struct {
    const char *model;
    const char *system;  /* who the model is to be */
    const char *user;    /* the question itself */
    json_t *schema;      /* JSON Schema of the answer; NULL: no structured output */
    guint input_tokens;  /* estimate of what goes in, for services that must be told */
    guint output_tokens; /* most that may come out */
} ProviderQuestion;

/* How the model came to its end. */
/* clang-format off */
#define STOP_REASONS(X)                                                      \
    X(COMPLETE,  "complete")                                                 \
    X(TRUNCATED, "truncated") /* out of tokens: the text has no proper end */ \
    X(REFUSED,   "refused")   /* by the model or by a filter */              \
    X(OTHER,     "other")     /* anything else, or not said */
/* clang-format on */

typedef enum {
#define X(id, text) STOP_##id,
    STOP_REASONS(X)
#undef X
} StopReason;

/* A service's own words for them; a table ends with a row without word. */
typedef struct {
    const char *word;
    StopReason stop;
} StopWord;

/* STOP_OTHER for NULL and what is not in the table. */
StopReason provider_stop(const StopWord *words, const char *word);
/* The spelling above, as exchanges have it; constant. */
const char *stop_reason_text(StopReason reason);
/* FALSE for NULL and when no reason has that spelling. */
gboolean stop_reason_parse(const char *text, StopReason *reason);

typedef struct {
    guint64 input;  /* tokens that went in, those from the service's cache among them */
    guint64 output; /* tokens that came out, thoughts among them */
    guint64 cached; /* of `input` */
} Usage;

typedef struct {
    char *text; /* what the model wrote; never NULL, may be empty */
    StopReason stop;
    char *stop_word; /* the service's own word for it; NULL when not said */
    Usage usage;
} Answer;

/* Frees what it holds; the struct is the caller's. */
void answer_clear(Answer *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Answer, answer_clear)

/* Where a credential comes from, and the header that it goes into. */
typedef struct {
    const char *variable; /* of the environment */
    const char *header;   /* "Authorization" */
    const char *prefix;   /* "Bearer "; what stands before the credential */
} CredentialSource;

typedef struct {
    const char *name;         /* in --llm NAME:MODEL */
    const char *default_base; /* URL */
    gboolean needs_key;       /* the default base answers nobody without one */
    const char *base_variable;
    /* Ends with a row without variable; the first variable that is set counts. The first row's
     * header is that of --llm-key-file. */
    const CredentialSource *credentials;
    /* Further headers from the environment, the same form; all that are set are sent. */
    const CredentialSource *extras;
    const char *const *fixed_headers; /* NULL-terminated */
    const char *const *final_words;   /* see retry_is_final; NULL for none */
    /* A prompt that the service counted at less than this share of our estimate was cut without a
     * word; 0: that cannot happen. */
    double cut_share;
    /* What follows the base URL; to be freed. */
    char *(*path)(const char *model);
    /* A new reference. */
    json_t *(*body)(const ProviderQuestion *question);
    /* FALSE and an error when the reply has not the service's form. `answer` is empty before. */
    gboolean (*read)(const json_t *reply, Answer *answer, GError **error);
} Provider;

/* NULL when there is none of that name. */
const Provider *provider_find(const char *name);
/* "openai, anthropic, ..."; to be freed. */
char *provider_names(void);

/* What an error reply says: its message, else the body's beginning, on one line and cut at
 * HTTP_EXCERPT_BYTES. To be freed. */
char *provider_failure_text(const char *body, gsize length);

extern const Provider provider_openai;
extern const Provider provider_anthropic;
extern const Provider provider_gemini;
extern const Provider provider_ollama;

#define PROVIDER_ERROR provider_error_quark()
GQuark provider_error_quark(void);
typedef enum { PROVIDER_ERROR_FORM } ProviderError;

/* For the rows: a number of tokens; 0 when it is missing or none. */
guint64 provider_count(const json_t *object, const char *key);
/* FALSE with the error "the reply has no X". */
gboolean provider_lacks(const char *what, GError **error);
/* The JSON of a message: {"role": ..., "content": ...}. */
json_t *provider_message(const char *role, const char *content);
