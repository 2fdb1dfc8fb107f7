/* What documents tell people to give, though some line of the files sets it as well. Whether that
 * line is reached first, and under what conditions, is left to the evaluator. */
#include "discover/cmake/submodules.h"
#include "discover/cmake/text_kinds.h"
#include "discover/cmake/text_words.h"
#include "discover/cmake/undeclared.h"
#include "discover/cmake/undeclared_search.h"
#include "discover/cmake/unread.h"

#include <string.h>

/* What is declared in one way or another is an option already. */
#define DECLARED_SOMEHOW (USE_DECLARED | USE_CHOSEN | USE_CACHED | USE_OFFERED)

/* What is linked, included or run of a package: "NetCDF_LIBRARIES_C". */
static gboolean names_file(const char *name)
{
    static const char *const words[] = {"EXECUTABLE", "INCLUDE", "INCLUDES", "LIBRARIES",
                                        "LIBRARY",    "LIBS",    NULL};
    g_autofree char *upper = g_ascii_strup(name, -1);
    g_auto(GStrv) parts = g_strsplit(upper, "_", -1);
    for (guint i = 0; parts[i] != NULL; i++) {
        if (g_strv_contains(words, parts[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_declared(GHashTable *declared, const char *name)
{
    guint kind = GPOINTER_TO_UINT(g_hash_table_lookup(declared, name));
    return kind != 0 && kind != DECLARED_NOWHERE;
}

/* Whether it is another, older name of an option, which gets its value. What is only noted in the
 * cache for other parts of the build is none, nor is what the project's own settings for people
 * use. */
static gboolean is_alias(const Search *search, GHashTable *declared, const char *name)
{
    if (g_hash_table_contains(search->preset, name)) {
        return FALSE;
    }
    const char *other = g_hash_table_lookup(search->handed, name);
    guint uses = other != NULL ? GPOINTER_TO_UINT(g_hash_table_lookup(search->uses, other)) : 0;
    guint telling = (uses & USE_NOTE) != 0 ? DECLARED_SOMEHOW & ~USE_CACHED : DECLARED_SOMEHOW;
    return other != NULL && ((uses & telling) != 0 || is_declared(declared, other));
}

/* Whether some command makes names that begin and end so: "set(FOO_WITH_${package} ... CACHE BOOL
 * ...)" declares FOO_WITH_MPI. An option() that puts them together does no harm: what it declares
 * is people's as well. What a package may bring is told to it where documents give it: whether that
 * is the project's to choose hangs on how it comes by the package. What a line sets by its whole
 * name where nobody has given it waits for people, whatever other lines put together. */
static gboolean is_put_together(const Search *search, const char *name)
{
    GHashTableIter iter;
    gpointer key;
    gsize length = strlen(name);
    guint uses = GPOINTER_TO_UINT(g_hash_table_lookup(search->uses, name));
    if ((uses & (USE_FILLED | USE_ABSENT)) != 0) {
        return FALSE;
    }
    g_hash_table_iter_init(&iter, search->patterns);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        const Pattern *pattern = key;
        gsize known = pattern->before_length + pattern->after_length;
        if (!pattern->brought && !pattern->option && known > 0 && length > known &&
            undeclared_fits(pattern, name, length)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether only files of bundled copies declare it. Where the build reaches these, they do; where a
 * copy is built by itself, what the project asks is still told to the project. */
static gboolean is_declared_by_copies(guint uses)
{
    return (uses & (USE_DECLARED | USE_CHOSEN | USE_CACHED)) != 0 &&
           (uses & (USE_OWN | USE_OFFERED)) == 0;
}

gboolean undeclared_is_for_absent(const Search *search, const char *name)
{
    for (guint i = 0; i < search->absent->len; i++) {
        if (submodule_is_named_in(search->absent->pdata[i], name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the name may be an option if a document gives it. What only some line puts in the cache
 * for a submodule is the submodule's to declare. */
static gboolean may_be_given(const Search *search, GHashTable *declared, const char *name)
{
    guint uses = GPOINTER_TO_UINT(g_hash_table_lookup(search->uses, name));
    guint telling = DECLARED_SOMEHOW;
    if (undeclared_is_for_absent(search, name)) {
        telling &= ~(guint)USE_CACHED;
    }
    gboolean declares = (uses & telling) != 0 || is_declared(declared, name);
    return (uses & (USE_OLD | USE_FOUND)) == 0 && (!declares || is_declared_by_copies(uses)) &&
           text_is_name(name) && !is_alias(search, declared, name) && !names_file(name) &&
           ((uses & USE_SEARCH) != 0 || !text_variable_is_foreign(name)) &&
           !is_put_together(search, name);
}

/* Whether the project's own files use the name, or go through it in a loop. */
static gboolean is_used(const Search *search, const char *name)
{
    guint uses = GPOINTER_TO_UINT(g_hash_table_lookup(search->uses, name));
    return (uses & USE_OUTSIDE) != 0 || g_hash_table_contains(search->looped, name);
}

void undeclared_add_presets(const Search *search, DocumentedNames *given)
{
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, search->preset);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        if (!documented_names_has(given, name)) {
            documented_names_add(given, name, FALSE);
        }
    }
}

/* Whether a submodule that is not there may be a part of the project itself. The folders that it
 * lies in are the project's whoever wrote it. */
static gboolean lacks_own(const Search *search)
{
    for (guint i = 0; i < search->absent->len; i++) {
        const Submodule *module = search->absent->pdata[i];
        const char *slash = module->path != NULL ? strrchr(module->path, '/') : NULL;
        const char *name = slash != NULL ? slash + 1 : module->path;
        if (name == NULL || module->url == NULL ||
            unread_may_be_own(name, module->url, search->own)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a part of the project is fetched, which is not there to be read. */
static gboolean fetches_own(const Search *search)
{
    return search->fetches && search->own_elsewhere;
}

/* Whether what gives the name is about this project: the name begins as the project's, or, where a
 * part of it is fetched, which knows nothing of that, its own files declare it. */
static gboolean is_of_project(const Search *search, const char *name)
{
    guint uses = GPOINTER_TO_UINT(g_hash_table_lookup(search->uses, name));
    gboolean declared = (uses & (USE_DECLARED | USE_CHOSEN | USE_CACHED)) != 0 &&
                        (uses & USE_OWN) != 0 && !g_str_has_prefix(name, "CMAKE_");
    return submodules_name_begins(search->own, name) || (declared && fetches_own(search));
}

static void add_together(const Search *search, const GPtrArray *names, gboolean lacking,
                         GHashTable *together)
{
    gboolean own = FALSE;
    for (guint k = 0; k < names->len && !own; k++) {
        own = is_of_project(search, names->pdata[k]);
    }
    for (guint k = 0; k < names->len && own; k++) {
        if (lacking || !submodules_name_begins(search->own, names->pdata[k])) {
            g_hash_table_add(together, names->pdata[k]);
        }
    }
}

/* What documents give in one command with a name that begins with the project's is given to this
 * build. Where a submodule is not there, or a part is fetched, nothing shows who asks for it: that
 * may, or what it takes in itself, whose name need not stand anywhere in the tree. A submodule's
 * name does not tell as much, since other programs that documents speak of are built with it as
 * well. What others wrote asks for no name that begins as the project's own do. Of a part that is
 * fetched the options are told in one table with the project's. The caller unrefs the set. */
static GHashTable *given_together(const Search *search, const DocumentedNames *given)
{
    GHashTable *together = g_hash_table_new(g_str_hash, g_str_equal);
    gboolean fetched = fetches_own(search);
    guint commands = search->absent->len > 0 || fetched ? given->commands->len : 0;
    gboolean lacking = fetched || (commands > 0 && lacks_own(search));
    for (guint i = 0; i < commands; i++) {
        add_together(search, given->commands->pdata[i], lacking, together);
    }
    for (guint i = 0; fetched && i < given->tables->len; i++) {
        add_together(search, given->tables->pdata[i], lacking, together);
    }
    return together;
}

/* What undeclared_add_given() adds to. */
typedef struct {
    Arena *arena;
    GHashTable *declared;
    GHashTable *known; /* names of those that were found before */
    GArray *found;
    GHashTable *together; /* given_together() */
    GHashTable *switches; /* what a table says is on or off */
    gboolean fetched;     /* a part that is fetched may ask for these as well */
} Findings;

/* `used`: the project's own files use the name, or a submodule that is called so does. */
static void add_one(const Search *search, const char *name, gboolean used, const Findings *to)
{
    if (g_hash_table_contains(to->known, name) || !may_be_given(search, to->declared, name)) {
        return;
    }
    guint uses = GPOINTER_TO_UINT(g_hash_table_lookup(search->uses, name));
    /* One that is only asked for by a name that is put together may be anything. */
    gboolean truth =
        ((uses & (USE_ASKED | USE_SEARCH)) != 0 || g_hash_table_contains(search->switches, name) ||
         (to->fetched && g_hash_table_contains(to->switches, name))) &&
        (uses & (USE_COMPARED | USE_READ)) == 0 && !undeclared_is_needed(search, name);
    Undeclared one = {.name = arena_intern(to->arena, name),
                      .boolean = truth,
                      .off = truth && undeclared_is_off(search, name),
                      .inner = !used || (to->fetched && g_hash_table_contains(to->together, name))};
    g_array_append_val(to->found, one);
}

void undeclared_add_given(const Search *search, const DocumentedNames *given, Arena *arena,
                          GHashTable *declared, GArray *found)
{
    g_autoptr(GHashTable) together = given_together(search, given);
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < found->len; i++) {
        g_hash_table_add(known, (gpointer)g_array_index(found, Undeclared, i).name);
    }
    const Findings to = {arena,           declared,           known, found, together,
                         given->switches, fetches_own(search)};
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, given->names);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        gboolean used = is_used(search, name) || undeclared_is_for_absent(search, name);
        if (used || g_hash_table_contains(together, name)) {
            add_one(search, name, used, &to);
        }
    }
    /* Those that only a table names. */
    g_hash_table_iter_init(&iter, together);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        if (!documented_names_has(given, name)) {
            add_one(search, name, is_used(search, name), &to);
        }
    }
}
