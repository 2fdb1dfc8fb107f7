#include "discover/cmake/undeclared.h"
#include "discover/builders.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/submodules.h"
#include "discover/cmake/text_kinds.h"
#include "discover/cmake/text_words.h"
#include "discover/cmake/undeclared_search.h"
#include "discover/documented.h"
#include <string.h>

static guint pattern_hash(gconstpointer data)
{
    const Pattern *pattern = data;
    return (g_str_hash(pattern->before) * 31u + g_str_hash(pattern->after)) * 31u +
           g_str_hash(pattern->between) + (pattern->cached ? 1u : 0u) +
           (pattern->brought ? 2u : 0u) + (pattern->option ? 4u : 0u);
}

static gboolean pattern_equal(gconstpointer a, gconstpointer b)
{
    const Pattern *x = a;
    const Pattern *y = b;
    return strcmp(x->before, y->before) == 0 && strcmp(x->after, y->after) == 0 &&
           strcmp(x->between, y->between) == 0 && x->cached == y->cached &&
           x->brought == y->brought && x->option == y->option;
}

static void pattern_free(gpointer data)
{
    Pattern *pattern = data;
    g_free(pattern->before);
    g_free(pattern->after);
    g_free(pattern->between);
    g_free(pattern);
}

static void offer_clear(gpointer data)
{
    Offer *offer = data;
    g_free(offer->command);
    g_free(offer->name);
}

static void default_clear(gpointer data)
{
    Default *one = data;
    g_free(one->name);
    g_free(one->value);
    g_clear_pointer(&one->asked, g_ptr_array_unref);
}

static void script_free(gpointer data)
{
    Script *script = data;
    g_free(script->stem);
    g_clear_pointer(&script->names, g_ptr_array_unref);
    g_ptr_array_unref(script->chosen);
    g_ptr_array_unref(script->includes);
    g_free(script);
}

static void set_cached(Search *search, const GPtrArray *names, const GPtrArray *chosen)
{
    search->caching = TRUE;
    for (guint i = 0; i < names->len; i++) {
        const char *name = names->pdata[i];
        undeclared_use(search, name, strlen(name), USE_CACHED);
        undeclared_set(search, name);
    }
    search->caching = FALSE;
    for (guint i = 0; i < chosen->len; i++) {
        const char *name = chosen->pdata[i];
        undeclared_use(search, name, strlen(name), USE_CHOSEN);
    }
}

static void include_all(Search *search, const GPtrArray *stems)
{
    for (guint i = 0; i < stems->len; i++) {
        g_hash_table_add(search->included, g_strdup(stems->pdata[i]));
    }
}

/* Files of settings wait until it is known whether something includes them. */
static void leave_file(Search *search, const char *path)
{
    g_autofree char *stem = text_file_stem(path);
    text_branches_clear(search->branches);
    undeclared_end_function(search);
    if (search->settings && strcmp(stem, "CMakeLists.txt") != 0) {
        Script *script = g_new(Script, 1);
        *script = (Script){.stem = g_steal_pointer(&stem),
                           .names = g_ptr_array_ref(search->cached),
                           .chosen = g_ptr_array_ref(search->chosen),
                           .includes = g_ptr_array_ref(search->includes),
                           .copy = search->copy};
        g_ptr_array_add(search->scripts, script);
    } else {
        set_cached(search, search->cached, search->chosen);
        include_all(search, search->includes);
    }
    g_ptr_array_unref(search->cached);
    g_ptr_array_unref(search->chosen);
    g_ptr_array_unref(search->includes);
    search->chosen = g_ptr_array_new_with_free_func(g_free);
    search->cached = g_ptr_array_new_with_free_func(g_free);
    search->includes = g_ptr_array_new_with_free_func(g_free);
}

