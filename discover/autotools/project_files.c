#include "discover/autotools/project_files.h"
#include "core/path.h"

#include "discover/autotools/written_includes.h"

#include <string.h>

/* Files with definitions that are looked through for a macro. */
#define MACRO_FILES_MAX 3000u
/* Files to be included that are not there, of which it is asked whether a script writes them. */
#define MISSING_FILES_MAX 64u

typedef struct {
    Text *text;
    GArray *lines; /* gsize: where each begins */
} SourceFile;

struct ProjectFiles {
    Configure *configure;
    GHashTable *by_path;      /* interned path -> SourceFile *, NULL: cannot be read */
    GHashTable *read;         /* interned path: its definitions are read */
    GHashTable *defined;      /* macro's name -> interned path; NULL: not looked for yet */
    WrittenIncludes *written; /* NULL: nothing was missing yet */
    guint missing;            /* files to be included that are not there */
};

static void source_file_free(gpointer data)
{
    SourceFile *self = data;
    if (self != NULL) {
        text_unref(self->text);
        g_array_unref(self->lines);
        g_free(self);
    }
}

ProjectFiles *project_files_new(Configure *configure)
{
    ProjectFiles *self = g_new0(ProjectFiles, 1);
    self->configure = configure;
    self->by_path = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, source_file_free);
    self->read = g_hash_table_new(g_str_hash, g_str_equal);
    return self;
}

void project_files_free(ProjectFiles *self)
{
    if (self == NULL) {
        return;
    }
    g_hash_table_unref(self->by_path);
    g_hash_table_unref(self->read);
    g_clear_pointer(&self->defined, g_hash_table_unref);
    g_clear_pointer(&self->written, written_includes_free);
    g_free(self);
}

static SourceFile *load(ProjectFiles *self, const char *path)
{
    const char *interned = arena_intern(self->configure->arena, path);
    gpointer known = NULL;
    if (g_hash_table_lookup_extended(self->by_path, interned, NULL, &known)) {
        return known;
    }
    gsize length = 0;
    g_autofree char *bytes = tree_read_text(self->configure->tree, path, &length, NULL);
    SourceFile *file = NULL;
    if (bytes != NULL) {
        /* Control bytes have a meaning of ours in expanded scripts (m4.h). */
        for (gsize i = 0; i < length; i++) {
            guchar byte = (guchar)bytes[i];
            bytes[i] = byte < ' ' && !g_ascii_isspace(byte) ? '?' : bytes[i];
        }
        g_ptr_array_add(self->configure->files, (gpointer)interned);
        file = g_new0(SourceFile, 1);
        file->text = text_of_file(bytes, length, self->configure->files->len);
        file->lines = g_array_new(FALSE, FALSE, sizeof(gsize));
        for (gsize at = 0; at < length; at++) {
            if (at == 0 || bytes[at - 1] == '\n') {
                g_array_append_val(file->lines, at);
            }
        }
    }
    g_hash_table_insert(self->by_path, (gpointer)interned, file);
    return file;
}

Text *project_files_text(ProjectFiles *self, const char *path)
{
    SourceFile *file = load(self, path);
    return file != NULL ? text_ref(file->text) : NULL;
}

const char *project_files_line(ProjectFiles *self, const char *path, guint line)
{
    const SourceFile *file = g_hash_table_lookup(self->by_path, path);
    if (file == NULL || line == 0 || line > file->lines->len) {
        return NULL;
    }
    return text_string(file->text) + g_array_index(file->lines, gsize, line - 1);
}

/* What a script of the project writes into a file that is not there; NULL when none does. */
static Text *written_text(ProjectFiles *self, Origin at, const char *path)
{
    WrittenGaps gaps = {.cut = self->missing == MISSING_FILES_MAX}; /* which is said once */
    g_autofree char *written = NULL;
    if (self->missing < MISSING_FILES_MAX) {
        if (self->written == NULL) {
            self->written = written_includes_new(self->configure->tree, self->configure->folder);
        }
        written = written_includes_text(self->written, path, &gaps);
    }
    self->missing += self->missing <= MISSING_FILES_MAX ? 1 : 0;
    if (gaps.cut) {
        configure_ledger(self->configure, at, "limit: includes that scripts write", path);
    }
    if (gaps.collected) {
        configure_ledger(self->configure, at, "list that a program writes", path);
    }
    if (gaps.unknown) {
        configure_ledger(self->configure, at, "unknown file", path);
    }
    return written != NULL ? text_of_string(written, at) : NULL;
}

Text *project_files_include(ProjectFiles *self, Origin at, const char *path)
{
    const char *folder = self->configure->folder;
    g_autofree char *above = path_folder(folder);
    const char *const bases[] = {folder, above};
    for (guint i = 0; i < G_N_ELEMENTS(bases); i++) {
        g_autofree char *whole = tree_normalize_in(bases[i], path);
        if (whole != NULL && tree_find(self->configure->tree, whole) != NULL) {
            return project_files_text(self, whole);
        }
    }
    self->configure->files_missing = TRUE;
    return written_text(self, at, path);
}

