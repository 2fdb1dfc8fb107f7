#include "discover/make/make_reader.h"
#include "core/path.h"
#include "discover/builders.h"
#include "discover/make/begin.h"
#include "discover/make/reading.h"
#include "discover/make/recipe.h"
#include "discover/make/stub.h"
#include <string.h>

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
        variable->named = arena_array(self->scratch);
        variable->reworded = arena_array(self->scratch);
        variable->places = g_array_new(FALSE, FALSE, sizeof(Span));
        variable->stand_ins = g_array_new(FALSE, FALSE, sizeof(MakeStandIn));
        g_hash_table_insert(self->variables, (gpointer)variable->name, variable);
        g_ptr_array_add(self->names, variable);
    }
    return variable;
}

static void variable_clear(gpointer data)
{
    MakeVariable *variable = data;
    g_hash_table_unref(variable->tested);
    g_clear_pointer(&variable->looked_for, g_hash_table_unref);
    g_array_unref(variable->pieces);
    g_array_unref(variable->declarations);
    g_array_unref(variable->places);
    g_array_unref(variable->stand_ins);
}

/* Notes it once for each `place`. */
static void note_in_ledger(MakeReading *self, const char *place, const char *reason,
                           const char *subject, const char *lost)
{
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

void make_ledger(MakeReading *self, const char *reason, const char *subject, const char *lost)
{
    g_autofree char *place = span_text(&self->at);
    note_in_ledger(self, place, reason, subject, lost);
}

void make_ledger_include(MakeReading *self, const char *file)
{
    gboolean anywhere = *file == '$' || g_path_is_absolute(file);
    g_autofree char *place = anywhere ? g_strdup("") : span_text(&self->at);
    note_in_ledger(self, place, "included file is not in the tree", file, NULL);
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
        whole = path_join(folder, path);
    }
    g_autofree char *normal = tree_normalize(whole);
    return normal != NULL ? arena_intern(self->scratch, normal) : NULL;
}

static void warn_of_faults(MakeReading *self, const MakeFile *file)
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
}

static void note_limits(MakeReading *self, const MakeFile *file)
{
    Span outer = self->at;
    self->at = (Span){file->path, 0, 0};
    if (file->cut) {
        make_ledger(self, "limit: statements of a file", file->path, NULL);
    }
    if (file->lines_too_long > 0) {
        make_ledger(self, "limit: length of a line", file->path, NULL);
    }
    if (file->lines_too_deep > 0) {
        make_ledger(self, "limit: references in a line", file->path, NULL);
    }
    self->at = outer;
}

/* Whether the text says what make reads and no shell can: a directive, blanks around what assigns,
 * or a rule with a recipe. A document that a script writes ("<<") may be a makefile; the script is
 * none. */
static gboolean is_for_make(const char *text)
{
    return strstr(text, "<<") == NULL &&
           g_regex_match_simple("^(?:-?include[ \\t]|ifn?eq[ \\t(]|ifn?def[ \\t]"
                                "|\\w+[ \\t]+[:?+]?=[ \\t]"
                                "|[\\w.$(){}%/-]+[ \\t]*::?(?!=)[^=\\n]*\\n\\t)",
                                text, G_REGEX_MULTILINE, 0);
}

/* A source, or a script for another program than make, that is called like a makefile: whatever
 * else goes by the names of makefiles is read as one. People put the shell's name above makefiles
 * as well, for the sake of their editors. */
