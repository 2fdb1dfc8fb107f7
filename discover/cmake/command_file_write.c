/* file(): what it makes and removes (made_file.c, written_file.c). */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/written_file.h"
#include <string.h>

#define SOURCE_DIR "CMAKE_CURRENT_SOURCE_DIR"

/* What is added to a file of the project goes behind what is there. */
static void write_text(Evaluator *self, const char *name, const char *text, gboolean append)
{
    g_autofree char *path = evaluator_tree_path(self, name);
    if (append && path != NULL && evaluator_written(self, name) == NULL) {
        g_autofree char *before = command_file_text(self, name);
        evaluator_write(self, name, SOURCE_DIR, before != NULL ? before : "", FALSE);
    }
    evaluator_write(self, name, SOURCE_DIR, text, append);
}

/* file(WRITE|APPEND NAME TEXT...) */
static void file_write(Evaluator *self, const Call *call)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 2; i < call->argc; i++) {
        g_string_append(text, call->argv[i]);
    }
    command_note_header(self, call->argv[1], text->str);
    if (evaluator_writes(self, call->argv[1], SOURCE_DIR)) {
        write_text(self, call->argv[1], text->str, strcmp(call->argv[0], "APPEND") == 0);
    }
}

/* A file that may be there already, and then stays as it is. */
static void file_touch(Evaluator *self, const Call *call)
{
    for (guint i = 1; i < call->argc; i++) {
        if (evaluator_writes(self, call->argv[i], SOURCE_DIR)) {
            write_text(self, call->argv[i], "", TRUE);
        }
    }
}

static void file_make_directory(Evaluator *self, const Call *call)
{
    for (guint i = 1; i < call->argc; i++) {
        evaluator_makes_folder(self, call->argv[i]);
    }
}

static void file_remove(Evaluator *self, const Call *call)
{
    for (guint i = 1; i < call->argc; i++) {
        evaluator_removes(self, call->argv[i], strcmp(call->argv[0], "REMOVE_RECURSE") == 0);
    }
}

/* The same text under another name. */
static void copy_file(Evaluator *self, const char *from, const char *to)
{
    if (evaluator_writes(self, to, SOURCE_DIR)) {
        g_autofree char *text = command_file_text(self, from);
        evaluator_write(self, to, SOURCE_DIR,
                        text != NULL ? text : evaluator_derive(self, "text", from), FALSE);
    }
}

static gboolean is_folder(Evaluator *self, const char *name)
{
    g_autofree char *path = evaluator_tree_path(self, name);
    Guard made;
    Guard gone;
    return (path != NULL && tree_is_folder(self->tree, path)) ||
           evaluator_made(self, name, TRUE, &made, &gone);
}

/* Of a folder that is copied only itself is known to be there then. */
static void copy_folder(Evaluator *self, const char *to)
{
    evaluator_fills_folder(self, to);
    evaluator_ledger(self, "what a folder holds is not followed", to, NULL);
}

/* file(RENAME|COPY_FILE|CREATE_LINK OLD NEW ...) */
static void file_rename(Evaluator *self, const Call *call)
{
    if (call->argc < 3) {
        return;
    }
    if (is_folder(self, call->argv[1])) {
        copy_folder(self, call->argv[2]);
    } else {
        copy_file(self, call->argv[1], call->argv[2]);
    }
    if (strcmp(call->argv[0], "RENAME") == 0) {
        evaluator_removes(self, call->argv[1], TRUE);
    }
}

/* file(COPY|INSTALL NAME... DESTINATION FOLDER ...). Other than a file's name, that of the folder
 * is relative to where the build goes. */
static void file_copy(Evaluator *self, const Call *call)
{
    guint end = 1;
    while (end < call->argc && strcmp(call->argv[end], "DESTINATION") != 0) {
        end++;
    }
    if (end + 1 >= call->argc) {
        return;
    }
    g_autofree char *folder =
        evaluator_absolute(self, call->argv[end + 1], "CMAKE_CURRENT_BINARY_DIR");
    for (guint i = 1; i < end; i++) {
        const char *name = call->argv[i];
        if (*name == '\0' || text_has_hole(name)) {
            continue;
        }
        g_autofree char *base = g_path_get_basename(name);
        g_autofree char *to = g_strdup_printf("%s/%s", folder, base);
        if (!is_folder(self, name)) {
            copy_file(self, name, to);
        } else {
            copy_folder(self, g_str_has_suffix(name, "/") ? folder : to);
        }
    }
}

/* file(CONFIGURE OUTPUT NAME CONTENT TEXT ...) */
static void file_configure(Evaluator *self, const Call *call)
{
    const char *output = NULL;
    const char *content = NULL;
    for (guint i = 1; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "OUTPUT") == 0) {
            output = call->argv[++i];
        } else if (strcmp(call->argv[i], "CONTENT") == 0) {
            content = call->argv[++i];
        }
    }
    if (output == NULL || content == NULL) {
        return;
    }
    g_autofree char *absolute = evaluator_absolute(self, output, "CMAKE_CURRENT_BINARY_DIR");
    g_autofree char *text =
        command_configured(self, content, command_template_flags(call, 1), NULL);
    if (text == NULL) {
        text = g_strdup(evaluator_derive(self, "text", output));
    }
    command_note_header(self, absolute, text);
    if (evaluator_writes(self, absolute, SOURCE_DIR)) {
        evaluator_write(self, absolute, SOURCE_DIR, text, FALSE);
    }
}

void command_file_write(Evaluator *self, const Call *call)
{
    static const struct {
        const char *verb;
        void (*run)(Evaluator *self, const Call *call);
    } verbs[] = {{"WRITE", file_write},        {"APPEND", file_write},
                 {"TOUCH", file_touch},        {"MAKE_DIRECTORY", file_make_directory},
                 {"REMOVE", file_remove},      {"REMOVE_RECURSE", file_remove},
                 {"RENAME", file_rename},      {"COPY_FILE", file_rename},
                 {"CREATE_LINK", file_rename}, {"COPY", file_copy},
                 {"INSTALL", file_copy},       {"CONFIGURE", file_configure}};
    for (guint i = 0; i < G_N_ELEMENTS(verbs); i++) {
        if (strcmp(verbs[i].verb, call->argv[0]) == 0) {
            verbs[i].run(self, call);
        }
    }
}
