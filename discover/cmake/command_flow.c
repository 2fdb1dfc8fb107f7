/* include, add_subdirectory, return, break, continue, message. */
#include "core/text_list.h"
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/option.h"
#include "discover/cmake/outdated.h"
#include "discover/cmake/policy.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/written_file.h"
#include <string.h>

/* The folder of a file as CMake would name it. */
static const char *list_dir_of(Evaluator *self, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    return strcmp(folder, ".") == 0
               ? self->source_root
               : arena_intern(self->arena,
                              arena_printf(self->arena, "%s/%s", self->source_root, folder));
}

static void run_path(Evaluator *self, SourceFile *file)
{
    evaluator_run_file(self, file, list_dir_of(self, file->path));
    self->included_path = file->path; /* after the files that it includes in turn */
}

/* A stub by its name below the stubs' folder. */
static gboolean run_stub(Evaluator *self, const char *file_name)
{
    g_autofree char *stub = g_strdup_printf("stubs/%s", file_name);
    SourceFile *file = strstr(file_name, "..") == NULL ? evaluator_load(self, stub) : NULL;
    if (file == NULL) {
        return FALSE;
    }
    g_autofree char *folder = g_path_get_dirname(file_name);
    evaluator_run_file(
        self, file,
        strcmp(folder, ".") == 0
            ? "/xaas-stubs"
            : arena_intern(self->arena, arena_printf(self->arena, "/xaas-stubs/%s", folder)));
    return TRUE;
}

/* A file of the project that CMAKE_MODULE_PATH leads to, and where. */
typedef struct {
    SourceFile *file;
    Guard when;
} ModuleHit;

typedef struct {
    const char *file_name;
    GArray *hits; /* ModuleHit */
    Guard rest;   /* where none was found yet */
} ModuleSearch;

static void search_folder(Evaluator *self, const char *folder, gpointer data)
{
    ModuleSearch *search = data;
    Guard here = guard_and(self->guards, search->rest, self->path);
    if (guard_is_false(here)) {
        return;
    }
    g_autofree char *full = g_strdup_printf("%s/%s", folder, search->file_name);
    g_autofree char *path = evaluator_tree_path(self, full);
    SourceFile *file = path != NULL ? evaluator_load(self, path) : NULL;
    if (file == NULL) {
        return;
    }
    search->rest = guard_minus(self->guards, search->rest, here);
    for (guint i = 0; i < search->hits->len; i++) {
        ModuleHit *known = &g_array_index(search->hits, ModuleHit, i);
        if (known->file == file) {
            known->when = guard_or(self->guards, known->when, here);
            return;
        }
    }
    ModuleHit hit = {file, here};
    g_array_append_val(search->hits, hit);
}

static void mark_search(Guards *guards, gconstpointer data)
{
    const ModuleSearch *search = data;
    guard_mark(guards, search->rest);
    for (guint i = 0; i < search->hits->len; i++) {
        guard_mark(guards, g_array_index(search->hits, ModuleHit, i).when);
    }
}

/* The search path is looked at as a whole: a folder in it that only some configurations have must
 * not make the module run once for each of them when all find the same file. */
gboolean command_run_module(Evaluator *self, const char *file_name, gboolean project_only)
{
    Guard entry = self->path;
    ModuleSearch search = {file_name, g_array_new(FALSE, FALSE, sizeof(ModuleHit)), entry};
    g_autoptr(Value) folders = evaluator_value_of_name(self, "CMAKE_MODULE_PATH");
    for (guint i = 0; i < folders->count; i++) {
        self->path = guard_and(self->guards, entry, folders->alternatives[i].when);
        if (folders->alternatives[i].text != NULL && !guard_is_false(self->path)) {
            command_each_item(self, folders->alternatives[i].text, search_folder, &search);
        }
    }
    Kept kept = {.guards = {&entry}, .mark = mark_search, .data = &search};
    evaluator_keep(self, &kept);
    gboolean found = search.hits->len > 0;
    for (guint i = 0; i < search.hits->len; i++) {
        const ModuleHit *hit = &g_array_index(search.hits, ModuleHit, i);
        self->path = hit->when;
        run_path(self, hit->file);
    }
    self->path = search.rest;
    if (!project_only && !guard_is_false(self->path)) {
        found = run_stub(self, file_name) || found;
    }
    evaluator_drop(self, &kept);
    g_array_unref(search.hits);
    self->path = entry;
    return found;
}

