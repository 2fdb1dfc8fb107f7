/* file(): what is read from the tree, or from what was written before. */
#include "discover/cmake/commands.h"
#include "discover/cmake/pure.h"
#include <fnmatch.h>
#include <string.h>

#define GLOB_RESULTS_MAX 20000u
#define READ_BYTES_MAX (1u << 20)

/* What a pattern is looked for with. `path` is the folder under way, with a '/' behind it, and
 * after each step what it was before. */
typedef struct {
    const Tree *tree;
    gboolean recurse; /* the last component fits in all folders below, too */
    GString *path;
    GPtrArray *found; /* char * */
} Glob;

/* One folder's pattern against the tree: each component may have wildcards. */
static void glob_folder(Glob *self, char *const *components)
{
    gsize length = self->path->len;
    g_string_truncate(self->path, length > 0 ? length - 1 : 0);
    const GPtrArray *children = tree_children(self->tree, self->path->str);
    g_string_append(self->path, length > 0 ? "/" : "");
    /* The tree's root itself has no components. */
    if (children == NULL || components[0] == NULL || self->found->len >= GLOB_RESULTS_MAX) {
        return;
    }
    gboolean last = components[1] == NULL;
    gboolean literal = strpbrk(components[0], "*?[") == NULL;
    for (guint i = 0; i < children->len; i++) {
        const char *name = children->pdata[i];
        gboolean fits =
            literal ? strcmp(name, components[0]) == 0 : fnmatch(components[0], name, 0) == 0;
        if (!fits && !(self->recurse && last)) {
            continue;
        }
        g_string_append(self->path, name);
        gboolean is_folder =
            (!last || self->recurse) && tree_is_folder(self->tree, self->path->str);
        if (fits && last && !(self->recurse && is_folder)) {
            g_ptr_array_add(self->found, g_strdup(self->path->str));
        }
        if (is_folder) {
            g_string_append_c(self->path, '/');
            if (fits && !last) {
                glob_folder(self, components + 1);
            }
            if (self->recurse && last) {
                glob_folder(self, components);
            }
        }
        g_string_truncate(self->path, length);
    }
}

static int compare_paths(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void file_glob(Evaluator *self, const Call *call, gboolean recurse)
{
    if (call->argc < 2 || text_has_hole(call->argv[1])) {
        return;
    }
    const char *relative = NULL;
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) in_tree = g_ptr_array_new_with_free_func(g_free);
    gboolean unknown = FALSE;
    for (guint i = 2; i < call->argc; i++) {
        const char *word = call->argv[i];
        if (strcmp(word, "RELATIVE") == 0 && i + 1 < call->argc) {
            relative = call->argv[++i];
            continue;
        }
        if (strcmp(word, "CONFIGURE_DEPENDS") == 0 || strcmp(word, "FOLLOW_SYMLINKS") == 0) {
            continue;
        }
        if (strcmp(word, "LIST_DIRECTORIES") == 0) {
            i++;
            continue;
        }
        g_autofree char *path = evaluator_tree_path(self, word);
        evaluator_written_like(self, word, recurse, found);
        if (path == NULL) {
            /* What else there is outside is not known. */
            unknown = TRUE;
            continue;
        }
        g_auto(GStrv) components = g_strsplit(path, "/", -1);
        g_autoptr(GString) folder = g_string_new(NULL);
        Glob glob = {self->tree, recurse, folder, in_tree};
        glob_folder(&glob, components);
    }
    if (unknown) {
        evaluator_ledger(self, "unknown files", "file(GLOB)", NULL);
    }
    for (guint i = 0; i < in_tree->len; i++) {
        g_autofree char *path =
            g_strdup_printf("%s/%s", self->source_root, (const char *)in_tree->pdata[i]);
        Guard removed = evaluator_removed(self, path);
        if (guard_meets(self->guards, self->path, guard_not(self->guards, removed))) {
            g_ptr_array_add(found, g_steal_pointer(&path));
        }
    }
    g_ptr_array_sort(found, compare_paths);
    g_autofree char *base =
        relative != NULL ? evaluator_absolute(self, relative, "CMAKE_CURRENT_SOURCE_DIR") : NULL;
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < found->len; i++) {
        const char *path = found->pdata[i];
        if (i > 0 && strcmp(path, found->pdata[i - 1]) == 0) {
            continue;
        }
        if (list->len > 0) {
            g_string_append_c(list, ';');
        }
        gsize length = base != NULL ? strlen(base) : 0;
        while (length > 0 && base[length - 1] == '/') {
            length--;
        }
        gboolean below = length > 0 && strncmp(path, base, length) == 0 && path[length] == '/';
        g_string_append(list, below ? path + length + 1 : path);
    }
    evaluator_set(self, call->argv[1], list->str);
}

