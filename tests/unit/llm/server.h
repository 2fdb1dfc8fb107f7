/* An HTTP server on the loopback interface that answers as a test wants, also badly. */
#pragma once

#include <gio/gio.h>

/* How the reply gets to the client. */
typedef enum {
    DELIVER_WHOLE,
    DELIVER_HALF,  /* the connection closes in the middle of the body */
    DELIVER_RESET, /* the connection closes before any reply */
    DELIVER_DRIP,  /* a byte at a time, slower than anybody waits */
    DELIVER_GZIP,  /* compressed, if the client takes that */
} Delivery;

typedef struct {
    guint status;        /* 0 is 200 */
    const char *headers; /* further ones, each ended by \r\n; NULL for none */
    const char *type;    /* content type; NULL is application/json */
    char *body;          /* freed by the server */
    gsize length;        /* 0: the body is text */
    Delivery delivery;
} ServerReply;

typedef struct {
    guint index; /* 0 for the first request of all */
    const char *path;
    const char *headers; /* all of them, lower case names */
    const char *body;
} ServerRequest;

/* Called for each request, from one thread at a time. */
typedef ServerReply (*ServerHandler)(const ServerRequest *request, gpointer data);

typedef struct Server Server;

Server *server_new(ServerHandler handler, gpointer data);
void server_free(Server *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Server, server_free)
/* "http://127.0.0.1:12345" */
const char *server_url(const Server *self);
/* Requests so far. */
guint server_count(Server *self);
/* Connections so far, with a request or without. */
guint server_connections(Server *self);
/* The most requests that were open at the same time. */
guint server_most_parallel(Server *self);

/* The reply of a chat completion with this text as its content. */
char *server_chat(const char *text, const char *finish_reason);
