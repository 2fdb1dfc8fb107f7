/* From a trace to the options that were defined; truth.h says which count. */
#include "tests/oracle/truth.h"
#include "core/json.h"
#include "tests/oracle/answers.h"
#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

/* A file outside the project that is larger is not handed on. */
#define OUTSIDE_BYTES_MAX (1u << 20)

G_DEFINE_QUARK(truth - error, truth_error)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(json_t, json_decref)

/* A command that is being executed. The texts belong to the entry. */
typedef struct {
    json_t *entry;
    const char *command;
    const char *file;
    json_int_t line;
    GPtrArray *words;
    guint number; /* of the execution */
} Frame;

/* What a check of CMake's modules left in the cache. */
typedef struct {
    char *place; /* of the project's call */
    char *value;
    guint call; /* its number */
} Check;

/* The imported targets that one search for a package made; the reader cannot read the package's own
 * files. */
typedef struct {
    char *place; /* of the project's find_package() */
    char *name;
    GString *targets;
    guint call; /* its number */
} Package;

typedef struct {
    const TruthOptions *options;
    GPtrArray *frames;     /* Frame *; index: depth of the call */
    GHashTable *own;       /* name -> array of definitions, by the project's files */
    GHashTable *modules;   /* the same, by CMake's files */
    GHashTable *languages; /* the same, while a language was set up */
    GHashTable *choices;   /* name -> array of texts */
    json_t *answers;
    GHashTable *answered; /* how often, for answers_add */
    GHashTable *checks;   /* variable -> array of Check */
    GArray *packages;     /* Package */
    guint executions;
} Reading;

/* An execution that would define an option. */
typedef struct {
    const char *name;
    const char *by;
    char *type;
    char *value;
    gboolean force;
} Assignment;

static void frame_free(gpointer data)
{
    Frame *frame = data;
    if (frame != NULL) {
        json_decref(frame->entry);
        g_ptr_array_unref(frame->words);
        g_free(frame);
    }
}

static gboolean is_below(const char *file, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(file, folder, length) == 0 && file[length] == '/';
}

static gboolean is_own(const Reading *self, const char *file)
{
    return is_below(file, self->options->root) && !is_below(file, self->options->build);
}

/* The longer folder first: one of the two may lie in the other. */
static char *normalised(const Reading *self, const char *value)
{
    const char *real[] = {self->options->root, self->options->build};
    const char *stands[] = {TRUTH_ROOT, TRUTH_BUILD};
    gsize first = strlen(real[0]) >= strlen(real[1]) ? 0 : 1;
    g_autoptr(GString) text = g_string_new(value);
    g_string_replace(text, real[first], stands[first], 0);
    g_string_replace(text, real[1 - first], stands[1 - first], 0);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

const char *truth_switch(const char *value)
{
    static const char *const on[] = {"1", "ON", "YES", "TRUE", "Y"};
    for (gsize i = 0; i < G_N_ELEMENTS(on); i++) {
        if (g_ascii_strcasecmp(value, on[i]) == 0) {
            return "ON";
        }
    }
    return "OFF";
}

/* CMake takes an unknown word for STRING, and says so. */
static char *type_of(const char *word)
{
    static const char *const known[] = {"BOOL",     "PATH",   "FILEPATH",     "STRING",
                                        "INTERNAL", "STATIC", "UNINITIALIZED"};
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        if (strcmp(word, known[i]) == 0) {
            return g_ascii_strdown(word, -1);
        }
    }
    return g_strdup("string");
}

static gboolean is_switch(const char *word)
{
    static const char *const off[] = {"0", "OFF", "NO", "FALSE", "N"};
    for (gsize i = 0; i < G_N_ELEMENTS(off); i++) {
        if (g_ascii_strcasecmp(word, off[i]) == 0) {
            return TRUE;
        }
    }
    return strcmp(truth_switch(word), "ON") == 0;
}

/* A help text that ends in ";ON" is none: option(${name} ${ARGN}) is shown before the list is
 * split. */
