#include "discover/make/make_reader.h"
#include "discover/builders.h"
#include "discover/make/reading.h"
#include <string.h>

/* A tree may hold several programs side by side. */
#define TOP_LEVELS_MAX 16u
/* Folders beside its own that one makefile is asked for. */
#define FOLDERS_ASKED_MAX 64u

/* In the order in which make looks for them. */
static const char *const entry_names[] = {"GNUmakefile", "makefile", "Makefile"};

/* What a build can begin with. */
static const char *const beginnings[] = {"CMakeLists.txt", "configure",    "configure.ac",
                                         "configure.in",   "configure.py", "meson.build",
                                         "GNUmakefile",    "makefile",     "Makefile"};

static gboolean is_listed(const char *const *names, gsize count, const char *name)
{
    for (gsize i = 0; i < count; i++) {
        if (g_ascii_strcasecmp(names[i], name) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* ---- what the parts share -------------------------------------------------------------------- */

MakeVariable *make_variable(MakeReading *self, const char *name)
{
    MakeVariable *variable = g_hash_table_lookup(self->variables, name);
    if (variable == NULL) {
        variable = arena_new0(self->scratch, MakeVariable);
        variable->name = arena_intern(self->arena, name);
        variable->tested = g_hash_table_new(g_str_hash, g_str_equal);
        variable->pieces = g_array_new(FALSE, FALSE, sizeof(Piece));
        variable->unset = GUARD_TRUE;
        variable->declarations = g_array_new(FALSE, FALSE, sizeof(Declaration));
        variable->values = arena_array(self->arena);
        variable->places = g_array_new(FALSE, FALSE, sizeof(Span));
        g_hash_table_insert(self->variables, (gpointer)variable->name, variable);
        g_ptr_array_add(self->names, variable);
    }
    return variable;
}

static void variable_clear(gpointer data)
{
    MakeVariable *variable = data;
    g_hash_table_unref(variable->tested);
    g_array_unref(variable->pieces);
    g_array_unref(variable->declarations);
    g_array_unref(variable->places);
}

void make_ledger(MakeReading *self, const char *reason, const char *subject, const char *lost)
{
    g_autofree char *place = span_text(&self->at);
    g_autofree char *key = g_strdup_printf("%s\1%s\1%s", place, reason, subject);
    if (g_hash_table_size(self->ledger) >= MAKE_LEDGER_MAX ||
        !g_hash_table_add(self->ledger, g_steal_pointer(&key))) {
        return;
    }
    g_autofree char *valid = g_utf8_make_valid(subject, -1);
    LedgerEntry *entry = arena_new0(self->arena, LedgerEntry);
    *entry = (LedgerEntry){.at = self->at.path != NULL ? self->at : (Span){self->top, 0, 0},
                           .reason = reason,
                           .subject = arena_intern(self->arena, valid),
                           .lost = arena_array(self->arena)};
    if (lost != NULL) {
        g_ptr_array_add((GPtrArray *)entry->lost, (gpointer)arena_intern(self->arena, lost));
    }
    g_ptr_array_add(self->facts->ledger, entry);
}

const char *make_path(MakeReading *self, const char *folder, const char *path)
{
    g_autofree char *whole = NULL;
    if (g_str_has_prefix(path, MAKE_ROOT) &&
        (path[strlen(MAKE_ROOT)] == '/' || path[strlen(MAKE_ROOT)] == '\0')) {
        path += strlen(MAKE_ROOT);
        whole = g_strdup(path + strspn(path, "/"));
    } else if (*path == '/') {
        return NULL;
    } else {
        whole = *folder != '\0' ? g_strconcat(folder, "/", path, NULL) : g_strdup(path);
    }
    g_autofree char *normal = tree_normalize(whole);
    return normal != NULL ? arena_intern(self->scratch, normal) : NULL;
}

static void report_faults(MakeReading *self, const MakeFile *file)
{
    if (file->open_line != 0) {
        diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING,
                        (Span){file->path, file->open_line, 0},
                        "end it with endif or endef; what follows is read as part of it",
                        "a conditional or define that begins here has no end");
    }
    if (file->stray_line != 0) {
        diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING,
                        (Span){file->path, file->stray_line, 0}, "it is passed over",
                        "an else or endif without a conditional");
    }
    Span outer = self->at;
    self->at = (Span){file->path, 0, 0};
    if (file->cut) {
        make_ledger(self, "limit: statements of a file", file->path, NULL);
    }
    if (file->lines_too_long > 0) {
        make_ledger(self, "limit: length of a line", file->path, NULL);
    }
    self->at = outer;
}

MakeSource *make_source(MakeReading *self, const char *path)
{
    MakeSource *source = g_hash_table_lookup(self->sources, path);
    const TreeFile *file = source == NULL ? tree_find(self->tree, path) : NULL;
    if (file == NULL) {
        return source;
    }
    g_autoptr(GError) error = NULL;
    gsize length = 0;
    g_autofree char *text = tree_read_text(self->tree, path, &length, &error);
    Span outer = self->at;
    self->at = (Span){file->path, 0, 0};
    if (text == NULL || length > MAKE_FILE_BYTES_MAX || self->order->len >= MAKE_FILES_MAX) {
        make_ledger(self,
                    text == NULL                   ? "file cannot be read"
                    : length > MAKE_FILE_BYTES_MAX ? "limit: size of a makefile"
                                                   : "limit: number of makefiles",
                    path, NULL);
    } else {
        source = arena_new0(self->scratch, MakeSource);
        /* Facts point at its lines, so that it stays as long as they do. */
        source->file = make_file_new(self->scratch, arena_intern(self->arena, path), text);
        source->read = GUARD_FALSE;
        g_hash_table_insert(self->sources, (gpointer)source->file->path, source);
        g_ptr_array_add(self->order, source);
        report_faults(self, source->file);
    }
    self->at = outer;
    return source;
}

MakeSource *make_only_source(MakeReading *self, const char *base_name)
{
    const GPtrArray *paths = g_hash_table_lookup(self->base_names, base_name);
    return paths != NULL && paths->len == 1 ? make_source(self, paths->pdata[0]) : NULL;
}

/* ---- one top-level folder -------------------------------------------------------------------- */

static MakeReading *reading_new(const Tree *tree, Facts *facts, Diagnostics *diagnostics,
                                const char *top)
{
    MakeReading *self = g_new0(MakeReading, 1);
    self->tree = tree;
    self->facts = facts;
    self->diagnostics = diagnostics;
    self->arena = facts->arena;
    self->scratch = arena_new();
    self->guards = guards_new();
    self->unknowns = unknowns_new(self->arena, self->guards);
    self->top = self->folder = arena_intern(facts->arena, top);
    self->sources = g_hash_table_new(g_str_hash, g_str_equal);
    self->order = g_ptr_array_new();
    self->base_names =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    self->variables = g_hash_table_new(g_str_hash, g_str_equal);
    self->names = g_ptr_array_new_with_free_func(variable_clear);
    self->templates = g_ptr_array_new();
    self->effects = g_array_new(FALSE, FALSE, sizeof(MakeEffect));
    self->effect_set = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->handed_on = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->refusals = g_array_new(FALSE, FALSE, sizeof(MakeRefusal));
    self->ledger = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->path = GUARD_TRUE;
    self->arguments = g_ptr_array_new();
    self->said = g_string_new(NULL);
    return self;
}

static void reading_free(MakeReading *self)
{
    for (guint i = 0; i < self->order->len; i++) {
        make_file_free(((MakeSource *)self->order->pdata[i])->file);
    }
    for (guint i = 0; i < self->templates->len; i++) {
        g_array_unref(((MakeTemplates *)self->templates->pdata[i])->files);
    }
    g_string_free(self->said, TRUE);
    g_ptr_array_unref(self->arguments);
    g_hash_table_unref(self->ledger);
    g_array_unref(self->refusals);
    g_hash_table_unref(self->handed_on);
    g_hash_table_unref(self->effect_set);
    g_array_unref(self->effects);
    g_ptr_array_unref(self->templates);
    g_ptr_array_unref(self->names);
    g_hash_table_unref(self->variables);
    g_hash_table_unref(self->base_names);
    g_ptr_array_unref(self->order);
    g_hash_table_unref(self->sources);
    unknowns_free(self->unknowns);
    guards_free(self->guards);
    arena_free(self->scratch);
    g_free(self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MakeReading, reading_free)

static gboolean is_below(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    return length == 0 || (strncmp(path, folder, length) == 0 && path[length] == '/');
}

/* Whether the file lies in a folder, below `top`, of what is no part of the product. */
static gboolean lies_aside(const MakeReadOptions *options, const char *path, const char *top)
{
    if (options->side_folders == NULL) {
        return FALSE;
    }
    const char *rest = path + strlen(top);
    g_auto(GStrv) parts = g_strsplit(rest, "/", -1);
    for (guint i = 0; parts[i] != NULL && parts[i + 1] != NULL; i++) {
        g_autofree char *lower = g_ascii_strdown(parts[i], -1);
        if (g_hash_table_contains(options->side_folders, lower)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean lies_in_copy(const Tree *tree, const char *path, const char *top, GHashTable *known)
{
    g_autofree char *folder = g_path_get_dirname(path);
    while (strcmp(folder, ".") != 0 && strcmp(folder, top) != 0) {
        gpointer answer = NULL;
        if (!g_hash_table_lookup_extended(known, folder, NULL, &answer)) {
            answer = GINT_TO_POINTER(builders_is_copy(tree, folder));
            g_hash_table_insert(known, g_strdup(folder), answer);
        }
        if (GPOINTER_TO_INT(answer)) {
            return TRUE;
        }
        char *above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
    }
    return FALSE;
}

/* Lowers the makefiles of the folder and remembers where each file name is found. */
static void gather_files(MakeReading *self)
{
    g_autoptr(GHashTable) copies = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const GPtrArray *files = tree_files(self->tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (!is_below(file->path, self->top) || lies_aside(self->options, file->path, self->top) ||
            lies_in_copy(self->tree, file->path, self->top, copies)) {
            continue;
        }
        const char *base = base_of(file->path);
        GPtrArray *paths = g_hash_table_lookup(self->base_names, base);
        if (paths == NULL) {
            paths = g_ptr_array_new();
            g_hash_table_insert(self->base_names, (gpointer)base, paths);
        }
        g_ptr_array_add(paths, (gpointer)file->path);
        if (is_listed(entry_names, G_N_ELEMENTS(entry_names), base)) {
            make_source(self, file->path);
        }
    }
}

gboolean make_is_named_makefile(const char *base)
{
    static const char *const others[] = {".in", ".am", ".old", ".bak", ".orig", ".inc", "~"};
    gboolean named = g_ascii_strncasecmp(base, "makefile.", strlen("makefile.")) == 0;
    for (guint i = 0; named && i < G_N_ELEMENTS(others); i++) {
        named = !g_str_has_suffix(base, others[i]);
    }
    return named;
}

/* Of the makefiles to choose from in a folder the one that says most, the first of equals; NULL
 * when there is none. */
static const char *variant_of(const Tree *tree, const char *folder)
{
    const TreeFile *best = NULL;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        const char *base = base_of(file->path);
        gsize length = (gsize)(base - file->path);
        gboolean here = length == (*folder != '\0' ? strlen(folder) + 1 : 0) &&
                        strncmp(file->path, folder, strlen(folder)) == 0;
        if (here && make_is_named_makefile(base) && (best == NULL || file->size > best->size)) {
            best = file;
        }
    }
    return best != NULL ? best->path : NULL;
}

/* The makefile that make begins with in a folder, or that people make it from; NULL when there is
 * none. */
static const char *entry_of(const Tree *tree, const char *folder)
{
    for (guint i = 0; i < G_N_ELEMENTS(entry_names); i++) {
        g_autofree char *path = *folder != '\0' ? g_strdup_printf("%s/%s", folder, entry_names[i])
                                                : g_strdup(entry_names[i]);
        const TreeFile *file = tree_find(tree, path);
        if (file != NULL) {
            return file->path;
        }
    }
    return variant_of(tree, folder);
}

/* Files that are named after targets are makefiles of their own, under the target's condition. */
static void walk_named_after_targets(MakeReading *self)
{
    const MakeTemplates *templates = make_templates_for(self, OPTION_TARGETS);
    for (guint i = 0; templates != NULL && i < templates->files->len; i++) {
        const MakeTemplate *template = &g_array_index(templates->files, MakeTemplate, i);
        Unknown *unknown = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, OPTION_TARGETS);
        make_walk(self, template->source,
                  unknown_equals(self->unknowns, unknown, template->values[0]), FALSE);
    }
}

/* A version is what the top makefile, or what it includes, calls so. Without a point it is only the
 * first part of one: "VERSION = 7", "RELEASE = 0". */
static void find_version(MakeReading *self)
{
    const MakeVariable *version = g_hash_table_lookup(self->variables, "VERSION");
    if (version != NULL && version->constant != NULL && !version->varied &&
        g_ascii_isdigit(*version->constant) && strchr(version->constant, '.') != NULL &&
        self->facts->project_version == NULL) {
        self->facts->project_version = arena_intern(self->arena, version->constant);
    }
}

static void read_top_level(MakeReading *self)
{
    const Tree *tree = self->tree;
    Facts *facts = self->facts;
    const char *folder = self->top;
    const char *entry = entry_of(tree, folder);
    gather_files(self);
    MakeSource *top = make_source(self, entry);
    if (top == NULL) {
        return;
    }
    guint known = facts->options->len;
    top = make_find_delegate(self, top);
    make_find_templates(self, top);
    make_find_handed_on(self, top);
    guint entries = self->order->len;
    for (guint i = 0; i < entries; i++) {
        make_find_target_choices(self, self->order->pdata[i], top);
    }
    make_survey(self);
    make_read_documents(self);
    for (guint i = 0; i < entries; i++) {
        make_assign_targets(self, self->order->pdata[i], top);
    }
    make_walk(self, top, GUARD_TRUE, TRUE);
    for (guint i = 0; i < entries; i++) {
        make_walk_targets(self, self->order->pdata[i], top);
    }
    for (guint i = 0; i < entries; i++) {
        MakeSource *source = self->order->pdata[i];
        if ((source->begins ||
             is_listed(entry_names, G_N_ELEMENTS(entry_names), base_of(source->file->path))) &&
            source->times == 0) {
            make_walk(self, source, GUARD_TRUE, FALSE);
        }
    }
    walk_named_after_targets(self);
    find_version(self);
    make_build_facts(self);
    make_read_definitions(self, top);
    make_read_settings(self, top->file->path);
    BuildSystem *system = arena_new0(facts->arena, BuildSystem);
    *system = (BuildSystem){.builder = BUILDER_MAKE,
                            .folder = self->top,
                            .file = arena_intern(facts->arena, top->file->path),
                            .read = TRUE,
                            .idle = facts->options->len == known && self->effects->len == 0};
    g_ptr_array_add(facts->build_systems, system);
}

/* ---- where builds begin ---------------------------------------------------------------------- */

static gboolean has_sources(const Tree *tree, const char *folder)
{
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (tree_kind_is_source(file->kind) && is_below(file->path, folder)) {
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

/* The folders, sorted, with a makefile and the least depth that any build begins at. `variants`:
 * makefiles that people copy or name count as well. */
static GPtrArray *top_levels_of(const Tree *tree, const MakeReadOptions *options, gboolean variants)
{
    GPtrArray *folders = g_ptr_array_new_with_free_func(g_free);
    const GPtrArray *files = tree_files(tree);
    guint least = G_MAXUINT;
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        const char *base = base_of(file->path);
        if ((is_listed(beginnings, G_N_ELEMENTS(beginnings), base) ||
             (variants && make_is_named_makefile(base))) &&
            !lies_aside(options, file->path, "")) {
            least = MIN(least, span_path_depth(file->path));
        }
    }
    for (guint i = 0; i < files->len && folders->len < TOP_LEVELS_MAX; i++) {
        const TreeFile *file = files->pdata[i];
        const char *base = base_of(file->path);
        if (span_path_depth(file->path) != least || lies_aside(options, file->path, "") ||
            !(is_listed(entry_names, G_N_ELEMENTS(entry_names), base) ||
              (variants && make_is_named_makefile(base)))) {
            continue;
        }
        g_autofree char *folder = g_path_get_dirname(file->path);
        const char *plain = strcmp(folder, ".") == 0 ? "" : folder;
        if (!g_ptr_array_find_with_equal_func(folders, plain, g_str_equal, NULL) &&
            (has_sources(tree, plain) || takes_sources(tree, plain, file->path))) {
            g_ptr_array_add(folders, g_strdup(plain));
        }
    }
    return folders;
}

/* Whether the makefile includes one that a person has to make first: "include Makefile.inc". */
static gboolean waits_for_settings(const Tree *tree, const char *folder, const char *makefile)
{
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
        g_autofree char *path = tree_normalize(joined);
        if (path != NULL && tree_find(tree, path) == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Beside a build in the root the only folder below it in which another one begins, with sources and
 * with settings that people write: "CMakeLists.txt", and "src/Makefile" as it was before. */
static void add_side_build(const Tree *tree, const MakeReadOptions *options, GPtrArray *folders)
{
    g_autofree char *found = NULL;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (span_path_depth(file->path) != 1 ||
            !is_listed(entry_names, G_N_ELEMENTS(entry_names), base_of(file->path)) ||
            lies_aside(options, file->path, "")) {
            continue;
        }
        g_autofree char *folder = g_path_get_dirname(file->path);
        if (builders_is_copy(tree, folder) || !has_sources(tree, folder) ||
            !waits_for_settings(tree, folder, file->path)) {
            continue;
        }
        if (found != NULL) {
            return;
        }
        found = g_steal_pointer(&folder);
    }
    if (found != NULL) {
        g_ptr_array_add(folders, g_steal_pointer(&found));
    }
}

static GPtrArray *top_levels(const Tree *tree, const MakeReadOptions *options)
{
    GPtrArray *folders = top_levels_of(tree, options, FALSE);
    gboolean other = FALSE;
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len && folders->len == 0 && !other; i++) {
        const TreeFile *file = files->pdata[i];
        other = is_listed(beginnings, G_N_ELEMENTS(beginnings), base_of(file->path)) &&
                !lies_aside(options, file->path, "");
    }
    if (folders->len == 0 && other) {
        add_side_build(tree, options, folders);
    }
    /* Only where no build begins in any other way are these what people build with. */
    if (folders->len == 0 && !other) {
        g_ptr_array_unref(folders);
        folders = top_levels_of(tree, options, TRUE);
    }
    return folders;
}

void make_read(const Tree *tree, const MakeReadOptions *options, Facts *facts,
               Diagnostics *diagnostics)
{
    g_autoptr(GPtrArray) folders = top_levels(tree, options);
    for (guint i = 0; i < folders->len; i++) {
        g_autoptr(MakeReading) reading = reading_new(tree, facts, diagnostics, folders->pdata[i]);
        reading->options = options;
        read_top_level(reading);
    }
}
