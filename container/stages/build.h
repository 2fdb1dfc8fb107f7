/* The stages of `xaas-container build`, one after the other, from a matrix to a store of modules.
 * What each leaves stands in the work folder (build/workspace.h). */
#pragma once

#include "container/build/configure.h"
#include "container/ir/module_names.h"
#include "container/ir/store.h"
#include "container/prove/prove.h"
#include "container/stages/graph.h"

/* clang-format off */
#define STAGES(X)                                                                     \
    X(CONFIGURE, "configure") /* build trees, generated sources */                    \
    X(COMMANDS,  "commands")  /* compile commands become units */                     \
    X(PROVE,     "prove")     /* equal units become classes */                        \
    X(COMPILE,   "compile")   /* classes become modules */                            \
    X(MERGE,     "merge")     /* modules become the store */                          \
    X(PACK,      "pack")      /* the image */
/* clang-format on */

typedef enum {
#define X(id, text) STAGE_##id,
    STAGES(X)
#undef X
        STAGE_COUNT
} Stage;

gboolean stage_parse(const char *text, Stage *stage);
const char *stage_text(Stage stage);

typedef struct {
    const Matrix *matrix;
    const Sandbox *sandbox;
    const Compilers *compilers;
    const CMakeDriver *driver;
    const char *folder;   /* the work folder, locked */
    const char *program;  /* this program, absolute */
    const char *recorder; /* xaas-record, absolute */
    const char *launcher; /* NULL: none */
    guint jobs;
    gboolean keep_going;
    gboolean thorough;
    gboolean default_only; /* without what the build tool makes only when it is asked to */
    Stage stop_after;
    /* NULL for silence; from any thread, but one call at a time. */
    void (*progress)(const char *what, guint done, guint total, gpointer data);
    gpointer data;
} BuildRequest;

/* A unit's way into the container. */
typedef struct {
    const Unit *unit;
    const UnitProof *proof; /* NULL: it cannot become bitcode */
    const char *key;        /* of its class; NULL likewise, or when it failed */
    const char *module;     /* digest of its canonical module; NULL until stage d is done */
    gboolean relocates;     /* its module holds the path that stands for the prefix */
    const char *why_object; /* why it is kept as an object, as the compiler's words or its module
                               tell; NULL: it is not */
    const char *dependence; /* why its class holds for one target only; NULL: it does not */
    gboolean optional;      /* the default build does not need it */
    const char
        *left_out; /* then: why it has no code, mostly the compiler's first error; NULL: it has */
    gboolean unasked; /* it is left out on request */
} BuiltUnit;

typedef struct {
    const Configuration *configuration;
    char *build;      /* the build tree */
    GPtrArray *units; /* BuiltUnit * */
    GHashTable *lost; /* char *: what cannot be made, for what it needs was not generated; NULL: all
                         can */
    guint failures;
} BuiltConfiguration;

typedef struct {
    guint units;         /* that become bitcode */
    guint others;        /* that do not */
    guint left_out;      /* that the default build does not need, and why not BuiltUnit says */
    guint classes;       /* modules compiled */
    guint modules;       /* distinct canonical modules */
    guint64 class_bytes; /* of their bitcode, before merging */
    double seconds[STAGE_COUNT];
    ProveCounts prove;
    StoreCounts store;
} BuildCounts;

typedef struct {
    Arena *arena;
    GPtrArray *configurations; /* BuiltConfiguration *: those that were configured */
    GPtrArray *failures;       /* char *: in words, in the matrix's order */
    GPtrArray *left_out;       /* char *: the same, of what the default build does not need */
    GPtrArray *notes;          /* char *: what may not be meant */
    Proof *proof;
    Store *store;       /* NULL before stage e */
    ModuleNames *names; /* of the modules in it; NULL likewise */
    GPtrArray *keys;    /* const char *: of the classes, in order */
    BuildCounts counts;
} Build;

/* NULL and an error when the environment does not allow it; what of the project failed is in
 * `failures`. Without keep_going a failure ends the stages. A unit that does not compile is a
 * failure when the default build needs it, else it is left out (decision 0015). */
Build *build_run(const BuildRequest *request, GError **error);
void build_free(Build *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Build, build_free)

/* The vector that compiles a unit to unoptimised bitcode at scratch/KEY.bc, in the sandbox; and in
 * `command` (in the arena) what that is as seen inside. To be freed with g_strfreev. */
char **build_compile_vector(Arena *arena, const BuildRequest *request, const Unit *unit,
                            const char *build, const char *key, const GPtrArray **command);
/* What is needed to drive the build tool of a configuration that is configured. */
ConfigureRequest build_configure_request(const BuildRequest *request,
                                         const Configuration *configuration);