char *command_file_text(Evaluator *self, const char *name)
{
    const char *written = evaluator_written(self, name);
    if (written != NULL) {
        return g_strdup(written);
    }
    g_autofree char *path = evaluator_tree_path(self, name);
    if (path == NULL && !text_has_hole(name)) {
        g_autofree char *absolute = evaluator_absolute(self, name, "CMAKE_CURRENT_SOURCE_DIR");
        return evaluator_answer_file(self, absolute);
    }
    const TreeFile *file = path != NULL ? tree_find(self->tree, path) : NULL;
    if (file == NULL || file->size > READ_BYTES_MAX) {
        return NULL;
    }
    return tree_read_text(self->tree, path, NULL, NULL);
}

static void escape_list(GString *list, const char *text, gsize length)
{
    for (gsize i = 0; i < length; i++) {
        if (text[i] == ';') {
            g_string_append_c(list, '\\');
        }
        g_string_append_c(list, text[i]);
    }
}

static void file_strings(Evaluator *self, const Call *call)
{
    g_autofree char *text = command_file_text(self, call->argv[1]);
    /* What is not known in a text that was written may be, or have, any line. */
    gboolean chosen = call_has(call, 3, "REGEX") || call_has(call, 3, "LIMIT_COUNT");
    if (text == NULL || (chosen && text_has_hole(text))) {
        evaluator_set(self, call->argv[2], evaluator_derive(self, "lines", call->argv[1]));
        return;
    }
    g_autoptr(CmakeRegex) regex = NULL;
    guint64 limit = G_MAXUINT64;
    for (guint i = 3; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "REGEX") == 0) {
            regex = cmake_regex_new(call->argv[i + 1], NULL);
        } else if (strcmp(call->argv[i], "LIMIT_COUNT") == 0) {
            limit = g_ascii_strtoull(call->argv[i + 1], NULL, 10);
        }
    }
    g_autoptr(GString) list = g_string_new(NULL);
    gboolean first = TRUE;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL && limit > 0; line++) {
        g_strchomp(*line);
        if (line[1] == NULL && **line == '\0') {
            break; /* what follows the last newline is no line */
        }
        if ((regex != NULL && !cmake_regex_match(regex, *line, NULL, NULL))) {
            continue;
        }
        if (!first) {
            g_string_append_c(list, ';');
        }
        first = FALSE;
        escape_list(list, *line, strlen(*line));
        limit--;
    }
    evaluator_set(self, call->argv[2], list->str);
}

