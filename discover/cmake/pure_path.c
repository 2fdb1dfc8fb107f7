/* cmake_path(). */
#include "discover/cmake/pure_lexical_path.h"
#include "discover/cmake/pure_path_arguments.h"
#include <string.h>

typedef enum {
    PART_EXTENSION,
    PART_FILENAME,
    PART_PARENT_PATH,
    PART_RELATIVE_PART,
    PART_ROOT_DIRECTORY,
    PART_ROOT_NAME,
    PART_ROOT_PATH,
    PART_STEM,
    PART_COUNT,
} Part;

static const char *const part_names[PART_COUNT] = {
    [PART_EXTENSION] = "EXTENSION",           [PART_FILENAME] = "FILENAME",
    [PART_PARENT_PATH] = "PARENT_PATH",       [PART_RELATIVE_PART] = "RELATIVE_PART",
    [PART_ROOT_DIRECTORY] = "ROOT_DIRECTORY", [PART_ROOT_NAME] = "ROOT_NAME",
    [PART_ROOT_PATH] = "ROOT_PATH",           [PART_STEM] = "STEM",
};

/* A part of the path, "" when it has none; `wide` extensions begin at the first dot. */
static const char *part_of(PureCall *call, const char *path, Part part, gboolean wide)
{
    const char *filename = lexical_path_filename(path);
    const char *extension = lexical_path_extension(filename, wide);
    switch (part) {
    case PART_EXTENSION:
        return extension;
    case PART_FILENAME:
        return filename;
    case PART_PARENT_PATH:
        return lexical_path_parent(call->arena, path);
    case PART_RELATIVE_PART:
        return lexical_path_relative_part(path);
    case PART_ROOT_DIRECTORY:
    case PART_ROOT_PATH:
        return lexical_path_is_absolute(path) ? "/" : "";
    case PART_STEM:
        if (wide && strcmp(filename, "..") == 0) {
            return "."; /* against its manual, but so CMake does */
        }
        return arena_strndup(call->arena, filename, (gsize)(extension - filename));
    case PART_ROOT_NAME:
    case PART_COUNT:
        break;
    }
    return ""; /* POSIX paths have no root's name */
}

static gboolean run_get(PureCall *call, const PureRow *row, GError **error)
{
    guint part = 0;
    while (part < PART_COUNT && strcmp(part_names[part], call->argv[2]) != 0) {
        part++;
    }
    if (part == PART_COUNT) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "\"%s\" is no part of a path",
                         call->argv[2]);
    }
    gboolean dots = part == PART_EXTENSION || part == PART_STEM;
    g_auto(PathArguments) arguments = {0};
    if (!path_parse(call, row, &(PathSyntax){3, dots ? KEY_LAST_ONLY : 0, 1}, &arguments, error)) {
        return FALSE;
    }
    arguments.row.output = (int)g_array_index(arguments.inputs, guint, 0);
    if (!path_need_output(call, &arguments, error) || !path_need(call, &arguments, error)) {
        return FALSE;
    }
    const char *path = arguments.path;
    if (text_has_hole(path)) {
        /* What is behind a known slash is known. */
        path = lexical_path_filename(path);
        if (path == arguments.path || text_has_hole(path) || (!dots && part != PART_FILENAME)) {
            return pure_unknown(call, &arguments.row);
        }
    }
    return pure_set(call, &arguments.row, part_of(call, path, (Part)part, !arguments.last_only),
                    error);
}

static gboolean run_set(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PathArguments) arguments = {0};
    if (!path_parse(call, row, &(PathSyntax){2, KEY_NORMALIZE, 1}, &arguments, error) ||
        !path_need_output(call, &arguments, error)) {
        return FALSE;
    }
    const char *path = path_input(call, &arguments, 0);
    if (text_has_hole(path) && arguments.normalize) {
        return pure_unknown(call, row);
    }
    return path_set(call, &arguments, lexical_path_generic(call->arena, path), error);
}

static gboolean run_append(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PathArguments) arguments = {0};
    gboolean text = strcmp(row->name, "APPEND_STRING") == 0;
    if (!path_parse(call, row, &(PathSyntax){2, KEY_OUTPUT_VARIABLE, -1}, &arguments, error) ||
        (text && !path_need(call, &arguments, error))) {
        return FALSE;
    }
    if (*call->argv[1] == '\0') {
        return pure_fail(call, &arguments.row, error, PURE_ERROR_USAGE, "the path's name is empty");
    }
    if (!text && path_has_holes(call, &arguments, 2)) {
        return pure_unknown(call, &arguments.row);
    }
    const char *path = arguments.path == NULL ? "" : arguments.path;
    for (guint i = 0; i < arguments.inputs->len; i++) {
        const char *added = path_input(call, &arguments, i);
        if (text) {
            path = arena_printf(call->arena, "%s%s", path, added);
        } else {
            path = lexical_path_append_generic(call->arena, path, added);
        }
        if (strlen(path) > PURE_RESULT_MAX_BYTES) {
            break;
        }
    }
    return path_set(call, &arguments, path, error);
}

