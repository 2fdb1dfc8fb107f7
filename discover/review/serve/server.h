/* A specification's page over HTTP, which writes decisions into the file.
 *
 * Only whoever knows the address may read or write: it holds a random token, and requests without
 * it are answered like those for pages that do not exist. A request must also name the server as a
 * browser does that was given the address (the Host header), so that a foreign page cannot have its
 * name lead here. One request is handled at a time, so there is one writer; the file itself is
 * locked and compared before each write (store.h). Nothing but the page is served: there are no
 * file names in addresses. */
#pragma once

#include "discover/review/store.h"
#include "discover/sources/source_index.h"

#define SERVER_BODY_MAX (4u * 1024u * 1024u) /* bytes of a request */
#define SERVER_CONNECTIONS_MAX 32u
#define SERVER_TIMEOUT_SECONDS 30u
#define SERVER_ADDRESS "127.0.0.1" /* where it listens unless told otherwise */

typedef struct {
    ReviewStore *store;         /* used by the server alone while it runs */
    const Tree *tree;           /* NULL: without pieces of source */
    const SourceIndex *sources; /* NULL: without the map */
    const GPtrArray *decisions; /* Decision *, see coverage.h; NULL: the map knows #ifs only */
    const char *assets;         /* folder of the page's parts */
    const char *listen;         /* "ADDRESS:PORT" or "[ADDRESS]:PORT"; NULL: loopback, any port */
} ServerOptions;

typedef struct ReviewServer ReviewServer;

/* Listens and answers in a thread of its own. What the options point at must outlive it. NULL and
 * an error when the address makes no sense or is taken. */
ReviewServer *review_server_start(const ServerOptions *options, GError **error);
/* "http://127.0.0.1:40217/TOKEN/" */
const char *review_server_url(const ReviewServer *self);
/* Whether other machines can reach it. */
gboolean review_server_is_public(const ReviewServer *self);
void review_server_stop(ReviewServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReviewServer, review_server_stop)

#define SERVER_ERROR server_error_quark()
GQuark server_error_quark(void);
typedef enum { SERVER_ERROR_ADDRESS, SERVER_ERROR_LISTEN } ServerError;
