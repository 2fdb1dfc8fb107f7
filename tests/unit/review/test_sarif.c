/* What the export to SARIF writes is a log by the rules of the format: only the properties that an
 * object may have, all that it must have, closed sets, references that lead somewhere. The tables
 * below hold what version 2.1.0 (OASIS, section 3) says of the objects that we write, and what the
 * code scanning of GitHub asks beyond that. */
#include "discover/review/edit.h"
#include "discover/review/exports/export.h"
#include "tests/unit/review/sample.h"
#include <string.h>

typedef struct {
    const char *name;
    const char *allowed;  /* names of properties, separated by blanks */
    const char *required; /* among them */
} ObjectRule;

static const ObjectRule objects[] = {
    {"sarifLog", "$schema version runs inlineExternalProperties properties", "version runs"},
    {"run",
     "tool invocations conversion language versionControlProvenance originalUriBaseIds artifacts "
     "logicalLocations graphs results automationDetails runAggregates baselineGuid redactionTokens "
     "defaultEncoding defaultSourceLanguage newlineSequences columnKind "
     "externalPropertyFileReferences threadFlowLocations taxonomies addresses translations "
     "policies webRequests webResponses specialLocations properties",
     "tool results"},
    {"tool", "driver extensions properties", "driver"},
    {"toolComponent",
     "guid name organization product productSuite shortDescription fullDescription fullName "
     "version semanticVersion dottedQuadFileVersion releaseDateUtc downloadUri informationUri "
     "globalMessageStrings notifications rules taxa locations language contents "
     "isComprehensive localizedDataSemanticVersion minimumRequiredLocalizedDataSemanticVersion "
     "associatedComponent translationMetadata supportedTaxonomies properties",
     "name version rules"},
    {"reportingDescriptor",
     "id deprecatedIds guid deprecatedGuids name deprecatedNames shortDescription fullDescription "
     "messageStrings defaultConfiguration helpUri help relationships properties",
     "id shortDescription fullDescription help"},
    {"reportingConfiguration", "enabled level rank parameters properties", ""},
    {"multiformatMessageString", "text markdown properties", "text"},
    {"message", "text markdown id arguments properties", "text"},
    {"result",
     "ruleId ruleIndex rule kind level message analysisTarget locations guid correlationGuid "
     "occurrenceCount partialFingerprints fingerprints stacks codeFlows graphs graphTraversals "
     "relatedLocations suppressions baselineState rank attachments hostedViewerUri workItemUris "
     "provenance fixes taxa webRequest webResponse properties",
     "ruleId message locations partialFingerprints"},
    {"location",
     "id physicalLocation logicalLocations message annotations relationships properties",
     "physicalLocation"},
    {"physicalLocation", "address artifactLocation region contextRegion properties",
     "artifactLocation region"},
    {"artifactLocation", "uri uriBaseId index description properties", ""},
    {"region",
     "startLine startColumn endLine endColumn charOffset charLength byteOffset byteLength snippet "
     "message sourceLanguage properties",
     "startLine"},
};

/* Which object stands at a property: itself, in a list, or as the values of a map. */
static const struct {
    const char *owner;
    const char *property;
    const char *object;
} members[] = {
    {"sarifLog", "runs", "run"},
    {"run", "tool", "tool"},
    {"run", "results", "result"},
    {"run", "originalUriBaseIds", "artifactLocation"},
    {"tool", "driver", "toolComponent"},
    {"toolComponent", "rules", "reportingDescriptor"},
    {"reportingDescriptor", "shortDescription", "multiformatMessageString"},
    {"reportingDescriptor", "fullDescription", "multiformatMessageString"},
    {"reportingDescriptor", "help", "multiformatMessageString"},
    {"reportingDescriptor", "defaultConfiguration", "reportingConfiguration"},
    {"result", "message", "message"},
    {"result", "locations", "location"},
    {"location", "physicalLocation", "physicalLocation"},
    {"physicalLocation", "artifactLocation", "artifactLocation"},
    {"physicalLocation", "region", "region"},
    {"artifactLocation", "description", "message"},
};

/* Properties that take one of few words. */
static const struct {
    const char *property;
    const char *words;
} sets[] = {
    {"level", "none note warning error"},
    {"columnKind", "utf16CodeUnits unicodeCodePoints"},
};

static gboolean has_word(const char *words, const char *word)
{
    g_auto(GStrv) list = g_strsplit(words, " ", -1);
    return g_strv_contains((const char *const *)list, word);
}

static void check_object(const json_t *json, const char *name);

static void check_member(const char *owner, const char *property, const json_t *value)
{
    for (gsize i = 0; i < G_N_ELEMENTS(sets); i++) {
        if (g_str_equal(sets[i].property, property)) {
            g_assert_true(has_word(sets[i].words, json_string_value(value)));
        }
    }
    for (gsize i = 0; i < G_N_ELEMENTS(members); i++) {
        if (!g_str_equal(members[i].owner, owner) || !g_str_equal(members[i].property, property)) {
            continue;
        }
        gsize index;
        const json_t *item;
        const char *key;
        json_t *base;
        if (json_is_array(value)) {
            json_array_foreach(value, index, item)
            {
                check_object(item, members[i].object);
            }
        } else if (g_str_equal(property, "originalUriBaseIds")) {
            json_object_foreach((json_t *)value, key, base)
            {
                check_object(base, members[i].object);
            }
        } else {
            check_object(value, members[i].object);
        }
        return;
    }
    /* What no row describes is a plain value, or a map of texts. */
    const char *key;
    json_t *text;
    json_object_foreach((json_t *)value, key, text)
    {
        g_assert_true(json_is_string(text));
    }
    g_assert_true(!json_is_array(value));
}

