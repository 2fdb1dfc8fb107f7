#include "discover/cmake/pure_path_arguments.h"
#include "discover/cmake/pure_lexical_path.h"
#include <string.h>

static const struct {
    const char *name;
    Keyword keyword;
    gboolean has_value;
} keywords[] = {
    {"OUTPUT_VARIABLE", KEY_OUTPUT_VARIABLE, TRUE},
    {"BASE_DIRECTORY", KEY_BASE_DIRECTORY, TRUE},
    {"NORMALIZE", KEY_NORMALIZE, FALSE},
    {"LAST_ONLY", KEY_LAST_ONLY, FALSE},
};

void path_arguments_clear(PathArguments *self)
{
    g_clear_pointer(&self->inputs, g_array_unref);
}

const char *path_input(const PureCall *call, const PathArguments *self, guint i)
{
    return call->argv[g_array_index(self->inputs, guint, i)];
}

static guint find_keyword(const char *text, guint allowed)
{
    guint i = 0;
    while (i < G_N_ELEMENTS(keywords) &&
           ((keywords[i].keyword & allowed) == 0 || strcmp(keywords[i].name, text) != 0)) {
        i++;
    }
    return i;
}

static gboolean take_value(PureCall *call, PathArguments *self, guint keyword, guint at,
                           GError **error)
{
    gboolean output = keywords[keyword].keyword == KEY_OUTPUT_VARIABLE;
    if (at >= call->argc || (output && *call->argv[at] == '\0')) {
        return pure_fail(call, &self->row, error, PURE_ERROR_USAGE, "%s lacks its value",
                         keywords[keyword].name);
    }
    if (output) {
        self->row.output = (int)at;
    } else {
        self->base = call->argv[at];
    }
    return TRUE;
}

gboolean path_parse(PureCall *call, const PureRow *row, const PathSyntax *syntax,
                    PathArguments *self, GError **error)
{
    *self = (PathArguments){.row = *row, .base = call->source_dir};
    self->inputs = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = syntax->first; i < call->argc; i++) {
        guint keyword = find_keyword(call->argv[i], syntax->allowed);
        if (keyword == G_N_ELEMENTS(keywords)) {
            g_array_append_val(self->inputs, i);
        } else if (keywords[keyword].has_value) {
            if (!take_value(call, self, keyword, ++i, error)) {
                return FALSE;
            }
        } else if (keywords[keyword].keyword == KEY_NORMALIZE) {
            self->normalize = TRUE;
        } else {
            self->last_only = TRUE;
        }
    }
    if (syntax->inputs >= 0 && self->inputs->len != (guint)syntax->inputs) {
        return pure_fail(call, &self->row, error, PURE_ERROR_USAGE, "%u values instead of %d",
                         self->inputs->len, syntax->inputs);
    }
    if (row->variable != 0) {
        self->path = pure_variable(call, row);
    }
    return TRUE;
}

gboolean path_need(PureCall *call, PathArguments *self, GError **error)
{
    return self->path != NULL || pure_fail(call, &self->row, error, PURE_ERROR_USAGE,
                                           "variable \"%s\" is not defined", call->argv[1]);
}

gboolean path_need_output(PureCall *call, PathArguments *self, GError **error)
{
    const char *output = pure_output(call, &self->row);
    return (output != NULL && *output != '\0') ||
           pure_fail(call, &self->row, error, PURE_ERROR_USAGE, "the result's name is empty");
}

gboolean path_set(PureCall *call, PathArguments *self, const char *path, GError **error)
{
    return pure_set(call, &self->row,
                    self->normalize ? lexical_path_normal(call->arena, path) : path, error);
}

gboolean path_has_holes(const PureCall *call, const PathArguments *self, guint first)
{
    return (self->path != NULL && text_has_hole(self->path)) || pure_has_hole_from(call, first);
}
