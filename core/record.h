/* Structs described by tables, so that one reader and one writer serve every file format.
 *
 * A RecordType names a struct's fields as they are called in files, with their kinds. From it come
 * JSON (and so YAML), checks with file and line, and the test that a JSON Schema says the same.
 * Everything that is read is allocated in the given arena. */
#pragma once

#include "core/arena.h"
#include "core/yaml.h"
#include <stddef.h>

/* The C type of the member, and its form in files. */
/* clang-format off */
#define FIELD_KINDS(X)                                                              \
    X(TEXT,      "const char *")         /* a string */                             \
    X(FLAG,      "gboolean")             /* true or false */                        \
    X(COUNT,     "guint")                /* an integer, not negative */             \
    X(FRACTION,  "double")               /* a number from 0 to 1 */                 \
    X(WORD,      "guint")                /* one of the field's words, by index */   \
    X(CONDITION, "const Condition *")    /* its notation as a string */             \
    X(PLACE,     "Span")                 /* "path:line" or "path" */                \
    X(RECORD,    "pointer to a struct")  /* an object */                            \
    X(RECORDS,   "GPtrArray *")          /* an array of objects */                  \
    X(TEXTS,     "GPtrArray *")          /* an array of strings */
/* clang-format on */

typedef enum {
#define X(id, type) FIELD_##id,
    FIELD_KINDS(X)
#undef X
} FieldKind;

/* When a field is left out. */
typedef enum {
    FIELD_REQUIRED, /* never: a file without it is malformed */
    FIELD_NULLABLE, /* never, but it may be null (TEXT only) */
    FIELD_OPTIONAL, /* when it is NULL, FALSE, zero, the first word, or empty */
} FieldPresence;

typedef struct RecordType RecordType;

typedef struct {
    const char *name;
    FieldKind kind;
    FieldPresence presence;
    gsize offset;
    const char *const *words; /* WORD: NULL-terminated */
    const RecordType *type;   /* RECORD, RECORDS */
} RecordField;

struct RecordType {
    const char *name; /* for messages: "point" */
    gsize size;
    const RecordField *fields; /* in the order in which they are written */
    guint field_count;
    /* Checks what no single field can tell; NULL when there is nothing to. On failure sets `field`
     * to the name of the one to point at, and returns a message with a remedy, to be freed. */
    char *(*check)(void *record, Arena *arena, const char **field);
    /* Of a document: what its "schema" says, "xaas-matrix/1" for instance. Another document is
     * refused as what it is, before its fields are looked at; another version is left to `check`.
     * NULL: it is part of one. */
    const char *schema;
};

/* A new reference. */
json_t *record_json(const RecordType *type, const void *record);
/* `object` must belong to `document`, which gives the places for messages. NULL and an error when a
 * field is missing, unknown or of the wrong kind. List fields are never NULL afterwards. */
void *record_read(const RecordType *type, Arena *arena, const YamlDocument *document,
                  const json_t *object, GError **error);
/* "path:12" or "path" as a place in the arena. */
Span record_place(Arena *arena, const char *text);

#define RECORD_ERROR record_error_quark()
GQuark record_error_quark(void);
typedef enum { RECORD_ERROR_MALFORMED } RecordError;
