#include "tests/unit/pure/pure_case.h"
#include "tests/unit/pure/pure_world.h"
#include <jansson.h>
#include <string.h>

PureCase *pure_case_new(guint line, const char *command)
{
    PureCase *self = g_new0(PureCase, 1);
    self->line = line;
    self->words = g_ptr_array_new_with_free_func(g_free);
    self->variables = g_ptr_array_new_with_free_func(g_free);
    pure_case_add(self, command);
    return self;
}

void pure_case_free(PureCase *self)
{
    g_ptr_array_unref(self->words);
    g_ptr_array_unref(self->variables);
    g_free(self);
}

void pure_case_add(PureCase *self, const char *word)
{
    g_ptr_array_add(self->words, g_strdup(word));
}

void pure_case_set(PureCase *self, const char *name, const char *value)
{
    g_ptr_array_add(self->variables, g_strdup(name));
    g_ptr_array_add(self->variables, g_strdup(value));
}

char *pure_case_text(const PureCase *self)
{
    GString *text = g_string_new(NULL);
    if (self->line > 0) {
        g_string_append_printf(text, "line %u: ", self->line);
    }
    for (guint i = 0; i < self->words->len; i++) {
        const char *word = g_ptr_array_index(self->words, i);
        g_autofree char *shown = g_strescape(word, NULL);
        g_string_append_printf(text, i == 0 ? "%s" : " \"%s\"", shown);
    }
    for (guint i = 0; i < self->variables->len; i += 2) {
        g_autofree char *shown = g_strescape(g_ptr_array_index(self->variables, i + 1), NULL);
        const char *name = g_ptr_array_index(self->variables, i);
        g_string_append_printf(text, " [%s=\"%s\"]", name, shown);
    }
    return g_string_free(text, FALSE);
}

static PureCase *read_case(guint line, const char *text)
{
    json_error_t problem;
    json_t *array = json_loads(text, JSON_ALLOW_NUL, &problem);
    if (!json_is_array(array)) {
        g_error("cases, line %u: %s", line, array == NULL ? problem.text : "not an array");
    }
    PureCase *self = NULL;
    json_t *variables = NULL;
    gsize i = 0;
    json_t *item = NULL;
    json_array_foreach(array, i, item)
    {
        if (json_is_object(item)) {
            variables = item;
        } else if (self == NULL) {
            self = pure_case_new(line, json_string_value(item));
        } else {
            pure_case_add(self, json_string_value(item));
        }
    }
    const char *name = NULL;
    json_t *value = NULL;
    json_object_foreach(variables, name, value)
    {
        pure_case_set(self, name, json_string_value(value));
    }
    json_decref(array);
    return self;
}

void pure_cases_read(const char *path, GPtrArray *cases)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        if (*lines[i] != '\0' && *lines[i] != '#') {
            g_ptr_array_add(cases, read_case(i + 1, lines[i]));
        }
    }
}

PureOutcome *pure_outcome_new(void)
{
    PureOutcome *self = g_new0(PureOutcome, 1);
    self->results = g_ptr_array_new_with_free_func(g_free);
    return self;
}

void pure_outcome_free(PureOutcome *self)
{
    g_free(self->message);
    g_ptr_array_unref(self->results);
    g_free(self);
}

char **pure_case_watched(const PureCase *self)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < self->variables->len; i += 2) {
        g_ptr_array_add(names, g_strdup(g_ptr_array_index(self->variables, i)));
    }
    static const char *const results[] = {"out", "out2", "out3", "CMAKE_MATCH_COUNT"};
    for (guint i = 0; i < G_N_ELEMENTS(results); i++) {
        g_ptr_array_add(names, g_strdup(results[i]));
    }
    for (guint i = 0; i < CMAKE_REGEX_GROUPS; i++) {
        g_ptr_array_add(names, g_strdup_printf("CMAKE_MATCH_%u", i));
    }
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_steal(names, NULL);
}

static gboolean ask_version(World *world, const char *const *words, G_GNUC_UNUSED GError **error)
{
    g_autofree char *out = g_strdup_printf("%d", cmake_version_compare(words[0], words[1]));
    world_set(world, "out", out);
    return TRUE;
}

static gboolean ask_true(World *world, const char *const *words, G_GNUC_UNUSED GError **error)
{
    world_set(world, "out", cmake_is_true(words[0]) ? "TRUE" : "FALSE");
    return TRUE;
}

static gboolean ask_false(World *world, const char *const *words, G_GNUC_UNUSED GError **error)
{
    world_set(world, "out", cmake_is_false(words[0]) ? "TRUE" : "FALSE");
    return TRUE;
}

static gboolean ask_split(World *world, const char *const *words, G_GNUC_UNUSED GError **error)
{
    g_auto(GStrv) items = cmake_list_split(words[0], FALSE);
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; items[i] != NULL; i++) {
        g_string_append_printf(out, "<%s>", items[i]);
    }
    world_set(world, "out", out->str);
    return TRUE;
}

static const char *match_lookup(PureCall *call, const char *name)
{
    return world_get(call->data, name);
}