/* What a file of settings includes is read when that file is. */
static void settle_scripts(Search *search)
{
    gboolean more = TRUE;
    while (more) {
        more = FALSE;
        for (guint i = 0; i < search->scripts->len; i++) {
            Script *script = search->scripts->pdata[i];
            if (script->names != NULL && g_hash_table_contains(search->included, script->stem)) {
                search->copy = script->copy;
                set_cached(search, script->names, script->chosen);
                include_all(search, script->includes);
                g_clear_pointer(&script->names, g_ptr_array_unref);
                more = TRUE;
            }
        }
    }
}

/* What nothing includes a person names with "cmake -C", or copies. */
static void note_presets(Search *search)
{
    for (guint i = 0; i < search->scripts->len; i++) {
        const Script *script = search->scripts->pdata[i];
        for (guint k = 0; script->names != NULL && !script->copy && k < script->names->len; k++) {
            g_hash_table_add(search->preset, g_strdup(script->names->pdata[k]));
        }
    }
}

/* The result ----------------------------------------------------------------------------------- */

/* Its name goes into a list with what it is for, and some file reads it. */
static gboolean is_registered(const Search *search, const Offer *offer)
{
    guint uses = GPOINTER_TO_UINT(g_hash_table_lookup(search->uses, offer->name));
    return offer->sentence && (uses & (USE_ASKED | USE_READ)) != 0 &&
           g_hash_table_contains(search->registering, offer->command);
}

/* Functions may be defined behind their calls, in another file. */
static void settle_offers(Search *search)
{
    for (guint i = 0; i < search->offers->len; i++) {
        const Offer *offer = &g_array_index(search->offers, Offer, i);
        if (offer->listing && is_registered(search, offer)) {
            undeclared_use(search, offer->name, strlen(offer->name), USE_LISTED);
        }
        gboolean own = (is_registered(search, offer) ||
                        (offer->told && g_hash_table_contains(search->setters, offer->command))) &&
                       !g_hash_table_contains(search->declaring, offer->command);
        undeclared_use(search, offer->name, strlen(offer->name),
                       own             ? USE_ASKED | USE_OFFERED
                       : offer->absent ? 0
                                       : USE_SET);
    }
}

/* Names that an option() puts together are people's to give, whichever they are: which of them it
 * declares, the evaluator finds out. An installed copy of what the project has as a submodule
 * brings names that are people's where the submodule is built. */
