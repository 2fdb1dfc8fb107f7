/* What planning commands and asking about them share. */
#pragma once

#include "container/prove/frontend.h"

/* One distinct command and the unit that stands for it. */
typedef struct {
    Frontend public;
    const Unit *unit;
    const char *build;
    char *driver;
    char *state_key;
    char *target_key;
} FrontendEntry;

/* What the compiler makes of a function that does nothing, for a target. */
typedef struct {
    char *attributes; /* the target's own */
    char *marks;      /* all else that may differ from one target to the next */
} TargetAnswer;

void target_answer_free(TargetAnswer *self);

struct Frontends {
    FrontendRequest request;
    GPtrArray *entries;    /* FrontendEntry * */
    GArray *of_unit;       /* guint by unit */
    GHashTable *states;    /* key -> MacroState */
    GPtrArray *state_list; /* const MacroState * */
    GHashTable *answers;   /* key -> TargetAnswer */
    char *probe;           /* path inside, of the file that macros are asked with */
    GMutex lock;
    GError *error; /* the first one of the threads */
};

void macro_state_clear(MacroState *self);
/* Takes the error, unless there is one before it. */
void frontends_keep_error(Frontends *self, GError *error);
/* Whether a word begins with one of these. */
gboolean frontend_has_prefix(const Words *prefixes, const char *word);
/* "-DNAME" and "-Ifolder" beside "-D NAME" and "-I folder". */
gboolean frontend_is_joined(const Words *words, const char *word);
/* What units with the same words share: they are planned once. The caller frees it. */
char *frontend_sharing_key(const FrontendRequest *request, const Unit *unit, const char *build,
                           const char *driver);
/* Fills what the driver says of the entries' commands (frontend_plan.c). */
void frontends_plan(Frontends *self);
/* The command as it is run for an entry; to be freed. */
char **frontend_inside(const Frontends *self, const FrontendEntry *entry, const GPtrArray *command);
/* What the compiler said of a command that it refuses: its errors, and not the version and the
 * commands that it shows around them. The caller frees it. */
char *frontend_refusal(const FrontendWords *known, const char *said);
