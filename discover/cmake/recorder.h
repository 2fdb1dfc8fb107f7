/* What the evaluator has seen, with guards: options, effects, constraints, give-ups, configured
 * headers. facts_build.c turns it into `Facts` once the reading is done. Everything lives in the
 * arena. */
#pragma once

#include "discover/cmake/value.h"
#include "discover/facts.h"

typedef struct {
    const char *command;
    Span at;
} CallSite;

typedef struct {
    const char *text;
    Guard when;
} GuardedText;

/* One option() or set(... CACHE ...), reached through one chain of calls. */
typedef struct {
    Span at;
    Span declared_at;
    const char *text; /* the source line at `at` */
    const char *help;
    const char *help_form; /* Definition.help_form */
    OptionType type;
    gboolean force;
    gboolean result; /* Definition.result */
    gboolean own;    /* asked for in the project's files, not in a stub's */
    Guard exists;
    GArray *defaults;    /* GuardedText */
    GPtrArray *wrappers; /* Wrapper *, outermost first */
    guint order;         /* Definition.order */
} DefinitionRecord;

typedef struct {
    const char *name;
    GPtrArray *definitions; /* DefinitionRecord * */
    GPtrArray *fallbacks;   /* DefinitionRecord *: Option.fallbacks */
    GPtrArray *values;      /* AllowedValue * */
    GHashTable *value_set;  /* value -> AllowedValue * */
    GPtrArray *words;       /* AllowedValue *: what a pattern asks for, whole values or pieces */
    GArray *uses;           /* Span */
    GHashTable *use_set;    /* "path:line" -> itself */
    gboolean advanced;
    gboolean read;          /* by the project, not by a module or a copy of one alone */
    gboolean list;          /* it is asked whether a value is among others in it */
    gboolean number;        /* its form asks for one: --with-x=NUM */
    gboolean asks_whether;  /* Option.asks_whether */
    gboolean off_unset;     /* Option.off_unset, as far as the tree's own files go */
    gboolean inner;         /* Undeclared.inner */
    gboolean only_given;    /* Option.only_given */
    gboolean one_way;       /* Option.one_way */
    const char *stands_for; /* Option.stands_for */
    Span outdated;          /* Option.outdated */
    SymbolId symbol;        /* SYMBOL_NONE in the concrete domain */
} OptionRecord;

typedef struct {
    EffectKind kind;
    const char *name;
    const char *detail;
    const char *file;
    const char *owner; /* the option whose own value a macro becomes; NULL for none */
    gboolean required;
    Guard when;
    Span at;
} EffectRecord;

typedef struct {
    Guard when;
    const char *message;
    Span at;
} ConstraintRecord;

typedef struct Recorder Recorder;

/* Records live in the arena; it and the guards must outlive the recorder. The caller frees it. */
Recorder *recorder_new(Arena *arena, Guards *guards);
void recorder_free(Recorder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Recorder, recorder_free)

/* The record of that name; made when `make`. */
OptionRecord *recorder_option(Recorder *self, const char *name, gboolean make);
/* The option is offered to nobody where that holds; a declaration that is left nowhere stays as it
 * is. */
void recorder_hide(Recorder *self, OptionRecord *option, Guard when);
/* A message says that it is deprecated; the first one is kept. It may stand before the declaration:
 * "if(OLD AND NOT NEW) message(... OLD is deprecated)", then "set(OLD ... CACHE ...)". */
void recorder_outdated(Recorder *self, const char *name, Span at);
/* A definition at these places, made or found again; its conditions are widened by `when`. One that
 * is met both before and behind another is in no order. */
DefinitionRecord *recorder_define(Recorder *self, OptionRecord *option, Span at, Span declared_at,
                                  Guard when);
/* The same for a place that sets the option, which nothing declares, where nobody gives it. What
 * other places set under `when` is overwritten there. NULL for too many, which is told. */
DefinitionRecord *recorder_fallback(Recorder *self, OptionRecord *option, Span at, Guard when);
/* What was declared so far no longer decides: unset(NAME CACHE). */
void recorder_undeclare(OptionRecord *option);
/* A default of the definition where `when` holds; NULL: not known. Equal ones join. Of more, or of
 * longer texts, than these it is only known that there is one. */
#define RECORDED_DEFAULTS_MAX 256u
#define RECORDED_DEFAULT_BYTES_MAX (64u << 10)
void recorder_default(Recorder *self, DefinitionRecord *definition, const char *text, Guard when);
/* The stronger origin wins when the value is known already. */
void recorder_value(Recorder *self, OptionRecord *option, const char *value, ValueOrigin origin,
                    Span at);
/* A word that the option is asked for with a pattern: a value unless others are known. */
void recorder_word(Recorder *self, OptionRecord *option, const char *word, Span at);
/* A place that reads it; each is kept once. */
void recorder_use(Recorder *self, OptionRecord *option, Span at);

/* Equal effects at one place join their conditions. At most RECORDER_EFFECTS_MAX are kept. */
#define RECORDER_EFFECTS_MAX 400000u
void recorder_effect(Recorder *self, const EffectRecord *effect);
/* A configuration that the project refuses. Equal ones at one place join their conditions. */
void recorder_constraint(Recorder *self, Guard when, const char *message, Span at);
/* A target that is made; the first place of each name is kept. */
void recorder_target(Recorder *self, const char *name, Span at);
/* `lost`: const char *, ended by NULL; or NULL. Equal entries at one place are kept once. */
void recorder_ledger(Recorder *self, Span at, const char *reason, const char *subject,
                     const char *const *lost);

/* OptionRecord *, in order of making. */
const GPtrArray *recorder_options(const Recorder *self);
/* Marks all conditions (guards_collect), without working them out. */
void recorder_mark(const Recorder *self);
/* EffectRecord *. Works out the conditions, which makes nodes: call it once everything is
 * recorded. */
const GPtrArray *recorder_effects(Recorder *self);
/* ConstraintRecord *; as recorder_effects(). */
const GPtrArray *recorder_constraints(Recorder *self);
/* BuiltTarget *, in order of making. */
const GPtrArray *recorder_targets(const Recorder *self);
const GPtrArray *recorder_ledger_entries(const Recorder *self); /* LedgerEntry * */