static gboolean assignment_of_option(char *const *words, guint count, Assignment *result)
{
    if (count < 2 || count > 3) {
        return FALSE;
    }
    const char *last = strrchr(words[1], ';');
    const char *value = count == 3 ? words[2] : "OFF";
    if (count == 2 && last != NULL && is_switch(last + 1)) {
        value = last + 1;
    }
    *result = (Assignment){
        .name = words[0], .by = "option", .type = g_strdup("bool"), .value = g_strdup(value)};
    return TRUE;
}

/* set(NAME value... CACHE TYPE "help" [FORCE]) */
static gboolean assignment_of_set(char *const *words, guint count, Assignment *result)
{
    gboolean force = count > 4 && strcmp(words[count - 1], "FORCE") == 0;
    guint tail = force ? 4 : 3;
    if (count <= tail || strcmp(words[count - tail], "CACHE") != 0) {
        return FALSE;
    }
    g_autoptr(GPtrArray) values = g_ptr_array_new();
    for (guint i = 1; i < count - tail; i++) {
        if (*words[i] != '\0') {
            g_ptr_array_add(values, words[i]);
        }
    }
    g_ptr_array_add(values, NULL);
    *result = (Assignment){.name = words[0],
                           .by = "set",
                           .type = type_of(words[count - tail + 1]),
                           .value = g_strjoinv(";", (char **)values->pdata),
                           .force = force};
    return TRUE;
}

/* A trace shows arguments with their variables replaced, but not yet split at ';' and without those
 * that then vanish, and it does not show the quotes that decide about both. So the words are read
 * as they stand if that makes sense, else without a last empty one, else split. */
static gboolean assignment_of(const char *command, const GPtrArray *words, Assignment *result,
                              GPtrArray *split)
{
    gboolean (*shape)(char *const *, guint, Assignment *) = NULL;
    if (g_ascii_strcasecmp(command, "option") == 0) {
        shape = assignment_of_option;
    } else if (g_ascii_strcasecmp(command, "set") == 0) {
        shape = assignment_of_set;
    }
    char *const *plain = (char *const *)words->pdata;
    guint count = words->len;
    if (shape == NULL || count == 0) {
        return FALSE;
    }
    if (shape(plain, count, result) ||
        (*plain[count - 1] == '\0' && shape(plain, count - 1, result))) {
        return TRUE;
    }
    for (guint i = 0; i < count; i++) {
        g_auto(GStrv) parts = g_strsplit(plain[i], ";", -1);
        for (char **part = parts; *part != NULL; part++) {
            if (**part != '\0') {
                g_ptr_array_add(split, g_strdup(*part));
            }
        }
    }
    return shape((char *const *)split->pdata, split->len, result);
}

/* The innermost call in a file of the project above this depth; NULL when there is none. */
static const Frame *own_caller(const Reading *self, guint depth)
{
    while (depth-- > 0) {
        const Frame *frame = depth < self->frames->len ? self->frames->pdata[depth] : NULL;
        if (frame != NULL && is_own(self, frame->file)) {
            return frame;
        }
    }
    return NULL;
}