static gboolean is_for_another(const TreeFile *file, const char *text)
{
    gboolean script = text[0] == '#' && text[1] == '!' && text[2 + strspn(text + 2, " ")] == '/';
    g_autofree char *first = script ? g_strndup(text, strcspn(text, "\n")) : NULL;
    gboolean shell = script && g_regex_match_simple("/(?:env +)?\\w*sh\\b", first, 0, 0);
    return tree_kind_is_source(tree_kind_of(file->path)) ||
           (script && strstr(first, "make") == NULL && !(shell && is_for_make(text)));
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
    if (text != NULL && is_for_another(file, text)) {
        source = NULL;
    } else if (text == NULL || length > MAKE_FILE_BYTES_MAX || self->order->len >= MAKE_FILES_MAX) {
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
        note_limits(self, source->file);
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
    self->recipes = make_recipes_new();
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
    g_clear_pointer(&self->spread, g_hash_table_unref);
    g_clear_pointer(&self->told_names, g_hash_table_unref);
    g_clear_pointer(&self->told_files, g_hash_table_unref);
    g_clear_pointer(&self->included_names, g_hash_table_unref);
    g_clear_pointer(&self->takers, g_hash_table_unref);
    g_hash_table_unref(self->ledger);
    g_array_unref(self->refusals);
    make_recipes_free(self->recipes);
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

/* Whether make is started with files of that name: where the first one is a file to be copied
 * ("Makefile.template"), those below are as well. */
static gboolean is_makefile(const MakeReading *self, const char *base)
{
    return make_is_entry_name(base) ||
           (strcmp(base, path_base(self->begin->entry)) == 0 && make_is_general(base));
}

/* Whether the file belongs to a build of its own. */
static gboolean lies_apart(const MakeBegin *begin, const char *path)
{
    for (guint i = 0; begin->apart != NULL && i < begin->apart->len; i++) {
        if (path_is_below(path, begin->apart->pdata[i])) {
            return TRUE;
        }
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
        if (!path_is_below(file->path, self->top) || lies_apart(self->begin, file->path) ||
            make_lies_aside(self->options, file->path, self->top) ||
            lies_in_copy(self->tree, file->path, self->top, copies)) {
            continue;
        }
        const char *base = path_base(file->path);
        GPtrArray *paths = g_hash_table_lookup(self->base_names, base);
        if (paths == NULL) {
            paths = g_ptr_array_new();
            g_hash_table_insert(self->base_names, (gpointer)base, paths);
        }
        g_ptr_array_add(paths, (gpointer)file->path);
        if (is_makefile(self, base) || make_is_sample(self, file->path)) {
            make_source(self, file->path);
        }
    }
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

/* People edit the makefile of the case that they build. What it sets is handed on when the file
 * that it includes, or one of the other makefiles, includes one that is no part of the tree. */
static void mark_cases(MakeReading *self)
{
    gboolean handed_on = FALSE;
    for (guint i = 0; i < self->order->len; i++) {
        handed_on = handed_on || ((const MakeSource *)self->order->pdata[i])->hands_on > 0;
    }
    for (guint i = 0; self->begin->cases != NULL && i < self->order->len; i++) {
        MakeSource *source = self->order->pdata[i];
        if (g_hash_table_contains(self->begin->cases, source->file->path)) {
            source->edited = source->central = TRUE;
            source->hands_on = handed_on ? G_MAXUINT : 0;
        }
    }
}

/* The framework's makefiles, which are no part of the tree, read what samples of settings say. */
static void mark_samples(MakeReading *self)
{
    for (guint i = 0; self->begin->samples != NULL && i < self->order->len; i++) {
        MakeSource *source = self->order->pdata[i];
        if (make_is_sample(self, source->file->path)) {
            source->edited = source->central = source->begins = TRUE;
            source->hands_on = G_MAXUINT;
        }
    }
}

/* Conditions that became too large for an answer. */
static void note_give_ups(MakeReading *self, const MakeSource *top)
{
    guint count = guards_give_ups(self->guards);
    if (count > 0) {
        g_autofree char *text = g_strdup_printf("%u operations", count);
        self->at = (Span){top->file->path, 0, 0};
        make_ledger(self, "limit: condition size", text, NULL);
    }
}

static void read_top_level(MakeReading *self)
{
    Facts *facts = self->facts;
    gather_files(self);
    MakeSource *top = make_source(self, self->begin->entry);
    if (top == NULL) {
        return;
    }
    guint known = facts->options->len;
    top = make_find_delegate(self, top);
    make_find_templates(self, top);
    mark_cases(self);
    mark_samples(self);
    make_find_handed_on(self, top);
    make_find_called(self, top);
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
    make_follow_recipes(self);
    for (guint i = 0; i < entries; i++) {
        make_walk_targets(self, self->order->pdata[i], top);
    }
    for (guint i = 0; i < entries; i++) {
        MakeSource *source = self->order->pdata[i];
        if ((source->begins || is_makefile(self, path_base(source->file->path))) &&
            source->times == 0) {
            make_walk(self, source, GUARD_TRUE, FALSE);
        }
    }
    walk_named_after_targets(self);
    /* What was only looked at, for being called like a makefile, may be anything. */
    for (guint i = 0; i < self->order->len; i++) {
        const MakeSource *source = self->order->pdata[i];
        if (source->times > 0) {
            warn_of_faults(self, source->file);
        }
    }
    find_version(self);
    make_build_facts(self);
    make_place_stubs(self);
    note_give_ups(self, top);
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

void make_read(const Tree *tree, const MakeReadOptions *options, Facts *facts,
               Diagnostics *diagnostics)
{
    g_autoptr(GPtrArray) begins = make_begins(tree, options, facts);
    g_autoptr(GHashTable) in_makefiles = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) in_documents = g_ptr_array_new();
    MakeDefinitions definitions = {in_makefiles, in_documents};
    for (guint i = 0; i < begins->len; i++) {
        const MakeBegin *begin = begins->pdata[i];
        g_autoptr(MakeReading) reading = reading_new(tree, facts, diagnostics, begin->folder);
        reading->options = options;
        reading->begin = begin;
        reading->definitions = &definitions;
        read_top_level(reading);
    }
    make_drop_told_elsewhere(facts, &definitions);
    make_note_filled(tree, options, facts);
}
