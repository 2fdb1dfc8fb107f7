/* A project's specialization points: the file NAME.xaas.yaml that maintainers review, and that
 * every later stage reads. docs/spec-format.md explains each field, docs/xaas-spec-1.schema.json is
 * for editors, and core/specification_types.c describes the structs below, once, for all of them.
 *
 * All memory belongs to the arena. Lists are never NULL. Order in files: points by category (in the
 * order of core/category.h), then option, folder and build system, bytewise; rejected ones by
 * option. */
#pragma once

#include "core/category.h"
#include "core/condition.h"
#include "core/opinion.h"
#include "core/polarity.h"
#include "core/record.h"
#include "core/yaml_comments.h"

#define SPECIFICATION_SCHEMA "xaas-spec/1"
/* What the schema of every version begins with. */
#define SPECIFICATION_SCHEMA_BEGINNING "xaas-spec/"
/* How the form for reviewers begins. */
#define SPECIFICATION_MARKDOWN_TITLE "# Specialization points of "

/* clang-format off */
#define POINT_KINDS(X)                                              \
    X(SWITCH, "switch") /* on or off */                             \
    X(CHOICE, "choice") /* one of `values` */                       \
    X(STRING, "string") /* any text */                              \
    X(PATH,   "path")   /* a folder or file */                      \
    X(NUMBER, "number")

#define REVIEWS(X)                                                  \
    X(PENDING,  "pending")  /* nobody has looked at it yet */       \
    X(ACCEPTED, "accepted")                                         \
    X(REJECTED, "rejected") /* a person says: no specialization point */

/* How a point differs from the file that --update was given. */
#define POINT_STATUSES(X)                                           \
    X(SAME,    "same")                                              \
    X(NEW,     "new")                                               \
    X(CHANGED, "changed")                                           \
    X(GONE,    "gone")     /* the project no longer has the option */

#define GROUP_KINDS(X)                                              \
    X(ONE_OF,       "one_of")       /* exactly one member holds */  \
    X(AT_MOST_ONE,  "at_most_one")                                  \
    X(AT_LEAST_ONE, "at_least_one")

/* The second column is the name of the format, the third how such a file's name ends. */
#define SPECIFICATION_FORMATS(X)                                    \
    X(YAML,      "yaml",           ".xaas.yaml")                    \
    X(JSON,      "json",           ".xaas.json")                    \
    X(MARKDOWN,  "markdown",       ".xaas.md")                      \
    X(REFERENCE, "reference-json", ".reference.json")
/* clang-format on */

typedef enum {
#define X(id, text) POINT_##id,
    POINT_KINDS(X)
#undef X
} PointKind;

typedef enum {
#define X(id, text) REVIEW_##id,
    REVIEWS(X)
#undef X
} Review;

typedef enum {
#define X(id, text) STATUS_##id,
    POINT_STATUSES(X)
#undef X
} PointStatus;

typedef enum {
#define X(id, text) GROUP_##id,
    GROUP_KINDS(X)
#undef X
} GroupKind;

typedef enum {
#define X(id, text, suffix) FORMAT_##id,
    SPECIFICATION_FORMATS(X)
#undef X
} SpecificationFormat;

/* Who put a point into its category. A model's name follows the prefix. */
#define DECIDED_BY_RULES "rules"
#define DECIDED_BY_PERSON "person"
#define DECIDED_BY_MODEL_PREFIX "model:"

typedef struct {
    const char *name;
    const char *version; /* NULL: unknown */
    Span at;
} SpecificationProject;

typedef struct {
    const char *type;            /* cmake, autotools, make, ... */
    const char *folder;          /* NULL: the root */
    const char *file;            /* its top-level file */
    const char *minimum_version; /* of the build tool; NULL: not said */
    gboolean vendored;           /* it belongs to a bundled copy of another project */
    gboolean unread;             /* recognised, but not analysed */
} SpecificationBuild;