/* What a sub-command makes of the path and at most one input, "" when there is none. */
typedef const char *(*Change)(PureCall *call, const PathArguments *arguments, const char *input);

static const char *change_remove_filename(PureCall *call, const PathArguments *arguments,
                                          G_GNUC_UNUSED const char *input)
{
    return lexical_path_remove_filename(call->arena, arguments->path);
}

static const char *change_replace_filename(PureCall *call, const PathArguments *arguments,
                                           const char *input)
{
    if (*lexical_path_filename(arguments->path) == '\0') {
        return arguments->path;
    }
    const char *folder = lexical_path_remove_filename(call->arena, arguments->path);
    return lexical_path_append(call->arena, folder, input);
}

static const char *change_remove_extension(PureCall *call, const PathArguments *arguments,
                                           G_GNUC_UNUSED const char *input)
{
    return lexical_path_replace_extension(call->arena, arguments->path, "", !arguments->last_only);
}

static const char *change_replace_extension(PureCall *call, const PathArguments *arguments,
                                            const char *input)
{
    return lexical_path_replace_extension(call->arena, arguments->path, input,
                                          !arguments->last_only);
}

static const char *change_normal_path(PureCall *call, const PathArguments *arguments,
                                      G_GNUC_UNUSED const char *input)
{
    return lexical_path_normal(call->arena, arguments->path);
}

static const char *change_relative_path(PureCall *call, const PathArguments *arguments,
                                        G_GNUC_UNUSED const char *input)
{
    return lexical_path_relative_to(call->arena, arguments->path, arguments->base);
}

static const char *change_absolute_path(PureCall *call, const PathArguments *arguments,
                                        G_GNUC_UNUSED const char *input)
{
    if (lexical_path_is_absolute(arguments->path)) {
        return arguments->path;
    }
    return lexical_path_append_generic(call->arena, arguments->base, arguments->path);
}

static const struct {
    const char *name;
    guint keywords;
    guint inputs; /* at most */
    Change change;
} changes[] = {
    {"REMOVE_FILENAME", KEY_OUTPUT_VARIABLE, 0, change_remove_filename},
    {"REPLACE_FILENAME", KEY_OUTPUT_VARIABLE, 1, change_replace_filename},
    {"REMOVE_EXTENSION", KEY_OUTPUT_VARIABLE | KEY_LAST_ONLY, 0, change_remove_extension},
    {"REPLACE_EXTENSION", KEY_OUTPUT_VARIABLE | KEY_LAST_ONLY, 1, change_replace_extension},
    {"NORMAL_PATH", KEY_OUTPUT_VARIABLE, 0, change_normal_path},
    {"RELATIVE_PATH", KEY_OUTPUT_VARIABLE | KEY_BASE_DIRECTORY, 0, change_relative_path},
    {"ABSOLUTE_PATH", KEY_OUTPUT_VARIABLE | KEY_BASE_DIRECTORY | KEY_NORMALIZE, 0,
     change_absolute_path},
};

static gboolean run_change(PureCall *call, const PureRow *row, GError **error)
{
    guint i = 0;
    while (strcmp(changes[i].name, row->name) != 0) {
        i++;
    }
    g_auto(PathArguments) arguments = {0};
    if (!path_parse(call, row, &(PathSyntax){2, changes[i].keywords, -1}, &arguments, error)) {
        return FALSE;
    }
    if (arguments.inputs->len > changes[i].inputs) {
        return pure_fail(call, &arguments.row, error, PURE_ERROR_USAGE, "\"%s\" is not expected",
                         path_input(call, &arguments, changes[i].inputs));
    }
    if (!path_need(call, &arguments, error)) {
        return FALSE;
    }
    if (path_has_holes(call, &arguments, 2) || text_has_hole(arguments.base)) {
        return pure_unknown(call, &arguments.row);
    }
    const char *input = arguments.inputs->len == 0 ? "" : path_input(call, &arguments, 0);
    return path_set(call, &arguments, changes[i].change(call, &arguments, input), error);
}

