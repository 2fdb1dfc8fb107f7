/* Lists of definitions of several kinds:
 *     DFLAGS += -DHDF5
 *     #DFLAGS += -DPRECISION=1
 *     OPTS = -DMPI -DSINGLE #-DCHECK
 * Which files are read for them, and which of them people are meant to change. */
#include "discover/make/definition_list.h"
#include "discover/make/begin.h"
#include <string.h>

static void listed_free(gpointer data)
{
    ListedDefinition *self = data;
    g_array_unref(self->places);
    g_free(self);
}

/* ---- files ----------------------------------------------------------------------------------- */

static ListedRank rank_of(const MakeReading *self, const MakeSource *source, const MakeSource *top)
{
    ListedRank rank = source == top ? LISTED_IN_TOP : LISTED_IN_INCLUDED;
    for (guint i = 0; i < self->templates->len; i++) {
        const MakeTemplates *templates = self->templates->pdata[i];
        for (guint f = 1; f < templates->files->len; f++) {
            if (g_array_index(templates->files, MakeTemplate, f).source == source) {
                rank = LISTED_IN_OTHER;
            }
        }
    }
    return rank;
}

/* "make.inc.template" in a folder of files that a variable chooses: what may stand in one of them.
 */
static void read_models(DefinitionLists *self)
{
    MakeReading *reading = self->reading;
    for (guint i = 0; i < reading->templates->len; i++) {
        const MakeTemplates *templates = reading->templates->pdata[i];
        if (templates->choosers[0] == NULL || templates->files->len == 0) {
            continue;
        }
        const MakeFile *one = g_array_index(templates->files, MakeTemplate, 0).source->file;
        const GPtrArray *children = tree_children(reading->tree, one->folder);
        for (guint k = 0; children != NULL && k < children->len; k++) {
            const char *path = make_path(reading, one->folder, children->pdata[k]);
            const MakeSource *source = path != NULL && make_is_general(children->pdata[k])
                                           ? make_source(reading, path)
                                           : NULL;
            if (source != NULL && source->file->rules == 0) {
                make_read_definition_lines(self, source, LISTED_IN_MODEL);
            }
        }
    }
}

/* What makefiles are called after that are for another system, or for work on the project. */
static const char *const other_purposes[] = {
    "aix",     "amiga",   "android", "asan",    "bsd",     "check",    "cov",     "coverage",
    "cygwin",  "darwin",  "dbg",     "debug",   "djgpp",   "doc",      "docs",    "dos",
    "freebsd", "gcov",    "gprof",   "hpux",    "ios",     "irix",     "mac",     "macos",
    "macosx",  "mingw",   "mingw32", "mingw64", "msvc",    "msys",     "msys2",   "netbsd",
    "nmake",   "openbsd", "os2",     "osx",     "prof",    "profile",  "solaris", "sunos",
    "test",    "testing", "tests",   "tsan",    "ubsan",   "valgrind", "vc",      "vms",
    "wasm",    "win",     "win32",   "win64",   "windows", NULL};