/* What has to hold for a point to be switched on or a value to be chosen: one of a package, another
 * point's option (with a value, or "is on" without), or any other condition. */
typedef struct {
    const char *package;
    const char *version; /* of the package: ">=11.0"; NULL: any */
    gboolean optional;   /* of the package: used when found, or needed on some machines only */
    const char *option;
    const char *value;
    const Condition *condition;
    Span at;
} Requirement;

/* One default and the condition under which it holds. */
typedef struct {
    const char *value; /* NULL: could not be worked out */
    const Condition *when;
} PointDefault;

typedef struct {
    const char *value;
    const char *name;     /* display name; NULL: the value */
    const char *flag;     /* what chooses it, one argument of the build tool */
    const char *rejected; /* why it is no choice of its own ("turns it off"); NULL: it is one */
    GPtrArray *requires;  /* Requirement * */
    GPtrArray *conflicts; /* Requirement * */
    GPtrArray *macros;    /* const char * */
    Span at;              /* where it comes from, if not from a place of the point's evidence */
} PointValue;

typedef struct {
    guint files;
    guint lines;
    guint regions; /* #if sites */
} PointReach;

typedef struct {
    Span at;
    const char *text;
} Evidence;

/* The same decision as another build system of the project asks for it. */
typedef struct {
    const char *option;
    const char *build;         /* the build system's type */
    const char *folder;        /* of the build system; NULL: the root */
    const char *flag;          /* as of the point */
    const char *default_value; /* as of the point */
    GPtrArray *values;         /* PointValue *: of a choice */
    Span at;
} PointAlternative;

typedef struct {
    const char *id; /* category/OPTION */
    Category category;
    const char *option;
    const char *build;  /* the build system's type; NULL: that of the first one */
    const char *folder; /* of the build system; NULL: the root */
    const char *name;   /* display name of what it stands for */
    PointKind kind;
    const char *help;
    const char *flag;           /* what switches it on; for texts, what comes before the text */
    const char *default_value;  /* in the most general case; NULL: could not be worked out */
    GPtrArray *defaults;        /* PointDefault *, when there is more than one */
    gboolean free_form;         /* a choice that takes other values, too */
    gboolean only_given;        /* --disable-x does the same as --enable-x: `default_value` is what
                                 * leaving it out gives, `flag` gives the other */
    Polarity polarity;          /* of a switch: what "on" does to what it stands for */
    gboolean advanced;          /* hidden from people by default */
    gboolean vendored;          /* it belongs to a bundled copy of another project */
    GPtrArray *values;          /* PointValue *, in the project's order */
    GPtrArray *alternatives;    /* PointAlternative * */
    const Condition *condition; /* under which the option exists */
    GPtrArray *requires;        /* Requirement *: to switch it on, or for any value */
    GPtrArray *conflicts;       /* Requirement * */
    GPtrArray *macros;          /* const char * */
    PointReach *reach;          /* NULL: the sources were not scanned */
    GPtrArray *evidence;        /* Evidence *, the first one is its definition */
    const char *decided_by;
    double confidence;
    GPtrArray *reasons;      /* const char * */
    Opinion *second_opinion; /* NULL: nobody disagreed */
    Review review;
    PointStatus status;
    GPtrArray *changes; /* const char *: what changed, in words */
} Point;

/* Points of which one, or not more than one, can be on. */
typedef struct {
    GroupKind kind;
    GPtrArray *members; /* Requirement *, options with or without value */
    Span at;
    const char *text; /* the project's message; NULL: none */
} PointGroup;

/* A configuration that the project refuses. */
typedef struct {
    const Condition *when;
    const char *message;
    Span at;
} SpecificationConstraint;

typedef struct {
    const char *option;
    const char *build;
    const char *folder;
    Category category; /* the one that came nearest */
    const char *reason;
    const char *decided_by; /* NULL: by the rules */
    Opinion *second_opinion;
    Span at;
} RejectedOption;

