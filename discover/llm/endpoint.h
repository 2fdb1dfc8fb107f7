/* Which model is asked, where, and with which credentials.
 *
 * Credentials come from environment variables or a file, never from the command line, which every
 * user of a machine can read. They leave this module only as headers for discover/llm/http, and
 * endpoint_redact takes them out of whatever a server sent back before anybody sees or stores it.
 */
#pragma once

#include "discover/llm/provider.h"

#define ENDPOINT_KEY_BYTES_MAX 8192u

typedef struct {
    const char *model;    /* PROVIDER:MODEL */
    const char *url;      /* base URL; NULL: the provider's variable, else its default */
    const char *key_file; /* NULL: the provider's variables */
    gboolean offline;     /* nothing will be sent, so that no key is needed or read */
} EndpointOptions;

typedef struct {
    const Provider *provider;
    char *model;
    char *url;            /* whole, for one request */
    GPtrArray *headers;   /* char *; secret */
    GPtrArray *secrets;   /* char * */
    gboolean unprotected; /* a credential would travel to another machine without TLS */
} Endpoint;

/* NULL and an error when the options make no sense (ENDPOINT_ERROR_USAGE) or a credential is
 * missing or unusable (ENDPOINT_ERROR_CREDENTIAL). Messages never contain one. */
Endpoint *endpoint_new(const EndpointOptions *options, GError **error);
void endpoint_free(Endpoint *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Endpoint, endpoint_free)

/* "provider:model", as the command line has it; to be freed. */
char *endpoint_model_text(const Endpoint *self);
/* The text with "[key]" for every credential; to be freed. */
char *endpoint_redact(const Endpoint *self, const char *text);

#define ENDPOINT_ERROR endpoint_error_quark()
GQuark endpoint_error_quark(void);
typedef enum { ENDPOINT_ERROR_USAGE, ENDPOINT_ERROR_CREDENTIAL } EndpointError;
