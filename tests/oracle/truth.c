/* From a trace to the options that were defined; truth.h says which count. */
#include "tests/oracle/truth.h"
#include "core/json.h"
#include "tests/oracle/answers.h"
#include "tests/oracle/found.h"
#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

G_DEFINE_QUARK(truth - error, truth_error)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(json_t, json_decref)

static void frame_free(gpointer data)
{
    Frame *frame = data;
    if (frame != NULL) {
        json_decref(frame->entry);
        g_ptr_array_unref(frame->words);
        g_free(frame);
    }
}

static json_t *definitions_of(GHashTable *table, const char *name)
{
    json_t *definitions = g_hash_table_lookup(table, name);
    if (definitions == NULL) {
        definitions = json_array();
        g_hash_table_insert(table, g_strdup(name), definitions);
    }
    return definitions;
}

/* Each definition once; of what a module does in one call, only the first: the rest repeats it with
 * the value that it has by then. */
static void append_once(json_t *definitions, json_t *definition, gboolean by_module)
{
    gsize index;
    json_t *known;
    json_array_foreach(definitions, index, known)
    {
        gboolean same_place =
            json_equal(json_object_get(known, "at"), json_object_get(definition, "at"));
        if (json_equal(known, definition) || (by_module && same_place)) {
            json_decref(definition);
            return;
        }
    }
    json_array_append_new(definitions, definition);
}

static void note(Reading *self, const Assignment *assignment, const Frame *at, guint depth)
{
    gboolean own = reading_is_own(self, at->file);
    const Frame *caller = reading_own_caller(self, depth);
    /* A file that the project has written, and includes. */
    gboolean written = !own && caller != NULL && reading_is_below(at->file, self->options->build) &&
                       g_ascii_strcasecmp(caller->command, "include") == 0;
    if (!own && !written && (caller == NULL || reading_is_below(at->file, self->options->build))) {
        return;
    }
    GHashTable *table = self->own;
    if (written) {
        table = self->own;
    } else if (!own && frame_sets_up_language(caller)) {
        table = self->languages;
    } else if (!own && !frame_names(caller, assignment->name)) {
        table = self->modules;
    }
    const Frame *counts = own ? at : caller;
    g_autofree char *where = reading_place(self, counts->file, counts->line);
    g_autofree char *called =
        caller == NULL ? g_strdup(where) : reading_place(self, caller->file, caller->line);
    g_autofree char *value = reading_normalised(self, assignment->value);
    append_once(definitions_of(table, assignment->name),
                json_pack("{s:o, s:s, s:s, s:o, s:b, s:o, s:b}", "at", json_of_text(where), "by",
                          assignment->by, "type", assignment->type, "default", json_of_text(value),
                          "force", assignment->force, "called", json_of_text(called), "module",
                          !own && !written),
                !own && !written);
}

/* set_property(CACHE name... [APPEND] PROPERTY STRINGS value...) */
static void note_choices(Reading *self, char **words, guint count)
{
    guint property = 1;
    while (property < count && strcmp(words[property], "PROPERTY") != 0) {
        property++;
    }
    if (count == 0 || strcmp(words[0], "CACHE") != 0 || property + 1 >= count ||
        strcmp(words[property + 1], "STRINGS") != 0) {
        return;
    }
    gboolean append = strncmp(words[property - 1], "APPEND", strlen("APPEND")) == 0;
    for (guint i = 1; i < property - append; i++) {
        json_t *values = append ? g_hash_table_lookup(self->choices, words[i]) : NULL;
        values = values == NULL ? json_array() : json_incref(values);
        for (guint j = property + 2; j < count; j++) {
            g_autofree char *value = reading_normalised(self, words[j]);
            g_auto(GStrv) parts = g_strsplit(value, ";", -1);
            for (char **part = parts; *part != NULL; part++) {
                if (**part != '\0') {
                    json_array_append_new(values, json_of_text(*part));
                }
            }
        }
        g_hash_table_insert(self->choices, g_strdup(words[i]), values);
    }
}

static void note_command(Reading *self, const Frame *call, guint depth)
{
    found_note_command(self, call, depth);
    g_autoptr(GPtrArray) split = g_ptr_array_new_with_free_func(g_free);
    Assignment assignment;
    if (g_ascii_strcasecmp(call->command, "set_property") == 0) {
        note_choices(self, (char **)call->words->pdata, call->words->len);
    } else if (strcmp(call->command, "xaas_answer") == 0) {
        found_note_answer(self, call, depth);
    } else if (assignment_of(call->command, call->words, &assignment, split)) {
        note(self, &assignment, call, depth);
        found_note_check(self, &assignment, call, depth);
        g_free(assignment.type);
        g_free(assignment.value);
    }
}