/* The language model that was asked, if one was. */
typedef struct {
    const char *name;   /* "provider:model" */
    const char *mode;   /* how its answers were used */
    const char *prompt; /* digest of the prompt's files: "sha256:..." */
    guint votes;        /* how often each question was asked */
    guint asked;        /* options */
    guint answered;     /* options that got a usable label */
} SpecificationModel;

/* What the analysis could not follow, by reason; what loses most comes first. */
typedef struct {
    const char *reason;
    guint count;
    guint lost; /* variables whose value is not known any more, each counted once */
} LedgerCount;

typedef struct {
    Arena *arena;
    const char *schema;
    SpecificationProject *project;
    SpecificationModel *model; /* NULL: the rules alone decided */
    GPtrArray *builds;         /* SpecificationBuild * */
    GPtrArray *points;         /* Point * */
    GPtrArray *groups;         /* PointGroup * */
    GPtrArray *constraints;    /* SpecificationConstraint * */
    GPtrArray *rejected;       /* RejectedOption * */
    GPtrArray *ledger;         /* LedgerCount * */
} Specification;

/* The root of the descriptions; every other one is reached from it. */
extern const RecordType specification_type;

/* The members by which comments know the items of lists, for yaml_comments_read; NULL-terminated.
 * What people and runs change is not among them, so that a comment stays with its point when the
 * category changes. */
extern const char *const specification_identity[];

/* Empty, but for the schema and an empty project. */
Specification *specification_new(Arena *arena);
/* The default as settings speak of it: that of a switch is "ON" or "OFF" whichever words its build
 * system has ("yes", "1", nothing). NULL where it is not known; owned by the point. */
const char *point_default_setting(const Point *self);
/* The point's value of that spelling; NULL when it has none. */
PointValue *point_find_value(const Point *self, const char *value);
/* Whether the point refuses the option whatever its value. */
gboolean point_excludes(const Point *self, const char *option);
/* Whether a person has reviewed it, or said what it is: category and names stay then. */
gboolean point_is_decided(const Point *self);
/* The type of the build system that `build` of a point or rejected option stands for: its own, or
 * that of the first one. "" where the specification lists none. */
const char *specification_build_type(const Specification *self, const char *build);
/* What tells options apart: name, folder and build system, as one text to compare. The caller frees
 * it. */
char *specification_option_key(const Specification *self, const char *option, const char *folder,
                               const char *build);
/* New records with empty lists, in the arena. */
Point *point_new(Arena *arena);
PointValue *point_value_new(Arena *arena);
PointAlternative *point_alternative_new(Arena *arena);
PointGroup *point_group_new(Arena *arena);
/* "category/OPTION" in the arena. */
const char *point_id(Arena *arena, Category category, const char *option);
/* Negative when a point comes before another one in files. */
int point_order(const Point *a, const Point *b);
/* Puts points and rejected options into the order of files. */
void specification_sort(Specification *self);

/* A new reference. */
json_t *specification_to_json(const Specification *self);
/* NULL and an error with file, line and remedy when it is no valid specification. */
Specification *specification_from_yaml(Arena *arena, const YamlDocument *document, GError **error);
/* From a document without places in a file. */
Specification *specification_from_json(Arena *arena, const json_t *json, GError **error);
/* Reads a file, YAML or JSON. */
Specification *specification_load(Arena *arena, const char *path, GError **error);

/* The text in one of the formats; `comments` (of FORMAT_YAML) may be NULL. The caller frees it. */
char *specification_text(const Specification *self, SpecificationFormat format,
                         const YamlComments *comments);
/* Whether there are comments besides those that every text in FORMAT_YAML begins with. */
gboolean specification_has_comments(const YamlComments *comments);
/* FALSE when no format has that name. */
gboolean specification_format_parse(const char *text, SpecificationFormat *format);
/* ".xaas.yaml", ... */
const char *specification_format_suffix(SpecificationFormat format);

/* The spellings in files; constant. */
const char *point_kind_text(PointKind kind);
const char *review_text(Review review);
const char *point_status_text(PointStatus status);