static char *place(const Reading *self, const char *file, json_int_t line)
{
    return g_strdup_printf("%s:%" JSON_INTEGER_FORMAT, file + strlen(self->options->root) + 1,
                           line);
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

static gboolean names(const Frame *call, const char *name)
{
    return g_ptr_array_find_with_equal_func(call->words, name, g_str_equal, NULL);
}

static gboolean sets_up_language(const Frame *call)
{
    return g_ascii_strcasecmp(call->command, "project") == 0 ||
           g_ascii_strcasecmp(call->command, "enable_language") == 0;
}

static void note(Reading *self, const Assignment *assignment, const Frame *at, guint depth)
{
    gboolean own = is_own(self, at->file);
    const Frame *caller = own_caller(self, depth);
    /* A file that the project has written, and includes. */
    gboolean written = !own && caller != NULL && is_below(at->file, self->options->build) &&
                       g_ascii_strcasecmp(caller->command, "include") == 0;
    if (!own && !written && (caller == NULL || is_below(at->file, self->options->build))) {
        return;
    }
    GHashTable *table = self->own;
    if (written) {
        table = self->own;
    } else if (!own && sets_up_language(caller)) {
        table = self->languages;
    } else if (!own && !names(caller, assignment->name)) {
        table = self->modules;
    }
    const Frame *counts = own ? at : caller;
    g_autofree char *where = place(self, counts->file, counts->line);
    g_autofree char *called =
        caller == NULL ? g_strdup(where) : place(self, caller->file, caller->line);
    g_autofree char *value = normalised(self, assignment->value);
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
            g_autofree char *value = normalised(self, words[j]);
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

/* xaas_answer(VARIABLE VALUE) in the stand-in for a command that runs something: the frame around
 * it is where that command was called. */
static void note_answer(Reading *self, const Frame *answer, guint depth)
{
    const Frame *call = depth > 0 ? self->frames->pdata[depth - 1] : NULL;
    if (call == NULL || answer->words->len != 2 || !is_own(self, call->file)) {
        return;
    }
    g_autofree char *where = place(self, call->file, call->line);
    g_autofree char *value = normalised(self, answer->words->pdata[1]);
    answers_add(self->answers, self->answered, where, answer->words->pdata[0], value);
}

static void check_clear(gpointer data)
{
    Check *check = data;
    g_free(check->place);
    g_free(check->value);
}

/* The last that a module's code stores in one call of the project's. */
static void note_check(Reading *self, const Assignment *assignment, const Frame *at, guint depth)
{
    const Frame *caller = own_caller(self, depth);
    if (is_own(self, at->file) || caller == NULL || strcmp(assignment->type, "internal") != 0) {
        return;
    }
    GArray *checks = g_hash_table_lookup(self->checks, assignment->name);
    if (checks == NULL) {
        checks = g_array_new(FALSE, FALSE, sizeof(Check));
        g_array_set_clear_func(checks, check_clear);
        g_hash_table_insert(self->checks, g_strdup(assignment->name), checks);
    }
    if (checks->len > 0 && g_array_index(checks, Check, checks->len - 1).call == caller->number) {
        g_array_set_size(checks, checks->len - 1);
    }
    Check check = {place(self, caller->file, caller->line), normalised(self, assignment->value),
                   caller->number};
    g_array_append_val(checks, check);
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Only of checks that were made again with another result: the cache has the last one. */
static void answer_checks(Reading *self)
{
    guint count;
    g_autofree const char **names =
        (const char **)g_hash_table_get_keys_as_array(self->checks, &count);
    qsort(names, count, sizeof *names, compare_names);
    for (guint i = 0; i < count; i++) {
        const GArray *checks = g_hash_table_lookup(self->checks, names[i]);
        const Check *all = (const Check *)(void *)checks->data;
        guint same = 1;
        while (same < checks->len && strcmp(all[same].value, all[0].value) == 0) {
            same++;
        }
        for (guint k = 0; same < checks->len && k < checks->len; k++) {
            answers_add(self->answers, self->answered, all[k].place, names[i], all[k].value);
        }
    }
}

static void package_clear(gpointer data)
{
    Package *package = data;
    g_free(package->place);
    g_free(package->name);
    g_string_free(package->targets, TRUE);
}

static void note_package(Reading *self, const Frame *call, guint depth)
{
    gboolean own = is_own(self, call->file);
    if (own && g_ascii_strcasecmp(call->command, "find_package") == 0 && call->words->len > 0) {
        Package package = {place(self, call->file, call->line), g_strdup(call->words->pdata[0]),
                           g_string_new(NULL), call->number};
        g_array_append_val(self->packages, package);
        return;
    }
    const Frame *caller = own ? NULL : own_caller(self, depth);
    Package *last = self->packages->len > 0
                        ? &g_array_index(self->packages, Package, self->packages->len - 1)
                        : NULL;
    if (caller == NULL || last == NULL || caller->number != last->call ||
        g_ascii_strcasecmp(call->command, "add_library") != 0 || !names(call, "IMPORTED")) {
        return;
    }
    g_string_append_printf(last->targets, "%s%s", last->targets->len > 0 ? ";" : "",
                           (const char *)call->words->pdata[0]);
}

static void answer_packages(Reading *self)
{
    for (guint i = 0; i < self->packages->len; i++) {
        const Package *package = &g_array_index(self->packages, Package, i);
        g_autofree char *what = g_strdup_printf("targets of %s", package->name);
        answers_add(self->answers, self->answered, package->place, what, package->targets->str);
    }
}

/* A file outside the project that it reads, or asks for: as it is now that CMake has run. */
static void note_outside(Reading *self, const char *what, const char *path)
{
    if (*path != '/' || is_own(self, path)) {
        return;
    }
    g_autofree char *known = normalised(self, path);
    g_autofree char *key = g_strdup_printf("%s %s", what, known);
    if (!g_hash_table_contains(self->answered, key)) {
        g_hash_table_add(self->answered, g_strdup(key));
        if (strcmp(what, "file") != 0) {
            answers_add_entry(self->answers, key, "1");
            return;
        }
        g_autofree char *contents = NULL;
        gsize length;
        if (g_file_get_contents(path, &contents, &length, NULL) && length <= OUTSIDE_BYTES_MAX &&
            g_utf8_validate(contents, (gssize)length, NULL)) {
            g_autofree char *text = normalised(self, contents);
            answers_add_entry(self->answers, key, text);
        }
    }
}

/* file(READ|STRINGS PATH ...), if(EXISTS PATH) and the like. */
static void note_files(Reading *self, const Frame *call)
{
    char **words = (char **)call->words->pdata;
    guint count = call->words->len;
    static const char *const conditions[] = {"if", "elseif", "while", NULL};
    g_autofree char *command = g_ascii_strdown(call->command, -1);
    if (!is_own(self, call->file)) {
        return;
    }
    if (strcmp(command, "file") == 0) {
        if (count > 2 && (strcmp(words[0], "READ") == 0 || strcmp(words[0], "STRINGS") == 0)) {
            note_outside(self, "file", words[1]);
        }
        return;
    }
    for (guint i = 0; g_strv_contains(conditions, command) && i + 1 < count; i++) {
        GFileTest test = strcmp(words[i], "EXISTS") == 0         ? G_FILE_TEST_EXISTS
                         : strcmp(words[i], "IS_DIRECTORY") == 0 ? G_FILE_TEST_IS_DIR
                                                                 : 0;
        /* What the run made itself was not there yet. */
        if (test != 0 && !is_below(words[i + 1], self->options->build) &&
            g_file_test(words[i + 1], test)) {
            note_outside(self, "exists", words[i + 1]);
        }
    }
}

/* set(NAME VALUE) in a file that one of CMake's modules has written and includes: what it found
 * out, and keeps there instead of in the cache. */
static void note_module_result(Reading *self, const Frame *call, guint depth)
{
    const Frame *caller = own_caller(self, depth);
    const Frame *include = depth > 0 ? self->frames->pdata[depth - 1] : NULL;
    if (caller == NULL || include == NULL || sets_up_language(caller) ||
        !is_below(call->file, self->options->build) || is_own(self, include->file) ||
        is_below(include->file, self->options->build) || call->words->len != 2 ||
        g_ascii_strcasecmp(call->command, "set") != 0 ||
        g_ascii_strcasecmp(include->command, "include") != 0) {
        return;
    }
    g_autofree char *value = normalised(self, call->words->pdata[1]);
    answers_add_entry(self->answers, call->words->pdata[0], value);
}

static void note_command(Reading *self, const Frame *call, guint depth)
{
    note_module_result(self, call, depth);
    note_files(self, call);
    note_package(self, call, depth);
    g_autoptr(GPtrArray) split = g_ptr_array_new_with_free_func(g_free);
    Assignment assignment;
    if (g_ascii_strcasecmp(call->command, "set_property") == 0) {
        note_choices(self, (char **)call->words->pdata, call->words->len);
    } else if (strcmp(call->command, "xaas_answer") == 0) {
        note_answer(self, call, depth);
    } else if (assignment_of(call->command, call->words, &assignment, split)) {
        note(self, &assignment, call, depth);
        note_check(self, &assignment, call, depth);
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
    qsort(names, count, sizeof *names, compare_names);
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
    g_array_set_clear_func(packages, package_clear);
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
    answer_checks(&reading);
    answer_packages(&reading);
    return truth_document(&reading);
}
