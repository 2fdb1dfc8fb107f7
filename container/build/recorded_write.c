/* What was recorded, as a build tree that CMake had written: https://ninja-build.org/manual.html,
 * https://clang.llvm.org/docs/JSONCompilationDatabase.html, cmake-commands(7) for file(INSTALL). */
#include "container/build/recorded.h"
#include "core/file.h"
#include "core/json.h"
#include "core/path.h"
#include "core/text_order.h"
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

/* The rules that the driver's `steps` knows. */
static const char *const rules[] = {
    [MADE_OBJECT] = "RECORDED_COMPILER",
    [MADE_ARCHIVE] = "RECORDED_STATIC_LIBRARY_LINKER",
    [MADE_PROGRAM] = "RECORDED_EXECUTABLE_LINKER",
    [MADE_LIBRARY] = "RECORDED_SHARED_LIBRARY_LINKER",
};

/* ---- the graph ------------------------------------------------------------------------------- */

/* In paths blanks and colons have a meaning, in values only '$' has. FALSE: no escape stands for
 * what ends a line, nor for what ends a path. */
static gboolean append_escaped(GString *text, const char *word, gboolean is_path)
{
    gboolean fits = strpbrk(word, is_path ? "\n\r|" : "\n\r") == NULL;
    for (; *word != '\0'; word++) {
        if (*word == '$' || (is_path && (*word == ' ' || *word == ':'))) {
            g_string_append_c(text, '$');
        }
        g_string_append_c(text, *word);
    }
    return fits;
}

static void append_command(GString *line, const GPtrArray *words)
{
    for (guint i = 0; i < words->len; i++) {
        const char *word = words->pdata[i];
        gboolean plain =
            *word != '\0' && strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                          "0123456789_@%+=:,./-") == strlen(word);
        g_autofree char *quoted = plain ? g_strdup(word) : g_shell_quote(word);
        g_string_append_printf(line, "%s%s", i > 0 ? " " : "", quoted);
    }
}

/* A compiler runs where it was called, all else in the build tree. The caller frees it. */
static char *command_of(const Recorded *self, const Made *made)
{
    GString *line = g_string_new(NULL);
    for (guint i = 0; i < made->count; i++) {
        const MadeBy *by = made->calls->pdata[i];
        g_autoptr(GPtrArray) words = recorded_words(self, made, by);
        if (i > 0) {
            g_string_append(line, " && ");
        }
        if (made->kind == MADE_OBJECT || recorded_stays(by)) {
            g_autofree char *folder = g_shell_quote(by->call->directory);
            g_string_append_printf(line, "cd %s && ", folder);
        } else if (i > 0 && recorded_stays(made->calls->pdata[i - 1])) {
            g_autofree char *folder = g_shell_quote(self->build);
            g_string_append_printf(line, "cd %s && ", folder);
        }
        append_command(line, words);
    }
    return g_string_free(line, FALSE);
}

/* Adds what a call works on: what was made, and other files of the build tree. */
static void add_inputs(const Recorded *self, const Made *made, const MadeBy *by, GHashTable *names)
{
    GHashTableIter iter;
    gpointer object;
    g_hash_table_iter_init(&iter, by->objects);
    while (g_hash_table_iter_next(&iter, NULL, &object)) {
        g_hash_table_add(names, (gpointer)((const Made *)object)->name);
    }
    for (guint i = 0; i < by->call->read->len; i++) {
        const RecordedFile *file = by->call->read->pdata[i];
        const Made *part = g_hash_table_lookup(by->files, file);
        gboolean is_compiled = g_hash_table_contains(by->objects, GUINT_TO_POINTER(file->word));
        if (part != NULL && !made_was(made, part)) {
            g_hash_table_add(names, (gpointer)part->name);
        } else if (part == NULL && file->word > 0 && !is_compiled &&
                   path_is_below(file->path, self->build) &&
                   !recorded_writes(by->call, file->path)) {
            g_hash_table_add(names, (gpointer)(file->path + strlen(self->build) + 1));
        }
    }
}

