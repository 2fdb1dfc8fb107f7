/* Where the evaluator is, and which file a path names. */
#include "discover/cmake/expand.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

static Span frame_place(const Frame *frame)
{
    if (frame->current == NULL) {
        return (Span){frame->file->path, 0, 0};
    }
    return (Span){frame->file->path, frame->current->line, frame->current->column};
}

Span evaluator_here(const Evaluator *self)
{
    return self->frame != NULL ? frame_place(self->frame) : SPAN_NONE;
}

Span evaluator_project_place(const Evaluator *self)
{
    for (const Frame *frame = self->frame; frame != NULL; frame = frame->parent) {
        if (!frame->file->stub) {
            return frame_place(frame);
        }
    }
    return SPAN_NONE;
}

/* Whether the call was given the sentence, or a part of it that is one: "report(\"No tide here\")".
 */
static gboolean was_given(const Frame *frame, const char *said)
{
    if (frame->kind == FRAME_FILE || frame->call_arguments == NULL) {
        return FALSE;
    }
    const GPtrArray *texts = frame->call_arguments->texts;
    for (guint i = 0; i < texts->len; i++) {
        const char *text = texts->pdata[i];
        if (strchr(text, ' ') != NULL && strstr(said, text) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

Span evaluator_said_place(const Evaluator *self, const char *said)
{
    const Frame *frame = self->frame;
    while (frame != NULL && (frame->file->stub || was_given(frame, said))) {
        frame = frame->parent;
    }
    return frame != NULL ? frame_place(frame) : SPAN_NONE;
}

GPtrArray *evaluator_calls(const Evaluator *self)
{
    GPtrArray *calls = g_ptr_array_new();
    variables_lose_watches(self->variables);
    for (const Frame *frame = self->frame; frame != NULL; frame = frame->parent) {
        if (frame->kind != FRAME_FILE) {
            g_ptr_array_insert(calls, 0, (gpointer)frame);
        }
    }
    return calls;
}

gboolean evaluator_in_stub(const Evaluator *self)
{
    return self->frame != NULL && self->frame->file->stub;
}

const char *evaluator_list_file(const Evaluator *self, const SourceFile *file)
{
    return file->made != NULL
               ? file->made
               : arena_intern(self->arena,
                              arena_printf(self->arena, "%s/%s", self->source_root, file->path));
}

char *evaluator_absolute(Evaluator *self, const char *path, const char *base_variable)
{
    if (*path == '/' || *path == HOLE_BEGIN) {
        return g_strdup(path);
    }
    g_autoptr(Value) base = evaluator_value_of_name(self, base_variable);
    const char *folder = value_text(base);
    return g_strdup_printf("%s/%s", folder != NULL ? folder : self->source_root, path);
}

char *evaluator_tree_path(Evaluator *self, const char *path)
{
    g_autofree char *absolute = evaluator_absolute(self, path, "CMAKE_CURRENT_SOURCE_DIR");
    gsize root = strlen(self->source_root);
    if (text_has_hole(absolute) || strncmp(absolute, self->source_root, root) != 0 ||
        (absolute[root] != '/' && absolute[root] != '\0')) {
        return NULL;
    }
    const char *rest = absolute + root;
    while (*rest == '/') {
        rest++;
    }
    return tree_normalize(rest);
}

const char *evaluator_folder(const Evaluator *self)
{
    guint depth = self->subdirectories->len;
    return depth > 0 ? self->subdirectories->pdata[depth - 1] : self->folder;
}

char *evaluator_test_name(const Evaluator *self, const char *name)
{
    return g_strdup_printf("%s\1%s", evaluator_folder(self), name);
}

const char *evaluator_place_variable(Evaluator *self, const char *name)
{
    static const char prefix[] = "CMAKE_CURRENT_";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0) {
        return NULL;
    }
    const char *rest = name + sizeof prefix - 1;
    if (g_str_has_prefix(rest, "LIST_") || g_str_has_prefix(rest, "FUNCTION")) {
        variables_lose_watches(self->variables);
    }
    /* Functions and macros run in the file that calls them. */
    const Frame *list = self->frame;
    while (list->kind != FRAME_FILE && list->parent != NULL) {
        list = list->parent;
    }
    if (strcmp(rest, "LIST_DIR") == 0) {
        return list->list_dir;
    }
    if (strcmp(rest, "LIST_FILE") == 0) {
        return evaluator_list_file(self, list->file);
    }
    if (strcmp(rest, "LIST_LINE") == 0) {
        guint line = list->current != NULL ? list->current->line : 0;
        return arena_intern(self->arena, arena_printf(self->arena, "%u", line));
    }
    if (strcmp(rest, "FUNCTION_LIST_DIR") == 0 || strcmp(rest, "FUNCTION") == 0) {
        for (const Frame *frame = self->frame; frame != NULL; frame = frame->parent) {
            if (frame->kind == FRAME_FUNCTION) {
                return strcmp(rest, "FUNCTION") == 0 ? frame->call_name : frame->list_dir;
            }
        }
    }
    return NULL;
}
