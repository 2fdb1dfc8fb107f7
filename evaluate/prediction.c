#include "evaluate/prediction.h"
#include "core/file.h"
#include "evaluate/reference.h"
#include <string.h>

/* Of an unreadable reply, so much is shown. */
#define EXCERPT_CHARACTERS 48

const char *prediction_form_text(PredictionForm form)
{
    static const char *const texts[] = {
#define X(id, text) [PREDICTION_##id] = text,
        PREDICTION_FORMS(X)
#undef X
    };
    return texts[form];
}

const char *prediction_project(const Prediction *self, const char *labelled)
{
    return labelled != NULL ? labelled : self->specification != NULL ? self->project : "";
}

void prediction_free(Prediction *self)
{
    if (self == NULL) {
        return;
    }
    json_decref(self->root);
    yaml_document_free(self->document);
    arena_free(self->arena);
    g_free(self->path);
    g_free(self);
}

static void fail(Prediction *self, const char *reason)
{
    self->failure = arena_strdup(self->arena, reason);
    self->form = PREDICTION_NONE;
    g_ptr_array_set_size(self->claims, 0);
    g_clear_pointer(&self->root, json_decref);
}

/* "gromacs" for runs/gromacs.xaas.yaml. */
static const char *project_of_path(Arena *arena, const char *path)
{
    g_autofree char *name = g_path_get_basename(path);
    return arena_strndup(arena, name, strcspn(name, "."));
}

/* What a model said, without the fence that it may have put around it: the first line when it
 * begins with one, the last when it ends with one. The study's collecting scripts did the same.
 * Lines keep their numbers. */
static char *without_fence(const char *text)
{
    g_autofree char *answer = g_strdup(text);
    char *begin = answer + strspn(answer, " \t\r\n");
    g_strchomp(begin);
    if (g_str_has_prefix(begin, "```")) {
        char *end = begin + strcspn(begin, "\n");
        memset(begin, ' ', (gsize)(end - begin));
    }
    if (g_str_has_suffix(begin, "```")) {
        char *last = strrchr(begin, '\n');
        *(last == NULL ? begin : last) = '\0';
    }
    return g_steal_pointer(&answer);
}

/* JSON that is no YAML (a key twice, surrogate pairs), without places. Of two equal keys the last
 * one counts, as in the study. */
static json_t *parse_json(const char *text)
{
    json_error_t error;
    return json_loads(text, 0, &error);
}

static void read_specification(Prediction *self)
{
    g_autoptr(GError) error = NULL;
    const Specification *specification =
        self->document == NULL ? specification_from_json(self->arena, self->root, &error)
                               : specification_from_yaml(self->arena, self->document, &error);
    if (specification == NULL) {
        fail(self, error->message);
        return;
    }
    self->form = PREDICTION_SPECIFICATION;
    self->specification = specification;
    if (*specification->project->name != '\0') {
        self->project = specification->project->name;
    }
    claims_of_specification(self->arena, specification, self->document, self->claims);
}

static const char *excerpt(Arena *arena, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text + strspn(text, " \t\r\n"), -1);
    glong length = g_utf8_strlen(valid, -1);
    g_autofree char *begin = g_utf8_substring(valid, 0, MIN(length, EXCERPT_CHARACTERS));
    g_strdelimit(begin, "\r\n\t", ' ');
    return arena_printf(arena, "\"%s%s\"", begin, length > EXCERPT_CHARACTERS ? "..." : "");
}

/* Why a recorded text is no JSON: where the parser stopped when it was meant to be some, else how
 * it begins. */
static const char *raw_failure(Arena *arena, const char *raw)
{
    json_error_t error;
    g_autofree char *answer = without_fence(raw);
    json_t *root = json_loads(answer, 0, &error);
    json_decref(root);
    return root == NULL && answer[strspn(answer, " \t\r\n")] == '{'
               ? arena_printf(arena, "the recorded reply is malformed JSON, line %d: %s",
                              error.line, error.text)
               : arena_printf(arena, "the recorded reply is no JSON: %s", excerpt(arena, raw));
}