static const ObjectRule *rule_of(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(objects); i++) {
        if (g_str_equal(objects[i].name, name)) {
            return &objects[i];
        }
    }
    g_assert_not_reached();
}

static void check_object(const json_t *json, const char *name)
{
    const ObjectRule *rule = rule_of(name);
    g_assert_true(json_is_object(json));
    const char *property;
    json_t *value;
    json_object_foreach((json_t *)json, property, value)
    {
        if (!has_word(rule->allowed, property)) {
            g_error("a %s has no property %s", name, property);
        }
        check_member(name, property, value);
    }
    g_auto(GStrv) required = g_strsplit(rule->required, " ", -1);
    for (guint i = 0; required[i] != NULL && *required[i] != '\0'; i++) {
        if (json_object_get(json, required[i]) == NULL) {
            g_error("a %s needs %s", name, required[i]);
        }
    }
}

static json_t *path(json_t *json, const char *const *names)
{
    for (; *names != NULL; names++) {
        json = json_is_array(json) ? json_array_get(json, 0) : json;
        json = json_object_get(json, *names);
    }
    return json;
}
#define PATH(json, ...) path(json, (const char *const[]){__VA_ARGS__, NULL})

static const json_t *find_rule(const json_t *rules, const char *id)
{
    gsize index;
    const json_t *rule;
    json_array_foreach(rules, index, rule)
    {
        if (g_str_equal(json_string_value(json_object_get(rule, "id")), id)) {
            return rule;
        }
    }
    return NULL;
}

static void check_result(json_t *log, json_t *result)
{
    const char *rule = json_string_value(json_object_get(result, "ruleId"));
    g_assert_nonnull(find_rule(PATH(log, "runs", "tool", "driver", "rules"), rule));
    g_assert_cmpuint(json_array_size(json_object_get(result, "locations")), ==, 1);
    json_t *artifact = PATH(result, "locations", "physicalLocation", "artifactLocation");
    const char *base = json_string_value(json_object_get(artifact, "uriBaseId"));
    g_assert_nonnull(PATH(log, "runs", "originalUriBaseIds", base));
    const char *uri = json_string_value(json_object_get(artifact, "uri"));
    g_assert_true(g_uri_is_valid(uri, G_URI_FLAGS_NONE, NULL) ||
                  strchr("/#?", *uri) == NULL); /* relative to the base */
    for (const char *at = uri; *at != '\0'; at++) {
        g_assert_true(g_ascii_isalnum(*at) || strchr("-._~/%", *at) != NULL);
    }
    json_t *line = PATH(result, "locations", "physicalLocation", "region", "startLine");
    g_assert_cmpint(json_integer_value(line), >=, 1);
}

/* The log of a specification, checked; a new reference. */
static json_t *checked_log(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(ReviewFile) file = review_file_parse(text, strlen(text), "sample", &error);
    g_assert_no_error(error);
    const ExportRequest request = {.specification = file->specification,
                                   .packages =
                                       XAAS_SOURCE_ROOT "/discover/review/assets/packages.yaml",
                                   .tool_version = "1"};
    g_autofree char *sarif = export_text(&request, EXPORT_SARIF, &error);
    g_assert_no_error(error);
    json_t *log = json_loads(sarif, JSON_REJECT_DUPLICATES, NULL);
    g_assert_nonnull(log);
    check_object(log, "sarifLog");
    g_assert_cmpstr(json_string_value(json_object_get(log, "version")), ==, "2.1.0");
    gsize index;
    json_t *result;
    json_array_foreach(PATH(log, "runs", "results"), index, result)
    {
        check_result(log, result);
    }
    return log;
}

static void test_log(void)
{
    json_t *log = checked_log(sample_text);
    g_assert_cmpuint(json_array_size(PATH(log, "runs", "results")), ==, 3);
    gsize index;
    const json_t *rule;
    json_array_foreach(PATH(log, "runs", "tool", "driver", "rules"), index, rule)
    {
        /* A name says something that the identifier does not. */
        g_assert_false(json_object_get(rule, "name") != NULL &&
                       json_equal(json_object_get(rule, "name"), json_object_get(rule, "id")));
    }
    json_decref(log);
}

static char *with(const char *from, const char *to)
{
    GString *text = g_string_new(sample_text);
    g_assert_cmpuint(g_string_replace(text, from, to, 0), ==, 1);
    return g_string_free(text, FALSE);
}

static void test_decided(void)
{
    g_autofree char *text = with("review: pending # see", "review: rejected # see");
    json_t *log = checked_log(text);
    g_assert_cmpuint(json_array_size(PATH(log, "runs", "results")), ==, 2);
    json_decref(log);
}

/* What a whole file says has a place, too. */
static void test_whole_file(void)
{
    g_autofree char *text = with("{at: \"CMakeLists.txt:2\"", "{at: \"CMakeLists.txt\"");
    json_decref(checked_log(text));
}

/* A file's name is part of an address, whatever is in it. */
static void test_hostile(void)
{
    g_autofree char *text =
        with("{at: \"CMakeLists.txt:2\"", "{at: \"a b/../%41?x#y'\\\"\\n<z>.txt:7\"");
    json_t *log = checked_log(text);
    json_t *uri =
        PATH(log, "runs", "results", "locations", "physicalLocation", "artifactLocation", "uri");
    g_assert_cmpstr(json_string_value(uri), ==, "a%20b/../%2541%3Fx%23y%27%22%0A%3Cz%3E.txt");
    json_decref(log);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/review/sarif/log", test_log);
    g_test_add_func("/review/sarif/decided", test_decided);
    g_test_add_func("/review/sarif/whole-file", test_whole_file);
    g_test_add_func("/review/sarif/hostile", test_hostile);
    return g_test_run();
}