/* One line of the trace; FALSE when it is not one. */
static gboolean read_entry(Reading *self, json_t *entry)
{
    const char *command;
    const char *file;
    json_int_t line;
    json_int_t depth;
    json_t *arguments;
    if (json_object_get(entry, "version") != NULL) {
        return TRUE;
    }
    if (json_unpack(entry, "{s:s, s:s, s:I, s:I, s:o}", "cmd", &command, "file", &file, "line",
                    &line, "global_frame", &depth, "args", &arguments) != 0 ||
        depth < 0 || depth > G_MAXUINT16 || !json_is_array(arguments)) {
        return FALSE;
    }
    Frame *frame = g_new0(Frame, 1);
    *frame = (Frame){.entry = json_incref(entry),
                     .command = command,
                     .file = file,
                     .line = line,
                     .words = g_ptr_array_new(),
                     .number = ++self->executions};
    gsize index;
    json_t *word;
    json_array_foreach(arguments, index, word)
    {
        g_ptr_array_add(frame->words, (gpointer)json_string_value(word));
    }
    if (self->frames->len <= (guint)depth) {
        g_ptr_array_set_size(self->frames, (int)depth + 1);
    }
    frame_free(self->frames->pdata[depth]);
    self->frames->pdata[depth] = frame;
    note_command(self, frame, (guint)depth);
    return TRUE;
}

static gboolean is_internal(json_t *definitions)
{
    gsize index;
    json_t *definition;
    json_array_foreach(definitions, index, definition)
    {
        if (strcmp(json_string_value(json_object_get(definition, "type")), "internal") != 0) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Appends the table's options, by name; internal ones to their own array. */
static void list_options(const Reading *self, GHashTable *table, json_t *options, json_t *internal)
{
    guint count;
    g_autofree const char **names = (const char **)g_hash_table_get_keys_as_array(table, &count);
    qsort(names, count, sizeof *names, reading_compare_names);
    for (guint i = 0; i < count; i++) {
        json_t *definitions = g_hash_table_lookup(table, names[i]);
        json_t *choices = g_hash_table_lookup(self->choices, names[i]);
        json_t *option =
            json_pack("{s:o, s:O, s:O}", "name", json_of_text(names[i]), "choices",
                      choices == NULL ? json_null() : choices, "definitions", definitions);
        json_array_append_new(is_internal(definitions) ? internal : options, option);
    }
}

static gboolean not_own(gpointer name, gpointer definitions G_GNUC_UNUSED, gpointer own)
{
    return g_hash_table_contains(own, name);
}

static json_t *truth_document(const Reading *self)
{
    json_t *options = json_array();
    json_t *internal = json_array();
    json_t *modules = json_array();
    list_options(self, self->own, options, internal);
    g_hash_table_foreach_remove(self->modules, not_own, self->own);
    g_hash_table_foreach_remove(self->languages, not_own, self->own);
    list_options(self, self->modules, modules, internal);
    list_options(self, self->languages, internal, internal);
    return json_pack("{s:s, s:o, s:o, s:o, s:O}", "schema", "xaas-oracle-truth/1", "options",
                     options, "internal", internal, "modules", modules, "answers", self->answers);
}

static gboolean read_lines(Reading *self, const char *trace, GError **error)
{
    g_autoptr(GFile) file = g_file_new_for_path(trace);
    g_autoptr(GFileInputStream) stream = g_file_read(file, NULL, error);
    if (stream == NULL) {
        return FALSE;
    }
    g_autoptr(GDataInputStream) lines = g_data_input_stream_new(G_INPUT_STREAM(stream));
    for (guint number = 1;; number++) {
        gsize length;
        g_autoptr(GError) failure = NULL;
        g_autofree char *line = g_data_input_stream_read_line(lines, &length, NULL, &failure);
        if (line == NULL && failure == NULL) {
            return TRUE;
        }
        if (failure != NULL) {
            g_propagate_error(error, g_steal_pointer(&failure));
            return FALSE;
        }
        json_error_t problem;
        g_autoptr(json_t) entry =
            length > TRUTH_LINE_MAX ? NULL : json_loadb(line, length, 0, &problem);
        if (entry == NULL || !read_entry(self, entry)) {
            g_set_error(error, TRUTH_ERROR, TRUTH_ERROR_TRACE,
                        "%s:%u: not an entry of a CMake trace in the form json-v1; remedy: run "
                        "cmake again with --trace-format=json-v1",
                        trace, number);
            return FALSE;
        }
    }
}

static void json_release(gpointer value)
{
    json_decref(value);
}

json_t *truth_read(const char *trace, const TruthOptions *options, GError **error)
{
    g_autoptr(GPtrArray) frames = g_ptr_array_new_with_free_func(frame_free);
    g_autoptr(GHashTable) own =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, json_release);
    g_autoptr(GHashTable) modules =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, json_release);
    g_autoptr(GHashTable) languages =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, json_release);
    g_autoptr(GHashTable) choices =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, json_release);
    g_autoptr(GHashTable) answered = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) checks =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    g_autoptr(GArray) packages = g_array_new(FALSE, FALSE, sizeof(Package));
    g_array_set_clear_func(packages, found_package_clear);
    g_autoptr(json_t) answers = json_array();
    answers_add_environment(answers);
    Reading reading = {.options = options,
                       .frames = frames,
                       .own = own,
                       .modules = modules,
                       .languages = languages,
                       .choices = choices,
                       .answers = answers,
                       .answered = answered,
                       .checks = checks,
                       .packages = packages};
    if (!read_lines(&reading, trace, error)) {
        return NULL;
    }
    found_finish(&reading);
    return truth_document(&reading);
}
