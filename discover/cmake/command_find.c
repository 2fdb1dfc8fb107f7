/* find_file() and its like. What they look for is on the machine, which is not known; but a project
 * also looks for files of its own ("PATHS ${CMAKE_MODULE_PATH}"), and these are there. */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

/* Places that one command looks into: names, folders and suffixes, each with each. */
#define FIND_PLACES_MAX 20000u

typedef struct {
    GPtrArray *names;    /* const char * */
    GPtrArray *folders;  /* const char *; words that may have optional pieces */
    GPtrArray *suffixes; /* const char *, "" last */
    gboolean of_path;    /* find_path(): where the file lies */
    gboolean only_these; /* no folder of the system is looked into */
    gboolean per_folder; /* all names in a folder, before the next folder */
    guint first;         /* the names that are looked for now: from it... */
    guint behind;        /* ...to the one before this one */
    guint places;        /* looked into so far */
    gboolean given_up;   /* there are more than are looked into */
    Guard rest;          /* where nothing was found yet */
    ValueBuilder *found;
} Search;

static void search_clear(Search *self)
{
    g_ptr_array_unref(self->names);
    g_ptr_array_unref(self->folders);
    g_ptr_array_unref(self->suffixes);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Search, search_clear)

/* What the words behind a keyword are. */
typedef enum { WORDS_NAMES, WORDS_FOLDERS, WORDS_SUFFIXES, WORDS_OTHER } Words;

static gboolean keyword_of(const char *word, Words *words)
{
    static const struct {
        const char *word;
        Words words;
    } keywords[] = {{"NAMES", WORDS_NAMES},
                    {"HINTS", WORDS_FOLDERS},
                    {"PATHS", WORDS_FOLDERS},
                    {"PATH_SUFFIXES", WORDS_SUFFIXES},
                    {"DOC", WORDS_OTHER},
                    {"VALIDATOR", WORDS_OTHER},
                    {"REGISTRY_VIEW", WORDS_OTHER},
                    {"NAMES_PER_DIR", WORDS_OTHER},
                    {"REQUIRED", WORDS_OTHER},
                    {"NO_CACHE", WORDS_OTHER},
                    {"ONLY_CMAKE_FIND_ROOT_PATH", WORDS_OTHER},
                    {"CMAKE_FIND_ROOT_PATH_BOTH", WORDS_OTHER}};
    for (guint i = 0; i < G_N_ELEMENTS(keywords); i++) {
        if (strcmp(keywords[i].word, word) == 0) {
            *words = keywords[i].words;
            return TRUE;
        }
    }
    static const char *const switches[] = {"NO_DEFAULT_PATH", "NO_CMAKE_", "NO_PACKAGE_",
                                           "NO_SYSTEM_"};
    for (guint i = 0; i < G_N_ELEMENTS(switches); i++) {
        if (g_str_has_prefix(word, switches[i])) {
            *words = WORDS_OTHER;
            return TRUE;
        }
    }
    return FALSE;
}

/* find_file(VARIABLE name [folder...]) or with keywords. */
static void parse_search(const Call *call, Search *search)
{
    GPtrArray *const lists[] = {search->names, search->folders, search->suffixes};
    Words words = WORDS_NAMES;
    gboolean keywords = FALSE;
    for (guint i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        if (keyword_of(word, &words)) {
            keywords = TRUE;
            search->only_these = search->only_these || strcmp(word, "NO_DEFAULT_PATH") == 0;
            search->per_folder = search->per_folder || strcmp(word, "NAMES_PER_DIR") == 0;
        } else if (words == WORDS_FOLDERS && strcmp(word, "ENV") == 0) {
            i++;
        } else if (words != WORDS_OTHER) {
            g_ptr_array_add(lists[words], (gpointer)word);
            words = keywords ? words : WORDS_FOLDERS;
        }
    }
    g_ptr_array_add(search->suffixes, (gpointer) "");
}

/* The folder that find_path() gives for a file that was found in `place`: a name may begin with
 * folders of its own. The caller frees it. */
static char *folder_of(Evaluator *self, const char *place)
{
    g_autofree char *path = evaluator_tree_path(self, place);
    return path != NULL
               ? g_strdup_printf("%s%s%s", self->source_root, *path != '\0' ? "/" : "", path)
               : g_strdup(place);
}