static gboolean may_be_set(const Search *search, const char *name, gboolean even_cached)
{
    GHashTableIter iter;
    gpointer key;
    gsize length = strlen(name);
    gboolean absent = undeclared_is_for_absent(search, name);
    g_hash_table_iter_init(&iter, search->patterns);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        const Pattern *pattern = key;
        if (!pattern->option && (!pattern->cached || even_cached) &&
            (!pattern->brought || !absent) && undeclared_fits(pattern, name, length)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What was searched for, tried out or worked out. */
static gboolean is_result(const Search *search, const char *name)
{
    guint uses = GPOINTER_TO_UINT(g_hash_table_lookup(search->uses, name));
    if (g_str_has_prefix(name, "CMAKE_") || (uses & USE_DECLARED) != 0) {
        return FALSE;
    }
    return strchr(name, '$') != NULL || g_str_has_suffix(name, "_FOUND") || (uses & USE_SET) != 0;
}

/* What takes one of several values where nothing else has ("the first that was found"), or one that
 * hangs on results, is chosen by the files. Parts that may be built alone say the same default. */
static void settle_defaults(Search *search)
{
    g_autoptr(GHashTable) firsts = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < search->defaults->len; i++) {
        const Default *one = &g_array_index(search->defaults, Default, i);
        const Default *first = g_hash_table_lookup(firsts, one->name);
        gboolean same = first == NULL || first->branch == one->branch ||
                        (one->value != NULL && g_strcmp0(first->value, one->value) == 0);
        gboolean chosen = one->asked == NULL || !same;
        for (guint k = 0; !chosen && k < one->asked->len; k++) {
            chosen = is_result(search, one->asked->pdata[k]);
        }
        if (first == NULL) {
            g_hash_table_insert(firsts, one->name, (gpointer)one);
        }
        undeclared_use(search, one->name, strlen(one->name),
                       USE_FILLED | (chosen ? USE_SET : USE_DEFAULT));
    }
}

static int compare_undeclared(gconstpointer a, gconstpointer b)
{
    return strcmp(((const Undeclared *)a)->name, ((const Undeclared *)b)->name);
}

static gboolean is_variable(gconstpointer data, const char *word)
{
    const Search *search = data;
    return g_hash_table_contains(search->uses, word);
}

static gboolean names_place(const char *name)
{
    return g_str_has_suffix(name, "_PATH") || undeclared_place_stem(name, strlen(name)) > 0;
}

/* Where it is asked whether it is true, ON and OFF mean something: a switch, whatever else it is
 * compared with, unless its values are listed somewhere. Of a text that is empty by default the
 * question is whether it is given. A place that is so and whose text is used is no switch either.
 */
static gboolean is_choice(const Search *search, const char *name, guint uses)
{
    gboolean blank = (uses & USE_BLANK) != 0;
    return (uses & USE_LISTED) != 0 || (blank && (uses & USE_READ) != 0 && names_place(name)) ||
           (((uses & USE_TRUTH) == 0 || blank) &&
            text_compared_several(search->compared, name, is_variable, search));
}

/* What shows that the project gives a name a value, or lets people give it one. */
#define GIVEN_SOMEHOW                                                                              \
    (USE_SET | USE_DEPENDED | USE_OFFERED | USE_DEFAULT | USE_KEPT | USE_ABSENT | USE_NO_WORD |    \
     USE_LISTED | USE_CACHED)

/* What something else than its truth is asked for, or what is declared somewhere after all. */
#define MORE_THAN_TRUTH (USE_COMPARED | USE_DEFINED | USE_READ | USE_DECLARED | USE_CHOSEN)

gboolean undeclared_is_off(const Search *search, const char *name)
{
    guint uses = GPOINTER_TO_UINT(g_hash_table_lookup(search->uses, name));
    guint given = GIVEN_SOMEHOW & ~(guint)USE_DEPENDED;
    return (uses & USE_TRUTH) != 0 && (uses & (given | MORE_THAN_TRUTH)) == 0 &&
           !may_be_set(search, name, TRUE);
}

static GArray *choose(const Search *search, Arena *arena)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(Undeclared));
    GHashTableIter iter;
    gpointer name;
    gpointer how;
    g_hash_table_iter_init(&iter, search->uses);
    while (g_hash_table_iter_next(&iter, &name, &how)) {
        guint uses = GPOINTER_TO_UINT(how);
        /* What is only asked for is what the files themselves have noted. One that has a default
         * already is declared where it is put in the cache. */
        gboolean noted = ((uses & USE_DEFAULT) != 0 && (uses & USE_COMPARED) == 0) ||
                         ((uses & USE_KEPT) != 0 && (uses & USE_ABSENT) != 0);
        /* One that is compared with a single word, and is that or another, is worked out. */
        noted = noted || ((uses & USE_NO_WORD) != 0 &&
                          !text_compared_several(search->compared, name, is_variable, search));
        gboolean set = noted || (uses & USE_SET) != 0 || may_be_set(search, name, TRUE);
        /* A switch; a text that is compared is declared by whoever knows its values. */
        gboolean depended = (uses & USE_DEPENDED) != 0 &&
                            (uses & (USE_DECLARED | USE_COMPARED)) == 0 &&
                            !may_be_set(search, name, FALSE);
        g_autofree char *package =
            g_ascii_strdown(name, (gssize)undeclared_place_stem(name, strlen(name)));
        gboolean place =
            (uses & USE_PLACE) != 0 && g_hash_table_contains(search->packages, package);
        gboolean offered = (uses & USE_OFFERED) != 0;
        if ((uses & USE_ASKED) != 0 && (uses & USE_OLD) == 0 &&
            (!set || depended || place || offered) && !text_variable_is_foreign(name)) {
            gboolean truth = !place && !undeclared_is_needed(search, name) &&
                             (depended || (uses & (USE_COMPARED | USE_READ)) == 0);
            Undeclared one = {.name = arena_intern(arena, name),
                              .boolean = truth,
                              .off = truth && undeclared_is_off(search, name)};
            g_array_append_val(found, one);
        }
    }
    return found;
}

