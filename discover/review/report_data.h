/* Everything that the page of a report shows, as one JSON document: the specification, words for
 * its conditions, pieces of source, the map of folders, and where each decision stands in the
 * file's text. */
#pragma once

#include "discover/review/edit.h"
#include "discover/sources/source_index.h"

/* Pieces of source beyond this many bytes are left out, and counted. */
#define REPORT_EXCERPT_BYTES_MAX (1200u * 1024u)

typedef struct {
    const ReviewFile *file;
    const char *name;           /* the file's, for the download and the title */
    const Tree *tree;           /* NULL: without pieces of source */
    const SourceIndex *sources; /* NULL: without the map */
    const GPtrArray *decisions; /* Decision *, see coverage.h; NULL: the map knows #ifs only */
    const char *token; /* a page that is served may write with it; NULL: a page on its own */
} ReportInput;

/* A new reference. */
json_t *report_data(const ReportInput *input);
/* SHA-256 of a text in hexadecimal: by it a page knows whether the file changed underneath. The
 * caller frees it. */
char *report_digest(const char *text);
