#include "discover/cmake/pure_lexical_path.h"
#include <string.h>

gboolean lexical_path_is_absolute(const char *path)
{
    return *path == '/';
}

/* The components: "/" for a root, then names, then "" when the path ends in a slash behind a name.
 */
static GPtrArray *components_of(Arena *arena, const char *path)
{
    GPtrArray *components = arena_array(arena);
    if (*path == '/') {
        g_ptr_array_add(components, (gpointer) "/");
    }
    for (;;) {
        path += strspn(path, "/");
        gsize length = strcspn(path, "/");
        if (length == 0) {
            return components;
        }
        g_ptr_array_add(components, arena_strndup(arena, path, length));
        path += length;
        if (*path == '/' && path[strspn(path, "/")] == '\0') {
            g_ptr_array_add(components, (gpointer) "");
        }
    }
}

const char *lexical_path_filename(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static gboolean is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

const char *lexical_path_extension(const char *filename, gboolean wide)
{
    const char *end = filename + strlen(filename);
    if (filename == end || is_dots(filename)) {
        return end;
    }
    const char *dot = wide ? strchr(filename + (*filename == '.'), '.') : strrchr(filename, '.');
    return dot == NULL || dot == filename ? end : dot;
}

const char *lexical_path_relative_part(const char *path)
{
    return path + strspn(path, "/");
}

const char *lexical_path_parent(Arena *arena, const char *path)
{
    const char *relative = lexical_path_relative_part(path);
    if (*relative == '\0') {
        return path;
    }
    gsize length = (gsize)(lexical_path_filename(path) - path);
    while (length > 0 && path[length - 1] == '/') {
        length--;
    }
    if (length == 0 && *path == '/') {
        length = 1;
    }
    return arena_strndup(arena, path, length);
}

const char *lexical_path_generic(Arena *arena, const char *path)
{
    if (strstr(path, "//") == NULL) {
        return path;
    }
    char *generic = arena_alloc(arena, strlen(path) + 1);
    char *write = generic;
    for (const char *at = path; *at != '\0'; at++) {
        if (at[0] != '/' || at[1] != '/') {
            *write++ = *at;
        }
    }
    *write = '\0';
    return generic;
}

const char *lexical_path_append(Arena *arena, const char *path, const char *added)
{
    if (lexical_path_is_absolute(added)) {
        return added;
    }
    const char *slash = *lexical_path_filename(path) == '\0' ? "" : "/";
    return arena_printf(arena, "%s%s%s", path, slash, added);
}

const char *lexical_path_append_generic(Arena *arena, const char *path, const char *added)
{
    gsize slashes = strspn(path, "/");
    if (slashes > 1 && path[slashes] == '\0' && *added != '\0' && *added != '/') {
        /* A root that is written with several slashes is one component, and keeps them. */
        return arena_printf(arena, "%s%s", path, lexical_path_generic(arena, added));
    }
    return lexical_path_generic(arena, lexical_path_append(arena, path, added));
}

const char *lexical_path_remove_filename(Arena *arena, const char *path)
{
    return arena_strndup(arena, path, (gsize)(lexical_path_filename(path) - path));
}

const char *lexical_path_replace_extension(Arena *arena, const char *path, const char *extension,
                                           gboolean wide)
{
    const char *old = lexical_path_extension(lexical_path_filename(path), wide);
    const char *dot = *extension == '\0' || *extension == '.' ? "" : ".";
    return arena_printf(arena, "%.*s%s%s", (int)(old - path), path, dot, extension);
}

const char *lexical_path_normal(Arena *arena, const char *path)
{
    if (*path == '\0') {
        return path;
    }
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    gboolean root = *path == '/';
    gboolean slash = FALSE; /* what is made so far ends in one, behind a name */
    GPtrArray *components = components_of(arena, path);
    for (guint i = root ? 1 : 0; i < components->len; i++) {
        const char *name = g_ptr_array_index(components, i);
        const char *last = names->len == 0 ? NULL : g_ptr_array_index(names, names->len - 1);
        if (*name == '\0' || strcmp(name, ".") == 0) {
            slash = last != NULL;
        } else if (strcmp(name, "..") != 0 || (last == NULL && !root) ||
                   (last != NULL && strcmp(last, "..") == 0)) {
            g_ptr_array_add(names, (gpointer)name);
            slash = FALSE;
        } else if (last != NULL) {
            g_ptr_array_set_size(names, (int)names->len - 1);
            slash = names->len > 0;
        }
    }
    if (names->len == 0) {
        return root ? "/" : ".";
    }
    slash = slash && strcmp(g_ptr_array_index(names, names->len - 1), "..") != 0;
    g_ptr_array_add(names, NULL);
    g_autofree char *joined = g_strjoinv("/", (char **)names->pdata);
    return arena_printf(arena, "%s%s%s", root ? "/" : "", joined, slash ? "/" : "");
}

const char *lexical_path_relative_to(Arena *arena, const char *path, const char *base)
{
    if (lexical_path_is_absolute(path) != lexical_path_is_absolute(base)) {
        return "";
    }
    GPtrArray *to = components_of(arena, path);
    GPtrArray *from = components_of(arena, base);
    guint common = 0;
    while (common < to->len && common < from->len &&
           strcmp(g_ptr_array_index(to, common), g_ptr_array_index(from, common)) == 0) {
        common++;
    }
    if (common == to->len && common == from->len) {
        return ".";
    }
    int up = 0;
    for (guint i = common; i < from->len; i++) {
        const char *name = g_ptr_array_index(from, i);
        if (strcmp(name, "..") == 0) {
            up--;
        } else if (*name != '\0' && strcmp(name, ".") != 0) {
            up++;
        }
    }
    if (up < 0) {
        return "";
    }
    if (up == 0 && (common == to->len || *(char *)g_ptr_array_index(to, common) == '\0')) {
        return ".";
    }
    const char *result = "";
    for (int i = 0; i < up; i++) {
        result = lexical_path_append(arena, result, "..");
    }
    for (guint i = common; i < to->len; i++) {
        result = lexical_path_append(arena, result, g_ptr_array_index(to, i));
    }
    return result;
}

gboolean lexical_path_equal(Arena *arena, const char *a, const char *b)
{
    GPtrArray *left = components_of(arena, a);
    GPtrArray *right = components_of(arena, b);
    if (left->len != right->len) {
        return FALSE;
    }
    for (guint i = 0; i < left->len; i++) {
        if (strcmp(g_ptr_array_index(left, i), g_ptr_array_index(right, i)) != 0) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean lexical_path_is_prefix(Arena *arena, const char *prefix, const char *path)
{
    GPtrArray *front = components_of(arena, prefix);
    GPtrArray *whole = components_of(arena, path);
    guint common = 0;
    while (common < front->len && common < whole->len &&
           strcmp(g_ptr_array_index(front, common), g_ptr_array_index(whole, common)) == 0) {
        common++;
    }
    /* A slash at the prefix's end matches whatever is below. */
    return common == front->len ||
           (*(char *)g_ptr_array_index(front, common) == '\0' && common < whole->len);
}