static void read_definitions(ProjectFiles *self, const char *path)
{
    const char *interned = arena_intern(self->configure->arena, path);
    if (!g_hash_table_add(self->read, (gpointer)interned)) {
        return;
    }
    g_autoptr(Text) text = project_files_text(self, path);
    if (text != NULL) {
        m4_read(self->configure->m4, text, M4_DEFINITIONS_PROJECT);
    }
}

static void read_macro_folder(ProjectFiles *self, const char *folder)
{
    g_autofree char *whole = tree_normalize_in(self->configure->folder, folder);
    const GPtrArray *children = whole != NULL ? tree_children(self->configure->tree, whole) : NULL;
    for (guint i = 0; children != NULL && i < children->len; i++) {
        if (g_str_has_suffix(children->pdata[i], ".m4")) {
            g_autofree char *path = tree_normalize_in(whole, children->pdata[i]);
            if (path != NULL) {
                read_definitions(self, path);
            }
        }
    }
}

/* Reads the folders that a pattern finds in a text; its group holds them, parted by blanks. */
static void read_named_folders(ProjectFiles *self, const char *text, const char *pattern)
{
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, text, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *group = g_match_info_fetch(match, 1);
        g_auto(GStrv) folders = g_strsplit_set(group, " \t\n,[]", -1);
        for (guint i = 0; folders[i] != NULL; i++) {
            if (*folders[i] != '\0' && !g_path_is_absolute(folders[i])) {
                read_macro_folder(self, folders[i]);
            }
        }
    }
}

/* What the script includes itself is read there, and nowhere before: definitions whose names are
 * not quoted mean something else the second time. */
static void leave_included(ProjectFiles *self, const char *script)
{
    g_autoptr(GRegex) regex =
        g_regex_new("^[ \\t]*m4_s?include\\(\\[?([^])\\s]+)", G_REGEX_MULTILINE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, script, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *file = g_match_info_fetch(match, 1);
        g_autofree char *path = tree_normalize_in(self->configure->folder, file);
        if (path != NULL) {
            g_hash_table_add(self->read, (gpointer)arena_intern(self->configure->arena, path));
        }
    }
}

void project_files_read_macros(ProjectFiles *self, const char *script)
{
    leave_included(self, script);
    static const char *const files[] = {"aclocal.m4", "acinclude.m4"};
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = tree_normalize_in(self->configure->folder, files[i]);
        g_autoptr(Text) text = path != NULL ? project_files_text(self, path) : NULL;
        if (text != NULL) {
            leave_included(self, text_string(text)); /* what aclocal has found */
            read_definitions(self, path);
        }
    }
    read_named_folders(self, script,
                       "^[ \\t]*AC_CONFIG_MACRO_DIRS?\\([ \\t\\n]*\\[?([^\\]\\)]+)[\\]\\)]");
    g_autofree char *makefile = tree_normalize_in(self->configure->folder, "Makefile.am");
    g_autoptr(Text) text = makefile != NULL ? project_files_text(self, makefile) : NULL;
    if (text != NULL) {
        read_named_folders(self, text_string(text), "^ACLOCAL_AMFLAGS[ \\t]*=.*?-I[ \\t]*(\\S+)");
    }
}

static void index_definitions(ProjectFiles *self, const char *path)
{
    g_autoptr(Text) text = project_files_text(self, path);
    if (text == NULL) {
        return;
    }
    static const char *const words[] = {"AC_DEFUN", "m4_define", "m4_defun"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        for (const char *at = strstr(text_string(text), words[i]); at != NULL;
             at = strstr(at + 1, words[i])) {
            const char *name = at + strcspn(at, "(\n");
            if (*name != '(') {
                continue;
            }
            name += strspn(name, "([ \t\n");
            gsize length = strspn(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
            g_autofree char *key = g_strndup(name, length);
            const char *interned = arena_intern(self->configure->arena, key);
            if (length > 0 && !g_hash_table_contains(self->defined, interned)) {
                g_hash_table_insert(self->defined, (gpointer)interned,
                                    (gpointer)arena_intern(self->configure->arena, path));
            }
        }
    }
}

static void index_macros(ProjectFiles *self)
{
    self->defined = g_hash_table_new(g_str_hash, g_str_equal);
    g_autofree char *above = path_folder(self->configure->folder);
    g_autofree char *prefix = *above != '\0' ? g_strconcat(above, "/", NULL) : g_strdup("");
    const GPtrArray *files = tree_files(self->configure->tree);
    guint count = 0;
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (file->kind == TREE_AUTOCONF && g_str_has_suffix(file->path, ".m4") &&
            g_str_has_prefix(file->path, prefix)) {
            if (count++ >= MACRO_FILES_MAX) {
                configure_ledger(self->configure, (Origin){0}, "limit: files with macros",
                                 file->path);
                return;
            }
            index_definitions(self, file->path);
        }
    }
}

gboolean project_files_find_macro(ProjectFiles *self, const char *name)
{
    if (self->defined == NULL) {
        index_macros(self);
    }
    const char *path = g_hash_table_lookup(self->defined, name);
    if (path == NULL || g_hash_table_contains(self->read, path)) {
        return FALSE;
    }
    read_definitions(self, path);
    return m4_is_defined(self->configure->m4, name);
}

gboolean project_files_defines(const ProjectFiles *self, const char *name)
{
    return self->written != NULL && written_includes_defines(self->written, name);
}
