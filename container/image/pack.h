/* Stage f: the image. docs/container.md describes every file in it.
 *
 *   layer 1   xaas/container.json                      what the image is
 *   layer 2   xaas/functions.*, xaas/modules.*         the bitcode store
 *   layer 3   usr/bin/xaas-container and its data      the lowering tool
 *   layer 4.. xaas/configurations/NAME/...             one a configuration
 *   then      xaas/source/...                          files that are installed
 *   then      more of the same folders                 what tests read, when it was asked for
 *   the last  usr/share/sbom/xaas.spdx.json            what it is made of
 *
 * Each descriptor says which of these its layer is, and a deployment reads those that it needs. */
#pragma once

#include "container/image/layout.h"
#include "container/stages/build.h"

#define PACK_FOLDER "xaas"
/* The form of an IR container: what is in xaas/ and how, the store's files above all. A change that
 * programs of before cannot read, or that reads images of before differently, gives it another
 * number. 2: bodies hold no names, local values are told by distance (ir/pieces.h); 3: every kind
 * of piece is stored once; 4: commands that may fail, units that are left out. */
#define PACK_FORM "xaas-container/"
#define PACK_SCHEMA PACK_FORM "4"
#define PACK_SBOM "usr/share/sbom/xaas.spdx.json"

/* What a layer holds, as LAYOUT_HOLDS has it. */
#define PACK_HOLDS_CONTAINER "container"
#define PACK_HOLDS_STORE "store"
#define PACK_HOLDS_TOOL "tool"
#define PACK_HOLDS_CONFIGURATION "configuration/" /* and its name */
#define PACK_HOLDS_SOURCES "sources"
#define PACK_HOLDS_TESTS "tests"
#define PACK_HOLDS_SBOM "sbom"

typedef struct {
    const BuildRequest *build_request;
    const Build *build;
    const char *layout; /* folder of the OCI layout */
    const char *tag;
    const char *base_layout; /* NULL: no base */
    const char *base_tag;
    gboolean tests;            /* with what the project's own tests read */
    gboolean add_architecture; /* keep what the tag has for other architectures */
    const char *version;       /* of this program */
    const char *knowledge;     /* folder of the data files */
    GPtrArray *notes;          /* char *: receives what a person should know; NULL: nobody asks */
} PackRequest;

/* The digest of the image's manifest, to be freed; NULL and an error when it can't be written. The
 * image that the tag named before stays whole until the new one is. */
char *pack_image(const PackRequest *request, GError **error);

/* The program and the data files that it needs, in an image. */
typedef struct {
    const char *layout;
    const char *program; /* path of the program */
    const char *knowledge;
    gint64 timestamp;
} ToolLayer;

Blob *pack_tool_layer(const ToolLayer *request, GError **error);

/* What stands in the image, for JSON of other commands as well. New references. */
json_t *pack_container_json(const PackRequest *request);
json_t *pack_units_json(const Sandbox *sandbox, const BuiltConfiguration *built);
/* The frontend's words of a unit with that build tree, as they stand there. */
json_t *pack_words_json(const Sandbox *sandbox, const char *build, char *const *words);
/* SPDX 2.3 as JSON. A new reference. */
json_t *pack_sbom(const PackRequest *request);
