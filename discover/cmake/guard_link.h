/* How a condition depends on the options in it, for every reader: which of an option's values allow
 * it, and whether the option decides it alone.
 *
 * What an option, a value and a default are, the reader says by the functions below; `data` is its
 * own. */
#pragma once

#include "core/arena.h"
#include "discover/cmake/guard.h"

/* A condition over more options than this is not taken apart by option. */
#define GUARD_LINK_OPTIONS_MAX 48u
/* Values of one option that are tried against a condition. */
#define GUARD_LINK_VALUES_MAX 64u

/* A text that nothing is compared with. */
#define GUARD_LINK_OTHER "\1other"

typedef struct {
    gpointer option;
    /* const char *: those that allow the condition while another value rules it out; NULL when it
     * depends on the option in some other way. */
    const GPtrArray *values;
    /* No other option has to be set away from its default for it, but those without which this one
     * does not exist. */
    gboolean alone;
} GuardLink;

typedef struct {
    /* Adds the options that a decision variable is about, each once. */
    void (*add_options)(guint variable, GPtrArray *options, gpointer data);
    /* const char *: the values that conditions tell apart. NULL when no condition can ask for the
     * option. The caller unrefs the array. */
    GPtrArray *(*values)(gpointer option, gpointer data);
    /* The only default; NULL when there are several or it is not known. */
    const char *(*plain_default)(gpointer option, gpointer data);
    /* const char *: the texts that a value stands for, never empty, with the usual one last. The
     * caller unrefs the array. */
    GPtrArray *(*texts)(gpointer option, const char *value, gpointer data);
    /* Under which the option is there at all; NULL: options always are. */
    Guard (*existence)(gpointer option, gpointer data);
    /* Appends as GuardLiteral what holds when the option has that text. */
    void (*assume)(gpointer option, const char *text, GArray *literals, gpointer data);
} GuardLinkMethods;

/* Keeps the links by condition, so that equal ones are taken apart once. */
typedef struct GuardLinks GuardLinks;

/* All of these must outlive it; the links are made in the arena. */
GuardLinks *guard_links_new(const GuardLinkMethods *methods, Guards *guards, Arena *arena,
                            gpointer data);
void guard_links_free(GuardLinks *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GuardLinks, guard_links_free)

/* The links of a condition, GuardLink *. */
const GPtrArray *guard_links_of(GuardLinks *self, Guard guard);
