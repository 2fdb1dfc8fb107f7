/* What is right about a project: its labelled specialization points, in
 * datasets/PROJECT/labels.yaml (schema xaas-labels/1; datasets/README.md is the guide by which they
 * are made, and docs/xaas-labels-1.schema.json is for editors).
 *
 * All memory belongs to the arena. Lists are never NULL. */
#pragma once

#include "core/category.h"
#include "core/record.h"

#define LABELS_SCHEMA "xaas-labels/1"
/* The file's name in a dataset's folder. */
#define LABELS_FILE "labels.yaml"

typedef struct {
    Category category;
    const char *name;
    const char *option;
    const char *value; /* NULL: free, a number or a list */
    const char *flag;  /* for a free value what comes before it: -DGPU_ARCH= */
    gboolean is_default;
    gboolean default_known; /* the label says whether it is the default */
    Span at;                /* the command that declares the option, in the project's source */
    GPtrArray *also_at;     /* const char *, "path:line": other places that declare it */
    const char *note;
    Span label_at; /* in the label file */
} LabelledPoint;

/* A declaration that was looked at and is no point. */
typedef struct {
    const char *option;
    const char *value; /* NULL: the whole option */
    const char *reason;
    Span at;
    Span label_at;
} LabelledOther;

typedef struct {
    const char *debian;   /* the version of Debian's source package */
    const char *package;  /* its name; NULL: the folder's in datasets/ */
    const char *folder;   /* of the project in it; NULL: all of it */
    const char *upstream; /* the project's own tag */
} LabelledSource;

/* A build system of the tree that the labels cover. */
typedef struct {
    const char *type;
    const char *folder; /* NULL: the root */
} LabelledBuild;

/* What the second reading of the project changed. */
typedef struct {
    const char *option;
    const char *change;
    const char *reason;
} LabelledChange;

typedef struct {
    const char *schema;
    const char *project;
    LabelledSource *source;
    GPtrArray *builds; /* LabelledBuild *; empty: whatever there is */
    gboolean complete; /* FALSE: only some options are labelled, so precision is not defined */
    const char *labelled_by;
    GPtrArray *points;         /* LabelledPoint * */
    GPtrArray *others;         /* LabelledOther * */
    GPtrArray *second_reading; /* LabelledChange * */
    const char *path;          /* the file */
} Labels;

/* The root of the description of the file's form. */
extern const RecordType labels_type;

/* NULL and an error with file, line and remedy when it is no valid label file. */
Labels *labels_from_yaml(Arena *arena, const YamlDocument *document, GError **error);
/* Reads the file, too. */
Labels *labels_load(Arena *arena, const char *path, GError **error);
