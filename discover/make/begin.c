#include "discover/make/begin.h"
#include "core/path.h"
#include "core/word_list.h"
#include "discover/builders.h"
#include "discover/make/cases.h"
#include "discover/make/reading.h"
#include <string.h>

/* A tree may hold several programs side by side. */
#define TOP_LEVELS_MAX 16u
/* Folders beside its own that one makefile is asked for. */
#define FOLDERS_ASKED_MAX 64u

/* In the order in which make looks for them. */
static const char *const entry_names[] = {"GNUmakefile", "makefile", "Makefile", NULL};

/* What a build can begin with. */
static const char *const beginnings[] = {"CMakeLists.txt",
                                         "configure",
                                         "configure.ac",
                                         "configure.ac.in",
                                         "configure.in",
                                         "configure.py",
                                         "meson.build",
                                         "GNUmakefile",
                                         "makefile",
                                         "Makefile",
                                         NULL};

gboolean make_is_entry_name(const char *base)
{
    return word_list_has_caseless(entry_names, base);
}

gboolean make_lies_aside(const MakeReadOptions *options, const char *path, const char *top)
{
    return tree_lies_in(path + strlen(top), options->side_folders);
}

gboolean make_is_named_makefile(const char *base)
{
    static const char *const others[] = {".in", ".am", ".old", ".bak", ".orig", ".inc", "~"};
    static const char begin[] = "makefile";
    const char *behind = base + strlen(begin);
    gboolean named = g_ascii_strncasecmp(base, begin, strlen(begin)) == 0 && *behind != '\0' &&
                     strchr("._-", *behind) != NULL && behind[1] != '\0';
    for (guint i = 0; named && i < G_N_ELEMENTS(others); i++) {
        named = !g_str_has_suffix(base, others[i]);
    }
    return named;
}

/* Whether make can begin with the file, or with a copy of it. */
static gboolean is_entry(const Tree *tree, const char *path)
{
    return make_is_entry_name(path_base(path)) || make_is_copied_as_it_is(tree, path);
}

/* Of the makefiles to choose from in a folder the one that says most, the first of equals; NULL
 * when there is none. What is copied as it is comes before them. */
static const char *variant_of(const Tree *tree, const char *folder)
{
    const TreeFile *best = NULL;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        const char *base = path_base(file->path);
        gsize length = (gsize)(base - file->path);
        gboolean here = length == (*folder != '\0' ? strlen(folder) + 1 : 0) &&
                        strncmp(file->path, folder, strlen(folder)) == 0;
        if (here && make_is_copied_as_it_is(tree, file->path)) {
            return file->path;
        }
        if (here && make_is_named_makefile(base) && (best == NULL || file->size > best->size)) {
            best = file;
        }
    }
    return best != NULL ? best->path : NULL;
}

const char *make_entry_in(const Tree *tree, const char *folder)
{
    for (guint i = 0; entry_names[i] != NULL; i++) {
        g_autofree char *path = path_join(folder, entry_names[i]);
        const TreeFile *file = tree_find(tree, path);
        if (file != NULL) {
            return file->path;
        }
    }
    return NULL;
}

/* The same, or the one that people make it from. */
static const char *entry_of(const Tree *tree, const char *folder)
{
    const char *entry = make_entry_in(tree, folder);
    return entry != NULL ? entry : variant_of(tree, folder);
}

/* ---- where builds begin ---------------------------------------------------------------------- */

