/* Source containers: a project's sources with their reviewed specification, in the same form of
 * image as an IR container, for what cannot become bitcode. The machine decides at deployment.
 *
 *   xaas/container.json       {"schema": "xaas-source/1", project, specification, files, left_out}
 *   xaas/specification.yaml   the specification, byte by byte
 *   xaas/source/              the project's files
 *   usr/bin, usr/share        the tool, as in IR containers
 *
 * A symbolic link within the project becomes a copy of what it leads to (in a folder that a link
 * led to, only when that is a file); other links, and what is neither file nor folder, are left out
 * and named. */
#pragma once

#include <glib.h>

#define SOURCE_SCHEMA "xaas-source/1"
#define SOURCE_FILES_MAX 1000000u
#define SOURCE_DEPTH_MAX 128u

typedef struct {
    const char *specification; /* path */
    const char *source;        /* the project's folder */
    const char *layout;
    const char *tag;
    const char *program;   /* path of this program, which goes into the image */
    const char *knowledge; /* folder of the data files */
    gint64 timestamp;      /* of everything in the image */
} SourcePackRequest;

typedef struct {
    char *digest; /* of the manifest */
    guint files;
    GPtrArray *left_out; /* char *: "PATH: why" */
} SourcePackResult;

void source_pack_result_clear(SourcePackResult *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SourcePackResult, source_pack_result_clear)

/* FALSE and an error when the specification is malformed or of a build system that cannot be
 * driven, or a file cannot be read. */
gboolean source_pack(const SourcePackRequest *request, SourcePackResult *result, GError **error);

#define SOURCE_ERROR source_error_quark()
GQuark source_error_quark(void);
typedef enum {
    SOURCE_ERROR_LIMIT,
    SOURCE_ERROR_FOLDER,       /* no project lies there */
    SOURCE_ERROR_BUILD_SYSTEM, /* nobody can drive it */
    SOURCE_ERROR_FITS,         /* a point of which no value fits the machine */
    SOURCE_ERROR_SETTING,      /* what was asked for is not in the specification */
} SourceError;
