/* A small project whose options a model is asked about, on a server of the test's own. */
#pragma once

#include "discover/llm/consult.h"
#include "server.h"

/* The credential that is sent, and shows nowhere else. */
#define KEY "sk-test-0123456789abcdef"

/* One option of which the rules are sure, some of which they are not, and one that tries to talk to
 * the model. */
enum { USE_MPI, FLUX, GREY, DOCS, OPTIONS };
extern const char *const option_names[];

typedef struct {
    Arena *arena;
    Knowledge *knowledge;
    Prompts *prompts;
    json_t *project;
    Facts *facts;
    GPtrArray *decisions;
    Diagnostics *diagnostics;
    GHashTable *settled;
    ConsultMode mode;
    guint votes;
    SessionCounts counts;
    guint requests;
} World;

/* What the server says of the options. */
typedef struct {
    const char *labels[OPTIONS]; /* category; NULL: left out */
    const char *name;
    const char *no_choice; /* JSON; NULL: none */
    const char *extra;     /* further JSON items, each with a comma before it */
} Answers;

/* `self` is zeroed before. */
void world_open(World *self, ConsultMode mode);
void world_close(World *self);
const Decision *decision(const World *self, guint option);
/* Asks a server that answers so, and keeps what it counted. */
ConsultReport world_run(World *self, ServerHandler handler, gpointer data);

/* The user's part of a request. To be freed. */
char *user_text(const ServerRequest *request);
/* The number under which an option is asked about; 0 when it is not. */
guint number_of(const char *text, const char *option);
/* A handler that gives the Answers at `data`. */
ServerReply answering(const ServerRequest *request, gpointer data);
