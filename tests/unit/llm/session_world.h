/* A session with a server of the test's own, and what came of its questions. */
#pragma once

#include "discover/llm/session.h"
#include "server.h"

/* The credential that is sent, and shows nowhere else. */
#define KEY "sk-test-0123456789abcdef"

/* A clock whose waits take no time but are added up. */
typedef struct {
    gint64 waited; /* microseconds */
    guint waits;
} TestClock;

/* One test's world: a server, a session with it, and what came out. */
typedef struct {
    TestClock clock;
    Server *server;
    SessionSettings settings;
    Endpoint *endpoint;
    Diagnostics *diagnostics;
    Session *session;
    GPtrArray *texts;  /* char * of answers, in the order in which they came */
    GPtrArray *errors; /* char * */
    StopReason stop;
    gboolean structured;
    gboolean accept;
} World;

/* `self` is zeroed before, but for its settings' folders and `accept`. */
void world_open_as(World *self, const char *model, ServerHandler handler, gpointer data);
/* The same with a model behind the most common form of requests. */
void world_open(World *self, ServerHandler handler, gpointer data);
/* Whatever happened, nobody was told the key. */
void world_close(World *self);
void world_ask(World *self, const char *text, json_t *schema);
/* Asks one question and waits. */
void world_run(World *self);
/* The only one. */
const char *first(const GPtrArray *list);
