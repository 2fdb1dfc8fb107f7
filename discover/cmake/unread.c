#include "discover/cmake/unread.h"
#include "discover/cmake/source_file.h"
#include "discover/cmake/text_words.h"
#include <string.h>

/* Larger files are not looked through, and then nothing is said of any option. */
#define UNREAD_FILE_BYTES_MAX (1u << 20)
/* Literal parts of names that are put together: shorter ones fit too many names. */
#define PIECE_BYTES_MIN 3u
#define SUBMODULES ".gitmodules"

/* Whether what was not followed can hide no reader of the project's own: it lies in a file of the
 * tree, which is looked through here, or with others, or is about what values become. What remains
 * are files that are missing or cut, commands that nothing defines and names that are not known. */
static gboolean is_harmless(const char *reason)
{
    static const char *const reasons[] = {
        "downloaded content is not read",
        "limit: alternatives of a text",
        "limit: alternatives of a variable",
        "limit: combinations of values",
        "limit: condition size",
        "limit: defaults",
        "limit: effects",
        "limit: policy scopes",
        "limit: refused configurations in the specification",
        "limit: undeclared variables",
        "limit: values of an option",
        "refused configurations that depend on something unknown",
        "regular expression",
        "text command",
        "too few arguments",
        "unknown folder",
        "what a folder holds is not followed",
        NULL,
    };
    return g_strv_contains(reasons, reason);
}

/* "path = other/part" of .gitmodules: the folders of others' repositories. The caller unrefs it. */
static GPtrArray *submodules(const Tree *tree)
{
    GPtrArray *folders = g_ptr_array_new_with_free_func(g_free);
    if (tree_find(tree, SUBMODULES) == NULL) {
        return folders;
    }
    g_autofree char *text = tree_read_text(tree, SUBMODULES, NULL, NULL);
    g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        char *line = g_strstrip(lines[i]);
        char *equals = strchr(line, '=');
        if (g_str_has_prefix(line, "path") && equals != NULL) {
            g_ptr_array_add(folders, g_strstrip(g_strdup(equals + 1)));
        }
    }
    return folders;
}

