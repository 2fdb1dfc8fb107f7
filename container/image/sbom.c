/* What the image is made of, as SPDX 2.3: the project, the specification, the toolchain, and the
 * digest of every module. */
#include "container/image/pack.h"
#include "core/json.h"
#include <string.h>

static json_t *package(const char *id, const char *name, const char *version)
{
    json_t *object =
        json_pack("{s:s, s:o, s:s, s:b, s:s, s:s, s:s}", "SPDXID", id, "name", json_of_text(name),
                  "downloadLocation", "NOASSERTION", "filesAnalyzed", 0, "licenseConcluded",
                  "NOASSERTION", "licenseDeclared", "NOASSERTION", "copyrightText", "NOASSERTION");
    if (version != NULL) {
        json_object_set_new(object, "versionInfo", json_of_text(version));
    }
    return object;
}

static json_t *relation(const char *from, const char *type, const char *to)
{
    return json_pack("{s:s, s:s, s:s}", "spdxElementId", from, "relationshipType", type,
                     "relatedSpdxElement", to);
}

/* Each distinct module, in the order of configurations and commands. */
static void add_modules(const Build *build, json_t *files, json_t *relations)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        for (guint k = 0; k < built->units->len; k++) {
            const BuiltUnit *unit = built->units->pdata[k];
            if (unit->module == NULL || !g_hash_table_add(seen, (gpointer)unit->module)) {
                continue;
            }
            g_autofree char *id = g_strconcat("SPDXRef-Module-", unit->module, NULL);
            g_autofree char *name = g_strconcat("./xaas/modules.pool/", unit->module, NULL);
            json_array_append_new(files,
                                  json_pack("{s:s, s:s, s:[{s:s, s:s}], s:s, s:[s], s:s}", "SPDXID",
                                            id, "fileName", name, "checksums", "algorithm",
                                            "SHA256", "checksumValue", unit->module,
                                            "licenseConcluded", "NOASSERTION", "licenseInfoInFiles",
                                            "NOASSERTION", "copyrightText", "NOASSERTION"));
            json_array_append_new(relations, relation("SPDXRef-Project", "CONTAINS", id));
        }
    }
}

json_t *pack_sbom(const PackRequest *request)
{
    const Matrix *matrix = request->build_request->matrix;
    g_autofree char *llvm = module_llvm_version();
    g_autoptr(GDateTime) time =
        g_date_time_new_from_unix_utc(request->build_request->sandbox->timestamp);
    g_autofree char *created = g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ");
    g_autofree char *creator = g_strconcat("Tool: xaas-container-", request->version, NULL);
    json_t *project = package("SPDXRef-Project", matrix->project->name, matrix->project->version);
    json_object_set_new(project, "comment", json_of_text(matrix->specification));
    json_t *packages = json_array();
    json_array_append_new(packages, project);
    json_array_append_new(packages, package("SPDXRef-LLVM", "llvm-project", llvm));
    json_array_append_new(packages, package("SPDXRef-Xaas", "xaas-container", request->version));
    json_t *files = json_array();
    json_t *relations = json_array();
    json_array_append_new(relations, relation("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-Project"));
    json_array_append_new(relations, relation("SPDXRef-LLVM", "BUILD_TOOL_OF", "SPDXRef-Project"));
    json_array_append_new(relations, relation("SPDXRef-Xaas", "BUILD_TOOL_OF", "SPDXRef-Project"));
    add_modules(request->build, files, relations);
    /* A document's name space has to be its own: what it describes decides it. */
    g_autofree char *text = json_dumps(files, JSON_COMPACT);
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    g_autofree char *space = g_strconcat("urn:xaas:sbom:sha256:", digest, NULL);
    return json_pack("{s:s, s:s, s:s, s:o, s:s, s:{s:s, s:[s]}, s:o, s:o, s:o}", "spdxVersion",
                     "SPDX-2.3", "dataLicense", "CC0-1.0", "SPDXID", "SPDXRef-DOCUMENT", "name",
                     json_of_text(matrix->project->name), "documentNamespace", space,
                     "creationInfo", "created", created, "creators", creator, "packages", packages,
                     "files", files, "relationships", relations);
}
