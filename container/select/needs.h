/* What values of specialization points need of a machine: container/knowledge/needs.yaml. */
#pragma once

#include "container/system/system.h"
#include "core/category.h"

/* What has to be present: the word in files, how it begins for people, and what it is. */
/* clang-format off */
#define NEED_KINDS(X)                                                                     \
    X(FEATURE,      "feature",      "feature")         /* of the processors, LLVM's name */ \
    X(CPU,          "cpu",          "processor")       /* LLVM's name */                  \
    X(ARCHITECTURE, "architecture", "architecture")    /* as `uname -m` says it */        \
    X(DEVICE,       "device",       "a device of")     /* a graphics processor's vendor */ \
    X(DRIVER,       "driver",       "a driver for")    /* a runtime */                    \
    X(FINDING,      "finding",      "")                /* software: its id in system.yaml */ \
    X(CATEGORY,     "category",     "any")             /* software of a category */       \
    X(INTERFACE,    "interface",    "the interface of") /* software that has it */
/* clang-format on */

typedef enum {
#define X(id, text, title) NEED_##id,
    NEED_KINDS(X)
#undef X
} NeedKind;

/* Met when one of `of` is present. */
typedef struct {
    NeedKind what;
    GPtrArray *of; /* const char * */
} Need;

typedef struct {
    const char *id;
    Category category;
    const char *words;      /* pattern: the cleaned name of a value or switch that means it */
    gboolean first;         /* tried before those without: its words are a part of theirs */
    guint rank;             /* the higher, the better, within the category */
    GPtrArray *better_with; /* const char *: findings of which one has to be present for it to be
                             * better than none; empty: it always is */
    const char *runtime;    /* of the driver that versions of packages are compared with; or NULL */
    const char *linked;  /* pattern: what link steps name where it is used; NULL: not looked at */
    const char *becomes; /* id of the one that it is where link steps name that one's `linked`, and
                          * the machine has what that needs; NULL: of none */
    gboolean by_interface; /* an image needs the interface that it was linked for */
    gboolean by_package;   /* the runtime of the packages that a point or value requires tells which
                            * one it is */
    const char *traces; /* pattern, of a text in the same form as `words`: what a build that has it
                         * leaves, in words of link steps or among what was found when it was
                         * configured, besides what matches `linked`; NULL: nothing else */
    GPtrArray *traces_of; /* const char *, ids: what those leave, it may leave as well */
    GPtrArray *needs;     /* Need * */
} NeedTechnology;

typedef struct {
    Category category;
    gboolean strict;     /* a value that is not known fits nowhere */
    const char *unnamed; /* id of the technology that a negated switch brings whose name tells none;
                          * NULL: nobody knows */
    const char *switched; /* the same of one that is not negated */
} NeedCategory;

typedef struct {
    const char *name; /* pattern: the whole of a package's name */
    const char *runtime;
} NeedPackage;

typedef struct {
    const char *interface;
    const char *linked; /* pattern: a word of a link step that tells it */
} NeedInterface;

typedef struct {
    const char *vendor;
    const char *linked; /* pattern: a word of a link step that tells it */
} NeedVendor;

/* Processors by which values are called: which vectors they have, and on which processors code for
 * them is at its best. */
typedef struct {
    const char *words;   /* pattern, of a text in the same form as those of technologies */
    const char *has;     /* id of the technology */
    GPtrArray *features; /* const char *: of those that it needs besides, what compilers use */
    GPtrArray *cpus; /* const char *, LLVM's names: the processor itself, then later ones that are
                      * better served with code for it than for others with the same vectors */
} NeedProcessor;

/* How well code for a processor suits one. */
typedef enum { SUITS_ANY, SUITS_LATER, SUITS_ITSELF } NeedSuits;

typedef struct {
    GPtrArray *categories;   /* NeedCategory *: in the order in which they decide */
    const char *neutral;     /* pattern: values that need nothing */
    GPtrArray *packages;     /* NeedPackage * */
    GPtrArray *interfaces;   /* NeedInterface * */
    GPtrArray *devices;      /* NeedVendor * */
    GPtrArray *technologies; /* NeedTechnology * */
    GPtrArray *processors;   /* NeedProcessor * */
} Needs;

/* `folder` holds needs.yaml. NULL and an error with file and line when it is malformed. */
const Needs *needs_load(Arena *arena, const char *folder, GError **error);

/* What a value of a point in that category means; NULL when nothing is known about it. `texts` are
 * tried in turn, NULL ones left out. */
const NeedTechnology *needs_technology(const Needs *self, Category category,
                                       const char *const *texts, guint count);
/* The processor that one of the texts names; NULL: none. */
const NeedProcessor *needs_processor(const Needs *self, const char *const *texts, guint count);
/* `cpu` is LLVM's name. */
NeedSuits needs_suits(const NeedProcessor *processor, const char *cpu);
/* The technology of the same category that is for the runtime which the packages ("CUDA >=11.0",
 * NULL for none) stand for; NULL when they stand for none, or for several. */
const NeedTechnology *needs_technology_packaged(const Needs *self, Category category,
                                                const GPtrArray *packages);
/* Whether a word of a build's link steps, or the name of something that was found, shows that the
 * build has the technology. Of an `option` of a compile command only what asks for it does. */
gboolean needs_is_trace(const Needs *self, const NeedTechnology *technology, const char *word,
                        gboolean option);
/* Whether any word could. */
gboolean needs_leaves_traces(const NeedTechnology *technology);
/* NULL when none has that id. */
const NeedTechnology *needs_technology_called(const Needs *self, const char *id);
/* Whether one of the texts is a value that needs nothing. */
gboolean needs_is_neutral(const Needs *self, const char *const *texts, guint count);
/* NULL for a category that decides nothing. */
const NeedCategory *needs_category(const Needs *self, Category category);

/* Whether a need is met. `at` receives where the machine's description says so, in the arena: what
 * was seen, or why not. */
SystemState need_state(const Need *need, const System *system, Arena *arena, const char **at);
/* "feature avx2", "a device of nvidia or amd"; in the arena. */
const char *need_text(const Need *need, Arena *arena);