static gboolean run_native_path(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PathArguments) arguments = {0};
    if (!path_parse(call, row, &(PathSyntax){2, KEY_NORMALIZE, 1}, &arguments, error)) {
        return FALSE;
    }
    arguments.row.output = (int)g_array_index(arguments.inputs, guint, 0);
    if (!path_need_output(call, &arguments, error) || !path_need(call, &arguments, error)) {
        return FALSE;
    }
    if (arguments.normalize && text_has_hole(arguments.path)) {
        return pure_unknown(call, &arguments.row);
    }
    return path_set(call, &arguments, arguments.path, error);
}

/* Takes a search path apart as CMake does: behind the first colon, one that directly follows
 * another is part of a name. */
static char **split_search_path(const char *text)
{
    GPtrArray *paths = g_ptr_array_new();
    const char *colon = strchr(text, ':');
    while (colon != NULL) {
        g_ptr_array_add(paths, g_strndup(text, (gsize)(colon - text)));
        text = colon + 1;
        colon = *text == '\0' ? NULL : strchr(text + 1, ':');
    }
    g_ptr_array_add(paths, g_strdup(text));
    g_ptr_array_add(paths, NULL);
    return (char **)g_ptr_array_free(paths, FALSE);
}

static gboolean run_convert(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PathArguments) arguments = {0};
    gboolean native = strcmp(call->argv[2], "TO_NATIVE_PATH_LIST") == 0;
    if (!native && strcmp(call->argv[2], "TO_CMAKE_PATH_LIST") != 0) {
        return pure_fail(call, row, error, PURE_ERROR_USAGE, "\"%s\" is no conversion",
                         call->argv[2]);
    }
    if (!path_parse(call, row, &(PathSyntax){4, KEY_NORMALIZE, 0}, &arguments, error) ||
        !path_need_output(call, &arguments, error)) {
        return FALSE;
    }
    const char *text = call->argv[1];
    if (text_has_hole(text)) {
        return pure_unknown(call, row);
    }
    g_auto(GStrv) paths = native ? cmake_list_split(text, FALSE) : split_search_path(text);
    guint count = g_strv_length(paths);
    const char **items = arena_alloc(call->arena, sizeof *items * count);
    for (guint i = 0; i < count; i++) {
        const char *path = paths[i];
        if (arguments.normalize) {
            path = lexical_path_normal(call->arena, path);
        }
        items[i] = native ? path : lexical_path_generic(call->arena, path);
    }
    const char *joined = pure_join(call, items, 0, count, native ? ":" : ";");
    if (joined == NULL) {
        return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "the result is too long");
    }
    return pure_set(call, row, joined, error);
}

static gboolean run_compare(PureCall *call, const PureRow *row, GError **error)
{
    gboolean wanted = strcmp(call->argv[2], "EQUAL") == 0;
    if ((!wanted && strcmp(call->argv[2], "NOT_EQUAL") != 0) || *call->argv[4] == '\0') {
        return pure_fail(call, row, error, PURE_ERROR_USAGE,
                         "EQUAL or NOT_EQUAL, and a result's name, are needed");
    }
    if (pure_has_hole_from(call, 1) && strcmp(call->argv[1], call->argv[3]) != 0) {
        return pure_unknown(call, row);
    }
    gboolean equal = lexical_path_equal(call->arena, call->argv[1], call->argv[3]);
    return pure_set_on_off(call, row, equal == wanted);
}

/* HAS_..., IS_ABSOLUTE and IS_RELATIVE. */
static gboolean run_query(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PathArguments) arguments = {0};
    if (!path_parse(call, row, &(PathSyntax){2, 0, 1}, &arguments, error) ||
        !path_need(call, &arguments, error) || !path_need_output(call, &arguments, error)) {
        return FALSE;
    }
    const char *path = arguments.path;
    gboolean known_front = *path != HOLE_BEGIN;
    if (g_str_has_prefix(row->name, "IS_")) {
        gboolean absolute = lexical_path_is_absolute(path);
        return known_front ? pure_set_on_off(call, row, absolute == (row->name[3] == 'A'))
                           : pure_unknown(call, row);
    }
    if (text_has_hole(path)) {
        return pure_unknown(call, row);
    }
    guint part = 0;
    while (strcmp(part_names[part], row->name + strlen("HAS_")) != 0) {
        part++;
    }
    return pure_set_on_off(call, row, *part_of(call, path, (Part)part, FALSE) != '\0');
}

