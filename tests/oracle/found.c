#include "tests/oracle/found.h"
#include "tests/oracle/answers.h"
#include <stdlib.h>
#include <string.h>

/* A file outside the project that is larger is not handed on. */
#define OUTSIDE_BYTES_MAX (1u << 20)

void found_note_answer(Reading *self, const Frame *answer, guint depth)
{
    const Frame *call = depth > 0 ? self->frames->pdata[depth - 1] : NULL;
    if (call == NULL || answer->words->len != 2 || !reading_is_own(self, call->file)) {
        return;
    }
    g_autofree char *where = reading_place(self, call->file, call->line);
    g_autofree char *value = reading_normalised(self, answer->words->pdata[1]);
    answers_add(self->answers, self->answered, where, answer->words->pdata[0], value);
}

static void check_clear(gpointer data)
{
    Check *check = data;
    g_free(check->place);
    g_free(check->value);
}

void found_note_check(Reading *self, const Assignment *assignment, const Frame *at, guint depth)
{
    const Frame *caller = reading_own_caller(self, depth);
    if (reading_is_own(self, at->file) || caller == NULL ||
        strcmp(assignment->type, "internal") != 0) {
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
    Check check = {reading_place(self, caller->file, caller->line),
                   reading_normalised(self, assignment->value), caller->number};
    g_array_append_val(checks, check);
}

/* Only of checks that were made again with another result: the cache has the last one. */
static void answer_checks(Reading *self)
{
    guint count;
    g_autofree const char **names =
        (const char **)g_hash_table_get_keys_as_array(self->checks, &count);
    qsort(names, count, sizeof *names, reading_compare_names);
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

void found_package_clear(gpointer data)
{
    Package *package = data;
    g_free(package->place);
    g_free(package->name);
    g_string_free(package->targets, TRUE);
}

static void note_package(Reading *self, const Frame *call, guint depth)
{
    gboolean own = reading_is_own(self, call->file);
    if (own && g_ascii_strcasecmp(call->command, "find_package") == 0 && call->words->len > 0) {
        Package package = {reading_place(self, call->file, call->line),
                           g_strdup(call->words->pdata[0]), g_string_new(NULL), call->number};
        g_array_append_val(self->packages, package);
        return;
    }
    const Frame *caller = own ? NULL : reading_own_caller(self, depth);
    Package *last = self->packages->len > 0
                        ? &g_array_index(self->packages, Package, self->packages->len - 1)
                        : NULL;
    if (caller == NULL || last == NULL || caller->number != last->call ||
        g_ascii_strcasecmp(call->command, "add_library") != 0 || !frame_names(call, "IMPORTED")) {
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
    if (*path != '/' || reading_is_own(self, path)) {
        return;
    }
    g_autofree char *known = reading_normalised(self, path);
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
            g_autofree char *text = reading_normalised(self, contents);
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
    if (!reading_is_own(self, call->file)) {
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
        if (test != 0 && !reading_is_below(words[i + 1], self->options->build) &&
            g_file_test(words[i + 1], test)) {
            note_outside(self, "exists", words[i + 1]);
        }
    }
}

/* set(NAME VALUE) in a file that one of CMake's modules has written and includes: what it found
 * out, and keeps there instead of in the cache. */
static void note_module_result(Reading *self, const Frame *call, guint depth)
{
    const Frame *caller = reading_own_caller(self, depth);
    const Frame *include = depth > 0 ? self->frames->pdata[depth - 1] : NULL;
    if (caller == NULL || include == NULL || frame_sets_up_language(caller) ||
        !reading_is_below(call->file, self->options->build) ||
        reading_is_own(self, include->file) ||
        reading_is_below(include->file, self->options->build) || call->words->len != 2 ||
        g_ascii_strcasecmp(call->command, "set") != 0 ||
        g_ascii_strcasecmp(include->command, "include") != 0) {
        return;
    }
    g_autofree char *value = reading_normalised(self, call->words->pdata[1]);
    answers_add_entry(self->answers, call->words->pdata[0], value);
}

void found_note_command(Reading *self, const Frame *call, guint depth)
{
    note_module_result(self, call, depth);
    note_files(self, call);
    note_package(self, call, depth);
}

void found_finish(Reading *self)
{
    answer_checks(self);
    answer_packages(self);
}