static gboolean is_declared_nowhere(GHashTable *declared, const char *name)
{
    gpointer kind = g_hash_table_lookup(declared, name);
    return kind == NULL || GPOINTER_TO_UINT(kind) == DECLARED_NOWHERE;
}

/* Names that are given to option(), or to a function that declares what it is given first. */
static void list_declared(const Search *search, Arena *arena, GHashTable *declared)
{
    GHashTableIter iter;
    gpointer name;
    gpointer how;
    g_hash_table_iter_init(&iter, search->uses);
    while (g_hash_table_iter_next(&iter, &name, &how)) {
        guint uses = GPOINTER_TO_UINT(how);
        if ((uses & (USE_DECLARED | USE_CHOSEN)) != 0 && text_is_name(name)) {
            DeclaredKind kind = (uses & USE_DECLARED) == 0      ? DECLARED_TEXT
                                : is_choice(search, name, uses) ? DECLARED_CHOICE
                                                                : DECLARED_AT_ALL;
            g_hash_table_insert(declared, (gpointer)arena_intern(arena, name),
                                GUINT_TO_POINTER(kind));
        } else if ((uses & USE_ASKED) != 0 && (uses & GIVEN_SOMEHOW) == 0 && !names_place(name) &&
                   text_is_name(name)) {
            g_hash_table_insert(declared, (gpointer)arena_intern(arena, name),
                                GUINT_TO_POINTER(DECLARED_NOWHERE));
        }
    }
    for (guint i = 0; i < search->offers->len; i++) {
        const Offer *offer = &g_array_index(search->offers, Offer, i);
        if (g_hash_table_contains(search->declaring, offer->command) &&
            is_declared_nowhere(declared, offer->name)) {
            g_hash_table_insert(declared, (gpointer)arena_intern(arena, offer->name),
                                GUINT_TO_POINTER(DECLARED_AT_ALL));
        }
    }
}

/* FindNAME.cmake, by name in lower case. The caller unrefs it. */
static GHashTable *find_modules(const Tree *tree)
{
    static const char begin[] = "Find";
    static const char end[] = ".cmake";
    GHashTable *modules = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        g_autofree char *name = g_path_get_basename(file->path);
        gsize length = strlen(name);
        gsize around = sizeof begin - 1 + sizeof end - 1;
        if (file->kind == TREE_CMAKE && length > around && g_str_has_prefix(name, begin) &&
            g_str_has_suffix(name, end)) {
            g_hash_table_add(modules,
                             g_ascii_strdown(name + sizeof begin - 1, (gssize)(length - around)));
        }
    }
    return modules;
}

/* `copies`: what is known of folders so far. */
static gboolean is_of_copy(const Tree *tree, GHashTable *copies, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    gpointer known = NULL;
    if (!g_hash_table_lookup_extended(copies, folder, NULL, &known)) {
        known = GINT_TO_POINTER(builders_lies_in_copy(tree, path));
        g_hash_table_insert(copies, g_steal_pointer(&folder), known);
    }
    return GPOINTER_TO_INT(known);
}

static GHashTable *name_set_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

