/* file(): which of its verbs are followed, and paths as text. */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/pure_lexical_path.h"
#include "discover/cmake/record.h"
#include "discover/cmake/written_file.h"
#include <string.h>

static GPtrArray *names_of(const char *path)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    for (guint i = 0; parts[i] != NULL; i++) {
        if (*parts[i] != '\0') {
            g_ptr_array_add(names, g_strdup(parts[i]));
        }
    }
    return names;
}

static void file_relative_path(Evaluator *self, const Call *call)
{
    if (call->argc < 4) {
        return;
    }
    const char *from = call->argv[2];
    const char *to = call->argv[3];
    if (text_has_hole(from) || text_has_hole(to)) {
        g_autofree char *both = g_strdup_printf("%s -> %s", from, to);
        evaluator_set(self, call->argv[1], evaluator_derive(self, "relative path", both));
        return;
    }
    g_autoptr(Arena) scratch = arena_new();
    g_autoptr(GPtrArray) a = names_of(lexical_path_normal(scratch, from));
    g_autoptr(GPtrArray) b = names_of(lexical_path_normal(scratch, to));
    guint same = 0;
    while (same < a->len && same < b->len && strcmp(a->pdata[same], b->pdata[same]) == 0) {
        same++;
    }
    g_autoptr(GString) path = g_string_new(NULL);
    for (guint i = same; i < a->len; i++) {
        g_string_append(path, "../");
    }
    for (guint i = same; i < b->len; i++) {
        g_string_append_printf(path, "%s%s", (const char *)b->pdata[i], i + 1 < b->len ? "/" : "");
    }
    evaluator_set(self, call->argv[1], path->str);
}

/* Slashes become single ones where two follow another byte, and the last is dropped. */
static void append_cmake_path(Evaluator *self, GString *out, const char *path)
{
    if (*path == '~') {
        g_string_append(out, evaluator_derive(self, "path", path));
        return;
    }
    g_autoptr(GString) slashes = g_string_new(NULL);
    for (; *path != '\0'; path++) {
        g_string_append_c(slashes, *path == '\\' ? '/' : *path);
    }
    if (slashes->len > 1 && strstr(slashes->str + 1, "//") != NULL) {
        g_string_replace(slashes, "//", "/", 0);
    }
    gboolean ends = slashes->len > 1 && slashes->str[slashes->len - 1] == '/';
    g_string_append_len(out, slashes->str, (gssize)(slashes->len - (ends ? 1 : 0)));
}

/* A search path of the system becomes a list. */
static void file_to_cmake_path(Evaluator *self, const Call *call)
{
    g_auto(GStrv) paths = g_strsplit_set(call->argv[1], ":;", -1);
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; paths[i] != NULL; i++) {
        g_string_append(list, i > 0 ? ";" : "");
        append_cmake_path(self, list, paths[i]);
    }
    evaluator_set(self, call->argv[2], list->str);
}

/* The same, whatever its name says: blanks get a backslash, and only a path's beginning keeps two
 * slashes. */
static void file_to_native_path(Evaluator *self, const Call *call)
{
    g_autoptr(GString) list = g_string_new(NULL);
    const char *begin = call->argv[1];
    for (const char *at = begin; *at != '\0'; at++) {
        if (*at == ':' || *at == ';') {
            g_string_append_c(list, ';');
            begin = at + 1;
        } else if (*at != '/' || at < begin + 2 || at[-1] != '/') {
            g_string_append(list, *at == ' ' ? "\\" : "");
            g_string_append_c(list, *at);
        }
    }
    evaluator_set(self, call->argv[2], list->str);
}

/* No link is followed. */
static void file_real_path(Evaluator *self, const Call *call)
{
    g_autoptr(Arena) scratch = arena_new();
    const char *path = call->argv[1];
    for (guint i = 3; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "BASE_DIRECTORY") == 0) {
            path = lexical_path_append(scratch, call->argv[i + 1], path);
        }
    }
    g_autofree char *absolute = evaluator_absolute(self, path, "CMAKE_CURRENT_SOURCE_DIR");
    if (!text_has_hole(absolute)) {
        g_autofree char *named = g_strdup(lexical_path_normal(scratch, absolute));
        gsize length = strlen(named);
        named[length > 1 && named[length - 1] == '/' ? length - 1 : length] = '\0';
        evaluator_set(self, call->argv[2], named);
        return;
    }
    evaluator_set(self, call->argv[2], absolute);
}

static void file_unknown(Evaluator *self, const Call *call)
{
    evaluator_set(self, call->argv[2], evaluator_derive(self, call->argv[0], call->argv[1]));
}

void command_file(Evaluator *self, const Call *call)
{
    static const struct {
        const char *verb;
        CommandHandler run;
        guint least; /* arguments */
    } verbs[] = {{"GLOB", command_file_glob, 2},
                 {"GLOB_RECURSE", command_file_glob, 2},
                 {"STRINGS", command_file_strings, 3},
                 {"READ", command_file_read, 3},
                 {"RELATIVE_PATH", file_relative_path, 4},
                 {"TO_CMAKE_PATH", file_to_cmake_path, 3},
                 {"TO_NATIVE_PATH", file_to_native_path, 3},
                 {"REAL_PATH", file_real_path, 3},
                 {"SIZE", command_file_size, 3},
                 {"MD5", command_file_checksum, 3},
                 {"SHA1", command_file_checksum, 3},
                 {"SHA224", command_file_checksum, 3},
                 {"SHA256", command_file_checksum, 3},
                 {"SHA384", command_file_checksum, 3},
                 {"SHA512", command_file_checksum, 3},
                 {"SHA3_224", command_file_checksum, 3},
                 {"SHA3_256", command_file_checksum, 3},
                 {"SHA3_384", command_file_checksum, 3},
                 {"SHA3_512", command_file_checksum, 3},
                 {"TIMESTAMP", file_unknown, 3},
                 {"READ_SYMLINK", file_unknown, 3}};
    if (call->argc < 2) {
        return;
    }
    for (guint i = 0; i < G_N_ELEMENTS(verbs); i++) {
        if (strcmp(verbs[i].verb, call->argv[0]) == 0 && call->argc >= verbs[i].least) {
            verbs[i].run(self, call);
        }
    }
    command_file_write(self, call);
    /* Where a verb tells how it went. */
    static const char *const results[] = {"STATUS", "RESULT_VARIABLE", "RESULT", NULL};
    gboolean writes = strcmp(call->argv[0], "WRITE") == 0 || strcmp(call->argv[0], "APPEND") == 0;
    for (guint i = 1; !writes && i + 1 < call->argc; i++) {
        if (g_strv_contains(results, call->argv[i])) {
            evaluator_set(self, call->argv[i + 1],
                          evaluator_derive(self, call->argv[0], call->argv[1]));
        }
    }
}
