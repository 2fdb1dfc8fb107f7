#include "discover/cmake/unread.h"
#include "core/identifier.h"
#include "core/path.h"
#include "discover/cmake/source_file.h"
#include "discover/cmake/submodules.h"
#include "discover/cmake/text_words.h"
#include <string.h>

/* Larger files are not looked through, and then nothing is said of any option. */
#define UNREAD_FILE_BYTES_MAX (1u << 20)
/* Literal parts of names that are put together: shorter ones fit too many names. */
#define PIECE_BYTES_MIN 3u
/* Different ones of them; with more, and for longer names, nothing is said. */
#define PIECES_MAX 16384u
/* Different ones with a reference on either side, each of which is looked for within each name. */
#define MIDDLES_MAX 1024u
#define NAME_BYTES_MAX 256u
/* What is read of files that are neither CMake's nor templates, all together. */
#define OTHER_BYTES_MAX (64u << 20)

/* What the evaluator calls the folder in which the project is built. */
#define BUILD_ROOT "/build"

/* Whether what was not followed can hide no reader of the project's own: it lies in a file of the
 * tree, which is looked through here, or with others, or is about what values become. What remains
 * are files that are missing or cut, commands that nothing defines and names that are not known. */
static gboolean is_harmless(const char *reason)
{
    static const char *const reasons[] = {
        "downloaded content is not read",
        "limit: alternatives of a text",
        "limit: alternatives of a variable",
        LEDGER_CUT,
        LEDGER_LOST,
        "limit: combinations of values",
        "limit: condition size",
        "limit: defaults",
        "limit: effects",
        "limit: files that are written and read",
        "limit: policy scopes",
        "limit: refused configurations in the specification",
        "limit: undeclared variables",
        "limit: values of an option",
        "refused configurations that depend on something unknown",
        "regular expression",
        "submodule is not in the tree", /* whether it may be the own is asked of .gitmodules */
        "taken at its default",         /* what a person may put in that place is theirs */
        "target whose name is not known",
        "text command",
        "too few arguments",
        "unknown files",
        "unknown folder",
        "what a folder holds is not followed",
        NULL,
    };
    return g_strv_contains(reasons, reason);
}

