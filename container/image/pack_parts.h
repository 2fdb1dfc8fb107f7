/* For the parts of packing (pack.c, pack_documents.c, pack_layers.c): nobody else includes it.
 *
 * Every layer is a new Blob in the request's layout; NULL and an error when it cannot be written.
 */
#pragma once

#include "container/image/pack.h"

/* container.json is apart from what is large, for everybody reads it. */
Blob *pack_container_layer(const PackRequest *request, GError **error);
Blob *pack_store_layer(const PackRequest *request, GError **error);
/* `sources` is added to: what the configuration reads of the project's files, for
 * pack_sources_layer. `tests` (NULL: not wanted) receives what else the build tree holds. */
Blob *pack_configuration_layer(const PackRequest *request, const BuiltConfiguration *built,
                               GHashTable *sources, Layer *tests, GError **error);
/* The project's files that are installed as they are, or that links read. */
Blob *pack_sources_layer(const PackRequest *request, GHashTable *sources, GError **error);
/* `tests` and all other sources. */
Blob *pack_tests_layer(const PackRequest *request, Layer *tests, GHashTable *sources,
                       GError **error);
Blob *pack_sbom_layer(const PackRequest *request, GError **error);

/* The machine that the modules are for: what the compiler's frontend was told; NULL when there is
 * no module. The caller frees it. */
char *pack_machine(const Build *build);
/* A new reference. */
json_t *pack_annotations(const PackRequest *request);