static gboolean has_other_purpose(const char *base)
{
    g_autofree char *lower = g_ascii_strdown(base, -1);
    g_auto(GStrv) words = g_strsplit_set(lower, "._-", -1);
    for (guint i = 1; words[0] != NULL && words[i] != NULL; i++) {
        if (g_strv_contains(other_purposes, words[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "Makefile.AVX.gcc" beside "Makefile.gcc": people name one of them with -f. */
static void read_beside(DefinitionLists *self, const MakeSource *top)
{
    MakeReading *reading = self->reading;
    const GPtrArray *children = tree_children(reading->tree, top->file->folder);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        const char *path = make_path(reading, top->file->folder, children->pdata[i]);
        const MakeSource *source = path != NULL && make_is_named_makefile(children->pdata[i]) &&
                                           !has_other_purpose(children->pdata[i]) &&
                                           !g_hash_table_contains(self->read, path)
                                       ? make_source(reading, path)
                                       : NULL;
        if (source != NULL && source->file->rules > 0) {
            g_hash_table_add(self->family, (gpointer)source->file->path);
            make_read_definition_lines(self, source, LISTED_BESIDE);
        }
    }
    if (g_hash_table_size(self->family) > 0) {
        g_hash_table_add(self->family, (gpointer)top->file->path);
    }
}

/* Fewer files that a variable chooses are for one decision. */
#define CHOSEN_MIN 6u

/* What recipes begin with, as a file assigns it. The caller frees it. */
static char *programs_of(const MakeReading *self, const MakeFile *file)
{
    GString *programs = g_string_new(NULL);
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        const MakeVariable *variable =
            statement->kind == MAKE_ASSIGNMENT && statement->targets == NULL
                ? g_hash_table_lookup(self->variables, statement->name)
                : NULL;
        if (variable != NULL && variable->runs) {
            g_string_append_printf(programs, "%s=%s\n", statement->name, statement->value);
        }
    }
    return g_string_free(programs, FALSE);
}

/* The definitions that lines of the file add, in the order of the list. The caller frees it. */
static char *definitions_of(const DefinitionLists *self, const MakeFile *file)
{
    GString *names = g_string_new(NULL);
    for (guint i = 0; i < self->list->len; i++) {
        const ListedDefinition *listed = self->list->pdata[i];
        for (guint k = 0; k < listed->places->len; k++) {
            const ListedPlace *place = &g_array_index(listed->places, ListedPlace, k);
            if (!place->off && strcmp(place->at.path, file->path) == 0) {
                g_string_append_printf(names, "%s\n", listed->macro);
                break;
            }
        }
    }
    return g_string_free(names, FALSE);
}

/* Whether most of the files build with what another one builds with, and differ from it by
 * definitions: what a variable chooses then are several decisions at once. */
static gboolean decide_several(const DefinitionLists *self, const GArray *files)
{
    g_autoptr(GPtrArray) programs = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) definitions = g_ptr_array_new_with_free_func(g_free);
    for (guint f = 0; f < files->len; f++) {
        const MakeFile *file = g_array_index(files, MakeTemplate, f).source->file;
        g_ptr_array_add(programs, programs_of(self->reading, file));
        g_ptr_array_add(definitions, definitions_of(self, file));
    }
    guint several = 0;
    for (guint f = 0; f < files->len; f++) {
        const char *own = programs->pdata[f];
        for (guint k = 0; *own != '\0' && k < files->len; k++) {
            if (strcmp(own, programs->pdata[k]) == 0 &&
                strcmp(definitions->pdata[f], definitions->pdata[k]) != 0) {
                several++;
                break;
            }
        }
    }
    return 2 * several > files->len;
}

/* Files that one variable chooses among are like makefiles that people name where they stand for
 * several decisions. */
static void note_chosen(DefinitionLists *self)
{
    const GPtrArray *all = self->reading->templates;
    for (guint i = 0; i < all->len; i++) {
        const MakeTemplates *templates = all->pdata[i];
        if (templates->choosers[0] == NULL || templates->choosers[1] != NULL ||
            templates->files->len < CHOSEN_MIN || !decide_several(self, templates->files)) {
            continue;
        }
        for (guint f = 0; f < templates->files->len; f++) {
            const MakeFile *file = g_array_index(templates->files, MakeTemplate, f).source->file;
            g_hash_table_add(self->family, (gpointer)file->path);
        }
    }
}

/* ---- verdict --------------------------------------------------------------------------------- */

/* Some makefiles of a family have it and others do not. */
static gboolean tells_family_apart(const DefinitionLists *self, const ListedDefinition *listed)
{
    g_autoptr(GHashTable) with = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < listed->places->len; i++) {
        const char *path = g_array_index(listed->places, ListedPlace, i).at.path;
        if (g_hash_table_contains(self->family, path)) {
            g_hash_table_add(with, (gpointer)path);
        }
    }
    guint count = g_hash_table_size(with);
    return count > 0 && count < g_hash_table_size(self->family);
}

/* "OPT += -DOPENMP" and "ifeq (OPENMP,$(findstring OPENMP,$(OPT)))": the other branch is there for
 * whoever takes the line out. */
static gboolean is_looked_for(const DefinitionLists *self, const ListedDefinition *listed)
{
    const MakeVariable *variable = g_hash_table_lookup(self->reading->variables, listed->variable);
    return variable != NULL && variable->looked_for != NULL &&
           g_hash_table_contains(variable->looked_for, listed->macro);
}

/* Whether people are meant to change the lines: the file is there for that, or the same file shows
 * others of the list that are switched off; in the first makefile others of any list. What a file
 * is chosen for by a variable it just does. */
static gboolean is_for_people(const DefinitionLists *self, const ListedDefinition *listed)
{
    for (guint i = 0; i < listed->places->len; i++) {
        const ListedPlace *place = &g_array_index(listed->places, ListedPlace, i);
        const MakeSource *source = g_hash_table_lookup(self->reading->sources, place->at.path);
        g_autofree char *key = g_strdup_printf("%s\1%s", listed->variable, place->at.path);
        gboolean copied =
            source != NULL && source->edited && !make_is_chosen(self->reading, place->at.path);
        gboolean offered =
            g_hash_table_contains(self->offered, key) ||
            (place->rank == LISTED_IN_TOP && g_hash_table_contains(self->offered, place->at.path));
        if (place->off || copied || offered) {
            return TRUE;
        }
    }
    return is_looked_for(self, listed) || tells_family_apart(self, listed);
}

/* The only definition that a variable is ever given, and nothing beside it, is a value of the
 * variable; what nothing reads defines nothing. */
static gboolean is_list(const DefinitionLists *self, const ListedDefinition *listed)
{
    const MakeVariable *variable = g_hash_table_lookup(self->reading->variables, listed->variable);
    gboolean read = (variable != NULL && variable->uses > 0) ||
                    g_hash_table_contains(self->uses, listed->variable);
    return read && (listed->mixed || make_count_listed(self, listed->variable) > 1);
}

/* Compilers of several languages get the same definitions: the longest list stands for all. */
static gboolean is_main(const DefinitionLists *self, const ListedDefinition *listed)
{
    guint count = make_count_listed(self, listed->variable);
    gboolean before = TRUE;
    const GPtrArray *same = g_hash_table_lookup(self->by_macro, listed->macro);
    for (guint i = 0; i < same->len; i++) {
        const ListedDefinition *other = same->pdata[i];
        before = before && other != listed;
        if (other == listed || !is_list(self, other) || !is_for_people(self, other)) {
            continue;
        }
        guint others = make_count_listed(self, other->variable);
        if (others > count || (others == count && before)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Each of the files that a variable chooses among gives it a value of its own, "-DTARGET=1" or
 * "-DTARGET=0", and none of them shows another one: whoever chooses the file has said all. */
static gboolean follows_file(const DefinitionLists *self, const ListedDefinition *listed)
{
    const char *first = NULL;
    gboolean differs = FALSE;
    for (guint i = 0; i < listed->places->len; i++) {
        const ListedPlace *place = &g_array_index(listed->places, ListedPlace, i);
        if (place->off || place->file == NULL || !make_is_chosen(self->reading, place->at.path)) {
            return FALSE;
        }
        const char *value = place->value != NULL ? place->value : "1";
        first = first != NULL ? first : value;
        differs = differs || strcmp(first, value) != 0;
    }
    return differs;
}

/* Conditionals decide about it; not where a file that people copy adds it by itself and documents
 * tell them of it. */
static gboolean is_decided(const DefinitionLists *self, const ListedDefinition *listed)
{
    gboolean added = FALSE;
    gboolean told = FALSE;
    for (guint i = 0; i < listed->places->len; i++) {
        const ListedPlace *place = &g_array_index(listed->places, ListedPlace, i);
        const MakeSource *source = g_hash_table_lookup(self->reading->sources, place->at.path);
        told = told || place->rank >= LISTED_IN_DOCUMENT;
        added = added || (!place->off && source != NULL && source->edited &&
                          !make_is_chosen(self->reading, place->at.path));
    }
    gboolean follows =
        g_hash_table_contains(self->decided, listed->macro) || follows_file(self, listed);
    return follows && !(added && told);
}

void make_read_definitions(MakeReading *self, const MakeSource *top)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(listed_free);
    g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) by_macro =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    g_autoptr(GHashTable) counts = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) offered = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) uses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) decided = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) explained = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) family = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) read = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) replacing = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) checks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    DefinitionLists lists = {self,    list,      by_name, by_macro,  counts, offered, uses,
                             decided, explained, read,    replacing, checks, family};
    for (guint i = 0, count = self->order->len; i < count; i++) {
        const MakeSource *source = self->order->pdata[i];
        if ((source->central && !source->named) || source->edited) {
            make_read_definition_lines(&lists, source, rank_of(self, source, top));
        }
    }
    read_models(&lists);
    read_beside(&lists, top);
    note_chosen(&lists);
    make_read_definition_documents(&lists);
    for (guint i = 0; i < list->len; i++) {
        const ListedDefinition *listed = list->pdata[i];
        if (is_list(&lists, listed) && is_for_people(&lists, listed) && is_main(&lists, listed) &&
            !is_decided(&lists, listed)) {
            make_add_listed(self, listed);
        }
    }
}