static void match_assign(PureCall *call, const char *name, const char *value)
{
    world_set(call->data, name, value);
}

static gboolean ask_match(World *world, const char *const *words, GError **error)
{
    g_autoptr(CmakeRegex) regex = cmake_regex_new(words[0], error);
    if (regex == NULL) {
        return FALSE;
    }
    PureCall call = {
        .arena = world->arena, .lookup = match_lookup, .assign = match_assign, .data = world};
    g_auto(GStrv) groups = NULL;
    pure_matches_clear(&call);
    gboolean matched = cmake_regex_match(regex, words[1], &groups, NULL);
    if (matched) {
        pure_matches_store(&call, groups);
    }
    world_set(world, "out", matched ? "TRUE" : "FALSE");
    return TRUE;
}

/* The questions, with what CMake is asked: %s stands for the arguments. */
static const struct {
    const char *name;
    gboolean (*ask)(World *world, const char *const *words, GError **error);
    const char *before;
    const char *between;
    const char *after;
} questions[] = {
    {"version", ask_version, "version_order(out", " ", ")\n"},
    {"true", ask_true, "set(out FALSE)\nif(", "", ")\nset(out TRUE)\nendif()\n"},
    {"false", ask_false, "set(value", "",
     ")\nset(out TRUE)\nif(value)\nset(out FALSE)\nendif()\nunset(value)\n"},
    {"split", ask_split, "set(out \"\")\nset(value", "",
     ")\nforeach(item ${value})\nstring(APPEND out \"<${item}>\")\nendforeach()\nunset(value)\n"},
    {"match", ask_match, "set(pattern", ")\nset(value",
     ")\nset(out FALSE)\nif(value MATCHES \"${pattern}\")\nset(out TRUE)\nendif()\n"},
};

static gint find_question(const PureCase *self)
{
    for (guint i = 0; i < G_N_ELEMENTS(questions); i++) {
        if (strcmp(questions[i].name, g_ptr_array_index(self->words, 0)) == 0) {
            return (gint)i;
        }
    }
    return -1;
}

PureOutcome *pure_case_run(const PureCase *self, const char *source_dir)
{
    g_autoptr(World) world = world_new();
    world->source_dir = source_dir;
    for (guint i = 0; i < self->variables->len; i += 2) {
        world_set(world, g_ptr_array_index(self->variables, i),
                  g_ptr_array_index(self->variables, i + 1));
    }
    g_autoptr(GError) error = NULL;
    const char *const *words = (const char *const *)self->words->pdata;
    PureOutcome *outcome = pure_outcome_new();
    gint question = find_question(self);
    gboolean well = question >= 0
                        ? questions[question].ask(world, words + 1, &error)
                        : world_run(world, words[0], words + 1, self->words->len - 1, &error);
    outcome->failed = !well;
    outcome->unknown = error != NULL && error->code == PURE_ERROR_UNSUPPORTED;
    outcome->message = error == NULL ? NULL : g_strdup(error->message);
    g_auto(GStrv) watched = pure_case_watched(self);
    for (guint i = 0; watched[i] != NULL; i++) {
        const char *value = world_get(world, watched[i]);
        g_ptr_array_add(outcome->results, value == NULL
                                              ? g_strdup(watched[i])
                                              : g_strdup_printf("%s=%s", watched[i], value));
    }
    return outcome;
}

/* A bracket argument; its first line break is not part of it. */
static void write_word(const char *word, GString *script)
{
    g_autoptr(GString) equals = g_string_new("=");
    for (;;) {
        g_autofree char *close = g_strdup_printf("]%s]", equals->str);
        g_autofree char *end = g_strdup_printf("]%s", equals->str);
        if (strstr(word, close) == NULL && !g_str_has_suffix(word, end)) {
            g_string_append_printf(script, " [%s[%s%s%s", equals->str, *word == '\n' ? "\n" : "",
                                   word, close);
            return;
        }
        g_string_append_c(equals, '=');
    }
}

void pure_case_write(const PureCase *self, guint number, GString *script)
{
    g_string_append(script, "block()\n");
    for (guint i = 0; i < self->variables->len; i += 2) {
        g_string_append_printf(script, "set(%s", (char *)g_ptr_array_index(self->variables, i));
        write_word(g_ptr_array_index(self->variables, i + 1), script);
        g_string_append(script, ")\n");
    }
    gint question = find_question(self);
    const char *command = g_ptr_array_index(self->words, 0);
    if (question < 0) {
        g_string_append_printf(script, "%s(", command);
    } else {
        g_string_append(script, questions[question].before);
    }
    for (guint i = 1; i < self->words->len; i++) {
        if (question >= 0 && i > 1) {
            g_string_append(script, questions[question].between);
        }
        write_word(g_ptr_array_index(self->words, i), script);
    }
    g_string_append(script, question < 0 ? ")\n" : questions[question].after);
    g_auto(GStrv) watched = pure_case_watched(self);
    g_autofree char *names = g_strjoinv(" ", watched);
    g_string_append_printf(script, "show(%u %s)\nendblock()\n", number, names);
}