static gboolean has_sources(const Tree *tree, const char *folder)
{
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (tree_kind_is_source(file->kind) && path_is_below(file->path, folder)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a makefile speaks of folders beside its own with sources: "VPATH = ../hydro:../amr". */
static gboolean takes_sources(const Tree *tree, const char *folder, const char *makefile)
{
    g_autofree char *text = tree_read_text(tree, makefile, NULL, NULL);
    guint asked = 0;
    for (const char *at = text != NULL ? strstr(text, "../") : NULL;
         at != NULL && asked < FOLDERS_ASKED_MAX; at = strstr(at, "../"), asked++) {
        gsize length = strspn(at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-/");
        g_autofree char *named = g_strndup(at, length);
        g_autofree char *joined = g_strdup_printf("%s/%s", folder, named);
        g_autofree char *path = tree_normalize(joined);
        if (path != NULL && tree_is_folder(tree, path) && has_sources(tree, path)) {
            return TRUE;
        }
        at += length;
    }
    return FALSE;
}

/* Whether a build that begins with this file, which is no makefile, is read by its own reader: a
 * configure script that only writes empty files, or asks questions, hides no makefiles. What Meson
 * builds does, though nobody reads it. */
static gboolean is_taken(const Facts *facts, const char *path)
{
    const char *base = path_base(path);
    if (g_ascii_strncasecmp(base, "meson", strlen("meson")) == 0) {
        return TRUE;
    }
    Builder builder = g_ascii_strncasecmp(base, "cmake", strlen("cmake")) == 0 ? BUILDER_CMAKE
                                                                               : BUILDER_AUTOTOOLS;
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = facts->build_systems->pdata[i];
        if (system->builder == builder && system->read && path_is_below(path, system->folder)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A file that a build can begin with. */
typedef struct {
    const char *path;
    guint depth;
    gboolean named; /* a makefile */
} Beginning;

/* Those outside of the side folders, in the order of the tree. `variants`: makefiles that people
 * copy or name count as well. The caller unrefs it. */
static GArray *beginnings_of(const Tree *tree, const MakeReadOptions *options, gboolean variants)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(Beginning));
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const char *path = ((const TreeFile *)files->pdata[i])->path;
        const char *base = path_base(path);
        gboolean named = is_entry(tree, path) || (variants && make_is_named_makefile(base));
        if ((named || word_list_has_caseless(beginnings, base)) &&
            !make_lies_aside(options, path, "")) {
            Beginning beginning = {path, path_depth(path), named};
            g_array_append_val(found, beginning);
        }
    }
    return found;
}

/* What begins at a depth. */
typedef struct {
    GPtrArray *folders; /* char *, sorted: those with a makefile and sources */
    gboolean makefiles;
    gboolean others; /* builds that other readers take begin there */
    guint deeper;    /* the next depth at which something is left; G_MAXUINT: none */
    const char *cut; /* the first makefile there for whose folder there is no room; NULL */
} Level;

static Level level_at(const Tree *tree, const Facts *facts, const GArray *found, guint depth)
{
    Level level = {g_ptr_array_new_with_free_func(g_free), FALSE, FALSE, G_MAXUINT, NULL};
    for (guint i = 0; i < found->len; i++) {
        const Beginning *beginning = &g_array_index(found, Beginning, i);
        if (beginning->depth != depth) {
            level.deeper =
                beginning->depth > depth ? MIN(level.deeper, beginning->depth) : level.deeper;
            continue;
        }
        if (!beginning->named) {
            level.others = level.others || is_taken(facts, beginning->path);
            continue;
        }
        level.makefiles = TRUE;
        g_autofree char *folder = path_folder(beginning->path);
        if (g_ptr_array_find_with_equal_func(level.folders, folder, g_str_equal, NULL) ||
            (!has_sources(tree, folder) && !takes_sources(tree, folder, beginning->path))) {
            continue;
        }
        if (level.folders->len == TOP_LEVELS_MAX) {
            level.cut = beginning->path;
            break;
        }
        g_ptr_array_add(level.folders, g_strdup(folder));
    }
    return level;
}

/* The folders with a makefile at the least depth that any build begins at. */
static GPtrArray *top_levels_of(const Tree *tree, const MakeReadOptions *options, Facts *facts,
                                gboolean variants, gboolean *others)
{
    g_autoptr(GArray) found = beginnings_of(tree, options, variants);
    for (guint depth = 0;;) {
        Level level = level_at(tree, facts, found, depth);
        *others = level.others;
        if (level.cut != NULL) {
            facts_add_ledger(facts, (Span){.path = level.cut}, "limit: files of the build",
                             level.cut);
        }
        if (level.folders->len > 0 || level.makefiles || level.others ||
            level.deeper == G_MAXUINT) {
            return level.folders;
        }
        g_ptr_array_unref(level.folders);
        depth = level.deeper;
    }
}

GPtrArray *make_plain_includes(const Tree *tree, const char *folder, const char *makefile)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *text = tree_read_text(tree, makefile, NULL, NULL);
    g_autoptr(GRegex) include =
        g_regex_new("^include[ \\t]+([\\w./-]+)\\s*$", G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    if (text != NULL) {
        g_regex_match(include, text, 0, &match);
    }
    for (; match != NULL && g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        g_autofree char *joined = g_strdup_printf("%s/%s", folder, name);
        char *path = tree_normalize(joined);
        if (path != NULL) {
            g_ptr_array_add(paths, path);
        }
    }
    return paths;
}

/* Whether the makefile includes one that a person has to make first: "include Makefile.inc". */
static gboolean waits_for_settings(const Tree *tree, const char *folder, const char *makefile)
{
    g_autoptr(GPtrArray) paths = make_plain_includes(tree, folder, makefile);
    for (guint i = 0; i < paths->len; i++) {
        if (tree_find(tree, paths->pdata[i]) == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether make begins with the makefile in its folder: of several, "GNUmakefile" and "Makefile", it
 * takes one. */
static gboolean is_begin(const Tree *tree, const MakeReadOptions *options, const TreeFile *file)
{
    if (!make_is_entry_name(path_base(file->path)) || make_lies_aside(options, file->path, "")) {
        return FALSE;
    }
    g_autofree char *folder = g_path_get_dirname(file->path);
    return g_strcmp0(entry_of(tree, folder), file->path) == 0;
}

/* The only folder below the root in which a makefile begins, with sources and with settings that
 * people write, or instead (`told`) a document that sends them there. The caller frees it; NULL for
 * none or several. */
static char *side_folder(const Tree *tree, const MakeReadOptions *options, gboolean told,
                         gboolean *several)
{
    g_autofree char *found = NULL;
    guint looked_for = 0;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (path_depth(file->path) != 1 || !is_begin(tree, options, file)) {
            continue;
        }
        g_autofree char *folder = g_path_get_dirname(file->path);
        if (builders_is_copy(tree, folder) || !has_sources(tree, folder) ||
            (told ? looked_for++ >= TOP_LEVELS_MAX ||
                        !(make_is_told_of(tree, folder) ||
                          make_has_settings_told_of(tree, folder, file->path))
                  : !waits_for_settings(tree, folder, file->path))) {
            continue;
        }
        if (found != NULL) {
            *several = TRUE;
            return NULL;
        }
        found = g_steal_pointer(&folder);
    }
    return g_steal_pointer(&found);
}

/* More of them are for parts and examples, one by one. */
#define TOLD_MAX 4u

/* The folders two levels below the root that documents name by their whole path, "cd lib/c; make":
 * each is a build of its own. */
static void add_told_folders(const Tree *tree, const MakeReadOptions *options, GPtrArray *folders)
{
    g_autoptr(GPtrArray) told = g_ptr_array_new_with_free_func(g_free);
    guint looked_for = 0;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len && looked_for < TOP_LEVELS_MAX; i++) {
        const TreeFile *file = files->pdata[i];
        if (path_depth(file->path) != 2 || !is_begin(tree, options, file)) {
            continue;
        }
        g_autofree char *folder = g_path_get_dirname(file->path);
        if (!builders_is_copy(tree, folder) && has_sources(tree, folder)) {
            looked_for++;
            if (make_is_told_of(tree, folder)) {
                g_ptr_array_add(told, g_steal_pointer(&folder));
            }
        }
    }
    if (told->len <= TOLD_MAX) {
        g_ptr_array_extend_and_steal(folders, g_steal_pointer(&told));
    }
}

/* Beside a build in the root: "CMakeLists.txt", and "src/Makefile" as it was before. Documents are
 * asked only where no folder waits for settings. */
static void add_side_build(const Tree *tree, const MakeReadOptions *options, GPtrArray *folders)
{
    gboolean several = FALSE;
    char *found = side_folder(tree, options, FALSE, &several);
    if (found == NULL && !several) {
        found = side_folder(tree, options, TRUE, &several);
    }
    if (found != NULL) {
        g_ptr_array_add(folders, found);
    } else if (!several) {
        add_told_folders(tree, options, folders);
    }
}

/* Whether a script that lies deeper writes the makefile of the whole tree. */
static gboolean written_by_script(const Facts *facts)
{
    for (guint i = 0; i < facts->build_systems->len; i++) {
        const BuildSystem *system = facts->build_systems->pdata[i];
        if (system->read && *system->folder == '\0' && strchr(system->file, '/') != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

static GPtrArray *top_levels(const Tree *tree, const MakeReadOptions *options, Facts *facts)
{
    gboolean others = written_by_script(facts);
    GPtrArray *folders = others ? g_ptr_array_new_with_free_func(g_free)
                                : top_levels_of(tree, options, facts, FALSE, &others);
    if (folders->len == 0 && others) {
        add_side_build(tree, options, folders);
    }
    if (folders->len == 0 && others) {
        make_add_other_language(tree, options, facts, folders);
    }
    /* Only where no build begins in any other way are these what people build with. */
    if (folders->len == 0 && !others) {
        g_ptr_array_unref(folders);
        folders = top_levels_of(tree, options, facts, TRUE, &others);
    }
    return folders;
}

void make_begin_free(gpointer begin)
{
    MakeBegin *self = begin;
    if (self != NULL) {
        g_clear_pointer(&self->cases, g_hash_table_unref);
        g_clear_pointer(&self->samples, g_hash_table_unref);
        g_clear_pointer(&self->apart, g_ptr_array_unref);
        g_free(self->folder);
        g_free(self->entry);
        g_free(self);
    }
}

/* Whether a build begins in the root, by whatever tool it is read. */
static gboolean begins_in_root(const Tree *tree, const GPtrArray *folders, const Facts *facts)
{
    gboolean root = (folders->len > 0 && *(const char *)folders->pdata[0] == '\0') ||
                    tree_find(tree, "meson.build") != NULL;
    for (guint i = 0; i < facts->build_systems->len && !root; i++) {
        const BuildSystem *system = facts->build_systems->pdata[i];
        root = system->read && *system->folder == '\0';
    }
    return root;
}

static gboolean is_any_read(const Facts *facts)
{
    gboolean any = FALSE;
    for (guint i = 0; i < facts->build_systems->len; i++) {
        any = any || ((const BuildSystem *)facts->build_systems->pdata[i])->read;
    }
    return any;
}

/* Takes the folders whose makefile is a case, or is read with the cases, out of the list; those
 * that build something by themselves are builds apart, wherever they lie. FALSE when all others
 * speak against the cases: makefiles that say yes or no to nothing are no settings, and what they
 * share is a tool's. */
static gboolean leave_to_cases(const Tree *tree, MakeBegin *cases, GPtrArray *folders)
{
    g_autoptr(GPtrArray) others = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < folders->len; i++) {
        const char *folder = folders->pdata[i];
        const char *entry = entry_of(tree, folder);
        if (entry == NULL || g_hash_table_contains(cases->cases, entry)) {
            continue;
        }
        if (!cases->switched) {
            return FALSE;
        }
        if (!path_is_below(folder, cases->folder) || make_cases_builds(tree, entry)) {
            g_ptr_array_add(others, g_strdup(folder));
            g_ptr_array_add(cases->apart, g_strdup(folder));
        }
    }
    g_ptr_array_set_size(folders, 0);
    g_ptr_array_extend_and_steal(folders, g_steal_pointer(&others));
    return TRUE;
}

/* The makefiles of cases that people build with; NULL when there are none. What is left in
 * `folders` is built beside them. */
static MakeBegin *find_cases(const Tree *tree, const MakeReadOptions *options, Facts *facts,
                             GPtrArray *folders)
{
    if (begins_in_root(tree, folders, facts)) {
        return NULL;
    }
    MakeBegin *cases = make_cases_find(tree, options, FALSE, facts);
    if (cases != NULL && !leave_to_cases(tree, cases, folders)) {
        g_clear_pointer(&cases, make_begin_free);
    }
    /* Where nothing else is built, people build in copies of the examples. */
    if (cases == NULL && folders->len == 0 && !is_any_read(facts) &&
        !builders_has_description(tree, "") && !builders_has_other_description(tree, "")) {
        cases = make_cases_find(tree, options, TRUE, facts);
    }
    return cases;
}

static void add_begin(GPtrArray *begins, const char *folder, const char *entry)
{
    MakeBegin *begin = g_new0(MakeBegin, 1);
    begin->folder = g_strdup(folder);
    begin->entry = g_strdup(entry);
    g_ptr_array_add(begins, begin);
}

GPtrArray *make_begins(const Tree *tree, const MakeReadOptions *options, Facts *facts)
{
    GPtrArray *begins = g_ptr_array_new_with_free_func(make_begin_free);
    g_autoptr(GPtrArray) folders = top_levels(tree, options, facts);
    MakeBegin *cases = find_cases(tree, options, facts, folders);
    if (cases != NULL) {
        g_ptr_array_add(begins, cases);
    }
    for (guint i = 0; i < folders->len; i++) {
        const char *entry = entry_of(tree, folders->pdata[i]);
        if (entry != NULL) {
            add_begin(begins, folders->pdata[i], entry);
        }
    }
    make_add_samples(tree, options, begins);
    if (begins->len > 0) {
        return begins;
    }
    /* Nothing that make finds by its name: another name, or what applications include. */
    gboolean any = is_any_read(facts);
    MakeBegin *framework = any ? make_cases_framework(tree, options, facts) : NULL;
    const char *copied = any ? NULL : make_copied_under_other_name(tree, options, facts);
    if (framework != NULL) {
        g_ptr_array_add(begins, framework);
    } else if (copied != NULL) {
        add_begin(begins, "", copied);
    }
    return begins;
}