/* Whether the text begins as the project is called, whatever the case and what joins the words. */
static gboolean begins_as(const char *text, const char *project)
{
    for (; *project != '\0'; project++) {
        if (!g_ascii_isalnum(*project)) {
            continue;
        }
        while (*text != '\0' && strchr("-_. ", *text) != NULL) {
            text++;
        }
        if (g_ascii_tolower(*text++) != g_ascii_tolower(*project)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean unread_may_be_own(const char *place, const char *url, const char *project)
{
    if (project == NULL || (url != NULL && url[0] == '.')) {
        return TRUE;
    }
    const char *const texts[] = {place, url};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        const char *part = texts[i];
        while (part != NULL) {
            if (begins_as(part, project)) {
                return TRUE;
            }
            part = strpbrk(part, "/:@");
            part = part != NULL ? part + 1 : NULL;
        }
    }
    return FALSE;
}

/* Whether a submodule that is not there, or what is fetched, may be the project's own. */
static gboolean misses_own(const Tree *tree, const Facts *facts, const GPtrArray *modules)
{
    for (guint i = 0; i < modules->len; i++) {
        const Submodule *module = modules->pdata[i];
        if (submodule_is_absent(module, tree) &&
            (module->path == NULL || module->url == NULL ||
             unread_may_be_own(module->path, module->url, facts->project_name))) {
            return TRUE;
        }
    }
    for (guint i = 0; i < facts->effects->len; i++) {
        const Effect *effect = facts->effects->pdata[i];
        if (effect->kind == EFFECT_DOWNLOAD &&
            unread_may_be_own(effect->name, effect->detail, facts->project_name)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_missing(const LedgerEntry *entry)
{
    return strcmp(entry->reason, "file not found") == 0 ||
           strcmp(entry->reason, "folder not found") == 0;
}

/* Whether the file would lie where the project is built: what the build writes there it makes of
 * texts of the tree, which are looked through, or has a program write. */
static gboolean is_made(const LedgerEntry *entry)
{
    return entry->subject != NULL && g_str_has_prefix(entry->subject, BUILD_ROOT "/");
}

/* A variable whose name is not known, in a file that searches for a package: parts of the package
 * have names that are put together, options of the project have not. */
static gboolean is_name_of_search(const LedgerEntry *entry)
{
    return strcmp(entry->reason, "unknown name") == 0 && tree_is_find_module(entry->at.path);
}

/* Whether a file in a folder that is not known lies elsewhere, by a name that is none of the
 * project's: "${cache}/tools_0.39.cmake". One of the tree is looked through here. */
static gboolean is_elsewhere(const Facts *facts, const LedgerEntry *entry)
{
    const char *slash = entry->subject != NULL ? strrchr(entry->subject, '/') : NULL;
    return slash != NULL && strcmp(entry->reason, "unknown file") == 0 &&
           strchr(slash, '$') == NULL && !unread_may_be_own(slash + 1, NULL, facts->project_name);
}

/* Whether all of the project's own CMake files were followed. */
static gboolean is_complete(const Facts *facts, GHashTable *by_path)
{
    for (guint i = 0; i < facts->ledger->len; i++) {
        const LedgerEntry *entry = facts->ledger->pdata[i];
        if (entry->at.path == NULL || tree_kind_of(entry->at.path) != TREE_CMAKE ||
            is_harmless(entry->reason) || is_name_of_search(entry) || is_elsewhere(facts, entry)) {
            continue;
        }
        gboolean elsewhere = is_missing(entry) &&
                             (is_made(entry) || submodules_find(by_path, entry->subject) != NULL);
        if (!elsewhere) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Whether other repositories take part in the build, which may read what the project does not. */
static gboolean has_others(const Tree *tree, const Facts *facts, const GPtrArray *modules)
{
    static const char *const reasons[] = {"downloaded content is not read",
                                          "submodule is not in the tree", "taken at its default",
                                          NULL};
    for (guint i = 0; i < modules->len; i++) {
        if (submodule_is_absent(modules->pdata[i], tree)) {
            return TRUE;
        }
    }
    for (guint i = 0; i < facts->ledger->len; i++) {
        const LedgerEntry *entry = facts->ledger->pdata[i];
        if (g_strv_contains(reasons, entry->reason)) {
            return TRUE;
        }
    }
    for (guint i = 0; i < facts->effects->len; i++) {
        if (((const Effect *)facts->effects->pdata[i])->kind == EFFECT_DOWNLOAD) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Options that nothing was seen to read, by name. The caller unrefs it. */
static GHashTable *candidates(const Facts *facts)
{
    GHashTable *found = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < facts->options->len; i++) {
        Option *option = facts->options->pdata[i];
        if (option->builder == BUILDER_CMAKE && option->definitions->len > 0 &&
            option->uses->len == 0 && option->links->len == 0 && !option->vendored &&
            !option->of_absent && !g_str_has_prefix(option->name, "CMAKE_") &&
            strlen(option->name) <= NAME_BYTES_MAX) {
            g_hash_table_insert(found, (gpointer)option->name, option);
        }
    }
    return found;
}

typedef struct {
    GHashTable *names;  /* options that nothing was seen to read yet */
    GHashTable *before; /* what stands right before a reference: WITH_${part} */
    GHashTable *after;  /* what stands right behind one: ${part}_ENABLE */
    GHashTable *middle; /* what stands between two: ${project}_ENABLE_${part} */
    GHashTable
        *around; /* what stands on both sides of one: WITH_${part}_ENABLE, as "WITH_$_ENABLE" */
} Search;

static void add_piece(const Search *search, GHashTable *pieces, const char *word)
{
    if (strlen(word) < PIECE_BYTES_MIN) {
        return; /* the evaluator has seen what it becomes, or has noted that it does not know */
    }
    gboolean by_one = pieces == search->middle || pieces == search->around;
    if (g_hash_table_size(pieces) < (by_one ? MIDDLES_MAX : PIECES_MAX)) {
        g_hash_table_add(pieces, g_strdup(word));
    } else if (!g_hash_table_contains(pieces, word)) {
        g_hash_table_remove_all(search->names);
    }
}

/* Whether the name begins and ends as "WITH_$_ENABLE" does. */
static gboolean is_around(const char *around, const char *name)
{
    const char *reference = strchr(around, '$');
    gsize begin = (gsize)(reference - around);
    return strlen(name) >= strlen(around) - 1 && strncmp(name, around, begin) == 0 &&
           g_str_has_suffix(name, reference + 1);
}

static gboolean is_composed(const Search *search, const char *name)
{
    char begin[NAME_BYTES_MAX + 1];
    gsize length = strlen(name);
    for (gsize i = PIECE_BYTES_MIN; i <= length; i++) {
        memcpy(begin, name, i);
        begin[i] = '\0';
        if (g_hash_table_contains(search->before, begin) ||
            g_hash_table_contains(search->after, name + length - i)) {
            return TRUE;
        }
    }
    GHashTableIter iter;
    gpointer middle;
    g_hash_table_iter_init(&iter, search->middle);
    while (g_hash_table_iter_next(&iter, &middle, NULL)) {
        if (strstr(name, middle) != NULL) {
            return TRUE;
        }
    }
    gpointer around;
    g_hash_table_iter_init(&iter, search->around);
    while (g_hash_table_iter_next(&iter, &around, NULL)) {
        if (is_around(around, name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Takes the names that may be put together of the pieces. Once, when all of these are known: each
 * name with each place that puts one together would be without bounds. */
static void drop_composed(const Search *search)
{
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, search->names);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        if (is_composed(search, name)) {
            g_hash_table_iter_remove(&iter);
        }
    }
}

/* Adds "WITH_${part}_ENABLE", whose first word is there, as one; how many bytes it has. 0, and
 * nothing added, where that is not all of the name. */
static gsize add_around(const Search *search, const char *text, const char *at, gsize length)
{
    const char *reference = at + length;
    gsize inside = identifier_length(reference + 2);
    const char *behind = reference + 2 + inside + 1;
    if ((at > text && at[-1] == '}') || inside == 0 || behind[-1] != '}') {
        return 0;
    }
    gsize rest = identifier_length(behind);
    if (length < PIECE_BYTES_MIN || rest < PIECE_BYTES_MIN || behind[rest] == '$') {
        return 0;
    }
    g_autofree char *begin = g_strndup(at, length);
    g_autofree char *end = g_strndup(behind, rest);
    g_autofree char *around = g_strconcat(begin, "$", end, NULL);
    add_piece(search, search->around, around);
    return (gsize)(behind + rest - at);
}

/* Takes each word of a text that is a name from the names, and keeps those that are a part of one
 * that is put together. */
static void drop_named(const Search *search, const char *text)
{
    for (const char *at = text; *at != '\0';) {
        if (!identifier_has_byte(*at)) {
            at++;
            continue;
        }
        gsize length = identifier_length(at);
        g_autofree char *word = g_strndup(at, length);
        g_hash_table_remove(search->names, word);
        gboolean before = at[length] == '$' && at[length + 1] == '{';
        gboolean after = at > text && at[-1] == '}';
        gsize around = before ? add_around(search, text, at, length) : 0;
        if (around > 0) {
            g_autofree char *inside =
                g_strndup(at + length + 2, identifier_length(at + length + 2));
            g_hash_table_remove(search->names, inside);
            at += around;
            continue;
        }
        if (before || after) {
            add_piece(search,
                      before && after ? search->middle
                      : before        ? search->before
                                      : search->after,
                      word);
        }
        at += length;
    }
}

/* How many words in front a command declares, sets or hides, without a look at what they hold. */
static guint only_written(const char *command, guint words)
{
    static const char *const commands[] = {"option", "set", "unset", "cmake_dependent_option",
                                           NULL};
    if (strcmp(command, "mark_as_advanced") == 0) { /* [CLEAR|FORCE] NAME... */
        return words;
    }
    return g_strv_contains(commands, command) || text_speaks_of_options(command) ? 1 : 0;
}

/* A TextCommandVisit whose data is the search. */
static void see_command(const char *name, const GArray *words, gpointer data)
{
    const Search *search = data;
    if (strcmp(name, "get_cmake_property") == 0) { /* of all variables there are */
        g_hash_table_remove_all(search->names);
    }
    guint i = only_written(name, words->len);
    if (strcmp(name, "set_property") == 0) { /* CACHE names PROPERTY STRINGS values */
        while (i < words->len &&
               g_strcmp0(g_array_index(words, TextWord, i).text, "PROPERTY") != 0) {
            i++;
        }
    }
    for (; i < words->len; i++) {
        const TextWord *word = &g_array_index(words, TextWord, i);
        if (word->text != NULL) {
            drop_named(search, word->text);
        }
    }
}

/* "settings.h.cmake" is no script: what looks like a comment there is a line of the header. */
static gboolean is_script(const TreeFile *file)
{
    const char *name = path_base(file->path);
    return file->kind == TREE_CMAKE &&
           (strcmp(name, "CMakeLists.txt") == 0 || strchr(name, '.') == strrchr(name, '.'));
}

/* Whether the file is well formed: behind a quote that is never closed any word may stand, and one
 * with lines like "@FLAGS@" is a template of a script. All words of the others count. */
static gboolean is_sound(const char *path, const char *text, gsize length)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    source_file_lower(arena, path, text, length, diagnostics);
    return diagnostics_list(diagnostics)->len == 0;
}

/* FALSE when the file could not be looked through. */
static gboolean look_through(const Tree *tree, const TreeFile *file, Search *search)
{
    gsize length = 0;
    g_autofree char *text = file->size <= UNREAD_FILE_BYTES_MAX
                                ? tree_read_text(tree, file->path, &length, NULL)
                                : NULL;
    if (text == NULL) {
        return FALSE;
    }
    if (is_script(file) && is_sound(file->path, text, length)) {
        text_commands(text, see_command, search);
    } else {
        drop_named(search, text);
    }
    return TRUE;
}

static gboolean is_searched_first(const TreeFile *file)
{
    return file->kind == TREE_CMAKE || file->kind == TREE_TEMPLATE;
}

/* The same for all CMake files and templates. */
static gboolean look_through_first(const Tree *tree, Search *search)
{
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len && g_hash_table_size(search->names) > 0; i++) {
        const TreeFile *file = files->pdata[i];
        if (is_searched_first(file) && !file->linked && !look_through(tree, file, search)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* What gives values to the cache, and reads nothing of it. */
static gboolean is_preset(const char *path)
{
    static const char *const presets[] = {"CMakePresets.json", "CMakeUserPresets.json", NULL};
    return g_strv_contains(presets, path_base(path));
}

/* The same for all other files but documents, presets and data: any may be copied with its
 * references replaced, and scripts look names up in the cache. */
static gboolean look_through_others(const Tree *tree, Search *search)
{
    const GPtrArray *files = tree_files(tree);
    g_autoptr(GByteArray) buffer = g_byte_array_new();
    guint64 total = 0;
    for (guint i = 0; i < files->len && g_hash_table_size(search->names) > 0; i++) {
        const TreeFile *file = files->pdata[i];
        if (is_searched_first(file) || file->linked || tree_is_document(file->path) ||
            is_preset(file->path)) {
            continue;
        }
        guint64 size = tree_file_size(tree, file);
        if (size > UNREAD_FILE_BYTES_MAX) {
            continue;
        }
        total += size;
        if (total > OTHER_BYTES_MAX || !tree_read_into(tree, file, buffer, NULL)) {
            return FALSE;
        }
        if (memchr(buffer->data, '\0', buffer->len) == NULL) {
            drop_named(search, (const char *)buffer->data); /* the padding ends it */
        }
    }
    return TRUE;
}

void unread_mark(const Tree *tree, Facts *facts)
{
    g_autoptr(GHashTable) names = candidates(facts);
    g_autoptr(GPtrArray) modules = submodules_read(tree);
    g_autoptr(GHashTable) by_path = submodules_by_path(modules);
    if (g_hash_table_size(names) == 0 || misses_own(tree, facts, modules) ||
        !is_complete(facts, by_path)) {
        return;
    }
    g_autoptr(GHashTable) before = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) after = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) middle = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) around = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Search search = {names, before, after, middle, around};
    if (!look_through_first(tree, &search) || !look_through_others(tree, &search)) {
        return;
    }
    drop_composed(&search);
    gboolean others = has_others(tree, facts, modules);
    GHashTableIter iter;
    gpointer option;
    g_hash_table_iter_init(&iter, names);
    while (g_hash_table_iter_next(&iter, NULL, &option)) {
        ((Option *)option)->unread = TRUE;
        ((Option *)option)->unread_by_all = !others;
    }
}