/* Settings that the project has written. What is not known in them may be any text, a parenthesis
 * too; within an argument it is taken for part of that. */
static void run_written(Evaluator *self, const Call *call, const char *text)
{
    if (*text == HOLE_BEGIN) {
        evaluator_ledger(self, "unknown code", call->argv[0], NULL);
        return;
    }
    SourceFile *file = command_lowered_text(self, call, text);
    if (file != NULL) {
        g_autofree char *absolute =
            evaluator_absolute(self, call->argv[0], "CMAKE_CURRENT_SOURCE_DIR");
        g_autofree char *path = g_canonicalize_filename(absolute, "/");
        g_autofree char *folder = g_path_get_dirname(path);
        file->made = arena_intern(self->arena, path);
        evaluator_run_file(self, file, arena_intern(self->arena, folder));
    }
}

/* A file of macros that is not in the tree, a submodule's or one that is downloaded first; the
 * latter often bears its version, NAME_1.2.cmake. */
static gboolean run_submodule(Evaluator *self, const char *name)
{
    g_autofree char *missing = g_path_get_basename(name);
    g_autofree char *stub = g_strconcat("submodules/", missing, NULL);
    if (run_stub(self, stub)) {
        return TRUE;
    }
    gsize length = strcspn(missing, "_-");
    const char *rest = missing + length;
    gsize version = strspn(rest, "_-v.0123456789");
    gboolean versioned =
        version > 0 && (strcmp(rest + version, "cmake") == 0 || text_has_hole(rest));
    if (!versioned || !g_str_has_suffix(rest, ".cmake")) {
        return FALSE;
    }
    g_autofree char *plain = g_strdup_printf("submodules/%.*s.cmake", (int)length, missing);
    return run_stub(self, plain);
}

/* "${CMAKE_ROOT}/Modules/FindMPI.cmake": how a project's module of that name asks for CMake's own.
 * The name below CMake's modules; NULL for every other path. */
static const char *name_of_cmakes_own(Evaluator *self, const char *path)
{
    g_autoptr(Value) root = evaluator_value_of_name(self, "CMAKE_ROOT");
    if (root->count != 1 || root->alternatives[0].text == NULL) {
        return NULL;
    }
    g_autofree char *modules = g_strconcat(root->alternatives[0].text, "/Modules/", NULL);
    return g_str_has_prefix(path, modules) ? path + strlen(modules) : NULL;
}

/* The variable that is to tell which file was included; NULL for none. */
static const char *result_of_include(const Call *call)
{
    const char *result = NULL;
    for (guint i = 1; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "RESULT_VARIABLE") == 0) {
            result = call->argv[i + 1];
        }
    }
    return result;
}

static void include_unread(Evaluator *self, const Call *call)
{
    const char *result = result_of_include(call);
    const char *name = call->argv[0];
    if (command_each_named_file(self, call, "", command_include) || run_submodule(self, name)) {
        return;
    }
    evaluator_ledger(self, "unknown file", name, NULL);
    evaluator_note_outside(self, name);
    if (result != NULL) {
        evaluator_set(self, result, evaluator_derive(self, "include", name));
    }
}

static void include_one(Evaluator *self, const Call *call)
{
    (text_has_hole(call->argv[0]) ? include_unread : command_include)(self, call);
}

static const char *in_source(Evaluator *self, const char *path)
{
    return arena_printf(self->arena, "%s/%s", self->source_root, path);
}

/* Runs what the project has written, a stub or a module of that name, else the file. Gives what
 * RESULT_VARIABLE is then; NULL when nothing was found. */
static const char *include_named(Evaluator *self, const Call *call)
{
    const char *name = call->argv[0];
    gboolean found = FALSE;
    g_autofree char *path = evaluator_tree_path(self, name);
    const char *written = evaluator_written(self, name);
    const char *own = g_path_is_absolute(name) ? name_of_cmakes_own(self, name) : NULL;
    if (written != NULL) {
        found = TRUE;
        self->included_path = NULL;
        run_written(self, call, written);
    } else if (g_str_has_prefix(name, "/xaas-stubs/")) {
        found = run_stub(self, name + strlen("/xaas-stubs/"));
    } else if (own != NULL) {
        found = run_stub(self, own);
    } else if (!g_path_is_absolute(name)) {
        /* NAME.cmake along the module path comes before a file of that name. */
        g_autofree char *module = g_strdup_printf("%s.cmake", name);
        found = command_run_module(self, module, FALSE);
    }
    if (found) {
        return self->included_path != NULL ? in_source(self, self->included_path) : name;
    }
    SourceFile *file = path != NULL ? evaluator_load(self, path) : NULL;
    if (file != NULL) {
        run_path(self, file);
        return in_source(self, path);
    }
    return !call_has(call, 1, "OPTIONAL") && run_submodule(self, name) ? name : NULL;
}