static gboolean run_is_prefix(PureCall *call, const PureRow *row, GError **error)
{
    g_auto(PathArguments) arguments = {0};
    if (!path_parse(call, row, &(PathSyntax){2, KEY_NORMALIZE, 2}, &arguments, error)) {
        return FALSE;
    }
    arguments.row.output = (int)g_array_index(arguments.inputs, guint, 1);
    if (!path_need(call, &arguments, error) || !path_need_output(call, &arguments, error)) {
        return FALSE;
    }
    if (path_has_holes(call, &arguments, 2)) {
        return pure_unknown(call, &arguments.row);
    }
    const char *prefix = arguments.path;
    const char *path = path_input(call, &arguments, 0);
    if (arguments.normalize) {
        prefix = lexical_path_normal(call->arena, prefix);
        path = lexical_path_normal(call->arena, path);
    }
    return pure_set_on_off(call, &arguments.row, lexical_path_is_prefix(call->arena, prefix, path));
}

static gboolean run_hash(PureCall *call, const PureRow *row, GError **error)
{
    return pure_fail(call, row, error, PURE_ERROR_UNSUPPORTED, "this checksum is not computed");
}

static const PureRow rows[] = {
    {"ABSOLUTE_PATH", "cmake_path(ABSOLUTE_PATH)", run_change, 2, 0, 1, 1},
    {"APPEND", "cmake_path(APPEND)", run_append, 2, 0, 1, 1},
    {"APPEND_STRING", "cmake_path(APPEND_STRING)", run_append, 2, 0, 1, 1},
    {"COMPARE", "cmake_path(COMPARE)", run_compare, 5, 5, 0, 4},
    {"CONVERT", "cmake_path(CONVERT)", run_convert, 4, 5, 0, 3},
    {"GET", "cmake_path(GET)", run_get, 4, 5, 1, -1},
    {"HASH", "cmake_path(HASH)", run_hash, 3, 3, 1, 2},
    {"HAS_EXTENSION", "cmake_path(HAS_EXTENSION)", run_query, 3, 3, 1, 2},
    {"HAS_FILENAME", "cmake_path(HAS_FILENAME)", run_query, 3, 3, 1, 2},
    {"HAS_PARENT_PATH", "cmake_path(HAS_PARENT_PATH)", run_query, 3, 3, 1, 2},
    {"HAS_RELATIVE_PART", "cmake_path(HAS_RELATIVE_PART)", run_query, 3, 3, 1, 2},
    {"HAS_ROOT_DIRECTORY", "cmake_path(HAS_ROOT_DIRECTORY)", run_query, 3, 3, 1, 2},
    {"HAS_ROOT_NAME", "cmake_path(HAS_ROOT_NAME)", run_query, 3, 3, 1, 2},
    {"HAS_ROOT_PATH", "cmake_path(HAS_ROOT_PATH)", run_query, 3, 3, 1, 2},
    {"HAS_STEM", "cmake_path(HAS_STEM)", run_query, 3, 3, 1, 2},
    {"IS_ABSOLUTE", "cmake_path(IS_ABSOLUTE)", run_query, 3, 3, 1, 2},
    {"IS_PREFIX", "cmake_path(IS_PREFIX)", run_is_prefix, 4, 5, 1, -1},
    {"IS_RELATIVE", "cmake_path(IS_RELATIVE)", run_query, 3, 3, 1, 2},
    {"NATIVE_PATH", "cmake_path(NATIVE_PATH)", run_native_path, 3, 4, 1, -1},
    {"NORMAL_PATH", "cmake_path(NORMAL_PATH)", run_change, 2, 0, 1, 1},
    {"RELATIVE_PATH", "cmake_path(RELATIVE_PATH)", run_change, 2, 0, 1, 1},
    {"REMOVE_EXTENSION", "cmake_path(REMOVE_EXTENSION)", run_change, 2, 0, 1, 1},
    {"REMOVE_FILENAME", "cmake_path(REMOVE_FILENAME)", run_change, 2, 0, 1, 1},
    {"REPLACE_EXTENSION", "cmake_path(REPLACE_EXTENSION)", run_change, 2, 0, 1, 1},
    {"REPLACE_FILENAME", "cmake_path(REPLACE_FILENAME)", run_change, 2, 0, 1, 1},
    {"SET", "cmake_path(SET)", run_set, 3, 4, 0, 1},
};

gboolean pure_cmake_path(PureCall *call, GError **error)
{
    return pure_dispatch(call, "cmake_path", rows, G_N_ELEMENTS(rows), error);
}