static Search search_new(const Tree *tree)
{
    Search search = {.uses = name_set_new(),
                     .truths = name_set_new(),
                     .handed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
                     .looped = name_set_new(),
                     .patterns =
                         g_hash_table_new_full(pattern_hash, pattern_equal, pattern_free, NULL),
                     .here = name_set_new(),
                     .packages = name_set_new(),
                     .modules = find_modules(tree),
                     .branches = text_branches_new(),
                     .parameters = g_ptr_array_new_with_free_func(g_free),
                     .parameter_names = g_hash_table_new(g_str_hash, g_str_equal),
                     .cached = g_ptr_array_new_with_free_func(g_free),
                     .chosen = g_ptr_array_new_with_free_func(g_free),
                     .includes = g_ptr_array_new_with_free_func(g_free),
                     .scripts = g_ptr_array_new_with_free_func(script_free),
                     .included = name_set_new(),
                     .preset = name_set_new(),
                     .switches = name_set_new(),
                     .offers = g_array_new(FALSE, FALSE, sizeof(Offer)),
                     .defaults = g_array_new(FALSE, FALSE, sizeof(Default)),
                     .setters = name_set_new(),
                     .declaring = name_set_new(),
                     .registering = name_set_new(),
                     .absent = submodules_absent(tree),
                     .compared = text_compared_new(),
                     .own = undeclared_own_name(tree)};
    g_array_set_clear_func(search.offers, offer_clear);
    g_array_set_clear_func(search.defaults, default_clear);
    return search;
}

static void search_clear(Search *search)
{
    GHashTable *tables[] = {search->uses,      search->handed,      search->looped,
                            search->patterns,  search->here,        search->packages,
                            search->modules,   search->included,    search->setters,
                            search->declaring, search->registering, search->parameter_names,
                            search->preset,    search->truths,      search->switches};
    for (guint i = 0; i < G_N_ELEMENTS(tables); i++) {
        g_hash_table_unref(tables[i]);
    }
    GPtrArray *lists[] = {search->parameters, search->cached,  search->chosen,
                          search->includes,   search->scripts, search->absent};
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_ptr_array_unref(lists[i]);
    }
    g_array_unref(search->offers);
    g_array_unref(search->defaults);
    text_branches_free(search->branches);
    text_compared_free(search->compared);
    g_free(search->function);
    g_free(search->own);
    g_free(search->apart);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Search, search_clear)

/* Takes in all CMake files of the tree; gives the first that is too large. */
static const char *read_files(Search *search, const Tree *tree)
{
    g_autoptr(GHashTable) copies = name_set_new();
    const GPtrArray *files = tree_files(tree);
    const char *large = NULL;
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (file->kind != TREE_CMAKE || file->linked) {
            continue;
        }
        if (file->size > UNDECLARED_FILE_BYTES_MAX) {
            large = large != NULL ? large : file->path;
            continue;
        }
        g_autofree char *text = tree_read_text(tree, file->path, NULL, NULL);
        g_hash_table_remove_all(search->here);
        search->settings = TRUE;
        undeclared_enter_file(search, file->path);
        search->copy = is_of_copy(tree, copies, file->path);
        text_compared_begin(search->compared, file->path);
        if (text != NULL) {
            text_commands(text, undeclared_read_command, search);
        }
        leave_file(search, file->path);
    }
    return large;
}

static gpointer read_documents(gpointer tree)
{
    return documented_given(tree);
}

GArray *undeclared_find(const Tree *tree, Arena *arena, UndeclaredGaps *gaps, GHashTable *declared)
{
    *gaps = (UndeclaredGaps){0};
    g_auto(Search) search = search_new(tree);
    GThread *documents = g_thread_new("documents", read_documents, (gpointer)tree);
    const char *large = read_files(&search, tree);
    gaps->file = large != NULL ? arena_intern(arena, large) : NULL;
    g_clear_pointer(&search.apart, g_free);
    settle_scripts(&search);
    note_presets(&search);
    search.copy = TRUE; /* what is settled now stands in no file of the project's own */
    settle_offers(&search);
    settle_defaults(&search);
    list_declared(&search, arena, declared);
    g_autoptr(DocumentedNames) given = g_thread_join(documents);
    search.given = given->names;
    GArray *found = choose(&search, arena);
    undeclared_add_presets(&search, given);
    undeclared_add_given(&search, given, arena, declared, found);
    g_array_sort(found, compare_undeclared);
    gaps->dropped = found->len > UNDECLARED_MAX ? found->len - UNDECLARED_MAX : 0;
    gaps->document = given->cut != NULL ? arena_intern(arena, given->cut) : NULL;
    gaps->commands = given->full;
    g_array_set_size(found, MIN(found->len, UNDECLARED_MAX));
    return found;
}