void command_include(Evaluator *self, const Call *call)
{
    if (call->argc == 0) {
        return;
    }
    const char *result = result_of_include(call);
    if (text_has_hole(call->argv[0])) {
        if (!command_each_text(self, call, include_one)) {
            include_unread(self, call);
        }
        return;
    }
    PolicyScope policies = evaluator_policy_enter(self);
    const char *found = include_named(self, call);
    if (!call_has(call, 1, "NO_POLICY_SCOPE")) {
        evaluator_policy_leave(self, policies);
    }
    if (result != NULL) {
        evaluator_set(self, result, found != NULL ? found : "NOTFOUND");
    }
    if (found == NULL && !call_has(call, 1, "OPTIONAL")) {
        evaluator_ledger(self, "file not found", call->argv[0], NULL);
    }
}

/* Where the file has been read before, in the sense that the command asks for. Without a word that
 * is what a variable of the current scope would say. */
static Guard guarded(Evaluator *self, const Call *call, const char *path)
{
    if (call->argc == 0) {
        Variable *mark =
            variables_get(self->variables, arena_printf(self->arena, "GUARD\1%s", path));
        g_autoptr(Value) before = evaluator_value(self, mark);
        g_autoptr(Value) now = value_of_text("TRUE");
        Guard defined = value_defined(self->guards, before);
        evaluator_set_value(self, mark, now);
        return defined;
    }
    Guard before = evaluator_name_exists(self, self->included, path);
    const char *key = path;
    if (strcmp(call->argv[0], "DIRECTORY") == 0) {
        before = GUARD_FALSE;
        for (guint i = 0; i < self->subdirectories->len; i++) {
            key = arena_printf(self->arena, "%s\1%s", path,
                               (const char *)self->subdirectories->pdata[i]);
            before =
                guard_or(self->guards, before, evaluator_name_exists(self, self->included, key));
        }
    }
    evaluator_add_name(self, self->included, key);
    return before;
}

void command_include_guard(Evaluator *self, const Call *call)
{
    Guard entry = self->path;
    Guard before = guarded(self, call, evaluator_list_file(self, self->frame->file));
    Guard again = guard_and(self->guards, entry, before);
    if (!guard_is_false(again)) {
        self->path = again;
        evaluator_return(self);
        self->path = entry;
    }
}

static void set_folder_variables(Evaluator *self, const char *path)
{
    g_autofree char *source = *path == '\0' ? g_strdup(self->source_root)
                                            : g_strdup_printf("%s/%s", self->source_root, path);
    /* The build tree mirrors the source tree below the top-level folder. */
    const char *below = path;
    if (*self->folder != '\0' && g_str_has_prefix(path, self->folder)) {
        below = path + strlen(self->folder);
        below += *below == '/' ? 1 : 0;
    }
    g_autofree char *binary = *below == '\0' ? g_strdup(self->binary_root)
                                             : g_strdup_printf("%s/%s", self->binary_root, below);
    evaluator_set(self, "CMAKE_CURRENT_SOURCE_DIR", source);
    evaluator_set(self, "CMAKE_CURRENT_BINARY_DIR", binary);
}

