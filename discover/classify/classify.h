/* Puts each option into one category, or says why it is none: by rules that read the knowledge
 * files.
 *
 * The rules know no project. They weigh evidence: words in the option's name and help, packages
 * that it finds, macros and definitions, flags, headers and intrinsics in the sources that hang on
 * it. */
#pragma once

#include "core/category.h"
#include "core/opinion.h"
#include "core/polarity.h"
#include "discover/facts.h"
#include "discover/machine_variables.h"
#include "discover/sources/source_index.h"

typedef struct Knowledge Knowledge;

/* Reads every *.yaml of a knowledge folder (docs/knowledge.md). NULL and an error naming file, line
 * and remedy when one is malformed. */
Knowledge *knowledge_load(const char *folder, GError **error);
void knowledge_free(Knowledge *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Knowledge, knowledge_free)
/* Names of folders with what is no part of a product; a set that belongs to the knowledge. */
GHashTable *knowledge_side_folders(const Knowledge *self);
/* What scripts are called that build a project; likewise. */
GHashTable *knowledge_build_scripts(const Knowledge *self);
/* What machines bring along; the sets belong to the knowledge. */
MachineVariables knowledge_machine_variables(const Knowledge *self);
/* What the source scan should look for; belongs to the knowledge. */
const SourcePatterns *knowledge_source_patterns(const Knowledge *self);

/* One value of a choice. */
typedef struct {
    const AllowedValue *value;
    const char *name; /* the technology's display name, e.g. "CUDA"; the value itself if none */
    const char *technology; /* identifier in the knowledge files; NULL when none fits */
    gboolean rejected;      /* the value turns the thing off, or is another technology's alias */
    const char *reason;     /* why rejected */
} ValueDecision;

typedef struct {
    const Option *option;
    gboolean is_point; /* FALSE: listed among the rejected */
    Category category;
    const char *name;        /* display name of what the option stands for */
    const char *technology;  /* identifier in the knowledge files; NULL when none fits */
    Polarity polarity;       /* of a switch: what "on" does to what it stands for */
    gboolean is_part;        /* the name is that of a part of the program that uses it */
    gboolean is_built;       /* the name says that something is built */
    gboolean is_plain;       /* the name says nothing but the technology */
    gboolean is_told;        /* the name or the help text speaks of what makes it a point */
    gboolean is_family;      /* the technology is a kind of libraries, of which `name` says which */
    gboolean lists_machines; /* takes a list of accelerators, so that "off" is one default of it */
    gboolean denies;         /* the name asks to do without something */
    gboolean is_undecided;   /* no point, though nothing speaks against it */
    gboolean is_unknown;     /* no point, because nothing is known of it */
    gboolean is_beside;      /* no point: about tests, examples, documents beside the code */
    gboolean is_far;         /* no point: no category came near enough to be told */
    double confidence;       /* 0 to 1 */
    GPtrArray *reasons;      /* const char *: in words, strongest first; for the rejected: why */
    GPtrArray *values;       /* ValueDecision *; empty for booleans and free-form values */
    GPtrArray *macros;       /* const char *: macros that hang on the option, sorted */
    GPtrArray *sources;      /* const char *: files that are compiled with few of its values only */
    Reach reach;             /* of its macros and sources */
    const char *decided_by;  /* as in specifications; NULL: the rules */
    Opinion *second_opinion; /* NULL: nobody disagreed */
} Decision;

typedef struct {
    const Knowledge *knowledge;
    const Facts *facts;
    const SourceIndex *sources; /* NULL: nothing is known of them */
    guint jobs;                 /* threads; 0 for as many as there are processors */
} ClassifyInput;

/* A decision for every option of the facts, in their order; elements are `Decision *`. Everything
 * is allocated in the arena. */
GPtrArray *classify(const ClassifyInput *input, Arena *arena);

/* For decisions (Decision *) that somebody else made a point of another category: gives them the
 * technology, name and values that go with it; none for those that are no points any more. */
void classify_assign(const Knowledge *knowledge, const Facts *facts, const SourceIndex *sources,
                     const GPtrArray *decisions, Arena *arena);
