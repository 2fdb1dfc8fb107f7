/* get_filename_component(). */
#include "discover/cmake/pure_internal.h"
#include <string.h>

static const PureRow row = {"", "get_filename_component", NULL, 3, 0, 0, 0};

/* Modes are functions from a file name to its component; NULL: not known. */
typedef const char *(*Component)(PureCall *call, const char *filename);

/* The part behind the last slash; NULL when a hole may hold that slash. */
static const char *component_name(G_GNUC_UNUSED PureCall *call, const char *filename)
{
    const char *slash = strrchr(filename, '/');
    const char *name = slash == NULL ? filename : slash + 1;
    return text_has_hole(name) ? NULL : name;
}

static const char *from_dot(PureCall *call, const char *filename, gboolean last, gboolean before)
{
    const char *name = component_name(call, filename);
    if (name == NULL) {
        return NULL;
    }
    const char *dot = last ? strrchr(name, '.') : strchr(name, '.');
    if (before) {
        return dot == NULL ? name : arena_strndup(call->arena, name, (gsize)(dot - name));
    }
    return dot == NULL ? "" : dot;
}

static const char *component_ext(PureCall *call, const char *filename)
{
    return from_dot(call, filename, FALSE, FALSE);
}

static const char *component_name_we(PureCall *call, const char *filename)
{
    return from_dot(call, filename, FALSE, TRUE);
}

static const char *component_last_ext(PureCall *call, const char *filename)
{
    return from_dot(call, filename, TRUE, FALSE);
}

static const char *component_name_wle(PureCall *call, const char *filename)
{
    return from_dot(call, filename, TRUE, TRUE);
}

/* Backslashes become slashes; when two slashes stand together anywhere behind the first byte, all
 * pairs become one; one slash at the end goes, but for those of "/" and "c:/". */
static char *clean_slashes(const char *path)
{
    g_autofree char *text = g_strdelimit(g_strdup(path), "\\", '/');
    GString *clean = g_string_new(text);
    if (*path != '\0' && strstr(path + 1, "//") != NULL) {
        g_string_replace(clean, "//", "/", 0);
    }
    gsize length = clean->len;
    if (length > 1 && clean->str[length - 1] == '/' && !(length == 3 && clean->str[1] == ':')) {
        g_string_truncate(clean, length - 1);
    }
    return g_string_free(clean, FALSE);
}

static const char *component_directory(PureCall *call, const char *filename)
{
    if (*filename == '~') {
        return NULL; /* somebody's home folder */
    }
    g_autofree char *clean = clean_slashes(filename);
    char *slash = strrchr(clean, '/');
    if (text_has_hole(clean) &&
        (slash == NULL || slash == clean || text_has_hole(slash) || slash[-1] == HOLE_END)) {
        return NULL; /* the last slash may be in the hole, or be doubled by it */
    }
    if (slash == NULL) {
        return "";
    }
    gsize length = (gsize)(slash - clean);
    if (length == 0 || (length == 2 && clean[1] == ':')) {
        length++; /* a root keeps its slash */
    }
    return arena_strndup(call->arena, clean, length);
}

static gboolean is_separator(char byte)
{
    return byte == '/' || byte == '\\';
}

/* Length of the root at the front, and the root's text: "/", "//", "c:/", "c:", or nothing. */
static const char *split_root(const char *path, const char **root, char drive[4])
{
    *root = "";
    if (is_separator(path[0]) && path[0] == path[1]) {
        *root = "//";
        return path + 2;
    }
    if (is_separator(path[0])) {
        *root = "/";
        return path + 1;
    }
    if (path[0] != '\0' && path[1] == ':') {
        gboolean absolute = is_separator(path[2]);
        drive[0] = path[0];
        drive[1] = ':';
        drive[2] = absolute ? '/' : '\0';
        drive[3] = '\0';
        *root = drive;
        return path + (absolute ? 3 : 2);
    }
    return path;
}

/* ".." takes the part before away, if there is one besides the root; a relative path keeps it. */
static void add_part(GPtrArray *parts, const char *part)
{
    if (*part == '\0' || strcmp(part, ".") == 0) {
        return;
    }
    if (strcmp(part, "..") != 0) {
        g_ptr_array_add(parts, (gpointer)part);
        return;
    }
    const char *last = g_ptr_array_index(parts, parts->len - 1);
    const char *root = g_ptr_array_index(parts, 0);
    if (parts->len > 1 && strcmp(last, "..") != 0) {
        g_ptr_array_set_size(parts, (int)parts->len - 1);
    } else if (*root == '\0') {
        g_ptr_array_add(parts, (gpointer) "..");
    }
}

static void add_parts(PureCall *call, GPtrArray *parts, const char *path)
{
    while (*path != '\0') {
        gsize length = strcspn(path, "/\\");
        add_part(parts, arena_strndup(call->arena, path, length));
        path += length;
        path += *path == '\0' ? 0 : 1;
    }
}