static void search_folder(Evaluator *self, const char *folder, gpointer data)
{
    Search *search = data;
    Guard here = guard_and(self->guards, search->rest, self->path);
    for (guint s = 0; s < search->suffixes->len && !guard_is_false(here); s++) {
        const char *suffix = search->suffixes->pdata[s];
        g_autofree char *place =
            *suffix != '\0' ? g_strdup_printf("%s/%s", folder, suffix) : g_strdup(folder);
        for (guint n = search->first; n < search->behind; n++) {
            if (search->places++ >= FIND_PLACES_MAX) {
                search->given_up = TRUE;
                return;
            }
            const char *name = search->names->pdata[n];
            g_autofree char *full = g_strdup_printf("%s/%s", place, name);
            g_autofree char *path = evaluator_tree_path(self, full);
            if (path == NULL || tree_find(self->tree, path) == NULL) {
                continue;
            }
            g_autofree char *text = search->of_path
                                        ? folder_of(self, place)
                                        : g_strdup_printf("%s/%s", self->source_root, path);
            value_builder_add(search->found, text, here);
            search->rest = guard_minus(self->guards, search->rest, here);
            return;
        }
    }
}

/* A name is looked for in all folders before the next one is, unless the command says otherwise. */
static void search_folders(Evaluator *self, Search *search, const char *variable)
{
    guint step = search->per_folder ? search->names->len : 1;
    for (guint n = 0; n < search->names->len; n += step) {
        search->first = n;
        search->behind = n + step;
        for (guint i = 0; i < search->folders->len && !guard_is_false(search->rest); i++) {
            command_each_item(self, search->folders->pdata[i], search_folder, search);
            if (search->given_up) {
                evaluator_ledger(self, "limit: places to look in", variable, NULL);
                return;
            }
        }
    }
}

/* What is found under the current path; a new reference. Where one configuration is followed and
 * folders of the system come before the project's, what CMake has found counts. */
static Value *find(Evaluator *self, const Call *call)
{
    const char *name = call->argv[0];
    g_auto(Search) search = {.names = g_ptr_array_new(),
                             .folders = g_ptr_array_new(),
                             .suffixes = g_ptr_array_new(),
                             .of_path = strcmp(call->command->name, "find_path") == 0,
                             .rest = GUARD_TRUE};
    parse_search(call, &search);
    g_autofree char *absent = g_strdup_printf("%s-NOTFOUND", name);
    g_autoptr(Value) elsewhere =
        self->domain->unknown(self, CONDITION_SUBJECT_PROBE, name, name, NULL);
    const char *known = value_text(elsewhere);
    if (known != NULL && *known == '\0') {
        value_unref(elsewhere);
        elsewhere = value_of_text(absent);
        known = NULL;
    }
    search.found = value_builder_new(self->symbols, self->guards);
    Guard entry = self->path;
    self->path = GUARD_TRUE;
    gboolean own = search.only_these || !self->options->concrete || known == NULL ||
                   cmake_is_false(known) || g_str_has_prefix(known, self->source_root);
    if (own) {
        search_folders(self, &search, name);
    }
    self->path = entry;
    value_builder_add_value(search.found, elsewhere, search.rest);
    return value_builder_end(search.found);
}

/* A project that looks for a library by itself links what it finds; whether it does so in ways that
 * can be followed or not, the library is asked for here. Modules look for what find_package() asked
 * for. */
static void note_library(Evaluator *self, const Call *call)
{
    if (strcmp(call->command->name, "find_library") != 0 || evaluator_in_stub(self) ||
        tree_is_find_module(self->frame->file->path)) {
        return;
    }
    g_auto(Search) search = {
        .names = g_ptr_array_new(), .folders = g_ptr_array_new(), .suffixes = g_ptr_array_new()};
    parse_search(call, &search);
    const char *name = search.names->len > 0 ? search.names->pdata[0] : NULL;
    if (name != NULL && *name != '\0' && !text_has_hole(name)) {
        evaluator_effect(self, EFFECT_LINK, name, "searched");
    }
}

/* They keep what they find in the cache, under a name that people may set too. It is no option: it
 * says where something is, not what to build. */
void command_find_file(Evaluator *self, const Call *call)
{
    if (call->argc == 0 || text_has_hole(call->argv[0])) {
        if (call->argc > 0) {
            variables_note_unknown(self->variables, call->argv[0]);
        }
        evaluator_ledger(self, "unknown name", call->command->name, NULL);
        return;
    }
    note_library(self, call);
    Variable *variable = variables_get(self->variables, call->argv[0]);
    g_autoptr(Value) old = evaluator_value(self, variable);
    Guard entry = self->path;
    Guard known = value_truth(self->symbols, self->guards, old);
    self->path = guard_minus(self->guards, entry, known);
    if (!guard_is_false(self->path)) {
        g_autoptr(Value) found = find(self, call);
        gboolean kept = !call_has(call, 1, "NO_CACHE");
        if (kept) {
            evaluator_set_cache(self, variable, found);
        }
        /* A variable that was false would hide the entry. */
        if (!kept || variable_value(variable) != NULL) {
            evaluator_set_value(self, variable, found);
        }
    }
    self->path = entry;
}