/* The study kept a reply that its JSON parser refused as {"error", "raw_response"}. */
static const char *raw_response(const json_t *root)
{
    return json_string_value(json_object_get(root, "raw_response"));
}

static void read_object(Prediction *self, const char *text)
{
    if (json_is_string(json_object_get(self->root, "schema"))) {
        read_specification(self);
    } else if (reference_is(self->root)) {
        self->form = PREDICTION_REFERENCE;
        reference_claims(self->arena, self->root, self->document, self->claims);
    } else if (raw_response(self->root) != NULL) {
        fail(self, raw_failure(self->arena, raw_response(self->root)));
    } else if (json_object_get(self->root, "$schema") != NULL ||
               json_object_get(self->root, "properties") != NULL) {
        fail(self, "a JSON Schema instead of an answer");
    } else {
        fail(self,
             arena_printf(self->arena, "neither a specification nor the reference layout, but %s",
                          excerpt(self->arena, text)));
    }
}

static void read_text(Prediction *self, const char *text)
{
    g_autofree char *answer = without_fence(text);
    g_autoptr(GError) error = NULL;
    g_autoptr(YamlDocument) document = yaml_parse(answer, strlen(answer), self->path, &error);
    if (document != NULL && json_is_object(yaml_root(document))) {
        self->root = json_incref(yaml_root(document));
        self->document = g_steal_pointer(&document);
        read_object(self, text);
        return;
    }
    self->root = parse_json(answer);
    if (json_is_object(self->root)) {
        read_object(self, text);
        return;
    }
    /* What is prose needs no parser's opinion. */
    gboolean meant_so = answer[strspn(answer, " \t\r\n")] == '{' ||
                        g_str_has_prefix(answer, "schema:") || strstr(answer, "\nschema:") != NULL;
    gboolean broken = meant_so && error != NULL;
    fail(self, broken ? arena_printf(self->arena, "broken off or malformed: %s", error->message)
                      : arena_printf(self->arena, "no JSON or YAML object, but %s",
                                     excerpt(self->arena, text)));
}

static Prediction *prediction_new(const char *path)
{
    Prediction *self = g_new0(Prediction, 1);
    self->arena = arena_new();
    self->path = g_strdup(path);
    self->project = project_of_path(self->arena, path);
    self->form = PREDICTION_NONE;
    self->claims = arena_array(self->arena);
    return self;
}

Prediction *prediction_read(const char *path, const char *text, gsize length)
{
    g_autoptr(Prediction) self = prediction_new(path);
    if (length > PREDICTION_BYTES_MAX) {
        fail(self, arena_printf(self->arena, "larger than %u bytes", PREDICTION_BYTES_MAX));
    } else if (memchr(text, '\0', length) != NULL) {
        fail(self, "a NUL byte in it: no text");
    } else {
        g_autofree char *copy = g_strndup(text, length);
        if (copy[strspn(copy, " \t\r\n")] == '\0') {
            fail(self, "empty");
        } else {
            read_text(self, copy);
        }
    }
    return g_steal_pointer(&self);
}

Prediction *prediction_load(const char *path, GError **error)
{
    gsize length = 0;
    g_autoptr(GError) cause = NULL;
    g_autofree char *text = file_read(path, PREDICTION_BYTES_MAX, &length, &cause);
    if (text != NULL) {
        return prediction_read(path, text, length);
    }
    if (!g_error_matches(cause, FILE_ERROR, FILE_ERROR_TOO_LARGE)) {
        g_propagate_error(error, g_steal_pointer(&cause));
        return NULL;
    }
    Prediction *self = prediction_new(path);
    fail(self, arena_printf(self->arena, "larger than %u bytes", PREDICTION_BYTES_MAX));
    return self;
}