void command_add_subdirectory(Evaluator *self, const Call *call)
{
    if (call->argc == 0) {
        return;
    }
    g_autofree char *path = evaluator_tree_path(self, call->argv[0]);
    if (path == NULL) {
        if (command_each_named_file(self, call, "/CMakeLists.txt", command_add_subdirectory)) {
            return;
        }
        /* Others than those of the default stay unknown. */
        command_each_listed_folder(self, call, command_add_subdirectory);
        evaluator_ledger(self, "unknown folder", call->argv[0], NULL);
        g_autofree char *base = g_path_get_basename(call->argv[0]);
        evaluator_note_unread(self, UNREAD_FOLDER, base, NULL);
        evaluator_note_outside_folder(self, call->argv[0]);
        return;
    }
    if (text_list_has(self->subdirectories, path)) {
        evaluator_ledger(self, "folder adds itself", path, NULL);
        /* Under a condition the path may be one that no configuration has. */
        if (guard_is_true(self->path)) {
            diagnostics_add(self->diagnostics, DIAGNOSTIC_ERROR, evaluator_here(self),
                            "remove the add_subdirectory()", "the folder %s adds itself",
                            *path == '\0' ? "." : path);
        }
        return;
    }
    g_autofree char *list =
        *path == '\0' ? g_strdup("CMakeLists.txt") : g_strdup_printf("%s/CMakeLists.txt", path);
    SourceFile *file = evaluator_load(self, list);
    /* Also a folder that is not there, or empty: a submodule that was not fetched. */
    if (!guard_is_true(self->path)) {
        evaluator_effect(self, EFFECT_FOLDER, path, NULL);
    }
    if (file == NULL) {
        evaluator_note_absent(self, path);
        g_autofree char *base = g_path_get_basename(path);
        evaluator_note_unread(self, UNREAD_FOLDER, base, NULL);
        evaluator_ledger(self, "file not found", list, NULL);
        return;
    }
    PolicyScope policies = evaluator_policy_enter(self);
    gboolean layer = evaluator_open_layer(self);
    variables_enter(self->variables);
    g_ptr_array_add(self->subdirectories, path);
    set_folder_variables(self, path);
    run_path(self, file);
    command_end_folder(self);
    g_ptr_array_set_size(self->subdirectories, (int)self->subdirectories->len - 1);
    variables_leave(self->variables);
    evaluator_close_layer(self, layer);
    evaluator_policy_leave(self, policies);
}

void command_subdirs(Evaluator *self, const Call *call)
{
    for (guint i = 0; i < call->argc; i++) {
        const Call one = {.command = call->command,
                          .argc = 1,
                          .argv = &call->argv[i],
                          .quoted = &call->quoted[i]};
        command_add_subdirectory(self, &one);
    }
}

/* How many scopes a return() leaves: those of block()s, and that of the function or file. A macro
 * has none, and returns from where it is called. */
static guint scopes_left(const Evaluator *self)
{
    const Frame *frame = self->frame;
    guint scopes = frame->blocks + 1;
    while (frame->kind == FRAME_MACRO && frame->parent != NULL) {
        frame = frame->parent;
        scopes += frame->blocks;
    }
    return scopes;
}

/* What is named goes out to each of these scopes. Words mean nothing in the old way (CMP0140). */
void command_return(Evaluator *self, const Call *call)
{
    gboolean propagates = call->argc > 0 && strcmp(call->argv[0], "PROPAGATE") == 0 &&
                          evaluator_policy_new(self, "CMP0140");
    guint scopes = scopes_left(self);
    for (guint i = 1; propagates && i < call->argc; i++) {
        g_autoptr(Value) value = evaluator_value_of_name(self, call->argv[i]);
        for (guint level = 1; level <= scopes; level++) {
            evaluator_set_outer(self, call->argv[i], value, level);
        }
    }
    evaluator_return(self);
}

void command_break(Evaluator *self, const Call *call)
{
    (void)call;
    self->broken = guard_or(self->guards, self->broken, self->path);
    self->stops++;
}

void command_continue(Evaluator *self, const Call *call)
{
    (void)call;
    self->continued = guard_or(self->guards, self->continued, self->path);
    self->stops++;
}

/* "NAME is deprecated", said without stopping. */
static void note_outdated(Evaluator *self, const char *text, Span at)
{
    g_autoptr(GPtrArray) names = outdated_names(text);
    for (guint i = 0; i < names->len && at.path != NULL; i++) {
        recorder_outdated(self->recorder, names->pdata[i], at);
    }
}

void command_message(Evaluator *self, const Call *call)
{
    if (call->argc == 0) {
        return;
    }
    gboolean fatal = strcmp(call->argv[0], "FATAL_ERROR") == 0;
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 1; i < call->argc; i++) {
        g_string_append(text, call->argv[i]);
    }
    Span at = evaluator_said_place(self, text->str);
    if (!fatal && strcmp(call->argv[0], "SEND_ERROR") != 0) {
        note_outdated(self, text->str, at);
        return;
    }
    g_autofree char *readable = symbols_readable(self->symbols, text->str);
    if (at.path != NULL) {
        recorder_constraint(self->recorder, self->path, readable, at);
    }
    if (fatal) {
        evaluator_fail(self);
    }
}