/* The path, behind `base` when it is relative, without "." and "..". */
static const char *absolute_path(PureCall *call, const char *path, const char *base)
{
    if (text_has_hole(path) || *path == '~') {
        return NULL;
    }
    char drive[4];
    const char *root = NULL;
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    const char *rest = split_root(path, &root, drive);
    if (*root != '\0') {
        g_ptr_array_add(parts, (gpointer)root);
    } else {
        if (text_has_hole(base) || *base == '~') {
            return NULL;
        }
        const char *base_rest = split_root(base, &root, drive);
        g_ptr_array_add(parts, (gpointer)root);
        add_parts(call, parts, base_rest);
    }
    add_parts(call, parts, rest);
    const char *joined = pure_join(call, (const char *const *)parts->pdata, 1, parts->len, "/");
    return arena_printf(call->arena, "%s%s", (const char *)g_ptr_array_index(parts, 0), joined);
}

static const struct {
    const char *name;
    Component component;
} modes[] = {
    {"DIRECTORY", component_directory}, {"PATH", component_directory},
    {"NAME", component_name},           {"EXT", component_ext},
    {"NAME_WE", component_name_we},     {"LAST_EXT", component_last_ext},
    {"NAME_WLE", component_name_wle},
};

/* A key of the Windows registry, "[HKEY...]", is this text on other systems. */
static const char *replace_registry(PureCall *call, const char *filename)
{
    if (strstr(filename, "[HKEY") == NULL) {
        return filename;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    const char *key = NULL;
    while ((key = strstr(filename, "[HKEY")) != NULL && strchr(key, ']') != NULL) {
        g_string_append_len(text, filename, key - filename);
        g_string_append(text, "/registry");
        filename = strchr(key, ']') + 1;
    }
    g_string_append(text, filename);
    return arena_strdup(call->arena, text->str);
}

/* The value of the last option of this name; `otherwise` when there is none. */
static const char *option(const PureCall *call, guint first, const char *name,
                          const char *otherwise)
{
    for (guint i = first; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], name) == 0) {
            otherwise = call->argv[++i];
        }
    }
    return otherwise;
}

/* The component; NULL with an error when the mode is not known, and a hole when the result is not.
 */
static const char *find_component(PureCall *call, GError **error)
{
    const char *filename = replace_registry(call, call->argv[1]);
    const char *mode = call->argv[2];
    const char *result = NULL;
    if (text_has_hole(mode)) {
        return pure_derive(call, &row, NULL);
    }
    if (strcmp(mode, "ABSOLUTE") == 0 || strcmp(mode, "REALPATH") == 0) {
        const char *base = option(call, 3, "BASE_DIR", call->source_dir);
        result = absolute_path(call, filename, base == NULL ? "" : base);
    } else if (strcmp(mode, "PROGRAM") != 0) {
        guint i = 0;
        while (i < G_N_ELEMENTS(modes) && strcmp(modes[i].name, mode) != 0) {
            i++;
        }
        if (i == G_N_ELEMENTS(modes)) {
            pure_fail(call, &row, error, PURE_ERROR_USAGE, "\"%s\" is no component", mode);
            return NULL;
        }
        result = modes[i].component(call, filename);
    }
    return result == NULL ? pure_derive(call, &row, NULL) : result;
}

gboolean pure_get_filename_component(PureCall *call, GError **error)
{
    if (call->argc < row.minimum) {
        return pure_fail(call, &row, error, PURE_ERROR_USAGE, "%u arguments are too few",
                         call->argc);
    }
    gboolean cache = call->argc > 3 && strcmp(call->argv[call->argc - 1], "CACHE") == 0;
    const char *old = cache ? call->lookup(call, call->argv[0]) : NULL;
    if (old != NULL && !text_has_hole(old) && strcmp(old, "NOTFOUND") != 0 &&
        !g_str_has_suffix(old, "-NOTFOUND")) {
        return TRUE; /* the user's own value, or an earlier run's */
    }
    const char *mode = call->argv[2];
    const char *result = find_component(call, error);
    if (result == NULL) {
        return FALSE;
    }
    if (old != NULL && text_has_hole(old)) {
        result =
            call->derive(call, row.operation, arena_printf(call->arena, "%s\x1f%s", old, result));
    }
    const char *arguments = NULL;
    if (strcmp(mode, "PROGRAM") == 0) {
        arguments = option(call, 2, "PROGRAM_ARGS", NULL);
    }
    const char *type = strcmp(mode, "PATH") == 0 ? "FILEPATH" : "STRING";
    const char *names[] = {call->argv[0], arguments};
    const char *values[] = {result,
                            arguments == NULL ? NULL : pure_derive(call, &row, "PROGRAM_ARGS")};
    for (guint i = 0; i < G_N_ELEMENTS(names) && names[i] != NULL; i++) {
        if (cache && call->assign_cache != NULL) {
            call->assign_cache(call, names[i], values[i], type);
        } else {
            call->assign(call, names[i], values[i]);
        }
    }
    return TRUE;
}