static void file_read(Evaluator *self, const Call *call)
{
    g_autofree char *text = command_file_text(self, call->argv[1]);
    guint64 offset = 0;
    guint64 limit = G_MAXUINT64;
    for (guint i = 3; i + 1 < call->argc; i++) {
        guint64 number = g_ascii_strtoull(call->argv[i + 1], NULL, 10);
        if (strcmp(call->argv[i], "OFFSET") == 0) {
            offset = number;
        } else if (strcmp(call->argv[i], "LIMIT") == 0) {
            limit = number;
        }
    }
    if (text != NULL && call->argc > 3 && text_has_hole(text)) {
        g_clear_pointer(&text, g_free); /* where its parts are is not known */
    }
    if (text != NULL) {
        gsize length = strlen(text);
        gsize skip = MIN(offset, length);
        memmove(text, text + skip, length - skip + 1);
        /* The limit counts no newlines (as in CMake's own reading by lines). */
        gsize at = 0;
        for (; text[at] != '\0' && (limit > 0 || text[at] == '\n'); at++) {
            limit -= text[at] != '\n';
            if (limit == 0 && text[at] == '\n') {
                at++;
                break;
            }
        }
        text[at] = '\0';
    }
    evaluator_set(self, call->argv[2],
                  text != NULL ? text : evaluator_derive(self, "text", call->argv[1]));
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
    g_auto(GStrv) a = g_strsplit(from, "/", -1);
    g_auto(GStrv) b = g_strsplit(to, "/", -1);
    guint same = 0;
    while (a[same] != NULL && b[same] != NULL && strcmp(a[same], b[same]) == 0) {
        same++;
    }
    g_autoptr(GString) path = g_string_new(NULL);
    for (guint i = same; a[i] != NULL; i++) {
        if (*a[i] != '\0') {
            g_string_append(path, "../");
        }
    }
    for (guint i = same; b[i] != NULL; i++) {
        g_string_append(path, b[i]);
        if (b[i + 1] != NULL) {
            g_string_append_c(path, '/');
        }
    }
    evaluator_set(self, call->argv[1], path->str);
}

void command_file(Evaluator *self, const Call *call)
{
    if (call->argc < 2) {
        return;
    }
    const char *verb = call->argv[0];
    /* Output variable per verb: index of the argument, or 0 for none that we can't compute. */
    static const struct {
        const char *verb;
        guint output;
    } unknown_outputs[] = {
        {"TIMESTAMP", 2}, {"SIZE", 2},   {"MD5", 2},          {"SHA1", 2},
        {"SHA256", 2},    {"SHA512", 2}, {"READ_SYMLINK", 2}, {"GET_RUNTIME_DEPENDENCIES", 0}};
    if (strcmp(verb, "GLOB") == 0 || strcmp(verb, "GLOB_RECURSE") == 0) {
        file_glob(self, call, verb[4] != '\0');
    } else if (strcmp(verb, "STRINGS") == 0 && call->argc >= 3) {
        file_strings(self, call);
    } else if (strcmp(verb, "READ") == 0 && call->argc >= 3) {
        file_read(self, call);
    } else if (strcmp(verb, "RELATIVE_PATH") == 0) {
        file_relative_path(self, call);
    } else if ((strcmp(verb, "TO_CMAKE_PATH") == 0 || strcmp(verb, "TO_NATIVE_PATH") == 0) &&
               call->argc >= 3) {
        /* A search path of the system becomes a list. */
        g_autofree char *path = g_strdup(call->argv[1]);
        g_strdelimit(path, strcmp(verb, "TO_CMAKE_PATH") == 0 ? ":" : ";",
                     strcmp(verb, "TO_CMAKE_PATH") == 0 ? ';' : ':');
        evaluator_set(self, call->argv[2], path);
    } else if (strcmp(verb, "REAL_PATH") == 0 && call->argc >= 3) {
        g_autofree char *path = evaluator_absolute(self, call->argv[1], "CMAKE_CURRENT_SOURCE_DIR");
        evaluator_set(self, call->argv[2], path);
    }
    command_file_write(self, call);
    for (guint i = 0; i < G_N_ELEMENTS(unknown_outputs); i++) {
        guint output = unknown_outputs[i].output;
        if (strcmp(unknown_outputs[i].verb, verb) == 0 && output > 0 && output < call->argc) {
            evaluator_set(self, call->argv[output], evaluator_derive(self, verb, call->argv[1]));
        }
    }
    for (guint i = 1; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "STATUS") == 0 || strcmp(call->argv[i], "RESULT_VARIABLE") == 0) {
            evaluator_set(self, call->argv[i + 1], evaluator_derive(self, verb, call->argv[1]));
        }
    }
}

void command_aux_source_directory(Evaluator *self, const Call *call)
{
    if (call->argc < 2) {
        return;
    }
    g_autofree char *pattern = g_strdup_printf("%s/*.c*", call->argv[0]);
    const char *words[] = {"GLOB", call->argv[1], pattern};
    const guint8 quoted[] = {0, 0, 0};
    const Call glob = {.command = call->command, .argc = 3, .argv = words, .quoted = quoted};
    file_glob(self, &glob, FALSE);
}