/* What it is made of: names, char *, sorted. */
static GPtrArray *inputs_of(const Recorded *self, const Made *made)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    GPtrArray *inputs = g_ptr_array_new();
    if (made->kind == MADE_OBJECT) {
        g_ptr_array_add(inputs, (gpointer)(path_is_below(made->source, self->build)
                                               ? made->source + strlen(self->build) + 1
                                               : made->source));
        return inputs;
    }
    for (guint i = 0; i < made->count; i++) {
        add_inputs(self, made, made->calls->pdata[i], names);
    }
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, names);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        g_ptr_array_add(inputs, name);
    }
    g_ptr_array_sort(inputs, text_order);
    return inputs;
}

/* FALSE: a name or the command is none that a graph can hold. */
static gboolean append_statement(GString *text, const Recorded *self, const Made *made)
{
    g_autofree char *command = command_of(self, made);
    g_autoptr(GPtrArray) inputs = inputs_of(self, made);
    g_string_append(text, "build ");
    gboolean fits = append_escaped(text, made->name, TRUE);
    g_string_append_printf(text, ": %s", rules[made->kind]);
    for (guint i = 0; i < inputs->len; i++) {
        g_string_append_c(text, ' ');
        fits = append_escaped(text, inputs->pdata[i], TRUE) && fits;
    }
    g_string_append(text, "\n  COMMAND = ");
    fits = append_escaped(text, command, FALSE) && fits;
    g_string_append(text, "\n\n");
    return fits;
}