static gboolean lies_in(const GPtrArray *folders, const char *path)
{
    for (guint i = 0; path != NULL && i < folders->len; i++) {
        const char *folder = folders->pdata[i];
        gsize length = strlen(folder);
        if (strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0')) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether all of the project's own CMake files were followed. */
static gboolean is_complete(const Tree *tree, const Facts *facts)
{
    g_autoptr(GPtrArray) folders = submodules(tree);
    for (guint i = 0; i < facts->ledger->len; i++) {
        const LedgerEntry *entry = facts->ledger->pdata[i];
        gboolean missing = strcmp(entry->reason, "file not found") == 0 ||
                           strcmp(entry->reason, "folder not found") == 0;
        if (entry->at.path != NULL && tree_kind_of(entry->at.path) == TREE_CMAKE &&
            !is_harmless(entry->reason) && !(missing && lies_in(folders, entry->subject))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Options that nothing was seen to read, by name. The caller unrefs it. */
static GHashTable *candidates(const Facts *facts)
{
    GHashTable *found = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < facts->options->len; i++) {
        Option *option = facts->options->pdata[i];
        if (option->builder == BUILDER_CMAKE && option->definitions->len > 0 &&
            option->uses->len == 0 && option->links->len == 0 && !option->vendored &&
            !g_str_has_prefix(option->name, "CMAKE_")) {
            g_hash_table_insert(found, (gpointer)option->name, option);
        }
    }
    return found;
}

/* "${part}_ENABLE": whichever names end, or begin, in what is written out of it. */
static void drop_composed(GHashTable *names, const char *before, gsize before_length,
                          const char *after, gsize after_length)
{
    if (before_length < PIECE_BYTES_MIN && after_length < PIECE_BYTES_MIN) {
        return; /* the evaluator has seen what it becomes, or has noted that it does not know */
    }
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, names);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        const char *name = key;
        gsize length = strlen(name);
        if (length >= before_length + after_length && strncmp(name, before, before_length) == 0 &&
            strncmp(name + length - after_length, after, after_length) == 0) {
            g_hash_table_iter_remove(&iter);
        }
    }
}

/* Takes each word of a text that is a name, or part of one that is put together, from the names. */
static void drop_named(GHashTable *names, const char *text)
{
    for (const char *at = text; *at != '\0';) {
        if (!text_is_name_byte(*at)) {
            at++;
            continue;
        }
        gsize length = 0;
        while (text_is_name_byte(at[length])) {
            length++;
        }
        g_autofree char *word = g_strndup(at, length);
        g_hash_table_remove(names, word);
        if (at[length] == '$' && at[length + 1] == '{') { /* WITH_${part} */
            drop_composed(names, at, length, "", 0);
        }
        if (at > text && at[-1] == '}') { /* ${part}_ENABLE */
            drop_composed(names, "", 0, at, length);
        }
        at += length;
    }
}

/* Commands whose first word they declare, set or hide, without a look at what it holds. */
static gboolean only_writes(const char *command)
{
    static const char *const commands[] = {
        "option", "set", "unset", "mark_as_advanced", "cmake_dependent_option", NULL};
    return g_strv_contains(commands, command) || text_speaks_of_options(command);
}

/* A TextCommandVisit whose data is the names. */
static void see_command(const char *name, const GArray *words, gpointer data)
{
    if (strcmp(name, "get_cmake_property") == 0) { /* of all variables there are */
        g_hash_table_remove_all(data);
    }
    guint first = only_writes(name) ? 1 : 0;
    guint i = first;
    if (strcmp(name, "set_property") == 0) { /* CACHE names PROPERTY STRINGS values */
        while (i < words->len &&
               g_strcmp0(g_array_index(words, TextWord, i).text, "PROPERTY") != 0) {
            i++;
        }
    }
    for (; i < words->len; i++) {
        const TextWord *word = &g_array_index(words, TextWord, i);
        if (word->text != NULL) {
            drop_named(data, word->text);
        }
    }
}

/* "settings.h.cmake" is no script: what looks like a comment there is a line of the header. */
static gboolean is_script(const TreeFile *file)
{
    const char *slash = strrchr(file->path, '/');
    const char *name = slash != NULL ? slash + 1 : file->path;
    return file->kind == TREE_CMAKE &&
           (strcmp(name, "CMakeLists.txt") == 0 || strchr(name, '.') == strrchr(name, '.'));
}

/* Whether the file is well formed: behind a quote that is never closed any word may stand. */
static gboolean is_sound(const char *path, const char *text, gsize length)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    source_file_lower(arena, path, text, length, NULL, diagnostics);
    return diagnostics_list(diagnostics)->len == 0;
}

/* FALSE when the file could not be looked through. */
static gboolean look_through(const Tree *tree, const TreeFile *file, GHashTable *names)
{
    gsize length = 0;
    g_autofree char *text = file->size <= UNREAD_FILE_BYTES_MAX
                                ? tree_read_text(tree, file->path, &length, NULL)
                                : NULL;
    if (text == NULL || (is_script(file) && !is_sound(file->path, text, length))) {
        return FALSE;
    }
    if (is_script(file)) {
        text_commands(text, see_command, names);
    } else {
        drop_named(names, text);
    }
    return TRUE;
}

void unread_mark(const Tree *tree, Facts *facts)
{
    g_autoptr(GHashTable) names = candidates(facts);
    if (g_hash_table_size(names) == 0 || !is_complete(tree, facts)) {
        return;
    }
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len && g_hash_table_size(names) > 0; i++) {
        const TreeFile *file = files->pdata[i];
        gboolean read = file->kind == TREE_CMAKE || file->kind == TREE_TEMPLATE;
        if (read && !file->linked && !look_through(tree, file, names)) {
            return;
        }
    }
    GHashTableIter iter;
    gpointer option;
    g_hash_table_iter_init(&iter, names);
    while (g_hash_table_iter_next(&iter, NULL, &option)) {
        ((Option *)option)->unread = TRUE;
    }
}