static char *graph_text(const Recorded *self, GError **error)
{
    g_autoptr(GString) text = g_string_new("ninja_required_version = 1.5\n\n");
    for (gsize i = 0; i < G_N_ELEMENTS(rules); i++) {
        /* "generator": what is there and newer than its inputs is not made again because Ninja has
         * not seen the command before. */
        g_string_append_printf(text, "rule %s\n  command = $COMMAND\n  generator = 1\n\n",
                               rules[i]);
    }
    for (guint i = 0; i < self->made->len; i++) {
        const Made *made = self->made->pdata[i];
        if (made->kept && !append_statement(text, self, made)) {
            g_set_error(error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                        "%s cannot be made anew: a word of the command that makes it has a line "
                        "break, or a file's name one or a '|', which the build tool's graph cannot "
                        "hold; have the build give it otherwise",
                        made->name);
            return NULL;
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The project's commands could write here, and what they left under the name of ours may be a link
 * to any file of the host. */
static gboolean write_text(const char *folder, const char *name, const char *text, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_unlink(path);
    return file_write(path, text, strlen(text), error);
}

gboolean recorded_write(const Recorded *self, const char *folder, GError **error)
{
    json_t *entries = json_array();
    for (guint i = 0; i < self->made->len; i++) {
        const Made *made = self->made->pdata[i];
        const MadeBy *by = made->calls->pdata[0];
        if (made->kind != MADE_OBJECT || !made->kept) {
            continue;
        }
        g_autoptr(GPtrArray) words = recorded_words(self, made, by);
        json_array_append_new(entries,
                              json_pack("{s:o, s:o, s:o, s:o}", "directory",
                                        json_of_text(by->call->directory), "arguments",
                                        json_of_texts(words), "file", json_of_text(made->source),
                                        "output", json_of_text(made->name)));
    }
    g_autofree char *commands = json_document_text(entries);
    json_decref(entries);
    g_autofree char *graph = graph_text(self, error);
    return graph != NULL && write_text(folder, "compile_commands.json", commands, error) &&
           write_text(folder, "build.ninja", graph, error);
}

/* ---- the installation ------------------------------------------------------------------------ */

typedef struct {
    const Recorded *recorded;
    const char *folder; /* the build tree on the host */
    GString *text;
} Installing;

/* In quotes, as CMake reads them (cmake-language(7)). */
static void append_quoted(GString *text, const char *part)
{
    for (; *part != '\0'; part++) {
        if (strchr("\"\\$", *part) != NULL) {
            g_string_append_c(text, '\\');
        }
        g_string_append_c(text, *part);
    }
}

static void append_destination(GString *text, const char *folder)
{
    g_string_append(text, "\"${CMAKE_INSTALL_PREFIX}");
    if (*folder != '\0') {
        g_string_append_c(text, '/');
        append_quoted(text, folder);
    }
    g_string_append_c(text, '"');
}

/* As the project has installed it; what is installed from nowhere gets what its maker gives it. */
static void append_mode(const Installing *self, const char *relative)
{
    static const struct {
        mode_t bit;
        const char *word;
    } bits[] = {{S_IRUSR, "OWNER_READ"}, {S_IWUSR, "OWNER_WRITE"}, {S_IXUSR, "OWNER_EXECUTE"},
                {S_IRGRP, "GROUP_READ"}, {S_IWGRP, "GROUP_WRITE"}, {S_IXGRP, "GROUP_EXECUTE"},
                {S_IROTH, "WORLD_READ"}, {S_IWOTH, "WORLD_WRITE"}, {S_IXOTH, "WORLD_EXECUTE"},
                {S_ISUID, "SETUID"},     {S_ISGID, "SETGID"}};
    g_autofree char *staged = g_build_filename(self->folder, RECORDED_STAGE, relative, NULL);
    GStatBuf status;
    if (g_stat(staged, &status) != 0) {
        g_string_append(self->text, " USE_SOURCE_PERMISSIONS");
        return;
    }
    g_string_append(self->text, " PERMISSIONS");
    for (gsize i = 0; i < G_N_ELEMENTS(bits); i++) {
        if ((status.st_mode & bits[i].bit) != 0) {
            g_string_append_printf(self->text, " %s", bits[i].word);
        }
    }
}

/* Installs a file of the build tree at a path below the prefix. */
static void append_rule(const Installing *self, const char *file, const char *relative)
{
    const char *base = path_base(file);
    const char *name = path_base(relative);
    g_autofree char *folder = path_folder(relative);
    g_string_append(self->text, "file(INSTALL DESTINATION ");
    append_destination(self->text, folder);
    g_string_append(self->text, " TYPE FILE");
    append_mode(self, relative);
    if (!g_str_equal(base, name)) {
        g_string_append(self->text, " RENAME \"");
        append_quoted(self->text, name);
        g_string_append_c(self->text, '"');
    }
    g_string_append(self->text, " FILES \"");
    append_quoted(self->text, self->recorded->build);
    g_string_append_c(self->text, '/');
    append_quoted(self->text, file);
    g_string_append(self->text, "\")\n");
}

static void append_folder(const Installing *self, const char *relative)
{
    g_string_append(self->text, "file(MAKE_DIRECTORY \"$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/");
    append_quoted(self->text, relative);
    g_string_append(self->text, "\")\n");
}

static void append_link(const Installing *self, const char *target, const char *relative)
{
    g_autofree char *folder = path_folder(relative);
    append_folder(self, folder);
    g_string_append(self->text, "file(CREATE_LINK \"");
    append_quoted(self->text, target);
    g_string_append(self->text, "\" \"$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/");
    append_quoted(self->text, relative);
    g_string_append(self->text, "\" SYMBOLIC)\n");
}

gboolean recorded_write_install(const Recorded *self, const char *folder, GError **error)
{
    g_autoptr(GString) text = g_string_new("# What the project's makefiles have installed.\n");
    g_autoptr(GPtrArray) paths = g_ptr_array_new();
    const Installing installing = {self, folder, text};
    GHashTableIter iter;
    gpointer path;
    g_hash_table_iter_init(&iter, self->installed);
    while (g_hash_table_iter_next(&iter, &path, NULL)) {
        g_ptr_array_add(paths, path);
    }
    g_ptr_array_sort(paths, text_order);
    for (guint i = 0; i < paths->len; i++) {
        const Made *made = g_hash_table_lookup(self->installed, paths->pdata[i]);
        g_autofree char *staged = g_build_filename(RECORDED_STAGE, paths->pdata[i], NULL);
        append_rule(&installing, made != NULL ? made->name : staged, paths->pdata[i]);
    }
    for (guint i = 0; i < self->folders->len; i++) {
        append_folder(&installing, self->folders->pdata[i]);
    }
    for (guint i = 0; i < self->links->len; i++) {
        g_autofree char *link =
            g_build_filename(folder, RECORDED_STAGE, self->links->pdata[i], NULL);
        g_autofree char *target = g_file_read_link(link, NULL);
        if (target != NULL) {
            append_link(&installing, target, self->links->pdata[i]);
        }
    }
    return write_text(folder, "cmake_install.cmake", text->str, error);
}
